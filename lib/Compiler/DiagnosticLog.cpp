#include "lib/Compiler/DiagnosticLog.h"

#include "passes/common/Places.h"

#include "absl/strings/cord.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace shardwright::compiler {
namespace {

/// The payload of a status that was reported.
constexpr absl::string_view kDiagnosed = "shardwright/diagnosed";

Severity severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return Severity::Error;
  case mlir::DiagnosticSeverity::Warning:
    return Severity::Warning;
  case mlir::DiagnosticSeverity::Remark:
    return Severity::Remark;
  case mlir::DiagnosticSeverity::Note:
    return Severity::Note;
  }
  return Severity::Error;
}

Diagnostic valueOf(mlir::Diagnostic &from) {
  Diagnostic to;
  to.severity = severityOf(from.getSeverity());
  to.message = from.str();
  if (mlir::FileLineColLoc place = filePlaceOf(from.getLocation())) {
    to.file = place.getFilename().str();
    to.line = place.getLine();
    to.column = place.getColumn();
  }
  for (mlir::Diagnostic &note : from.getNotes())
    to.notes.push_back(valueOf(note));
  return to;
}

} // namespace

const char *name(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  case Severity::Note:
    return "note";
  }
  return "";
}

std::string Diagnostic::place() const {
  return file.empty() ? "" : file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

std::string Diagnostic::text() const {
  std::string text = place() + (file.empty() ? "" : ": ") + name(severity) + ": " + message;
  for (const Diagnostic &note : notes)
    text += "\n" + note.text();
  return text;
}

bool wasDiagnosed(const absl::Status &status) { return status.GetPayload(kDiagnosed).has_value(); }

DiagnosticLog::DiagnosticLog(mlir::MLIRContext &context, std::shared_ptr<const Environment> of)
    : environment(std::move(of)), handler(&context, [this](mlir::Diagnostic &said) {
        diagnostics.push_back(valueOf(said));
        numErrors += diagnostics.back().severity == Severity::Error;
        if (environment->handlers().diagnostic)
          environment->handlers().diagnostic(diagnostics.back());
        return mlir::success();
      }) {}

absl::Status DiagnosticLog::complete(absl::Status status) const {
  if (status.ok() || !status.message().empty())
    return status;
  std::string text = "the program is refused";
  for (const Diagnostic &diagnostic : diagnostics)
    if (diagnostic.severity == Severity::Error) {
      text = diagnostic.text();
      break;
    }
  absl::Status completed(status.code(), text);
  completed.SetPayload(kDiagnosed, absl::Cord());
  return completed;
}

} // namespace shardwright::compiler
