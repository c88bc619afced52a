#include "runtime/backends/host/InProcess.h"

#include "runtime/backends/host/CollectivePlan.h"

#include <cstddef>

namespace shardwright::runtime::host {
namespace {

class LocalExchange : public Exchange {
public:
  LocalExchange(TaskScheduler &scheduler, const GroupStep &what)
      : scheduler(scheduler), plans(what.plans), group(what.group), ins(what.devices->size()), outs(ins.size()) {}

  bool start(const MemberBuffers &buffers, int worker) override {
    for (size_t pair = 0; pair != plans.size(); ++pair) {
      const CollectivePlan &plan = *plans[pair];
      for (size_t member = 0; member != ins.size(); ++member) {
        ins[member] = buffers.in(member, pair);
        outs[member] = buffers.out(member, pair);
      }
      auto run = [&](int64_t begin, int64_t end, int) { plan.runUnits(group, ins.data(), outs.data(), begin, end); };
      if (plan.bytesTouched() >= kShareBytes)
        scheduler.share(plan.numUnits(), worker, run);
      else
        run(0, plan.numUnits(), worker);
    }
    return true;
  }

private:
  TaskScheduler &scheduler;
  const std::vector<const CollectivePlan *> plans;
  const uint32_t group;
  std::vector<const void *> ins;
  std::vector<void *> outs;
};

} // namespace

std::unique_ptr<Exchange> InProcess::plan(const GroupStep &what, std::function<void()>) {
  return std::make_unique<LocalExchange>(scheduler, what);
}

} // namespace shardwright::runtime::host
