#include "runtime/backends/host/MatmulPack.h"

#include "shardwright/Runtime/Array.h"

namespace shardwright::runtime::host {
namespace {

template <typename T> T same(T value) { return value; }

/// Rows and columns change places where the columns are what lies together.
Matrices byLines(Matrices matrices) {
  if (matrices.columnStride != 1 && matrices.rowStride == 1) {
    std::swap(matrices.rows, matrices.columns);
    std::swap(matrices.rowStride, matrices.columnStride);
  }
  return matrices;
}

template <typename From, typename To, To (*convert)(From)>
void packAs(void *out, const Matrices &from, const void *in) {
  To *to = static_cast<To *>(out);
  for (int64_t b = 0; b != from.batch; ++b)
    for (int64_t r = 0; r != from.rows; ++r, to += from.columns) {
      const From *line = static_cast<const From *>(in) + b * from.batchStride + r * from.rowStride;
      if (from.columnStride == 1)
        for (int64_t c = 0; c != from.columns; ++c)
          to[c] = convert(line[c]);
      else
        for (int64_t c = 0; c != from.columns; ++c)
          to[c] = convert(line[c * from.columnStride]);
    }
}

} // namespace

Matrices lhsOf(const Matmul &mm) {
  return {mm.lhsType, mm.batch, mm.m, mm.k, mm.lhsBatchStride, mm.lhsMStride, mm.lhsKStride};
}

Matrices rhsOf(const Matmul &mm) {
  return {mm.rhsType, mm.batch, mm.k, mm.n, mm.rhsBatchStride, mm.rhsKStride, mm.rhsNStride};
}

Matrices resultOf(const Matmul &mm) { return {mm.outType, mm.batch, mm.m, mm.n, mm.m * mm.n, mm.n, 1}; }

Matrices packedLike(const Matrices &matrices, ElementType type) {
  bool byColumns = byLines(matrices).rowStride != matrices.rowStride;
  return {type,
          matrices.batch,
          matrices.rows,
          matrices.columns,
          matrices.rows * matrices.columns,
          byColumns ? 1 : matrices.columns,
          byColumns ? matrices.rows : 1};
}

void pack(void *out, ElementType type, const Matrices &from, const void *in) {
  auto *run = from.type == ElementType::F32 ? packAs<float, float, same> : packAs<uint16_t, uint16_t, same>;
  if (from.type == ElementType::BF16 && type == ElementType::F32)
    run = packAs<uint16_t, float, bf16ToFloat>;
  else if (from.type == ElementType::F16 && type == ElementType::F32)
    run = packAs<uint16_t, float, f16ToFloat>;
  else if (from.type == ElementType::F32 && type == ElementType::BF16)
    run = packAs<float, uint16_t, floatToBf16>;
  else if (from.type == ElementType::F32 && type == ElementType::F16)
    run = packAs<float, uint16_t, floatToF16>;
  run(out, byLines(from), in);
}

} // namespace shardwright::runtime::host
