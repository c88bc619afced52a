#include "lib/Placement/SolverState.h"

#include "lib/Placement/StartShares.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

/// A product that takes longer than the smallest of collectives.
static bool isHeavy(const ShardingProblem::OpClass &opClass, double startSeconds) {
  double seconds = opClass.secondsPerPoint;
  for (const Factor &factor : opClass.rule.factors)
    seconds *= static_cast<double>(factor.size);
  return opClass.isProduct() && seconds > startSeconds;
}

SolverState::SolverState(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer)
    : costs(costs), mesh(costs.mesh()), program(program), prices(interner, pricer), candidates(interner),
      candidateClasses(numberCandidateClasses(mesh, program.classes)) {
  double startSeconds = costs.leastStartSeconds();
  for (const ShardingProblem::OpClass &opClass : program.classes)
    heavy.push_back(!costs.secondsPerByteSent() && isHeavy(opClass, startSeconds));
  std::vector<double> shares = findPriceShares(costs, program);
  for (const ShardingProblem::Value &value : program.values) {
    specs.push_back(interner.sharding(value.spec));
    arrays.push_back(interner.array(value.shape, value.element, shares[value.root]));
  }
  uses.resize(program.values.size());
  definedAt.resize(program.values.size());
  timesOf.resize(program.values.size(), 1);
  for (auto [index, op] : llvm::enumerate(program.ops)) {
    kinds.push_back(static_cast<uint32_t>(op.opClass));
    needs.emplace_back();
    for (const std::optional<Sharding> &need : op.needs)
      needs.back().push_back(need ? interner.sharding(*need) : kAny);
    for (auto [position, operand] : llvm::enumerate(op.operands))
      uses[rootOf(operand)].push_back({index, acceptsPartial(op, position)});
    for (size_t result : op.results) {
      definedAt[result] = index + 1;
      timesOf[result] = op.times;
    }
  }
  for (const ShardingProblem::LoopCarried &carried : program.loopCarried)
    if (llvm::is_contained(carried.arguments, program.ops[carried.yield].operands[carried.position]))
      handedOn.insert({carried.yield, carried.position});
  current = specs;
  for (ShardingId spec : specs)
    asked.push_back(interner.only(spec));
  weigh({});
}

void SolverState::weigh(const PriceWeights &by) {
  weights = by;
  prices.countBytesAlone(by.byBytes ? std::optional<double>(costs.leastSecondsPerByte()) : std::nullopt);
  combinedWhereMade.assign(specs.size(), false);
  readWhole.assign(specs.size(), false);
  nowhere.assign(specs.size(), false);
}

bool SolverState::acceptsPartial(const Op &op, size_t position) const {
  if (op.opClass < 0)
    return !op.needs[position];
  const ShardingRule &rule = program.classes[op.opClass].rule;
  // A square needs the combined value for its other factor anyway.
  bool square = rule.partial == PartialBehavior::ExactlyOne && llvm::count(op.operands, op.operands[position]) > 1;
  return rule.partial != PartialBehavior::None && !square && llvm::is_contained(rule.partialOperands, position);
}

bool SolverState::usersAcceptPartial(size_t value, size_t except) const {
  return llvm::all_of(uses[rootOf(value)],
                      [&](const Use &use) { return (use.acceptsPartial && !isPinned(use.op)) || use.op == except; });
}

double SolverState::localBytes(size_t value, ShardingId sharding) const {
  const Interner::Array &array = interner.array(arrays[value]);
  double bytes = static_cast<double>(array.element.bytes);
  for (int64_t size : interner.sharding(sharding).localShape(mesh, array.shape))
    bytes *= static_cast<double>(size);
  return bytes;
}

void SolverState::setLoopCarried(const ShardingProblem::LoopCarried &carried, ShardingId sharding) {
  needs[carried.entry][carried.position] = needs[carried.yield][carried.position] = sharding;
  specs[carried.result] = sharding;
  for (size_t argument : carried.arguments)
    specs[argument] = sharding;
}

void SolverState::startFrom(Start start) {
  specs = std::move(start.specs);
  needs = std::move(start.needs);
  current = std::move(start.current);
  asked = std::move(start.asked);
}

Situation SolverState::situationOf(const Op &op) const {
  const ShardingProblem::OpClass &opClass = program.classes[op.opClass];
  double seconds = opClass.secondsPerPoint * (opClass.isProduct() ? 1 : weights.work);
  return {costs, mesh, opClass.rule, opClass.shapes, {}, {}, seconds, false, heavy[op.opClass], opClass.manual};
}

llvm::ArrayRef<SituatedCandidate> SolverState::candidatesOf(size_t op, const Situation &situation) {
  auto place = pinned.find(op);
  return place != pinned.end() ? llvm::ArrayRef(place->second)
                               : candidates.find(candidateClasses[program.ops[op].opClass], situation);
}

bool SolverState::pin(llvm::ArrayRef<PlacementPin> pins) {
  for (auto &[op, candidate] : pinned)
    kinds[op] = static_cast<uint32_t>(program.ops[op].opClass);
  pinned.clear();
  llvm::DenseMap<std::pair<int64_t, const Candidate *>, uint32_t> pinnedKinds;
  for (const PlacementPin &pin : pins) {
    const Op &op = program.ops[pin.op];
    const Candidate *candidate = candidates.get(candidateClasses[op.opClass], situationOf(op), pin.placement);
    if (!candidate)
      return false;
    pinned[pin.op] = {candidate};
    uint32_t next = static_cast<uint32_t>(program.classes.size() + pinnedKinds.size());
    kinds[pin.op] = pinnedKinds.try_emplace({op.opClass, candidate}, next).first->second;
  }
  return true;
}

} // namespace shardwright
