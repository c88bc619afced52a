#include "runtime/backends/host/MatmulStep.h"

#include <algorithm>

namespace shardwright::runtime::host {

/// Multiplications of a part that are worth waking a worker for: some tens of microseconds.
static constexpr int64_t kPart = 1 << 20;
/// Multiples of these keep the library's blocks whole.
static constexpr int64_t kRows = 16, kColumns = 64;

absl::StatusOr<MatmulStep> MatmulStep::create(const Matmul &matmul, int workers, int64_t wanted) {
  // What the cut leaves whole is read by every part: the smaller operand.
  MatmulCut cut = matmul.batch > 1 ? MatmulCut::Batch : matmul.n > matmul.m ? MatmulCut::Columns : MatmulCut::Rows;
  int64_t unit = cut == MatmulCut::Batch ? 1 : cut == MatmulCut::Rows ? kRows : kColumns;
  MatmulPart whole = matmul;
  int64_t work = matmul.batch * matmul.m * matmul.n * matmul.k, length = whole.length(cut);
  int64_t count = std::max<int64_t>(1, std::min({wanted, work / kPart, length / unit}));
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
