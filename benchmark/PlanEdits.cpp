// A plan that changes in one choice at a time, as a search makes it: what its evaluation takes, and a new one. A try is
// another change from the same plan, with which the last one is taken back.
//   PlanEdits [--benchmark_format=json] [PROGRAM [TOPOLOGY [CHANGES]]]
#include "lib/Driver/ProgramFile.h"
#include "passes/common/SharedCostModel.h"
#include "passes/partition/Passes.h"
#include "passes/partition/PlacementGraph.h"
#include "shardwright/Evaluate/PlanEvaluator.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "test/unit/Evaluate/RandomChoice.h"

#include "mlir/Pass/PassManager.h"

#include "llvm/ADT/STLExtras.h"

#include <ctime>
#include <iostream>
#include <random>

using namespace shardwright;
using namespace shardwright::compiler;

namespace {

/// Microseconds of this thread's own time, whatever else runs on the machine.
double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e6 + double(time.tv_nsec) * 1e-3;
}

struct Measured {
  std::string name;
  std::vector<double> microseconds;

  double at(double part) {
    llvm::sort(microseconds);
    return microseconds[static_cast<size_t>(part * double(microseconds.size() - 1))];
  }
};

/// Changes of one choice, each from the plan, or each from what the last left.
class Changes {
public:
  Changes(const ShardingProblem &problem, const PlacementPlan &plan, const CostModel &costs, ReshardCache &reshards)
      : problem(problem), evaluator(problem, costs, reshards, plan), choices(problem.classes.size()) {
    std::mt19937 random(1);
    for (size_t op = 0; op < problem.ops.size(); ++op) {
      int64_t opClass = problem.ops[op].opClass;
      if (opClass < 0)
        continue;
      ops.push_back(op);
      std::vector<size_t> &known = choices[opClass];
      if (!llvm::is_contained(known, size_t(plan.chosen[op])))
        known.push_back(plan.chosen[op]);
      for (int i = 0; i < 8 && known.size() < 6; ++i)
        if (std::optional<PlacementChoice> choice = randomChoice(costs.mesh(), problem.classes[opClass], random))
          known.push_back(evaluator.addChoice(*choice));
    }
    (void)*evaluator.seconds();
  }

  void run(int changes, Measured &there, Measured *back) {
    each(changes, [&](size_t op, size_t choice) {
      evaluator.keep();
      there.microseconds.push_back(timed([&] { evaluator.choose(op, choice); }));
      if (back)
        back->microseconds.push_back(timed([&] { evaluator.undo(); }));
    });
  }

  /// Each is taken back unseen, as searches do it: the next look plays both.
  void tryEach(int changes, Measured &tries) {
    each(changes, [&](size_t op, size_t choice) {
      evaluator.keep();
      tries.microseconds.push_back(timed([&] { evaluator.choose(op, choice); }));
      evaluator.undo();
    });
  }

private:
  template <typename Body> void each(int changes, Body body) {
    std::mt19937 random(2);
    for (int i = 0; i < changes; ++i) {
      size_t op = ops[random() % ops.size()];
      llvm::ArrayRef<size_t> known = choices[problem.ops[op].opClass];
      size_t choice = known[random() % known.size()];
      if (choice != evaluator.chosen(op))
        body(op, choice);
    }
  }

  template <typename Change> double timed(Change change) {
    double since = now();
    change();
    (void)*evaluator.seconds();
    return now() - since;
  }

  const ShardingProblem &problem;
  PlanEvaluator evaluator;
  std::vector<size_t> ops;
  std::vector<std::vector<size_t>> choices; ///< by class
};

std::vector<Measured> measure(const ShardingProblem &problem, const CostModel &costs, ReshardCache &reshards,
                              int changes) {
  ReshardPlans pricer(costs, reshards);
  PlacementPlan plan = planPlacements(costs, problem, pricer);
  std::vector<Measured> all{{"new", {}},  {"firstChange", {}}, {"firstUndo", {}}, {"change", {}},
                            {"undo", {}}, {"try", {}},         {"walk", {}}};
  for (int i = 0; i < 20; ++i) {
    double since = now();
    (void)*evaluate(problem, plan, costs, reshards);
    all[0].microseconds.push_back(now() - since);
  }
  Changes search(problem, plan, costs, reshards);
  search.run(changes, all[1], &all[2]);
  search.run(changes, all[3], &all[4]);
  search.tryEach(changes, all[5]);
  search.run(changes, all[6], nullptr);
  return all;
}

void print(std::vector<Measured> &all, bool asJson) {
  if (asJson)
    std::cout << "{\"benchmarks\": [";
  for (Measured &measured : all)
    if (asJson)
      std::cout << (&measured == &all.front() ? "" : ", ") << "{\"name\": \"" << measured.name
                << "\", \"real_time\": " << measured.at(0.5) << "}";
    else
      std::cout << measured.name << ": median " << measured.at(0.5) << " us, 90 % " << measured.at(0.9) << " us, 99 % "
                << measured.at(0.99) << " us\n";
  if (asJson)
    std::cout << "]}\n";
}

} // namespace

int main(int argc, char **argv) {
  setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);
  llvm::SmallVector<std::string> arguments(argv + 1, argv + argc);
  const bool asJson = !arguments.empty() && arguments.front() == "--benchmark_format=json";
  if (asJson)
    arguments.erase(arguments.begin());
  std::string file = arguments.empty() ? PROGRAM : arguments[0];
  compiler::Target target;
  target.machine.topology = arguments.size() > 1 ? arguments[1] : "h100-superpod";
  absl::StatusOr<std::unique_ptr<Pipeline>> program = driver::readProgram(file);
  if (!program.ok() || !(*program)->compile(Phase::Propagate, target).ok()) {
    std::cerr << "cannot read and propagate " << file << "\n";
    return 1;
  }
  SharedCostModel shared(target.machine);
  absl::StatusOr<const CostModel *> costs = shared.on((*program)->mesh());
  if (!costs.ok()) {
    std::cerr << costs.status().message() << "\n";
    return 1;
  }
  mlir::PassManager passes((*program)->module().getContext());
  buildPlacementPreparation(passes, target.partition, std::make_shared<SharedCostModel>(**costs));
  if (mlir::failed(passes.run((*program)->module())))
    return 1;
  auto function = (*program)->module().lookupSymbol<mlir::func::FuncOp>("main");
  mlir::FailureOr<PlacementGraph> graph = buildPlacementGraph(function, **costs, target.partition);
  if (mlir::failed(graph))
    return 1;
  std::vector<Measured> all =
      measure(graph->program, **costs, shared.reshards(), arguments.size() > 2 ? std::stoi(arguments[2]) : 4000);
  print(all, asJson);
}
