#include "lib/Placement/ProgramState.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

ProgramState::ProgramState(const Mesh &mesh, const PlacementProgram &program, ReshardPricer &pricer)
    : mesh(mesh), program(program), prices(interner, pricer), candidates(interner),
      ways(numberWays(mesh, program.kinds)) {
  for (const PlacementProgram::Value &value : program.values) {
    specs.push_back(interner.sharding(value.spec));
    arrays.push_back(interner.array(value.shape, value.elementBytes));
  }
  uses.resize(program.values.size());
  definedAt.resize(program.values.size());
  timesOf.resize(program.values.size(), 1);
  for (auto [index, step] : llvm::enumerate(program.steps)) {
    needs.emplace_back();
    for (const std::optional<Sharding> &need : step.needs)
      needs.back().push_back(need ? interner.sharding(*need) : kAny);
    for (auto [position, operand] : llvm::enumerate(step.operands))
      uses[rootOf(operand)].push_back({index, takesPartial(step, position)});
    for (size_t result : step.results) {
      definedAt[result] = index + 1;
      timesOf[result] = step.times;
    }
  }
  lies = specs;
  for (ShardingId spec : specs)
    asked.push_back(interner.only(spec));
  combinedWhereMade.assign(specs.size(), false);
  readWhole.assign(specs.size(), false);
  nowhere.assign(specs.size(), false);
}

bool ProgramState::takesPartial(const Step &step, size_t position) const {
  if (step.kind < 0)
    return !step.needs[position];
  const ShardingRule &rule = program.kinds[step.kind].rule;
  // A square needs the combined value for its other factor anyway.
  bool square = rule.partial == PartialBehavior::ExactlyOne && llvm::count(step.operands, step.operands[position]) > 1;
  return rule.partial != PartialBehavior::None && !square && llvm::is_contained(rule.partialOperands, position);
}

bool ProgramState::usersTakePartial(size_t value, size_t except) const {
  return llvm::all_of(uses[rootOf(value)], [&](const Use &use) { return use.takesPartial || use.step == except; });
}

double ProgramState::localBytes(size_t value, ShardingId sharding) const {
  const Interner::Array &array = interner.array(arrays[value]);
  double bytes = static_cast<double>(array.elementBytes);
  for (int64_t size : interner.sharding(sharding).localShape(mesh, array.shape))
    bytes *= static_cast<double>(size);
  return bytes;
}

void ProgramState::setCarry(const PlacementProgram::Carry &carry, ShardingId sharding) {
  needs[carry.entry][carry.position] = needs[carry.yield][carry.position] = sharding;
  specs[carry.result] = sharding;
  for (size_t argument : carry.arguments)
    specs[argument] = sharding;
}

void ProgramState::startFrom(Start start) {
  specs = std::move(start.specs);
  needs = std::move(start.needs);
  lies = std::move(start.lies);
  asked = std::move(start.asked);
}

Situation ProgramState::situationOf(const Step &step) const {
  const PlacementProgram::Kind &kind = program.kinds[step.kind];
  return {mesh, kind.rule, kind.shapes, {}, {}, kind.computePerPoint};
}

} // namespace shardwright
