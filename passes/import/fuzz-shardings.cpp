#include "dialects/sharding/Shardings.h"
#include "passes/import/DropShardings.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace shardwright {

namespace {

/// Splitmix64: the same numbers on every platform and with every library.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  /// A number in [0, bound).
  uint64_t below(uint64_t bound) {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return (z ^ (z >> 31)) % bound;
  }
  bool oneIn(uint64_t n) { return below(n) == 0; }

private:
  uint64_t state;
};

class FuzzShardings : public PassWrapper<FuzzShardings, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuzzShardings)

  FuzzShardings() = default;
  FuzzShardings(const FuzzShardings &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const override { return "fuzz-shardings"; }
  llvm::StringRef getDescription() const override {
    return "replaces the shardings of an imported program by random legal ones";
  }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<sharding::ShardingDialect>(); }
  void runOnOperation() override;

  Option<uint64_t> seed{*this, "seed", llvm::cl::desc("equal seeds give equal shardings"), llvm::cl::init(0)};
  Option<std::string> meshText{*this, "mesh",
                               llvm::cl::desc("the mesh, such as x=2,y=4; by default the program's own")};

private:
  FailureOr<sharding::MeshOp> setMesh();
};

} // namespace

/// Every axis of the mesh, some of them cut in two, in random order.
static AxisList randomPieces(Random &random, const Mesh &mesh) {
  AxisList pieces;
  for (const MeshAxis &axis : mesh.axes()) {
    llvm::SmallVector<int64_t> divisors;
    for (int64_t d = 2; d < axis.size; ++d)
      if (axis.size % d == 0)
        divisors.push_back(d);
    if (!divisors.empty() && random.oneIn(3)) {
      int64_t cut = divisors[random.below(divisors.size())];
      pieces.push_back(makeAxisRef(mesh, axis.name, 1, cut));
      pieces.push_back(makeAxisRef(mesh, axis.name, cut, axis.size / cut));
    } else if (axis.size > 1) {
      pieces.push_back(AxisRef(axis.name));
    }
  }
  for (size_t i = pieces.size(); i > 1; --i)
    std::swap(pieces[i - 1], pieces[random.below(i)]);
  return pieces;
}

/// One that the elements can be combined by.
static ReductionKind randomKind(Random &random, Type elementType) {
  llvm::SmallVector<ReductionKind> kinds;
  for (ReductionKind kind : {ReductionKind::Sum, ReductionKind::Product, ReductionKind::Max, ReductionKind::Min,
                             ReductionKind::And, ReductionKind::Or, ReductionKind::Xor})
    // The host has no product of complex numbers over devices.
    if (sharding::isDefinedOn(kind, elementType) && !(kind == ReductionKind::Product && isa<ComplexType>(elementType)))
      kinds.push_back(kind);
  return random.oneIn(2) ? ReductionKind::Sum : kinds[random.below(kinds.size())];
}

/// Dimensions need not be divisible, nor even as long as the axes they are split over; those of size 0 and 1 stay
/// whole. What enters or leaves the program may be partial, too.
static Sharding randomSharding(Random &random, const Mesh &mesh, RankedTensorType type, bool isBorder) {
  Sharding sharding = Sharding::closed(type.getRank());
  llvm::SmallVector<int64_t> splittable;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.getDimSize(dim) > 1)
      splittable.push_back(dim);
  const bool isPartial = isBorder && random.oneIn(4);
  const ReductionKind kind = randomKind(random, type.getElementType());
  for (const AxisRef &axis : randomPieces(random, mesh)) {
    if (!splittable.empty() && !random.oneIn(3)) {
      DimSharding &dim = sharding.dims[splittable[random.below(splittable.size())]];
      append(mesh, dim.axes, axis);
    } else if (isPartial) {
      sharding.partial.push_back({axis, kind});
    }
  }
  sharding.partial = canonicalize(mesh, std::move(sharding.partial));
  for (DimSharding &dim : sharding.dims)
    dim.open = random.oneIn(4);
  return sharding;
}

FailureOr<sharding::MeshOp> FuzzShardings::setMesh() {
  ModuleOp module = getOperation();
  sharding::MeshOp op = sharding::lookupMeshOp(module);
  if (meshText.empty()) {
    if (!op)
      return module.emitError() << "the program has no mesh; name one, as in fuzz-shardings{mesh=x=2}";
    return op;
  }
  absl::StatusOr<Mesh> mesh = Mesh::parse(meshText.getValue());
  if (!mesh.ok())
    return module.emitError() << "in the option mesh: " << std::string(mesh.status().message());
  return sharding::setMesh(module, *mesh);
}

void FuzzShardings::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(dropShardings(module)))
    return signalPassFailure();
  FailureOr<sharding::MeshOp> meshOp = setMesh();
  if (failed(meshOp))
    return signalPassFailure();
  const Mesh mesh = meshOp->getMesh().getValue();
  auto name = FlatSymbolRefAttr::get(meshOp->getSymNameAttr());
  Random random(seed);
  auto spec = [&](Type type, bool isBorder) -> sharding::SpecAttr {
    return sharding::SpecAttr::get(name, randomSharding(random, mesh, cast<RankedTensorType>(type), isBorder));
  };
  auto isArray = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && tensor.getRank() > 0;
  };
  for (auto function : module.getOps<func::FuncOp>()) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (isArray(function.getArgumentTypes()[i]) && !random.oneIn(4))
        function.setArgAttr(i, sharding::kSpecAttr, spec(function.getArgumentTypes()[i], /*isBorder=*/true));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (isArray(function.getResultTypes()[i]) && !random.oneIn(3))
        sharding::setResultSpec(function, i, spec(function.getResultTypes()[i], /*isBorder=*/true));
    llvm::SmallVector<Value> intermediates;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Value result : op->getResults())
        if (isArray(result.getType()) && random.oneIn(8))
          intermediates.push_back(result);
    });
    for (Value value : intermediates) {
      OpBuilder builder(function.getContext());
      builder.setInsertionPointAfterValue(value);
      auto constraint =
          sharding::ConstraintOp::create(builder, value.getLoc(), value, spec(value.getType(), /*isBorder=*/false));
      value.replaceAllUsesExcept(constraint, constraint);
    }
  }
}

std::unique_ptr<Pass> createFuzzShardingsPass() { return std::make_unique<FuzzShardings>(); }

} // namespace shardwright
