#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/CustomCalls.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardwright {

namespace {

/// Reports everything that a canonical global program has not, each at its place, all of it at once.
class ImportedVerifier {
public:
  LogicalResult run(ModuleOp module);

private:
  InFlightDiagnostic error(Location loc) {
    bad = true;
    return emitError(loc);
  }
  void checkModule(ModuleOp module);
  void checkFunction(func::FuncOp function);
  void checkOp(Operation *op);
  /// `what` names the value, where something is to be said of it.
  void checkType(Location loc, llvm::function_ref<std::string()> what, Type type);
  void refuseType(Location loc, llvm::StringRef what, Type type);
  void refuseCallback(Operation *op);

  bool bad = false;
  llvm::DenseSet<Type> accepted;
};

class VerifyImported : public PassWrapper<VerifyImported, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyImported)

  llvm::StringRef getArgument() const override { return "verify-imported"; }
  llvm::StringRef getDescription() const override {
    return "checks that a program is a canonical global one: one mesh, no other spellings, static shapes";
  }
  void runOnOperation() override {
    if (failed(ImportedVerifier().run(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

static bool isAcceptedType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getElementType().getDialect().getNamespace() != "quant" &&
         (tensor.getElementType().isIntOrFloat() || isa<ComplexType>(tensor.getElementType()));
}

void ImportedVerifier::checkType(Location loc, llvm::function_ref<std::string()> what, Type type) {
  if (accepted.contains(type))
    return;
  if (isAcceptedType(type))
    accepted.insert(type);
  else
    refuseType(loc, what(), type);
}

void ImportedVerifier::refuseType(Location loc, llvm::StringRef what, Type type) {
  if (isa<stablehlo::TokenType>(type)) {
    error(loc) << what << " is a token; programs with tokens are not supported";
  } else if (isa<TupleType>(type)) {
    error(loc) << what << " is the tuple " << type << "; tuples are not supported";
  } else if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.hasStaticShape())
      error(loc) << what << " has the dynamic shape " << type << "; export the program with static shapes";
    else if (tensor.getElementType().getDialect().getNamespace() == "quant")
      error(loc) << what << " has the quantized type " << type << "; quantized types are not supported";
    else
      error(loc) << what << " has elements of type " << tensor.getElementType()
                 << "; convert them to an integer, a float or a complex type";
  } else {
    error(loc) << what << " is of type " << type << ", which is no tensor of static shape";
  }
}

void ImportedVerifier::checkModule(ModuleOp module) {
  sharding::MeshOp first;
  for (auto mesh : module.getOps<sharding::MeshOp>()) {
    if (!first) {
      first = mesh;
      continue;
    }
    InFlightDiagnostic diagnostic = error(mesh.getLoc()) << "a second mesh; normalize-meshes leaves one";
    diagnostic.attachNote(first.getLoc()) << "the first is here";
  }
  if (auto replicas = module->getAttrOfType<IntegerAttr>("mhlo.num_replicas"); replicas && replicas.getInt() != 1)
    error(module.getLoc()) << "the program is for " << replicas.getInt()
                           << " replicas; only partitions are supported, with one replica";
}

void ImportedVerifier::checkFunction(func::FuncOp function) {
  if (function.isExternal())
    error(function.getLoc()) << "@" << function.getName() << " has no body";
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    Location loc = function.isExternal() ? function.getLoc() : function.getArgument(i).getLoc();
    checkType(
        loc, [&] { return "argument #" + std::to_string(i); }, function.getArgumentTypes()[i]);
    if (function.getArgAttr(i, "mhlo.sharding"))
      error(loc) << "argument #" << i << " has 'mhlo.sharding', which import-mhlo-sharding turns into sharding.spec";
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, "mhlo.sharding"))
      error(function.getLoc()) << "result #" << i
                               << " has 'mhlo.sharding', which import-mhlo-sharding turns into sharding.spec";
}

/// What is left of these gives the program something.
void ImportedVerifier::refuseCallback(Operation *op) {
  InFlightDiagnostic diagnostic =
      error(op->getLoc()) << describeHostCallback(op) << " calls back into Python, which does not run here, and "
                          << "the program uses what it returns; compute that with JAX operations, or before the "
                          << "program and pass it as an argument";
  for (OpResult result : op->getResults()) {
    Operation *first = nullptr;
    for (Operation *user : result.getUsers()) // the last one is the first of the program
      first = user;
    if (first)
      diagnostic.attachNote(first->getLoc()) << "result #" << result.getResultNumber() << " is used here";
  }
}

void ImportedVerifier::checkOp(Operation *op) {
  if (isHostCallback(op))
    return refuseCallback(op);
  llvm::StringRef dialect = op->getName().getDialectNamespace(), name = op->getName().getStringRef();
  auto isManual = [&] { return op->getParentOfType<sharding::ManualOp>() != nullptr; };
  if (dialect == "sdy" || dialect == "chlo")
    error(op->getLoc()) << "'" << name
                        << "' is left over from import: " << (dialect == "sdy" ? "import-sdy" : "expand-chlo")
                        << " does not know it";
  else if (isa<func::CallOp>(op))
    error(op->getLoc()) << "a call is left over from import; inline-calls replaces calls";
  else if (dialect == "spmd" && !isManual())
    error(op->getLoc()) << "'" << name << "' outside of sharding.manual: a global program has no devices";
  else if ((op->hasTrait<stablehlo::Collective>() || isa<stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(op)) &&
           !isManual())
    error(op->getLoc()) << "'" << name << "' outside of a manual region: a global program has no devices";
  else if (isa<stablehlo::SetDimensionSizeOp>(op))
    error(op->getLoc()) << "'" << name << "' gives a dimension a size that is known at run time only; export the "
                        << "program with static shapes";
  else if (isa<stablehlo::DynamicPadOp, stablehlo::RealDynamicSliceOp, stablehlo::DynamicGatherOp,
               stablehlo::DynamicConvOp>(op))
    error(op->getLoc()) << "'" << name << "' takes sizes that no constants give; export the program with static shapes";
  else if (op->getAttr("mhlo.sharding"))
    error(op->getLoc()) << "'" << name << "' has 'mhlo.sharding', which import-mhlo-sharding turns into sharding.specs";
  // What is wrong with a token that orders callbacks is said of them.
  if (isa<stablehlo::CreateTokenOp>(op) && llvm::any_of(op->getUsers(), isHostCallback))
    return;
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    checkType(
        op->getLoc(), [&] { return ("result #" + llvm::Twine(index) + " of '" + name + "'").str(); }, type);
}

LogicalResult ImportedVerifier::run(ModuleOp module) {
  checkModule(module);
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op))
      checkFunction(function);
    else if (op != module)
      checkOp(op);
  });
  return failure(bad);
}

std::unique_ptr<Pass> createVerifyImportedPass() { return std::make_unique<VerifyImported>(); }

} // namespace shardwright
