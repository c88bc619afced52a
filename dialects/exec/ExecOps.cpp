#include "dialects/exec/ExecOps.h"

#include "dialects/exec/KernelText.h"
#include "dialects/sharding/Shardings.h"

#include "mlir/IR/Builders.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardwright::exec {

using sharding::parseAxes;
using sharding::parseKind;
using sharding::parsePairs;
using sharding::printAxes;
using sharding::printKind;
using sharding::printPairs;

bool isBuffer(Operation *op) { return isa<ArgumentOp, ResultOp, BufferOp, ConstantOp>(op); }

uint64_t bytesOf(Value buffer) { return cast<BufferType>(buffer.getType()).getBytes(); }

//===--- assembly format directives ---===//

/// One of an enumeration's words.
template <typename Enum> static ParseResult parseWord(OpAsmParser &parser, Enum &word) {
  auto value = FieldParser<decltype(word.getValue())>::parse(parser);
  if (failed(value))
    return failure();
  word = Enum::get(parser.getContext(), *value);
  return success();
}

template <typename Enum> static void printWord(OpAsmPrinter &printer, Operation *, Enum word) {
  printer << word.getValue();
}

static ParseResult parseAccesses(OpAsmParser &parser, ArrayAttr &accesses) {
  llvm::SmallVector<Attribute> all;
  auto one = [&]() -> ParseResult {
    AccessAttr access;
    if (parseWord(parser, access))
      return failure();
    all.push_back(access);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one))
    return failure();
  accesses = parser.getBuilder().getArrayAttr(all);
  return success();
}

static void printAccesses(OpAsmPrinter &printer, Operation *, ArrayAttr accesses) {
  printer << "[";
  llvm::interleaveComma(accesses.getAsRange<AccessAttr>(), printer,
                        [&](AccessAttr access) { printer << access.getValue(); });
  printer << "]";
}

//===--- programs ---===//

static bool isStep(Operation *op) {
  return isa<LaunchOp, MatmulOp, CollectiveOp, WaitOp, LibraryOp, AxisIndexOp, CopyOp, CheckOp, WhileOp, IfOp,
             SwitchOp>(op);
}

/// Numbers count from 0 on.
template <typename Op> static LogicalResult verifyOrder(Block &body, StringRef what) {
  uint64_t expected = 0;
  for (Op op : body.getOps<Op>())
    if (op.getNumber() != expected++)
      return op.emitOpError() << "is number " << op.getNumber() << ", expected " << expected - 1 << ": " << what
                              << " are declared in order";
  return success();
}

