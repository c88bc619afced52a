#include "lib/Estimate/Congruence.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::estimate {
namespace {

/// What a key begins with where no operation's name does.
enum Tag : uintptr_t { kArgument = 1, kCarried, kTrial, kElement, kStack, kLoopResult, kManual, kReshape };

/// Which loop it is takes a second walk over its body, and so for each loop around it.
constexpr size_t kMaxTrialDepth = 4;

uintptr_t wordOf(mlir::Type type) { return reinterpret_cast<uintptr_t>(type.getAsOpaquePointer()); }
uintptr_t wordOf(mlir::Attribute attribute) { return reinterpret_cast<uintptr_t>(attribute.getAsOpaquePointer()); }
uintptr_t wordOf(mlir::OperationName name) { return reinterpret_cast<uintptr_t>(name.getAsOpaquePointer()); }

/// Its own attributes, without those that other dialects hang on it.
mlir::DictionaryAttr attributesOf(mlir::Operation *op) {
  llvm::SmallVector<mlir::NamedAttribute> own;
  for (mlir::NamedAttribute attribute : op->getAttrDictionary())
    if (!attribute.getName().getValue().contains('.'))
      own.push_back(attribute);
  return mlir::DictionaryAttr::get(op->getContext(), own);
}

bool handsOn(mlir::Operation *op) {
  return llvm::isa<stablehlo::OptimizationBarrierOp, sharding::ConstraintOp, sharding::ReshardOp, sharding::BarrierOp>(
      op);
}

/// Its result is not a function of its operands.
bool isArbitrary(mlir::Operation *op) {
  auto hasSideEffect = op->getAttrOfType<mlir::BoolAttr>("has_side_effect");
  return llvm::isa<stablehlo::RngOp>(op) || (hasSideEffect && hasSideEffect.getValue());
}

/// Only dimensions of size 1 come or go.
bool isReshape(mlir::Operation *op) {
  if (llvm::isa<stablehlo::ReshapeOp>(op))
    return true;
  if (!llvm::isa<stablehlo::BroadcastInDimOp>(op))
    return false;
  auto from = llvm::cast<mlir::RankedTensorType>(op->getOperand(0).getType());
  auto to = llvm::cast<mlir::RankedTensorType>(op->getResult(0).getType());
  auto dims = llvm::cast<stablehlo::BroadcastInDimOp>(op).getBroadcastDimensions();
  return from.getNumElements() == to.getNumElements() && llvm::is_sorted(dims);
}

std::optional<int64_t> constantOf(mlir::Value value) {
  auto constant = value.getDefiningOp<stablehlo::ConstantOp>();
  auto elements = constant ? llvm::dyn_cast<mlir::DenseIntElementsAttr>(constant.getValue()) : nullptr;
  return elements && elements.isSplat() ? std::optional(elements.getSplatValue<llvm::APInt>().getSExtValue())
                                        : std::nullopt;
}

} // namespace

Congruence::Congruence(mlir::ModuleOp module, Visitor visit) : visit(std::move(visit)) {
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (!function.isExternal())
      number(function.getBody().front());
}

uint32_t Congruence::intern(Key key) {
  auto [it, isNew] = numbers.try_emplace(std::move(key), next);
  next += isNew;
  return it->second;
}

uint32_t Congruence::of(mlir::Value value) {
  auto [it, isNew] = values.try_emplace(value, next);
  next += isNew;
  return it->second;
}

void Congruence::number(mlir::Block &block) {
  for (mlir::Operation &op : block)
    number(&op);
}

void Congruence::number(mlir::Operation *op) {
  if (handsOn(op)) {
    for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
      values[result] = of(operand);
  } else if (llvm::isa<stablehlo::WhileOp>(op)) {
    numberLoop(op);
  } else if (isReshape(op)) {
    reshape(op);
  } else if (op->getNumResults()) {
    std::optional<uint32_t> element = elementOf(op);
    uint32_t first = element ? *element : isArbitrary(op) ? unique() : intern(keyOf(op));
    values[op->getResult(0)] = first;
    for (unsigned k = 1; k < op->getNumResults(); ++k)
      values[op->getResult(k)] = intern({kLoopResult, first, k});
  }
  if (op->getNumResults() && !isTrial)
    visit(op, of(op->getResult(0)));
}

Congruence::Key Congruence::keyOf(mlir::Operation *op) {
  Key key{wordOf(op->getName()), wordOf(attributesOf(op))};
  for (mlir::Type type : op->getResultTypes())
    key.push_back(wordOf(type));
  for (mlir::Value operand : op->getOperands())
    key.push_back(of(operand));
  bool isManual = llvm::isa<sharding::ManualOp>(op);
  for (mlir::Region &region : op->getRegions())
    for (mlir::Block &block : region) {
      for (mlir::BlockArgument argument : block.getArguments()) {
        unsigned k = argument.getArgNumber();
        values[argument] =
            isManual
                ? intern({kManual, of(op->getOperand(k)), wordOf(llvm::cast<sharding::ManualOp>(op).getInSpecs()[k])})
                : intern({kArgument, k, wordOf(argument.getType())});
      }
      number(block);
      for (mlir::Value yielded : block.getTerminator()->getOperands())
        key.push_back(of(yielded));
    }
  return key;
}

