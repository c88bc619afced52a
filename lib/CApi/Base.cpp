#include "shardwright-c/Base.h"

#include "lib/CApi/Handles.h"
#include "shardwright/Runtime/Version.h"

using namespace shardwright;

SwDiagnostic::SwDiagnostic(compiler::Diagnostic diagnostic) : said(std::move(diagnostic)), text(said.text()) {
  for (const compiler::Diagnostic &note : said.notes)
    notes.emplace_back(note);
}

namespace shardwright::capi {
namespace {

SwStatus &memoryStatus() {
  static SwStatus status{SW_RESOURCE_EXHAUSTED, "out of memory", {}};
  return status;
}

} // namespace

SwStatus *toC(const absl::Status &status, const Diagnostics &diagnostics) {
  if (status.ok())
    return nullptr;
  auto *made = new SwStatus{static_cast<SwCode>(status.code()), std::string(status.message()), {}};
  for (const compiler::Diagnostic &diagnostic : diagnostics)
    made->diagnostics.emplace_back(diagnostic);
  return made;
}

SwStatus *outOfMemory() { return &memoryStatus(); }

absl::Status checkRequired(const char *function, std::initializer_list<Required> arguments) {
  for (const Required &argument : arguments)
    if (!argument.pointer)
      return absl::InvalidArgumentError(std::string(function) + ": argument '" + argument.name + "' is null");
  return absl::OkStatus();
}

} // namespace shardwright::capi

uint32_t swApiVersion(void) { return SW_API_VERSION; }

const char *swVersion(void) {
  static const std::string text = runtime::version();
  return text.c_str();
}

const char *swStringData(const SwString *string) { return string ? string->text.c_str() : ""; }
size_t swStringSize(const SwString *string) { return string ? string->text.size() : 0; }
void swStringDestroy(SwString *string) { delete string; }

SwSeverity swDiagnosticSeverity(const SwDiagnostic *diagnostic) {
  return diagnostic ? static_cast<SwSeverity>(diagnostic->said.severity) : SW_ERROR;
}
const char *swDiagnosticFile(const SwDiagnostic *diagnostic) { return diagnostic ? diagnostic->said.file.c_str() : ""; }
int64_t swDiagnosticLine(const SwDiagnostic *diagnostic) { return diagnostic ? diagnostic->said.line : 0; }
int64_t swDiagnosticColumn(const SwDiagnostic *diagnostic) { return diagnostic ? diagnostic->said.column : 0; }
const char *swDiagnosticMessage(const SwDiagnostic *diagnostic) {
  return diagnostic ? diagnostic->said.message.c_str() : "";
}
const char *swDiagnosticText(const SwDiagnostic *diagnostic) { return diagnostic ? diagnostic->text.c_str() : ""; }
size_t swDiagnosticNumNotes(const SwDiagnostic *diagnostic) { return diagnostic ? diagnostic->notes.size() : 0; }
const SwDiagnostic *swDiagnosticNote(const SwDiagnostic *diagnostic, size_t note) {
  return note < swDiagnosticNumNotes(diagnostic) ? &diagnostic->notes[note] : nullptr;
}

SwCode swStatusCode(const SwStatus *status) { return status ? status->code : SW_OK; }
const char *swStatusMessage(const SwStatus *status) { return status ? status->message.c_str() : ""; }
size_t swStatusNumDiagnostics(const SwStatus *status) { return status ? status->diagnostics.size() : 0; }
const SwDiagnostic *swStatusDiagnostic(const SwStatus *status, size_t diagnostic) {
  return diagnostic < swStatusNumDiagnostics(status) ? &status->diagnostics[diagnostic] : nullptr;
}
void swStatusDestroy(SwStatus *status) {
  if (status != capi::outOfMemory())
    delete status;
}
