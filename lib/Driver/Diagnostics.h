#ifndef LIB_DRIVER_DIAGNOSTICS_H
#define LIB_DRIVER_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"

namespace shardwright::driver {

/// Prints every diagnostic of a context on stderr, one line each: `file:line:col: error: message`, its notes behind it.
class Diagnostics {
public:
  explicit Diagnostics(mlir::MLIRContext &context);
  /// Errors printed so far.
  int errors() const { return errors_; }

private:
  int errors_ = 0;
  mlir::ScopedDiagnosticHandler handler_;
};

} // namespace shardwright::driver

#endif // LIB_DRIVER_DIAGNOSTICS_H
