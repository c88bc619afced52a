#include "lib/Compiler/MeasurePlans.h"

#include "lib/Compiler/Pipeline.h"

#include "absl/strings/str_cat.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::compiler {

static absl::StatusOr<runtime::Executable> compile(mlir::ModuleOp annotated, const Target &target,
                                                   const std::shared_ptr<const Environment> &environment) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  annotated.print(stream);
  absl::StatusOr<std::unique_ptr<Pipeline>> program = Pipeline::read({text, "plan"}, environment);
  return program.ok() ? (*program)->emit(target) : program.status();
}

absl::StatusOr<std::vector<double>> measurePlans(llvm::ArrayRef<mlir::ModuleOp> annotated, const PlanOptions &options,
                                                 const std::shared_ptr<const Environment> &environment) {
  Options compiling;
  compiling.machine = options.machine;
  absl::StatusOr<Target> target = resolve(compiling, *environment);
  if (!target.ok())
    return target.status();
  std::vector<runtime::Executable> executables;
  for (mlir::ModuleOp module : annotated) {
    absl::StatusOr<runtime::Executable> executable = compile(module, *target, environment);
    if (!executable.ok())
      return executable.status();
    executables.push_back(*std::move(executable));
  }
  absl::StatusOr<std::vector<double>> seconds = options.measure(executables);
  if (seconds.ok() && seconds->size() != executables.size())
    return absl::InvalidArgumentError(absl::StrCat("option '", environment->spelled("measure"),
                                                   "': ", executables.size(), " executables were to be measured, and ",
                                                   seconds->size(), " were"));
  return seconds;
}

} // namespace shardwright::compiler
