#include "passes/lower/SplitMaskedAccesses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <numeric>

namespace shardwright::lower {
namespace {

using Builder = llvm::IRBuilder<>;

/// Lanes `begin` to `begin + count`; constants stay constants.
llvm::Value *slice(Builder &b, llvm::Value *vector, unsigned begin, unsigned count) {
  llvm::SmallVector<int, 16> lanes(count);
  std::iota(lanes.begin(), lanes.end(), begin);
  return b.CreateShuffleVector(vector, lanes);
}

bool isOff(llvm::Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  return constant && constant->isNullValue();
}
bool isOn(llvm::Value *mask) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(mask);
  return constant && constant->isAllOnesValue();
}

/// The same of a mask, whose parts may be known where the whole is not.
llvm::Value *sliceMask(Builder &b, llvm::Value *mask, unsigned begin, unsigned count) {
  auto *both = llvm::dyn_cast<llvm::BinaryOperator>(mask);
  if (!both || both->getOpcode() != llvm::Instruction::And)
    return slice(b, mask, begin, count);
  llvm::Value *lhs = sliceMask(b, both->getOperand(0), begin, count);
  llvm::Value *rhs = sliceMask(b, both->getOperand(1), begin, count);
  if (isOff(lhs) || isOn(rhs))
    return lhs;
  return isOff(rhs) || isOn(lhs) ? rhs : b.CreateAnd(lhs, rhs);
}

class Splitter {
public:
  Splitter(llvm::IntrinsicInst *access, unsigned count)
      : access(access), b(access), isLoad(access->getIntrinsicID() == llvm::Intrinsic::masked_load), count(count) {}

  static llvm::FixedVectorType *typeOf(llvm::IntrinsicInst *access) {
    bool isLoad = access->getIntrinsicID() == llvm::Intrinsic::masked_load;
    return llvm::dyn_cast<llvm::FixedVectorType>(isLoad ? access->getType() : access->getArgOperand(0)->getType());
  }

  void run() {
    llvm::FixedVectorType *type = typeOf(access);
    llvm::SmallVector<llvm::Value *, 4> pieces;
    for (unsigned begin = 0; begin < type->getNumElements(); begin += count)
      pieces.push_back(piece(type, begin));
    if (isLoad)
      access->replaceAllUsesWith(join(pieces));
    access->eraseFromParent();
  }

private:
  /// What a load's lanes become; nothing of a store.
  llvm::Value *piece(llvm::FixedVectorType *type, unsigned begin) {
    llvm::Type *element = type->getElementType();
    unsigned pointer = isLoad ? 0 : 1;
    llvm::Value *place = b.CreateConstInBoundsGEP1_64(element, access->getArgOperand(pointer), begin);
    llvm::Align align = llvm::commonAlignment(access->getParamAlign(pointer).valueOrOne(),
                                              begin * (element->getPrimitiveSizeInBits() / 8));
    llvm::Value *mask = sliceMask(b, access->getArgOperand(isLoad ? 1 : 2), begin, count);
    llvm::Value *lanes = slice(b, access->getArgOperand(isLoad ? 2 : 0), begin, count);
    if (isOff(mask))
      return lanes;
    if (isLoad)
      return isOn(mask) ? static_cast<llvm::Value *>(b.CreateAlignedLoad(lanes->getType(), place, align))
                        : b.CreateMaskedLoad(lanes->getType(), place, align, mask, lanes);
    if (isOn(mask))
      b.CreateAlignedStore(lanes, place, align);
    else
      b.CreateMaskedStore(lanes, place, align, mask);
    return nullptr;
  }

  llvm::Value *join(llvm::SmallVector<llvm::Value *, 4> pieces) {
    for (unsigned lanes = count; pieces.size() > 1; lanes *= 2) {
      llvm::SmallVector<int, 32> all(2 * lanes);
      std::iota(all.begin(), all.end(), 0);
      for (size_t i = 0; i < pieces.size() / 2; ++i)
        pieces[i] = b.CreateShuffleVector(pieces[2 * i], pieces[2 * i + 1], all);
      pieces.resize(pieces.size() / 2);
    }
    return pieces.front();
  }

  llvm::IntrinsicInst *access;
  Builder b;
  bool isLoad;
  unsigned count;
};

} // namespace

void splitMaskedAccesses(llvm::Module &module, unsigned registerBits) {
  llvm::SmallVector<std::pair<llvm::IntrinsicInst *, unsigned>> accesses;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!call || (call->getIntrinsicID() != llvm::Intrinsic::masked_load &&
                    call->getIntrinsicID() != llvm::Intrinsic::masked_store))
        continue;
      llvm::FixedVectorType *type = Splitter::typeOf(call);
      unsigned bits = type ? type->getElementType()->getPrimitiveSizeInBits() : 0;
      bool isSplit =
          bits >= 32 && type->getNumElements() * bits > registerBits && llvm::isPowerOf2_32(type->getNumElements());
      if (isSplit)
        accesses.push_back({call, registerBits / bits});
    }
  for (auto [call, count] : accesses)
    Splitter(call, count).run();
}

} // namespace shardwright::lower
