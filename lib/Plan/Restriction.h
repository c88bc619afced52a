#ifndef LIB_PLAN_RESTRICTION_H
#define LIB_PLAN_RESTRICTION_H

#include "lib/Plan/Model.h"

namespace shardwright::plan {

/// A model with fewer choices, and where in the other model it comes from. Nodes with one choice left are decided. Rows
/// stay.
struct Restriction {
  Model model;
  std::vector<uint32_t> nodes;                ///< by node, that of the other model
  std::vector<std::vector<uint32_t>> choices; ///< by node and choice, likewise
  std::vector<uint32_t> edges;                ///< by edge, likewise

  /// Choices of the other model as those here; `instead`, of the other model and kept, where one is gone.
  std::vector<uint32_t> from(llvm::ArrayRef<uint32_t> others, llvm::ArrayRef<uint32_t> instead) const;
};

/// `isKept`: by choice of the model; at least one of each node.
Restriction restrict(const Model &model, const std::vector<bool> &isKept);

} // namespace shardwright::plan

#endif // LIB_PLAN_RESTRICTION_H
