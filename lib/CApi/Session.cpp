#include "lib/CApi/Compiler.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>

using namespace shardwright;
using namespace shardwright::capi;

compiler::Session SwSession::begin(std::shared_ptr<CallLog> log) const {
  compiler::SessionOptions options;
  options.topologyFolder = topologyFolder;
  options.handlers.diagnostic = [log, told = diagnostic](const compiler::Diagnostic &said) {
    log->add(said);
    if (told)
      told(SwDiagnostic(said));
  };
  options.handlers.progress = progress;
  return compiler::Session(std::move(options));
}

SwCompilation::SwCompilation(compiler::Compilation read, std::shared_ptr<CallLog> log)
    : compilation(std::move(read)), log(std::move(log)) {
  look();
}

void SwCompilation::look() {
  std::optional<compiler::Phase> last = compilation.phase();
  phase = last ? compiler::name(*last) : "";
  mesh.axes = compilation.mesh();
}

absl::StatusOr<compiler::Source> capi::sourceOf(const SwSource *source) {
  // Members that a caller of an earlier version does not know of are 0.
  SwSource known{};
  if (source->structSize < sizeof(size_t) + sizeof(known.text) + sizeof(known.size))
    return absl::InvalidArgumentError(absl::StrCat("the source's structSize is ", source->structSize,
                                                   ": set it to sizeof(SwSource), ", sizeof(SwSource)));
  std::memcpy(&known, source, std::min(source->structSize, sizeof(known)));
  if (!known.text)
    return absl::InvalidArgumentError("the source's text is null");
  compiler::Source made{{known.text, known.size}};
  if (known.name)
    made.name = known.name;
  if (known.after) {
    made.after = compiler::phaseOf(known.after);
    if (!made.after)
      return absl::InvalidArgumentError(
          absl::StrCat("'", known.after, "' is no phase; there are import, propagate, partition, lower"));
  }
  return made;
}

SwSource swSourceOfText(const char *text, const char *name) {
  return {sizeof(SwSource), text, text ? std::strlen(text) : 0, name, nullptr};
}

SwStatus *swSessionCreate(SwSession **session) {
  return call(__func__, {{session, "session"}}, [&] {
    *session = new SwSession;
    return absl::OkStatus();
  });
}
void swSessionDestroy(SwSession *session) { delete session; }

SwStatus *swSessionSetTopologyFolder(SwSession *session, const char *folder) {
  return call(__func__, {{session, "session"}}, [&] {
    session->topologyFolder = textOf(folder);
    return absl::OkStatus();
  });
}
SwStatus *swSessionSetDiagnosticHandler(SwSession *session, SwDiagnosticHandler handler, void *context) {
  return call(__func__, {{session, "session"}}, [&] {
    session->diagnostic = nullptr;
    if (handler)
      session->diagnostic = [=](const SwDiagnostic &diagnostic) { handler(&diagnostic, context); };
    return absl::OkStatus();
  });
}
SwStatus *swSessionSetProgressHandler(SwSession *session, SwProgressHandler handler, void *context) {
  return call(__func__, {{session, "session"}}, [&] {
    session->progress = nullptr;
    if (handler)
      session->progress = [=](const compiler::Progress &progress) {
        handler(progress.step.c_str(), progress.hasEnded, progress.seconds, context);
      };
    return absl::OkStatus();
  });
}

SwStatus *swSessionCheckOptions(const SwSession *session, const SwOptions *options) {
  return compilingCall(__func__, session, {},
                       [&](const compiler::Session &begun, auto &) { return begun.check(optionsOf(options)); });
}
SwStatus *swSessionCheckPlanOptions(const SwSession *session, const SwPlanOptions *options) {
  return compilingCall(__func__, session, {{options, "options"}},
                       [&](const compiler::Session &begun, auto &) { return begun.check(options->options); });
}

SwStatus *swSessionCompile(const SwSession *session, const SwSource *source, const SwOptions *options,
                           SwExecutable **executable) {
  if (executable)
    *executable = nullptr;
  return compilingCall(__func__, session, {{source, "source"}, {executable, "executable"}},
                       [&](const compiler::Session &begun, auto &) {
                         absl::StatusOr<compiler::Source> read = sourceOf(source);
                         return read.ok() ? give(begun.compile(*read, optionsOf(options)), executable) : read.status();
                       });
}

SwStatus *swSessionRead(const SwSession *session, const SwSource *source, SwCompilation **compilation) {
  if (compilation)
    *compilation = nullptr;
  return compilingCall(__func__, session, {{source, "source"}, {compilation, "compilation"}},
                       [&](const compiler::Session &begun, const std::shared_ptr<CallLog> &log) -> absl::Status {
                         absl::StatusOr<compiler::Source> text = sourceOf(source);
                         if (!text.ok())
                           return text.status();
                         absl::StatusOr<compiler::Compilation> read = begun.read(*text);
                         if (!read.ok())
                           return read.status();
                         *compilation = new SwCompilation(*std::move(read), log);
                         return absl::OkStatus();
                       });
}

/// A call on a compilation, which then looks again; the status has what was said.
template <typename Body>
static SwStatus *callOn(const char *function, SwCompilation *compilation, std::initializer_list<Required> arguments,
                        Body body) {
  Diagnostics said;
  return call(
      function, {{compilation, "compilation"}},
      [&]() -> absl::Status {
        absl::Status status = checkRequired(function, arguments);
        if (!status.ok())
          return status;
        compilation->log->take();
        status = body();
        compilation->look();
        said = compilation->log->take();
        return status;
      },
      &said);
}

SwStatus *swCompilationRun(SwCompilation *compilation, const char *phase, const SwOptions *options) {
  return callOn(__func__, compilation, {{phase, "phase"}}, [&]() -> absl::Status {
    std::optional<compiler::Phase> last = compiler::phaseOf(phase);
    if (!last)
      return absl::InvalidArgumentError(
          absl::StrCat("'", phase, "' is no phase; there are import, propagate, partition, lower"));
    return compilation->compilation.run(*last, optionsOf(options));
  });
}
SwStatus *swCompilationEmit(SwCompilation *compilation, const SwOptions *options, SwExecutable **executable) {
  if (executable)
    *executable = nullptr;
  return callOn(__func__, compilation, {{executable, "executable"}},
                [&] { return give(compilation->compilation.emit(optionsOf(options)), executable); });
}
const char *swCompilationPhase(const SwCompilation *compilation) {
  return compilation ? compilation->phase.c_str() : "";
}
SwStatus *swCompilationText(const SwCompilation *compilation, SwString **text) {
  return call(__func__, {{compilation, "compilation"}, {text, "text"}},
              [&] { return give(compilation->compilation.text(), text); });
}
SwStatus *swCompilationBytecode(const SwCompilation *compilation, SwString **bytecode) {
  return call(__func__, {{compilation, "compilation"}, {bytecode, "bytecode"}},
              [&] { return give(compilation->compilation.bytecode(), bytecode); });
}
const SwMesh *swCompilationMesh(const SwCompilation *compilation) { return compilation ? &compilation->mesh : nullptr; }
SwStatus *swCompilationSummary(const SwCompilation *compilation, const SwOptions *options, SwString **json) {
  return call(__func__, {{compilation, "compilation"}, {json, "json"}}, [&]() -> absl::Status {
    absl::StatusOr<compiler::Summary> summary = compilation->compilation.summary(optionsOf(options));
    if (!summary.ok())
      return summary.status();
    *json = new SwString{summary->json()};
    return absl::OkStatus();
  });
}
void swCompilationDestroy(SwCompilation *compilation) { delete compilation; }
