#include "dialects/plan/Problems.h"
#include "lib/Driver/Command.h"
#include "lib/Driver/Interrupt.h"
#include "lib/Driver/ProgramFile.h"
#include "lib/Driver/Progress.h"
#include "lib/Driver/SolverOptions.h"
#include "runtime/Files.h"
#include "shardwright/Plan/IopddlFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace shardwright::driver {
namespace {

/// The one problem of a module.
absl::StatusOr<plan::Problem> readModule(const std::string &path) {
  absl::StatusOr<std::unique_ptr<compiler::Pipeline>> program = readProgram(path);
  if (!program.ok())
    return program.status();
  auto problems = llvm::to_vector((*program)->module().getOps<plan::ProblemOp>());
  if (problems.size() != 1)
    return absl::InvalidArgumentError(
        llvm::formatv("{0} has {1} plan.problem; expected one", path, problems.size()).str());
  return plan::problemOf(problems.front());
}

absl::StatusOr<plan::Problem> readProblem(const std::string &path) {
  if (llvm::StringRef(path).ends_with(".mlir"))
    return readModule(path);
  Progress progress("read");
  return plan::readIopddl(path);
}

/// How far the cost is above the bound, as a part of the bound; infinite where the bound is 0 and the cost is not.
double gapOf(const plan::Solution &solution) {
  if (solution.cost == solution.lowerBound)
    return 0;
  return static_cast<double>(solution.cost - solution.lowerBound) / static_cast<double>(solution.lowerBound);
}

/// What the bound says of the cost.
std::string gapText(const plan::Solution &solution) {
  if (solution.isOptimal())
    return "optimal";
  double gap = gapOf(solution);
  return std::isfinite(gap) ? llvm::formatv("gap {0:f4}%", gap * 100).str() : "no gap known";
}

absl::StatusOr<plan::SolveOptions> optionsOf(const CommandLine &line) {
  plan::SolveOptions options;
  absl::StatusOr<std::optional<double>> seconds = line.number("time-limit");
  if (!seconds.ok())
    return seconds.status();
  options.seconds = seconds->value_or(options.seconds);
  if (!(options.seconds > 0))
    return aboutOption("time-limit", "needs seconds above 0, got " + *line.text("time-limit"));
  if (absl::Status status = parseSolverOptions(line, options); !status.ok())
    return status;
  return options;
}

/// What is live at `time` and holds the most, five at most, and the rest in one.
std::string holdersAt(const plan::Problem &problem, const plan::Choices &choices, int64_t time) {
  struct Holder {
    size_t node;
    int64_t usage;
  };
  std::vector<Holder> holders;
  for (auto [number, node] : llvm::enumerate(problem.nodes))
    if (int64_t usage = node.usages[choices[number]]; node.begin <= time && time < node.end && usage > 0)
      holders.push_back({number, usage});
  std::stable_sort(holders.begin(), holders.end(), [](auto &a, auto &b) { return a.usage > b.usage; });
  constexpr size_t kShown = 5;
  std::string text;
  plan::Total rest = 0;
  for (auto [place, holder] : llvm::enumerate(holders)) {
    if (place >= kShown)
      rest += holder.usage;
    else
      text += llvm::formatv("{0}node {1} ({2})", place ? ", " : "", holder.node, holder.usage);
  }
  if (holders.size() > kShown)
    text += llvm::formatv(", {0} others ({1})", holders.size() - kShown, plan::str(rest));
  return text;
}

absl::Status aboveLimit(const plan::Problem &problem, const plan::Solution &solution) {
  plan::PeakUsage peak = plan::peakUsage(problem, solution.choices);
  return absl::FailedPreconditionError(
      llvm::formatv(
          "no choices within the usage limit of {0} were found: the least peak is {1}, at time {2}, where the "
          "most is held by {3}",
          *problem.usageLimit, plan::str(peak.usage), peak.time, holdersAt(problem, solution.choices, peak.time))
          .str());
}

/// As a JSON writer takes it: LLVM's has no numbers of 128 bits.
void writeTotal(llvm::json::OStream &json, llvm::StringRef name, plan::Total total) {
  json.attributeBegin(name);
  json.rawValue(plan::str(total));
  json.attributeEnd();
}

void printJson(const plan::Problem &problem, const plan::Solution &solution, double seconds) {
  plan::PeakUsage peak = plan::peakUsage(problem, solution.choices);
  double gap = gapOf(solution);
  llvm::json::OStream json(llvm::outs(), 2);
  json.object([&] {
    json.attribute("name", problem.name);
    json.attribute("nodes", static_cast<int64_t>(problem.nodes.size()));
    json.attribute("edges", static_cast<int64_t>(problem.edges.size()));
    writeTotal(json, "cost", solution.cost);
    writeTotal(json, "lower_bound", solution.lowerBound);
    json.attribute("gap", std::isfinite(gap) ? llvm::json::Value(gap) : llvm::json::Value(nullptr));
    json.attribute("optimal", solution.isOptimal());
    writeTotal(json, "peak_usage", peak.usage);
    json.attribute("peak_time", peak.time);
    json.attribute("usage_limit", problem.usageLimit ? llvm::json::Value(*problem.usageLimit) : nullptr);
    json.attribute("seconds", seconds);
  });
  llvm::outs() << "\n";
}

void printText(const plan::Problem &problem, const plan::Solution &solution, double seconds) {
  plan::PeakUsage peak = plan::peakUsage(problem, solution.choices);
  llvm::outs() << llvm::formatv("problem      {0}{1}{2} nodes, {3} edges\n", problem.name,
                                problem.name.empty() ? "" : ": ", problem.nodes.size(), problem.edges.size())
               << "cost         " << plan::str(solution.cost) << "\n"
               << "lower bound  " << plan::str(solution.lowerBound) << " (" << gapText(solution) << ")\n"
               << "peak usage   " << plan::str(peak.usage)
               << (problem.usageLimit ? llvm::formatv(" of {0}", *problem.usageLimit).str() : ", no limit")
               << " at time " << peak.time << "\n"
               << llvm::formatv("seconds      {0:f2}\n", seconds);
}

/// Searches in what the first `elapsed` seconds have left of the time, and says on stderr what is found where `tells`.
absl::StatusOr<plan::Solution> search(const plan::Problem &problem, plan::SolveOptions options, double elapsed,
                                      bool tells) {
  Interrupt interrupt;
  options.seconds = std::max(0.0, options.seconds - elapsed);
  std::string last;
  options.progress = [&](const plan::Solution &solution, double seconds) {
    std::string found = plan::str(solution.cost) + (solution.isWithinLimit ? "" : " above the usage limit") +
                        ", lower bound " + plan::str(solution.lowerBound) + " (" + gapText(solution) + ")";
    if (tells && found != last)
      llvm::errs() << llvm::formatv("{0,8:f2} s  cost {1}\n", elapsed + seconds, found);
    last = std::move(found);
    return !Interrupt::came();
  };
  if (tells) // its lines would overwrite those of Progress
    return plan::solve(problem, options);
  Progress progress("solve");
  return plan::solve(problem, options);
}

absl::Status solveFile(const CommandLine &line) {
  absl::StatusOr<plan::SolveOptions> options = optionsOf(line);
  if (!options.ok())
    return options.status();
  auto begin = std::chrono::steady_clock::now();
  auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  absl::StatusOr<plan::Problem> problem = readProblem(line.file());
  if (!problem.ok())
    return problem.status();
  absl::StatusOr<plan::Solution> solution = search(*problem, *options, elapsed(), line.has("progress"));
  if (!solution.ok())
    return solution.status();
  if (!solution->isWithinLimit)
    return aboveLimit(*problem, *solution);
  if (std::optional<std::string> out = line.text("o"))
    if (absl::Status status = runtime::writeFile(*out, plan::printAnswer(*solution)); !status.ok())
      return status;
  if (line.has("json"))
    printJson(*problem, *solution, elapsed());
  else
    printText(*problem, *solution, elapsed());
  return absl::OkStatus();
}

} // namespace

Command solveCommand() {
  return {
      "solve",
      "PROBLEM.json[.gz]|FILE.mlir [options]",
      "finds the cheapest choices of a planning problem that fit in memory, and a bound",
      "Reads a problem (one choice for every node, costs of nodes and of pairs of them, a limit on what live nodes "
      "hold)\nin the format of the IOPDDL contest, or a plan.problem in a module; searches until it is solved, the "
      "time is over or\nSIGINT comes; prints the cost, a lower bound that is proven, and the peak usage. Exit status "
      "1 when no choices within\nthe limit were found.",
      /*files=*/1,
      {
          {"o", "OUT.json", "write the cost, the lower bound and the choice of each node there"},
          {"time-limit", "S", "seconds, reading included (default 60)"},
          kThreadsOption,
          kSeedOption,
          {"progress", nullptr, "print every improvement on stderr"},
          {"json", nullptr, "print one JSON object"},
      },
      solveFile};
}

} // namespace shardwright::driver
