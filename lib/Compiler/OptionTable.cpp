#include "lib/Compiler/OptionTable.h"

#include "shardwright/Sharding/Suggest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardwright::compiler {
namespace {

/// Puts what was read into its place.
template <typename To, typename From> absl::Status assign(To &to, absl::StatusOr<From> read) {
  if (!read.ok())
    return read.status();
  to = *std::move(read);
  return absl::OkStatus();
}

absl::Status assignBytes(std::optional<int64_t> &to, const absl::StatusOr<double> &read) {
  if (!read.ok())
    return read.status();
  to = static_cast<int64_t>(*read);
  return absl::OkStatus();
}

template <typename T> absl::Status setDevices(T &options, const OptionValue &value) {
  return assign(options.devices, value.integer(1));
}
template <typename T> absl::Status setMesh(T &options, const OptionValue &value) {
  return assign(options.mesh, value.nonempty());
}
template <typename T> absl::Status setMemory(T &options, const OptionValue &value) {
  return assignBytes(options.memory, value.size());
}
template <typename T> absl::Status setTopology(T &options, const OptionValue &value) {
  return assign(options.machine.topology, value.nonempty());
}
template <typename T> absl::Status setOrder(T &options, const OptionValue &value) {
  options.machine.order = value.text;
  return absl::OkStatus();
}

template <typename T>
constexpr NamedOption<T> kMemory = {"memory", "SIZE", "the most that a device may hold at its peak: 80GiB",
                                    setMemory<T>};
template <typename T>
constexpr NamedOption<T> kTopology = {
    "topology", "T", "the machine: a shipped name, NAME:4x8 for a slice of a torus, FILE.json, or host (default: flat)",
    setTopology<T>};
template <typename T>
constexpr NamedOption<T> kOrder = {
    "order", "AXES", "the mesh's axes from the outermost to the innermost on it (default: its own order)", setOrder<T>};

constexpr NamedOption<Options> kCompileOptions[] = {
    {"devices", "N", "number of devices; 1 without --mesh drops all shardings", setDevices<Options>},
    {"mesh", "x=2,y=4", "the mesh of a program that has none; must be the program's where it has one",
     setMesh<Options>},
    {"fuzz-shardings", "SEED", "replace the program's shardings by random legal ones on --mesh",
     [](Options &options, const OptionValue &value) {
       absl::StatusOr<int64_t> seed = value.integer(0);
       if (!seed.ok())
         return seed.status();
       options.fuzzShardings = static_cast<uint64_t>(*seed);
       return absl::OkStatus();
     }},
    {"target", "T", "what to compile for: host, this machine (default), or as host:x86-64-v3, cuda:sm_90",
     [](Options &options, const OptionValue &value) { return assign(options.target, value.nonempty()); }},
    {"disable", "NAME,...", "leave out optimisations, or all; a wrong NAME lists them",
     [](Options &options, const OptionValue &value) {
       options.disable = value.text;
       return absl::OkStatus();
     }},
    {"decompose-collectives", nullptr,
     "partition also takes collectives next to products apart, as rings of chunks or in pieces, where a step on "
     "--topology gets shorter",
     [](Options &options, const OptionValue &value) { return assign(options.decomposeCollectives, value.flag()); }},
    kMemory<Options>,
    kTopology<Options>,
    kOrder<Options>,
};

absl::Status setObjective(PlanOptions &options, const OptionValue &value) {
  if (value.text != "step-time" && value.text != "memory")
    return value.error("'" + value.text + "' is none; there are step-time, memory");
  options.leastMemory = value.text == "memory";
  return absl::OkStatus();
}

constexpr NamedOption<PlanOptions> kPlanOptions[] = {
    {"mesh", "x=2,y=4|auto", "the mesh, or the best of all (default: the program's, else auto)", setMesh<PlanOptions>},
    {"devices", "N", "of the mesh (default: of the program's, else all of the machine)", setDevices<PlanOptions>},
    {"drop-annotations", nullptr, "forget the program's shardings first",
     [](PlanOptions &options, const OptionValue &value) { return assign(options.dropAnnotations, value.flag()); }},
    kMemory<PlanOptions>,
    {"objective", "step-time|memory", "what is to be least (default: step-time)", setObjective},
    {"budget", "S", "seconds that the search and what follows it may take (default 8)",
     [](PlanOptions &options, const OptionValue &value) { return assign(options.budget, value.number()); }},
    {"threads", "N", "that search (default: as many as the processor has)",
     [](PlanOptions &options, const OptionValue &value) { return assign(options.threads, value.threads()); }},
    {"seed", "N", "of what is random in the search (default 1)",
     [](PlanOptions &options, const OptionValue &value) { return assign(options.seed, value.integer(0)); }},
    kTopology<PlanOptions>,
    kOrder<PlanOptions>,
};

template <typename T>
absl::Status setIn(llvm::ArrayRef<NamedOption<T>> table, T &options, std::string name, const std::string &value) {
  std::replace(name.begin(), name.end(), '_', '-');
  const auto *option = llvm::find_if(table, [&](const NamedOption<T> &known) { return name == known.name; });
  if (option != table.end())
    return option->set(options, {name, value});
  std::vector<std::string> names;
  for (const NamedOption<T> &known : table)
    names.push_back(known.name);
  std::string meant = didYouMean(name, names);
  return absl::InvalidArgumentError("unknown option '" + name + "'" +
                                    (meant.empty() ? "; there are " + llvm::join(names, ", ") : meant));
}

} // namespace

llvm::ArrayRef<NamedOption<Options>> compileOptions() { return kCompileOptions; }
llvm::ArrayRef<NamedOption<PlanOptions>> planOptions() { return kPlanOptions; }

absl::Status setOption(Options &options, const std::string &name, const std::string &value) {
  return setIn(compileOptions(), options, name, value);
}

absl::Status setOption(PlanOptions &options, const std::string &name, const std::string &value) {
  return setIn(planOptions(), options, name, value);
}

} // namespace shardwright::compiler
