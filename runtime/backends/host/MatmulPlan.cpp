#include "runtime/backends/host/MatmulPlan.h"

#include "runtime/Layout.h"
#include "runtime/backends/host/MatmulPack.h"

#include "absl/strings/str_cat.h"

namespace shardwright::runtime::host {
namespace {

/// Whether the library multiplies these types as fast as f32, or faster.
bool isNative(const Matmul &mm) {
  ElementType type = multipliedType(lhsOf(mm));
  if (type == ElementType::I8)
    return mm.rhsType == type && mm.outType == ElementType::I32 && DnnlMatmul::hasFastBytes();
  bool fast = type == ElementType::F32 || (type == ElementType::BF16 && DnnlMatmul::hasFastBf16());
  return fast && multipliedType(rhsOf(mm)) == type && (mm.outType == type || mm.outType == ElementType::F32);
}

bool rounds(const Matmul &mm) { return mm.lhsRounding != ElementType::F32 || mm.rhsRounding != ElementType::F32; }

} // namespace

absl::Status checkMatmul(const Matmul &matmul) {
  return TileMatmul::create(matmul) || matmulLoops(matmul).run
             ? absl::OkStatus()
             : absl::InvalidArgumentError(absl::StrCat(
                   "a matrix product of ", elementName(matmul.lhsType), " and ", elementName(matmul.rhsType), " into ",
                   elementName(matmul.outType), " is not supported by the host backend"));
}

absl::StatusOr<MatmulPlan> MatmulPlan::create(const MatmulPart &matmul, int workers) {
  if (absl::Status status = checkMatmul(matmul); !status.ok())
    return status;
  MatmulPlan plan;
  plan.matmul = matmul;
  plan.tiles = TileMatmul::create(matmul);
  if (!plan.tiles) {
    plan.loops = matmulLoops(matmul);
    plan.scratch = plan.loops.scratchBytes;
  } else if (plan.tiles->isSmall() || !plan.useLibrary(workers)) {
    plan.scratch = plan.tiles->scratchBytes();
  }
  return plan;
}

bool MatmulPlan::useLibrary(int workers) {
  bool native = isNative(matmul);
  if (native && !rounds(matmul) && (library = DnnlMatmul::create(matmul, workers)))
    scratch = library->scratchBytes();
  else if (integerFormOf(matmul))
    return false;
  else if ((native &&
            (packed = PackedMatmul::create(matmul, multipliedType(lhsOf(matmul)), matmul.outType, workers))) ||
           (packed = PackedMatmul::create(matmul, ElementType::F32, ElementType::F32, workers)))
    scratch = packed->scratchBytes();
  return library || packed;
}

bool MatmulPlan::run(int worker, const void *lhs, const void *rhs, void *out, void *scratch) const {
  if (library)
    return library->run(worker, lhs, rhs, out, scratch);
  if (packed)
    return packed->run(worker, lhs, rhs, out, scratch);
  if (tiles) {
    tiles->run(lhs, rhs, out, scratch);
    return true;
  }
  size_t lhsStep = static_cast<size_t>(matmul.lhsBatchStride) * elementBytes(matmul.lhsType);
  size_t rhsStep = static_cast<size_t>(matmul.rhsBatchStride) * elementBytes(matmul.rhsType);
  size_t outStep = static_cast<size_t>(matmul.outBatchStride) * elementBytes(matmul.outType);
  for (size_t b = 0; b != static_cast<size_t>(matmul.batch); ++b)
    loops.run(matmul, static_cast<const char *>(lhs) + b * lhsStep, static_cast<const char *>(rhs) + b * rhsStep,
              static_cast<char *>(out) + b * outStep, scratch);
  return true;
}

} // namespace shardwright::runtime::host
