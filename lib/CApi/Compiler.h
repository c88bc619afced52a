#ifndef LIB_CAPI_COMPILER_H
#define LIB_CAPI_COMPILER_H

#include "lib/CApi/Handles.h"
#include "shardwright-c/Compiler.h"
#include "shardwright/Compiler.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

/// The compiler's handles.

struct SwOptions {
  shardwright::compiler::Options options;
};

struct SwPlanOptions {
  shardwright::compiler::PlanOptions options;
};

namespace shardwright::capi {

/// What the compiler says during a call, which may be from several threads.
class CallLog {
public:
  void add(const compiler::Diagnostic &diagnostic) {
    std::lock_guard<std::mutex> lock(mutex);
    all.push_back(diagnostic);
  }
  Diagnostics take() {
    std::lock_guard<std::mutex> lock(mutex);
    return std::exchange(all, {});
  }

private:
  std::mutex mutex;
  Diagnostics all;
};

} // namespace shardwright::capi

struct SwSession {
  std::string topologyFolder;
  std::function<void(const SwDiagnostic &)> diagnostic;
  std::function<void(const shardwright::compiler::Progress &)> progress;

  /// One that also tells the log.
  shardwright::compiler::Session begin(std::shared_ptr<shardwright::capi::CallLog> log) const;
};

struct SwCompilation {
  SwCompilation(shardwright::compiler::Compilation read, std::shared_ptr<shardwright::capi::CallLog> log);
  /// Again as the program is now.
  void look();

  shardwright::compiler::Compilation compilation;
  std::shared_ptr<shardwright::capi::CallLog> log;
  std::string phase;
  SwMesh mesh;
};

namespace shardwright::capi {

absl::StatusOr<compiler::Source> sourceOf(const SwSource *source);

/// The options; those that are the default for null.
inline compiler::Options optionsOf(const SwOptions *options) {
  return options ? options->options : compiler::Options();
}

/// A call that compiles: `body` gets a session, and the status has what was said.
template <typename Body>
SwStatus *compilingCall(const char *function, const SwSession *session, std::initializer_list<Required> arguments,
                        Body body) {
  Diagnostics said;
  return call(
      function, {{session, "session"}},
      [&]() -> absl::Status {
        if (absl::Status status = checkRequired(function, arguments); !status.ok())
          return status;
        auto log = std::make_shared<CallLog>();
        absl::Status status = body(session->begin(log), log);
        said = log->take();
        return status;
      },
      &said);
}

} // namespace shardwright::capi

#endif // LIB_CAPI_COMPILER_H
