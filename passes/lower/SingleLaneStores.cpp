#include "passes/lower/SingleLaneStores.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace shardwright::lower {

/// The only lane that a constant mask has on; nothing where there is none, are several or one that is not known.
static std::optional<unsigned> onlyLane(const llvm::Value *mask) {
  const auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  const auto *type = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType());
  if (!constant || !type)
    return std::nullopt;
  std::optional<unsigned> only;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    const llvm::Constant *isOn = constant->getAggregateElement(lane);
    if (isOn && (isOn->isNullValue() || llvm::isa<llvm::UndefValue>(isOn)))
      continue;
    if (only || !isOn || !isOn->isOneValue())
      return std::nullopt;
    only = lane;
  }
  return only;
}

void storeSingleLanes(llvm::Module &module) {
  llvm::SmallVector<std::pair<llvm::IntrinsicInst *, unsigned>> stores;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          call && call->getIntrinsicID() == llvm::Intrinsic::masked_store)
        if (std::optional<unsigned> lane = onlyLane(call->getArgOperand(2)))
          stores.push_back({call, *lane});
  for (auto [call, lane] : stores) {
    llvm::IRBuilder<> b(call);
    llvm::Value *element = b.CreateExtractElement(call->getArgOperand(0), lane);
    llvm::Value *place = b.CreateConstInBoundsGEP1_64(element->getType(), call->getArgOperand(1), lane);
    // The first lane's alignment says nothing of the others'.
    b.CreateAlignedStore(element, place, llvm::Align(1));
    call->eraseFromParent();
  }
}

} // namespace shardwright::lower
