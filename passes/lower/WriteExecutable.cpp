#include "passes/lower/WriteExecutable.h"

#include "passes/lower/EmitKernel.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/KernelIR.h"
#include "passes/lower/VirtualProgram.h"
#include "passes/lower/cuda/KernelWriter.h"

#include "dialects/sharding/ShardingOps.h"
#include "dialects/sharding/Shardings.h"
#include "shardwright/Sharding/Meaning.h"

#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using shardwright::runtime::StepKind;

namespace shardwright::lower {

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

namespace {

class ExecutableWriter {
public:
  ExecutableWriter(exec::ProgramOp program, ModuleOp kernelModule, const LoweringOptions &choices)
      : program(program), kernelModule(kernelModule), choices(choices), flat(flatten(program)) {
    if (choices.target.cuda())
      gpuKernels.emplace(kernelModule, e);
    if (FailureOr<Mesh> found = sharding::lookupMesh(program); succeeded(found))
      mesh = *found;
  }

  FailureOr<runtime::Executable> run() {
    e.debug.push_back({}); // of steps that no operation asked for
    if (failed(describeInterfaces(program, mesh, e)))
      return failure();
    addConstants();
    addKernels();
    e.arenaBytes = program.getArena().value_or(0);
    e.switches = flat.switches;
    for (const VirtualStep &step : flat.steps)
      if (failed(addStep(step)))
        return failure();
    if (gpuKernels)
      gpuKernels->dropParts();
    addLargest();
    return std::move(e);
  }

private:
  FailureOr<runtime::ElementType> elementType(Operation *op, Type type) {
    if (std::optional<runtime::ElementType> element = runtimeType(getElementTypeOrSelf(type)))
      return *element;
    op->emitError() << "'" << op->getName() << "' is of elements of type " << type << ", which the host cannot store";
    return failure();
  }
  static std::vector<int64_t> shapeOf(Type type) { return cast<RankedTensorType>(type).getShape().vec(); }

  void addConstants();
  void addKernels();
  LogicalResult addStep(const VirtualStep &from);
  FailureOr<uint32_t> indexOf(Operation *op, StepKind &kind);
  FailureOr<uint32_t> indexOf(exec::LaunchOp launch);
  uint32_t tripsOf(exec::WhileOp loop);
  bool isOwnProduct(Operation *op) const;
  FailureOr<uint32_t> addMatmul(exec::MatmulOp op);
  FailureOr<uint32_t> addCollective(exec::CollectiveOp op);
  FailureOr<uint32_t> addLibrary(exec::LibraryOp op);
  FailureOr<uint32_t> addCheck(exec::CheckOp op);
  uint32_t slotOf(uint32_t buffer);
  uint32_t debugOf(Operation *op);
  void addLargest();

