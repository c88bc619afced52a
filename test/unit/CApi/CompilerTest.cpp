// The compiler by the C interface.
#include "test/unit/CApi/Handles.h"

#include <algorithm>
#include <cstring>

using namespace shardwright::capi;

namespace {

const char *const kUndefined = R"(func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %x : tensor<8xf32>
  return %y : tensor<8xf32>
}
)";

TEST(CApi, SaysWhereAProgramIsWrong) {
  Session session = newSession();
  std::vector<std::string> told;
  ASSERT_EQ(messageOf(swSessionSetDiagnosticHandler(
                session.get(),
                [](const SwDiagnostic *diagnostic, void *context) {
                  static_cast<std::vector<std::string> *>(context)->push_back(swDiagnosticText(diagnostic));
                },
                &told)),
            "");
  SwSource source = swSourceOfText(kUndefined, "wrong.mlir");
  SwExecutable *executable = nullptr;
  Status status(swSessionCompile(session.get(), &source, nullptr, &executable));
  EXPECT_EQ(executable, nullptr);
  EXPECT_EQ(swStatusCode(status.get()), SW_INVALID_ARGUMENT);
  ASSERT_EQ(swStatusNumDiagnostics(status.get()), 1u);
  const SwDiagnostic *diagnostic = swStatusDiagnostic(status.get(), 0);
  EXPECT_EQ(swDiagnosticSeverity(diagnostic), SW_ERROR);
  EXPECT_STREQ(swDiagnosticFile(diagnostic), "wrong.mlir");
  EXPECT_EQ(swDiagnosticLine(diagnostic), 3);
  EXPECT_EQ(swDiagnosticColumn(diagnostic), 10);
  EXPECT_STREQ(swDiagnosticMessage(diagnostic), "use of undeclared SSA value name");
  EXPECT_STREQ(swDiagnosticText(diagnostic), swStatusMessage(status.get()));
  EXPECT_EQ(told, std::vector<std::string>{swStatusMessage(status.get())});
  EXPECT_EQ(swDiagnosticNote(diagnostic, swDiagnosticNumNotes(diagnostic)), nullptr);
}

TEST(CApi, OptionsAreThoseOfTheCommandLine) {
  Session session = newSession();
  Options options = made<Options>(swOptionsCreate);
  auto set = [&](const char *name, const char *value) { return messageOf(swOptionsSet(options.get(), name, value)); };
  EXPECT_EQ(set("devices", "eight"), "option 'devices' needs a whole number, got 'eight'");
  EXPECT_EQ(set("devices", "0"), "option 'devices' needs at least 1, got 0");
  EXPECT_EQ(set("memory", "much"), "option 'memory': 'much' is no size above 0, such as 65536 or 256MiB");
  EXPECT_EQ(set("topologie", "flat"), "unknown option 'topologie'; did you mean topology?");
  EXPECT_EQ(set("decompose-collectives", "perhaps"),
            "option 'decompose-collectives': 'perhaps' is neither true nor false");
  EXPECT_EQ(set("mesh", ""), "option 'mesh': its value is empty");
  for (auto [name, value] : {std::pair("mesh", "x=2"), {"memory", "1GiB"}, {"topology", "h100-8"}, {"target", "host"}})
    EXPECT_EQ(set(name, value), "");
  EXPECT_EQ(messageOf(swSessionCheckOptions(session.get(), options.get())), "");
  EXPECT_EQ(set("topology", "h100-7"), "");
  EXPECT_EQ(messageOf(swSessionCheckOptions(session.get(), options.get())).substr(0, 18), "option 'topology':");
  size_t number = 0;
  const char *name, *value, *help;
  for (std::string last; swOptionsDescribe(number, &name, &value, &help); ++number)
    EXPECT_GT(std::strlen(help), 0u) << name;
  EXPECT_GE(number, 9u);
}

TEST(CApi, RunsPhasesOneByOne) {
  Session session = newSession();
  std::vector<std::string> steps;
  ASSERT_EQ(messageOf(swSessionSetProgressHandler(
                session.get(),
                [](const char *step, bool hasEnded, double, void *context) {
                  if (hasEnded)
                    static_cast<std::vector<std::string> *>(context)->push_back(step);
                },
                &steps)),
            "");
  SwSource source = swSourceOfText(kRowSums, "test.mlir");
  Compilation compilation =
      made<Compilation>([&](SwCompilation **to) { return swSessionRead(session.get(), &source, to); });
  EXPECT_STREQ(swCompilationPhase(compilation.get()), "");
  EXPECT_EQ(swMeshNumAxes(swCompilationMesh(compilation.get())), 0u); // import reads it
  EXPECT_EQ(messageOf(swCompilationRun(compilation.get(), "parition", nullptr)),
            "'parition' is no phase; there are import, propagate, partition, lower");
  EXPECT_EQ(messageOf(swCompilationRun(compilation.get(), "partition", nullptr)), "");
  EXPECT_STREQ(swCompilationPhase(compilation.get()), "partition");
  EXPECT_EQ(swMeshNumDevices(swCompilationMesh(compilation.get())), 2);
  EXPECT_NE(std::find(steps.begin(), steps.end(), "partition"), steps.end());
  std::string text = textBy([&](SwString **to) { return swCompilationText(compilation.get(), to); });
  EXPECT_NE(text.find("spmd.all_reduce"), std::string::npos) << text;
  std::string summary = textBy([&](SwString **to) { return swCompilationSummary(compilation.get(), nullptr, to); });
  EXPECT_NE(summary.find("\"all_reduce\""), std::string::npos) << summary;
  Executable whole = compiled(kRowSums);
  Executable emitted =
      made<Executable>([&](SwExecutable **to) { return swCompilationEmit(compilation.get(), nullptr, to); });
  std::string bytes = textBy([&](SwString **to) { return swExecutableSerialize(whole.get(), to); });
  EXPECT_EQ(textBy([&](SwString **to) { return swExecutableSerialize(emitted.get(), to); }), bytes);
  // What a phase leaves is a source again, as bytecode, too.
  Compilation half = made<Compilation>([&](SwCompilation **to) { return swSessionRead(session.get(), &source, to); });
  ASSERT_EQ(messageOf(swCompilationRun(half.get(), "propagate", nullptr)), "");
  std::string bytecode = textBy([&](SwString **to) { return swCompilationBytecode(half.get(), to); });
  SwSource next{sizeof(SwSource), bytecode.data(), bytecode.size(), "half", "propagate"};
  Executable rest =
      made<Executable>([&](SwExecutable **to) { return swSessionCompile(session.get(), &next, nullptr, to); });
  EXPECT_EQ(swExecutableNumDevices(rest.get()), 2);
  next.after = "propagation";
  SwExecutable *none = nullptr;
  EXPECT_EQ(messageOf(swSessionCompile(session.get(), &next, nullptr, &none)),
            "'propagation' is no phase; there are import, propagate, partition, lower");
}

