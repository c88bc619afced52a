#include "lib/Planning/PlacedProgram.h"

#include "shardwright/Evaluate/ChoosePlan.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace shardwright::planning {

FailureOr<PlacedProgram> place(ModuleOp imported, const Annotations &annotations, const CostModel &costs,
                               ReshardCache &reshards, const PartitionOptions &choices) {
  AnnotatedProgram annotated = annotate(imported, annotations);
  FailureOr<OpenProgram> open = OpenProgram::create(*annotated.module, costs, choices);
  if (failed(open))
    return failure();
  PlacementPlan plan = choosePlan(costs, open->program(), reshards);
  absl::StatusOr<Evaluation> evaluation = evaluate(open->program(), plan, costs, reshards);
  if (!evaluation.ok())
    return emitError(imported.getLoc(), std::string(evaluation.status().message()));
  return PlacedProgram{std::move(annotated), std::move(*open), std::move(plan), *std::move(evaluation)};
}

} // namespace shardwright::planning
