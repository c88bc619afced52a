#include "lib/CApi/Compiler.h"

/// Plans and explanations.

using namespace shardwright;
using namespace shardwright::capi;

struct SwPlan {
  explicit SwPlan(compiler::Plan chosen) : plan(std::move(chosen)), mesh{plan.mesh()} {}

  const compiler::Plan plan;
  SwMesh mesh;
};

struct SwExplanation {
  const compiler::Explanation explanation;
};

SwStatus *swSessionPlan(const SwSession *session, const SwSource *source, const SwPlanOptions *options, SwPlan **plan) {
  if (plan)
    *plan = nullptr;
  return compilingCall(__func__, session, {{source, "source"}, {options, "options"}, {plan, "plan"}},
                       [&](const compiler::Session &begun, auto &) {
                         absl::StatusOr<compiler::Source> read = sourceOf(source);
                         return read.ok() ? give(begun.plan(*read, options->options), plan) : read.status();
                       });
}
const char *swPlanProgram(const SwPlan *plan) { return plan ? plan->plan.program().c_str() : ""; }
const SwMesh *swPlanMesh(const SwPlan *plan) { return plan ? &plan->mesh : nullptr; }
double swPlanSeconds(const SwPlan *plan) { return plan ? plan->plan.seconds() : 0; }
double swPlanPeakBytes(const SwPlan *plan) { return plan ? plan->plan.peakBytes() : 0; }
double swPlanGap(const SwPlan *plan) { return plan ? plan->plan.gap() : 0; }
SwStatus *swPlanText(const SwPlan *plan, SwString **text) {
  return call(__func__, {{plan, "plan"}, {text, "text"}}, [&] {
    *text = new SwString{plan->plan.text()};
    return absl::OkStatus();
  });
}
SwStatus *swPlanJson(const SwPlan *plan, SwString **json) {
  return call(__func__, {{plan, "plan"}, {json, "json"}}, [&] {
    *json = new SwString{plan->plan.json()};
    return absl::OkStatus();
  });
}
void swPlanDestroy(SwPlan *plan) { delete plan; }

SwStatus *swSessionExplain(const SwSession *session, const SwSource *source, const SwOptions *options,
                           SwExplanation **explanation) {
  if (explanation)
    *explanation = nullptr;
  return compilingCall(__func__, session, {{source, "source"}, {explanation, "explanation"}},
                       [&](const compiler::Session &begun, auto &) {
                         absl::StatusOr<compiler::Source> read = sourceOf(source);
                         return read.ok() ? give(begun.explain(*read, optionsOf(options)), explanation) : read.status();
                       });
}

/// A text that is made of an explanation and, where `other` is given, of a second one.
template <typename Body>
static SwStatus *writeText(const char *function, const SwExplanation *explanation, SwString **to, Body body) {
  if (to)
    *to = nullptr;
  return call(function, {{explanation, "explanation"}, {to, "text"}},
              [&] { return give(absl::StatusOr<std::string>(body(explanation->explanation)), to); });
}

SwStatus *swExplanationText(const SwExplanation *explanation, SwString **text) {
  return writeText(__func__, explanation, text, [](const compiler::Explanation &made) { return made.text(); });
}
SwStatus *swExplanationTextOf(const SwExplanation *explanation, const char *at, SwString **text) {
  return writeText(__func__, explanation, text,
                   [&](const compiler::Explanation &made) { return made.textOf(textOf(at)); });
}
SwStatus *swExplanationJson(const SwExplanation *explanation, SwString **json) {
  return writeText(__func__, explanation, json, [](const compiler::Explanation &made) { return made.json(); });
}
SwStatus *swExplanationPage(const SwExplanation *explanation, const SwExplanation *other, SwString **html) {
  return writeText(__func__, explanation, html,
                   [&](const compiler::Explanation &made) { return made.page(other ? &other->explanation : nullptr); });
}
SwStatus *swExplanationTrace(const SwExplanation *explanation, SwString **json) {
  return writeText(__func__, explanation, json, [](const compiler::Explanation &made) { return made.trace(); });
}
bool swExplanationStepSeconds(const SwExplanation *explanation, double *seconds) {
  std::optional<double> step = explanation ? explanation->explanation.stepSeconds() : std::nullopt;
  if (step && seconds)
    *seconds = *step;
  return step.has_value();
}
SwStatus *swExplanationCompare(const SwExplanation *explanation, const SwExplanation *other, SwString **json) {
  const char *function = __func__;
  return writeText(function, explanation, json, [&](const compiler::Explanation &made) -> absl::StatusOr<std::string> {
    absl::Status status = checkRequired(function, {{other, "other"}});
    return status.ok() ? made.comparisonJson(other->explanation) : absl::StatusOr<std::string>(status);
  });
}
void swExplanationDestroy(SwExplanation *explanation) { delete explanation; }
