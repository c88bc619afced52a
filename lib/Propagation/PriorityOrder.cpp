#include "shardwright/Propagation/Graph.h"

#include "llvm/ADT/StringSwitch.h"

namespace shardwright {

std::optional<StrategyKind> parseStrategyKind(llvm::StringRef text) {
  return llvm::StringSwitch<std::optional<StrategyKind>>(text)
      .Case("basic", StrategyKind::Basic)
      .Case("aggressive", StrategyKind::Aggressive)
      .Case("op-priority", StrategyKind::OpPriority)
      .Case("user-priority", StrategyKind::UserPriority)
      .Default(std::nullopt);
}

static Direction intersect(Direction a, Direction b) {
  if (a == b || b == Direction::Both)
    return a;
  return a == Direction::Both ? b : Direction::None;
}

static Direction roundDirection(const GraphStep &step, const Factor &factor, int round) {
  bool passThrough = step.priority == StepPriority::PassThrough;
  if (passThrough || round >= 5)
    return Direction::Both;
  if (round <= 2)
    return Direction::Forward;
  if (round == 3 && factor.kind != FactorKind::PassThrough)
    return Direction::None;
  return step.priority == StepPriority::Broadcast ? Direction::Backward : Direction::Both;
}

std::optional<llvm::SmallVector<Direction, 6>> stepDirections(const GraphStep &step, const ShardingRule &rule,
                                                              int round) {
  bool early = step.priority == StepPriority::PassThrough || step.priority == StepPriority::ForwardPassThrough;
  if ((round <= 2 && !early) || (round == 1 && !step.soleUse))
    return std::nullopt;
  llvm::SmallVector<Direction, 6> directions;
  for (const Factor &factor : rule.factors)
    directions.push_back(factor.blocked ? Direction::None
                                        : intersect(roundDirection(step, factor, round), step.allowed));
  return directions;
}

} // namespace shardwright
