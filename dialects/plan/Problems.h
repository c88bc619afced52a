#ifndef DIALECTS_PLAN_PROBLEMS_H
#define DIALECTS_PLAN_PROBLEMS_H

#include "dialects/plan/PlanOps.h"
#include "shardwright/Plan/Problem.h"

#include "mlir/IR/Builders.h"

namespace shardwright::plan {

/// The problem that a verified op holds; it passes check(). Nodes and edges are numbered in their order.
Problem problemOf(ProblemOp op);

/// The inverse, for a problem that passes check(). What is left out of the text when it says nothing: usages of 0, the
/// interval of 0 to 0, an empty name.
ProblemOp buildProblem(mlir::OpBuilder &builder, mlir::Location location, const Problem &problem);

} // namespace shardwright::plan

#endif // DIALECTS_PLAN_PROBLEMS_H
