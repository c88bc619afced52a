// The functions of cuBLASLt that programs open, with its signatures and its numbers of statuses and attributes: an
// attribute that is not known here is an error, never skipped.
#include "test/cuda-double/cublaslt/Product.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>

using namespace shardwright::cudadouble;
using namespace shardwright::cudadouble::cublaslt;

namespace {

enum Status : int { Success = 0, InvalidValue = 7, ExecutionFailed = 13, NotSupported = 15 };

struct Preference {
  uint64_t workspaceBytes = 0;
  uint32_t reductions = ~0u;
  uint32_t alignments[4] = {256, 256, 256, 256}; ///< of A, B, C and D
};

/// cublasLtMatmulAlgo_t: what was promised when it was found.
struct Algorithm {
  uint32_t magic, alignments[4];
  uint32_t size; ///< of m, n, k and the batch, in one number
  uint64_t workspaceBytes;
  uint64_t reserved[4];
};
static_assert(sizeof(Algorithm) == 64);
constexpr uint32_t kMagic = 0x53774c74;

/// cublasLtMatmulHeuristicResult_t.
struct Heuristic {
  Algorithm algorithm;
  size_t workspaceBytes;
  int state;
  float waves;
  int reserved[4];
};

struct Handle {};

std::mutex mutex;
std::set<const void *> &live() {
  static auto *handles = new std::set<const void *>;
  return *handles;
}

int refuse(const char *function, const std::string &why, int status = InvalidValue) {
  cuDoubleServices()->report("cublaslt", function + why, std::string(function) + ": " + why);
  return status;
}

bool isLive(const void *handle) { return live().count(handle) != 0; }

template <class T> int create(T **made, T value) {
  if (!made)
    return InvalidValue;
  *made = new T(value);
  live().insert(*made);
  return Success;
}

template <class T> int destroy(const char *function, T *handle) {
  if (!live().erase(handle))
    return refuse(function, "a handle that was destroyed or never created");
  delete handle;
  return Success;
}

/// An attribute's value, of exactly its size.
template <class T> bool take(T &to, const void *value, size_t bytes) {
  if (!value || bytes != sizeof(T))
    return false;
  std::memcpy(&to, value, bytes);
  return true;
}

/// An algorithm is for the sizes that it was found for.
uint32_t sizeOf(const Layout &a, const Layout &b, const Layout &d) {
  uint32_t hash = 17;
  for (uint64_t each : {a.rows, a.columns, b.rows, b.columns, d.rows, d.columns, static_cast<uint64_t>(d.batches)})
    hash = hash * 31 + static_cast<uint32_t>(each);
  return hash;
}

/// The double sums in parts where there is room for them, as algorithms do for few long sums.
uint64_t workspaceOf(const Preference &preference, const Layout &d, uint64_t depth) {
  const uint64_t bytes = d.rows * d.columns * static_cast<uint64_t>(d.batches) * 4;
  return depth >= 256 && bytes <= preference.workspaceBytes && preference.reductions ? bytes : 0;
}

} // namespace

// Holds the double for the time of a call; a fault that the environment asks for is what it returns.
#define DOUBLE_CALL                                                                                                    \
  std::lock_guard<std::mutex> lock(mutex);                                                                             \
  if (int fault = cuDoubleServices()->fault(__func__))                                                                 \
  return fault
#define DOUBLE_API extern "C" __attribute__((visibility("default"))) int

DOUBLE_API cublasLtCreate(Handle **handle) {
  DOUBLE_CALL;
  return create(handle, Handle());
}
DOUBLE_API cublasLtDestroy(Handle *handle) {
  DOUBLE_CALL;
  return destroy(__func__, handle);
}

extern "C" __attribute__((visibility("default"))) size_t cublasLtGetVersion() {
  const char *version = std::getenv("SHARDWRIGHT_DOUBLE_CUBLASLT");
  return version ? std::strtoull(version, nullptr, 0) : 130000;
}

