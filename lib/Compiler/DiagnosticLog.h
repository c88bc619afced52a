#ifndef LIB_COMPILER_DIAGNOSTICLOG_H
#define LIB_COMPILER_DIAGNOSTICLOG_H

#include "lib/Compiler/Environment.h"

#include "mlir/IR/Diagnostics.h"

#include <memory>
#include <string>
#include <vector>

namespace shardwright::compiler {

/// Keeps what is said in a context, and hands it on.
class DiagnosticLog {
public:
  DiagnosticLog(mlir::MLIRContext &context, std::shared_ptr<const Environment> environment);

  const std::vector<Diagnostic> &all() const { return diagnostics; }
  /// So far.
  int errors() const { return numErrors; }
  /// A status whose message is empty because its reason was reported here, with the text of the first error; any other
  /// as it is.
  absl::Status complete(absl::Status status) const;

private:
  const std::shared_ptr<const Environment> environment;
  std::vector<Diagnostic> diagnostics;
  int numErrors = 0;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace shardwright::compiler

#endif // LIB_COMPILER_DIAGNOSTICLOG_H
