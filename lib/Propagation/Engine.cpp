#include "lib/Propagation/Engine.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

Engine::Engine(const PropagationGraph &graph, const Strategy &strategy)
    : graph_(graph), strategy_(strategy), users_(graph.values.size()) {
  current_.reserve(graph.values.size());
  for (const GraphValue &value : graph.values)
    current_.push_back(table_.intern(value.sharding));
  for (size_t s = 0; s < graph.steps.size(); ++s)
    for (const std::vector<size_t> *values : {&graph.steps[s].operands, &graph.steps[s].results})
      for (size_t value : *values)
        if (users_[value].empty() || users_[value].back() != s)
          users_[value].push_back(static_cast<uint32_t>(s));
  queued_.resize(graph.steps.size());
}

void Engine::enqueue(size_t step) {
  if (queued_[step] || !takesPart_[step])
    return;
  queued_[step] = true;
  queue_.push_back(step);
}

const Engine::Transition &Engine::transition(size_t index, llvm::ArrayRef<Direction> directions) {
  const GraphStep &step = graph_.steps[index];
  Key key = {uint32_t(step.rule), uint32_t(step.hidden)};
  for (Direction direction : directions)
    key.push_back(uint32_t(direction));
  for (const std::vector<size_t> *values : {&step.operands, &step.results})
    for (size_t value : *values) {
      key.push_back(current_[value]);
      key.push_back(graph_.values[value].unavailable);
    }
  auto [it, isNew] = known_.try_emplace(std::move(key));
  if (!isNew)
    return it->second;

  StepInput input;
  for (const std::vector<size_t> *values : {&step.operands, &step.results})
    for (size_t value : *values) {
      input.shardings.push_back(&sharding(value));
      input.unavailable.push_back(graph_.axisLists[graph_.values[value].unavailable]);
    }
  input.hidden = graph_.axisLists[step.hidden];
  StepOutput output = runStep({graph_.mesh, graph_.rules[step.rule], directions}, input, strategy_);
  for (auto &[tensor, sharding] : output.changed)
    it->second.changed.emplace_back(tensor, table_.intern(sharding));
  it->second.gains = std::move(output.gains);
  return it->second;
}

void Engine::apply(size_t index, const Transition &transition) {
  const GraphStep &step = graph_.steps[index];
  auto valueOf = [&](size_t tensor) {
    return tensor < step.operands.size() ? step.operands[tensor] : step.results[tensor - step.operands.size()];
  };
  // A value that stands in several places of one op changes once; the op is then visited again with the new state.
  llvm::SmallVector<size_t, 4> done;
  llvm::SmallVector<size_t, 4> appliedTensors;
  for (auto &[tensor, id] : transition.changed) {
    size_t value = valueOf(tensor);
    if (llvm::is_contained(done, value))
      continue;
    done.push_back(value);
    appliedTensors.push_back(tensor);
    current_[value] = id;
  }
  for (const Gain &gain : transition.gains)
    if (llvm::is_contained(appliedTensors, gain.tensor))
      decisions_.push_back({valueOf(gain.tensor), gain.dim, gain.axis, index, valueOf(gain.source)});
  for (size_t value : done)
    for (size_t user : users_[value])
      enqueue(user);
}

void Engine::fixedPoint(int round) {
  std::vector<llvm::SmallVector<Direction, 6>> directions(graph_.steps.size());
  takesPart_.assign(graph_.steps.size(), false);
  for (size_t s = 0; s < graph_.steps.size(); ++s)
    if (auto found = stepDirections(graph_.steps[s], graph_.rules[graph_.steps[s].rule], round)) {
      directions[s] = std::move(*found);
      takesPart_[s] = llvm::any_of(directions[s], [](Direction d) { return d != Direction::None; });
      enqueue(s);
    }
  for (size_t next = 0; next < queue_.size(); ++next) {
    size_t step = queue_[next];
    queued_[step] = false;
    const Transition &outcome = transition(step, directions[step]);
    if (!outcome.changed.empty())
      apply(step, outcome);
  }
  queue_.clear();
}

} // namespace shardwright
