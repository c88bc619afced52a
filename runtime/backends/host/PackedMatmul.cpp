#include "runtime/backends/host/PackedMatmul.h"

#include "runtime/backends/host/MatmulPack.h"
#include "runtime/backends/host/Memory.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime::host {
namespace {

/// Elements of a block's copies: with f32, half of a second-level cache of today.
constexpr int64_t kBlockElements = 1 << 18;

/// Blocks of rows or columns are multiples of this, so that the library's own blocks are whole.
constexpr int64_t kUnit = 64;

uint64_t bytesOf(const Matrices &matrices) {
  return aligned(static_cast<uint64_t>(matrices.elements()) * elementBytes(matrices.type));
}

/// The product of copies without gaps; its result lies where it is wanted if it is of the type that is wanted.
MatmulPart packedMatmul(const MatmulPart &mm, ElementType operands, ElementType result) {
  Matrices lhs = packedLike(lhsOf(mm), operands), rhs = packedLike(rhsOf(mm), operands);
  MatmulPart packed = Matmul{operands,
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
  if (result == mm.outType) {
    packed.outBatchStride = mm.outBatchStride;
    packed.outMStride = mm.outMStride;
  }
  return packed;
}

/// Whether a copy would be what it is made of.
bool lieAlike(const Matrices &copy, const Matrices &of) {
  return copy.type == of.type && of.rounding == ElementType::F32 &&
         (of.batch == 1 || copy.batchStride == of.batchStride) && (of.rows == 1 || copy.rowStride == of.rowStride) &&
         (of.columns == 1 || copy.columnStride == of.columnStride);
}

} // namespace

std::unique_ptr<PackedMatmul> PackedMatmul::create(const MatmulPart &matmul, ElementType operands, ElementType result,
                                                   int workers) {
  auto plan = std::make_unique<PackedMatmul>();
  int64_t each = matmul.m * matmul.k + matmul.k * matmul.n + matmul.m * matmul.n, unit = 1;
  plan->matmul = matmul;
  plan->length = matmul.batch;
  if (matmul.batch == 1 || each > kBlockElements) {
    plan->matrices = std::exchange(plan->matmul.batch, 1);
    plan->cut = matmul.m > matmul.n ? MatmulCut::Rows : MatmulCut::Columns;
    plan->length = std::max(matmul.m, matmul.n);
    each = matmul.k + std::min(matmul.m, matmul.n);
    unit = kUnit;
  }
  plan->piece = std::min(plan->length, std::max(kBlockElements / each / unit, int64_t{1}) * unit);
  int64_t rest = plan->length % plan->piece;
  auto add = [&](PanelSplit &block, int64_t size) {
    block.part = plan->matmul;
    block.part.length(plan->cut) = size;
    block.packed = packedMatmul(block.part, operands, result);
    block.library = DnnlMatmul::create(block.packed, workers);
    return block.library != nullptr;
  };
  if (!add(plan->first, plan->piece) || (rest && !add(plan->last, rest)))
    return nullptr;
  return plan;
}

/// Whether the library writes the result itself.
bool PackedMatmul::writesInPlace() const { return first.packed.outType == matmul.outType; }

uint64_t PackedMatmul::scratchBytes() const {
  uint64_t own = std::max(first.library->scratchBytes(), last.library ? last.library->scratchBytes() : 0);
  return aligned(own) + bytesOf(lhsOf(first.packed)) + bytesOf(rhsOf(first.packed)) +
         (writesInPlace() ? 0 : bytesOf(resultOf(first.packed)));
}

bool PackedMatmul::run(int worker, const void *lhs, const void *rhs, void *out, void *scratch) const {
  for (int64_t i = 0; i < matrices; ++i)
    if (!runMatrix(worker, elementAt(lhs, i * matmul.lhsBatchStride, matmul.lhsType),
                   elementAt(rhs, i * matmul.rhsBatchStride, matmul.rhsType),
                   const_cast<char *>(elementAt(out, i * matmul.outBatchStride, matmul.outType)),
                   static_cast<char *>(scratch)))
      return false;
  return true;
}

bool PackedMatmul::runMatrix(int worker, const char *lhs, const char *rhs, char *out, char *scratch) const {
  char *a = scratch, *b = a + bytesOf(lhsOf(first.packed));
  char *wide = b + bytesOf(rhsOf(first.packed));
  char *own = wide + (writesInPlace() ? 0 : bytesOf(resultOf(first.packed)));
  for (int64_t begin = 0; begin < length; begin += piece) {
    const PanelSplit &block = begin + piece <= length ? first : last;
    const MatmulPart &part = block.part, &packed = block.packed;
    auto packedAt = [&](const Matrices &to, char *copied, const Matrices &from, const char *base, int64_t stride) {
      const char *operand = elementAt(base, begin * stride, from.type);
      if (lieAlike(to, from))
        return operand;
      // What the cut does not touch is copied once.
      if (begin == 0 || stride != 0)
        copy(to, copied, from, operand);
      return static_cast<const char *>(copied);
    };
    const char *left = packedAt(lhsOf(packed), a, lhsOf(part), lhs, matmul.lhsStride(cut));
    const char *right = packedAt(rhsOf(packed), b, rhsOf(part), rhs, matmul.rhsStride(cut));
    char *to = const_cast<char *>(elementAt(out, begin * matmul.outStride(cut), matmul.outType));
    if (!block.library->run(worker, left, right, writesInPlace() ? to : wide, own))
      return false;
    if (!writesInPlace())
      copy(resultOf(part), to, resultOf(packed), wide);
  }
  return true;
}

} // namespace shardwright::runtime::host
