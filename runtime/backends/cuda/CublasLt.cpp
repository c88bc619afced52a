#include "runtime/backends/cuda/CublasLt.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

namespace shardwright::runtime::cuda {
namespace {

// As cublasLt.h declares them; versions 12 and 13 agree.
using Status = int;
using Handle = void *;
using Descriptor = void *;
struct Algorithm {
  uint64_t data[8];
};
struct Heuristic {
  Algorithm algorithm;
  size_t workspaceBytes;
  Status state;
  float waves;
  int reserved[4];
};

constexpr int CUDA_R_32F = 0, CUDA_R_16F = 2, CUDA_R_16BF = 14;
constexpr int CUBLAS_COMPUTE_32F = 68;
constexpr int CUBLAS_OP_T = 1;
constexpr int CUBLASLT_MATMUL_DESC_TRANSA = 3, CUBLASLT_MATMUL_DESC_TRANSB = 4;
constexpr int CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6;
constexpr int CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3;
constexpr int CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5;
/// Sums that are made in parts are added in f32.
constexpr uint32_t CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2;

/// Of each device.
constexpr uint64_t kWorkspaceBytes = 32 << 20;
/// What algorithms may take addresses to be multiples of.
constexpr uint32_t kAlignment = 16;

struct Library {
  Status (*create)(Handle *handle);
  Status (*destroy)(Handle handle);
  Status (*descCreate)(Descriptor *desc, int compute, int scale);
  Status (*descSet)(Descriptor desc, int attribute, const void *value, size_t bytes);
  Status (*descDestroy)(Descriptor desc);
  Status (*layoutCreate)(Descriptor *layout, int type, uint64_t rows, uint64_t columns, int64_t leading);
  Status (*layoutSet)(Descriptor layout, int attribute, const void *value, size_t bytes);
  Status (*layoutDestroy)(Descriptor layout);
  Status (*prefCreate)(Descriptor *preference);
  Status (*prefSet)(Descriptor preference, int attribute, const void *value, size_t bytes);
  Status (*prefDestroy)(Descriptor preference);
  Status (*heuristic)(Handle handle, Descriptor desc, Descriptor a, Descriptor b, Descriptor c, Descriptor d,
                      Descriptor preference, int wanted, Heuristic *found, int *count);
  Status (*matmul)(Handle handle, Descriptor desc, const void *alpha, const void *a, Descriptor aLayout, const void *b,
                   Descriptor bLayout, const void *beta, const void *c, Descriptor cLayout, void *d, Descriptor dLayout,
                   const Algorithm *algorithm, void *workspace, size_t workspaceBytes, CUstream stream);

  /// Null where it is not installed.
  static const Library *get() {
    static const Library *library = open();
    return library;
  }

private:
  static const Library *open() {
    std::vector<const char *> names = {"libcublasLt.so.13", "libcublasLt.so.12"};
    if (const char *chosen = std::getenv("SHARDWRIGHT_CUBLASLT"))
      names = {chosen};
    void *opened = nullptr;
    for (const char *name : names)
      if (!opened && *name)
        opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened)
      return nullptr;
    static Library library;
    bool isComplete = true;
    auto find = [&](auto *&function, const char *name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(opened, name));
      isComplete = isComplete && function;
    };
    find(library.create, "cublasLtCreate");
    find(library.destroy, "cublasLtDestroy");
    find(library.descCreate, "cublasLtMatmulDescCreate");
    find(library.descSet, "cublasLtMatmulDescSetAttribute");
    find(library.descDestroy, "cublasLtMatmulDescDestroy");
    find(library.layoutCreate, "cublasLtMatrixLayoutCreate");
    find(library.layoutSet, "cublasLtMatrixLayoutSetAttribute");
    find(library.layoutDestroy, "cublasLtMatrixLayoutDestroy");
    find(library.prefCreate, "cublasLtMatmulPreferenceCreate");
    find(library.prefSet, "cublasLtMatmulPreferenceSetAttribute");
    find(library.prefDestroy, "cublasLtMatmulPreferenceDestroy");
    find(library.heuristic, "cublasLtMatmulAlgoGetHeuristic");
    find(library.matmul, "cublasLtMatmul");
    return isComplete ? &library : nullptr;
  }
};

std::optional<int> typeOf(ElementType type) {
  switch (type) {
  case ElementType::F32:
    return CUDA_R_32F;
  case ElementType::BF16:
    return CUDA_R_16BF;
  case ElementType::F16:
    return CUDA_R_16F;
  default:
    return std::nullopt;
  }
}

/// A matrix by strides as the library has it: columns that lie together, perhaps transposed.
struct Layout {
  bool isTransposed;
  uint64_t rows, columns; ///< as it lies
  int64_t leading;
};
std::optional<Layout> layoutOf(int64_t rows, int64_t columns, int64_t rowStride, int64_t columnStride) {
  if ((rowStride == 1 || rows == 1) && (columns == 1 || columnStride >= rows))
    return Layout{false, static_cast<uint64_t>(rows), static_cast<uint64_t>(columns),
                  columns == 1 ? rows : columnStride};
  if ((columnStride == 1 || columns == 1) && (rows == 1 || rowStride >= columns))
    return Layout{true, static_cast<uint64_t>(columns), static_cast<uint64_t>(rows), rows == 1 ? columns : rowStride};
  return std::nullopt;
}

uint32_t alignmentAt(const void *address, ElementType type) {
  return reinterpret_cast<uintptr_t>(address) % kAlignment == 0 ? kAlignment
                                                                : static_cast<uint32_t>(elementBytes(type));
}

} // namespace

