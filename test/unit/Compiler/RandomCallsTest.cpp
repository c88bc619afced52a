// Calls of the compiler's interface in random order, from two threads on one session. What each must do follows from
// the tables of programs and options here. SHARDWRIGHT_API_CALLS: how many (default 4000), SHARDWRIGHT_API_SEED.
#include "shardwright/Compiler.h"
#include "test/unit/Compiler/Programs.h"
#include "test/unit/Environment.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <iostream>
#include <random>
#include <thread>

using namespace shardwright;
using namespace shardwright::compiler;

namespace {

constexpr Phase kPhases[] = {Phase::Import, Phase::Propagate, Phase::Partition, Phase::Lower};

/// A program, and what is known of it.
struct Program {
  const char *name;
  std::string text;
  bool isProgram;  ///< it can be read
  bool isCompiled; ///< and import accepts it
  std::function<runtime::Array()> argument;
  std::vector<float> result;
};

const std::vector<Program> &programs() {
  static const std::vector<Program> kPrograms = {
      {"open", kOpen, true, true, openArgument, kOpenResult},
      {"split", kSplit, true, true, splitArgument, kSplitResult},
      {"dynamic",
       "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n",
       true,
       false,
       {},
       {}},
      {"undefined", kUndefined, false, false, {}, {}},
      {"cut", kSplit.substr(0, kSplit.size() - 3), false, false, {}, {}},
      {"unknown", "func.func @main() {\n  \"stablehlo.levitate\"() : () -> ()\n  return\n}\n", false, false, {}, {}},
      {"words", "not a program", false, false, {}, {}},
      {"zeros", std::string(64, '\0'), false, false, {}, {}},
      {"bytecode", "ML\xefR" + std::string(20, '\x01'), false, false, {}, {}},
  };
  return kPrograms;
}

/// Options, and of what programs they are refused: by any call, or when import gives the program its mesh.
struct Choice {
  const char *name;
  std::function<void(Options &)> set;
  bool isRefused;
  bool isRefusedForSplit;
};

const std::vector<Choice> &choices() {
  static const std::vector<Choice> kChoices = {
      {"none", [](Options &) {}, false, false},
      {"mesh", [](Options &o) { o.mesh = "x=2"; }, false, false},
      {"larger mesh", [](Options &o) { o.mesh = "x=4"; }, false, true},
      {"one device", [](Options &o) { o.devices = 1; }, false, false},
      {"three devices", [](Options &o) { o.devices = 3; }, false, true},
      {"random", [](Options &o) { o.mesh = "x=2,y=2", o.fuzzShardings = 5; }, false, false},
      {"machine", [](Options &o) { o.machine.topology = "h100-8"; }, false, false},
      {"slow", [](Options &o) { o.disable = "all"; }, false, false},
      {"no mesh", [](Options &o) { o.mesh = "x=,"; }, true, true},
      {"no devices", [](Options &o) { o.devices = 0; }, true, true},
      {"no machine", [](Options &o) { o.machine.topology = "abacus"; }, true, true},
      {"apart on no machine", [](Options &o) { o.decomposeCollectives = true; }, true, true},
      {"no optimisation", [](Options &o) { o.disable = "gravity"; }, true, true},
  };
  return kChoices;
}

/// One thread's calls.
class Calls {
public:
  Calls(const Session &session, uint64_t seed, const std::atomic<int> &errorsTold)
      : session(session), random(seed), errorsTold(errorsTold) {}

  /// How many were refused.
  int run(int calls) {
    for (int i = 0; i < calls && !testing::Test::HasFailure(); ++i)
      call();
    return numRefused;
  }

private:
  size_t below(size_t bound) { return random() % bound; }
  template <typename T> const T &oneOf(const std::vector<T> &all) { return all[below(all.size())]; }

  /// Every refusal says why.
  void expectRefusal(const absl::Status &status) {
    ++numRefused;
    EXPECT_FALSE(status.ok());
    EXPECT_FALSE(status.message().empty());
    EXPECT_TRUE(!wasDiagnosed(status) || errorsTold > 0);
  }

  struct Open {
    const Program *program;
    Compilation compilation;
    bool wasRead = true; ///< of the table, rather than of what a phase left
  };

