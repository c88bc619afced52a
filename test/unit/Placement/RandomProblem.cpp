#include "test/unit/Placement/RandomProblem.h"

#include "shardwright/Propagation/Graph.h"
#include "shardwright/Sharding/RuleBuilder.h"
#include "shardwright/Sharding/Text.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>
#include <random>

namespace shardwright {
namespace {

class Generator {
public:
  Generator(const CostModel &costs, unsigned seed, size_t ops)
      : costs(costs), mesh(costs.mesh()), random(seed), limit(ops) {
    element = chance(50) ? ElementType{2, "bf16"} : ElementType{4, "f32"};
    for (int i = 0; i < 3; ++i)
      sizes.push_back(int64_t(8) << 5 * pick(3));
  }

  ShardingProblem generate() {
    for (size_t i = 0, n = 1 + pick(3); i < n; ++i)
      argument(randomShape());
    size_t wanted = chance(60) ? limit : 2 + pick(limit - 1);
    for (int attempt = 0; numOps < wanted && attempt < 100; ++attempt)
      addOp();
    returnResults();
    propagateShardings();
    return std::move(program);
  }

private:
  static constexpr int64_t kMostElements = int64_t(1) << 28;

  size_t pick(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); }
  bool chance(size_t percent) { return pick(100) < percent; }
  int64_t randomSize() { return sizes[pick(sizes.size())]; }
  static int64_t elements(const Shape &shape) {
    return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
  }

  Shape randomShape() {
    Shape shape;
    for (size_t i = 0, rank = chance(70) ? 2 : 1 + pick(3); i < rank; ++i)
      shape.push_back(randomSize());
    return elements(shape) <= kMostElements ? shape : Shape{shape.front()};
  }

