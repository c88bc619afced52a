#ifndef LIB_CAPI_HANDLES_H
#define LIB_CAPI_HANDLES_H

#include "shardwright-c/Base.h"
#include "shardwright-c/Program.h"
#include "shardwright/Compiler/Diagnostic.h"
#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <initializer_list>
#include <new>
#include <string>
#include <utility>
#include <vector>

/// What the handles of include/shardwright-c are, and how a call becomes a status.

struct SwString {
  std::string text;
};

struct SwDiagnostic {
  explicit SwDiagnostic(shardwright::compiler::Diagnostic said);

  shardwright::compiler::Diagnostic said;
  std::string text;
  std::vector<SwDiagnostic> notes;
};

struct SwStatus {
  SwCode code = SW_UNKNOWN;
  std::string message;
  std::vector<SwDiagnostic> diagnostics;
};

struct SwMesh {
  std::vector<shardwright::runtime::MeshAxisInfo> axes;
};

struct SwInterface {
  SwInterface(const shardwright::runtime::Executable &executable, const shardwright::runtime::Interface &interface);

  const shardwright::runtime::Executable *executable;
  const shardwright::runtime::Interface *interface;
  std::vector<int64_t> localShape;
  std::string sharding;
};

struct SwExecutable {
  explicit SwExecutable(shardwright::runtime::Executable made);
  SwExecutable(const SwExecutable &) = delete;
  SwExecutable &operator=(const SwExecutable &) = delete;

  const shardwright::runtime::Executable executable;
  SwMesh mesh;
  std::vector<SwInterface> arguments, results;
};

namespace shardwright::capi {

using Diagnostics = std::vector<compiler::Diagnostic>;

/// Null where it is fine.
SwStatus *toC(const absl::Status &status, const Diagnostics &diagnostics = {});
/// What there is no memory to describe; it is never destroyed.
SwStatus *outOfMemory();

struct Required {
  const void *pointer;
  const char *name;
};
/// Errors: an argument of the function is null.
absl::Status checkRequired(const char *function, std::initializer_list<Required> arguments);

/// A call: `body`, which returns an absl::Status, where no argument that it needs is null. No exception leaves it.
template <typename Body>
SwStatus *call(const char *function, std::initializer_list<Required> arguments, Body body,
               const Diagnostics *diagnostics = nullptr) {
  try {
    absl::Status status = checkRequired(function, arguments);
    if (status.ok())
      status = body();
    return toC(status, diagnostics ? *diagnostics : Diagnostics());
  } catch (const std::bad_alloc &) {
    return outOfMemory();
  } catch (...) { // what a handler of the caller's throws, in C++
    return toC(absl::UnknownError(std::string(function) + ": an exception was thrown"));
  }
}

/// Writes the handle that is made of the value; the error where there is none.
template <typename Handle, typename T> absl::Status give(absl::StatusOr<T> made, Handle **to) {
  if (!made.ok())
    return made.status();
  *to = new Handle{*std::move(made)};
  return absl::OkStatus();
}

/// A text that may be null.
inline std::string textOf(const char *text) { return text ? text : ""; }

} // namespace shardwright::capi

#endif // LIB_CAPI_HANDLES_H
