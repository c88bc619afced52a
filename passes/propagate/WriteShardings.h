#ifndef PASSES_PROPAGATE_WRITESHARDINGS_H
#define PASSES_PROPAGATE_WRITESHARDINGS_H

#include "passes/propagate/ProgramGraph.h"

namespace shardwright {

/// Writes what propagation found onto arguments, results and ops. `close`: every value gets its sharding, without open
/// dimensions and priorities; else only values that changed.
void writeShardings(mlir::func::FuncOp function, const ProgramGraph &program, const PropagationResult &result,
                    mlir::FlatSymbolRefAttr mesh, bool close);

/// The largest part of what propagation added to an argument or result of a function that splits it evenly and into
/// whole axes. What the author wrote stays, even or not.
Sharding withoutUnevenAdditions(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, const Sharding &written,
                                Sharding found);

} // namespace shardwright

#endif // PASSES_PROPAGATE_WRITESHARDINGS_H
