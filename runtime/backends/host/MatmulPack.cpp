#include "runtime/backends/host/MatmulPack.h"

#include "runtime/Simd.h"
#include "shardwright/Runtime/Array.h"

#include <utility>

namespace shardwright::runtime::host {
namespace {

template <typename T> T same(T value) { return value; }
float roundedToF16(float value) { return f16ToFloat(floatToF16(value)); }

Matrices transposed(Matrices matrices) {
  std::swap(matrices.rows, matrices.columns);
  std::swap(matrices.rowStride, matrices.columnStride);
  return matrices;
}

/// Whether the columns are what lies together.
bool isByColumns(const Matrices &matrices) { return matrices.columnStride != 1 && matrices.rowStride == 1; }

template <typename From, typename To, To (*convert)(From)>
SW_FOR_EACH_CPU void copyLine(To *to, const From *from, int64_t count) {
  for (int64_t i = 0; i != count; ++i)
    to[i] = convert(from[i]);
}

/// Whether each matrix is one line of elements.
bool isOneLine(const Matrices &matrices) {
  return matrices.columnStride == 1 && (matrices.rows == 1 || matrices.rowStride == matrices.columns);
}

template <typename From, typename To, To (*convert)(From)>
void copyAs(const Matrices &to, void *out, const Matrices &from, const void *in) {
  if (isOneLine(from) && isOneLine(to)) { // rows of small matrices are shorter than a call takes
    for (int64_t b = 0; b != from.batch; ++b)
      copyLine<From, To, convert>(static_cast<To *>(out) + b * to.batchStride,
                                  static_cast<const From *>(in) + b * from.batchStride, from.rows * from.columns);
    return;
  }
  for (int64_t b = 0; b != from.batch; ++b)
    for (int64_t r = 0; r != from.rows; ++r) {
      To *toLine = static_cast<To *>(out) + b * to.batchStride + r * to.rowStride;
      const From *fromLine = static_cast<const From *>(in) + b * from.batchStride + r * from.rowStride;
      if (from.columnStride == 1 && to.columnStride == 1)
        copyLine<From, To, convert>(toLine, fromLine, from.columns);
      else
        for (int64_t c = 0; c != from.columns; ++c)
          toLine[c * to.columnStride] = convert(fromLine[c * from.columnStride]);
    }
}

} // namespace

Matrices lhsOf(const Matmul &mm) {
  return {mm.lhsType, mm.batch, mm.m, mm.k, mm.lhsBatchStride, mm.lhsMStride, mm.lhsKStride, mm.lhsRounding};
}

Matrices rhsOf(const Matmul &mm) {
  return {mm.rhsType, mm.batch, mm.k, mm.n, mm.rhsBatchStride, mm.rhsKStride, mm.rhsNStride, mm.rhsRounding};
}

Matrices resultOf(const MatmulPart &mm) {
  return {mm.outType, mm.batch, mm.m, mm.n, mm.outBatchStride, mm.outMStride, 1};
}

Matrices packedLike(const Matrices &matrices, ElementType type) {
  bool byColumns = isByColumns(matrices);
  return {type,
          matrices.batch,
          matrices.rows,
          matrices.columns,
          matrices.rows * matrices.columns,
          byColumns ? 1 : matrices.columns,
          byColumns ? matrices.rows : 1};
}

const char *elementAt(const void *first, int64_t elements, ElementType type) {
  return static_cast<const char *>(first) + elements * static_cast<int64_t>(elementBytes(type));
}

ElementType multipliedType(const Matrices &operand) {
  return operand.rounding == ElementType::F32 ? operand.type : operand.rounding;
}

void copy(const Matrices &to, void *out, const Matrices &from, const void *in) {
  auto *run = from.type == ElementType::F32 ? copyAs<float, float, same> : copyAs<uint16_t, uint16_t, same>;
  if (from.type == ElementType::BF16 && to.type == ElementType::F32)
    run = copyAs<uint16_t, float, bf16ToFloat>;
  else if (from.type == ElementType::F16 && to.type == ElementType::F32)
    run = copyAs<uint16_t, float, f16ToFloat>;
  else if (from.type == ElementType::F32 && to.type == ElementType::BF16)
    run = copyAs<float, uint16_t, floatToBf16>;
  else if (from.type == ElementType::F32 && to.type == ElementType::F16)
    run = copyAs<float, uint16_t, floatToF16>;
  else if (from.rounding == ElementType::BF16)
    run = copyAs<float, float, roundedToBf16>;
  else if (from.rounding == ElementType::F16)
    run = copyAs<float, float, roundedToF16>;
  if (isByColumns(from))
    run(transposed(to), out, transposed(from), in);
  else
    run(to, out, from, in);
}

} // namespace shardwright::runtime::host
