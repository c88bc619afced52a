#ifndef LIB_DRIVER_INTERPRETERTIME_H
#define LIB_DRIVER_INTERPRETERTIME_H

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::driver {

/// How long the reference interpreter takes for @main of an imported program: scalar operations counted over static
/// shapes and trip counts, at the rates of one core of a server of 2020. Good to a factor of three.
struct InterpreterTime {
  double seconds = 0;
  /// Some loop's trip count is not known before it runs: it counts once.
  bool unknownTripCounts = false;
};
InterpreterTime estimateInterpreterTime(mlir::ModuleOp module);

} // namespace shardwright::driver

#endif // LIB_DRIVER_INTERPRETERTIME_H