TEST(CApi, PlansAndExplains) {
  Session session = newSession();
  PlanOptions options = made<PlanOptions>(swPlanOptionsCreate);
  EXPECT_EQ(messageOf(swPlanOptionsSet(options.get(), "objective", "speed")),
            "option 'objective': 'speed' is none; there are step-time, memory");
  for (auto [name, value] :
       {std::pair("topology", "h100-8"), {"devices", "2"}, {"budget", "1"}, {"drop-annotations", nullptr}})
    EXPECT_EQ(messageOf(swPlanOptionsSet(options.get(), name, value)), "");
  EXPECT_EQ(messageOf(swSessionCheckPlanOptions(session.get(), options.get())), "");
  SwSource source = swSourceOfText(kRowSums, "sums.mlir");
  Plan plan = made<Plan>([&](SwPlan **to) { return swSessionPlan(session.get(), &source, options.get(), to); });
  EXPECT_EQ(swMeshNumDevices(swPlanMesh(plan.get())), 2);
  EXPECT_GT(swPlanSeconds(plan.get()), 0);
  EXPECT_GT(swPlanPeakBytes(plan.get()), 0);
  EXPECT_GE(swPlanGap(plan.get()), 0);
  EXPECT_NE(textBy([&](SwString **to) { return swPlanText(plan.get(), to); }), "");
  EXPECT_EQ(textBy([&](SwString **to) { return swPlanJson(plan.get(), to); }).front(), '{');
  Executable planned = compiled(swPlanProgram(plan.get()));
  EXPECT_EQ(swExecutableNumDevices(planned.get()), 2);

  // Ended at once, it still has a plan.
  EXPECT_EQ(messageOf(swPlanOptionsSetShouldStop(
                options.get(), [](void *) { return true; }, nullptr)),
            "");
  made<Plan>([&](SwPlan **to) { return swSessionPlan(session.get(), &source, options.get(), to); });

  Options machine = made<Options>(swOptionsCreate);
  ASSERT_EQ(messageOf(swOptionsSet(machine.get(), "topology", "h100-8")), "");
  auto explain = [&](const SwOptions *on) {
    return made<Explanation>([&](SwExplanation **to) { return swSessionExplain(session.get(), &source, on, to); });
  };
  Explanation priced = explain(machine.get()), bare = explain(nullptr);
  double seconds = 0;
  EXPECT_TRUE(swExplanationStepSeconds(priced.get(), &seconds));
  EXPECT_GT(seconds, 0);
  EXPECT_FALSE(swExplanationStepSeconds(bare.get(), &seconds));
  EXPECT_NE(textBy([&](SwString **to) { return swExplanationText(priced.get(), to); }).find("all_gather over {x}"),
            std::string::npos);
  EXPECT_NE(textBy([&](SwString **to) { return swExplanationTextOf(priced.get(), "2", to); }), "");
  EXPECT_EQ(textBy([&](SwString **to) { return swExplanationJson(priced.get(), to); }).front(), '{');
  EXPECT_NE(textBy([&](SwString **to) { return swExplanationPage(priced.get(), nullptr, to); }).find("<html"),
            std::string::npos);
  EXPECT_EQ(textBy([&](SwString **to) { return swExplanationTrace(priced.get(), to); }).front(), '{');
  EXPECT_NE(textBy([&](SwString **to) { return swExplanationCompare(priced.get(), priced.get(), to); }), "");
  SwString *none = nullptr;
  EXPECT_NE(messageOf(swExplanationTrace(bare.get(), &none)), "");
  EXPECT_NE(messageOf(swExplanationTextOf(priced.get(), "%nothing", &none)), "");
  EXPECT_EQ(messageOf(swExplanationCompare(priced.get(), nullptr, &none)),
            "swExplanationCompare: argument 'other' is null");
  EXPECT_EQ(none, nullptr);
}

TEST(CApi, HasAVersion) {
  EXPECT_EQ(swApiVersion(), uint32_t(SW_API_VERSION));
  EXPECT_STREQ(std::string(swVersion()).substr(0, 2).c_str(), "0.");
}

} // namespace
