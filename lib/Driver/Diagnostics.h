#ifndef LIB_DRIVER_DIAGNOSTICS_H
#define LIB_DRIVER_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace shardwright::driver {

/// Prints every diagnostic of a context on stderr, in colour on a terminal: `file:line:col: error: message`, the line
/// of source with a caret where the file can be read, and its notes behind it in the same form.
class Diagnostics {
public:
  explicit Diagnostics(mlir::MLIRContext &context);
  /// Errors printed so far.
  int errors() const { return errors_; }

private:
  void print(mlir::Diagnostic &diagnostic);
  /// Line `number` of a file, from 1; empty where there is none.
  llvm::StringRef sourceLine(llvm::StringRef path, unsigned number);

  int errors_ = 0;
  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> files_; ///< null: cannot be read
  mlir::ScopedDiagnosticHandler handler_;
};

} // namespace shardwright::driver

#endif // LIB_DRIVER_DIAGNOSTICS_H
