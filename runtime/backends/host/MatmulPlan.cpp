#include "runtime/backends/host/MatmulPlan.h"

#include "runtime/backends/host/MatmulPack.h"
#include "runtime/backends/host/Memory.h"

#include "absl/strings/str_cat.h"

namespace shardwright::runtime::host {
namespace {

/// Below this many multiplications, calling the library costs more than it saves.
constexpr int64_t kSmall = 1024;

uint64_t bytesOf(const Matrices &matrices) {
  return aligned(static_cast<uint64_t>(matrices.elements()) * elementBytes(matrices.type));
}

bool isSmallFloat(ElementType type) {
  return type == ElementType::F32 || type == ElementType::BF16 || type == ElementType::F16;
}

/// Whether the library computes these types as fast as f32, or faster.
bool isNative(const Matmul &mm) {
  bool fast = mm.lhsType == ElementType::F32 || (mm.lhsType == ElementType::BF16 && DnnlMatmul::hasFastBf16());
  return fast && mm.rhsType == mm.lhsType && (mm.outType == mm.lhsType || mm.outType == ElementType::F32);
}

/// The product of packed operands of type `operands` with a result of type `result`.
Matmul packedMatmul(const Matmul &mm, ElementType operands, ElementType result) {
  Matrices lhs = packedLike(lhsOf(mm), operands), rhs = packedLike(rhsOf(mm), operands);
  return {operands,
          operands,
          result,
          mm.batch,
          mm.m,
          mm.n,
          mm.k,
          lhs.batchStride,
          lhs.rowStride,
          lhs.columnStride,
          rhs.batchStride,
          rhs.rowStride,
          rhs.columnStride};
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
  bool native = isNative(matmul);
  if (native && (library = DnnlMatmul::create(matmul, workers))) {
    scratch = library->scratchBytes();
    return true;
  }
  isPacked = true;
  packed = packedMatmul(matmul, matmul.lhsType, matmul.outType);
  if (!native || !(library = DnnlMatmul::create(packed, workers))) {
    packed = packedMatmul(matmul, ElementType::F32, ElementType::F32);
    library = DnnlMatmul::create(packed, workers);
  }
  if (!library)
    return false;
  scratch = aligned(library->scratchBytes()) + bytesOf(lhsOf(packed)) + bytesOf(rhsOf(packed)) +
            (packed.outType != matmul.outType ? bytesOf(resultOf(packed)) : 0);
  return true;
}

bool MatmulPlan::run(int worker, const void *lhs, const void *rhs, void *out, void *scratch) const {
  if (library)
    return isPacked ? runPacked(worker, lhs, rhs, out, static_cast<char *>(scratch))
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
  char *own = free;
  char *a = own + aligned(library->scratchBytes());
  char *b = a + bytesOf(lhsOf(packed));
  pack(a, packed.lhsType, lhsOf(matmul), lhs);
  pack(b, packed.rhsType, rhsOf(matmul), rhs);
  if (packed.outType == matmul.outType)
    return library->run(worker, a, b, out, own);
  char *wide = b + bytesOf(rhsOf(packed));
  if (!library->run(worker, a, b, wide, own))
    return false;
  pack(out, matmul.outType, resultOf(packed), wide);
  return true;
}

} // namespace shardwright::runtime::host