  exec::ProgramOp program;
  ModuleOp kernelModule;
  const LoweringOptions &choices;
  const VirtualProgram flat;
  Mesh mesh;
  runtime::Executable e;
  llvm::DenseMap<Operation *, uint64_t> constants; ///< offsets
  struct Kernel {
    uint32_t index; ///< of those that are launched
    int64_t range;
  };
  llvm::StringMap<Kernel> kernels;
  std::optional<cuda::KernelWriter> gpuKernels; ///< where the target is a GPU
  llvm::DenseMap<uint32_t, uint32_t> slots;     ///< by buffer
  std::map<std::string, uint32_t> debugEntries;
};

void ExecutableWriter::addConstants() {
  std::map<std::string, uint64_t> known;
  for (auto constant : program.getBody().getOps<exec::ConstantOp>()) {
    std::string bytes = constantBytes(cast<DenseElementsAttr>(constant.getValue()));
    auto [it, isNew] = known.try_emplace(bytes, llvm::alignTo(e.constants.size(), runtime::alignmentOf(bytes.size())));
    if (isNew) {
      e.constants.resize(it->second);
      e.constants.insert(e.constants.end(), bytes.begin(), bytes.end());
    }
    constants[constant] = it->second;
  }
}

void ExecutableWriter::addKernels() {
  llvm::StringMap<bool> isLaunched; // of what runs; the others are called by routines
  program.walk([&](Operation *op) {
    if (auto launch = dyn_cast<exec::LaunchOp>(op)) {
      if (!launch.getBeside()) // else it is part of a kernel of its own
        isLaunched[launch.getKernel()] = true;
    } else if (auto call = dyn_cast<exec::LibraryOp>(op); call && call.getKernel()) {
      isLaunched.try_emplace(*call.getKernel(), false);
    }
  });
  for (auto kernel : program->getParentOfType<ModuleOp>().getOps<exec::KernelOp>()) {
    auto use = isLaunched.find(kernel.getSymName());
    if (use == isLaunched.end())
      continue;
    int64_t range = 1;
    if (gpuKernels) {
      if (use->second)
        kernels[kernel.getSymName()] = {gpuKernels->add(kernel), range};
      continue;
    }
    if (kernelModule)
      range = emitKernel(kernelModule, kernel.getSymName(), readKernel(kernel),
                         {choices.vectors, choices.tiles, choices.target.traits.lanes, choices.target.traits.gathers});
    kernels[kernel.getSymName()] = {static_cast<uint32_t>(e.kernels.size()), range};
    if (use->second)
      e.kernels.push_back({kernel.getSymName().str(), range, 0, 0, 0});
  }
}

/// Whether it is a product that a kernel for GPUs computes, not a library.
bool ExecutableWriter::isOwnProduct(Operation *op) const {
  auto product = dyn_cast_or_null<exec::MatmulOp>(op);
  return product && gpuKernels && cuda::KernelWriter::isOwnProduct(product);
}

FailureOr<uint32_t> ExecutableWriter::addMatmul(exec::MatmulOp op) {
  if (op.getSizes().size() != 4)
    return op.emitOpError("has batches of batches, which only GPUs multiply: compile for cuda:sm_90 instead");
  runtime::Matmul m{};
  auto set = [&](runtime::ElementType &to, Type from) -> LogicalResult {
    FailureOr<runtime::ElementType> type = elementType(op, from);
    if (failed(type))
      return failure();
    to = *type;
    return success();
  };
  if (failed(set(m.lhsType, op.getLhsType())) || failed(set(m.rhsType, op.getRhsType())) ||
      failed(set(m.outType, op.getOutType())) ||
      (!op.mayBeTf32() && op.getLhsRounding() && failed(set(m.lhsRounding, *op.getLhsRounding()))) ||
      (!op.mayBeTf32() && op.getRhsRounding() && failed(set(m.rhsRounding, *op.getRhsRounding()))))
    return failure();
  m.mayBeTf32 = op.mayBeTf32();
  ArrayRef<int64_t> sizes = op.getSizes(), lhs = op.getLhsStrides(), rhs = op.getRhsStrides();
  std::tie(m.batch, m.m, m.n, m.k) = std::tie(sizes[0], sizes[1], sizes[2], sizes[3]);
  std::tie(m.lhsBatchStride, m.lhsMStride, m.lhsKStride) = std::tie(lhs[0], lhs[1], lhs[2]);
  std::tie(m.rhsBatchStride, m.rhsKStride, m.rhsNStride) = std::tie(rhs[0], rhs[1], rhs[2]);
  if (gpuKernels)
    m.kernel = gpuKernels->addProduct(op);
  e.matmuls.push_back(m);
  return static_cast<uint32_t>(e.matmuls.size() - 1);
}

/// By device, the one whose buffer it receives, or -1.
static std::vector<int64_t> sourcesOf(ArrayRef<int64_t> pairs, ArrayRef<std::vector<int64_t>> groups) {
  std::vector<int64_t> sources(groups.size() * groups.front().size(), -1);
  for (const std::vector<int64_t> &group : groups)
    for (size_t pair = 0; pair + 1 < pairs.size(); pair += 2)
      sources[group[pairs[pair + 1]]] = group[pairs[pair]];
  return sources;
}

FailureOr<uint32_t> ExecutableWriter::addCollective(exec::CollectiveOp op) {
  runtime::Collective collective{};
  collective.kind = op.getKind();
  collective.axes = axisDigits(mesh, op.getAxes().getValue());
  if (op.getReduction())
    collective.reduction = runtimeReduction(op.getReduction()->getValue());
  if (op.getSplitDim())
    collective.splitDim = static_cast<int64_t>(*op.getSplitDim());
  if (op.getGatherDim())
    collective.gatherDim = static_cast<int64_t>(*op.getGatherDim());
  const std::vector<std::vector<int64_t>> all = groups(mesh, op.getAxes().getValue());
  const auto members = static_cast<int64_t>(all.front().size());
  if (std::optional<ArrayRef<int64_t>> pairs = op.getPairs()) {
    for (int64_t member : *pairs)
      if (member < 0 || member >= members)
        return op.emitError() << "names member " << member << " of groups of " << members;
    collective.sources = sourcesOf(*pairs, all);
  }
  uint32_t first = e.collectives.size();
  for (auto [in, out] :
       llvm::zip_equal(op.getInTypes().getAsValueRange<TypeAttr>(), op.getOutTypes().getAsValueRange<TypeAttr>())) {
    FailureOr<runtime::ElementType> type = elementType(op, in);
    if (failed(type))
      return failure();
    collective.type = *type;
    collective.inShape = shapeOf(in);
    collective.outShape = shapeOf(out);
    collective.kernels.clear();
    if (gpuKernels && failed(gpuKernels->addExchange(op, getElementTypeOrSelf(in), members, collective)))
      return failure();
    e.collectives.push_back(collective);
  }
  return first;
}

FailureOr<uint32_t> ExecutableWriter::addLibrary(exec::LibraryOp op) {
  if (gpuKernels && op.getName() == "attention")
    return op.emitError() << "the " << op.getParameters().size() << " parameters of 'attention' are no form over its "
                          << op.getIns().size() << " inputs and " << op.getOuts().size()
                          << " outputs: take them from what --stop-after=lower writes";
  if (gpuKernels && op.getKernel()) // a GPU's, which the host's routines cannot call
    return op.emitError() << "'" << op.getName() << "' calls kernel '" << *op.getKernel()
                          << "', and is a routine that only hosts have: compile for a host instead of "
                          << choices.target.name();
  runtime::LibraryCall call;
  call.name = op.getName().str();
  call.parameters.assign(op.getParameters().begin(), op.getParameters().end());
  for (Type type : op.getTypes().getAsValueRange<TypeAttr>()) {
    FailureOr<runtime::ElementType> element = elementType(op, type);
    if (failed(element))
      return failure();
    call.types.push_back(*element);
    call.shapes.push_back(shapeOf(type));
  }
  if (std::optional<StringRef> kernel = op.getKernel()) {
    call.kernelSymbol = kernel->str();
    call.kernelRange = kernels.lookup(*kernel).range;
  }
  e.libraryCalls.push_back(std::move(call));
  return static_cast<uint32_t>(e.libraryCalls.size() - 1);
}

FailureOr<uint32_t> ExecutableWriter::addCheck(exec::CheckOp op) {
  runtime::Check check;
  FailureOr<runtime::ElementType> type = elementType(op, op.getType());
  if (failed(type))
    return failure();
  check.mode = static_cast<runtime::Check::Mode>(op.getMode());
  check.type = *type;
  check.shape = shapeOf(op.getType());
  if (op.getTolerance())
    check.tolerance = op.getTolerance()->convertToDouble();
  check.minUlp = op.getMinUlp().value_or(check.minUlp);
  check.maxUlp = op.getMaxUlp().value_or(check.maxUlp);
  e.checks.push_back(std::move(check));
  return static_cast<uint32_t>(e.checks.size() - 1);
}

/// Of the test of a loop: how often it runs, and 1, where that is known and the condition is good for nothing else.
uint32_t ExecutableWriter::tripsOf(exec::WhileOp loop) {
  std::optional<uint64_t> trips = loop.getTrips();
  if (!trips || *trips >= UINT32_MAX)
    return 0;
  llvm::DenseSet<uint32_t> written;
  auto isInCondition = [&](const VirtualStep &step) {
    return step.op && loop.getCondition().isAncestor(step.op->getParentRegion());
  };
  for (const VirtualStep &step : flat.steps)
    for (const BufferAccess &access : step.accesses)
      if (access.writes && isInCondition(step))
        written.insert(access.buffer);
  for (const VirtualStep &step : flat.steps)
    for (const BufferAccess &access : step.accesses)
      if (access.reads && step.op != loop && !isInCondition(step) && written.contains(access.buffer))
        return 0;
  return static_cast<uint32_t>(*trips) + 1;
}

FailureOr<uint32_t> ExecutableWriter::indexOf(exec::LaunchOp launch) {
  if (!launch.getBeside())
    return kernels.lookup(launch.getKernel()).index;
  if (!gpuKernels)
    return launch.emitOpError() << "runs " << launch.getKernels().size()
                                << " kernels at a time, which only GPUs do: compile for cuda:sm_90 instead";
  auto module = program->getParentOfType<ModuleOp>();
  return gpuKernels->addMerged(llvm::map_to_vector(
      launch.getKernels(), [&](FlatSymbolRefAttr name) { return module.lookupSymbol<exec::KernelOp>(name); }));
}

/// Adds what the step does to its table; where there is none, 0. On a GPU, routines that have a kernel become one, the
/// others are the host's.
FailureOr<uint32_t> ExecutableWriter::indexOf(Operation *op, StepKind &kind) {
  if (auto launch = dyn_cast<exec::LaunchOp>(op))
    return indexOf(launch);
  if (isOwnProduct(op)) {
    kind = StepKind::Kernel;
    return gpuKernels->addProduct(cast<exec::MatmulOp>(op));
  }
  if (auto product = dyn_cast<exec::MatmulOp>(op))
    return addMatmul(product);
  if (auto collective = dyn_cast<exec::CollectiveOp>(op))
    return addCollective(collective);
  if (auto call = dyn_cast<exec::LibraryOp>(op)) {
    std::optional<uint32_t> kernel = gpuKernels ? gpuKernels->addRoutine(call) : std::nullopt;
    if (!kernel)
      return addLibrary(call);
    kind = StepKind::Kernel;
    return *kernel;
  }
  if (auto check = dyn_cast<exec::CheckOp>(op))
    return addCheck(check);
  if (auto index = dyn_cast<exec::AxisIndexOp>(op)) {
    e.axisIndices.push_back(axisDigits(mesh, index.getAxes().getValue()));
    return static_cast<uint32_t>(e.axisIndices.size() - 1);
  }
  return 0;
}

uint32_t ExecutableWriter::slotOf(uint32_t number) {
  auto [it, isNew] = slots.try_emplace(number, e.slots.size());
  if (!isNew)
    return it->second;
  const VirtualBuffer &buffer = flat.buffers[number];
  runtime::Slot slot{buffer.space, static_cast<uint32_t>(buffer.number), 0, buffer.bytes};
  if (auto constant = dyn_cast<exec::ConstantOp>(buffer.op))
    slot.offset = constants.lookup(constant);
  if (auto temporary = dyn_cast<exec::BufferOp>(buffer.op)) {
    slot.offset = temporary.getOffset().value_or(0);
    if (Value block = temporary.getBlock()) {
      auto argument = block.getDefiningOp<exec::ArgumentOp>();
      slot.space = argument ? runtime::SlotSpace::Argument : runtime::SlotSpace::Result;
      slot.block = argument ? argument.getNumber() : block.getDefiningOp<exec::ResultOp>().getNumber();
    }
  }
  e.slots.push_back(slot);
  return it->second;
}

uint32_t ExecutableWriter::debugOf(Operation *op) {
  auto source = op->getAttrOfType<exec::SourceAttr>("source");
  if (!source)
    return 0;
  auto text = [](StringAttr attribute) { return attribute ? attribute.str() : std::string(); };
  runtime::DebugInfo info{source.getOp().str(), text(source.getPlace()), text(source.getCause())};
  auto [it, isNew] = debugEntries.try_emplace(info.op + "\n" + info.location + "\n" + info.cause, e.debug.size());
  if (isNew)
    e.debug.push_back(std::move(info));
  return it->second;
}

LogicalResult ExecutableWriter::addStep(const VirtualStep &from) {
  runtime::Step step{from.kind};
  if (from.kind == StepKind::Switch) {
    step.index = from.target;
  } else if (from.kind == StepKind::Wait) { // whose buffers are those of what it waits for
    step.target = from.target;
    step.debug = debugOf(from.op);
    step.firstSlot = e.stepSlots.size();
    e.steps.push_back(step);
    return success();
  } else {
    FailureOr<uint32_t> index = indexOf(from.op, step.kind);
    if (failed(index))
      return failure();
    step.index = *index;
    if (auto loop = dyn_cast<exec::WhileOp>(from.op); loop && from.kind == StepKind::JumpIfFalse)
      step.index = tripsOf(loop);
    step.target = from.target;
  }
  step.firstSlot = e.stepSlots.size();
  step.numSlots = from.accesses.size();
  step.debug = debugOf(from.op);
  for (const BufferAccess &access : from.accesses)
    e.stepSlots.push_back(slotOf(access.buffer));
  e.steps.push_back(step);
  return success();
}

void ExecutableWriter::addLargest() {
  ArrayRef<int64_t> words = program.getLargest().value_or(ArrayRef<int64_t>());
  if (words.size() < 2)
    return;
  e.largest.bytes = static_cast<uint64_t>(words[0]) + e.constants.size();
  e.largest.step = static_cast<uint32_t>(words[1]);
  for (size_t i = 2; i + 1 < words.size(); i += 2)
    if (auto slot = slots.find(static_cast<uint32_t>(words[i])); slot != slots.end())
      e.largest.buffers.push_back({slot->second, static_cast<uint32_t>(words[i + 1])});
}

} // namespace

FailureOr<runtime::Executable> writeExecutable(exec::ProgramOp program, ModuleOp kernels,
                                               const LoweringOptions &choices) {
  return ExecutableWriter(program, kernels, choices).run();
}

} // namespace shardwright::lower
