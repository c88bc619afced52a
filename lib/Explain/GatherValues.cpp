#include "lib/Explain/Gather.h"
#include "lib/Explain/Places.h"
#include "lib/Explain/SourceNames.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "shardwright/Sharding/Text.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/Support/raw_ostream.h"

#include <deque>
#include <map>
#include <unordered_map>

namespace shardwright::explanation {
namespace {

/// Values outlive no pass, but their places and what they are do. Only looked up, never gone through.
using ValueKey = std::pair<const void *, std::string>;

ValueKey keyOf(const DescribedValue &value) { return {value.place.getAsOpaquePointer(), value.words}; }

ValueKey keyOf(mlir::Value value) {
  const void *place = value.getLoc().getAsOpaquePointer();
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value))
    return {place, "argument #" + std::to_string(argument.getArgNumber())};
  auto result = llvm::cast<mlir::OpResult>(value);
  llvm::StringRef op = result.getOwner()->getName().getStringRef();
  // Behind propagation a constraint is a reshard.
  return {place, "result #" + std::to_string(result.getResultNumber()) + " of " +
                     (op == "sharding.reshard" ? "sharding.constraint" : op).str()};
}

ValueName nameOf(const DescribedValue &value) {
  std::optional<SourceName> name = sourceNameOf(value.place, value.number);
  return {name ? name->name : "", value.words, placeFrom(value.place)};
}

class ValueGatherer {
public:
  ValueGatherer(mlir::ModuleOp module, llvm::ArrayRef<ShardingOrigin> origins) : origins(origins) {
    if (mlir::FailureOr<Mesh> found = sharding::lookupMesh(module); mlir::succeeded(found))
      mesh = *found;
    for (auto [number, origin] : llvm::enumerate(origins))
      originsOf[keyOf(origin.value)].push_back(number);
  }

  void add(mlir::Value value, llvm::StringRef op) {
    ValueKey key = keyOf(value);
    if (!originsOf.count(key)) {
      // A reshard that the author wrote; a loop's argument, which is sharded as its result does.
      auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
      if (llvm::isa_and_nonnull<sharding::ReshardOp>(value.getDefiningOp()))
        key.second = "result #0 of sharding.reshard";
      else if (argument && llvm::isa<stablehlo::WhileOp>(argument.getOwner()->getParentOp()))
        key = keyOf(argument.getOwner()->getParentOp()->getResult(argument.getArgNumber()));
    }
    add(valueNameOf(value), op, value.getType(), sharding::getSpec(value), key);
  }

  void addResult(mlir::func::FuncOp function, unsigned number) {
    DescribedValue value{"result #" + std::to_string(number) + " of the function", function.getLoc(), number};
    ValueName name = nameOf(value);
    name.words = "result " + std::to_string(number) + " of @" + function.getName().str();
    add(name, "result of the function", function.getResultTypes()[number], sharding::getResultSpec(function, number),
        keyOf(value));
  }

  /// All of them, behind the last add().
  std::vector<Value> take() {
    for (auto &[value, number] : pending)
      for (AxisOrigin &origin : values[value].origins)
        if (origin.axis == origins[number].axis.str())
          if (auto from = numbers.find(keyOf(origins[number].from)); from != numbers.end())
            origin.from = from->second;
    return std::move(values);
  }

private:
  void add(ValueName name, llvm::StringRef op, mlir::Type type, sharding::SpecAttr spec, const ValueKey &key) {
    auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
    if (!tensor)
      return;
    Sharding sharding = spec ? spec.getValue() : Sharding::closed(tensor.getRank());
    Value value{std::move(name), op.str(), "", str(sharding), "", 0, {}};
    llvm::raw_string_ostream(value.type) << type;
    value.localBytes = bytes(tensor, sharding);
    addOrigins(value, key);
    // A loop's result comes behind its arguments, which are sharded as it does.
    numbers[key] = values.size();
    values.push_back(std::move(value));
  }

  int64_t bytes(mlir::RankedTensorType type, const Sharding &sharding) const {
    int64_t elements = 1;
    for (int64_t length : sharding.localShape(mesh, type.getShape()))
      elements *= length;
    mlir::Type element = type.getElementType();
    auto complex = llvm::dyn_cast<mlir::ComplexType>(element);
    unsigned bits = complex                  ? 2 * complex.getElementType().getIntOrFloatBitWidth()
                    : element.isIntOrFloat() ? element.getIntOrFloatBitWidth()
                                             : 0;
    return elements * ((bits + 7) / 8);
  }

