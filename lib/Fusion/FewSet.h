#ifndef LIB_FUSION_FEWSET_H
#define LIB_FUSION_FEWSET_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace shardwright::fusion {

/// A set of what is most often a few: looked through one by one, and hashed only when there are more.
template <typename T> using FewSet = llvm::SetVector<T, llvm::SmallVector<T, 16>, llvm::DenseSet<T>, 16>;

} // namespace shardwright::fusion

#endif // LIB_FUSION_FEWSET_H
