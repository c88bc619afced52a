// What of the CUDA driver API's types and numbers the double needs: no CUDA header is installed where it is built.
#ifndef TEST_CUDA_DOUBLE_DRIVER_TYPES_H
#define TEST_CUDA_DOUBLE_DRIVER_TYPES_H

#include <cstddef>
#include <cstdint>

namespace shardwright::cudadouble {
struct Stream;
struct Event;
struct Context;
struct LoadedModule;
struct LoadedFunction;
struct Graph;
struct GraphExec;
struct GraphNode;
struct Capture;
} // namespace shardwright::cudadouble

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUstream = shardwright::cudadouble::Stream *;
using CUevent = shardwright::cudadouble::Event *;
using CUcontext = shardwright::cudadouble::Context *;
using CUmodule = shardwright::cudadouble::LoadedModule *;
using CUfunction = shardwright::cudadouble::LoadedFunction *;
using CUgraph = shardwright::cudadouble::Graph *;
using CUgraphExec = shardwright::cudadouble::GraphExec *;
using CUgraphNode = shardwright::cudadouble::GraphNode *;

namespace shardwright::cudadouble {

// The ones that the double returns, as cuda.h numbers them; Errors.cpp names them.
enum Error : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  InvalidContext = 201,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  UnsupportedPtxVersion = 222,
  InvalidHandle = 400,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  LaunchFailed = 719,
  NotPermitted = 800,
  NotSupported = 801,
  SystemNotReady = 802,
  CaptureUnsupported = 900,
  CaptureInvalidated = 901,
  CaptureMerge = 902,
  CaptureUnmatched = 903,
  CaptureUnjoined = 904,
  CaptureIsolation = 905,
  CaptureImplicit = 906,
  CapturedEvent = 907,
  CaptureWrongThread = 908,
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_DRIVER_TYPES_H
