#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/CustomCalls.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace shardwright {

namespace {

class ExpandCustomCalls : public PassWrapper<ExpandCustomCalls, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandCustomCalls)

  llvm::StringRef getArgument() const override { return "expand-custom-calls"; }
  llvm::StringRef getDescription() const override {
    return "turns custom calls that stablehlo can say into stablehlo operations";
  }
  void runOnOperation() override;
};

/// The one function that the call computes by, or null.
func::FuncOp calledComputation(stablehlo::CustomCallOp call) {
  auto called = call->getAttrOfType<ArrayAttr>("called_computations");
  auto name = called && called.size() == 1 ? dyn_cast<FlatSymbolRefAttr>(called[0]) : FlatSymbolRefAttr();
  return name ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, name) : func::FuncOp();
}

/// N tensors, searched side by side for the first elements along a dimension by the comparator of the first ones; then
/// what stands for nothing in each. It may miss some: the exact answer, a sort and its beginning, is one it may give.
LogicalResult expandApproxTopK(stablehlo::CustomCallOp call) {
  auto dimension = dyn_cast_or_null<IntegerAttr>(configured(call, "reduction_dim"));
  func::FuncOp comparator = calledComputation(call);
  const unsigned count = call->getNumResults();
  if (!dimension || !comparator || !comparator.getBody().hasOneBlock() || call->getNumOperands() != 2 * count ||
      comparator.getNumArguments() != 2 * count)
    return call.emitOpError() << "to @ApproxTopK wants a reduction_dim, a comparator of one block in "
                                 "called_computations, and for each of its "
                              << count << " results two operands and two arguments of the comparator, but has "
                              << call->getNumOperands() << " operands";
  OpBuilder b(call);
  Location loc = call.getLoc();
  const int64_t dim = dimension.getValue().getSExtValue();
  ValueRange operands = call->getOperands().take_front(count);
  auto sort = stablehlo::SortOp::create(b, loc, operands.getTypes(), operands, dim, /*is_stable=*/true);
  IRMapping mapping;
  comparator.getBody().cloneInto(&sort.getComparator(), mapping);
  Operation *end = sort.getComparator().front().getTerminator();
  b.setInsertionPoint(end);
  stablehlo::ReturnOp::create(b, loc, end->getOperands());
  end->erase();
  comparator.setPrivate(); // JAX leaves it public; without users it goes

  b.setInsertionPoint(call);
  auto specs = call->getAttrOfType<ArrayAttr>(sharding::kSpecsAttr);
  for (auto [index, result] : llvm::enumerate(call->getResults())) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<int64_t> start(type.getRank(), 0), strides(type.getRank(), 1);
    auto first = stablehlo::SliceOp::create(b, loc, type, sort.getResult(index), start, type.getShape(), strides);
    if (specs)
      first->setAttr(sharding::kSpecsAttr, b.getArrayAttr(specs[index]));
    result.replaceAllUsesWith(first);
  }
  call.erase();
  return success();
}

} // namespace

void ExpandCustomCalls::runOnOperation() {
  bool failed = false;
  getOperation().walk([&](stablehlo::CustomCallOp call) {
    if (call.getCallTargetName() == "ApproxTopK")
      failed |= mlir::failed(expandApproxTopK(call));
    else if (func::FuncOp function = calledComputation(call)) {
      InFlightDiagnostic diagnostic = call.emitOpError()
                                      << "to @" << call.getCallTargetName() << " computes by @" << function.getName()
                                      << ", which is known of @ApproxTopK alone: express it in stablehlo operations "
                                         "before exporting";
      diagnostic.attachNote(function.getLoc()) << "@" << function.getName() << " is here";
      failed = true;
    }
  });
  if (failed)
    signalPassFailure();
}

std::unique_ptr<Pass> createExpandCustomCallsPass() { return std::make_unique<ExpandCustomCalls>(); }

} // namespace shardwright
