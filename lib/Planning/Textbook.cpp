#include "lib/Planning/Textbook.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace shardwright::planning {
namespace {

/// Along which axes batches and weights are split, and along which dimension weights are.
struct Strategy {
  const char *name;
  llvm::ArrayRef<MeshAxis> batch, weights;
  bool isTensor; ///< weights along the last dimension, else along the longest
};

Sharding splitAlong(const Shape &shape, size_t dim, llvm::ArrayRef<MeshAxis> axes) {
  Sharding sharding = Sharding::closed(shape.size());
  int64_t parts = 1;
  for (const MeshAxis &axis : axes)
    parts *= axis.size;
  if (dim < shape.size() && shape[dim] % parts == 0)
    for (const MeshAxis &axis : axes)
      sharding.dims[dim].axes.push_back(AxisRef(axis.name));
  return sharding;
}

class Textbook {
public:
  explicit Textbook(const OpenProgram &open) : open(open) {
    const std::vector<size_t> parameters = open.parameters();
    weights.insert(parameters.begin(), parameters.end());
    const llvm::ArrayRef<size_t> returned = open.program().ops.back().operands;
    const bool hasDonated = !open.options().updated.empty();
    if (hasDonated || returned.empty() || shapeOf(returned.front()).empty())
      return;
    const int64_t batch = shapeOf(returned.front()).front();
    for (size_t value : parameters)
      if (!shapeOf(value).empty() && shapeOf(value).front() == batch)
        weights.erase(value);
  }

  TextbookPlan by(const Strategy &strategy) const {
    TextbookPlan plan{strategy.name, {}};
    std::map<size_t, size_t> values; // by number of an argument
    for (auto [number, value] : open.openArguments())
      values[number] = value;
    for (auto [number, value] : open.openArguments())
      if (auto leader = values.find(open.leaderOf(number)); leader != values.end())
        plan.annotations.arguments.push_back({number, shardingBy(strategy, leader->second)});
    for (auto [number, carried] : llvm::enumerate(open.program().loopCarried))
      if (mlir::Value value = open.sourceOf(carried.result);
          value && open.isOpenLoopCarried(number) && isOfBatch(carried.result))
        plan.annotations.loopResults.push_back({value, splitAlong(shapeOf(carried.result), 0, strategy.batch)});
    for (auto [value, result] : open.options().updated)
      plan.annotations.results.push_back({result, shardingBy(strategy, value)});
    return plan;
  }

private:
  const Shape &shapeOf(size_t value) const { return open.program().values[value].shape; }

  /// Activations, as a rule: several dimensions, and along the first as long as what is passed beside the weights.
  bool isOfBatch(size_t value) const {
    const Shape &shape = shapeOf(value);
    return shape.size() > 1 && llvm::any_of(open.openArguments(), [&](const auto &argument) {
             const Shape &passed = shapeOf(argument.second);
             return !weights.count(argument.second) && !passed.empty() && passed.front() == shape.front();
           });
  }

  Sharding shardingBy(const Strategy &strategy, size_t value) const {
    const Shape &shape = shapeOf(value);
    if (!weights.count(value))
      return splitAlong(shape, 0, strategy.batch);
    const size_t dim =
        strategy.isTensor ? shape.size() - 1 : static_cast<size_t>(llvm::max_element(shape) - shape.begin());
    return splitAlong(shape, shape.size() > 1 ? dim : shape.size(), strategy.weights);
  }

  const OpenProgram &open;
  std::set<size_t> weights; ///< values
};

} // namespace

std::vector<TextbookPlan> textbookPlans(const OpenProgram &open, const Mesh &mesh) {
  const llvm::ArrayRef<MeshAxis> axes = mesh.axes();
  std::vector<Strategy> strategies = {{"textbook fully sharded", axes, axes, false},
                                      {"textbook data parallel", axes, {}, false},
                                      {"textbook tensor parallel", {}, axes, true}};
  if (axes.size() > 1)
    strategies.push_back({"textbook data and tensor parallel", axes.drop_back(), axes.take_back(), true});
  const Textbook textbook(open);
  std::vector<TextbookPlan> plans;
  for (const Strategy &strategy : strategies) {
    TextbookPlan plan = textbook.by(strategy);
    // Of a program whose author has said most of it, several are one, or say nothing.
    if (!(plan.annotations == Annotations()) &&
        llvm::none_of(plans, [&](const TextbookPlan &other) { return other.annotations == plan.annotations; }))
      plans.push_back(std::move(plan));
  }
  return plans;
}

} // namespace shardwright::planning
