// What is worked out once for many changes of sharding, each against the same without that.
#include "lib/Plan/OpMarginals.h"
#include "shardwright/Placement/ProblemText.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Sharding/Text.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Placement/RandomProblem.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <numeric>
#include <random>

namespace shardwright::plan {
namespace {

CostModel costsOf(llvm::StringRef name, const Mesh &mesh) {
  return *CostModel::create(*findTopology(name, TOPOLOGIES), TOPOLOGIES, mesh);
}

ShardingProblem valuesOf(const std::vector<std::string> &types) {
  std::string text = "mesh <x=2>\n";
  for (auto [number, type] : llvm::enumerate(types)) {
    std::string all = "[_";
    for (int64_t more = llvm::count(type, 'x'); more > 0; --more)
      all += ", _";
    text += (number ? ", %" : "%") + std::to_string(number) + " : " + type + " " + all + "] {kept}";
  }
  absl::StatusOr<ProblemText> parsed = parseProblem(text + " = fixed()\n");
  EXPECT_TRUE(parsed.ok()) << parsed.status();
  return parsed->problem;
}

/// Axes on dimensions, partial or idle; now and then in another order than the mesh's, or only a part of one.
Sharding randomSharding(const Mesh &mesh, size_t rank, std::mt19937 &random) {
  Sharding sharding = Sharding::closed(rank);
  std::vector<size_t> order(mesh.numAxes());
  std::iota(order.begin(), order.end(), 0);
  if (random() % 8 == 0)
    std::shuffle(order.begin(), order.end(), random);
  for (size_t number : order) {
    const MeshAxis &axis = mesh.axes()[number];
    const size_t place = random() % (rank + 2);
    AxisRef ref(axis.name);
    if (random() % 16 == 0 && axis.size == 4)
      ref = AxisRef(axis.name, 1, 2);
    if (place < rank)
      sharding.dims[place].axes.push_back(ref);
    else if (place == rank)
      sharding.partial.push_back({ref, ReductionKind::Sum});
  }
  return sharding.placement(mesh);
}

/// Changes of one class cost the same of one array, and of others of its size and lengths in another order.
TEST(ChangeClasses, CostTheSame) {
  constexpr unsigned seed = 7;
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  const ShardingProblem program = valuesOf(
      {"bf16[1024x4096]", "bf16[4096x1024]", "bf16[8x2048]", "bf16[2048x8]", "f32[6x512x64]", "f32[64x6x512]"});
  for (auto [machine, text] : {std::pair("h100-8", "x=2,y=2,z=2"), std::pair("h100-8", "x=4,y=2"),
                               std::pair("h100-superpod", "x=4,y=2,z=4"), std::pair("tpu-v5e", "x=4,y=4")}) {
    SCOPED_TRACE(std::string(machine) + " " + text);
    const Mesh mesh = *Mesh::parse(text);
    CostModel costs = costsOf(machine, mesh);
    ReshardPlans plans(costs);
    SolverState state(costs, program, plans);
    ChangeClasses classes(state);
    std::map<std::pair<uint32_t, ChangeClasses::ClassId>, double> secondsOf; // by pair of arrays
    size_t asked = 0;
    for (size_t value = 0; value < program.values.size(); ++value) {
      const ChangeClasses::ShapeId shape = classes.shapeOf(state.arrays[value]);
      EXPECT_EQ(classes.familyOf(shape), classes.familyOf(classes.shapeOf(state.arrays[value & ~size_t(1)])));
      for (int question = 0; question < 150; ++question) {
        const Shape &lengths = program.values[value].shape;
        const Sharding from = randomSharding(mesh, lengths.size(), random),
                       to = randomSharding(mesh, lengths.size(), random);
        const ElementType &element = program.values[value].element;
        absl::StatusOr<ReshardPrice> price =
            ReshardCache({&costs}).price(mesh, lengths, element.bytes, from, to, element.name);
        if (!price.ok())
          continue;
        const auto number = classes.of(shape, state.interner.sharding(from), state.interner.sharding(to));
        auto [place, isNew] = secondsOf.try_emplace({static_cast<uint32_t>(value / 2), number}, price->seconds);
        EXPECT_NEAR(place->second, price->seconds, 1e-9 * price->seconds)
            << value << ": " << str(from) << " -> " << str(to);
        ++asked;
      }
    }
    std::cout << text << ": " << asked << " changes of " << secondsOf.size() << " classes\n";
    EXPECT_LT(secondsOf.size(), asked);
    EXPECT_GE(asked, 600u);
  }
}

/// By the definition, candidate by candidate.
class PlainMarginals {
public:
  PlainMarginals(const StrategyNodes &nodes, Changes &changes)
      : nodes(nodes), changes(changes), state(changes.state), known(2, std::map<const void *, double>()) {}

