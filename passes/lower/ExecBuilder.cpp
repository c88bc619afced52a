#include "passes/lower/ExecBuilder.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "passes/common/Donation.h"
#include "passes/common/Places.h"
#include "passes/lower/EmitOps.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/KernelIR.h"
#include "passes/lower/KernelMarks.h"
#include "passes/lower/LibraryCalls.h"
#include "passes/lower/VectorPlan.h"
#include "passes/lower/cuda/SplitKernel.h"

#include "dialects/check/CheckOps.h"
#include "dialects/sharding/ShardingOps.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdDialect.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright::lower {

/// Repeated elements up to these bytes lie in the executable's constants.
constexpr uint64_t kMaxStoredSplat = 16;

ExecBuilder::ExecBuilder(func::FuncOp function, ModuleOp module, const LoweringOptions &choices, ExecOrigins *origins)
    : function(function), module(module), choices(choices), origins(origins), b(module.getContext()),
      buffersAt(module.getContext()), kernelsAt(module.getContext()) {}

uint64_t ExecBuilder::bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * runtime::elementBytes(*runtimeType(type.getElementType()));
}

Value ExecBuilder::noteValue(Operation *buffer, Value value) {
  Value made = buffer->getResult(0);
  if (origins && value)
    origins->values.try_emplace(made, value);
  return made;
}

Value ExecBuilder::newBuffer(uint64_t bytes, Value value) {
  Location loc = value ? value.getLoc() : function.getLoc();
  return noteValue(
      exec::BufferOp::create(buffersAt, loc, bufferType(bytes), /*block=*/Value(), /*offset=*/IntegerAttr()), value);
}

Value ExecBuilder::newConstant(ElementsAttr value, uint64_t bytes) {
  return exec::ConstantOp::create(buffersAt, function.getLoc(), bufferType(bytes), value);
}

/// A constant that repeats one element takes no room in the executable: it is written where it is needed.
Value ExecBuilder::fillBuffer(stablehlo::ConstantOp constant) {
  auto value = cast<DenseElementsAttr>(constant.getValue());
  KernelGraph graph;
  graph.indexType = plan.indexType;
  graph.buffers.push_back({value.getElementType(), value.getNumElements()});
  IndexExpr at = graph.newLoop(value.getNumElements());
  graph.numOuter = graph.loopExtents.size();
  Nest nest;
  nest.stores.push_back({0, at, graph.constant(value.getElementType(), value.getSplatValue<Attribute>())});
  graph.nests.push_back(std::move(nest));
  Value buffer = newBuffer(bytesOf(constant.getResult()), constant.getResult());
  const Kernel &kernel = kernels[kernelNumber(graph, constant)];
  addStep<exec::LaunchOp>(constant, FlatSymbolRefAttr::get(kernel.op), /*beside=*/ArrayAttr(), buffer,
                          b.getArrayAttr(exec::AccessAttr::get(b.getContext(), exec::Access::Write)),
                          DenseI64ArrayAttr());
  return buffer;
}

Value ExecBuilder::bufferOf(Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  if (constant && constant.getValue().isSplat() && bytesOf(value) > kMaxStoredSplat &&
      !isa<ComplexType>(constant.getValue().getElementType()))
    return fillBuffer(constant);
  auto [it, isNew] = buffers.try_emplace(value);
  if (!isNew)
    return it->second;
  assert((!plan.fusion.isInlined(value) || constant) && "a value without a buffer is used as one");
  Value buffer = constant ? newConstant(constant.getValue(), bytesOf(value)) : newBuffer(bytesOf(value), value);
  return buffers[value] = buffer;
}

exec::SourceAttr ExecBuilder::sourceOf(Operation *op) {
  auto [place, isNew] = places.try_emplace(op->getLoc());
  if (isNew)
    if (std::string text = placeOf(op->getLoc()); !text.empty())
      place->second = b.getStringAttr(text);
  return exec::SourceAttr::get(b.getContext(), b.getStringAttr(op->getName().stripDialect()), place->second,
                               op->getAttrOfType<StringAttr>("cause"));
}

