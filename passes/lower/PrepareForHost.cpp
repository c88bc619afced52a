// --prepare-for-host: complex numbers as pairs, factorizations as calls of routines, and what else the host's programs
// are not made of as what they are (PrepareOperations.cpp); then what is computed twice, once.
#include "passes/lower/PrepareForHost.h"

#include "passes/common/CustomCalls.h"
#include "passes/common/PhasePass.h"
#include "passes/lower/ConvolutionProducts.h"
#include "passes/lower/FourierProducts.h"
#include "passes/lower/FuseAttention.h"
#include "passes/lower/LibraryCalls.h"
#include "passes/lower/LowerToExec.h"
#include "passes/lower/LoweringPass.h"
#include "passes/lower/Passes.h"
#include "passes/lower/SinkOperations.h"
#include "passes/lower/SplitComplex.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdDialect.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace shardwright {
namespace lower {

/// What an argument or result is attributes that speak of: notes it where its type is about to change.
static DictionaryAttr withWhole(Type type, DictionaryAttr attributes, MLIRContext *context) {
  if (!isa<ComplexType>(getElementTypeOrSelf(type)))
    return attributes;
  NamedAttrList list(attributes);
  Attribute whole = list.erase(spmd::kGlobalTypeAttr), spec = list.erase(sharding::kSpecAttr);
  list.set(kWholeAttr, whole ? whole : TypeAttr::get(type));
  if (spec)
    list.set(kSpecAttr, spec);
  return list.getDictionary(context);
}

static void keepWholeTypes(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  for (auto [n, type] : llvm::enumerate(function.getArgumentTypes()))
    function.setArgAttrs(n, withWhole(type, function.getArgAttrDict(n), context));
  for (auto [n, type] : llvm::enumerate(function.getResultTypes()))
    function.setResultAttrs(n, withWhole(type, function.getResultAttrDict(n), context));
}

/// A device of an executable has one memory: what says that a value is to be in another one leaves it where it is.
static void dropPlacements(func::FuncOp function) {
  function.walk([](stablehlo::CustomCallOp call) {
    if (!movesBetweenMemories(call))
      return;
    call->replaceAllUsesWith(call->getOperands());
    call.erase();
  });
}

LogicalResult prepareForHost(ModuleOp module, const LoweringOptions &choices) {
  auto function = module.lookupSymbol<func::FuncOp>("main");
  if (!function || function.isDeclaration() || !function.getBody().hasOneBlock())
    return module.emitError("the program has no function @main of one block");
  keepWholeTypes(function);
  dropPlacements(function);
  if (failed(splitComplex(function)) || failed(callLibrary(function)))
    return failure();
  if (choices.transformProducts && choices.target.traits.largestTransform != 0)
    multiplyTransforms(function, choices.target.traits);
  multiplyConvolutions(function, choices);
  fuseAttention(function, choices);
  prepareOperations(function, choices);
  PassManager cleanUp(module.getContext());
  cleanUp.addPass(createCSEPass());
  if (failed(cleanUp.run(module)))
    return failure();
  dropBarriers(function);
  if (choices.target.cuda() && choices.kernelGroups)
    sinkOperations(function);
  return success();
}

} // namespace lower

namespace {

class PrepareForHostPass : public LoweringPass<PhasePass<PrepareForHostPass, ProgramForm::PerDevice>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrepareForHostPass)

  StringRef getArgument() const final { return "prepare-for-host"; }
  StringRef getDescription() const final { return "rewrite what the host's programs are not made of"; }
  void runOnProgram() override {
    FailureOr<LoweringOptions> chosen = choices();
    if (failed(chosen) || failed(lower::prepareForHost(getOperation(), *chosen)))
      signalPassFailure();
  }
};

} // namespace

void registerPrepareForHostPass() { PassRegistration<PrepareForHostPass>(); }

} // namespace shardwright
