#include "runtime/backends/cuda/Driver.h"

#include "absl/strings/str_cat.h"

#include <dlfcn.h>

namespace shardwright::runtime::cuda {
namespace {

constexpr const char *kLibrary = "libcuda.so.1";
/// The first driver that takes the PTX of kernels (version 8.0), as it counts: 1000 x major + 10 x minor.
constexpr int kLeastVersion = 12000;
/// Those whose graphs have conditional nodes with all that is in a body; and those with the kinds that branch.
constexpr int kLoopNodes = 12040, kBranchNodes = 12080;

std::string versionText(int version) { return absl::StrCat(version / 1000, ".", version % 1000 / 10); }

absl::Status unavailable(const std::string &what) {
  return absl::UnavailableError(absl::StrCat(what, ": run on a machine with an NVIDIA GPU, or compile for a host"));
}

} // namespace

absl::StatusOr<const Driver *> Driver::get() {
  static const absl::StatusOr<const Driver *> driver = open();
  return driver;
}

absl::StatusOr<const Driver *> Driver::open() {
  void *library = dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    return unavailable(absl::StrCat("CUDA's driver cannot be opened: ", why ? why : kLibrary));
  }
  static Driver driver;
  std::string missing;
  auto find = [&](auto *&function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (!function && missing.empty())
      missing = name;
  };
  find(driver.cuInit, "cuInit");
  find(driver.cuDriverGetVersion, "cuDriverGetVersion");
  find(driver.cuDeviceGetCount, "cuDeviceGetCount");
  find(driver.cuDeviceGet, "cuDeviceGet");
  find(driver.cuDeviceGetName, "cuDeviceGetName");
  find(driver.cuDeviceGetAttribute, "cuDeviceGetAttribute");
  find(driver.cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId");
  find(driver.cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  find(driver.cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2");
  find(driver.cuCtxSetCurrent, "cuCtxSetCurrent");
  find(driver.cuMemGetInfo, "cuMemGetInfo_v2");
  find(driver.cuMemAlloc, "cuMemAlloc_v2");
  find(driver.cuMemFree, "cuMemFree_v2");
  find(driver.cuMemHostAlloc, "cuMemHostAlloc");
  find(driver.cuMemFreeHost, "cuMemFreeHost");
  find(driver.cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2");
  find(driver.cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2");
  find(driver.cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2");
  find(driver.cuMemcpy2DAsync, "cuMemcpy2DAsync_v2");
  find(driver.cuMemsetD32Async, "cuMemsetD32Async");
  find(driver.cuMemsetD8Async, "cuMemsetD8Async");
  find(driver.cuStreamCreate, "cuStreamCreate");
  find(driver.cuStreamDestroy, "cuStreamDestroy_v2");
  find(driver.cuStreamSynchronize, "cuStreamSynchronize");
  find(driver.cuStreamQuery, "cuStreamQuery");
  find(driver.cuStreamWaitEvent, "cuStreamWaitEvent");
  find(driver.cuStreamBeginCapture, "cuStreamBeginCapture_v2");
  find(driver.cuStreamEndCapture, "cuStreamEndCapture");
  find(driver.cuGraphInstantiateWithFlags, "cuGraphInstantiateWithFlags");
  find(driver.cuGraphLaunch, "cuGraphLaunch");
  find(driver.cuGraphExecDestroy, "cuGraphExecDestroy");
  find(driver.cuGraphDestroy, "cuGraphDestroy");
  find(driver.cuEventCreate, "cuEventCreate");
  find(driver.cuEventDestroy, "cuEventDestroy_v2");
  find(driver.cuEventRecord, "cuEventRecord");
  find(driver.cuModuleLoadDataEx, "cuModuleLoadDataEx");
  find(driver.cuModuleUnload, "cuModuleUnload");
  find(driver.cuModuleGetFunction, "cuModuleGetFunction");
  find(driver.cuFuncSetAttribute, "cuFuncSetAttribute");
  find(driver.cuLaunchKernel, "cuLaunchKernel");
  find(driver.cuLaunchHostFunc, "cuLaunchHostFunc");
  find(driver.cuGetErrorName, "cuGetErrorName");
  find(driver.cuGetErrorString, "cuGetErrorString");
  // Not everywhere.
  auto findIfThere = [&](auto *&function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
  };
  findIfThere(driver.cuStreamBeginCaptureToGraph, "cuStreamBeginCaptureToGraph");
  findIfThere(driver.cuStreamGetCaptureInfo, "cuStreamGetCaptureInfo_v3");
  findIfThere(driver.cuGraphAddNode, "cuGraphAddNode_v2");
  findIfThere(driver.cuGraphConditionalHandleCreate, "cuGraphConditionalHandleCreate");
  if (!missing.empty())
    return unavailable(absl::StrCat("CUDA's driver ", kLibrary, " is too old: it has no ", missing));
  if (CUresult result = driver.cuDriverGetVersion(&driver.version);
      result == CUDA_SUCCESS && driver.version < kLeastVersion)
    return unavailable(absl::StrCat("CUDA's driver is of version ", versionText(driver.version), ", programs need ",
                                    versionText(kLeastVersion)));
  CUresult result = driver.cuInit(0);
  int count = 0;
  if (result == CUDA_SUCCESS)
    result = driver.cuDeviceGetCount(&count);
  if (result == CUDA_ERROR_NO_DEVICE || (result == CUDA_SUCCESS && count == 0))
    return unavailable("CUDA's driver finds no GPU");
  if (result != CUDA_SUCCESS)
    return unavailable(std::string(driver.status(result, "CUDA's driver does not start").message()));
  return &driver;
}

bool Driver::hasLoopNodes() const {
  return version >= kLoopNodes && cuStreamBeginCaptureToGraph && cuStreamGetCaptureInfo && cuGraphAddNode &&
         cuGraphConditionalHandleCreate;
}

bool Driver::hasBranchNodes() const { return version >= kBranchNodes && hasLoopNodes(); }

absl::Status Driver::status(CUresult result, const std::string &what) const {
  if (result == CUDA_SUCCESS)
    return absl::OkStatus();
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  const std::string message =
      absl::StrCat(what, ": ", name ? name : "an unknown error", " (", result, ")", text ? ": " : "", text ? text : "");
  return result == CUDA_ERROR_OUT_OF_MEMORY ? absl::ResourceExhaustedError(message) : absl::InternalError(message);
}

} // namespace shardwright::runtime::cuda
