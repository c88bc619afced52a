#include "runtime/backends/host/MatmulPlan.h"

#include "runtime/backends/host/Memory.h"
#include "shardwright/Runtime/Array.h"

#include "absl/strings/str_cat.h"

#include <cstring>

namespace shardwright::runtime::host {
namespace {

/// Below this many multiplications, calling the library costs more than it saves.
constexpr int64_t kSmall = 1024;

bool isSmallFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::BF16 || type == ElementType::F16;
}

float toFloat(float value) { return value; }

template <typename From, typename To, To (*convert)(From)>
void packAs(void *to, const void *from, int64_t batch, int64_t rows, int64_t columns, int64_t batchStride,
            int64_t rowStride, int64_t columnStride) {
  To *out = static_cast<To *>(to);
  for (int64_t b = 0; b != batch; ++b)
    for (int64_t i = 0; i != rows; ++i) {
      const From *row = static_cast<const From *>(from) + b * batchStride + i * rowStride;
      for (int64_t j = 0; j != columns; ++j)
        *out++ = convert(row[j * columnStride]);
    }
}

uint16_t sameBits(uint16_t value) { return value; }

void pack(void *to, ElementType toType, const void *from, ElementType type, int64_t batch, int64_t rows,
          int64_t columns, int64_t batchStride, int64_t rowStride, int64_t columnStride) {
  auto *run = packAs<float, float, toFloat>;
  if (type == ElementType::F16)
    run = packAs<uint16_t, float, f16ToFloat>;
  else if (type == ElementType::BF16)
    run = toType == type ? packAs<uint16_t, uint16_t, sameBits> : packAs<uint16_t, float, bf16ToFloat>;
  run(to, from, batch, rows, columns, batchStride, rowStride, columnStride);
}

} // namespace

absl::StatusOr<MatmulPlan> MatmulPlan::create(const Matmul &matmul, int workers) {
  MatmulPlan plan;
  plan.matmul = matmul;
  plan.loops = matmulLoops(matmul);
  if (!plan.loops.run)
    return absl::InvalidArgumentError(absl::StrCat("a matrix product of ", elementName(matmul.lhsType), " and ",
                                                   elementName(matmul.rhsType), " into ", elementName(matmul.outType),
                                                   " is not supported by the host backend"));
  if (!plan.useLibrary(workers)) {
    plan.library = nullptr;
    plan.scratch = plan.loops.scratchBytes;
  }
  return plan;
}

bool MatmulPlan::useLibrary(int workers) {
  bool floats = isSmallFloat(matmul.lhsType) && isSmallFloat(matmul.rhsType) && isSmallFloat(matmul.outType);
  if (!floats || matmul.batch * matmul.m * matmul.n * matmul.k < kSmall)
    return false;
  bool native = matmul.lhsType == matmul.rhsType && matmul.lhsType != ElementType::F16 &&
                (matmul.outType == matmul.lhsType || matmul.outType == ElementType::F32);
  packed = matmul;
  if (native && (library = DnnlMatmul::create(matmul, workers))) {
    scratch = library->scratchBytes();
    return true;
  }
  packed.lhsBatchStride = packed.m * packed.k;
  packed.lhsMStride = packed.k;
  packed.lhsKStride = 1;
  packed.rhsBatchStride = packed.k * packed.n;
  packed.rhsKStride = packed.n;
  packed.rhsNStride = 1;
  packLhs = packRhs = true;
  // Some machines have no bf16 code: as f32, then.
  if (!native || !(library = DnnlMatmul::create(packed, workers))) {
    packed.lhsType = packed.rhsType = packed.outType = ElementType::F32;
    convertOut = matmul.outType != ElementType::F32;
    library = DnnlMatmul::create(packed, workers);
  }
  if (!library)
    return false;
  auto bytes = [](ElementType type, int64_t elements) {
    return aligned(static_cast<uint64_t>(elements) * elementBytes(type));
  };
  scratch = aligned(library->scratchBytes()) + bytes(packed.lhsType, packed.batch * packed.m * packed.k) +
            bytes(packed.rhsType, packed.batch * packed.k * packed.n) +
            (convertOut ? bytes(ElementType::F32, packed.batch * packed.m * packed.n) : 0);
  return true;
}

bool MatmulPlan::run(int worker, const void *lhs, const void *rhs, void *out, void *scratch) const {
  if (library)
    return packLhs ? runPacked(worker, lhs, rhs, out, static_cast<char *>(scratch))
                   : library->run(worker, lhs, rhs, out, scratch);
  size_t lhsStep = static_cast<size_t>(matmul.lhsBatchStride) * elementBytes(matmul.lhsType);
  size_t rhsStep = static_cast<size_t>(matmul.rhsBatchStride) * elementBytes(matmul.rhsType);
  size_t outStep = static_cast<size_t>(matmul.m * matmul.n) * elementBytes(matmul.outType);
  for (size_t b = 0; b != static_cast<size_t>(matmul.batch); ++b)
    loops.run(matmul, static_cast<const char *>(lhs) + b * lhsStep, static_cast<const char *>(rhs) + b * rhsStep,
              static_cast<char *>(out) + b * outStep, scratch);
  return true;
}

bool MatmulPlan::runPacked(int worker, const void *lhs, const void *rhs, void *out, char *free) const {
  const Matmul &mm = matmul;
  char *own = free;
  free += aligned(library->scratchBytes());
  char *a = free;
  free += aligned(static_cast<uint64_t>(mm.batch * mm.m * mm.k) * elementBytes(packed.lhsType));
  char *b = free;
  free += aligned(static_cast<uint64_t>(mm.batch * mm.k * mm.n) * elementBytes(packed.rhsType));
  pack(a, packed.lhsType, lhs, mm.lhsType, mm.batch, mm.m, mm.k, mm.lhsBatchStride, mm.lhsMStride, mm.lhsKStride);
  pack(b, packed.rhsType, rhs, mm.rhsType, mm.batch, mm.k, mm.n, mm.rhsBatchStride, mm.rhsKStride, mm.rhsNStride);
  if (!convertOut)
    return library->run(worker, a, b, out, own);
  if (!library->run(worker, a, b, free, own))
    return false;
  const float *wide = reinterpret_cast<const float *>(free);
  uint16_t *narrow = static_cast<uint16_t *>(out);
  auto *convert = mm.outType == ElementType::BF16 ? floatToBf16 : floatToF16;
  for (int64_t i = 0, n = mm.batch * mm.m * mm.n; i != n; ++i)
    narrow[i] = convert(wide[i]);
  return true;
}

} // namespace shardwright::runtime::host
