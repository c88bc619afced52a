// Initialisation, devices, contexts, names of errors.
#include "test/cuda-double/driver/Api.h"

#include <cstdio>
#include <cstring>

using namespace shardwright::cudadouble;

namespace {

struct ErrorName {
  int code;
  const char *name, *text;
};

constexpr ErrorName kErrors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {101, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {200, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU", "no kernel image is available for execution on the device"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
    {400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {801, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY", "system not yet initialized"},
    {900, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "operation not permitted when stream is capturing"},
    {901, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED", "operation failed due to a previous error during capture"},
    {902, "CUDA_ERROR_STREAM_CAPTURE_MERGE", "operation would result in a merge of separate capture sequences"},
    {903, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED", "capture was not ended in the same stream as it began"},
    {904, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED", "capturing stream has unjoined work"},
    {905, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION", "dependency created on uncaptured work in another stream"},
    {906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT",
     "operation would make the legacy stream depend on a capturing blocking stream"},
    {907, "CUDA_ERROR_CAPTURED_EVENT", "operation not permitted on an event last recorded in a capturing stream"},
    {908, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD",
     "attempt to terminate a thread-local capture sequence from another thread"},
};

const ErrorName *errorNamed(int code) {
  for (const ErrorName &each : kErrors)
    if (each.code == code)
      return &each;
  return nullptr;
}

// Shared memory of a block on devices of each architecture, beyond what every kernel may use (CUDA's table of compute
// capabilities).
int sharedMemoryPerBlock(int architecture) {
  return (architecture >= 120                        ? 99
          : architecture >= 90                       ? 227
          : architecture == 80 || architecture == 87 ? 163
                                                     : 99) *
         1024;
}

// Of a question about a device, which is answered at `answer`.
int problemOf(Call &call, const void *answer, int device) {
  if (!answer)
    return InvalidValue;
  return device < 0 || device >= call.driver.settings.devices ? InvalidDevice : Success;
}

} // namespace

namespace shardwright::cudadouble {

Call::Call(const char *function, Needs needs) : driver(Driver::get()), lock(driver.mutex, std::defer_lock) {
  if (isInHostFunction()) { // whoever runs it holds the driver
    driver.report("host-function", function, std::string(function) + " is called by a host function");
    error = NotPermitted;
    return;
  }
  lock.lock();
  context = currentContext();
  if (needs >= Initialized && !driver.initialized)
    error = NotInitialized;
  else if (needs == CurrentContext && !context)
    error = InvalidContext;
  else if (needs == CurrentContext && context->sticky)
    error = context->sticky;
  else if (int fault = driver.requestedFault("call", function))
    error = fault;
  else
    isSkipped = driver.requestedFault("skip", function) != 0;
}

} // namespace shardwright::cudadouble

DOUBLE_API cuInit(unsigned flags) {
  DOUBLE_CALL(Nothing);
  if (flags)
    return InvalidValue;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) { // what has these has F16C too
    std::fprintf(stderr, "cuda-double: the device double needs a CPU with AVX2, FMA and F16C\n");
    return SystemNotReady;
  }
  if (call.driver.settings.devices == 0)
    return NoDevice;
  call.driver.initialized = true;
  return Success;
}

DOUBLE_API cuDriverGetVersion(int *version) {
  DOUBLE_CALL(Nothing);
  if (!version)
    return InvalidValue;
  *version = call.driver.settings.driverVersion;
  return Success;
}

DOUBLE_API cuDeviceGetCount(int *count) {
  DOUBLE_CALL(Initialized);
  if (!count)
    return InvalidValue;
  *count = call.driver.settings.devices;
  return Success;
}

DOUBLE_API cuDeviceGet(CUdevice *device, int ordinal) {
  DOUBLE_CALL(Initialized);
  if (int problem = problemOf(call, device, ordinal))
    return problem;
  *device = ordinal;
  return Success;
}

DOUBLE_API cuDeviceGetName(char *name, int length, CUdevice device) {
  DOUBLE_CALL(Initialized);
  if (!name || length <= 0 || device < 0 || device >= call.driver.settings.devices)
    return name ? InvalidDevice : InvalidValue;
  std::snprintf(name, static_cast<size_t>(length), "Shardwright device double (sm_%d)",
                call.driver.settings.architectureOf(device));
  return Success;
}

DOUBLE_API cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  DOUBLE_CALL(Initialized);
  if (int problem = problemOf(call, bytes, device))
    return problem;
  *bytes = call.driver.settings.memory;
  return Success;
}

DOUBLE_API cuDeviceGetAttribute(int *value, int attribute, CUdevice device) {
  DOUBLE_CALL(Initialized);
  if (int problem = problemOf(call, value, device))
    return problem;
  const int architecture = call.driver.settings.architectureOf(device);
  switch (attribute) {
  case 1:
    *value = 1024;
    break; // threads of a block
  case 2:
  case 3:
    *value = 1024;
    break; // its x and y
  case 4:
    *value = 64;
    break; // its z
  case 5:
    *value = 2147483647;
    break; // blocks in x
  case 6:
  case 7:
    *value = 65535;
    break; // in y and z
  case 8:
    *value = 49152;
    break; // shared memory of a block
  case 9:
    *value = 65536;
    break; // constant memory
  case 10:
    *value = 32;
    break; // lanes of a warp
  case 12:
    *value = 65536;
    break; // registers of a block
  case 13:
    *value = 1980000;
    break; // kHz
  case 16:
    *value = static_cast<int>(call.driver.multiprocessors());
    break;
  case 31:
  case 40:
  case 41:
  case 60:
    *value = 1;
    break; // kernels beside each other, copies beside kernels, unified addresses, priorities
  case 36:
    *value = 2619000;
    break; // kHz of memory
  case 37:
    *value = 5120;
    break; // bits of its bus
  case 38:
    *value = 50 << 20;
    break; // L2
  case 39:
    *value = 2048;
    break; // threads of a multiprocessor
  case 75:
    *value = architecture / 10;
    break;
  case 76:
    *value = architecture % 10;
    break;
  case 81:
    *value = sharedMemoryPerBlock(architecture) + 1024;
    break; // of a multiprocessor
  case 82:
    *value = 65536;
    break;
  case 95:
    *value = 1;
    break; // cooperative launches
  case 97:
    *value = sharedMemoryPerBlock(architecture);
    break;
  case 106:
    *value = 32;
    break; // blocks of a multiprocessor
  case 111:
    *value = 1024;
    break; // shared memory that a block reserves
  default:
    call.driver.report("unsupported", "attribute" + std::to_string(attribute),
                       "cuDeviceGetAttribute: the attribute " + std::to_string(attribute) +
                           " is not known to the double");
    return NotSupported;
  }
  return Success;
}

DOUBLE_API cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  DOUBLE_CALL(Initialized);
  if (int problem = problemOf(call, context, device))
    return problem;
  *context = call.driver.contexts[static_cast<size_t>(device)].get();
  ++(*context)->references;
  return (*context)->sticky;
}

DOUBLE_API cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  DOUBLE_CALL(Initialized);
  if (device < 0 || device >= call.driver.settings.devices)
    return InvalidDevice;
  Context &context = *call.driver.contexts[static_cast<size_t>(device)];
  if (context.references == 0)
    return InvalidContext;
  --context.references;
  return Success;
}

DOUBLE_API cuCtxSetCurrent(CUcontext context) {
  DOUBLE_CALL(Initialized);
  currentContext() = context;
  return Success;
}

DOUBLE_API cuCtxGetCurrent(CUcontext *context) {
  DOUBLE_CALL(Initialized);
  if (!context)
    return InvalidValue;
  *context = currentContext();
  return Success;
}

DOUBLE_API cuCtxSynchronize() {
  DOUBLE_CALL(CurrentContext);
  if (int error = call.driver.forbiddenInCapture("cuCtxSynchronize"))
    return error;
  Clock all = call.context->legacy.clock;
  for (const auto &each : call.driver.streams)
    if (each->device == call.context->device) {
      call.driver.finish(*each);
      all.join(each->clock);
    }
  call.driver.hostWaits(all);
  return call.context->sticky;
}

DOUBLE_API cuGetErrorName(CUresult code, const char **name) {
  const ErrorName *found = errorNamed(code);
  if (!name)
    return InvalidValue;
  *name = found ? found->name : nullptr;
  return found ? Success : InvalidValue;
}

DOUBLE_API cuGetErrorString(CUresult code, const char **text) {
  const ErrorName *found = errorNamed(code);
  if (!text)
    return InvalidValue;
  *text = found ? found->text : nullptr;
  return found ? Success : InvalidValue;
}