exec::KernelOp ExecBuilder::addKernel(const KernelGraph &graph, const Twine &name, Operation *op) {
  return writeKernel(kernelsAt, op->getLoc(), name.str(), graph);
}

unsigned ExecBuilder::kernelNumber(const KernelGraph &graph, Operation *op) {
  auto [it, isNew] = kernelNumbers.try_emplace(graph.words(), kernels.size());
  if (isNew) {
    Kernel &kernel = kernels.emplace_back();
    kernel.op = addKernel(graph, "k" + Twine(it->second) + "_" + op->getName().stripDialect(), op);
    for (unsigned written = 0; written < graph.buffers.size(); ++written)
      for (unsigned read = 0; read < graph.buffers.size(); ++read)
        if (read != written && mayBeInPlace(graph, read, written))
          kernel.inPlace.push_back({read, written});
  }
  return it->second;
}

LogicalResult ExecBuilder::addLaunch(const KernelBuilder &builder, Operation *op) {
  if (builder.graph.hasTooManyLoops())
    return op->emitError() << "'" << op->getName() << "' cannot be compiled for the host: it takes more than "
                           << KernelGraph::kMaxLoops << " loops";
  // Nothing to write: nothing to run.
  bool writes = llvm::any_of(builder.buffers, [&](const auto &use) { return use.isWritten && bytesOf(use.value) > 0; });
  if (!writes)
    return success();
  SmallVector<KernelBuffer> uses;
  for (const KernelBuilder::BufferUse &use : builder.buffers)
    uses.push_back({use.value ? bufferOf(use.value) : Value(), use.isWritten, use.isRead});
  addLaunches(builder.graph, uses, op);
  return success();
}

void ExecBuilder::addLaunches(const KernelGraph &graph, ArrayRef<KernelBuffer> uses, Operation *op) {
  std::optional<cuda::SplitKernel> split = choices.target.cuda() ? cuda::splitKernel(graph) : std::nullopt;
  if (split) {
    SmallVector<KernelBuffer> all(uses);
    for (const Buffer &buffer : split->temporaries)
      all.push_back(
          {newBuffer(buffer.elements * (storageType(buffer.type).getIntOrFloatBitWidth() / 8)), false, false});
    llvm::DenseSet<unsigned> written; // by earlier parts
    for (const cuda::SplitKernel::Part &part : split->parts) {
      SmallVector<KernelBuffer> own;
      for (unsigned number : part.buffers)
        own.push_back({all[number].buffer, false, all[number].isRead || written.contains(number)});
      for (const Nest &nest : part.graph.nests)
        for (const Store &store : nest.stores) {
          own[store.buffer].isWritten = true;
          written.insert(part.buffers[store.buffer]);
        }
      for (KernelBuffer &use : own)
        use.isRead |= !use.isWritten;
      addLaunches(part.graph, own, op);
    }
    return;
  }
  const Kernel &kernel = kernels[kernelNumber(graph, op)];
  SmallVector<Value> operands;
  SmallVector<Attribute> accesses;
  SmallVector<int64_t> slots; // by the kernel's buffer
  for (const KernelBuffer &use : uses) {
    slots.push_back(operands.size());
    if (!use.buffer)
      continue;
    operands.push_back(use.buffer);
    exec::Access access = !use.isWritten ? exec::Access::Read : use.isRead ? exec::Access::Update : exec::Access::Write;
    accesses.push_back(exec::AccessAttr::get(b.getContext(), access));
  }
  SmallVector<int64_t> shares;
  for (auto [r, w] : kernel.inPlace) {
    const KernelBuffer &read = uses[r], &written = uses[w];
    if (read.isRead && !read.isWritten && written.isWritten && !written.isRead)
      shares.append({slots[r], slots[w]});
  }
  addStep<exec::LaunchOp>(op, FlatSymbolRefAttr::get(kernel.op), /*beside=*/ArrayAttr(), operands,
                          b.getArrayAttr(accesses),
                          shares.empty() ? DenseI64ArrayAttr() : b.getDenseI64ArrayAttr(shares));
}

