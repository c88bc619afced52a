#ifndef SHARDWRIGHT_FUSION_KERNEL_H
#define SHARDWRIGHT_FUSION_KERNEL_H

#include "shardwright/Cost/Work.h"
#include "shardwright/Fusion/Fusion.h"

#include <utility>

namespace shardwright::fusion {

/// A kernel, without its code.
struct Kernel {
  cost::KernelWork work;
  llvm::SmallVector<ValueId, 8> reads, writes;
  /// Pairs (read, written) that may be one buffer, where nobody else needs what is read.
  llvm::SmallVector<std::pair<ValueId, ValueId>, 8> mayShare;
  /// The same, but where they may not, what is read is copied before.
  llvm::SmallVector<std::pair<ValueId, ValueId>, 1> shouldShare;
};

/// The kernel of some roots with all that is inlined into them: an inlined operation is computed once at each point
/// where it is needed, what several members read is loaded once. `group`: its members; none: of `root` alone. Linear in
/// uses.
Kernel kernelOf(const OpGraph &graph, const Inlined &inlined, NodeId root, llvm::ArrayRef<Group::Member> group = {});

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_KERNEL_H
