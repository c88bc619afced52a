#include "passes/common/OpClasses.h"

#include "dialects/sharding/Shardings.h"

#include "mlir/IR/OperationSupport.h"

using namespace mlir;

namespace shardwright {

static constexpr auto kFlags =
    OperationEquivalence::Flags::IgnoreLocations | OperationEquivalence::Flags::IgnoreDiscardableAttrs;

size_t OpClasses::classOf(Operation *op) { return classes.try_emplace(op, classes.size()).first->second; }

unsigned OpClasses::Alike::getHashValue(Operation *op) {
  llvm::hash_code hash = OperationEquivalence::computeHash(op, OperationEquivalence::ignoreHashValue,
                                                           OperationEquivalence::ignoreHashValue, kFlags);
  for (Type type : op->getOperandTypes())
    hash = llvm::hash_combine(hash, type);
  return hash;
}

bool OpClasses::Alike::isEqual(Operation *lhs, Operation *rhs) {
  if (lhs == rhs)
    return true;
  for (Operation *op : {lhs, rhs})
    if (op == getEmptyKey() || op == getTombstoneKey())
      return false;
  if (lhs->getNumRegions() != rhs->getNumRegions() ||
      lhs->getAttr(sharding::kRuleAttr) != rhs->getAttr(sharding::kRuleAttr) ||
      lhs->getOperandTypes() != rhs->getOperandTypes())
    return false;
  // Which values go in makes no difference, but within a region it does.
  for (auto [a, b] : llvm::zip(lhs->getRegions(), rhs->getRegions()))
    if (!OperationEquivalence::isRegionEquivalentTo(&a, &b, kFlags))
      return false;
  return OperationEquivalence::isEquivalentTo(lhs, rhs, OperationEquivalence::ignoreValueEquivalence, nullptr, kFlags);
}

} // namespace shardwright
