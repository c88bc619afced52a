#include "lib/Planning/Batch.h"
#include "lib/Planning/FunctionOf.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/propagate/Passes.h"
#include "passes/propagate/ProgramGraph.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"

#include <vector>

using namespace mlir;

namespace shardwright::planning {

/// Looks for the batch of a program as propagation sees it.
class BatchSearch {
public:
  BatchSearch(ModuleOp module, func::FuncOp func)
      : module(module), arguments(func.getArguments()), program(func, Mesh()) {
    const PropagationGraph &graph = program.graph();
    stepsOf.resize(graph.values.size());
    for (auto [number, step] : llvm::enumerate(graph.steps))
      for (const std::vector<size_t> *values : {&step.operands, &step.results})
        for (size_t value : *values)
          if (stepsOf[value].empty() || stepsOf[value].back() != number)
            stepsOf[value].push_back(number);
    findOrigins();
    findKinds();
  }

  /// All but `split`, if there is one.
  bool find(Batch &batch) {
    const auto first = llvm::find(kinds, Kind::Data);
    if (first == kinds.end())
      return false;
    const size_t seed = indexOf(static_cast<size_t>(first - kinds.begin()));
    for (auto [dim, size] : llvm::enumerate(program.graph().values[seed].shape)) {
      length = size;
      if (size < 2 || !spread(seed, dim) || !isShared())
        continue;
      batch.length = size;
      fill(batch);
      return true;
    }
    return false;
  }

private:
  using Place = Batch::Place;
  enum class Kind { Unknown, Data, Weight };
  static constexpr int64_t kNone = -1;

  size_t indexOf(size_t argument) const { return program.indexOf(arguments[argument]); }
  size_t rank(size_t value) const { return program.graph().values[value].shape.size(); }

  /// Of each value, the argument of which alone it is made. Loops hand on what enters them: until nothing changes.
  void findOrigins() {
    const PropagationGraph &graph = program.graph();
    origins.assign(graph.values.size(), kNone);
    for (size_t number = 0; number < arguments.size(); ++number)
      origins[indexOf(number)] = static_cast<int64_t>(number);
    for (bool isMoving = true; isMoving;) {
      isMoving = false;
      for (const GraphStep &step : graph.steps) {
        if (step.results.size() != 1 || step.operands.empty() || origins[step.operands.front()] == kNone)
          continue;
        int64_t &origin = origins[step.results.front()];
        const bool isAlone = llvm::all_of(llvm::drop_begin(step.operands), [&](size_t operand) {
          return rank(operand) == 0 || operand == step.results.front() || isConstant(operand);
        });
        if (origin == kNone && isAlone) {
          origin = origins[step.operands.front()];
          isMoving = true;
        }
      }
    }
  }

  bool isConstant(size_t value) const {
    Value made = program.representative(value);
    Operation *op = made ? made.getDefiningOp() : nullptr;
    return op && llvm::all_of(op->getOperands(), [&](Value operand) { return rank(program.indexOf(operand)) == 0; });
  }

  void findKinds() {
    kinds.assign(arguments.size(), Kind::Unknown);
    for (auto [kind, argument] : llvm::zip_equal(kinds, arguments)) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (type && type.getRank() > 0 && type.getElementType().isSignlessInteger() &&
          !type.getElementType().isInteger(1))
        kind = Kind::Data;
    }
    std::vector<int64_t> weights;
    for (auto [number, step] : llvm::enumerate(program.graph().steps)) {
      Operation *op = program.stepOp(number);
      if (!op || !isProduct(op))
        continue;
      const int64_t left = origins[step.operands[0]], right = origins[step.operands[1]];
      if (left != kNone && right != kNone && left != right)
        kinds[left] = Kind::Data;
      for (int64_t origin : {left, right})
        if (origin != kNone && !hasBatchFactor(step))
          weights.push_back(origin);
    }
    for (int64_t weight : weights)
      if (kinds[weight] != Kind::Data)
        kinds[weight] = Kind::Weight;
    if (!llvm::is_contained(kinds, Kind::Data))
      addThoseThatStay();
  }

