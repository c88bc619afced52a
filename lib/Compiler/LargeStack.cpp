#include "lib/Compiler/LargeStack.h"

#include "shardwright/Runtime/Process.h"

#include <cstdint>
#include <cstring>
#include <pthread.h>
#include <string>

namespace shardwright::compiler {
namespace {

/// Of a tool's main thread, arguments and environment have taken some already.
constexpr size_t kEnough = runtime::kStackBytes / 10 * 9;

/// Bytes that this thread's stack may still grow; 0 where the system does not tell.
size_t roomOnStack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 0;
  void *lowest = nullptr;
  size_t bytes = 0;
  bool isKnown = pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return isKnown ? here - reinterpret_cast<uintptr_t>(lowest) : 0;
}

void *call(void *work) {
  (*static_cast<llvm::function_ref<void()> *>(work))();
  return nullptr;
}

} // namespace

absl::Status onLargeStack(llvm::function_ref<void()> work) {
  if (roomOnStack() >= kEnough) {
    work();
    return absl::OkStatus();
  }
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  int error = pthread_attr_setstacksize(&attributes, runtime::kStackBytes);
  if (error == 0)
    error = pthread_create(&thread, &attributes, call, &work);
  pthread_attr_destroy(&attributes);
  if (error != 0)
    return absl::ResourceExhaustedError("no thread to compile on, with a stack of " +
                                        std::to_string(runtime::kStackBytes) + " bytes: " + std::strerror(error));
  pthread_join(thread, nullptr);
  return absl::OkStatus();
}

} // namespace shardwright::compiler
