#ifndef PJRT_CALL_H
#define PJRT_CALL_H

#include "pjrt/Objects.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>

/// Between the C functions of the table and what answers them.
namespace shardwright::pjrt {

/// A structure that a caller passes, as this plugin declares it: what the caller's version does not have is zero.
template <typename T> T copyOf(const T &given) {
  T own;
  std::memset(static_cast<void *>(&own), 0, sizeof(own));
  std::memcpy(static_cast<void *>(&own), &given, std::min(given.struct_size, sizeof(own)));
  return own;
}

/// kInvalidArgument: it is null, or no such thing.
template <typename T> absl::Status checkHandle(const T *handle) {
  if (!handle)
    return absl::InvalidArgumentError(absl::StrCat("the ", T::kNoun, " is null"));
  if (handle->kind != T::kKind)
    return absl::InvalidArgumentError(
        absl::StrCat("the pointer to a ", T::kNoun, " points at something else, or at what has been destroyed"));
  return absl::OkStatus();
}

// Of the fields of an argument structure, those that are handles.
template <typename T> absl::Status checkField(const T &) { return absl::OkStatus(); }
inline absl::Status checkField(Client *client) { return checkHandle(client); }
inline absl::Status checkField(Device *device) { return checkHandle(device); }
inline absl::Status checkField(DeviceDescription *description) { return checkHandle(description); }
inline absl::Status checkField(Memory *memory) { return checkHandle(memory); }
inline absl::Status checkField(Event *event) { return checkHandle(event); }
inline absl::Status checkField(Buffer *buffer) { return checkHandle(buffer); }
inline absl::Status checkField(Executable *executable) { return checkHandle(executable); }
inline absl::Status checkField(LoadedExecutable *executable) { return checkHandle(executable); }

/// Of an argument structure of which the caller has `size` bytes: fields that it does not have whole are zero, handles
/// that are read are checked, and what is written is cleared. `end`: of the last field that it has whole.
template <typename Args> absl::Status prepare(Args &, size_t size, size_t &end);
#define HAS(type, name, offset)                                                                                        \
  if (offset + sizeof(type) <= size)                                                                                   \
    end = offset + sizeof(type);                                                                                       \
  else                                                                                                                 \
    args.name = {};
#define IN(type, name, offset) HAS(type, name, offset) status.Update(checkField(args.name));
#define OPTIONAL(type, name, offset)                                                                                   \
  HAS(type, name, offset) status.Update(args.name ? checkField(args.name) : absl::OkStatus());
#define OUT(type, name, offset) HAS(type, name, offset) args.name = {};
#define FUNCTION(slot, name, fields)                                                                                   \
  template <> inline absl::Status prepare(args::name &args, size_t size, size_t &end) {                                \
    absl::Status status;                                                                                               \
    fields return status;                                                                                              \
  }
#include "pjrt/Functions.def"
#undef HAS
#undef IN
#undef OPTIONAL
#undef OUT
#undef FUNCTION
template <> inline absl::Status prepare(args::Shardings &args, size_t size, size_t &end) {
  if (size < sizeof(args))
    return absl::InvalidArgumentError(absl::StrCat("the arguments have ", size, " bytes of ", sizeof(args)));
  end = sizeof(args);
  return checkHandle(args.executable);
}

/// Answers a call with a copy of its arguments, so that nothing is read or written beyond what the caller has of them.
/// Nothing is thrown.
template <typename Args, absl::Status (*answer)(Args &)> Error *call(Args *given) noexcept {
  try {
    constexpr size_t kHeader = 2 * sizeof(void *);
    if (!given)
      return errorOf(absl::InvalidArgumentError(absl::StrCat("the arguments of ", Args::kName, " are null")));
    if (given->struct_size < kHeader)
      return errorOf(absl::InvalidArgumentError(absl::StrCat("the arguments of ", Args::kName, " have ",
                                                             given->struct_size, " bytes, and at least ", kHeader)));
    Args args = copyOf(*given);
    size_t end = kHeader;
    absl::Status status = prepare(args, given->struct_size, end);
    if (status.ok())
      status = answer(args);
    std::memcpy(reinterpret_cast<char *>(given) + kHeader, reinterpret_cast<const char *>(&args) + kHeader,
                end - kHeader);
    return status.ok() ? nullptr : errorOf(std::move(status));
  } catch (const std::bad_alloc &) {
    return errorOf(absl::ResourceExhaustedError(absl::StrCat(Args::kName, ": no memory")));
  } catch (const std::exception &thrown) {
    return errorOf(absl::InternalError(absl::StrCat(Args::kName, ": ", thrown.what())));
  }
}

/// The functions that there are; declared here, each in the file of what it is about. What is not declared answers that
/// it is not supported.
#define FUNCTION(name) absl::Status answer(args::name &args);
#include "pjrt/Supported.def"
#undef FUNCTION

template <typename Args> absl::Status answer(Args &) {
  return absl::UnimplementedError(absl::StrCat("the plugin has no ", Args::kName));
}

} // namespace shardwright::pjrt

#endif // PJRT_CALL_H
