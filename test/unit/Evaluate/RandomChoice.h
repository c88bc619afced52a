#ifndef TEST_UNIT_EVALUATE_RANDOMCHOICE_H
#define TEST_UNIT_EVALUATE_RANDOMCHOICE_H

#include "lib/Placement/ProblemFields.h"

#include <optional>
#include <random>

namespace shardwright {

/// Each axis on a factor, or on none; nothing where the op cannot run so.
inline std::optional<PlacementChoice> randomChoice(const Mesh &mesh, const ShardingProblem::OpClass &opClass,
                                                   std::mt19937 &random) {
  Placement placement = Placement::replicated(opClass.rule);
  for (const MeshAxis &axis : mesh.axes())
    if (size_t factor = random() % (opClass.rule.factors.size() + 1); factor < opClass.rule.factors.size())
      placement.factors[factor].push_back(AxisRef(axis.name));
  if (!isRunnable(mesh, opClass.rule, opClass.shapes, placement))
    return std::nullopt;
  return problem_text::usualChoice(mesh, opClass.rule, std::move(placement));
}

} // namespace shardwright

#endif // TEST_UNIT_EVALUATE_RANDOMCHOICE_H
