#include "lib/Driver/Diagnostics.h"

#include "mlir/IR/Location.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

std::string placeOf(mlir::Location location) {
  std::string text;
  location->walk([&](mlir::Location part) {
    auto file = llvm::dyn_cast<mlir::FileLineColLoc>(part);
    if (!file)
      return mlir::WalkResult::advance();
    text = file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn());
    return mlir::WalkResult::interrupt();
  });
  return text;
}

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
