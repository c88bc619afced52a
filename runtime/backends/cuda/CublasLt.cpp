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

constexpr int CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_R_16F = 2, CUDA_R_8I = 3, CUDA_R_32I = 10, CUDA_R_16BF = 14;
constexpr int CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_64F = 70,
              CUBLAS_COMPUTE_32I = 72;
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
/// The first with the types and attributes above.
constexpr size_t kOldest = 120000;
constexpr const char *kProvider = "it comes with CUDA 12 and newer, and with the Python package nvidia-cublas";

struct Library {
  size_t (*version)();
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

  /// Null where it is not installed, too old, or not wanted. Errors (kUnavailable): neither of them, and the user has
  /// named a file.
  static const absl::StatusOr<const Library *> &find() {
    static const absl::StatusOr<const Library *> library = open();
    return library;
  }
  /// Where find() has found it.
  static const Library &get() { return **find(); }

private:
  static absl::StatusOr<const Library *> open() {
    std::vector<const char *> names = {"libcublasLt.so.13", "libcublasLt.so.12"};
    const char *chosen = std::getenv("SHARDWRIGHT_CUBLASLT");
    if (chosen)
      names = {chosen};
    if (!*names.front())
      return nullptr;
    void *opened = nullptr;
    for (const char *name : names)
      if (!opened)
        opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    auto missing = [&](const auto &...why) -> absl::StatusOr<const Library *> {
      if (!chosen)
        return nullptr;
      return absl::UnavailableError(absl::StrCat("SHARDWRIGHT_CUBLASLT is '", chosen, "', ", why...,
                                                 ": name cuBLASLt's library (", kProvider,
                                                 "), or an empty name for kernels of the compiler's own"));
    };
    if (!opened)
      return missing("which cannot be opened (", dlerror(), ")");
    static Library library;
    const char *absent = nullptr;
    auto find = [&](auto *&function, const char *name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(opened, name));
      absent = function || absent ? absent : name;
    };
    find(library.version, "cublasLtGetVersion");
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
    if (absent)
      return missing("which has no ", absent);
    if (library.version() < kOldest)
      return missing("of version ", library.version() / 10000, ".", library.version() / 100 % 100,
                     ", products need 12.0");
    return &library;
  }
};

std::optional<int> typeOf(ElementType type) {
  switch (type) {
  case ElementType::F32:
    return CUDA_R_32F;
  case ElementType::F64:
    return CUDA_R_64F;
  case ElementType::I8:
    return CUDA_R_8I;
  case ElementType::I32:
    return CUDA_R_32I;
  case ElementType::BF16:
    return CUDA_R_16BF;
  case ElementType::F16:
    return CUDA_R_16F;
  default:
    return std::nullopt;
  }
}

/// How products of two elements of `in` are summed into `out`; nothing where the library does not.
struct Arithmetic {
  int compute, scale;
};
std::optional<Arithmetic> arithmeticOf(ElementType in, ElementType out) {
  switch (in) {
  case ElementType::F32:
  case ElementType::BF16:
  case ElementType::F16:
    if (out == in || out == ElementType::F32)
      return Arithmetic{CUBLAS_COMPUTE_32F, CUDA_R_32F};
    return std::nullopt;
  case ElementType::F64:
    return out == in ? std::optional(Arithmetic{CUBLAS_COMPUTE_64F, CUDA_R_64F}) : std::nullopt;
  case ElementType::I8:
    return out == ElementType::I32 ? std::optional(Arithmetic{CUBLAS_COMPUTE_32I, CUDA_R_32I}) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// 1 or 0 as the scale type of a product.
struct Factor {
  explicit Factor(int scale, int value) : f32(static_cast<float>(value)), f64(value), i32(value), scale(scale) {}
  const void *get() const {
    return scale == CUDA_R_64F   ? static_cast<const void *>(&f64)
           : scale == CUDA_R_32I ? &i32
                                 : static_cast<const void *>(&f32);
  }
  float f32;
  double f64;
  int32_t i32;
  int scale;
};

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
    const Library &library = Library::get();
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
  int scale = CUDA_R_32F;      ///< type of factors
};

Products::Products(const Executable &executable, CudaDevices &devices, size_t gpu)
    : devices(devices), first(devices.firstOn(gpu)), plans(executable.matmuls.size()) {}

Products::~Products() {
  plans.clear();
  if (handle && devices.enter(first).ok())
    Library::get().destroy(handle);
  devices.release(first, workspace);
}

absl::Status Products::prepare() {
  if (plans.empty() || !Library::find().ok() || !*Library::find())
    return plans.empty() ? absl::OkStatus() : Library::find().status();
  absl::StatusOr<CUdeviceptr> memory = devices.allocate(
      first, kWorkspaceBytes * static_cast<uint64_t>(devices.devicesOnEach()), "memory for matrix products");
  if (!memory.ok())
    return absl::OkStatus(); // kernels of the compiler's own need none
  workspace = *memory;
  if (const Status status = Library::get().create(&handle); status != 0)
    return absl::InternalError(absl::StrCat("cuBLASLt reports status ", status, " when it is initialised"));
  return absl::OkStatus();
}

std::unique_ptr<Products::Plan> Products::makePlan(const Matmul &m, void *const *slots) const {
  const std::optional<int> in = typeOf(m.lhsType), out = typeOf(m.outType);
  const std::optional<Arithmetic> arithmetic = arithmeticOf(m.lhsType, m.outType);
  const std::optional<Layout> a = layoutOf(m.n, m.k, m.rhsNStride, m.rhsKStride),
                              b = layoutOf(m.k, m.m, m.lhsKStride, m.lhsMStride);
  if (!in || !out || !arithmetic || m.lhsType != m.rhsType || m.lhsRounding != ElementType::F32 ||
      m.rhsRounding != ElementType::F32 || !a || !b || m.batch < 1 || m.m < 1 || m.n < 1 || m.k < 1)
    return nullptr;
  const Library &library = Library::get();
  auto plan = std::make_unique<Plan>();
  plan->scale = arithmetic->scale;
  const int compute = m.mayBeTf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : arithmetic->compute;
  bool isGood = library.descCreate(&plan->desc, compute, arithmetic->scale) == 0;
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
  const Factor one(plan->scale, 1), zero(plan->scale, 0);
  void *scratch = reinterpret_cast<void *>(workspace + kWorkspaceBytes * static_cast<uint64_t>(device - first));
  const Status status = Library::get().matmul(handle, plan->desc, one.get(), slots[1], plan->a, slots[0], plan->b,
                                              zero.get(), slots[2], plan->d, slots[2], plan->d, &plan->algorithm,
                                              scratch, plan->workspaceBytes, devices.stream(device));
  if (status != 0)
    return absl::InternalError(absl::StrCat("cuBLASLt reports status ", status));
  return true;
}

} // namespace shardwright::runtime::cuda
