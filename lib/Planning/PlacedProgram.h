#ifndef LIB_PLANNING_PLACEDPROGRAM_H
#define LIB_PLANNING_PLACEDPROGRAM_H

#include "lib/Planning/Annotate.h"
#include "shardwright/Evaluate/Evaluate.h"

namespace shardwright::planning {

/// What partitioning chooses for a program with annotations, and what its step takes then, without making it.
struct PlacedProgram {
  AnnotatedProgram annotated;
  OpenProgram open;
  PlacementPlan plan;
  Evaluation evaluation;
};

/// Of an imported program with a mesh. `reshards`: of that model. Fails, with a diagnostic, where the program cannot be
/// partitioned.
mlir::FailureOr<PlacedProgram> place(mlir::ModuleOp imported, const Annotations &annotations, const CostModel &costs,
                                     ReshardCache &reshards, const PartitionOptions &choices);

} // namespace shardwright::planning

#endif // LIB_PLANNING_PLACEDPROGRAM_H
