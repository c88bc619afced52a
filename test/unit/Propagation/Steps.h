#ifndef TEST_UNIT_PROPAGATION_STEPS_H
#define TEST_UNIT_PROPAGATION_STEPS_H

#include "shardwright/Propagation/Graph.h"
#include "shardwright/Sharding/Text.h"

#include <gtest/gtest.h>

namespace shardwright {

inline Mesh meshOf(llvm::StringRef text) {
  auto mesh = Mesh::parse(text);
  EXPECT_TRUE(mesh.ok()) << mesh.status();
  return *mesh;
}

inline Sharding shardingOf(llvm::StringRef text) {
  auto sharding = parseWholeSharding(text);
  EXPECT_TRUE(sharding.ok()) << sharding.status();
  return *sharding;
}

inline ShardingRule ruleOf(llvm::StringRef text, bool elementwise = false) {
  auto rule = parseShardingRule(text);
  EXPECT_TRUE(rule.ok()) << rule.status();
  rule->elementwise = elementwise;
  return *rule;
}

/// A program written as text: values, then steps over them.
struct Program {
  explicit Program(llvm::StringRef mesh) { graph.mesh = meshOf(mesh); }

  size_t value(llvm::StringRef sharding) {
    graph.values.push_back({{}, shardingOf(sharding), 0});
    return graph.values.size() - 1;
  }
  GraphStep &step(ShardingRule rule, std::vector<size_t> operands, std::vector<size_t> results) {
    graph.rules.push_back(std::move(rule));
    GraphStep step;
    step.rule = graph.rules.size() - 1;
    step.operands = std::move(operands);
    step.results = std::move(results);
    if (graph.rules.back().elementwise)
      step.priority = StepPriority::PassThrough;
    graph.steps.push_back(std::move(step));
    return graph.steps.back();
  }
  std::vector<std::string> run(StrategyKind strategy) {
    std::vector<std::string> texts;
    result = propagate(graph, strategy);
    for (const Sharding &sharding : result.shardings)
      texts.push_back(str(sharding));
    return texts;
  }

  PropagationGraph graph;
  PropagationResult result;
};

using Texts = std::vector<std::string>;

} // namespace shardwright

#endif // TEST_UNIT_PROPAGATION_STEPS_H
