#include "pjrt/Call.h"

#include <type_traits>

/// The table of functions, and the function that gives it away.
namespace shardwright::pjrt {

absl::Status shardingsOfParameters(args::Shardings &args); // Executables.cpp
absl::Status shardingsOfOutputs(args::Shardings &args);

namespace {

// The functions about errors, which cannot fail.
void destroyError(args::Error_Destroy *args) noexcept {
  if (args && checkHandle(args->error).ok())
    delete args->error;
}

void messageOfError(args::Error_Message *args) noexcept {
  if (!args)
    return;
  const bool isError = checkHandle(args->error).ok();
  const absl::string_view message = isError ? args->error->status.message() : "no error";
  args->message = message.data();
  args->message_size = message.size();
}

using Function = void (*)();
template <typename Args> Function functionOf() {
  if constexpr (std::is_same_v<Args, args::Error_Destroy>)
    return reinterpret_cast<Function>(destroyError);
  else if constexpr (std::is_same_v<Args, args::Error_Message>)
    return reinterpret_cast<Function>(messageOfError);
  else
    return reinterpret_cast<Function>(call<Args, answer>);
}

Api makeApi() {
  static ShardingsExtension shardings = {{sizeof(ShardingsExtension), ExtensionType::Shardings, nullptr},
                                         call<args::Shardings, shardingsOfParameters>,
                                         call<args::Shardings, shardingsOfOutputs>};
  Api api = {};
  api.struct_size = sizeof(Api);
  api.extension_start = &shardings.base;
  api.version = {sizeof(api.version), nullptr, kMajorVersion, kMinorVersion};
  size_t slot = 0;
#define FUNCTION(number, name, fields)                                                                                 \
  static_assert(number < kNumFunctions);                                                                               \
  api.functions[number] = functionOf<args::name>();                                                                    \
  slot += number == slot;
#include "pjrt/Functions.def"
#undef FUNCTION
  return slot == kNumFunctions ? api : Api{}; // each number once, in order
}

} // namespace
} // namespace shardwright::pjrt

extern "C" __attribute__((visibility("default"))) const shardwright::pjrt::Api *GetPjrtApi() {
  static const shardwright::pjrt::Api api = shardwright::pjrt::makeApi();
  return &api;
}
