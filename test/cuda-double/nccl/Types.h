// What of nccl.h the double needs, under its names and numbers: no NCCL is installed where it is built.
#ifndef TEST_CUDA_DOUBLE_NCCL_TYPES_H
#define TEST_CUDA_DOUBLE_NCCL_TYPES_H

#include "test/cuda-double/driver/Types.h"

#include <climits>
#include <cstddef>

struct ncclComm;
using ncclComm_t = ncclComm *;

struct ncclUniqueId {
  char internal[128];
};

enum ncclResult_t : int {
  ncclSuccess = 0,
  ncclUnhandledCudaError = 1,
  ncclSystemError = 2,
  ncclInternalError = 3,
  ncclInvalidArgument = 4,
  ncclInvalidUsage = 5,
  ncclRemoteError = 6,
  ncclInProgress = 7,
};

// The members that all versions from 2.18 on have; newer ones have more behind them.
struct ncclConfig_t {
  size_t size;
  unsigned magic, version;
  int blocking, cgaClusterSize, minCTAs, maxCTAs;
  const char *netName;
  int splitShare;
};
constexpr unsigned kConfigMagic = 0xcafebeef;
constexpr int kUndefined = INT_MIN, kNoColor = -1;

using ncclDataType_t = int;
using ncclRedOp_t = int;

#endif // TEST_CUDA_DOUBLE_NCCL_TYPES_H