  void call() {
    switch (below(24)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return read();
    case 4:
      return close();
    case 5:
      return check();
    case 6:
      return below(4) ? read() : compile();
    case 7:
      return below(12) ? look() : plan();
    case 8:
      return below(4) ? look() : explain();
    case 9:
      return below(4) ? look() : emit();
    case 10:
    case 11:
      return readAgain();
    case 12:
      return swap();
    case 13:
    case 14:
    case 15:
      return look();
    default:
      return runPhase();
    }
  }

  void read() {
    const Program &program = oneOf(programs());
    Source source{program.text, program.name};
    const bool isClaimed = !below(6);
    if (isClaimed)
      source.after = kPhases[below(4)];
    auto compilation = session.read(source);
    if (!program.isProgram || (isClaimed && &program == &programs()[1]))
      return expectRefusal(compilation.status());
    if (isClaimed && !compilation.ok()) // An open program has no shardings: it may be what import leaves.
      return expectRefusal(compilation.status());
    ASSERT_TRUE(compilation.ok()) << program.name << ": " << compilation.status().ToString();
    EXPECT_EQ(compilation->phase(), source.after);
    if (!isClaimed)
      keep({&program, *std::move(compilation)});
  }

  void keep(Open open) {
    if (all.size() < 4)
      all.push_back(std::move(open));
    else
      all[below(4)] = std::move(open);
  }

  void close() {
    if (!all.empty())
      all.erase(all.begin() + static_cast<ptrdiff_t>(below(all.size())));
  }

  void swap() {
    if (all.size() > 1)
      std::swap(all.front(), all.back());
  }

  Options options(const Choice &choice) {
    Options options;
    choice.set(options);
    return options;
  }

  void check() {
    const Choice &choice = oneOf(choices());
    absl::Status status = session.check(options(choice));
    EXPECT_EQ(status.ok(), !choice.isRefused) << choice.name << ": " << status.ToString();
  }

  /// Whether a call that runs phases must be refused; nothing where the tables do not say.
  std::optional<bool> mustRefuse(const Open &open, const Choice &choice) {
    if (choice.isRefused || !open.program->isCompiled)
      return true;
    if (!open.wasRead || open.compilation.phase())
      return std::nullopt;
    return choice.isRefusedForSplit && open.program == &programs()[1];
  }

  void runPhase() {
    if (all.empty())
      return;
    Open &open = all[below(all.size())];
    const Choice &choice = oneOf(choices());
    Phase last = kPhases[below(4)];
    std::optional<Phase> before = open.compilation.phase();
    std::optional<bool> refused = mustRefuse(open, choice);
    absl::Status status = open.compilation.run(last, options(choice));
    SCOPED_TRACE(std::string(open.program->name) + ", " + choice.name + ", " + name(last) + ": " + status.ToString());
    EXPECT_EQ(status.ok(), refused ? !*refused : status.ok());
    if (!status.ok()) {
      expectRefusal(status);
      EXPECT_GE(open.compilation.phase(), before);
      return;
    }
    EXPECT_EQ(open.compilation.phase(), std::max(before, std::optional(last)));
  }

  /// What a phase leaves is read, and is then behind it.
  void readAgain() {
    if (all.empty())
      return;
    Open &open = all[below(all.size())];
    if (!open.program->isCompiled) // What a pass that failed has left is no source.
      return;
    auto text = below(2) ? open.compilation.text() : open.compilation.bytecode();
    ASSERT_TRUE(text.ok());
    Source source{*text, open.program->name};
    source.after = open.compilation.phase();
    auto compilation = session.read(source);
    ASSERT_TRUE(compilation.ok()) << compilation.status().ToString();
    EXPECT_EQ(compilation->phase(), source.after);
    keep({open.program, *std::move(compilation), /*wasRead=*/false});
  }

  void look() {
    if (all.empty())
      return;
    Open &open = all[below(all.size())];
    auto summary = open.compilation.summary();
    EXPECT_EQ(summary.ok(), open.compilation.phase() == Phase::Partition) << summary.status().ToString();
    EXPECT_FALSE(summary.ok() && (below(2) ? summary->json() : summary->text()).empty());
    int64_t devices = 1;
    for (const runtime::MeshAxisInfo &axis : open.compilation.mesh())
      devices *= axis.size;
    EXPECT_GE(devices, 1);
    EXPECT_FALSE(open.compilation.seconds().empty());
    for (const Diagnostic &diagnostic : open.compilation.diagnostics())
      EXPECT_FALSE(diagnostic.text().empty());
  }

  void expectRightResult(const Program &program, const runtime::Executable &executable) {
    EXPECT_EQ(compiler::run(executable, program.argument()), program.result) << program.name;
  }

