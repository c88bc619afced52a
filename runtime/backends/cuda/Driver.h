#ifndef RUNTIME_BACKENDS_CUDA_DRIVER_H
#define RUNTIME_BACKENDS_CUDA_DRIVER_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdint>
#include <string>

/// CUDA's driver, opened where a program needs it: nothing of CUDA is there at build time, so what is used of its types
/// and functions is declared here, under cuda.h's names.
namespace shardwright::runtime::cuda {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = uint64_t;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphExec = struct CUgraphExec_st *;
using CUgraphNode = struct CUgraphNode_st *;
using CUgraphConditionalHandle = unsigned long long;

constexpr CUresult CUDA_SUCCESS = 0;
constexpr CUresult CUDA_ERROR_OUT_OF_MEMORY = 2;
constexpr CUresult CUDA_ERROR_NO_DEVICE = 100;
constexpr CUresult CUDA_ERROR_NOT_READY = 600;

constexpr int CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75;
constexpr int CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76;
constexpr int CU_JIT_INFO_LOG_BUFFER = 3;
constexpr int CU_JIT_ERROR_LOG_BUFFER = 5;
constexpr int CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6;
constexpr int CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8;
constexpr unsigned CU_STREAM_NON_BLOCKING = 1;
constexpr unsigned CU_MEMHOSTALLOC_PORTABLE = 1;
constexpr unsigned CU_EVENT_DISABLE_TIMING = 2;
constexpr int CU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1;
constexpr int CU_MEMORYTYPE_DEVICE = 2;

struct CUDA_MEMCPY2D {
  size_t srcXInBytes = 0, srcY = 0;
  int srcMemoryType = CU_MEMORYTYPE_DEVICE;
  const void *srcHost = nullptr;
  CUdeviceptr srcDevice = 0;
  void *srcArray = nullptr;
  size_t srcPitch = 0;
  size_t dstXInBytes = 0, dstY = 0;
  int dstMemoryType = CU_MEMORYTYPE_DEVICE;
  void *dstHost = nullptr;
  CUdeviceptr dstDevice = 0;
  void *dstArray = nullptr;
  size_t dstPitch = 0;
  size_t WidthInBytes = 0, Height = 0;
};
constexpr int CU_STREAM_CAPTURE_STATUS_ACTIVE = 1;
constexpr int CU_GRAPH_NODE_TYPE_CONDITIONAL = 13;
constexpr int CU_GRAPH_COND_TYPE_IF = 0;
constexpr int CU_GRAPH_COND_TYPE_WHILE = 1;
constexpr int CU_GRAPH_COND_TYPE_SWITCH = 2;

/// Of a conditional node; cuda.h has a union of 232 bytes in the middle.
struct CUgraphNodeParams {
  int type;
  int reserved0[3];
  struct {
    CUgraphConditionalHandle handle;
    int type;
    unsigned size;
    CUgraph *bodies; ///< the driver's answer, `size` of them
    CUcontext context;
  } conditional;
  uint64_t unused[25];
  uint64_t reserved1;
};
static_assert(sizeof(CUgraphNodeParams) == 256);

/// Pointers to what only the GPU reaches stand for its addresses.
inline CUdeviceptr addressOf(const void *pointer) { return reinterpret_cast<CUdeviceptr>(pointer); }

class Driver {
public:
  /// The one of this process, initialised. kUnavailable: there is no driver, it is too old, or it finds no GPU.
  static absl::StatusOr<const Driver *> get();

  /// `what: CUDA_ERROR_...: text`; kResourceExhausted where memory is short, else kInternal.
  absl::Status status(CUresult result, const std::string &what) const;

  /// Whether graphs may have loops in them, which is since CUDA 12.4; and branches, since 12.8.
  bool hasLoopNodes() const;
  bool hasBranchNodes() const;

