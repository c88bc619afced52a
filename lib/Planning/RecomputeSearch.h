#ifndef LIB_PLANNING_RECOMPUTESEARCH_H
#define LIB_PLANNING_RECOMPUTESEARCH_H

#include "lib/Planning/PlanSearch.h"
#include "passes/import/RecomputeActivations.h"

namespace shardwright::planning {

/// A plan, and which activations its program computes again.
struct RecomputingPlan {
  struct Recomputed {
    KeptActivations kept;
    RecomputedActivations amount;
  };
  PlanSearchResult found;                    ///< its name says it, too
  mlir::OwningOpRef<mlir::ModuleOp> program; ///< without its annotations
  std::optional<Recomputed> recomputed;
  /// Where something is recomputed, the plan of the program that keeps everything, if there is one.
  std::optional<MeshPlan> keeping;
};

/// searchPlans() of a program, and where its plan does not fit in the memory limit, or a quicker one would with more
/// room, of the same program with more and more activations computed again: the quickest that fits; where none does,
/// that which holds least. Programs of which that would free little, or
/// far less than is missing, are not looked at. Errors: of searchPlans().
absl::StatusOr<RecomputingPlan> searchRecomputingPlans(mlir::ModuleOp imported, const PlanSearchOptions &options);

} // namespace shardwright::planning

#endif // LIB_PLANNING_RECOMPUTESEARCH_H