  /// Several where the file's value became several: of what is told of the same axis, the first.
  void addOrigins(Value &value, const ValueKey &key) {
    auto found = originsOf.find(key);
    if (found == originsOf.end())
      return;
    for (size_t number : found->second) {
      const ShardingOrigin &origin = origins[number];
      std::string axis = origin.axis.str();
      if (llvm::any_of(value.origins, [&](const AxisOrigin &other) { return other.axis == axis; }))
        continue;
      AxisOrigin told{
          origin.dim,      axis, origin.through, placeFrom(origin.throughPlace), std::nullopt, nameOf(origin.from),
          origin.isWritten};
      if (told.isWritten && llvm::StringRef(origin.value.words).ends_with("sharding.constraint"))
        told.through = "a constraint";
      value.origins.push_back(std::move(told));
      if (!origin.isWritten)
        pending.emplace_back(values.size(), number);
    }
    llvm::stable_sort(value.origins, [](const AxisOrigin &a, const AxisOrigin &b) { return a.dim < b.dim; });
  }

  llvm::ArrayRef<ShardingOrigin> origins;
  Mesh mesh;
  std::vector<Value> values;
  std::map<ValueKey, std::vector<size_t>> originsOf;
  std::map<ValueKey, size_t> numbers;
  /// Values and origins whose neighbour's number is still to be found.
  std::vector<std::pair<size_t, size_t>> pending;
};

/// Every value of the functions in program order, with what makes it.
void visitValues(mlir::func::FuncOp function, llvm::function_ref<void(mlir::Value, llvm::StringRef)> visit) {
  for (mlir::BlockArgument argument : function.getArguments())
    visit(argument, "argument");
  function.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    // A condition has the arguments of its body; a combiner's are scalars.
    if (llvm::isa<stablehlo::WhileOp, sharding::ManualOp>(op))
      for (mlir::BlockArgument argument : op->getRegions().back().getArguments())
        visit(argument, op->getName().getStringRef());
    for (mlir::Value result : op->getResults())
      visit(result, op->getName().getStringRef());
  });
}

} // namespace

std::vector<Value> gatherValues(mlir::ModuleOp module, llvm::ArrayRef<ShardingOrigin> origins) {
  ValueGatherer gatherer(module, origins);
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    visitValues(function, [&](mlir::Value value, llvm::StringRef op) { gatherer.add(value, op); });
    for (unsigned k = 0, n = function.getNumResults(); k < n; ++k)
      gatherer.addResult(function, k);
  }
  return gatherer.take();
}

void gatherPlacements(mlir::ModuleOp placed, std::vector<Value> &values) {
  auto keyOf = [](llvm::StringRef op, const ValueName &name) {
    return (op + "\n" + name.name + "\n" + name.place.text() + "\n" + name.words).str();
  };
  // Alike where import made several values of one: they are met in the same order.
  std::unordered_map<std::string, std::deque<Value *>> waiting;
  for (Value &value : values)
    waiting[keyOf(value.op, value.name)].push_back(&value);
  for (auto function : placed.getOps<mlir::func::FuncOp>())
    visitValues(function, [&](mlir::Value value, llvm::StringRef op) {
      sharding::SpecAttr spec = sharding::getSpec(value);
      // Placing adds changes of sharding and copies of constants.
      if (!spec || llvm::isa<mlir::BlockArgument>(value) || op == "sharding.reshard")
        return;
      auto found = waiting.find(keyOf(op, valueNameOf(value)));
      if (found == waiting.end() || found->second.empty())
        return;
      Value *known = found->second.front();
      found->second.pop_front();
      if (std::string computed = str(spec.getValue()); computed != known->sharding)
        known->computed = computed;
    });
}

bool hasShardings(mlir::ModuleOp module) {
  return module
      .walk([](mlir::Operation *op) {
        if (llvm::isa<sharding::ConstraintOp, sharding::ReshardOp, sharding::ManualOp>(op))
          return mlir::WalkResult::interrupt();
        auto function = llvm::dyn_cast<mlir::func::FuncOp>(op);
        auto splits = [](sharding::SpecAttr spec) { return spec && !spec.getValue().isFullyReplicated(); };
        for (unsigned k = 0; function && !function.isExternal() && k < function.getNumArguments(); ++k)
          if (splits(sharding::getSpec(function.getArgument(k))))
            return mlir::WalkResult::interrupt();
        for (unsigned k = 0; function && k < function.getNumResults(); ++k)
          if (splits(sharding::getResultSpec(function, k)))
            return mlir::WalkResult::interrupt();
        for (mlir::Value result : op->getResults())
          if (splits(sharding::getSpec(result)))
            return mlir::WalkResult::interrupt();
        return mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace shardwright::explanation
