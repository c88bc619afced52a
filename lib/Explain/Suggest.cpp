// What to change in a program, each with the seconds of a step that the change could save at most. Suggestions are made
// from facts that the tables show as well; none is made up for small change (kLeast of the step).
#include "lib/Explain/Gather.h"
#include "lib/Explain/Units.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

namespace shardwright::explanation {
namespace {

constexpr double kLeast = 0.005;

std::string placeOf(const Place &place) { return place.text().empty() ? "" : ", " + place.text(); }

std::string collectiveName(const Collective &collective) {
  return collective.op + " over {" + llvm::join(collective.axes, ", ") + "}";
}

class Suggester {
public:
  Suggester(const Facts &facts, const Step &step) : facts(facts), step(step) {}

  std::vector<Suggestion> run() {
    suggestConstraints();
    suggestOverlap();
    suggestKernels();
    suggestNarrowProducts();
    suggestMultipliedWork();
    llvm::stable_sort(all, [](const Suggestion &a, const Suggestion &b) { return a.seconds > b.seconds; });
    return std::move(all);
  }

private:
  void add(double seconds, const std::string &text) {
    if (seconds >= kLeast * step.seconds && seconds > 0)
      all.push_back({text, seconds});
  }

  /// Changes of sharding that nothing but the program asks for.
  void suggestConstraints() {
    struct Asked {
      double seconds = 0;
      size_t count = 0;
    };
    std::map<std::string, Asked> asked;
    for (const Collective &collective : facts.collectives)
      if (collective.causes.size() == 1 && !collective.causes.front().asked.empty()) {
        const Cause &cause = collective.causes.front();
        bool isCarried = cause.user == "loop-carried value" || cause.user == "region result";
        Asked &one = asked[collectiveName(collective) + " that " +
                           (isCarried ? "a loop-carried value or the result of a branch" : cause.user) +
                           " asks for, from " + cause.from + " to " + cause.to];
        one.seconds += collective.secondsPerStep();
        one.count += static_cast<size_t>(collective.executed);
      }
    for (auto &[text, one] : asked)
      add(one.seconds, "avoid the " + text + ", " + std::to_string(one.count) + " a step");
  }

  void suggestOverlap() {
    std::map<std::string, double> seconds;
    for (const Collective &collective : facts.collectives)
      seconds[collectiveName(collective)] += collective.secondsPerStep();
    auto most = llvm::max_element(seconds, [](auto &a, auto &b) { return a.second < b.second; });
    if (most != seconds.end())
      add(step.exposed, "overlap communication with computing, or send less: " + secondsText(step.exposed) + " of " +
                            secondsText(step.communication) + " are exposed, most is " + most->first + " (" +
                            secondsText(most->second) + ")");
  }

  /// The largest kernel bound by memory, and what is bound by launches together.
  void suggestKernels() {
    const PricedOp *largest = nullptr;
    double launches = 0;
    int64_t count = 0;
    for (const PricedOp &op : step.ops) {
      if (op.isLoop || op.isCollective)
        continue;
      if (op.bound == "memory" && (!largest || op.secondsPerStep() > largest->secondsPerStep()))
        largest = &op;
      if (op.bound == "launch") {
        launches += op.secondsPerStep();
        count += op.executed;
      }
    }
    if (largest)
      add(largest->secondsPerStep(), "touch less memory in " + largest->name + placeOf(largest->place) + ": " +
                                         bytesText(largest->bytes * static_cast<double>(largest->executed)) +
                                         " a step, by fusing it into what makes or uses them or by narrower types");
    add(launches, "give each device more work, or use fewer: kernels that take less than their launch run " +
                      std::to_string(count) + " times a step");
  }

  /// Products of wider floats, where 16-bit ones have quicker units.
  void suggestNarrowProducts() {
    std::map<std::string, double> savings;
    for (const PricedOp &op : step.ops)
      if (op.bound == "compute" && op.unitsFlopsPerSecond > 0 && op.unitsFlopsPerSecond < step.peakFlopsPerSecond)
        savings[op.units] += op.secondsPerStep() * (1 - op.unitsFlopsPerSecond / step.peakFlopsPerSecond);
    for (auto &[units, seconds] : savings)
      add(seconds, "compute the matrix products that run in " + units + " in " + step.peakType);
  }

  /// What is computed more than once, at the rate at which products run on average.
  void suggestMultipliedWork() {
    double products = 0;
    for (const PricedOp &op : step.ops)
      if (!op.units.empty())
        products += op.secondsPerStep();
    if (step.hardwareFlops <= 0)
      return;
    double replicated = step.hardwareFlops - step.modelFlops - step.recomputedFlops;
    add(products * step.recomputedFlops / step.hardwareFlops, "keep activations instead of recomputing " +
                                                                  flopsText(step.recomputedFlops) +
                                                                  " (jax.checkpoint), where memory allows");
    add(products * replicated / step.hardwareFlops,
        "split the matrix products that several devices do alike: " + flopsText(replicated) + " on all devices");
  }

  const Facts &facts;
  const Step &step;
  std::vector<Suggestion> all;
};

} // namespace

std::vector<Suggestion> suggest(const Facts &facts) { return Suggester(facts, *facts.step).run(); }

} // namespace shardwright::explanation
