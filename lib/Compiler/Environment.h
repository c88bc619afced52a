#ifndef LIB_COMPILER_ENVIRONMENT_H
#define LIB_COMPILER_ENVIRONMENT_H

#include "lib/Compiler/Contexts.h"
#include "passes/common/SharedCostModel.h"
#include "shardwright/Compiler.h"
#include "shardwright/Topology/Topology.h"

#include "llvm/ADT/StringRef.h"

#include <chrono>
#include <memory>
#include <string>

namespace shardwright::compiler {

/// What the compiler needs of whoever calls it: who is told what, where machines are found, what options are called.
class Environment {
public:
  explicit Environment(SessionOptions options) : options(std::move(options)) {}

  const Handlers &handlers() const { return options.handlers; }
  /// Reports a remark that has no place.
  void remark(std::string message) const;

  /// An option's name as messages say it.
  std::string spelled(llvm::StringRef option) const { return options.optionPrefix + option.str(); }
  /// What is wrong with an option's value (kInvalidArgument).
  absl::Status aboutOption(llvm::StringRef option, absl::string_view problem) const;
  /// kInvalidArgument where a number is below `least`.
  absl::Status atLeast(llvm::StringRef option, int64_t value, int64_t least) const;

  /// The machine, for passes. Errors: no topology of that name.
  absl::StatusOr<MachineOptions> machine(const Machine &machine) const;
  /// That machine with a mesh on it. Errors: axes that do not line up with it.
  absl::StatusOr<CostModel> costModel(const MachineOptions &machine, const Mesh &mesh) const;
  /// What a machine names.
  absl::StatusOr<Topology> topology(const Machine &machine) const;
  /// A mesh's text. Errors: it is malformed.
  absl::StatusOr<Mesh> mesh(const std::string &text) const;

  /// Where programs are read into.
  Contexts &contexts() const { return *spareContexts; }

private:
  SessionOptions options;
  const std::shared_ptr<Contexts> spareContexts = std::make_shared<Contexts>();
};

/// A step that is timed, and whose beginning and end are told.
class TimedStep {
public:
  TimedStep(const Environment &environment, std::string name);
  ~TimedStep();
  TimedStep(const TimedStep &) = delete;
  TimedStep &operator=(const TimedStep &) = delete;

  double seconds() const;

private:
  const Environment &environment;
  const std::string name;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

} // namespace shardwright::compiler

#endif // LIB_COMPILER_ENVIRONMENT_H