DOUBLE_API cublasLtMatmulDescCreate(Description **desc, int compute, int scale) {
  DOUBLE_CALL;
  Description made;
  made.compute = compute;
  made.scale = scale;
  return create(desc, made);
}
DOUBLE_API cublasLtMatmulDescDestroy(Description *desc) {
  DOUBLE_CALL;
  return destroy(__func__, desc);
}
DOUBLE_API cublasLtMatmulDescSetAttribute(Description *desc, int attribute, const void *value, size_t bytes) {
  DOUBLE_CALL;
  if (!isLive(desc))
    return refuse(__func__, "a handle that was destroyed or never created");
  constexpr int transposesA = 3, transposesB = 4;
  if (attribute != transposesA && attribute != transposesB)
    return refuse(__func__, "attribute " + std::to_string(attribute) + " is not known to the double", NotSupported);
  int32_t operation = -1;
  if (!take(operation, value, bytes) || (operation != 0 && operation != 1))
    return refuse(__func__, "attribute " + std::to_string(attribute) + " is " + std::to_string(operation));
  (attribute == transposesA ? desc->transposesA : desc->transposesB) = operation == 1;
  return Success;
}

DOUBLE_API cublasLtMatrixLayoutCreate(Layout **layout, int type, uint64_t rows, uint64_t columns, int64_t leading) {
  DOUBLE_CALL;
  if (bytesOf(type) == 0)
    return refuse(__func__, "type " + std::to_string(type) + " is not known to the double", NotSupported);
  if (rows == 0 || columns == 0)
    return refuse(__func__, "a matrix without elements");
  Layout made;
  made.type = type;
  made.rows = rows;
  made.columns = columns;
  made.leading = leading;
  return create(layout, made);
}
DOUBLE_API cublasLtMatrixLayoutDestroy(Layout *layout) {
  DOUBLE_CALL;
  return destroy(__func__, layout);
}
DOUBLE_API cublasLtMatrixLayoutSetAttribute(Layout *layout, int attribute, const void *value, size_t bytes) {
  DOUBLE_CALL;
  if (!isLive(layout))
    return refuse(__func__, "a handle that was destroyed or never created");
  bool isTaken = false;
  switch (attribute) {
  case 5:
    isTaken = take(layout->batches, value, bytes) && layout->batches > 0;
    break;
  case 6:
    isTaken = take(layout->batchStride, value, bytes) && layout->batchStride >= 0;
    break;
  default:
    return refuse(__func__, "attribute " + std::to_string(attribute) + " is not known to the double", NotSupported);
  }
  return isTaken ? Success : refuse(__func__, "attribute " + std::to_string(attribute) + " has a wrong value or size");
}

DOUBLE_API cublasLtMatmulPreferenceCreate(Preference **preference) {
  DOUBLE_CALL;
  return create(preference, Preference());
}
DOUBLE_API cublasLtMatmulPreferenceDestroy(Preference *preference) {
  DOUBLE_CALL;
  return destroy(__func__, preference);
}
DOUBLE_API cublasLtMatmulPreferenceSetAttribute(Preference *preference, int attribute, const void *value,
                                                size_t bytes) {
  DOUBLE_CALL;
  if (!isLive(preference))
    return refuse(__func__, "a handle that was destroyed or never created");
  bool isTaken = false;
  switch (attribute) {
  case 1:
    isTaken = take(preference->workspaceBytes, value, bytes);
    break;
  case 3:
    isTaken = take(preference->reductions, value, bytes);
    break;
  case 5:
  case 6:
  case 7:
  case 8: {
    uint32_t &alignment = preference->alignments[attribute - 5];
    isTaken = take(alignment, value, bytes) && alignment && (alignment & (alignment - 1)) == 0;
    break;
  }
  default:
    return refuse(__func__, "attribute " + std::to_string(attribute) + " is not known to the double", NotSupported);
  }
  return isTaken ? Success : refuse(__func__, "attribute " + std::to_string(attribute) + " has a wrong value or size");
}