/// out is row-major, which is its transpose by columns: the product of the transposed operands in the other order.
struct Products::Plan {
  ~Plan() {
    const Library &library = *Library::get();
    if (desc)
      library.descDestroy(desc);
    for (Descriptor layout : {a, b, d})
      if (layout)
        library.layoutDestroy(layout);
  }
  Descriptor desc = nullptr, a = nullptr, b = nullptr, d = nullptr;
  Algorithm algorithm{};
  size_t workspaceBytes = 0;
  uint32_t alignments[3] = {}; ///< lhs, rhs, out
};

Products::Products(const Executable &executable, CudaDevices &devices, int64_t numDevices)
    : devices(devices), numDevices(numDevices), plans(executable.matmuls.size()) {}

Products::~Products() {
  plans.clear();
  if (handle && devices.enter().ok())
    Library::get()->destroy(handle);
  devices.release(workspace);
}

void Products::prepare() {
  const Library *library = plans.empty() ? nullptr : Library::get();
  if (!library)
    return;
  absl::StatusOr<CUdeviceptr> memory =
      devices.allocate(kWorkspaceBytes * static_cast<uint64_t>(numDevices), "memory for matrix products");
  if (!memory.ok())
    return;
  workspace = *memory;
  if (library->create(&handle) != 0)
    handle = nullptr;
}

std::unique_ptr<Products::Plan> Products::makePlan(const Matmul &m, void *const *slots) const {
  const std::optional<int> in = typeOf(m.lhsType), out = typeOf(m.outType);
  const std::optional<Layout> a = layoutOf(m.n, m.k, m.rhsNStride, m.rhsKStride),
                              b = layoutOf(m.k, m.m, m.lhsKStride, m.lhsMStride);
  if (!in || !out || m.lhsType != m.rhsType || (m.outType != m.lhsType && m.outType != ElementType::F32) ||
      m.lhsRounding != ElementType::F32 || m.rhsRounding != ElementType::F32 || !a || !b || m.batch < 1 || m.m < 1 ||
      m.n < 1 || m.k < 1)
    return nullptr;
  const Library &library = *Library::get();
  auto plan = std::make_unique<Plan>();
  bool isGood = library.descCreate(&plan->desc, CUBLAS_COMPUTE_32F, CUDA_R_32F) == 0;
  const int32_t transposed = CUBLAS_OP_T;
  for (auto [layout, attribute] : {std::pair(&*a, CUBLASLT_MATMUL_DESC_TRANSA), {&*b, CUBLASLT_MATMUL_DESC_TRANSB}})
    if (isGood && layout->isTransposed)
      isGood = library.descSet(plan->desc, attribute, &transposed, sizeof(transposed)) == 0;
  auto describe = [&](Descriptor &made, int type, const Layout &layout, int64_t batchStride) {
    const auto count = static_cast<int32_t>(m.batch);
    return library.layoutCreate(&made, type, layout.rows, layout.columns, layout.leading) == 0 &&
           library.layoutSet(made, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof(count)) == 0 &&
           library.layoutSet(made, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &batchStride, sizeof(batchStride)) == 0;
  };
  const Layout d{false, static_cast<uint64_t>(m.n), static_cast<uint64_t>(m.m), m.n};
  isGood = isGood && describe(plan->a, *in, *a, m.rhsBatchStride) && describe(plan->b, *in, *b, m.lhsBatchStride) &&
           describe(plan->d, *out, d, m.m * m.n);
  Descriptor preference = nullptr;
  isGood = isGood && library.prefCreate(&preference) == 0;
  auto prefer = [&](int attribute, auto value) {
    isGood = isGood && library.prefSet(preference, attribute, &value, sizeof(value)) == 0;
  };
  prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, uint64_t{kWorkspaceBytes});
  prefer(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE);
  const ElementType types[] = {m.lhsType, m.rhsType, m.outType};
  for (int i = 0; i != 3; ++i)
    plan->alignments[i] = alignmentAt(slots[i], types[i]);
  for (int i = 0; i != 4; ++i) // of a, b, c and d
    prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES + i, plan->alignments[i == 0 ? 1 : i == 1 ? 0 : 2]);
  Heuristic found{};
  int count = 0;
  isGood = isGood && library.heuristic(handle, plan->desc, plan->a, plan->b, plan->d, plan->d, preference, 1, &found,
                                       &count) == 0;
  if (preference)
    library.prefDestroy(preference);
  if (!isGood || count == 0 || found.state != 0 || found.workspaceBytes > kWorkspaceBytes)
    return nullptr;
  plan->algorithm = found.algorithm;
  plan->workspaceBytes = found.workspaceBytes;
  return plan;
}

absl::StatusOr<bool> Products::run(const Matmul &matmul, uint32_t number, void *const *slots, int64_t device) {
  if (!handle)
    return false;
  if (!plans[number])
    plans[number] = makePlan(matmul, slots);
  const Plan *plan = plans[number]->get();
  const ElementType types[] = {matmul.lhsType, matmul.rhsType, matmul.outType};
  if (!plan)
    return false;
  for (int i = 0; i != 3; ++i)
    if (alignmentAt(slots[i], types[i]) < plan->alignments[i])
      return false;
  const float one = 1, zero = 0;
  void *scratch = reinterpret_cast<void *>(workspace + kWorkspaceBytes * static_cast<uint64_t>(device));
  const Status status = Library::get()->matmul(handle, plan->desc, &one, slots[1], plan->a, slots[0], plan->b, &zero,
                                               slots[2], plan->d, slots[2], plan->d, &plan->algorithm, scratch,
                                               plan->workspaceBytes, devices.stream(device));
  if (status != 0)
    return absl::InternalError(absl::StrCat("cuBLASLt reports status ", status));
  return true;
}

} // namespace shardwright::runtime::cuda