  double upTo(size_t index, const Candidate &candidate, size_t choice) {
    auto [place, isNew] = known[0].try_emplace(keyOf(index, choice));
    if (!isNew)
      return place->second;
    double sum = nodes.ownTicks[index][choice];
    const ShardingProblem::Op &op = state.program.ops[index];
    for (auto [operand, need] : llvm::zip_equal(op.operands, candidate.needs)) {
      const size_t root = state.rootOf(operand);
      const int64_t maker = nodes.roots[root].maker;
      if (std::optional<ShardingId> made = maker < 0 ? state.specs[root] : nodes.fixedAt(maker)) {
        sum += changes.estimate(root, *made, need);
      } else if (const StrategyNode &node = nodes.nodes[maker]; node.kind == StrategyNode::Kind::Op) {
        double least = std::numeric_limits<double>::infinity();
        for (auto [number, other] : llvm::enumerate(node.candidates))
          least = std::min(least, upTo(node.index, *other, number) +
                                      changes.estimate(root, other->makes[nodes.roots[root].result], need));
        sum += least;
      }
    }
    return known[0][keyOf(index, choice)] = sum;
  }

  double from(size_t index, const Candidate &candidate, size_t choice) {
    auto [place, isNew] = known[1].try_emplace(keyOf(index, choice));
    if (!isNew)
      return place->second;
    double sum = nodes.ownTicks[index][choice];
    const ShardingProblem::Op &op = state.program.ops[index];
    for (auto [result, made] : llvm::zip_equal(op.results, candidate.makes)) {
      const size_t root = state.rootOf(result);
      for (const StrategyNodes::Use &use : nodes.roots[root].uses) {
        if (use.node < 0 && use.use.handsOn)
          continue;
        if (std::optional<ShardingId> need =
                use.node < 0 ? state.needs[use.use.op][use.use.position] : nodes.fixedAt(use.node)) {
          sum += changes.estimate(root, made, *need);
        } else if (const StrategyNode &node = nodes.nodes[use.node]; node.kind == StrategyNode::Kind::Op) {
          double least = std::numeric_limits<double>::infinity();
          for (auto [number, other] : llvm::enumerate(node.candidates))
            least = std::min(least, this->from(node.index, *other, number) +
                                        changes.estimate(root, made, other->needs[use.use.position]));
          sum += least;
        }
      }
    }
    return known[1][keyOf(index, choice)] = sum;
  }

private:
  const void *keyOf(size_t index, size_t choice) const { return &nodes.ownTicks[index][choice]; }

  const StrategyNodes &nodes;
  Changes &changes;
  SolverState &state;
  std::vector<std::map<const void *, double>> known; ///< by direction, and by what the candidate costs itself
};

TEST(OpMarginals, AreWhatTheirDefinitionSays) {
  for (const char *text : {"x=8", "x=4,y=2", "x=2,y=2,z=2"}) {
    CostModel costs = costsOf("h100-8", *Mesh::parse(text));
    size_t asked = 0;
    for (unsigned seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(std::string(text) + ", seed " + std::to_string(seed));
      ShardingProblem program = randomProblem(costs, seed, 8);
      ReshardPlans plans(costs);
      SolverState state(costs, program, plans);
      AssignmentPricer pricer(state);
      Lives lives(program, costs.device().device());
      OwnPrices own(pricer, lives);
      Changes changes(state);
      StrategyOptions options;
      options.mostChoices = 30;
      StrategyNodes nodes(own, changes, options);
      OpMarginals marginals(nodes, changes);
      const std::vector<std::vector<double>> upTo = marginals.takeUpTo(), from = marginals.takeFrom();
      PlainMarginals plain(nodes, changes);
      for (const StrategyNode &node : nodes.nodes) {
        if (node.kind != StrategyNode::Kind::Op)
          continue;
        ASSERT_EQ(upTo[node.index].size(), node.numChoices());
        for (auto [choice, candidate] : llvm::enumerate(node.candidates)) {
          const double before = plain.upTo(node.index, *candidate, choice),
                       behind = plain.from(node.index, *candidate, choice);
          EXPECT_NEAR(upTo[node.index][choice], before, 1e-9 * before + 1e-6);
          EXPECT_NEAR(from[node.index][choice], behind, 1e-9 * behind + 1e-6);
          ++asked;
        }
      }
    }
    EXPECT_GE(asked, 300u);
  }
}

} // namespace
} // namespace shardwright::plan
