#include "lib/Driver/Diagnostics.h"

#include "passes/common/Places.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

static const char *severityName(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return "error: ";
  case mlir::DiagnosticSeverity::Warning:
    return "warning: ";
  case mlir::DiagnosticSeverity::Remark:
    return "remark: ";
  case mlir::DiagnosticSeverity::Note:
    return "note: ";
  }
  return "";
}

Diagnostics::Diagnostics(mlir::MLIRContext &context)
    : handler_(&context, [this](mlir::Diagnostic &diagnostic) {
        errors_ += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
        auto print = [](mlir::Diagnostic &each) {
          std::string place = placeOf(each.getLocation());
          llvm::errs() << place << (place.empty() ? "" : ": ") << severityName(each.getSeverity()) << each.str()
                       << "\n";
        };
        print(diagnostic);
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          print(note);
        return mlir::success();
      }) {}

} // namespace shardwright::driver