  /// Where some arguments are updated, the others.
  void addThoseThatStay() {
    auto isUpdated = [&](const BlockArgument &argument) {
      auto func = cast<func::FuncOp>(argument.getOwner()->getParentOp());
      return static_cast<bool>(func.getArgAttr(argument.getArgNumber(), "tf.aliasing_output"));
    };
    if (llvm::none_of(arguments, isUpdated))
      return;
    for (auto [kind, argument] : llvm::zip_equal(kinds, arguments))
      if (auto type = dyn_cast<RankedTensorType>(argument.getType());
          kind == Kind::Unknown && type && type.getRank() > 0 && isa<FloatType>(type.getElementType()) &&
          !isUpdated(argument))
        kind = Kind::Data;
  }

  bool hasBatchFactor(const GraphStep &step) const {
    const ShardingRule &rule = program.graph().rules[step.rule];
    auto has = [](const TensorFactors &dims, int64_t factor) {
      return llvm::any_of(dims, [&](const DimFactors &factors) { return llvm::is_contained(factors, factor); });
    };
    for (int64_t factor = 0; factor < static_cast<int64_t>(rule.factors.size()); ++factor)
      if (has(rule.operands[0], factor) && has(rule.operands[1], factor) && has(rule.results[0], factor))
        return true;
    return false;
  }

  /// Ties every dimension to that of a value. False where one value has two, or an op takes a part of one.
  bool spread(size_t seed, size_t dim) {
    places.assign(program.graph().values.size(), std::nullopt);
    places[seed] = Place{dim, 1};
    worklist = {seed};
    while (!worklist.empty()) {
      const size_t value = worklist.back();
      worklist.pop_back();
      for (size_t step : stepsOf[value])
        if (!spreadThrough(program.graph().steps[step], value))
          return false;
    }
    return true;
  }

  bool spreadThrough(const GraphStep &step, size_t from) {
    const ShardingRule &rule = program.graph().rules[step.rule];
    for (auto [tensors, values] : {std::pair(&rule.operands, &step.operands), {&rule.results, &step.results}})
      for (auto [dims, value] : llvm::zip_equal(*tensors, *values))
        if (value == from && !spreadFrom(step, rule, dims, value))
          return false;
    return true;
  }

  bool spreadFrom(const GraphStep &step, const ShardingRule &rule, const TensorFactors &dims, size_t from) {
    const Place place = *places[from];
    int64_t inner = 1;
    for (int64_t factor : llvm::reverse(dims[place.dim])) {
      const int64_t size = sizeOf(rule, dims[place.dim], factor, from, place.dim);
      if (place.inner % inner == 0 && place.inner * length <= inner * size)
        return spreadTo(step, rule, factor, place.inner / inner);
      inner *= size;
    }
    return false;
  }

  /// To each dimension that has the factor, in which so many elements make a sample.
  bool spreadTo(const GraphStep &step, const ShardingRule &rule, int64_t factor, int64_t ofFactor) {
    for (auto [tensors, values] : {std::pair(&rule.operands, &step.operands), {&rule.results, &step.results}})
      for (auto [dims, value] : llvm::zip_equal(*tensors, *values))
        for (auto [dim, factors] : llvm::enumerate(dims)) {
          const auto *at = llvm::find(factors, factor);
          if (at == factors.end())
            continue;
          int64_t inner = ofFactor;
          for (const auto *minor = at + 1; minor != factors.end(); ++minor)
            inner *= rule.factors[*minor].size;
          const bool isWhole = rule.elementwise || factors.size() > 1 ||
                               rule.factors[factor].size == program.graph().values[value].shape[dim];
          if (!isWhole || !put(value, {dim, inner}))
            return false;
        }
    return true;
  }

  /// Rules of element-wise ops have no sizes of their own.
  int64_t sizeOf(const ShardingRule &rule, const DimFactors &factors, int64_t factor, size_t value, size_t dim) const {
    return factors.size() == 1 ? program.graph().values[value].shape[dim] : rule.factors[factor].size;
  }

  bool put(size_t value, const Place &place) {
    if (places[value])
      return *places[value] == place;
    places[value] = place;
    worklist.push_back(value);
    return true;
  }

  bool isShared() const {
    for (auto [number, kind] : llvm::enumerate(kinds))
      if (kind != Kind::Unknown && places[indexOf(number)].has_value() != (kind == Kind::Data))
        return false;
    return true;
  }

