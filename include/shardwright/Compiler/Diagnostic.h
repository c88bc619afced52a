#ifndef SHARDWRIGHT_COMPILER_DIAGNOSTIC_H
#define SHARDWRIGHT_COMPILER_DIAGNOSTIC_H

#include "absl/status/status.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace shardwright::compiler {

enum class Severity : uint8_t { Error, Warning, Remark, Note };
/// `error`, `warning`, `remark`, `note`.
const char *name(Severity severity);

/// What the compiler says of a program: a message at a place, with notes that point at the other parties.
struct Diagnostic {
  Severity severity = Severity::Error;
  /// Where: of Source::name, or of what the program was exported from. Empty: no place is known.
  std::string file;
  int64_t line = 0, column = 0; ///< from 1
  std::string message;          ///< lower case, no full stop
  std::vector<Diagnostic> notes;

  /// `file:line:column`; empty where no place is known.
  std::string place() const;
  /// `file:line:column: error: message`, without the place where none is known; notes are lines of their own.
  std::string text() const;
};

/// A step of the compiler (`import`, `partition`, `codegen`) that begins, or has ended after so many seconds.
struct Progress {
  std::string step;
  bool hasEnded = false;
  double seconds = 0;
};

/// Called by the thread that compiles while the caller waits: where several compile, by several at once. None may throw
/// or call back into the Compilation that it is told of; other calls are fine.
struct Handlers {
  std::function<void(const Diagnostic &)> diagnostic;
  std::function<void(const Progress &)> progress;
};

/// Whether the handlers were told what is wrong. The message of the status is then the text of the first error.
bool wasDiagnosed(const absl::Status &status);

} // namespace shardwright::compiler

#endif // SHARDWRIGHT_COMPILER_DIAGNOSTIC_H