  CUresult (*cuInit)(unsigned flags);
  CUresult (*cuDriverGetVersion)(int *version);
  CUresult (*cuDeviceGetCount)(int *count);
  CUresult (*cuDeviceGet)(CUdevice *device, int ordinal);
  CUresult (*cuDeviceGetName)(char *name, int length, CUdevice device);
  CUresult (*cuDeviceGetAttribute)(int *value, int attribute, CUdevice device);
  CUresult (*cuDeviceGetPCIBusId)(char *text, int length, CUdevice device);
  CUresult (*cuDevicePrimaryCtxRetain)(CUcontext *context, CUdevice device);
  CUresult (*cuDevicePrimaryCtxRelease)(CUdevice device);
  CUresult (*cuCtxSetCurrent)(CUcontext context);
  CUresult (*cuMemGetInfo)(size_t *free, size_t *total);
  CUresult (*cuMemAlloc)(CUdeviceptr *address, size_t bytes);
  CUresult (*cuMemFree)(CUdeviceptr address);
  CUresult (*cuMemHostAlloc)(void **address, size_t bytes, unsigned flags);
  CUresult (*cuMemFreeHost)(void *address);
  CUresult (*cuMemcpyHtoDAsync)(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
  CUresult (*cuMemcpyDtoHAsync)(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
  CUresult (*cuMemcpyDtoDAsync)(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
  CUresult (*cuMemcpy2DAsync)(const CUDA_MEMCPY2D *copy, CUstream stream);
  CUresult (*cuMemsetD32Async)(CUdeviceptr to, unsigned value, size_t count, CUstream stream);
  CUresult (*cuMemsetD8Async)(CUdeviceptr to, unsigned char value, size_t bytes, CUstream stream);
  CUresult (*cuStreamCreate)(CUstream *stream, unsigned flags);
  CUresult (*cuStreamDestroy)(CUstream stream);
  CUresult (*cuStreamSynchronize)(CUstream stream);
  CUresult (*cuStreamQuery)(CUstream stream);
  CUresult (*cuStreamWaitEvent)(CUstream stream, CUevent event, unsigned flags);
  CUresult (*cuStreamBeginCapture)(CUstream stream, int mode);
  CUresult (*cuStreamEndCapture)(CUstream stream, CUgraph *graph);
  CUresult (*cuGraphInstantiateWithFlags)(CUgraphExec *executable, CUgraph graph, unsigned long long flags);
  CUresult (*cuGraphLaunch)(CUgraphExec executable, CUstream stream);
  CUresult (*cuGraphExecDestroy)(CUgraphExec executable);
  CUresult (*cuGraphDestroy)(CUgraph graph);
  // Null where the driver is too old for them.
  CUresult (*cuStreamBeginCaptureToGraph)(CUstream stream, CUgraph graph, const CUgraphNode *before, const void *data,
                                          size_t count, int mode);
  CUresult (*cuStreamGetCaptureInfo)(CUstream stream, int *status, unsigned long long *id, CUgraph *graph,
                                     const CUgraphNode **last, const void **data, size_t *count);
  CUresult (*cuGraphAddNode)(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, const void *data,
                             size_t count, CUgraphNodeParams *parameters);
  CUresult (*cuGraphConditionalHandleCreate)(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext context,
                                             unsigned initial, unsigned flags);
  CUresult (*cuEventCreate)(CUevent *event, unsigned flags);
  CUresult (*cuEventDestroy)(CUevent event);
  CUresult (*cuEventRecord)(CUevent event, CUstream stream);
  CUresult (*cuModuleLoadDataEx)(CUmodule *module, const void *image, unsigned options, int *names, void **values);
  CUresult (*cuModuleUnload)(CUmodule module);
  CUresult (*cuModuleGetFunction)(CUfunction *function, CUmodule module, const char *name);
  CUresult (*cuFuncSetAttribute)(CUfunction function, int attribute, int value);
  CUresult (*cuLaunchKernel)(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                             unsigned blockY, unsigned blockZ, unsigned sharedBytes, CUstream stream, void **parameters,
                             void **extra);
  CUresult (*cuLaunchHostFunc)(CUstream stream, void (*function)(void *), void *data);
  CUresult (*cuGetErrorName)(CUresult result, const char **text);
  CUresult (*cuGetErrorString)(CUresult result, const char **text);

private:
  static absl::StatusOr<const Driver *> open();
  int version = 0; ///< 1000 x major + 10 x minor
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_DRIVER_H