  /// Every axis on some dimension that it divides, or on none.
  Sharding randomSharding(const Shape &shape) {
    Sharding sharding = Sharding::closed(shape.size());
    llvm::SmallVector<size_t> order(mesh.axes().size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    for (size_t axis : order) {
      size_t dim = pick(shape.size() + 1);
      if (dim == shape.size())
        continue;
      AxisList axes = sharding.dims[dim].axes;
      append(mesh, axes, AxisRef(mesh.axes()[axis].name));
      if (shape[dim] % numParts(mesh, axes) == 0)
        sharding.dims[dim].axes = axes;
    }
    return sharding;
  }

  size_t value(const Shape &shape, bool annotated) {
    program.values.push_back({shape, element, {}, program.values.size()});
    graph.values.push_back({shape, annotated ? randomSharding(shape) : Sharding::open(shape.size())});
    return program.values.size() - 1;
  }

  size_t argument(const Shape &shape) {
    size_t result = value(shape, true);
    ShardingProblem::Op op;
    op.results = {result};
    program.ops.push_back(std::move(op));
    return result;
  }

  /// A value of that shape: one that there is, mostly, else an argument.
  size_t valueOf(const Shape &shape) {
    llvm::SmallVector<size_t> fitting;
    for (auto [index, value] : llvm::enumerate(program.values))
      if (value.shape == shape)
        fitting.push_back(index);
    return fitting.empty() || chance(25) ? argument(shape) : fitting[pick(fitting.size())];
  }
  /// Rather one that was made lately.
  size_t anyValue() {
    size_t n = program.values.size();
    return chance(60) ? n - 1 - pick(std::min<size_t>(n, 3)) : pick(n);
  }
  const Shape &shapeOf(size_t value) const { return program.values[value].shape; }

  void add(RuleBuilder &builder, llvm::ArrayRef<size_t> operands, const Shape &made, double secondsPerPoint,
           StepPriority priority) {
    ShardingProblem::OpClass opClass{builder.build(), {}, secondsPerPoint};
    for (size_t operand : operands)
      opClass.shapes.operands.push_back(shapeOf(operand));
    opClass.shapes.results.push_back(made);
    graph.rules.push_back(opClass.rule);
    program.classes.push_back(std::move(opClass));
    ShardingProblem::Op op;
    op.opClass = static_cast<int64_t>(program.classes.size() - 1);
    op.operands.assign(operands.begin(), operands.end());
    op.results = {value(made, chance(8))};
    graph.steps.push_back({graph.rules.size() - 1, {operands.begin(), operands.end()}, {op.results[0]}, priority});
    program.ops.push_back(std::move(op));
    ++numOps;
  }

  double perElement() const { return costs.device().secondsPerElement(static_cast<double>(element.bytes)); }

  void addOp() {
    switch (pick(10)) {
    case 0:
    case 1:
    case 2:
      return product();
    case 3:
    case 4:
    case 5:
      return elementwise();
    case 6:
      return transpose();
    case 7:
      return reduce();
    case 8:
      return broadcast();
    default:
      return reshape();
    }
  }

  void product() {
    size_t left = anyValue();
    Shape a = shapeOf(left);
    if (a.size() < 2)
      return;
    size_t batch = a.size() > 2 ? 1 : 0;
    size_t contracted = chance(70) ? batch + 1 : batch, kept = contracted == batch ? batch + 1 : batch;
    if (a.size() != batch + 2)
      return;
    bool transposed = chance(30);
    Shape b;
    if (batch)
      b.push_back(a[0]);
    int64_t size = randomSize();
    b.push_back(transposed ? size : a[contracted]);
    b.push_back(transposed ? a[contracted] : size);
    Shape made;
    if (batch)
      made.push_back(a[0]);
    made.push_back(a[kept]);
    made.push_back(size);
    if (elements(made) > kMostElements || elements(b) > kMostElements)
      return;
    size_t right = valueOf(b);
    RuleBuilder builder({a, b}, {made});
    auto dim = [](size_t d) { return static_cast<int64_t>(d); };
    if (batch)
      builder.factor({0, 0}, {0}, a[0]);
    builder.factor({dim(kept), builder.kNone}, {dim(batch)}, a[kept]);
    builder.factor({builder.kNone, dim(transposed ? batch : batch + 1)}, {dim(batch + 1)}, size);
    builder.factor({dim(contracted), dim(transposed ? batch + 1 : batch)}, {builder.kNone}, a[contracted],
                   FactorKind::Reduction);
    builder.partial(PartialBehavior::ExactlyOne, {0, 1}, {ReductionKind::Sum});
    cost::ProductWork work;
    work.type = element.name;
    add(builder, {left, right}, made, costs.device().secondsPerMultiplyAdd(work), StepPriority::Other);
  }

  void elementwise() {
    size_t first = anyValue();
    Shape shape = shapeOf(first);
    size_t number = 1 + pick(3);
    llvm::SmallVector<size_t, 3> operands{first};
    while (operands.size() < number)
      operands.push_back(valueOf(shape));
    RuleBuilder builder(std::vector<RuleShape>(number, shape), {shape});
    builder.pointwise();
    builder.elementwise();
    if (number == 1 ? chance(40) : chance(60))
      builder.partial(PartialBehavior::AllAlike, llvm::ArrayRef<int64_t>{0, 1, 2}.take_front(number),
                      {ReductionKind::Sum});
    else if (number == 2)
      builder.partial(PartialBehavior::ExactlyOne, {0, 1}, {ReductionKind::Sum});
    add(builder, operands, shape, perElement(), StepPriority::PassThrough);
  }

  void transpose() {
    size_t operand = anyValue();
    Shape shape = shapeOf(operand);
    if (shape.size() < 2)
      return;
    llvm::SmallVector<int64_t> order(shape.size());
    std::iota(order.begin(), order.end(), 0);
    while (llvm::is_sorted(order))
      std::shuffle(order.begin(), order.end(), random);
    Shape made;
    for (int64_t dim : order)
      made.push_back(shape[dim]);
    RuleBuilder builder({shape}, {made});
    for (auto [to, from] : llvm::enumerate(order))
      builder.factor({from}, {static_cast<int64_t>(to)}, shape[from]);
    builder.partial(PartialBehavior::AllAlike, {0}, allReductionKinds());
    add(builder, {operand}, made, perElement(), StepPriority::PassThrough);
  }

  void reduce() {
    size_t operand = anyValue();
    Shape shape = shapeOf(operand), made;
    if (shape.size() < 2)
      return;
    size_t over = pick(shape.size());
    for (auto [dim, size] : llvm::enumerate(shape))
      if (dim != over)
        made.push_back(size);
    ReductionKind kind = chance(70) ? ReductionKind::Sum : ReductionKind::Max;
    RuleBuilder builder({shape}, {made});
    for (size_t dim = 0; dim < shape.size(); ++dim)
      if (dim != over)
        builder.factor({static_cast<int64_t>(dim)}, {static_cast<int64_t>(dim - (dim > over))}, shape[dim]);
    builder.factor({static_cast<int64_t>(over)}, {builder.kNone}, shape[over], FactorKind::Reduction).reduction = kind;
    builder.partial(PartialBehavior::AllAlike, {0}, {kind});
    add(builder, {operand}, made, perElement(), StepPriority::Other);
  }

  void broadcast() {
    size_t operand = anyValue();
    Shape shape = shapeOf(operand), made = shape;
    size_t at = pick(shape.size() + 1);
    int64_t size = randomSize();
    made.insert(made.begin() + at, size);
    if (made.size() > 3 || elements(made) > kMostElements)
      return;
    RuleBuilder builder({shape}, {made});
    for (size_t dim = 0; dim < made.size(); ++dim)
      if (dim != at)
        builder.factor({static_cast<int64_t>(dim - (dim > at))}, {static_cast<int64_t>(dim)}, made[dim]);
    builder.ofResult(0, static_cast<int64_t>(at), size);
    builder.partial(PartialBehavior::AllAlike, {0}, allReductionKinds());
    add(builder, {operand}, made, perElement(), StepPriority::Broadcast);
  }

  /// Splits a dimension in two or merges two.
  void reshape() {
    size_t operand = anyValue();
    Shape shape = shapeOf(operand), made = shape;
    if (shape.size() > 1 && chance(50)) {
      size_t dim = pick(shape.size() - 1);
      made[dim] *= made[dim + 1];
      made.erase(made.begin() + dim + 1);
    } else {
      size_t dim = pick(shape.size());
      if (shape[dim] < 16 || shape.size() > 2)
        return;
      int64_t outer = chance(50) ? 2 : shape[dim] / 2;
      made[dim] = outer;
      made.insert(made.begin() + dim + 1, shape[dim] / outer);
    }
    RuleBuilder builder({shape}, {made});
    addReshapeFactors(builder);
    builder.partial(PartialBehavior::AllAlike, {0}, allReductionKinds());
    add(builder, {operand}, made, perElement(), StepPriority::PassThrough);
  }

  /// What nobody reads is returned, and now and then something else.
  void returnResults() {
    llvm::SmallVector<bool> read(program.values.size());
    for (const ShardingProblem::Op &op : program.ops)
      for (size_t operand : op.operands)
        read[operand] = true;
    ShardingProblem::Op op;
    for (size_t value = 0; value < read.size(); ++value)
      if (!read[value] || chance(10))
        op.operands.push_back(value);
    op.needs.resize(op.operands.size());
    for (auto [operand, need] : llvm::zip_equal(op.operands, op.needs))
      if (chance(60)) {
        need = randomSharding(shapeOf(operand));
        // An annotated result takes part in propagation, unless the value itself is annotated.
        if (graph.values[operand].sharding == Sharding::open(shapeOf(operand).size()) && chance(70))
          graph.values[operand].sharding = *need;
      }
    program.ops.push_back(std::move(op));
  }

  void propagateShardings() {
    graph.mesh = mesh;
    PropagationResult propagated = propagate(graph, StrategyKind::OpPriority);
    for (auto [value, sharding] : llvm::zip_equal(program.values, propagated.shardings))
      value.spec = sharding.placement(mesh);
    ShardingProblem::Op &returns = program.ops.back();
    for (auto [operand, need] : llvm::zip_equal(returns.operands, returns.needs))
      if (!need)
        need = program.values[operand].spec;
  }

  const CostModel &costs;
  const Mesh &mesh;
  std::mt19937 random;
  size_t limit, numOps = 0;
  ElementType element;
  llvm::SmallVector<int64_t> sizes;
  ShardingProblem program;
  PropagationGraph graph;
};

} // namespace

ShardingProblem randomProblem(const CostModel &costs, unsigned seed, size_t ops) {
  return Generator(costs, seed, ops).generate();
}

std::optional<ShardingProblem> withoutOp(const ShardingProblem &program, size_t index) {
  const ShardingProblem::Op &op = program.ops[index];
  if (op.opClass < 0)
    return std::nullopt;
  // Its result becomes an argument.
  ShardingProblem smaller = program;
  smaller.ops[index].opClass = -1;
  smaller.ops[index].operands.clear();
  return smaller;
}

std::string str(const ShardingProblem &program) { return str(program, {}); }

std::string str(const ShardingProblem &program, const PlacementPlan &plan) {
  std::string text;
  for (auto [index, op] : llvm::enumerate(program.ops)) {
    for (size_t result : op.results) {
      const ShardingProblem::Value &value = program.values[result];
      text += "v" + std::to_string(result) + ":";
      for (int64_t size : value.shape)
        text += std::to_string(size) + "x";
      text += value.element.name.str() + " " + str(value.spec) + " ";
    }
    text += op.results.empty() ? "return" : op.opClass < 0 ? "given" : "= " + program.classes[op.opClass].rule.str();
    for (auto [position, operand] : llvm::enumerate(op.operands)) {
      text += (position ? ", v" : " (v") + std::to_string(operand);
      if (position < op.needs.size() && op.needs[position])
        text += " as " + str(*op.needs[position]);
    }
    text += op.operands.empty() ? "" : ")";
    if (op.opClass >= 0 && index < plan.chosen.size()) {
      const PlacementChoice &choice = plan.choices[plan.chosen[index]];
      text += "\n      by " + choice.placement.str(program.classes[op.opClass].rule) + " needs";
      for (const Sharding &need : choice.needs)
        text += " " + str(need);
      text += " makes " + str(choice.makes.front());
    }
    text += "\n";
  }
  return text;
}

} // namespace shardwright
