#ifndef RUNTIME_BACKENDS_CUDA_NCCL_H
#define RUNTIME_BACKENDS_CUDA_NCCL_H

#include "runtime/backends/cuda/Driver.h"
#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <climits>
#include <cstddef>
#include <optional>
#include <string>

/// NCCL, opened where several GPUs run a program: what is used of nccl.h's types and functions, under its names.
namespace shardwright::runtime::cuda {

using ncclResult_t = int;
using ncclDataType_t = int;
using ncclRedOp_t = int;
using ncclComm_t = struct ncclComm *;

struct ncclUniqueId {
  char internal[128];
};

/// As of version 2.18; newer libraries take it for what it is by its size and version.
struct ncclConfig_t {
  size_t size = sizeof(ncclConfig_t);
  unsigned magic = 0xcafebeef, version = 21800;
  int blocking = INT_MIN, cgaClusterSize = INT_MIN, minCTAs = INT_MIN, maxCTAs = INT_MIN;
  const char *netName = nullptr;
  int splitShare = INT_MIN;
};

constexpr ncclResult_t ncclSuccess = 0, ncclUnhandledCudaError = 1, ncclInProgress = 7;
constexpr ncclRedOp_t ncclSum = 0, ncclProd = 1, ncclMax = 2, ncclMin = 3;
constexpr ncclDataType_t ncclInt8 = 0, ncclUint8 = 1, ncclInt32 = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5,
                         ncclFloat16 = 6, ncclFloat32 = 7, ncclFloat64 = 8, ncclBfloat16 = 9;

/// A reduction as NCCL computes it: of `numbers` of `type` for each element.
struct NcclReduction {
  ncclDataType_t type;
  ncclRedOp_t op;
  uint64_t numbers = 1;
};
/// Nothing: NCCL has no such reduction, or one of another meaning (its maximum drops NaN).
std::optional<NcclReduction> ncclReductionOf(ElementType type, Reduction reduction);

class Nccl {
public:
  /// The one of this process. kUnavailable: there is none, or it is too old; says what provides it.
  static absl::StatusOr<const Nccl *> get();

  /// `what: text, the library's last error`; kUnavailable.
  absl::Status status(ncclResult_t result, const std::string &what, ncclComm_t comm) const;

  ncclResult_t (*ncclGetVersion)(int *version);
  ncclResult_t (*ncclGetUniqueId)(ncclUniqueId *id);
  ncclResult_t (*ncclCommInitRankConfig)(ncclComm_t *comm, int ranks, ncclUniqueId id, int rank, ncclConfig_t *config);
  ncclResult_t (*ncclCommSplit)(ncclComm_t comm, int color, int key, ncclComm_t *made, ncclConfig_t *config);
  ncclResult_t (*ncclCommFinalize)(ncclComm_t comm);
  ncclResult_t (*ncclCommDestroy)(ncclComm_t comm);
  ncclResult_t (*ncclCommAbort)(ncclComm_t comm);
  ncclResult_t (*ncclCommGetAsyncError)(ncclComm_t comm, ncclResult_t *error);
  const char *(*ncclGetErrorString)(ncclResult_t result);
  const char *(*ncclGetLastError)(ncclComm_t comm);
  ncclResult_t (*ncclGroupStart)();
  ncclResult_t (*ncclGroupEnd)();
  ncclResult_t (*ncclAllReduce)(const void *from, void *to, size_t count, ncclDataType_t type, ncclRedOp_t op,
                                ncclComm_t comm, CUstream stream);
  ncclResult_t (*ncclReduceScatter)(const void *from, void *to, size_t count, ncclDataType_t type, ncclRedOp_t op,
                                    ncclComm_t comm, CUstream stream);
  ncclResult_t (*ncclAllGather)(const void *from, void *to, size_t count, ncclDataType_t type, ncclComm_t comm,
                                CUstream stream);
  ncclResult_t (*ncclSend)(const void *from, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                           CUstream stream);
  ncclResult_t (*ncclRecv)(void *to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, CUstream stream);

private:
  static absl::StatusOr<const Nccl *> open();
};

} // namespace shardwright::runtime::cuda

#endif // RUNTIME_BACKENDS_CUDA_NCCL_H