  void emit() {
    if (all.empty())
      return;
    Open &open = all[below(all.size())];
    const Choice &choice = oneOf(choices());
    std::optional<bool> refused = mustRefuse(open, choice);
    auto executable = open.compilation.emit(options(choice));
    EXPECT_EQ(executable.ok(), refused ? !*refused : executable.ok())
        << choice.name << ": " << executable.status().ToString();
    if (!executable.ok())
      return expectRefusal(executable.status());
    EXPECT_EQ(open.compilation.phase(), Phase::Lower);
    expectRightResult(*open.program, *executable);
  }

  void compile() {
    const Program &program = oneOf(programs());
    const Choice &choice = oneOf(choices());
    auto executable = session.compile({program.text, program.name}, options(choice));
    if (!program.isCompiled || choice.isRefused || (choice.isRefusedForSplit && &program == &programs()[1]))
      return expectRefusal(executable.status());
    ASSERT_TRUE(executable.ok()) << program.name << ", " << choice.name << ": " << executable.status().ToString();
    expectRightResult(program, *executable);
  }

  void explain() {
    const Program &program = oneOf(programs());
    const Choice &choice = oneOf(choices());
    auto explained = session.explain({program.text, program.name}, options(choice), below(2));
    if (!program.isCompiled || choice.isRefused || (choice.isRefusedForSplit && &program == &programs()[1]))
      return expectRefusal(explained.status());
    ASSERT_TRUE(explained.ok()) << program.name << ", " << choice.name << ": " << explained.status().ToString();
    EXPECT_FALSE(explained->text().empty());
    EXPECT_FALSE(explained->json().empty());
    EXPECT_FALSE(explained->comparisonText(*explained).empty());
    const bool hasMachine = !options(choice).machine.topology.empty();
    EXPECT_EQ(explained->trace().ok(), hasMachine);
    EXPECT_EQ(explained->stepSeconds().has_value(), hasMachine);
    EXPECT_FALSE(explained->textOf("%nothing").ok());
  }

  void plan() {
    const Program &program = oneOf(programs());
    PlanOptions options;
    options.machine.topology = below(4) ? "h100-8" : "abacus";
    options.budget = 0.05;
    options.threads = 1;
    options.dropAnnotations = below(2);
    options.mesh = options.dropAnnotations && below(2) ? "auto" : "";
    options.shouldStop = [stops = below(2) != 0] { return stops; };
    auto plan = session.plan({program.text, program.name}, options);
    if (!program.isCompiled || options.machine.topology == "abacus")
      return expectRefusal(plan.status());
    ASSERT_TRUE(plan.ok()) << program.name << ": " << plan.status().ToString();
    EXPECT_GT(plan->seconds(), 0);
    EXPECT_FALSE(plan->text().empty());
    EXPECT_FALSE(plan->json().empty());
    auto planned = session.read({plan->program(), program.name});
    EXPECT_TRUE(planned.ok()) << planned.status().ToString();
  }

  const Session &session;
  std::mt19937_64 random;
  const std::atomic<int> &errorsTold;
  int numRefused = 0;
  std::vector<Open> all;
};

TEST(RandomCalls, DoWhatTheTablesSay) {
  const auto calls = static_cast<int>(numberFrom("SHARDWRIGHT_API_CALLS", 4000));
  const uint64_t seed = numberFrom("SHARDWRIGHT_API_SEED", std::random_device()());
  std::cout << "seed " << seed << "\n";
  std::atomic<int> errorsTold = 0;
  SessionOptions options;
  options.topologyFolder = TOPOLOGIES;
  options.handlers.diagnostic = [&](const Diagnostic &diagnostic) {
    errorsTold += diagnostic.severity == Severity::Error;
    EXPECT_FALSE(diagnostic.message.empty());
  };
  std::atomic<int> open = 0;
  options.handlers.progress = [&](const Progress &progress) { open += progress.hasEnded ? -1 : 1; };
  Session session(options);
  StderrBytes quiet;
  int refusedThere = 0;
  std::thread other([&] { refusedThere = Calls(session, seed + 1, errorsTold).run(calls / 2); });
  const int refused = Calls(session, seed, errorsTold).run(calls - calls / 2);
  other.join();
  std::cout << refused + refusedThere << " of " << calls << " calls were refused\n";
  EXPECT_EQ(open, 0) << "steps that began and did not end";
  EXPECT_EQ(quiet.count(), 0);
}

} // namespace
