#include "lib/Compiler/MemoryLimit.h"

#include "dialects/sharding/Shardings.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "passes/common/Executions.h"
#include "passes/common/OpCosts.h"
#include "passes/partition/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

namespace shardwright::compiler {
namespace {

/// What is left out of partitioning, and whether an order by bytes plans in place of the machine.
struct Way {
  const char *disable;
  bool byBytes;
};
constexpr Way kWays[] = {
    {"", false},
    {"combine-collectives", false},
    {"partial-loop-carried", false},
    {"loop-carried-shardings", false},
    {"loop-carried-shardings,partial-loop-carried,combine-collectives", false},
    {"", true},
    {"combine-collectives", true},
    {"loop-carried-shardings,partial-loop-carried,combine-collectives", true},
};

struct Partitioned {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  int64_t peak = 0;
  double price = 0; ///< seconds on the machine, else bytes
};

class Search {
public:
  Search(mlir::ModuleOp global, const Target &target, const Environment &environment, SharedCostModel &costs)
      : global(global), target(target), environment(environment), costs(costs),
        isOnMachine(!target.machine.topology.empty()) {}

  absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> run() {
    absl::StatusOr<Partitioned> first = partition(kWays[0]);
    if (!first.ok())
      return first.status();
    if (first->peak <= *target.memoryLimit)
      return std::move(first->module);
    std::optional<Partitioned> best;
    const Way *way = nullptr;
    int64_t least = first->peak;
    for (const Way &other : llvm::ArrayRef(kWays).drop_front()) {
      if (other.byBytes && !isOnMachine)
        continue;
      absl::StatusOr<Partitioned> made = partition(other);
      if (!made.ok())
        return made.status();
      least = std::min(least, made->peak);
      if (made->peak > *target.memoryLimit || (best && best->price <= made->price))
        continue;
      best = *std::move(made);
      way = &other;
    }
    if (!best)
      return environment.aboutOption(
          "memory",
          llvm::formatv("{0} bytes on each device are not enough: the least found needs {1}; give it more, or "
                        "more devices",
                        *target.memoryLimit, least)
              .str());
    tell(*first, *best, *way);
    return std::move(best->module);
  }

private:
  absl::StatusOr<Partitioned> partition(const Way &way) {
    PartitionOptions choices = target.partition;
    DisabledOptimizations(way.disable).from(choices);
    mlir::PassManager passes(global.getContext());
    buildPartitionPipeline(passes, listDisabled(choices),
                           way.byBytes ? nullptr : std::shared_ptr<SharedCostModel>(&costs, [](SharedCostModel *) {}));
    Partitioned made;
    made.module = mlir::OwningOpRef<mlir::ModuleOp>(global.clone());
    if (mlir::failed(passes.run(*made.module)))
      return absl::InvalidArgumentError("");
    if (absl::Status status = setPrice(made); !status.ok())
      return status;
    return made;
  }

  /// And its peak: on the machine, else on the target.
  absl::Status setPrice(Partitioned &made) {
    if (!isOnMachine) {
      made.peak = estimate::memoryOf(*made.module, target.host).peak;
      ExecutionCounts counts(*made.module);
      made.module->walk([&](mlir::Operation *op) {
        made.price += static_cast<double>(bytesSent(op)) * static_cast<double>(counts.of(op).times);
      });
      return absl::OkStatus();
    }
    mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(*made.module);
    absl::StatusOr<const CostModel *> machine = costs.on(mlir::succeeded(mesh) ? *mesh : Mesh());
    if (!machine.ok())
      return machine.status();
    made.peak = estimate::memoryOf(*made.module, estimate::onMachine(target.host, **machine)).peak;
    absl::StatusOr<estimate::Estimate> estimate = estimate::estimateStep(*made.module, **machine, target.host);
    if (!estimate.ok())
      return estimate.status();
    made.price = estimate->seconds();
    return absl::OkStatus();
  }

  void tell(const Partitioned &first, const Partitioned &best, const Way &way) {
    std::string price =
        isOnMachine ? llvm::formatv("{0:f2} us a step instead of {1:f2} us", best.price * 1e6, first.price * 1e6).str()
                    : llvm::formatv("each device sends {0:f0} bytes instead of {1:f0}", best.price, first.price).str();
    std::string how = way.byBytes ? ", planned by bytes" : "";
    if (way.disable[0])
      how += std::string(", without ") + way.disable;
    mlir::emitRemark(mlir::UnknownLoc::get(global.getContext()))
        << "the memory limit of " << *target.memoryLimit << " bytes binds: " << best.peak
        << " bytes at the peak of each device instead of " << first.peak << ", " << price << how;
  }

  mlir::ModuleOp global;
  const Target &target;
  const Environment &environment;
  SharedCostModel &costs;
  const bool isOnMachine;
};

} // namespace

absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> partitionWithinMemory(mlir::ModuleOp global, const Target &target,
                                                                        const Environment &environment,
                                                                        SharedCostModel &costs) {
  return Search(global, target, environment, costs).run();
}

} // namespace shardwright::compiler
