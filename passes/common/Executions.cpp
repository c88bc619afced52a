#include "passes/common/Executions.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/OpCosts.h"
#include "passes/common/TripCount.h"

#include "llvm/Support/MathExtras.h"

namespace shardwright {
namespace {

bool isBranches(mlir::Operation *op) { return llvm::isa<stablehlo::CaseOp, stablehlo::IfOp>(op); }
bool isLoop(mlir::Operation *op) { return llvm::isa<stablehlo::WhileOp>(op); }

} // namespace

int64_t saturatingProduct(int64_t a, int64_t b) {
  uint64_t product = llvm::SaturatingMultiply(static_cast<uint64_t>(a), static_cast<uint64_t>(b));
  return static_cast<int64_t>(std::min(product, static_cast<uint64_t>(INT64_MAX)));
}

ExecutionCounts::ExecutionCounts(mlir::ModuleOp module) {
  for (mlir::Operation &op : *module.getBody())
    for (mlir::Region &region : op.getRegions()) {
      costOf(region);
      count(region, {});
    }
}

/// Also decides which branches are counted, those inside first.
ExecutionCounts::Cost ExecutionCounts::costOf(mlir::Region &region) {
  Cost sum;
  for (mlir::Block &block : region)
    for (mlir::Operation &op : block) {
      sum.bytes += static_cast<double>(bytesSent(&op));
      sum.flops += static_cast<double>(flops(&op));
      if (!op.getNumRegions())
        continue;
      Cost inside;
      double trips = isLoop(&op) ? static_cast<double>(tripCount(&op).value_or(1)) : 1;
      for (mlir::Region &inner : op.getRegions()) {
        unsigned number = inner.getRegionNumber();
        Cost cost = costOf(inner);
        double times = isLoop(&op) && number == 0 ? trips + 1 : trips;
        if (!isBranches(&op)) {
          inside.bytes += cost.bytes * times;
          inside.flops += cost.flops * times;
        } else if (number == 0 || std::pair(cost.bytes, cost.flops) > std::pair(inside.bytes, inside.flops)) {
          inside = cost;
          counted[&op] = number;
        }
      }
      sum.bytes += inside.bytes;
      sum.flops += inside.flops;
    }
  return sum;
}

void ExecutionCounts::count(mlir::Region &region, Executions executions) {
  for (mlir::Block &block : region) {
    counts[&block] = executions;
    for (mlir::Operation &op : block)
      for (mlir::Region &inner : op.getRegions()) {
        Executions inside = executions;
        if (isLoop(&op)) {
          std::optional<int64_t> trips = tripCount(&op);
          inside.isKnown &= trips.has_value();
          int64_t times = trips.value_or(1);
          inside.times = saturatingProduct(inside.times, times + (inner.getRegionNumber() == 0 && times < INT64_MAX));
        } else if (isBranches(&op) && inner.getRegionNumber() != countedBranch(&op)) {
          inside.times = 0;
        }
        count(inner, inside);
      }
  }
}

Executions ExecutionCounts::of(mlir::Block *block) const {
  auto found = counts.find(block);
  return found == counts.end() ? Executions() : found->second;
}

} // namespace shardwright