  void fill(Batch &batch) {
    auto add = [&](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!type || type.getRank() == 0)
        return;
      if (const std::optional<Place> &place = places[program.indexOf(value)])
        batch.places.insert({value, *place});
      const int64_t origin = origins[program.indexOf(value)];
      if (origin != kNone && kinds[static_cast<size_t>(origin)] == Kind::Weight)
        batch.weights.push_back(value);
    };
    module.walk([&](Operation *op) {
      llvm::for_each(op->getResults(), add);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArguments(), add);
    });
  }

  ModuleOp module;
  ArrayRef<BlockArgument> arguments;
  ProgramGraph program;
  std::vector<std::vector<size_t>> stepsOf; ///< by value
  std::vector<int64_t> origins;             ///< by value: of an argument
  std::vector<Kind> kinds;                  ///< by argument
  int64_t length = 0;
  std::vector<std::optional<Place>> places; ///< by value
  std::vector<size_t> worklist;
};

std::optional<Batch> Batch::of(ModuleOp imported) {
  const bool isManual = imported.walk([](sharding::ManualOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (isManual || !llvm::hasSingleElement(imported.getOps<func::FuncOp>()))
    return std::nullopt;
  ScopedDiagnosticHandler quiet(imported.getContext(), [](Diagnostic &) { return success(); }); // said before
  Batch batch;
  batch.split = OwningOpRef<ModuleOp>(imported.clone());
  splitConstants(*batch.split);
  if (!BatchSearch(*batch.split, functionOf(*batch.split)).find(batch))
    return std::nullopt;
  return batch;
}

Type Batch::typeWithSize(Value value, int64_t size) const {
  auto place = places.find(value);
  if (place == places.end())
    return value.getType();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  int64_t &dim = shape[place->second.dim];
  dim = dim / length * size;
  return type.clone(shape);
}

namespace {

/// Of ops that say how much of their first operand they take: all of the batch.
bool resizeAttributes(Operation *op, ShapedType before) {
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto value = dyn_cast<DenseElementsAttr>(constant.getValue());
    auto type = cast<ShapedType>(op->getResult(0).getType());
    if (!value || (value.getType() != type && !value.isSplat()))
      return false;
    if (value.getType() != type)
      constant.setValueAttr(value.resizeSplat(type));
    return true;
  }
  const StringRef name = isa<stablehlo::SliceOp>(op)                               ? "limit_indices"
                         : isa<stablehlo::DynamicSliceOp, stablehlo::GatherOp>(op) ? "slice_sizes"
                                                                                   : "";
  if (name.empty())
    return true;
  auto after = cast<ShapedType>(op->getOperand(0).getType());
  SmallVector<int64_t> sizes(op->getAttrOfType<DenseI64ArrayAttr>(name).asArrayRef());
  for (auto [size, was, is] : llvm::zip_equal(sizes, before.getShape(), after.getShape()))
    if (size == was)
      size = is;
  op->setAttr(name, DenseI64ArrayAttr::get(op->getContext(), sizes));
  return true;
}

} // namespace

OwningOpRef<ModuleOp> Batch::withSize(int64_t size) const {
  IRMapping copies;
  OwningOpRef<ModuleOp> copy(cast<ModuleOp>(program()->clone(copies)));
  for (const auto &[value, place] : places)
    copies.lookup(value).setType(typeWithSize(value, size));
  bool isResized = true;
  program().walk([&](Operation *op) {
    auto before = op->getNumOperands() ? dyn_cast<ShapedType>(op->getOperand(0).getType()) : ShapedType();
    isResized &= resizeAttributes(copies.lookup(op), before);
  });
  auto func = functionOf(*copy);
  Operation *end = func.getBody().front().getTerminator();
  func.setFunctionType(FunctionType::get(func.getContext(), func.getBody().getArgumentTypes(), end->getOperandTypes()));
  ScopedDiagnosticHandler quiet(func.getContext(), [](Diagnostic &) { return success(); });
  if (!isResized || failed(verify(*copy)))
    return nullptr;
  mergeConstants(*copy);
  return copy;
}

} // namespace shardwright::planning
