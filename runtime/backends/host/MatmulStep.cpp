#include "runtime/backends/host/MatmulStep.h"

#include "runtime/Layout.h"

#include <algorithm>

namespace shardwright::runtime::host {

/// Multiplications of a part that are worth waking a worker for: some tens of microseconds.
static constexpr int64_t kPart = 1 << 20;
/// Multiples of this keep the library's blocks of columns whole; those of rows have any height.
static constexpr int64_t kCutColumns = 64;
/// Shorter pieces of rows cost more to read and write than one operand read by every worker.
static constexpr int64_t kRowBytes = 1024;

static int64_t unitOf(MatmulCut cut) { return cut == MatmulCut::Columns ? kCutColumns : 1; }

/// Along the batch where its members can be dealt out to that many with no more than an eighth of their time idle, or
/// along the longer side: what the cut leaves whole is read by every part, so let it be the smaller operand.
static MatmulCut cutFor(MatmulPart &whole, int64_t count) {
  int64_t rowBytes = whole.n / count * static_cast<int64_t>(elementBytes(whole.rhsType));
  MatmulCut side = whole.n > whole.m && rowBytes >= kRowBytes ? MatmulCut::Columns : MatmulCut::Rows;
  int64_t most = (whole.batch + count - 1) / count;
  bool deals = 8 * most * count <= 9 * whole.batch, hasSide = whole.length(side) >= count * unitOf(side);
  return whole.batch > 1 && (deals || !hasSide) ? MatmulCut::Batch : side;
}

absl::StatusOr<MatmulStep> MatmulStep::create(const Matmul &matmul, int workers, int64_t wanted) {
  MatmulPart whole = matmul;
  int64_t work = boundedProduct({matmul.batch, matmul.m, matmul.n, matmul.k});
  int64_t count = std::max<int64_t>(1, std::min(wanted, work / kPart));
  MatmulCut cut = cutFor(whole, count);
  int64_t unit = unitOf(cut), length = whole.length(cut);
  count = std::max<int64_t>(1, std::min(count, length / unit));
  int64_t piece = (length + count - 1) / count;
  piece = std::max<int64_t>(1, (piece + unit - 1) / unit * unit);
  MatmulStep step;
  for (int64_t begin = 0; begin == 0 || begin < length; begin += piece) {
    MatmulPart part = whole;
    part.length(cut) = std::min(piece, length - begin);
    absl::StatusOr<MatmulPlan> plan = MatmulPlan::create(part, workers);
    if (!plan.ok())
      return plan.status();
    step.parts.push_back({*std::move(plan),
                          static_cast<size_t>(begin * whole.lhsStride(cut)) * elementBytes(matmul.lhsType),
                          static_cast<size_t>(begin * whole.rhsStride(cut)) * elementBytes(matmul.rhsType),
                          static_cast<size_t>(begin * whole.outStride(cut)) * elementBytes(matmul.outType)});
  }
  return step;
}

uint64_t MatmulStep::scratchBytes() const {
  uint64_t most = 0;
  for (const Part &part : parts)
    most = std::max(most, part.plan.scratchBytes());
  return most;
}

bool MatmulStep::runPart(int64_t number, int worker, const void *lhs, const void *rhs, void *out, void *scratch) const {
  const Part &part = parts[static_cast<size_t>(number)];
  return part.plan.run(worker, static_cast<const char *>(lhs) + part.lhsOffset,
                       static_cast<const char *>(rhs) + part.rhsOffset, static_cast<char *>(out) + part.outOffset,
                       scratch);
}

} // namespace shardwright::runtime::host
