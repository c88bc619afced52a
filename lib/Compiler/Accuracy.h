#ifndef LIB_COMPILER_ACCURACY_H
#define LIB_COMPILER_ACCURACY_H

#include "shardwright/Runtime/Executable.h"

#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace shardwright::compiler {

/// How far each result of @main may be from what another evaluation gives: a dataflow from the arguments to the results
/// that takes the coarsest type on the way and the longest sum, loops unrolled where their trip count is known. For the
/// global program; linear in its size.
std::vector<runtime::Accuracy> resultAccuracies(mlir::ModuleOp module);

/// Takes results of floats to be no better than tf32 where a product of the lowered program may be of that: any result
/// may come from it.
void allowForTf32(mlir::ModuleOp lowered, std::vector<runtime::Accuracy> &results);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_ACCURACY_H