DOUBLE_API cublasLtMatmulAlgoGetHeuristic(Handle *handle, Description *desc, Layout *a, Layout *b, Layout *c, Layout *d,
                                          Preference *preference, int wanted, Heuristic *found, int *count) {
  DOUBLE_CALL;
  for (const void *each : {static_cast<const void *>(handle), static_cast<const void *>(desc),
                           static_cast<const void *>(a), static_cast<const void *>(b), static_cast<const void *>(c),
                           static_cast<const void *>(d), static_cast<const void *>(preference)})
    if (!isLive(each))
      return refuse(__func__, "a handle that was destroyed or never created");
  if (wanted < 1 || !found || !count)
    return InvalidValue;
  *count = 0;
  if (!problemOf(*desc, *a, *b, *c, *d).empty())
    return NotSupported;
  std::memset(found, 0, sizeof *found);
  Algorithm &algorithm = found->algorithm;
  algorithm.magic = kMagic;
  std::copy(preference->alignments, preference->alignments + 4, algorithm.alignments);
  algorithm.size = sizeOf(*a, *b, *d);
  algorithm.workspaceBytes = found->workspaceBytes =
      workspaceOf(*preference, *d, desc->transposesA ? a->rows : a->columns);
  found->waves = 1;
  *count = 1;
  return Success;
}

DOUBLE_API cublasLtMatmul(Handle *handle, Description *desc, const void *alpha, const void *a, Layout *aLayout,
                          const void *b, Layout *bLayout, const void *beta, const void *c, Layout *cLayout, void *d,
                          Layout *dLayout, const Algorithm *algorithm, void *workspace, size_t workspaceBytes,
                          Stream *stream) {
  DOUBLE_CALL;
  for (const void *each :
       {static_cast<const void *>(handle), static_cast<const void *>(desc), static_cast<const void *>(aLayout),
        static_cast<const void *>(bLayout), static_cast<const void *>(cLayout), static_cast<const void *>(dLayout)})
    if (!isLive(each))
      return refuse(__func__, "a handle that was destroyed or never created");
  if (std::string problem = problemOf(*desc, *aLayout, *bLayout, *cLayout, *dLayout); !problem.empty())
    return refuse(__func__, problem, NotSupported);
  if (!algorithm || algorithm->magic != kMagic || algorithm->size != sizeOf(*aLayout, *bLayout, *dLayout))
    return refuse(__func__, "an algorithm that was not found for these sizes");
  if (workspaceBytes < algorithm->workspaceBytes || (algorithm->workspaceBytes && !workspace))
    return refuse(__func__, "a workspace of " + std::to_string(workspaceBytes) + " bytes, the algorithm needs " +
                                std::to_string(algorithm->workspaceBytes));
  auto addressOf = [](const void *pointer) { return reinterpret_cast<uint64_t>(pointer); };
  const uint64_t addresses[4] = {addressOf(a), addressOf(b), addressOf(c), addressOf(d)};
  for (int i = 0; i != 4; ++i)
    if (addresses[i] % algorithm->alignments[i])
      return refuse(__func__, std::string("operand ") + "ABCD"[i] + " is no multiple of the " +
                                  std::to_string(algorithm->alignments[i]) + " bytes that the algorithm was found for");
  auto factor = [&](const void *pointer) {
    switch (desc->scale) {
    case F64:
      return *static_cast<const double *>(pointer);
    case I32:
      return static_cast<double>(*static_cast<const int32_t *>(pointer));
    default:
      return static_cast<double>(*static_cast<const float *>(pointer));
    }
  };
  Routine routine = makeProduct(*desc, *aLayout, *bLayout, *cLayout, *dLayout,
                                {addresses[0], addresses[1], addresses[2], addresses[3], factor(alpha), factor(beta)});
  if (algorithm->workspaceBytes)
    routine.writes.push_back({addressOf(workspace), algorithm->workspaceBytes});
  return cuDoubleServices()->enqueue(std::move(routine), stream) ? ExecutionFailed : Success;
}
