#include "lib/Compiler/Explain.h"
#include "lib/Compiler/LargeStack.h"
#include "lib/Compiler/Pipeline.h"
#include "lib/Compiler/PlanProgram.h"
#include "lib/Compiler/Summarize.h"

namespace shardwright::compiler {

Compilation::Compilation(std::unique_ptr<Pipeline> pipeline) : pipeline(std::move(pipeline)) {}
Compilation::Compilation(Compilation &&) = default;
Compilation &Compilation::operator=(Compilation &&) = default;
Compilation::~Compilation() = default;

absl::Status Compilation::run(Phase last, const Options &options) {
  return onLargeStack([&]() -> absl::Status {
    absl::StatusOr<Target> target = resolve(options, pipeline->environment());
    return target.ok() ? pipeline->compile(last, *target) : target.status();
  });
}

std::optional<Phase> Compilation::phase() const { return pipeline->phase(); }

std::string Compilation::moduleName() const { return pipeline->moduleName(); }

std::vector<std::string> Compilation::resultMemoryKinds() const { return pipeline->resultMemoryKinds(); }

absl::StatusOr<runtime::Executable> Compilation::emit(const Options &options) {
  return onLargeStack([&]() -> absl::StatusOr<runtime::Executable> {
    absl::StatusOr<Target> target = resolve(options, pipeline->environment());
    if (!target.ok())
      return target.status();
    return pipeline->emit(*target);
  });
}

absl::StatusOr<std::string> Compilation::text() const {
  return onLargeStack([&]() -> absl::StatusOr<std::string> { return pipeline->text(); });
}

absl::StatusOr<std::string> Compilation::stablehlo() const {
  return onLargeStack([&]() -> absl::StatusOr<std::string> { return pipeline->stablehlo(); });
}

absl::StatusOr<std::string> Compilation::bytecode() const {
  return onLargeStack([&]() -> absl::StatusOr<std::string> { return pipeline->bytecode(); });
}

std::vector<runtime::MeshAxisInfo> Compilation::mesh() const { return meshAxes(pipeline->mesh()); }

absl::StatusOr<Summary> Compilation::summary(const Options &options) const {
  return onLargeStack([&]() -> absl::StatusOr<Summary> {
    if (pipeline->phase() != Phase::Partition)
      return absl::FailedPreconditionError("only the program that partition leaves has a summary; this one is behind " +
                                           std::string(pipeline->phase() ? name(*pipeline->phase()) : "no phase"));
    absl::StatusOr<Target> target = resolve(options, pipeline->environment());
    if (!target.ok())
      return target.status();
    absl::StatusOr<std::optional<CostModel>> machine = machineOf(*target, pipeline->mesh(), pipeline->environment());
    if (!machine.ok())
      return machine.status();
    Summary summary =
        summarize(pipeline->module(), estimate::memoryOf(pipeline->module(), loweringFor(*target, *machine)));
    summary.seconds = pipeline->seconds();
    return summary;
  });
}

std::vector<std::pair<std::string, double>> Compilation::seconds() const { return pipeline->seconds(); }

const std::vector<Diagnostic> &Compilation::diagnostics() const { return pipeline->log().all(); }

Session::Session(SessionOptions options) : environment(std::make_shared<Environment>(std::move(options))) {}
Session::~Session() = default;

absl::Status Session::check(const Options &options) const { return resolve(options, *environment).status(); }

absl::Status Session::check(const PlanOptions &options) const { return resolve(options, *environment).status(); }

absl::StatusOr<Compilation> Session::read(const Source &source) const {
  return onLargeStack([&]() -> absl::StatusOr<Compilation> {
    absl::StatusOr<std::unique_ptr<Pipeline>> pipeline = Pipeline::read(source, environment);
    if (!pipeline.ok())
      return pipeline.status();
    return Compilation(*std::move(pipeline));
  });
}

absl::StatusOr<runtime::Executable> Session::compile(const Source &source, const Options &options) const {
  return onLargeStack([&]() -> absl::StatusOr<runtime::Executable> {
    absl::StatusOr<Compilation> compilation = read(source);
    if (!compilation.ok())
      return compilation.status();
    return compilation->emit(options);
  });
}

absl::StatusOr<Compilation> Session::partition(const Source &source, const Options &options) const {
  return onLargeStack([&]() -> absl::StatusOr<Compilation> {
    absl::StatusOr<Compilation> compilation = read(source);
    if (!compilation.ok())
      return compilation.status();
    if (absl::Status status = compilation->run(Phase::Partition, options); !status.ok())
      return status;
    return compilation;
  });
}

absl::StatusOr<Plan> Session::plan(const Source &source, const PlanOptions &options) const {
  return onLargeStack([&] { return planProgram(source, options, environment); });
}

absl::StatusOr<Explanation> Session::explain(const Source &source, const Options &options, bool keepText) const {
  return onLargeStack([&] { return explainProgram(source, options, keepText, environment); });
}

} // namespace shardwright::compiler