/// A reshape of a reshape is one, and none where the type is the first one's.
void Congruence::reshape(mlir::Operation *op) {
  uint32_t from = of(op->getOperand(0));
  mlir::Type type = op->getOperand(0).getType(), to = op->getResult(0).getType();
  if (auto before = reshaped.find(from); before != reshaped.end())
    std::tie(from, type) = before->second;
  uint32_t number = type == to ? from : intern({kReshape, from, wordOf(to)});
  if (type != to)
    reshaped.try_emplace(number, from, type);
  values[op->getResult(0)] = number;
}

void Congruence::numberLoop(mlir::Operation *loop) {
  std::optional<uint32_t> same;
  if (loops.size() < kMaxTrialDepth) {
    bool wasTrial = std::exchange(isTrial, true);
    numberLoopBody(loop, std::nullopt);
    isTrial = wasTrial;
    Key key{wordOf(loop->getName())};
    for (mlir::Value operand : loop->getOperands())
      key.push_back(of(operand));
    for (mlir::Region &region : loop->getRegions())
      for (mlir::Value yielded : region.front().getTerminator()->getOperands())
        key.push_back(of(yielded));
    same = intern(std::move(key));
  }
  numberLoopBody(loop, same ? *same : unique());
}

/// `as`: the loop's number; nothing while it is looked for.
void Congruence::numberLoopBody(mlir::Operation *loop, std::optional<uint32_t> as) {
  mlir::Block &condition = loop->getRegion(0).front(), &body = loop->getRegion(1).front();
  for (unsigned k = 0; k < loop->getNumOperands(); ++k) {
    bool isInvariant = body.getTerminator()->getOperand(k) == body.getArgument(k);
    uint32_t number = isInvariant ? of(loop->getOperand(k))
                      : as        ? intern({kCarried, *as, k})
                                  : intern({kTrial, loops.size(), k, wordOf(body.getArgument(k).getType())});
    values[condition.getArgument(k)] = values[body.getArgument(k)] = number;
  }
  loops.push_back({LoopIndex(loop), std::nullopt});
  number(condition);
  number(body);
  for (unsigned k = 0; k < loop->getNumOperands() && as; ++k) {
    mlir::Value yielded = body.getTerminator()->getOperand(k), carried = body.getArgument(k);
    uint32_t &result = values[loop->getResult(k)];
    if (yielded == carried) {
      result = of(loop->getOperand(k));
    } else if (std::optional<Stack> stack = stackOf(yielded, carried)) {
      result = intern({kStack, stack->update, static_cast<uintptr_t>(stack->dim), wordOf(carried.getType())});
      stacks.try_emplace(result, *stack);
    } else {
      result = intern({kLoopResult, *as, k});
    }
  }
  loops.pop_back();
}

/// Whether `slice` is one element of `stacked` along a dimension, and whole along all others, and the innermost loop
/// goes through all of them, in the order in which it goes through its other stacks.
bool Congruence::isSliceOfAll(mlir::Value stacked, mlir::Value slice, mlir::ValueRange starts, int64_t &dim) {
  auto whole = llvm::cast<mlir::RankedTensorType>(stacked.getType());
  auto part = llvm::cast<mlir::RankedTensorType>(slice.getType());
  if (loops.empty() || !whole.hasStaticShape() || !part.hasStaticShape())
    return false;
  std::optional<int64_t> found;
  for (int64_t d = 0; d < whole.getRank(); ++d) {
    if (constantOf(starts[static_cast<size_t>(d)]) == 0 && part.getDimSize(d) == whole.getDimSize(d))
      continue;
    if (found || part.getDimSize(d) != 1)
      return false;
    found = d;
  }
  if (!found)
    return false;
  dim = *found;
  Loop &loop = loops.back();
  std::optional<LoopIndex::Affine> order = loop.index.affine(starts[static_cast<size_t>(dim)]);
  int64_t length = whole.getDimSize(dim);
  bool isAll = order && loop.index.trips() == length &&
               (*order == LoopIndex::Affine{1, 0} || *order == LoopIndex::Affine{-1, length - 1});
  if (isAll && !loop.order)
    loop.order = order;
  return isAll && *loop.order == *order;
}

std::optional<uint32_t> Congruence::elementOf(mlir::Operation *op) {
  auto slice = llvm::dyn_cast<stablehlo::DynamicSliceOp>(op);
  int64_t dim = 0;
  if (!slice || !isSliceOfAll(slice.getOperand(), slice.getResult(), slice.getStartIndices(), dim))
    return std::nullopt;
  uint32_t stacked = of(slice.getOperand());
  if (auto stack = stacks.find(stacked); stack != stacks.end() && stack->second.dim == dim)
    return stack->second.update;
  return intern({kElement, stacked, static_cast<uintptr_t>(dim)});
}

/// Where the body writes every slice of a loop-carried value once.
std::optional<Congruence::Stack> Congruence::stackOf(mlir::Value yielded, mlir::Value carried) {
  auto update = yielded.getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
  int64_t dim = 0;
  if (!update || update.getOperand() != carried ||
      !isSliceOfAll(carried, update.getUpdate(), update.getStartIndices(), dim))
    return std::nullopt;
  return Stack{of(update.getUpdate()), dim};
}

} // namespace shardwright::estimate
