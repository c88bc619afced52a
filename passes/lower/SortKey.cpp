#include "passes/lower/SortKey.h"

#include "dialects/interfaces/TensorType.h"

#include "dialects/stablehlo/ElementTypes.h"
#include "dialects/stablehlo/reduction/SortedDim.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Whether two values of a comparator are the same function, one of one side's arguments, one of the other's.
class Mirror {
public:
  Mirror(Block &body, bool firstOfLhs) : body(body), firstOfLhs(firstOfLhs) {}

  bool same(Value first, Value second) {
    if (!known.insert({first, second}).second)
      return true;
    if (auto a = dyn_cast<BlockArgument>(first)) {
      // Arguments are lhs0, rhs0, lhs1, rhs1, ...
      auto b = dyn_cast<BlockArgument>(second);
      return b && a.getOwner() == &body && b.getOwner() == &body && a.getArgNumber() % 2 == (firstOfLhs ? 0 : 1) &&
             b.getArgNumber() == (a.getArgNumber() ^ 1);
    }
    Operation *a = first.getDefiningOp(), *b = second.getDefiningOp();
    return b && a->getBlock() == &body && b->getBlock() == &body && a->getName() == b->getName() &&
           a->getAttrDictionary() == b->getAttrDictionary() && a->getResultTypes() == b->getResultTypes() &&
           cast<OpResult>(first).getResultNumber() == cast<OpResult>(second).getResultNumber() &&
           a->getNumRegions() == 0 && b->getNumRegions() == 0 && a->getNumOperands() == b->getNumOperands() &&
           llvm::all_of(llvm::zip(a->getOperands(), b->getOperands()),
                        [&](auto pair) { return same(std::get<0>(pair), std::get<1>(pair)); });
  }

private:
  Block &body;
  bool firstOfLhs;
  llvm::DenseSet<std::pair<Value, Value>> known;
};

} // namespace

/// Lines longer than this have positions that do not fit beside a key.
static constexpr int64_t kLongestLine = int64_t{1} << 31;

static int64_t lineLength(stablehlo::SortOp sort) {
  return tensorType(sort.getInputs().front()).getDimSize(stablehlo::sortedDim(sort));
}

static bool hasTotalOrder(stablehlo::CompareOp compare) {
  Type type = getElementTypeOrSelf(compare.getLhs().getType());
  if (stablehlo::isFloat(type))
    return compare.getCompareType() == stablehlo::ComparisonType::TOTALORDER &&
           llvm::is_contained({16u, 32u, 64u}, type.getIntOrFloatBitWidth());
  return type.isInteger() && llvm::is_contained({1u, 8u, 16u, 32u, 64u}, type.getIntOrFloatBitWidth());
}

std::optional<SortKey> sortKey(stablehlo::SortOp sort) {
  using stablehlo::ComparisonDirection;
  Block &body = sort.getComparator().front();
  auto compare = body.getTerminator()->getOperand(0).getDefiningOp<stablehlo::CompareOp>();
  if (!compare || !hasTotalOrder(compare) || lineLength(sort) >= kLongestLine)
    return std::nullopt;
  ComparisonDirection direction = compare.getComparisonDirection();
  if (direction != ComparisonDirection::LT && direction != ComparisonDirection::GT)
    return std::nullopt;
  for (bool ofLhs : {true, false})
    if (Mirror(body, ofLhs).same(compare.getLhs(), compare.getRhs()))
      return SortKey{compare.getLhs(), ofLhs, (direction == ComparisonDirection::GT) == ofLhs};
  return std::nullopt;
}

int64_t numWanted(stablehlo::SortOp sort) {
  int64_t dim = stablehlo::sortedDim(sort), wanted = 0;
  for (Operation *user : sort->getUsers()) {
    auto slice = dyn_cast<stablehlo::SliceOp>(user);
    wanted = std::max(wanted, slice ? slice.getLimitIndices()[dim] : lineLength(sort));
  }
  return wanted;
}

} // namespace shardwright::lower
