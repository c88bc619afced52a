#include "shardwright/Plan/Solve.h"

#include "lib/Plan/BoundSearch.h"
#include "lib/Plan/BoundTree.h"
#include "lib/Plan/BranchAndBound.h"
#include "lib/Plan/NeighbourhoodSearch.h"
#include "lib/Plan/UsagePropagation.h"

#include "llvm/ADT/STLExtras.h"

#include <atomic>
#include <chrono>
#include <cmath>
#include <future>
#include <limits>
#include <memory>

namespace shardwright::plan {

/// Problems that branch and bound solves at once, and the costs that it looks at before it gives up.
static constexpr double kMostCombinations = 1e12, kWorkOfExact = 20'000'000;
/// Entries of tables that every thread goes over before they compare notes, at most; and passes of messages in the
/// first epoch. Each is longer than the one before.
static constexpr double kMostWorkOfEpoch = 150'000'000, kPassesOfFirst = 10, kGrowthOfEpochs = 1.5;
/// What a pass of messages takes beside the tables.
static constexpr double kWorkOfPass = 1e4;
/// Entries of tables of all nodes at once.
static constexpr double kWorkOfWhole = 50'000'000;
/// Nodes of models whose cases are told apart.
static constexpr size_t kMostOfTree = 5000;
/// Choices are ruled out when the gap is at most this much of what it was then, and kept where more than that would
/// stay.
static constexpr double kNarrowAgain = 0.7, kWorthwhile = 0.9;
/// Messages and prices creep up to where they end. Where the gap is at most this part of the cost, cases are told apart
/// as soon as an epoch has raised the bound by less than this much of the gap; larger ones need the best prices first.
static constexpr double kSmallGap = 0.05, kLeastRise = 0.05;
/// A search that gained less in its last epoch starts anew elsewhere.
static constexpr double kLeastGain = 2e-4;
/// So does one that would need that many epochs to reach the best.
static constexpr double kEpochsBehind = 5;

class ResumableSolver::Solver {
public:
  Solver(const Problem &problem, const SolveOptions &options)
      : problem(problem), options(options), begin(Clock::now()), stage(std::make_unique<Stage>(makeModel(problem))) {
    best.lowerBound = stage->model.constant;
  }

  const Solution &run() {
    if (isBegun)
      report(); // Perhaps it is good enough.
    else if (isHopeless())
      take(leanestChoices(problem));
    else if (!solveExactly())
      beginSearch();
    isBegun = true;
    if (!stage->searchers.empty())
      search();
    return best;
  }

  /// Of the next run().
  void setTime(double seconds, std::function<bool(const Solution &, double)> progress) {
    options.seconds = seconds;
    options.progress = std::move(progress);
    begin = Clock::now();
    isStopped = false;
    idleEpochs = 0;
  }

private:
  using Clock = std::chrono::steady_clock;
  struct Searcher {
    std::unique_ptr<NeighbourhoodSearch> search;
    double costBefore = 0;
    bool isStarted = false;
  };
  /// What works on one model; when choices are ruled out, the next begins.
  struct Stage {
    explicit Stage(Model it) : model(std::move(it)), bounds(model) {}
    Stage(Restriction &&restriction, const Stage &last)
        : model(std::move(restriction.model)), bounds(model, last.bounds, restriction) {}