LogicalResult ProgramOp::verify() {
  Block &body = getBody().front();
  if (failed(verifyOrder<ArgumentOp>(body, "arguments")) || failed(verifyOrder<ResultOp>(body, "results")))
    return failure();
  bool declares = true;
  for (Operation &op : body) {
    if (isBuffer(&op) && !declares)
      return op.emitOpError() << "declares a buffer behind the first step";
    declares = declares && isBuffer(&op);
  }
  WalkResult result = getBody().walk([&](Operation *op) {
    if (isStep(op) || (isBuffer(op) && op->getParentOp() == *this))
      return WalkResult::advance();
    op->emitOpError() << "is no step of a program";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult BufferOp::verify() {
  if (!getBlock())
    return success();
  if (!isa_and_nonnull<ArgumentOp, ResultOp>(getBlock().getDefiningOp()))
    return emitOpError() << "lies in what is neither an argument nor a result";
  if (!getOffset() || *getOffset() + bytesOf(getBuffer()) > bytesOf(getBlock()))
    return emitOpError() << "of " << bytesOf(getBuffer()) << " bytes does not lie within the " << bytesOf(getBlock())
                         << " bytes of the block that it is in";
  return success();
}

//===--- steps ---===//

void forEachAccess(Operation *step, llvm::function_ref<void(Operation *, Value, bool)> visit) {
  llvm::SmallVector<MemoryEffects::EffectInstance> effects;
  step->walk([&](MemoryEffectOpInterface inner) {
    effects.clear();
    inner.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects)
      visit(inner, effect.getValue(), isa<MemoryEffects::Write>(effect.getEffect()));
  });
}

/// What a kernel's buffer takes: an element is a whole number of bytes.
static uint64_t bytesOf(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.hasStaticShape() || !memref.getElementType().isIntOrFloat())
    return 0;
  return memref.getNumElements() * llvm::divideCeil(memref.getElementTypeBitWidth(), 8);
}

/// The kernel of that name; a diagnostic where there is none.
static KernelOp lookupKernel(Operation *op, FlatSymbolRefAttr name, SymbolTableCollection &symbols) {
  auto kernel = symbols.lookupNearestSymbolFrom<KernelOp>(op->getParentOfType<ModuleOp>(), name);
  if (!kernel)
    op->emitOpError() << "names " << name << ", and there is no kernel of that name";
  return kernel;
}

/// Pairs of these buffers.
static LogicalResult verifyShares(Operation *op, std::optional<llvm::ArrayRef<int64_t>> shares, ValueRange buffers) {
  for (int64_t buffer : shares.value_or(llvm::ArrayRef<int64_t>()))
    if (buffer < 0 || buffer >= static_cast<int64_t>(buffers.size()))
      return op->emitOpError() << "shares buffer " << buffer << " and has " << buffers.size();
  return success();
}

void LaunchOp::getEffects(llvm::SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (auto [operand, access] : llvm::zip_equal(getBuffersMutable(), getAccess().getAsRange<AccessAttr>())) {
    if (access.getValue() != Access::Write)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (access.getValue() != Access::Read)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

namespace {
/// Where a buffer lies: in a block (null: the arena), or, before it has a place, in one of its own.
struct BufferPlace {
  Value block;
  uint64_t begin, end;

  static BufferPlace of(Value value) {
    Operation *op = value.getDefiningOp();
    auto buffer = dyn_cast<BufferOp>(op);
    auto result = dyn_cast<ResultOp>(op);
    std::optional<uint64_t> offset = buffer ? buffer.getOffset() : result ? result.getOffset() : std::nullopt;
    const uint64_t begin = offset.value_or(0);
    return {!offset ? value : buffer ? buffer.getBlock() : Value(), begin, begin + bytesOf(value)};
  }
  bool meets(const BufferPlace &other) const { return block == other.block && begin < other.end && other.begin < end; }
};
} // namespace

llvm::SmallVector<FlatSymbolRefAttr> LaunchOp::getKernels() {
  llvm::SmallVector<FlatSymbolRefAttr> kernels = {getKernelAttr()};
  if (ArrayAttr beside = getBesideAttr())
    llvm::append_range(kernels, beside.getAsRange<FlatSymbolRefAttr>());
  return kernels;
}

LogicalResult LaunchOp::verify() {
  if (getAccess().size() != getBuffers().size())
    return emitOpError() << "says how " << getAccess().size() << " buffers are accessed and has "
                         << getBuffers().size();
  return verifyShares(*this, getShares(), getBuffers());
}

/// What one kernel of a launch writes, the others do not touch. `counts`: buffers of each.
static LogicalResult verifyBeside(LaunchOp op, llvm::ArrayRef<size_t> counts) {
  llvm::SmallVector<size_t> kernelOf;
  for (auto [kernel, count] : llvm::enumerate(counts))
    kernelOf.append(count, kernel);
  llvm::SmallVector<BufferPlace> places = llvm::map_to_vector(op.getBuffers(), BufferPlace::of);
  for (auto [i, access] : llvm::enumerate(op.getAccess().getAsRange<AccessAttr>()))
    for (size_t other = 0; access.getValue() != Access::Read && other != kernelOf.size(); ++other)
      if (kernelOf[other] != kernelOf[i] && places[i].meets(places[other]))
        return op.emitOpError() << "runs " << op.getKernels()[kernelOf[i]] << " beside "
                                << op.getKernels()[kernelOf[other]] << ", and buffer " << i
                                << ", which the one writes, is memory of buffer " << other
                                << ", which the other touches: launch one behind the other";
  return success();
}

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  llvm::SmallVector<size_t> counts;
  llvm::SmallVector<std::pair<Type, FlatSymbolRefAttr>> wanted;
  for (FlatSymbolRefAttr name : getKernels()) {
    KernelOp kernel = lookupKernel(*this, name, symbols);
    if (!kernel)
      return failure();
    const size_t before = wanted.size();
    for (BlockArgument argument : kernel.getBody().getArguments())
      if (!llvm::is_contained(kernel.getKept(), static_cast<int64_t>(argument.getArgNumber())))
        wanted.push_back({argument.getType(), name});
    counts.push_back(wanted.size() - before);
  }
  if (wanted.size() != getBuffers().size()) {
    InFlightDiagnostic error = emitOpError() << "gives " << getBuffers().size() << " buffers to " << getKernelAttr();
    if (counts.size() > 1)
      error << " and " << counts.size() - 1 << " beside it, which take ";
    else
      error << ", which takes ";
    return error << wanted.size();
  }
  for (auto [buffer, want] : llvm::zip_equal(getBuffers(), wanted))
    if (bytesOf(buffer) != bytesOf(want.first))
      return emitOpError() << "gives " << bytesOf(buffer) << " bytes for " << want.first << " of " << want.second
                           << ", which takes " << bytesOf(want.first);
  return counts.size() == 1 ? success() : verifyBeside(*this, counts);
}

LogicalResult MatmulOp::verify() {
  const size_t more = getSizes().size() == 5 ? 1 : 0; // batches of batches
  for (auto [name, numbers, count] : {std::tuple("strides of the left operand", getLhsStrides(), 3 + more),
                                      std::tuple("strides of the right operand", getRhsStrides(), 3 + more),
                                      std::tuple("sizes", getSizes(), 4 + more)})
    if (numbers.size() != count)
      return emitOpError() << "has " << numbers.size() << " " << name << ", expected " << count;
  for (auto [type, rounding] : {std::pair(getLhsType(), getLhsRounding()), {getRhsType(), getRhsRounding()}})
    if (rounding && (!type.isF32() || !(rounding->isBF16() || rounding->isF16() || rounding->isTF32())))
      return emitOpError() << "rounds " << type << " to " << *rounding << ", expected f32 to bf16, f16 or tf32";
  auto isTf32 = [](std::optional<Type> rounding) { return rounding && rounding->isTF32(); };
  if (isTf32(getLhsRounding()) != isTf32(getRhsRounding()))
    return emitOpError() << "rounds one operand to tf32, expected both";
  return success();
}

bool MatmulOp::mayBeTf32() { return getLhsRounding() && getLhsRounding()->isTF32(); }

/// What is started has one wait, and until then its buffers are its own.
static LogicalResult verifyStarted(CollectiveOp op) {
  Value event = op.getEvent();
  if (!event.hasOneUse())
    return op.emitOpError() << "is started, and " << std::distance(event.use_begin(), event.use_end())
                            << " steps wait for it, expected one";
  Operation *wait = *event.user_begin();
  if (wait->getBlock() != op->getBlock())
    return op.emitOpError() << "is started here, and the wait for it is not in the same sequence of steps";
  llvm::SmallVector<BufferPlace> ins = llvm::map_to_vector(op.getIns(), BufferPlace::of),
                                 outs = llvm::map_to_vector(op.getOuts(), BufferPlace::of);
  for (Operation *between = op->getNextNode(); between != wait; between = between->getNextNode()) {
    Operation *culprit = nullptr;
    forEachAccess(between, [&](Operation *step, Value buffer, bool writes) {
      const BufferPlace place = BufferPlace::of(buffer);
      auto meets = [&](const BufferPlace &other) { return place.meets(other); };
      if (llvm::any_of(outs, meets) || (writes && llvm::any_of(ins, meets)))
        culprit = step;
    });
    if (culprit)
      return op.emitOpError()
                 .append("goes on until it is waited for, and a step before that ", "uses its buffers")
                 .attachNote(culprit->getLoc())
             << "this step";
  }
  return success();
}

LogicalResult CollectiveOp::verify() {
  size_t count = getIns().size();
  if (count == 0 || getOuts().size() != count || getInTypes().size() != count || getOutTypes().size() != count)
    return emitOpError() << "takes " << count << " buffers of " << getInTypes().size() << " types into "
                         << getOuts().size() << " of " << getOutTypes().size() << ", expected as many of each";
  return getEvent() ? verifyStarted(*this) : success();
}

CollectiveOp WaitOp::getCollective() { return getEvent().getDefiningOp<CollectiveOp>(); }

LogicalResult CollectiveOp::verifySymbolUses(SymbolTableCollection &) {
  FlatSymbolRefAttr mesh = (*this)->getParentOfType<ProgramOp>().getMeshAttr();
  if (!mesh)
    return emitOpError() << "needs the mesh that its program is on";
  return sharding::verifyAxes(*this, mesh, getAxes().getValue());
}

LogicalResult LibraryOp::verifySymbolUses(SymbolTableCollection &symbols) {
  llvm::SmallVector<Value> buffers(getIns());
  llvm::append_range(buffers, getOuts());
  if (failed(verifyShares(*this, getShares(), buffers)))
    return failure();
  return success(!getKernelAttr() || lookupKernel(*this, getKernelAttr(), symbols));
}

//===--- kernels ---===//

LogicalResult KernelOp::verify() {
  auto numLoops = static_cast<int64_t>(getLoops().size());
  if (getOuter() > getLoops().size())
    return emitOpError() << "has " << getOuter() << " outer loops of " << numLoops;
  for (BlockArgument argument : getBody().getArguments())
    if (auto type = dyn_cast<MemRefType>(argument.getType()); !type || type.getRank() != 1 || !type.hasStaticShape())
      return emitOpError() << "has a buffer of type " << argument.getType()
                           << ", expected a memref of one dimension whose size is known";
  for (int64_t kept : getKept())
    if (kept < 0 || kept >= static_cast<int64_t>(getBody().getNumArguments()))
      return emitOpError() << "keeps buffer " << kept << " and has " << getBody().getNumArguments();
  auto verifyPlace = [&](Operation *op, llvm::ArrayRef<int64_t> words, size_t numTerms) -> LogicalResult {
    FailureOr<Place> place = Place::of(words, numTerms);
    if (failed(place))
      return op->emitOpError() << "has a place that is none for " << numTerms << " terms";
    for (auto [loop, coefficient] : place->loops)
      if (loop >= numLoops)
        return op->emitOpError() << "is at a place of loop l" << loop << " and the kernel has " << numLoops << " loops";
    return success();
  };
  for (Operation &op : getBody().front())
    if (!isa<NumberOp, IndexOp, LoadOp, ApplyOp, RunningOp, TotalOp, NestOp>(op))
      return op.emitOpError() << "is neither a value of a kernel nor a nest";
  WalkResult result = walk([&](Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op))
      return WalkResult(verifyPlace(op, load.getPlace(), load.getTerms().size()));
    if (auto store = dyn_cast<StoreOp>(op))
      return WalkResult(verifyPlace(op, store.getPlace(), store.getTerms().size()));
    if (auto index = dyn_cast<IndexOp>(op))
      return WalkResult(verifyPlace(op, index.getPlace(), index.getTerms().size()));
    if (auto nest = dyn_cast<NestOp>(op))
      for (int64_t loop : nest.getLoops())
        if (loop < 0 || loop >= numLoops) {
          nest.emitOpError() << "runs loop " << loop << " and the kernel has " << numLoops << " loops";
          return WalkResult::interrupt();
        }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace shardwright::exec

#define GET_OP_CLASSES
#include "dialects/exec/ExecOps.cpp.inc"
