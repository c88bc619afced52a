#include "passes/lower/StepPrices.h"

#include "passes/common/ProductUnits.h"

#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower {

double StepPrices::secondsOf(Block &steps) const {
  double sum = 0;
  for (Operation &step : steps)
    sum += exec::isBuffer(&step) ? 0 : secondsOf(&step);
  return sum;
}

double StepPrices::secondsOf(Operation *step) const {
  auto branches = [&] {
    double longest = 0;
    for (Region &region : step->getRegions())
      longest = std::max(longest, secondsOf(region.front()));
    return longest;
  };
  auto byBytes = [&] {
    cost::KernelWork work;
    exec::forEachAccess(step, [&](Operation *, Value buffer, bool writes) {
      (writes ? work.writtenBytes : work.readBytes) += static_cast<double>(exec::bytesOf(buffer));
    });
    return costs.device().seconds(work);
  };
  return llvm::TypeSwitch<Operation *, double>(step)
      .Case([&](exec::LaunchOp launch) { return secondsOf(launch); })
      .Case([&](exec::MatmulOp matmul) { return secondsOf(matmul); })
      .Case([&](exec::CollectiveOp collective) { return secondsOf(collective); })
      .Case([&](exec::LibraryOp) { return byBytes(); })
      .Case([&](exec::WhileOp loop) {
        return static_cast<double>(loop.getTrips().value_or(1)) *
               (secondsOf(loop.getCondition().front()) + secondsOf(loop.getBody().front()));
      })
      .Case<exec::IfOp, exec::SwitchOp>([&](Operation *) { return branches(); })
      .Default([](Operation *) { return 0.0; });
}

double StepPrices::secondsOf(exec::LaunchOp launch) const {
  cost::KernelWork work;
  for (FlatSymbolRefAttr name : launch.getKernels()) {
    auto kernel = program->getParentOfType<ModuleOp>().lookupSymbol<exec::KernelOp>(name);
    double points = 1;
    for (int64_t loop : kernel.getLoops())
      points *= static_cast<double>(loop);
    auto operations = kernel.getBody().front().getOps<exec::ApplyOp>();
    work.flops += points * static_cast<double>(std::distance(operations.begin(), operations.end()));
    int64_t parts = 1;
    for (int64_t loop : kernel.getLoops().take_front(static_cast<size_t>(kernel.getOuter())))
      parts *= loop;
    work.parts = std::max<int64_t>(work.parts, parts);
  }
  work.vectorSteps = work.flops;
  exec::forEachAccess(launch, [&](Operation *, Value buffer, bool writes) {
    (writes ? work.writtenBytes : work.readBytes) += static_cast<double>(exec::bytesOf(buffer));
  });
  return costs.device().seconds(work);
}

double StepPrices::secondsOf(exec::MatmulOp matmul) const {
  cost::ProductWork work;
  ArrayRef<int64_t> sizes = matmul.getSizes();
  ArrayRef<int64_t> inner = sizes.take_back(4);
  std::tie(work.batch, work.m, work.n, work.k) = std::tie(inner[0], inner[1], inner[2], inner[3]);
  if (sizes.size() > inner.size())
    work.batch *= sizes.front();
  work.type = rateType(matmul.getLhsRounding().value_or(matmul.getLhsType())).str();
  work.readBytes = static_cast<double>(exec::bytesOf(matmul.getLhs()) + exec::bytesOf(matmul.getRhs()));
  work.writtenBytes = static_cast<double>(exec::bytesOf(matmul.getOut()));
  return costs.device().seconds(work);
}

double StepPrices::secondsOf(exec::CollectiveOp collective) const {
  CollectiveWork work;
  work.op = collective.getKind();
  work.axes = collective.getAxes().getValue();
  work.type = rateType(getElementTypeOrSelf(cast<TypeAttr>(collective.getInTypes()[0]).getValue()));
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  ArrayRef<int64_t> members = collective.getPairs().value_or(ArrayRef<int64_t>());
  for (size_t i = 0; i + 1 < members.size(); i += 2)
    pairs.push_back({members[i], members[i + 1]});
  work.pairs = pairs;
  double bytes = 0;
  for (auto [in, out, type] : llvm::zip_equal(collective.getIns(), collective.getOuts(),
                                              collective.getInTypes().getAsValueRange<TypeAttr>())) {
    const int64_t split =
        work.op == CollectiveKind::AllToAll
            ? cast<RankedTensorType>(type).getDimSize(static_cast<unsigned>(*collective.getSplitDim()))
            : 1;
    bytes += bufferBytes(work.op, numParts(costs.mesh(), work.axes), static_cast<double>(exec::bytesOf(in)),
                         static_cast<double>(exec::bytesOf(out)), split);
  }
  return costs.collective(work).seconds(bytes);
}

} // namespace shardwright::lower
