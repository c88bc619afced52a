// What every function of the API begins with.
#ifndef TEST_CUDA_DOUBLE_DRIVER_API_H
#define TEST_CUDA_DOUBLE_DRIVER_API_H

#include "test/cuda-double/driver/Driver.h"

#define DOUBLE_API extern "C" __attribute__((visibility("default"))) CUresult

namespace shardwright::cudadouble {

/// Holds the driver for the time of a call. ERROR is what the call returns at once, unless it is 0: no initialisation,
/// no context, what failed before, or a fault that the environment asks for.
class Call {
public:
  enum Needs { Nothing, Initialized, CurrentContext };
  explicit Call(const char *function, Needs needs = CurrentContext);
  Driver &driver;
  Context *context = nullptr;
  int error = 0;
  bool isSkipped = false; ///< by a fault: nothing is done, and all is well

private:
  std::unique_lock<std::recursive_mutex> lock;
};

#define DOUBLE_CALL(needs)                                                                                             \
  shardwright::cudadouble::Call call(__func__, shardwright::cudadouble::Call::needs);                                  \
  if (call.error || call.isSkipped)                                                                                    \
  return call.error

/// Whether a handle is alive; else a finding.
bool isValid(Call &call, const void *handle, const char *what);
template <typename Handle> int destroy(Call &call, Handle *handle, const char *what) {
  if (!isValid(call, handle, what))
    return InvalidHandle;
  call.driver.handles.erase(handle);
  delete handle;
  return Success;
}
void endCapture(Driver &driver, Capture *capture);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_DRIVER_API_H
