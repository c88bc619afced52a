#include "dialects/sharding/Shardings.h"
#include "passes/import/Constraints.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

namespace shardwright {

namespace {

/// An op that means "the body of this function": a call, or a composite, whose decomposition is always right.
struct CallSite {
  Operation *op;
  FlatSymbolRefAttr callee;
};

class InlineCalls : public PassWrapper<InlineCalls, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InlineCalls)

  llvm::StringRef getArgument() const override { return "inline-calls"; }
  llvm::StringRef getDescription() const override { return "replaces every call by the body of what it calls"; }

  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<sharding::ShardingDialect>(); }

  void runOnOperation() override;

private:
  LogicalResult inlineInto(func::FuncOp function);
  LogicalResult inlineCall(const CallSite &call);

  enum class State { Open, Done };
  llvm::DenseMap<Operation *, State> states;
  /// The calls that led to the function at hand.
  llvm::SmallVector<CallSite> path;
};

} // namespace

static std::optional<CallSite> asCallSite(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return CallSite{op, call.getCalleeAttr()};
  if (op->getName().getStringRef() == "stablehlo.composite")
    if (auto decomposition = op->getAttrOfType<FlatSymbolRefAttr>("decomposition"))
      return CallSite{op, decomposition};
  return std::nullopt;
}

static llvm::SmallVector<CallSite> callSites(Operation *function) {
  llvm::SmallVector<CallSite> calls;
  function->walk([&](Operation *op) {
    if (std::optional<CallSite> call = asCallSite(op))
      calls.push_back(*call);
  });
  return calls;
}

/// Inlines into the callees first, so that a body is complete when it is copied.
LogicalResult InlineCalls::inlineInto(func::FuncOp function) {
  auto [state, fresh] = states.try_emplace(function, State::Open);
  if (!fresh && state->second == State::Done)
    return success();
  if (!fresh) {
    InFlightDiagnostic diagnostic = path.back().op->emitError()
                                    << "recursive call of @" << function.getName() << "; recursion is not supported";
    diagnostic.attachNote(function.getLoc()) << "@" << function.getName() << " is here";
    return diagnostic;
  }
  for (const CallSite &call : callSites(function)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call.op, call.callee);
    if (!callee)
      return call.op->emitError() << "no function " << call.callee << " in this module";
    if (!callee.getBody().hasOneBlock()) {
      InFlightDiagnostic diagnostic = call.op->emitError() << "cannot inline " << call.callee << ": it has "
                                                           << (callee.isExternal() ? "no body" : "several blocks");
      diagnostic.attachNote(callee.getLoc()) << call.callee << " is here";
      return diagnostic;
    }
    path.push_back(call);
    if (failed(inlineInto(callee)) || failed(inlineCall(call)))
      return failure();
    path.pop_back();
  }
  states[function] = State::Done;
  return success();
}

/// What the callee says of its arguments and results, and the call of its results, become constraints.
LogicalResult InlineCalls::inlineCall(const CallSite &call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call.op, call.callee);
  if (TypeRange(callee.getArgumentTypes()) != TypeRange(call.op->getOperandTypes()) ||
      TypeRange(callee.getResultTypes()) != TypeRange(call.op->getResultTypes())) {
    InFlightDiagnostic diagnostic = call.op->emitError()
                                    << "calls " << call.callee << " as "
                                    << FunctionType::get(call.op->getContext(), call.op->getOperandTypes(),
                                                         call.op->getResultTypes());
    diagnostic.attachNote(callee.getLoc()) << call.callee << " is " << callee.getFunctionType();
    return diagnostic;
  }
  OpBuilder builder(call.op);
  Location loc = call.op->getLoc();
  IRMapping mapping;
  for (auto [argument, operand] : llvm::zip(callee.getArguments(), call.op->getOperands()))
    mapping.map(argument, constrain(builder, loc, operand, sharding::getSpec(argument)));
  for (Operation &op : callee.front().without_terminator()) {
    Operation *copy = builder.clone(op, mapping);
    copy->walk([&](Operation *nested) { nested->setLoc(CallSiteLoc::get(nested->getLoc(), loc)); });
  }
  auto specs = call.op->getAttrOfType<ArrayAttr>(sharding::kSpecsAttr);
  for (auto [index, returned] : llvm::enumerate(callee.front().getTerminator()->getOperands())) {
    Value value = mapping.lookupOrDefault(returned);
    value = constrain(builder, loc, value, sharding::getResultSpec(callee, index));
    if (specs)
      value = constrain(builder, loc, value, cast<sharding::SpecAttr>(specs[index]));
    call.op->getResult(index).replaceAllUsesWith(value);
  }
  call.op->erase();
  return success();
}

/// Erases the private functions that nothing names. Erasing one may free the functions that its attributes name.
static void eraseUnused(ModuleOp module) {
  auto isCandidate = [](func::FuncOp function) { return function.isPrivate(); };
  for (bool changed = true; changed && llvm::any_of(module.getOps<func::FuncOp>(), isCandidate);) {
    changed = false;
    // One walk for all functions.
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (isCandidate(function) && users.useEmpty(function)) {
        function.erase();
        changed = true;
      }
  }
}

void InlineCalls::runOnOperation() {
  ModuleOp module = getOperation();
  states.clear();
  path.clear();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && failed(inlineInto(function)))
      return signalPassFailure();
  eraseUnused(module);
}

std::unique_ptr<Pass> createInlineCallsPass() { return std::make_unique<InlineCalls>(); }

} // namespace shardwright
