#include "lib/Planning/Finalists.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>
#include <string>
#include <utility>

namespace shardwright::planning {

/// Each is compiled and run some times.
static constexpr size_t kFinalists = 16;

static std::string perDevice(const MeshPlan &plan) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::ModuleOp(*plan.step.perDevice).print(stream);
  return text;
}

std::vector<MeshPlan> selectFinalists(std::vector<MeshPlan> found, const MeshPlan &best) {
  llvm::stable_sort(found, [](const MeshPlan &a, const MeshPlan &b) {
    return a.step.estimate.seconds() < b.step.estimate.seconds();
  });
  std::set<std::string> programs = {perDevice(best)};
  std::vector<MeshPlan> finalists;
  for (MeshPlan &plan : found)
    if (finalists.size() < kFinalists && programs.insert(perDevice(plan)).second) {
      plan.alternatives.clear();
      finalists.push_back(std::move(plan));
    }
  return finalists;
}

void promote(MeshPlan &best, size_t finalist) {
  std::vector<MeshPlan> finalists = std::move(best.finalists);
  takePlace(finalists[finalist], best);
  best.finalists = std::move(finalists);
}

} // namespace shardwright::planning
