#include "Steps.h"

#include "shardwright/Sharding/RuleBuilder.h"

#include <random>

namespace shardwright {
namespace {

/// Random programs over awkward sizes: axes that share no divisors with dimensions, sub-axes, conflicts.
class RandomProgram {
public:
  explicit RandomProgram(unsigned seed) : random_(seed) {
    static const char *kMeshes[] = {"x=2,y=3", "x=4,y=2", "x=6,y=2", "x=12", "x=2,y=2,z=3"};
    graph.mesh = meshOf(kMeshes[pick(5)]);
    for (size_t i = 0, n = 2 + pick(8); i < n; ++i)
      addStep();
  }

  PropagationGraph graph;

private:
  size_t pick(size_t n) { return random_() % n; }
  int64_t size() {
    static const int64_t kSizes[] = {1, 2, 3, 4, 6, 12};
    return kSizes[pick(6)];
  }

  /// Any legal sharding: axes and parts of axes, open or closed, now and then something kept away.
  Sharding anySharding(size_t rank) {
    Sharding sharding = Sharding::open(rank);
    for (DimSharding &dim : sharding.dims)
      dim.open = pick(4) != 0;
    for (size_t tries = pick(4); tries > 0; --tries) {
      Sharding candidate = sharding;
      const MeshAxis &axis = graph.mesh.axes()[pick(graph.mesh.numAxes())];
      int64_t pre = 1, part = axis.size;
      if (pick(2)) {
        pre = 1 + pick(axis.size);
        part = 1 + pick(axis.size);
        if (axis.size % (pre * part) != 0 || part == 1)
          continue;
      }
      AxisRef ref = makeAxisRef(graph.mesh, axis.name, pre, part);
      if (pick(6) == 0 || rank == 0)
        candidate.replicated.push_back(ref);
      else
        append(graph.mesh, candidate.dims[pick(rank)].axes, ref);
      if (verify(graph.mesh, candidate, rank).ok())
        sharding = candidate;
    }
    return sharding;
  }

  size_t value(const RuleShape &shape) {
    for (size_t tries = 0; tries < 3 && !graph.values.empty() && pick(2); ++tries)
      if (size_t v = pick(graph.values.size()); graph.values[v].shape == shape)
        return v;
    graph.values.push_back({shape, anySharding(shape.size()), 0});
    return graph.values.size() - 1;
  }

  void addStep() {
    std::vector<RuleShape> operands, results;
    ShardingRule rule = pick(3) == 0 ? reshape(operands, results) : contraction(operands, results);
    GraphStep step;
    graph.rules.push_back(rule);
    step.rule = graph.rules.size() - 1;
    for (const RuleShape &shape : operands)
      step.operands.push_back(value(shape));
    for (const RuleShape &shape : results)
      step.results.push_back(value(shape));
    step.priority = StepPriority(pick(4));
    step.soleUse = pick(2);
    step.allowed = pick(4) ? Direction::Both : Direction(pick(4));
    graph.steps.push_back(std::move(step));
  }

  ShardingRule reshape(std::vector<RuleShape> &operands, std::vector<RuleShape> &results) {
    static const RuleShape kOfTwelve[] = {{12}, {2, 6}, {6, 2}, {3, 4}, {4, 3}, {2, 3, 2}, {1, 12}, {3, 2, 2}};
    operands = {kOfTwelve[pick(8)]};
    results = {kOfTwelve[pick(8)]};
    RuleBuilder builder(operands, results);
    addReshapeFactors(builder);
    return builder.build();
  }

  /// Up to four factors, each in some of two operands and a result.
  ShardingRule contraction(std::vector<RuleShape> &operands, std::vector<RuleShape> &results) {
    std::vector<RuleShape> shapes(3);
    std::vector<std::array<int64_t, 3>> places;
    std::vector<int64_t> sizes;
    for (size_t f = 0, n = 1 + pick(4); f < n; ++f) {
      int64_t factor = size();
      std::array<int64_t, 3> place = {-1, -1, -1};
      for (size_t t = 0; t < 3; ++t)
        if (pick(3)) {
          place[t] = shapes[t].size();
          shapes[t].push_back(factor);
        }
      places.push_back(place);
      sizes.push_back(factor);
    }
    operands = {shapes[0], shapes[1]};
    results = {shapes[2]};
    RuleBuilder builder(operands, results);
    for (size_t f = 0; f < places.size(); ++f)
      builder.factor({places[f][0], places[f][1]}, {places[f][2]}, sizes[f],
                     places[f][2] < 0 ? FactorKind::Reduction : FactorKind::PassThrough);
    if (pick(2))
      builder.elementwise();
    return builder.build();
  }

  std::mt19937 random_;
};

void expectLegalAndMonotone(const PropagationGraph &graph, const std::vector<Sharding> &found) {
  for (size_t v = 0; v < found.size(); ++v) {
    const Sharding &before = graph.values[v].sharding;
    SCOPED_TRACE(str(before) + " became " + str(found[v]));
    absl::Status status = verify(graph.mesh, found[v], before.rank());
    EXPECT_TRUE(status.ok()) << status;
    EXPECT_EQ(found[v].replicated, before.replicated);
    for (size_t d = 0; d < before.rank(); ++d) {
      EXPECT_EQ(found[v].dims[d].open, before.dims[d].open);
      EXPECT_TRUE(isPrefixOf(graph.mesh, before.dims[d].axes, found[v].dims[d].axes));
      if (!before.dims[d].open) {
        EXPECT_EQ(found[v].dims[d].axes, before.dims[d].axes);
      }
    }
  }
}

TEST(RandomPrograms, ResultsAreLegalGrowAndAreFixedPoints) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomProgram program(seed);
    for (StrategyKind kind : {StrategyKind::Basic, StrategyKind::Aggressive, StrategyKind::OpPriority}) {
      PropagationResult result = propagate(program.graph, kind);
      expectLegalAndMonotone(program.graph, result.shardings);
      PropagationGraph again = program.graph;
      for (size_t v = 0; v < again.values.size(); ++v)
        again.values[v].sharding = result.shardings[v];
      EXPECT_EQ(propagate(again, kind).shardings, result.shardings);
    }
    if (::testing::Test::HasFailure())
      return;
  }
}

TEST(RandomPrograms, UserPrioritiesLeaveNoTrace) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomProgram program(seed);
    std::mt19937 random(seed);
    for (GraphValue &value : program.graph.values)
      for (DimSharding &dim : value.sharding.dims)
        dim.priority = random() % 3;
    std::vector<Sharding> found = propagate(program.graph, StrategyKind::UserPriority).shardings;
    for (size_t v = 0; v < found.size(); ++v)
      for (DimSharding &dim : found[v].dims)
        EXPECT_EQ(dim.priority, 0);
    expectLegalAndMonotone(program.graph, found);
    if (::testing::Test::HasFailure())
      return;
  }
}

} // namespace
} // namespace shardwright
