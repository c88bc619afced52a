#include "Handles.h"

namespace shardwright::python {
namespace {

struct Session {
  Handle<SwSession, swSessionDestroy> handle;
};
struct Compilation {
  Handle<SwCompilation, swCompilationDestroy> handle;
};
struct Plan {
  Handle<SwPlan, swPlanDestroy> handle;
};
struct Explanation {
  Handle<SwExplanation, swExplanationDestroy> handle;
};

using Options = Handle<SwOptions, swOptionsDestroy>;
using PlanOptions = Handle<SwPlanOptions, swPlanOptionsDestroy>;

Options optionsOf(const NamedValues &values) {
  SwOptions *options = nullptr;
  check(swOptionsCreate(&options));
  Options owned(options);
  for (const auto &[name, value] : values)
    check(swOptionsSet(options, name.c_str(), value.c_str()));
  return owned;
}

PlanOptions planOptionsOf(const NamedValues &values) {
  SwPlanOptions *options = nullptr;
  check(swPlanOptionsCreate(&options));
  PlanOptions owned(options);
  for (const auto &[name, value] : values)
    check(swPlanOptionsSet(options, name.c_str(), value.c_str()));
  return owned;
}

/// A program's text, or its bytecode.
SwSource sourceOf(const nb::bytes &text, const std::string &name) {
  return {sizeof(SwSource), text.c_str(), text.size(), name.c_str(), nullptr};
}

/// The names, values and help of options.
using Described = std::vector<std::pair<std::string, std::string>>;
template <typename Describe> Described described(Describe describe) {
  Described all;
  const char *name, *value, *help;
  while (describe(all.size(), &name, &value, &help))
    all.emplace_back(name, std::string(value ? value : "") + (value ? ": " : "") + help);
  return all;
}

} // namespace

void addCompiler(nb::module_ &module) {
  module.def("compile_options", [] { return described(swOptionsDescribe); });
  module.def("plan_options", [] { return described(swPlanOptionsDescribe); });

  nb::class_<Session>(module, "Session")
      .def("__init__",
           [](Session *self) {
             SwSession *session = nullptr;
             check(swSessionCreate(&session));
             new (self) Session{decltype(Session::handle)(session)};
           })
      .def("compile",
           [](const Session &self, const nb::bytes &text, const std::string &name, const NamedValues &values) {
             Options options = optionsOf(values);
             SwSource source = sourceOf(text, name);
             SwExecutable *made = nullptr;
             callWithoutGil([&] { return swSessionCompile(self.handle.get(), &source, options.get(), &made); });
             return new Executable{decltype(Executable::handle)(made)};
           })
      .def("read",
           [](const Session &self, const nb::bytes &text, const std::string &name) {
             SwSource source = sourceOf(text, name);
             SwCompilation *made = nullptr;
             callWithoutGil([&] { return swSessionRead(self.handle.get(), &source, &made); });
             return new Compilation{decltype(Compilation::handle)(made)};
           })
      .def("plan",
           [](const Session &self, const nb::bytes &text, const std::string &name, const NamedValues &values) {
             PlanOptions options = planOptionsOf(values);
             SwSource source = sourceOf(text, name);
             SwPlan *made = nullptr;
             callWithoutGil([&] { return swSessionPlan(self.handle.get(), &source, options.get(), &made); });
             return new Plan{decltype(Plan::handle)(made)};
           })
      .def("explain",
           [](const Session &self, const nb::bytes &text, const std::string &name, const NamedValues &values) {
             Options options = optionsOf(values);
             SwSource source = sourceOf(text, name);
             SwExplanation *made = nullptr;
             callWithoutGil([&] { return swSessionExplain(self.handle.get(), &source, options.get(), &made); });
             return new Explanation{decltype(Explanation::handle)(made)};
           });

  nb::class_<Compilation>(module, "Compilation")
      .def("run",
           [](Compilation &self, const std::string &phase, const NamedValues &values) {
             Options options = optionsOf(values);
             callWithoutGil([&] { return swCompilationRun(self.handle.get(), phase.c_str(), options.get()); });
           })
      .def_prop_ro("phase", [](const Compilation &self) { return swCompilationPhase(self.handle.get()); })
      .def_prop_ro("mesh", [](const Compilation &self) { return axesOf(swCompilationMesh(self.handle.get())); })
      .def("text",
           [](const Compilation &self) {
             return textBy([&](SwString **to) { return swCompilationText(self.handle.get(), to); });
           })
      .def("bytecode",
           [](const Compilation &self) {
             std::string bytes = textBy([&](SwString **to) { return swCompilationBytecode(self.handle.get(), to); });
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("summary", [](const Compilation &self, const NamedValues &values) {
        Options options = optionsOf(values);
        return textBy([&](SwString **to) { return swCompilationSummary(self.handle.get(), options.get(), to); });
      });

  nb::class_<Plan>(module, "Plan")
      .def_prop_ro("program", [](const Plan &self) { return swPlanProgram(self.handle.get()); })
      .def_prop_ro("mesh", [](const Plan &self) { return axesOf(swPlanMesh(self.handle.get())); })
      .def_prop_ro("seconds", [](const Plan &self) { return swPlanSeconds(self.handle.get()); })
      .def_prop_ro("peak_bytes", [](const Plan &self) { return swPlanPeakBytes(self.handle.get()); })
      .def_prop_ro("gap", [](const Plan &self) { return swPlanGap(self.handle.get()); })
      .def("text",
           [](const Plan &self) { return textBy([&](SwString **to) { return swPlanText(self.handle.get(), to); }); })
      .def("json",
           [](const Plan &self) { return textBy([&](SwString **to) { return swPlanJson(self.handle.get(), to); }); });

  nb::class_<Explanation>(module, "Explanation")
      .def_prop_ro("step_seconds",
                   [](const Explanation &self) -> std::optional<double> {
                     double seconds = 0;
                     return swExplanationStepSeconds(self.handle.get(), &seconds) ? std::optional(seconds)
                                                                                  : std::nullopt;
                   })
      .def("text",
           [](const Explanation &self) {
             return textBy([&](SwString **to) { return swExplanationText(self.handle.get(), to); });
           })
      .def("text_of",
           [](const Explanation &self, const std::string &at) {
             return textBy([&](SwString **to) { return swExplanationTextOf(self.handle.get(), at.c_str(), to); });
           })
      .def("json",
           [](const Explanation &self) {
             return textBy([&](SwString **to) { return swExplanationJson(self.handle.get(), to); });
           })
      .def("page",
           [](const Explanation &self) {
             return textBy([&](SwString **to) { return swExplanationPage(self.handle.get(), nullptr, to); });
           })
      .def("trace", [](const Explanation &self) {
        return textBy([&](SwString **to) { return swExplanationTrace(self.handle.get(), to); });
      });
}

} // namespace shardwright::python
