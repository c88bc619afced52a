#ifndef SHARDWRIGHT_COMPILER_OPTIONS_H
#define SHARDWRIGHT_COMPILER_OPTIONS_H

#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace shardwright::compiler {

/// The steps of the compiler, in order. Any of them may be the last one that runs, and what it leaves be compiled on.
enum class Phase : uint8_t {
  Import,    ///< any accepted spelling -> one dialect for tensors, one for shardings
  Propagate, ///< partial shardings -> every value has one
  Partition, ///< global shapes -> local shapes and explicit collectives
  Lower,     ///< tensors -> steps over buffers, and kernels
};
/// `import`, `propagate`, `partition`, `lower`.
const char *name(Phase phase);
/// The phase of that name.
std::optional<Phase> phaseOf(absl::string_view name);

/// The newest StableHLO whose portable artifacts are read whatever they hold; of newer ones, what is not known is
/// refused by name. What a PJRT plugin reports as `stablehlo_current_version`.
inline constexpr std::array<int64_t, 3> kStablehloVersion = {1, 17, 0};

/// A program in memory: StableHLO text as JAX prints it, a StableHLO portable artifact (the bytes that JAX gives a PJRT
/// plugin), the project's own notation, or MLIR bytecode of these. Read during the call that it is passed to and not
/// kept.
struct Source {
  absl::string_view text;
  /// Stands in places and messages; no file of that name is opened.
  std::string name = "program";
  /// The phase that left it, where that is known. A per-device program and an exec program are recognised, all else
  /// begins with import, which takes what import and propagation leave as well.
  std::optional<Phase> after = std::nullopt;
};

/// The machine that decisions are priced for.
struct Machine {
  /// A shipped name, a slice of a torus (`tpu-v5e:4x8`), `host`, FILE.json, or the text of such a file. Empty: `flat`.
  std::string topology;
  /// The mesh's axes from the outermost to the innermost on it, by comma. Empty: their own order.
  std::string order;
};

/// What a program is compiled for.
struct Options {
  /// `x=2,y=4`: of a program that has none; must be the program's where it has one.
  std::string mesh;
  /// 1 without a mesh drops all shardings.
  std::optional<int64_t> devices;
  /// The CPU that code is made for: `host`, this one, or spelled out, as `host:x86-64-v3` (docs/reference/targets.md).
  /// Empty: `host`.
  std::string target;
  Machine machine;
  /// Bytes that a device may hold at its peak, as Summary counts them.
  std::optional<int64_t> memory;
  /// Optimisations to leave out, by comma, or `all`.
  std::string disable;
  /// Partitioning ends with collectives next to products as rings of chunks, where the step gets shorter on the machine
  /// (docs/reference/passes.md, --decompose-collectives). Without: lowering decides, for targets that profit.
  bool decomposeCollectives = false;
  /// Arguments and results are split over whole axes into parts of equal length: what propagation chooses otherwise for
  /// what the program leaves open loses the axes that do not divide (docs/reference/passes.md, --even-interface).
  bool evenInterface = false;
  /// Replaces the program's shardings by random legal ones on `mesh`, equal ones for equal seeds: for tests.
  std::optional<uint64_t> fuzzShardings;
};

/// How Session::plan() chooses.
struct PlanOptions {
  Machine machine; ///< must name a topology
  /// `x=2,y=4`, or `auto`: the best of all. Empty: the program's, else the best.
  std::string mesh;
  std::optional<int64_t> devices; ///< none: those of the program's mesh, else all of the machine
  std::optional<int64_t> memory;  ///< a plan that holds more is an error. None: the machine's, where any plan fits
  bool leastMemory = false;       ///< rather than the least time
  double budget = 8;              ///< seconds that the search and what follows it may take
  int threads = 0;                ///< that search; 0: as many as the processor has
  uint64_t seed = 1;              ///< of what is random in it
  bool dropAnnotations = false;   ///< forget the program's shardings first
  /// An earlier plan of this program to begin with; the report says what changed.
  std::optional<Source> from;
  /// Runs steps of each executable and returns what one takes, in seconds. Where it is given, plans that may be the
  /// quickest, the annotations that are there and strategies of the textbook are compiled, and what is chosen is the
  /// quickest by this. Null: by predictions.
  std::function<absl::StatusOr<std::vector<double>>(const std::vector<runtime::Executable> &)> measure;
  /// Told what the search looks at, with the seconds since it was called.
  std::function<void(double seconds, const std::string &text)> tell;
  /// Asked now and then; true ends the search with what it has.
  std::function<bool()> shouldStop;
};

/// Sets the option that the command line calls so (`memory`, `decompose-collectives`, with `_` for `-` as one likes) to
/// a value as it is written there; a flag's is `true` or `false`. Errors (kInvalidArgument): no option is called so,
/// with the nearest names; the value is none of its.
absl::Status setOption(Options &options, const std::string &name, const std::string &value);
absl::Status setOption(PlanOptions &options, const std::string &name, const std::string &value);

} // namespace shardwright::compiler

#endif // SHARDWRIGHT_COMPILER_OPTIONS_H