    const Model model;
    BoundSearch bounds;
    std::vector<Searcher> searchers;
    std::vector<uint32_t> best;
    std::vector<double> boundsOfChoices; ///< as of BoundSearch, after the last epoch
    bool isWholeTried = false;
    bool isFlat = false;             ///< the last epoch hardly raised the bound
    std::unique_ptr<BoundTree> tree; ///< once messages alone raise the bound no more
  };

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin).count(); }
  bool goesOn() { return !isStopped && seconds() < options.seconds; }
  /// Scaled, without what is decided.
  double bestCost() const { return stage->model.costOf(stage->best); }

  /// Nothing is within the limit where what always holds the least is not.
  bool isHopeless() const { return !isWithinLimit(problem, leanestChoices(problem)); }

  /// Small problems.
  bool solveExactly() {
    double combinations = 1;
    for (const Problem::Node &node : problem.nodes)
      combinations *= static_cast<double>(node.numChoices());
    if (combinations > kMostCombinations)
      return false;
    ExactResult exact = searchExactly(problem, kWorkOfExact);
    if (!exact.isComplete)
      return false;
    take(std::move(*exact.choices));
    best.lowerBound = best.cost;
    report();
    return true;
  }

  void beginSearch() {
    stage->bounds.step(0);
    stage->best = stage->bounds.takeCandidate()->choices;
    // Branch and bound that gave up may have found better.
    if (!take(stage->model.expand(stage->best)))
      moveToBest();
    if (!options.start.empty())
      takeFound(options.start);
    while (!stage->bounds.isWarmedUp() && goesOn())
      stage->bounds.step(0);
    if (std::optional<BoundSearch::Candidate> candidate = stage->bounds.takeCandidate())
      offer(candidate->choices);
    raiseBound(stage->bounds.bound());
    startSearchers();
    stage->searchers.front().search->start(stage->best);
    stage->searchers.front().isStarted = true;
    workOfEpoch = kPassesOfFirst * (stage->bounds.entriesOfPass() + kWorkOfPass);
  }

  void search() {
    for (; goesOn() && !best.isOptimal() && !isIdle(); ++epoch, workOfEpoch *= kGrowthOfEpochs) {
      runEpoch(std::min(workOfEpoch, kMostWorkOfEpoch));
      // What the tree found first: its bound is that of the rest.
      if (stage->tree)
        if (std::optional<Choices> found = stage->tree->takeCandidate())
          takeFound(std::move(*found));
      raiseBound(stage->tree ? stage->tree->bound() : stage->bounds.bound());
      stage->boundsOfChoices = stage->bounds.boundsOfChoices();
      exchange();
      narrow();
      solveWhole();
      report();
    }
    if (!best.isWithinLimit)
      take(leanestChoices(problem));
  }

  /// Asked once an epoch.
  bool isIdle() {
    const Total step = best.cost / 10'000;
    const bool moved = best.isWithinLimit != before.isWithinLimit || before.cost - best.cost > step ||
                       best.lowerBound - before.lowerBound > step;
    if (moved)
      before = {{}, best.cost, best.lowerBound, best.isWithinLimit, best.peakUsage};
    idleEpochs = moved ? 0 : idleEpochs + 1;
    return options.patience > 0 && idleEpochs > options.patience;
  }

  void startSearchers() {
    for (int i = 0; i < std::max(2, options.threads); ++i)
      stage->searchers.push_back(
          {std::make_unique<NeighbourhoodSearch>(stage->model, options.seed + static_cast<uint64_t>(i))});
  }

  bool canBranch() const {
    return stage->model.numNodes() <= kMostOfTree && !stage->model.isUsageRounded && best.isWithinLimit &&
           isPricedInFull();
  }

  void noteRise(double before) {
    const BoundSearch &bounds = stage->bounds;
    const bool isSmall = static_cast<double>(best.cost - best.lowerBound) <= kSmallGap * static_cast<double>(best.cost);
    stage->isFlat = isSmall && bounds.bound() - before < kLeastRise * (bestCost() - before);
  }

  /// One thread raises the bound as long as that goes on, the others search.
  void runEpoch(double mostWork) {
    if (!stage->tree && (stage->bounds.isDone() || stage->isFlat) && canBranch())
      stage->tree = std::make_unique<BoundTree>(stage->model, stage->bounds);
    const double boundBefore = stage->bounds.bound();
    const bool raises = !stage->tree && !stage->bounds.isDone(), branches = stage->tree != nullptr;
    const double target = bestCost();
    const size_t count = std::max<size_t>(1, static_cast<size_t>(options.threads) - (raises || branches ? 1 : 0));
    std::vector<std::future<void>> tasks;
    auto goOn = [this] { return goesOn(); };
    auto start = [&](auto task) {
      tasks.push_back(std::async(options.threads > 1 ? std::launch::async : std::launch::deferred, std::move(task)));
    };
    if (raises)
      start([this, goOn, target, mostWork] {
        for (double work = 0; work < mostWork && goOn() && !stage->bounds.isDone();
             work += stage->bounds.entriesOfPass() + kWorkOfPass)
          stage->bounds.step(target);
      });
    if (branches)
      start([this, goOn, target, mostWork] { stage->tree->run(mostWork, target - stage->model.scale / 2, goOn); });
    for (size_t i = 0; i < std::min(count, stage->searchers.size()); ++i) {
      Searcher &searcher = stage->searchers[(epoch + i) % stage->searchers.size()];
      if (!searcher.isStarted)
        continue;
      searcher.costBefore = searcher.search->cost();
      start([&searcher, goOn, mostWork] { searcher.search->run(mostWork, goOn); });
    }
    for (std::future<void> &task : tasks)
      task.wait();
    noteRise(boundBefore);
  }

  void exchange() {
    Searcher *leader = &stage->searchers.front();
    for (Searcher &searcher : stage->searchers) {
      if (!searcher.isStarted)
        continue;
      guide(*searcher.search);
      if (searcher.search->isBetterThan(*leader->search))
        leader = &searcher;
    }
    for (Searcher &searcher : stage->searchers)
      if (&searcher != leader && (!searcher.isStarted || isStuck(searcher) || fallsBehind(searcher, *leader))) {
        if (searcher.isStarted)
          leader->search->combine(searcher.search->choices());
        startAnew(searcher);
      }
    if (std::optional<BoundSearch::Candidate> candidate = stage->bounds.takeCandidate())
      leader->search->takeParts(candidate->choices);
    for (const std::vector<uint32_t> &choices : stage->bounds.recent())
      leader->search->takeParts(choices);
    offer(leader->search->choices().vec());
  }

  /// Looks where choices cost more than the bound says they must.
  void guide(NeighbourhoodSearch &search) const {
    search.setMultipliers(stage->bounds.multipliers());
    if (stage->boundsOfChoices.empty())
      return;
    std::vector<double> excess;
    for (size_t node = 0; node < stage->model.numNodes(); ++node) {
      const double *bounds = &stage->boundsOfChoices[stage->model.choiceOffsets[node]];
      excess.push_back(bounds[search.choices()[node]] -
                       *std::min_element(bounds, bounds + stage->model.numChoices(node)));
    }
    search.setExcess(excess);
  }

  bool isStuck(const Searcher &searcher) const {
    return searcher.search->isWithinLimit() &&
           searcher.search->cost() > searcher.costBefore - kLeastGain * std::abs(searcher.costBefore);
  }

  /// Would not come up with the leader for long, as fast as it is now: what the bound has come by since may do better.
  bool fallsBehind(const Searcher &searcher, const Searcher &leader) const {
    return searcher.search->isWithinLimit() && searcher.search->cost() - leader.search->cost() >
                                                   kEpochsBehind * (searcher.costBefore - searcher.search->cost());
  }

  void startAnew(Searcher &searcher) {
    if (stage->bounds.isDone() && !canBranch())
      stage->bounds.restart();
    std::optional<BoundSearch::Candidate> candidate = stage->bounds.takeCandidate();
    if (!candidate)
      return;
    searcher.search->start(std::move(candidate->choices));
    guide(*searcher.search);
    searcher.costBefore = std::numeric_limits<double>::infinity();
    searcher.isStarted = true;
  }

  /// Forbidden entries cost less in the model.
  bool isPricedInFull() const {
    return best.cost == stage->model.constant + static_cast<int64_t>(bestCost() / stage->model.scale);
  }

  /// Goes on without choices that nothing better than the best can have, when the gap has become smaller.
  void narrow() {
    const Total gap = best.cost - best.lowerBound;
    if (!best.isWithinLimit || best.isOptimal() || !isPricedInFull() ||
        Total(kNarrowAgain * static_cast<double>(gapWhenNarrowed)) < gap)
      return;
    gapWhenNarrowed = gap;
    const Model &model = stage->model;
    const double below = bestCost() - model.scale / 2;
    std::vector<bool> isKept;
    for (double bound : stage->boundsOfChoices)
      isKept.push_back(bound < below);
    if (isKept.empty())
      return;
    if (!dropTooLarge(model, isKept))
      return raiseBound(std::numeric_limits<double>::infinity());
    const auto numKept = static_cast<size_t>(llvm::count(isKept, true));
    if (static_cast<double>(numKept) > kWorthwhile * static_cast<double>(isKept.size()))
      return;
    for (size_t node = 0; node < model.numNodes(); ++node)
      isKept[model.choiceOffsets[node] + stage->best[node]] = true;
    Restriction restriction = restrict(model, isKept);
    std::vector<uint32_t> choices = restriction.from(stage->best, stage->best);
    std::vector<std::vector<uint32_t>> others;
    for (const Searcher &searcher : stage->searchers)
      others.push_back(searcher.isStarted ? restriction.from(searcher.search->choices(), stage->best) : choices);
    stage = std::make_unique<Stage>(std::move(restriction), *stage);
    stage->best = std::move(choices);
    if (stage->model.numNodes() == 0)
      return raiseBound(std::numeric_limits<double>::infinity());
    startSearchers();
    for (auto [searcher, start] : llvm::zip_equal(stage->searchers, others)) {
      searcher.search->start(std::move(start));
      searcher.isStarted = true;
    }
  }

  /// Where few choices are left, elimination may take them all.
  void solveWhole() {
    if (stage->isWholeTried || best.isOptimal() || !best.isWithinLimit || !isPricedInFull())
      return;
    stage->isWholeTried = true;
    NeighbourhoodSearch whole(stage->model, options.seed);
    whole.setMultipliers(stage->bounds.multipliers());
    whole.start(stage->best);
    std::optional<double> bound = whole.solveWhole(kWorkOfWhole);
    offer(whole.choices().vec());
    if (bound)
      raiseBound(*bound);
  }

  /// The stage's choices, where they are better.
  void offer(const std::vector<uint32_t> &choices) {
    if (take(stage->model.expand(choices)))
      stage->best = choices;
  }

  /// The problem's choices, which the stage may no longer have.
  void takeFound(Choices choices) {
    if (take(std::move(choices)))
      moveToBest();
  }

  /// The stage's choices, as far as it still has those of the best.
  void moveToBest() {
    const Model &model = stage->model;
    for (size_t node = 0; node < model.numNodes(); ++node) {
      const auto place = llvm::find(model.problemChoices[node], best.choices[model.problemNodes[node]]);
      if (place != model.problemChoices[node].end())
        stage->best[node] = static_cast<uint32_t>(place - model.problemChoices[node].begin());
    }
  }

  /// Whether choices are better than the best: first within the limit, then cheaper.
  bool take(Choices choices) {
    const Total cost = costOf(problem, choices), usage = peakUsage(problem, choices).usage;
    const bool isWithin = !problem.usageLimit || usage <= *problem.usageLimit;
    const bool isBetter =
        isWithin != best.isWithinLimit ? isWithin : (isWithin ? cost < best.cost : usage < best.peakUsage);
    if (hasBest && !isBetter)
      return false;
    hasBest = true;
    best.choices = std::move(choices);
    best.cost = cost;
    best.peakUsage = usage;
    best.isWithinLimit = isWithin;
    report();
    return true;
  }

  /// `bound`: of the stage's model. What was ruled out costs no less than the best.
  void raiseBound(double bound) {
    Total most = best.lowerBound;
    if (bound == std::numeric_limits<double>::infinity())
      most = best.cost;
    else if (std::isfinite(bound))
      most = stage->model.constant + Total(std::ceil(bound / stage->model.scale));
    if (best.isWithinLimit)
      most = std::min(most, best.cost);
    if (most <= best.lowerBound)
      return;
    best.lowerBound = most;
    report();
  }

  void report() {
    if (options.progress && !options.progress(best, seconds()))
      isStopped = true;
  }

  const Problem &problem;
  SolveOptions options;
  Clock::time_point begin; ///< of the run at hand
  std::unique_ptr<Stage> stage;
  bool isBegun = false;
  size_t epoch = 0;
  double workOfEpoch = 0; ///< entries of tables
  Solution best;
  Solution before; ///< when it last moved, for isIdle()
  size_t idleEpochs = 0;
  bool hasBest = false;
  Total gapWhenNarrowed = absl::Int128Max();
  std::atomic<bool> isStopped = false;
};

ResumableSolver::ResumableSolver(std::unique_ptr<Solver> of) : solver(std::move(of)) {}
ResumableSolver::ResumableSolver(ResumableSolver &&) = default;
ResumableSolver &ResumableSolver::operator=(ResumableSolver &&) = default;
ResumableSolver::~ResumableSolver() = default;

absl::StatusOr<ResumableSolver> ResumableSolver::create(const Problem &problem, const SolveOptions &options) {
  if (absl::Status status = check(problem); !status.ok())
    return status;
  if (absl::Status status = options.start.empty() ? absl::OkStatus() : verify(problem, options.start); !status.ok())
    return status;
  return ResumableSolver(std::make_unique<Solver>(problem, options));
}

const Solution &ResumableSolver::run() { return solver->run(); }
const Solution &ResumableSolver::run(double seconds, std::function<bool(const Solution &, double)> progress) {
  solver->setTime(seconds, std::move(progress));
  return solver->run();
}

absl::StatusOr<Solution> solve(const Problem &problem, const SolveOptions &options) {
  absl::StatusOr<ResumableSolver> solver = ResumableSolver::create(problem, options);
  if (!solver.ok())
    return solver.status();
  return solver->run();
}

} // namespace shardwright::plan
