// The compiler as a library: in memory, quiet, from any thread.
#include "shardwright/Compiler.h"
#include "shardwright/CompilerMlir.h"
#include "test/unit/Compiler/Programs.h"

#include "shardwright/Runtime/Serialize.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <pthread.h>
#include <set>
#include <thread>

using namespace shardwright;
using namespace shardwright::compiler;

namespace {

constexpr Phase kPhases[] = {Phase::Import, Phase::Propagate, Phase::Partition, Phase::Lower};

/// A session that keeps what it is told.
struct Told {
  std::vector<Diagnostic> diagnostics;
  std::vector<Progress> progress;
  Session session{[this] {
    SessionOptions options;
    options.topologyFolder = TOPOLOGIES;
    options.handlers.diagnostic = [this](const Diagnostic &diagnostic) { diagnostics.push_back(diagnostic); };
    options.handlers.progress = [this](const Progress &step) { progress.push_back(step); };
    return options;
  }()};
};

std::string messageOf(const absl::Status &status) { return std::string(status.message()); }

TEST(Session, CompilesFromTextAndFromBytecode) {
  StderrBytes quiet;
  Told told;
  auto executable = told.session.compile({kSplit, "split"});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  EXPECT_EQ(run(*executable, splitArgument()), kSplitResult);
  auto compilation = told.session.read({kSplit, "split"});
  ASSERT_TRUE(compilation.ok()) << compilation.status().ToString();
  auto bytecode = compilation->bytecode();
  ASSERT_TRUE(bytecode.ok());
  auto fromBytecode = told.session.compile({*bytecode, "split"});
  ASSERT_TRUE(fromBytecode.ok()) << fromBytecode.status().ToString();
  EXPECT_EQ(runtime::serialize(*executable), runtime::serialize(*fromBytecode));
  EXPECT_TRUE(told.diagnostics.empty());
  EXPECT_EQ(quiet.count(), 0);
}

TEST(Session, CompilesPortableArtifacts) {
  StderrBytes quiet;
  std::ifstream file(ARTIFACTS "/add_one_device.bc", std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  Told told;
  auto executable = told.session.compile({bytes, "artifact"});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  std::vector<float> numbers, more;
  for (int i = 0; i < 12; ++i) {
    numbers.push_back(0.5f * i);
    more.push_back(0.5f * i + 1);
  }
  EXPECT_EQ(run(*executable, arrayOf({3, 4}, numbers)), more);
  EXPECT_TRUE(told.diagnostics.empty());

  auto cut = told.session.read({absl::string_view(bytes).substr(0, bytes.size() / 2), "artifact"});
  EXPECT_EQ(cut.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(wasDiagnosed(cut.status()));
  EXPECT_NE(messageOf(cut.status()).find("damaged StableHLO portable artifact"), std::string::npos) << cut.status();
  EXPECT_EQ(quiet.count(), 0);
}

TEST(Session, StopsAfterAndStartsFromEveryPhase) {
  Session session;
  auto whole = session.compile({kSplit, "split"});
  ASSERT_TRUE(whole.ok());
  for (Phase phase : kPhases) {
    SCOPED_TRACE(name(phase));
    auto compilation = session.read({kSplit, "split"});
    ASSERT_TRUE(compilation.ok());
    EXPECT_FALSE(compilation->phase());
    ASSERT_TRUE(compilation->run(phase).ok());
    EXPECT_EQ(compilation->phase(), phase);
    for (const auto &text : {compilation->text(), compilation->bytecode()}) {
      ASSERT_TRUE(text.ok());
      Source source{*text, "split"};
      source.after = phase;
      auto rest = session.read(source);
      ASSERT_TRUE(rest.ok()) << rest.status().ToString();
      EXPECT_EQ(rest->phase(), phase);
      auto executable = rest->emit();
      ASSERT_TRUE(executable.ok()) << executable.status().ToString();
      EXPECT_EQ(run(*executable, splitArgument()), kSplitResult);
      // A phase that is said to have run does not run.
      for (auto &[step, seconds] : rest->seconds())
        for (Phase done : kPhases)
          EXPECT_FALSE(done <= phase && step == name(done)) << step;
    }
  }
}

TEST(Session, RefusesWhatAPhaseDoesNotLeave) {
  Session session;
  for (Phase phase : {Phase::Import, Phase::Propagate, Phase::Partition, Phase::Lower}) {
    Source source{kSplit, "split"}; // sdy: no phase has seen it
    source.after = phase;
    auto read = session.read(source);
    EXPECT_FALSE(read.ok()) << name(phase);
    EXPECT_EQ(read.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_FALSE(read.status().message().empty());
  }
  auto compilation = session.partition({kSplit, "split"});
  ASSERT_TRUE(compilation.ok());
  auto text = compilation->text();
  Source source{*text, "local"};
  source.after = Phase::Import;
  EXPECT_EQ(messageOf(session.read(source).status()), "'local' is what partition leaves, not what import does");
}

TEST(Session, TellsWhereAnErrorIs) {
  StderrBytes quiet;
  Told told;
  auto refused = told.session.compile({kUndefined, "model.mlir"});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(wasDiagnosed(refused.status()));
  ASSERT_FALSE(told.diagnostics.empty());
  const Diagnostic &first = told.diagnostics.front();
  EXPECT_EQ(first.severity, Severity::Error);
  EXPECT_EQ(first.file, "model.mlir");
  EXPECT_EQ(first.line, 3);
  EXPECT_EQ(first.column, 10);
  EXPECT_EQ(messageOf(refused.status()), first.text());
  EXPECT_EQ(first.text().rfind("model.mlir:3:10: error: ", 0), 0u) << first.text();
  EXPECT_EQ(quiet.count(), 0);
}

TEST(Session, NotesPointAtTheOtherParty) {
  Told told;
  const std::string twice = "func.func @main() {\n  return\n}\nfunc.func @main() {\n  return\n}\n";
  EXPECT_FALSE(told.session.read({twice, "twice"}).ok());
  ASSERT_EQ(told.diagnostics.size(), 1u);
  EXPECT_EQ(told.diagnostics[0].line, 4);
  ASSERT_EQ(told.diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(told.diagnostics[0].notes[0].severity, Severity::Note);
  EXPECT_EQ(told.diagnostics[0].notes[0].line, 1);
}

TEST(Session, StepsBeginAndEnd) {
  Told told;
  ASSERT_TRUE(told.session.compile({kSplit, "split"}).ok());
  std::vector<std::string> ended;
  for (size_t i = 0; i + 1 < told.progress.size(); i += 2) {
    EXPECT_FALSE(told.progress[i].hasEnded);
    EXPECT_TRUE(told.progress[i + 1].hasEnded);
    EXPECT_EQ(told.progress[i].step, told.progress[i + 1].step);
    ended.push_back(told.progress[i].step);
  }
  EXPECT_EQ(ended, (std::vector<std::string>{"parse", "import", "propagate", "partition", "lower", "codegen"}));
}

TEST(Session, AFailedPhaseLosesItsProgram) {
  StderrBytes quiet;
  Session session;
  const std::string dynamic = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n";
  auto compilation = session.read({dynamic, "dynamic"});
  ASSERT_TRUE(compilation.ok()) << compilation.status().ToString();
  EXPECT_TRUE(wasDiagnosed(compilation->run(Phase::Import)));
  EXPECT_FALSE(compilation->diagnostics().empty());
  EXPECT_EQ(compilation->run(Phase::Import).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(compilation->emit().status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(compilation->text().ok()) << "whatever it has become can be looked at";
  EXPECT_EQ(quiet.count(), 0);
}

TEST(Session, OptionsAreCheckedWithoutAProgram) {
  Told told;
  auto refused = [&](auto change) {
    Options options;
    change(options);
    absl::Status status = told.session.check(options);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(told.session.compile({kOpen, "open"}, options).status(), status);
    return messageOf(status);
  };
  EXPECT_EQ(refused([](Options &o) { o.devices = 0; }), "option 'devices' needs at least 1, got 0");
  EXPECT_EQ(refused([](Options &o) { o.memory = -5; }), "option 'memory' needs at least 1, got -5");
  EXPECT_EQ(refused([](Options &o) { o.mesh = "x"; }).rfind("option 'mesh': ", 0), 0u);
  EXPECT_EQ(refused([](Options &o) { o.disable = "gravity"; }).rfind("option 'disable': ", 0), 0u);
  EXPECT_EQ(refused([](Options &o) { o.machine.topology = "h101-8"; }).rfind("option 'topology': ", 0), 0u);
  EXPECT_EQ(refused([](Options &o) { o.fuzzShardings = 1; }), "option 'fuzz-shardings' needs mesh");
  EXPECT_EQ(refused([](Options &o) { o.decomposeCollectives = true; }),
            "option 'decompose-collectives' needs topology: the machine on which steps get shorter");
  EXPECT_TRUE(told.session.check(Options()).ok());

  PlanOptions plan;
  EXPECT_FALSE(told.session.check(plan).ok()) << "no topology";
  plan.machine.topology = "h100-8";
  EXPECT_TRUE(told.session.check(plan).ok());
  plan.budget = 0;
  EXPECT_EQ(messageOf(told.session.check(plan)), "option 'budget': needs seconds above 0, got 0");
  plan.budget = 1;
  plan.threads = -1;
  EXPECT_EQ(messageOf(told.session.check(plan)), "option 'threads' needs at least 0, got -1");
}

TEST(Session, MeshAndDevicesMustBeTheProgramsWhereverItStarts) {
  Session session;
  auto local = session.partition({kSplit, "split"});
  ASSERT_TRUE(local.ok());
  auto localText = local->text();
  Options four;
  four.mesh = "x=4";
  for (const std::string &text : {kSplit, *localText}) {
    auto compilation = session.read({text, "split"});
    ASSERT_TRUE(compilation.ok());
    EXPECT_EQ(messageOf(compilation->run(Phase::Lower, four)), "the program's mesh is <x=2>, mesh gives <x=4>");
    EXPECT_TRUE(compilation->run(Phase::Lower).ok()) << "options are no part of the program";
  }
  // Only import drops shardings, or makes new ones.
  Options one, random;
  one.devices = 1;
  random.mesh = "x=2";
  random.fuzzShardings = 1;
  for (const Options &options : {one, random})
    EXPECT_TRUE(session.partition({kSplit, "split"}, options).ok());
  EXPECT_EQ(messageOf(session.partition({*localText, "local"}, one).status()),
            "the program's mesh <x=2> has 2 devices, devices gives 1: give 2");
  EXPECT_EQ(messageOf(session.partition({*localText, "local"}, random).status()),
            "option 'fuzz-shardings': import gives them, and the program is behind it");
}

TEST(Session, SummaryCountsWhatIsSent) {
  Session session;
  auto compilation = session.partition({kSplit, "split"});
  ASSERT_TRUE(compilation.ok());
  auto mesh = compilation->mesh();
  ASSERT_EQ(mesh.size(), 1u);
  EXPECT_EQ(mesh[0].name, "x");
  EXPECT_EQ(mesh[0].size, 2);
  auto summary = compilation->summary();
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(summary->devices, 2);
  ASSERT_EQ(summary->collectives.size(), 1u);
  EXPECT_EQ(summary->collectives[0].op, "all_reduce");
  EXPECT_EQ(summary->bytesPerDevice, 16) << "2 V (n - 1) / n of V = 16 bytes and n = 2 devices";
  ASSERT_TRUE(compilation->run(Phase::Lower).ok());
  EXPECT_EQ(compilation->summary().status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Session, ExplainsOnAMachineThatIsGivenAsText) {
  StderrBytes quiet;
  SessionOptions shipped;
  shipped.topologyFolder = TOPOLOGIES; // of its device
  Session session(shipped);
  Options options;
  options.machine.topology = R"({"name": "pair", "summary": "two of them", "device": "v100", "levels": [
    {"name": "link", "kind": "switch", "size": 2, "bytes_per_s": 1e9, "latency_s": 1e-3}],
    "sources": {}})";
  auto explained = session.explain({kSplit, "split"}, options);
  ASSERT_TRUE(explained.ok()) << explained.status().ToString();
  ASSERT_TRUE(explained->stepSeconds());
  EXPECT_GT(*explained->stepSeconds(), 1e-3);
  EXPECT_NE(explained->text().find("pair"), std::string::npos);
  EXPECT_TRUE(explained->textOf("%0").ok());
  EXPECT_EQ(explained->textOf("%17").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(quiet.count(), 0);
}

TEST(Session, PlansAProgramThatCompiles) {
  StderrBytes quiet;
  Told told;
  PlanOptions options;
  options.machine.topology = "h100-8";
  options.budget = 1;
  options.threads = 1;
  auto plan = told.session.plan({kOpen, "open"}, options);
  ASSERT_TRUE(plan.ok()) << plan.status().ToString();
  EXPECT_GT(plan->seconds(), 0);
  auto executable = told.session.compile({plan->program(), "planned"});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  EXPECT_EQ(run(*executable, openArgument()), kOpenResult);

  options.memory = 1;
  auto none = told.session.plan({kOpen, "open"}, options);
  EXPECT_EQ(none.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(messageOf(none.status()).rfind("option 'memory': no plan that holds 1 bytes", 0), 0u);
  EXPECT_EQ(quiet.count(), 0);
}

TEST(Session, WhoMeasuresDecidesWhichPlanIsWritten) {
  StderrBytes quiet;
  Told told;
  PlanOptions options;
  options.machine.topology = HOST_TOPOLOGY;
  options.dropAnnotations = true;
  options.threads = 1;
  size_t number = 0, quickest = 0;
  options.measure = [&](const std::vector<runtime::Executable> &executables) {
    number = executables.size();
    std::vector<double> seconds(number, 3);
    seconds[quickest] = 2;
    return seconds;
  };
  const std::string measured = "\"measured_seconds\": 2";
  auto best = told.session.plan({kSplit, "split"}, options);
  ASSERT_TRUE(best.ok()) << best.status().ToString();
  ASSERT_GE(number, 3u) << "the plan, another one, the author's";
  EXPECT_NE(best->json().find(measured), std::string::npos);
  std::set<std::string> programs = {best->program()};
  for (quickest = 1; quickest < number; ++quickest) {
    auto other = told.session.plan({kSplit, "split"}, options);
    ASSERT_TRUE(other.ok()) << other.status().ToString();
    EXPECT_NE(other->json().find(measured), std::string::npos);
    EXPECT_EQ(other->json().find("\"keeps_annotations\": true") != std::string::npos, quickest == number - 1);
    EXPECT_TRUE(programs.insert(other->program()).second) << other->program();
    auto executable = told.session.compile({other->program(), "planned"});
    ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  }
  options.measure = [](const std::vector<runtime::Executable> &) { return std::vector<double>{1}; };
  EXPECT_EQ(messageOf(told.session.plan({kSplit, "split"}, options).status()),
            "option 'measure': " + std::to_string(number) + " executables were to be measured, and 1 were");
  options.measure = [](const std::vector<runtime::Executable> &) { return absl::UnavailableError("it is gone"); };
  EXPECT_EQ(messageOf(told.session.plan({kSplit, "split"}, options).status()), "it is gone");
  EXPECT_EQ(quiet.count(), 0);
}

TEST(Session, TakesAModuleOfTheCallersContext) {
  mlir::MLIRContext context;
  context.allowUnregisteredDialects();
  context.loadDialect<mlir::func::FuncDialect>();
  mlir::OpBuilder b(&context);
  auto place = mlir::FileLineColLoc::get(&context, "model.py", 42, 7);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::ModuleOp::create(place);
  b.setInsertionPointToEnd(module->getBody());
  auto type = mlir::RankedTensorType::get({8}, b.getF32Type());
  auto function = mlir::func::FuncOp::create(b, place, "main", b.getFunctionType({type}, {type}));
  b.setInsertionPointToEnd(function.addEntryBlock());
  auto build = [&](const char *op) {
    mlir::OperationState state(place, op);
    state.addOperands({function.getArgument(0)});
    state.addTypes({type});
    return b.create(state);
  };
  mlir::Operation *negated = build("stablehlo.negate");
  auto ret = mlir::func::ReturnOp::create(b, place, negated->getResults());
  Told told;
  auto executable = told.session.compile({sourceText(*module), "module"});
  ASSERT_TRUE(executable.ok()) << executable.status().ToString();
  EXPECT_EQ(run(*executable, openArgument()), (std::vector<float>{-0.f, -1, -2, -3, -4, -5, -6, -7}));

  b.setInsertionPoint(ret);
  build("stablehlo.levitate");
  EXPECT_FALSE(told.session.compile({sourceText(*module), "module"}).ok());
  ASSERT_FALSE(told.diagnostics.empty());
  EXPECT_EQ(told.diagnostics[0].place(), "model.py:42:7");
}

TEST(Session, TwoThreadsCompileOnOneSessionAndOnTheirOwn) {
  StderrBytes quiet;
  Session shared;
  auto work = [&](const std::string &text, const runtime::Array &argument, const std::vector<float> &want) {
    Session own;
    for (int i = 0; i < 4; ++i) {
      auto executable = (i % 2 ? own : shared).compile({text, "program"});
      ASSERT_TRUE(executable.ok()) << executable.status().ToString();
      EXPECT_EQ(run(*executable, argument), want);
    }
  };
  std::thread other([&] { work(kOpen, openArgument(), kOpenResult); });
  work(kSplit, splitArgument(), kSplitResult);
  other.join();
  EXPECT_EQ(quiet.count(), 0);
}

TEST(Session, DeepProgramsNeedNoLargeStackOfTheCallers) {
  // As deep as is read (passes/common/Limits.h), on a thread of 128 KiB.
  std::string text = "func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {\n";
  constexpr int kDepth = 200;
  for (int i = 0; i < kDepth; ++i)
    text += "%" + std::to_string(i) + " = \"stablehlo.if\"(%p) ({\n";
  text += "stablehlo.return %x : tensor<f32>\n";
  for (int i = kDepth - 1; i >= 0; --i)
    text += "}, {\n  stablehlo.return %x : tensor<f32>\n}) : (tensor<i1>) -> tensor<f32>\n" +
            (i ? "stablehlo.return %" + std::to_string(i) + " : tensor<f32>\n" : "return %0 : tensor<f32>\n}\n");
  struct Work {
    const std::string &text;
    absl::Status status = absl::UnknownError("not run");
  } work{text};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 128 << 10), 0);
  pthread_t thread;
  auto body = [](void *argument) -> void * {
    auto *work = static_cast<Work *>(argument);
    Session session;
    auto compilation = session.partition({work->text, "deep"});
    work->status = compilation.ok() ? compilation->text().status() : compilation.status();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_TRUE(work.status.ok()) << work.status.ToString();
}

} // namespace
