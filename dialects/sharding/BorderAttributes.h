#ifndef DIALECTS_SHARDING_BORDERATTRIBUTES_H
#define DIALECTS_SHARDING_BORDERATTRIBUTES_H

#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace shardwright::sharding {

/// The attributes of a function's arguments and results, edited together. The function keeps one array for all its
/// arguments, which every single change would write anew: a model with thousands of parameters feels that.
struct BorderAttributes {
  explicit BorderAttributes(mlir::FunctionOpInterface function);
  /// Gives the function these instead of its own.
  void writeTo(mlir::FunctionOpInterface function) const;

  llvm::SmallVector<mlir::NamedAttrList, 0> arguments, results;
};

} // namespace shardwright::sharding

#endif // DIALECTS_SHARDING_BORDERATTRIBUTES_H
