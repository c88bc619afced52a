#ifndef SHARDWRIGHT_COMPILER_H
#define SHARDWRIGHT_COMPILER_H

#include "shardwright/Compiler/Diagnostic.h"
#include "shardwright/Compiler/Explanation.h"
#include "shardwright/Compiler/Options.h"
#include "shardwright/Compiler/Plan.h"
#include "shardwright/Compiler/Summary.h"
#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The compiler as a library: programs in memory to executables in memory, for the runtime of Runtime/Client.h. It
/// prints nothing, ends no process, changes nothing of the process that calls it, and opens no file but those of
/// machines that are named and temporary ones. `find_package(Shardwright)` has it; docs/embedding.md shows how.
///
/// Every error is a status: kInvalidArgument for what a program or an option says, kFailedPrecondition for a call out
/// of order or a memory limit that no plan keeps, kResourceExhausted and kUnavailable where the machine fails. What is
/// wrong with a program also goes to the handlers, with its place and notes: see wasDiagnosed().
namespace shardwright::compiler {

class Environment; // lib/Compiler/Environment.h
class Pipeline;    // lib/Compiler/Pipeline.h

struct SessionOptions {
  Handlers handlers;
  /// Where machines are found by name. Empty: what SHARDWRIGHT_TOPOLOGIES names, else the folder of this
  /// installation.
  std::string topologyFolder;
  /// What messages put before an option's name: `--` for a command line.
  std::string optionPrefix;
};

/// A program on its way through the phases. One thread at a time; different ones are independent.
class Compilation {
public:
  Compilation(Compilation &&);
  Compilation &operator=(Compilation &&);
  ~Compilation();

  /// Runs every phase up to and including `last` that has not run yet. `options` are for those that run now.
  /// kFailedPrecondition where a phase has failed before: its program is lost, read it again.
  absl::Status run(Phase last, const Options &options = {});
  /// The last phase that has run or that the source was behind; none: no phase.
  std::optional<Phase> phase() const;
  /// Of the module, as it was read; empty where it has none.
  std::string moduleName() const;
  /// The memory that the program, as it was read, wants each result of @main in (`mhlo.memory_kind`: "pinned_host");
  /// empty where it says none.
  std::vector<std::string> resultMemoryKinds() const;

  /// Runs what is left, then makes machine code.
  absl::StatusOr<runtime::Executable> emit(const Options &options = {});

  /// The program as it is now: sources to compile on. Bytecode keeps the places of what the program was read from.
  absl::StatusOr<std::string> text() const;
  absl::StatusOr<std::string> bytecode() const;
  /// A per-device program in StableHLO alone: collectives list devices, and nothing says what values are part of.
  absl::StatusOr<std::string> stablehlo() const;
  /// Major to minor; empty where the program has none.
  std::vector<runtime::MeshAxisInfo> mesh() const;
  /// What a per-device program sends, computes and holds. kFailedPrecondition where it is none: directly behind
  /// partitioning it is.
  absl::StatusOr<Summary> summary(const Options &options = {}) const;
  /// Seconds of each step that has run, in order.
  std::vector<std::pair<std::string, double>> seconds() const;
  /// All that was said of it, in order.
  const std::vector<Diagnostic> &diagnostics() const;

  /// What only the compiler sees.
  explicit Compilation(std::unique_ptr<Pipeline> pipeline);

private:
  std::unique_ptr<Pipeline> pipeline;
};

/// Where compiling begins. Any thread, several at once.
class Session {
public:
  explicit Session(SessionOptions options = {});
  ~Session();

  /// What is wrong with options before there is a program: a malformed mesh, an unknown machine or optimisation.
  absl::Status check(const Options &options) const;
  absl::Status check(const PlanOptions &options) const;

  /// Parses and verifies. Errors: it is no program, ends early, holds operations that nobody knows, or is not what
  /// Source::after says.
  absl::StatusOr<Compilation> read(const Source &source) const;
  /// read(), then Compilation::emit().
  absl::StatusOr<runtime::Executable> compile(const Source &source, const Options &options = {}) const;
  /// read(), then Compilation::run() up to Partition.
  absl::StatusOr<Compilation> partition(const Source &source, const Options &options = {}) const;
  /// Chooses what the program leaves open so that a step takes least on the machine and fits in its memory.
  /// kFailedPrecondition where no plan holds as little as options.memory.
  absl::StatusOr<Plan> plan(const Source &source, const PlanOptions &options) const;
  /// Compiles up to Partition and gathers who decided what, and what it costs. `keepText`: the page shows the source.
  absl::StatusOr<Explanation> explain(const Source &source, const Options &options = {}, bool keepText = true) const;

private:
  std::shared_ptr<const Environment> environment;
};

} // namespace shardwright::compiler

#endif // SHARDWRIGHT_COMPILER_H
