#include "shardwright/Placement/ShardingProblem.h"

#include "shardwright/Sharding/Text.h"

#include "gtest/gtest.h"

#include <random>

namespace shardwright {
namespace {

const Mesh kMesh = *Mesh::parse("x=4,y=2");
const CostModel kCosts = CostModel::flat(kMesh);

Sharding sharding(llvm::StringRef text) { return *parseWholeSharding(text); }

/// Local bytes that change hands, or, for what is partial, twice those: enough to tell far from near.
struct MovedBytes : ReshardPricer {
  std::optional<Price> price(llvm::ArrayRef<int64_t> shape, const ElementType &element, const Sharding &from,
                             const Sharding &to) override {
    if (from.samePlacement(to))
      return Price();
    double local = static_cast<double>(element.bytes);
    for (int64_t size : to.localShape(kMesh, shape))
      local *= static_cast<double>(size);
    bool slices = from.isFullyReplicated();
    double bytes = from.isPartial() ? 2 * local : local;
    return slices ? Price() : Price::ofSending(bytes * *kCosts.secondsPerByteSent(), bytes);
  }
};

/// A program written down op by op.
struct Written : ShardingProblem {
  size_t value(Shape shape, const char *spec) {
    values.push_back({std::move(shape), {}, sharding(spec), values.size()});
    return values.size() - 1;
  }
  size_t argument(Shape shape, const char *spec) {
    size_t result = value(std::move(shape), spec);
    Op op;
    op.results = {result};
    ops.push_back(std::move(op));
    return result;
  }
  size_t op(const char *rule, llvm::ArrayRef<size_t> operands, Shape shape, const char *spec) {
    OpClass opClass{*parseShardingRule(rule), {}, 0};
    for (size_t operand : operands)
      opClass.shapes.operands.push_back(values[operand].shape);
    opClass.shapes.results.push_back(shape);
    classes.push_back(std::move(opClass));
    Op op;
    op.opClass = static_cast<int64_t>(classes.size() - 1);
    op.operands.assign(operands.begin(), operands.end());
    op.results = {value(std::move(shape), spec)};
    ops.push_back(std::move(op));
    return ops.back().results.front();
  }
  void returns(size_t operand, const char *need) {
    Op op;
    op.operands = {operand};
    op.needs = {sharding(need)};
    ops.push_back(std::move(op));
  }
};

constexpr const char *kOuter = "([i, k], [k, j])->([i, j]) {i=512, j=512, k=4} reduction={k}";
constexpr const char *kAdd = "([i, j], [i, j])->([i, j]) {i=512, j=512}";

/// A large product of small factors that propagation split over rows, added to what lies in columns.
Written conflict() {
  Written program;
  size_t weights = program.argument({512, 512}, "[_, _x]");
  size_t a = program.argument({512, 4}, "[_x, _]"), b = program.argument({4, 512}, "[_, _]");
  size_t product = program.op(kOuter, {a, b}, {512, 512}, "[_x, _]");
  size_t sum = program.op(kAdd, {weights, product}, {512, 512}, "[_x, _]");
  sum = program.op(kAdd, {weights, sum}, {512, 512}, "[_x, _]");
  program.returns(sum, "[_, _x]");
  return program;
}

TEST(Program, ALargeValueIsMadeAsItsUsersWantIt) {
  Written program = conflict();
  MovedBytes pricer;
  PlacementPlan plan = planPlacements(kCosts, program, pricer);
  // Steps 3 and 4: the product and the first sum.
  EXPECT_EQ(str(plan.choices[plan.chosen[3]].makes[0]), "[_, _x]");
  EXPECT_EQ(str(plan.choices[plan.chosen[4]].makes[0]), "[_, _x]");
  // Only the small factor is gathered: 512 x 4 elements.
  EXPECT_EQ(plan.total.bytes, 512 * 4 * 4);
  EXPECT_EQ(plan.total.collectives, 1);
}

TEST(Program, WithoutRoundsAnOpSeesItsOwnResultOnly) {
  Written program = conflict();
  MovedBytes pricer;
  PlacementOptions options;
  options.rounds = 0;
  PlacementPlan plan = planPlacements(kCosts, program, pricer, options);
  EXPECT_EQ(str(plan.choices[plan.chosen[3]].makes[0]), "[_x, _]");
  EXPECT_GE(plan.total.bytes, 512 * 512);
}

TEST(Program, EqualSituationsShareAChoice) {
  Written program;
  size_t v = program.argument({512, 512}, "[_x, _]");
  for (int layer = 0; layer < 10; ++layer)
    v = program.op(kAdd, {v, v}, {512, 512}, "[_x, _]");
  program.returns(v, "[_x, _]");
  for (size_t op = 1; op + 1 < program.ops.size(); ++op)
    program.ops[op].opClass = 0;
  MovedBytes pricer;
  PlacementPlan plan = planPlacements(kCosts, program, pricer);
  for (size_t op = 1; op + 1 < program.ops.size(); ++op)
    EXPECT_EQ(plan.chosen[op], plan.chosen[1]);
}

TEST(Program, AConstantIsMadeWhereItIsWanted) {
  Written program;
  size_t constant = program.argument({512, 512}, "[_x, _]");
  program.values[constant].free = true;
  size_t a = program.argument({512, 512}, "[_, _x]");
  program.returns(program.op(kAdd, {constant, a}, {512, 512}, "[_, _x]"), "[_, _x]");
  MovedBytes pricer;
  EXPECT_EQ(planPlacements(kCosts, program, pricer).total.bytes, 0);
}

TEST(Program, LoopsCountAsOftenAsTheyRun) {
  MovedBytes pricer;
  auto bytes = [&](double times) {
    Written program;
    size_t a = program.argument({512, 512}, "[_x, _]");
    size_t sum = program.op(kAdd, {a, a}, {512, 512}, "[_x, _]");
    program.ops.back().times = times;
    program.returns(sum, "[_, _x]");
    program.ops.back().times = times;
    PlacementOptions options;
    options.rounds = 0;
    return planPlacements(kCosts, program, pricer, options).total.bytes;
  };
  EXPECT_EQ(bytes(7), 7 * bytes(1));
}

/// Random chains and joins over random shardings: more rounds never cost more.
TEST(Program, MoreRoundsNeverCostMore) {
  const char *specs[] = {"[_, _]", "[_x, _]", "[_, _x]", "[_x, _y]", "[_y, _x]", "[_{x,y}, _]"};
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    auto pick = [&](size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); };
    Written program;
    std::vector<size_t> made;
    for (int i = 0; i < 3; ++i)
      made.push_back(program.argument({512, 512}, specs[pick(6)]));
    for (int i = 0; i < 12; ++i)
      made.push_back(program.op(kAdd, {made[pick(made.size())], made[pick(made.size())]}, {512, 512}, specs[pick(6)]));
    program.returns(made.back(), specs[pick(6)]);
    MovedBytes pricer;
    auto total = [&](int rounds) {
      PlacementOptions options;
      options.rounds = rounds;
      return planPlacements(kCosts, program, pricer, options).total;
    };
    Price before = total(0);
    for (int rounds = 1; rounds < 4; ++rounds) {
      Price after = total(rounds);
      EXPECT_FALSE(before < after) << rounds << " rounds";
      before = after;
    }
  }
}

} // namespace
} // namespace shardwright