LogicalResult ExecBuilder::buildKernel(Operation *op) {
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(builder.buildRoot(op)))
    return failure();
  return addLaunch(builder, op);
}

LogicalResult ExecBuilder::buildGroup(const KernelGroup &group) {
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(builder.buildGroup(group)))
    return failure();
  return addLaunch(builder, group.members.back().op);
}

LogicalResult ExecBuilder::buildUpdate(Operation *op) {
  auto update = cast<stablehlo::DynamicUpdateSliceOp>(op);
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(builder.buildUpdate(op)))
    return failure();
  Value from = bufferOf(update.getOperand()), to = bufferOf(update.getResult());
  addCopy(from, to, op);
  return addLaunch(builder, op);
}

LogicalResult ExecBuilder::buildScatter(Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(builder.buildScatter(op)))
    return failure();
  for (auto [input, output] : llvm::zip(scatter.getInputs(), scatter.getOutputs())) {
    Value from = bufferOf(input), to = bufferOf(output);
    addCopy(from, to, op);
  }
  return addLaunch(builder, op);
}

LogicalResult ExecBuilder::buildSelectAndScatter(Operation *op) {
  KernelBuilder fill(plan.fusion, plan.indexType), builder(plan.fusion, plan.indexType);
  if (failed(fill.buildFill(op)) || failed(addLaunch(fill, op)) || failed(builder.buildSelectAndScatter(op)))
    return failure();
  return addLaunch(builder, op);
}

LogicalResult ExecBuilder::buildOp(Operation *op) {
  if (plan.fusion.inlined.contains(op) || isa<stablehlo::ConstantOp>(op))
    return success();
  // The same elements in the same order: the copy disappears where the two can be one buffer.
  if (isa<stablehlo::ReshapeOp>(op) && !plan.fusion.isInlined(op->getOperand(0))) {
    Value from = bufferOf(op->getOperand(0)), to = bufferOf(op->getResult(0));
    addCopy(from, to, op);
    return success();
  }
  if (isExpression(op) || isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp>(op))
    return buildKernel(op);
  if (isa<stablehlo::DynamicUpdateSliceOp>(op))
    return buildUpdate(op);
  if (isa<stablehlo::ScatterOp>(op))
    return buildScatter(op);
  if (isa<stablehlo::SelectAndScatterOp>(op))
    return buildSelectAndScatter(op);
  if (isa<stablehlo::DotGeneralOp>(op))
    return buildMatmul(op);
  if (isa<stablehlo::ConvolutionOp>(op))
    return buildConvolution(op);
  if (isa<stablehlo::SortOp>(op))
    return buildSort(op);
  if (isa<stablehlo::WhileOp>(op))
    return buildWhile(op);
  if (isa<stablehlo::CaseOp, stablehlo::IfOp>(op))
    return buildBranches(op);
  if (isa<spmd::AxisIndexOp>(op))
    return buildAxisIndex(op);
  if (spmd::isCollective(op))
    return buildCollective(op);
  if (isa<spmd::DoneOp>(op))
    return buildDone(op);
  if (isa<check::CheckDialect>(op->getDialect()))
    return buildCheck(op);
  if (std::optional<ArrayRef<int64_t>> parameters = libraryParameters(op))
    return buildLibrary(cast<stablehlo::CustomCallOp>(op), *parameters);
  if (auto call = llvm::dyn_cast<stablehlo::CustomCallOp>(op))
    return op->emitError() << "'" << op->getName() << "' to @" << call.getCallTargetName()
                           << " cannot be compiled for the host";
  return op->emitError() << "'" << op->getName() << "' cannot be compiled for the host";
}

LogicalResult ExecBuilder::buildBlock(Block &block) {
  for (Operation *op : plan.groups.order[&block]) {
    const KernelGroup *group = plan.groupAt(op);
    if (group ? failed(buildGroup(*group)) : !plan.isInGroup(op) && failed(buildOp(op)))
      return failure();
  }
  return success();
}

