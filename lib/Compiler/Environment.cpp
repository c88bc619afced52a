#include "lib/Compiler/Environment.h"

#include "shardwright/Topology/Files.h"

namespace shardwright::compiler {

void Environment::remark(std::string message) const {
  if (!handlers().diagnostic)
    return;
  Diagnostic diagnostic;
  diagnostic.severity = Severity::Remark;
  diagnostic.message = std::move(message);
  handlers().diagnostic(diagnostic);
}

absl::Status Environment::aboutOption(llvm::StringRef option, absl::string_view problem) const {
  return absl::InvalidArgumentError("option '" + spelled(option) + "': " + std::string(problem));
}

absl::Status Environment::atLeast(llvm::StringRef option, int64_t value, int64_t least) const {
  if (value >= least)
    return absl::OkStatus();
  return absl::InvalidArgumentError("option '" + spelled(option) + "' needs at least " + std::to_string(least) +
                                    ", got " + std::to_string(value));
}

absl::StatusOr<Topology> Environment::topology(const Machine &machine) const {
  MachineOptions named{machine.topology, machine.order, options.topologyFolder};
  absl::StatusOr<Topology> topology = findTopology(named.topology, named.shippedMachines());
  return topology.ok() ? topology : aboutOption("topology", topology.status().message());
}

absl::StatusOr<MachineOptions> Environment::machine(const Machine &machine) const {
  if (!machine.topology.empty())
    if (absl::StatusOr<Topology> known = topology(machine); !known.ok())
      return known.status();
  return MachineOptions{machine.topology, machine.order, options.topologyFolder};
}

absl::StatusOr<CostModel> Environment::costModel(const MachineOptions &machine, const Mesh &mesh) const {
  absl::StatusOr<CostModel> model = makeCostModel(machine, mesh);
  return model.ok() ? std::move(model)
                    : aboutOption(machine.order.empty() ? "topology" : "order", model.status().message());
}

absl::StatusOr<Mesh> Environment::mesh(const std::string &text) const {
  absl::StatusOr<Mesh> mesh = Mesh::parse(text);
  return mesh.ok() ? mesh : aboutOption("mesh", mesh.status().message());
}

TimedStep::TimedStep(const Environment &environment, std::string name) : environment(environment), name(name) {
  if (environment.handlers().progress)
    environment.handlers().progress({name, /*hasEnded=*/false, 0});
}

TimedStep::~TimedStep() {
  if (environment.handlers().progress)
    environment.handlers().progress({name, /*hasEnded=*/true, seconds()});
}

double TimedStep::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace shardwright::compiler
