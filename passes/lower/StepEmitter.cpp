#include "passes/lower/StepEmitter.h"

#include "passes/common/Donation.h"
#include "passes/common/OpTable.h"
#include "passes/common/Places.h"
#include "passes/lower/EmitKernel.h"
#include "passes/lower/EmitOps.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/LibraryCalls.h"
#include "passes/lower/VectorPlan.h"

#include "dialects/check/CheckOps.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using shardwright::runtime::StepKind;

namespace shardwright::lower {

/// Repeated elements up to these bytes lie in the executable's constants.
constexpr uint64_t kMaxStoredSplat = 16;

StepEmitter::StepEmitter(func::FuncOp function, ModuleOp kernelModule, const LoweringOptions &choices)
    : function(function), kernelModule(kernelModule), choices(choices) {
  if (FailureOr<Mesh> found = sharding::lookupMesh(function); succeeded(found))
    mesh = *found;
}

LogicalResult StepEmitter::checkTypes() {
  auto check = [&](Operation *op, Type type) -> LogicalResult {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return op->emitError() << "'" << op->getName() << "' has a value of type " << type
                             << ", only tensors can be compiled for the host";
    if (!tensor.hasStaticShape())
      return op->emitError() << "'" << op->getName() << "' has a value of type " << type
                             << ", its shape must be known when it is compiled";
    if (!runtimeType(tensor.getElementType()))
      return op->emitError() << "'" << op->getName() << "' has a value of type " << type
                             << ", whose elements the host cannot store";
    return success();
  };
  WalkResult result = function.walk([&](Operation *op) {
    if (op == function)
      return WalkResult::advance();
    for (Type type : op->getOperandTypes())
      if (failed(check(op, type)))
        return WalkResult::interrupt();
    for (Type type : op->getResultTypes())
      if (failed(check(op, type)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

runtime::ElementType StepEmitter::elementType(Value value) {
  return *runtimeType(getElementTypeOrSelf(value.getType()));
}

uint64_t StepEmitter::bytesOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getNumElements() * runtime::elementBytes(elementType(value));
}

uint32_t StepEmitter::newBuffer(uint64_t bytes) {
  program.buffers.push_back({bytes});
  return program.buffers.size() - 1;
}

/// The bytes of a constant as the runtime stores it.
static std::string constantBytes(DenseElementsAttr value) {
  Type element = value.getElementType();
  std::string bytes;
  auto append = [&](const APInt &bits, unsigned width) {
    uint64_t raw = bits.getZExtValue();
    bytes.append(reinterpret_cast<const char *>(&raw), width);
  };
  if (auto integer = dyn_cast<IntegerType>(element)) {
    for (const APInt &bits : value.getValues<APInt>())
      append(integer.getWidth() >= 8 || integer.isUnsigned() || integer.getWidth() == 1 ? bits : bits.sext(8),
             std::max(8u, integer.getWidth()) / 8);
  } else if (isa<FloatType>(element)) {
    for (const APFloat &number : value.getValues<APFloat>())
      append(number.bitcastToAPInt(), llvm::divideCeil(element.getIntOrFloatBitWidth(), 8));
  } else {
    unsigned width = cast<ComplexType>(element).getElementType().getIntOrFloatBitWidth() / 8;
    for (const std::complex<APFloat> &number : value.getValues<std::complex<APFloat>>()) {
      append(number.real().bitcastToAPInt(), width);
      append(number.imag().bitcastToAPInt(), width);
    }
  }
  return bytes;
}

uint64_t StepEmitter::addConstant(DenseElementsAttr value) {
  std::vector<uint8_t> &all = program.executable.constants;
  std::string bytes = constantBytes(value);
  auto [it, isNew] = constants.try_emplace(bytes, llvm::alignTo(all.size(), runtime::alignmentOf(bytes.size())));
  if (isNew) {
    all.resize(it->second);
    all.insert(all.end(), bytes.begin(), bytes.end());
  }
  return it->second;
}

/// A constant that repeats one element takes no room in the executable: it is written where it is needed.
uint32_t StepEmitter::fillBuffer(stablehlo::ConstantOp constant) {
  auto value = cast<DenseElementsAttr>(constant.getValue());
  KernelGraph graph;
  graph.indexType = plan.indexType;
  graph.buffers.push_back({value.getElementType(), value.getNumElements()});
  IndexExpr at = graph.newLoop(value.getNumElements());
  graph.numOuter = graph.loopExtents.size();
  Nest nest;
  nest.stores.push_back({0, at, graph.constant(value.getElementType(), value.getSplatValue<Attribute>())});
  graph.nests.push_back(std::move(nest));
  uint32_t buffer = newBuffer(bytesOf(constant.getResult()));
  program.buffers[buffer].value = constant.getResult();
  uint32_t kernel = kernelIndex(graph, constant);
  addStep(StepKind::Kernel, constant, kernel).accesses = {{buffer, false, true}};
  return buffer;
}

uint32_t StepEmitter::bufferOf(Value value) {
  if (auto constant = value.getDefiningOp<stablehlo::ConstantOp>())
    if (constant.getValue().isSplat() && bytesOf(value) > kMaxStoredSplat &&
        !isa<ComplexType>(constant.getValue().getElementType()))
      return fillBuffer(constant);
  auto [it, isNew] = buffers.try_emplace(value, 0);
  if (!isNew)
    return it->second;
  assert((!plan.fusion.isInlined(value) || value.getDefiningOp<stablehlo::ConstantOp>()) &&
         "a value without a buffer is used as one");
  uint32_t buffer = newBuffer(bytesOf(value));
  program.buffers[buffer].value = value;
  if (auto constant = value.getDefiningOp<stablehlo::ConstantOp>()) {
    program.buffers[buffer].space = runtime::SlotSpace::Constant;
    program.buffers[buffer].offset = addConstant(cast<DenseElementsAttr>(constant.getValue()));
  }
  return buffers[value] = buffer;
}

uint32_t StepEmitter::debugOf(Operation *op) {
  runtime::DebugInfo info;
  info.op = op->getName().stripDialect().str();
  info.location = placeOf(op->getLoc());
  if (auto cause = op->getAttrOfType<StringAttr>("cause"))
    info.cause = cause.str();
  auto [it, isNew] =
      debugEntries.try_emplace(info.op + "\n" + info.location + "\n" + info.cause, program.executable.debug.size());
  if (isNew)
    program.executable.debug.push_back(std::move(info));
  return it->second;
}

VirtualStep &StepEmitter::addStep(StepKind kind, Operation *op, uint32_t index) {
  VirtualStep step;
  step.kind = kind;
  step.index = index;
  step.debug = debugOf(op);
  step.op = op;
  program.steps.push_back(std::move(step));
  return program.steps.back();
}

void StepEmitter::addCopy(uint32_t from, uint32_t to, Operation *op) {
  addStep(StepKind::Copy, op).accesses = {{from, true, false}, {to, false, true}};
}

uint32_t StepEmitter::kernelIndex(const KernelGraph &graph, Operation *op) {
  auto [it, isNew] = kernels.try_emplace(graph.words(), program.executable.kernels.size());
  if (isNew) {
    std::string symbol = "k" + std::to_string(it->second) + "_" + op->getName().stripDialect().str();
    int64_t trip = emitKernel(kernelModule, symbol, graph, {choices.vectors, choices.tiles});
    program.executable.kernels.push_back({symbol, trip});
    llvm::SmallVector<std::pair<unsigned, unsigned>, 2> &pairs = inPlace.emplace_back();
    for (unsigned written = 0; written < graph.buffers.size(); ++written)
      for (unsigned read = 0; read < graph.buffers.size(); ++read)
        if (read != written && mayBeInPlace(graph, read, written))
          pairs.push_back({read, written});
  }
  return it->second;
}

LogicalResult StepEmitter::addKernel(const KernelBuilder &builder, Operation *op) {
  if (builder.graph.hasTooManyLoops())
    return op->emitError() << "'" << op->getName() << "' cannot be compiled for the host: it takes more than "
                           << KernelGraph::kMaxLoops << " loops";
  // Nothing to write: nothing to run.
  bool writes = llvm::any_of(builder.buffers, [&](const auto &use) { return use.isWritten && bytesOf(use.value) > 0; });
  if (!writes)
    return success();
  uint32_t kernel = kernelIndex(builder.graph, op);
  llvm::SmallVector<BufferAccess, 4> accesses;
  llvm::SmallVector<unsigned> slots; // by the kernel's buffer
  for (const KernelBuilder::BufferUse &use : builder.buffers) {
    slots.push_back(accesses.size());
    if (use.value)
      accesses.push_back({bufferOf(use.value), use.isRead, use.isWritten});
  }
  VirtualStep &step = addStep(StepKind::Kernel, op, kernel);
  step.accesses = std::move(accesses);
  for (auto [r, w] : inPlace[kernel]) {
    const KernelBuilder::BufferUse &read = builder.buffers[r], &written = builder.buffers[w];
    if (read.isRead && !read.isWritten && written.isWritten && !written.isRead)
      step.mayShare.push_back({slots[r], slots[w]});
  }
  return success();
}

LogicalResult StepEmitter::scheduleKernel(Operation *op) {
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(builder.buildRoot(op)))
    return failure();
  return addKernel(builder, op);
}

LogicalResult StepEmitter::scheduleGroup(const KernelGroup &group) {
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(builder.buildGroup(group)))
    return failure();
  return addKernel(builder, group.members.back().op);
}

LogicalResult StepEmitter::scheduleUpdate(Operation *op) {
  auto update = cast<stablehlo::DynamicUpdateSliceOp>(op);
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(builder.buildUpdate(op)))
    return failure();
  addCopy(bufferOf(update.getOperand()), bufferOf(update.getResult()), op);
  return addKernel(builder, op);
}

LogicalResult StepEmitter::scheduleScatter(Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  KernelBuilder builder(plan.fusion, plan.indexType);
  if (failed(builder.buildScatter(op)))
    return failure();
  for (auto [input, output] : llvm::zip(scatter.getInputs(), scatter.getOutputs()))
    addCopy(bufferOf(input), bufferOf(output), op);
  return addKernel(builder, op);
}

LogicalResult StepEmitter::scheduleSelectAndScatter(Operation *op) {
  KernelBuilder fill(plan.fusion, plan.indexType), builder(plan.fusion, plan.indexType);
  if (failed(fill.buildFill(op)) || failed(addKernel(fill, op)) || failed(builder.buildSelectAndScatter(op)))
    return failure();
  return addKernel(builder, op);
}

LogicalResult StepEmitter::scheduleOp(Operation *op) {
  if (plan.fusion.inlined.contains(op) || isa<stablehlo::ConstantOp>(op))
    return success();
  // The same elements in the same order: the copy disappears where the two can be one buffer.
  if (isa<stablehlo::ReshapeOp>(op) && !plan.fusion.isInlined(op->getOperand(0))) {
    addCopy(bufferOf(op->getOperand(0)), bufferOf(op->getResult(0)), op);
    return success();
  }
  if (isIndexComputation(op) || isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp>(op))
    return scheduleKernel(op);
  if (isa<stablehlo::DynamicUpdateSliceOp>(op))
    return scheduleUpdate(op);
  if (isa<stablehlo::ScatterOp>(op))
    return scheduleScatter(op);
  if (isa<stablehlo::SelectAndScatterOp>(op))
    return scheduleSelectAndScatter(op);
  if (isa<stablehlo::DotGeneralOp>(op))
    return scheduleMatmul(op);
  if (isa<stablehlo::ConvolutionOp>(op))
    return scheduleConvolution(op);
  if (isa<stablehlo::SortOp>(op))
    return scheduleSort(op);
  if (isa<stablehlo::WhileOp>(op))
    return scheduleWhile(op);
  if (isa<stablehlo::CaseOp, stablehlo::IfOp>(op))
    return scheduleBranches(op);
  if (isa<spmd::AxisIndexOp>(op))
    return scheduleAxisIndex(op);
  if (spmd::isCollective(op))
    return scheduleCollective(op);
  if (isa<check::CheckDialect>(op->getDialect()))
    return scheduleCheck(op);
  if (std::optional<ArrayRef<int64_t>> parameters = libraryParameters(op))
    return scheduleLibrary(cast<stablehlo::CustomCallOp>(op), *parameters);
  if (auto call = llvm::dyn_cast<stablehlo::CustomCallOp>(op))
    return op->emitError() << "'" << op->getName() << "' to @" << call.getCallTargetName()
                           << " cannot be compiled for the host";
  return op->emitError() << "'" << op->getName() << "' cannot be compiled for the host";
}

LogicalResult StepEmitter::scheduleBlock(Block &block) {
  for (Operation *op : plan.groups.order[&block]) {
    const KernelGroup *group = plan.groupAt(op);
    if (group ? failed(scheduleGroup(*group)) : !plan.isInGroup(op) && failed(scheduleOp(op)))
      return failure();
  }
  return success();
}

FailureOr<VirtualProgram> StepEmitter::run() {
  if (failed(checkTypes()))
    return failure();
  plan = planKernels(function, choices);
  // Entry 0 stands for steps that no operation asked for.
  program.executable.debug.push_back({});
  for (BlockArgument argument : function.getArguments()) {
    uint32_t buffer = bufferOf(argument);
    program.buffers[buffer].space = runtime::SlotSpace::Argument;
    program.buffers[buffer].offset = argument.getArgNumber();
    program.buffers[buffer].isDonated = choices.donation && isDonated(function, argument.getArgNumber());
  }
  Block &body = function.getBody().front();
  if (failed(scheduleBlock(body)))
    return failure();
  Operation *exit = body.getTerminator();
  for (auto [i, value] : llvm::enumerate(exit->getOperands())) {
    uint32_t result = newBuffer(bytesOf(value));
    program.buffers[result].space = runtime::SlotSpace::Result;
    program.buffers[result].offset = i;
    addCopy(bufferOf(value), result, exit);
  }
  addStep(StepKind::End, exit);
  return std::move(program);
}

} // namespace shardwright::lower