/// The type of the whole array that an argument or result is a block of: as the function's attributes say, or its own.
static TypeAttr wholeType(Type local, DictionaryAttr attributes) {
  for (StringRef name : {StringRef(kWholeAttr), StringRef(spmd::kGlobalTypeAttr)})
    if (auto whole = attributes ? attributes.getAs<TypeAttr>(name) : TypeAttr())
      return whole;
  return TypeAttr::get(local);
}

/// How the whole is sharded; null where nothing says so.
static sharding::SpecAttr wholeSpec(DictionaryAttr attributes) {
  for (StringRef name : {StringRef(kSpecAttr), StringRef(sharding::kSpecAttr)})
    if (auto spec = attributes ? attributes.getAs<sharding::SpecAttr>(name) : sharding::SpecAttr())
      return spec;
  return {};
}

/// Arguments, then results: temporaries may lie in the blocks of both.
void ExecBuilder::buildInterfaces() {
  auto number = [&](std::optional<unsigned> n) { return n ? b.getI64IntegerAttr(*n) : IntegerAttr(); };
  for (BlockArgument argument : function.getArguments()) {
    unsigned n = argument.getArgNumber();
    DictionaryAttr attributes = function.getArgAttrDict(n);
    bool donated = choices.donation && isDonated(function, n);
    buffers[argument] =
        noteValue(exec::ArgumentOp::create(buffersAt, argument.getLoc(), bufferType(bytesOf(argument)), number(n),
                                           wholeType(argument.getType(), attributes), wholeSpec(attributes),
                                           donated ? b.getUnitAttr() : UnitAttr(),
                                           number(donated ? aliasedResult(argument) : std::nullopt)),
                  argument);
  }
  Operation *exit = function.getBody().front().getTerminator();
  for (auto [n, value] : llvm::enumerate(exit->getOperands())) {
    DictionaryAttr attributes = function.getResultAttrDict(n);
    results.push_back(exec::ResultOp::create(buffersAt, exit->getLoc(), bufferType(bytesOf(value)), number(n),
                                             wholeType(value.getType(), attributes), wholeSpec(attributes),
                                             /*takes=*/IntegerAttr(), /*offset=*/IntegerAttr(),
                                             /*epsilon=*/FloatAttr(), /*terms=*/IntegerAttr()));
  }
}

FailureOr<exec::ProgramOp> ExecBuilder::run() {
  if (failed(checkTypes(function)))
    return failure();
  if (function->hasAttr(exec::kPlannedAttr)) {
    FailureOr<KernelPlan> written = readMarks(function, choices);
    if (failed(written))
      return failure();
    plan = std::move(*written);
  } else {
    plan = planKernels(function, choices);
  }
  kernelsAt.setInsertionPointToEnd(module.getBody());
  FlatSymbolRefAttr meshName;
  if (auto parent = function->getParentOfType<ModuleOp>()) {
    for (auto kernel : parent.getOps<exec::KernelOp>()) // of routines
      kernelsAt.clone(*kernel);
    for (auto mesh : parent.getOps<sharding::MeshOp>()) {
      kernelsAt.clone(*mesh);
      meshName = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
    }
  }
  // What is for the machine that happens to compile it is the same text on all that decide alike.
  const std::string &target = choices.target.spelling;
  auto program = exec::ProgramOp::create(kernelsAt, function.getLoc(), function.getName(), meshName,
                                         target.empty() || target == "host" ? StringAttr() : b.getStringAttr(target),
                                         /*arena=*/IntegerAttr(), /*largest=*/DenseI64ArrayAttr());
  kernelsAt.setInsertionPoint(program);
  Block *body = b.createBlock(&program.getBody());
  // Buffers are declared before the first step, which is written when only the last of them are known.
  auto steps = std::make_unique<Block>();
  buffersAt.setInsertionPointToEnd(body);
  b.setInsertionPointToEnd(steps.get());
  buildInterfaces();
  if (failed(buildBlock(function.getBody().front())))
    return failure();
  Operation *exit = function.getBody().front().getTerminator();
  for (auto [value, result] : llvm::zip_equal(exit->getOperands(), results))
    addCopy(bufferOf(value), result, exit);
  body->getOperations().splice(body->end(), steps->getOperations());
  return program;
}

} // namespace shardwright::lower
