#include "dialects/chlo/ChloOps.h"
#include "dialects/sharding/Shardings.h"
#include "passes/common/Limits.h"
#include "passes/import/Constraints.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"

#include <tuple>

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

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<chlo::ChloDialect, sharding::ShardingDialect>();
  }

  void runOnOperation() override;

private:
  FailureOr<func::FuncOp> calleeOf(const CallSite &call);
  LogicalResult measure(func::FuncOp function);
  void inlineInto(func::FuncOp function);
  LogicalResult inlineCall(const CallSite &call);

  /// Operations of each function once its calls are inlined; kOpen while its calls are being looked at.
  static constexpr int64_t kOpen = -1;
  llvm::DenseMap<Operation *, int64_t> sizes;
  llvm::DenseSet<Operation *> done;
  bool good = true;
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

FailureOr<func::FuncOp> InlineCalls::calleeOf(const CallSite &call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call.op, call.callee);
  if (!callee)
    return call.op->emitError() << "no function " << call.callee << " in this module";
  if (callee.getBody().hasOneBlock())
    return callee;
  InFlightDiagnostic diagnostic = call.op->emitError() << "cannot inline " << call.callee << ": it has "
                                                       << (callee.isExternal() ? "no body" : "several blocks");
  diagnostic.attachNote(callee.getLoc()) << call.callee << " is here";
  return diagnostic;
}

/// Before anything is copied: that the calls end, and how many operations they come to. Calls in calls multiply, so
/// that a page of text may stand for more operations than any memory holds.
LogicalResult InlineCalls::measure(func::FuncOp function) {
  auto [known, isNew] = sizes.try_emplace(function, kOpen);
  if (!isNew && known->second != kOpen)
    return success();
  if (!isNew) {
    InFlightDiagnostic diagnostic = path.back().op->emitError()
                                    << "recursive call of @" << function.getName() << "; recursion is not supported";
    diagnostic.attachNote(function.getLoc()) << "@" << function.getName() << " is here";
    return diagnostic;
  }
  if (static_cast<int64_t>(path.size()) > kMaxNesting)
    return path.back().op->emitError() << "calls nest more than " << kMaxNesting
                                       << " deep here: this is the limit of what is inlined";
  int64_t size = 0;
  function.getBody().walk([&](Operation *op) { size += !asCallSite(op) && !isa<func::ReturnOp>(op); });
  CallSite largest{nullptr, {}};
  int64_t most = 0;
  for (const CallSite &call : callSites(function)) {
    FailureOr<func::FuncOp> callee = calleeOf(call);
    if (failed(callee))
      return failure();
    path.push_back(call);
    if (failed(measure(*callee)))
      return failure();
    path.pop_back();
    int64_t more = sizes[*callee];
    if (more > most)
      std::tie(largest, most) = std::pair(call, more);
    if (__builtin_add_overflow(size, more, &size))
      size = INT64_MAX;
  }
  sizes[function] = size;
  if (size <= kMaxOperations || !path.empty())
    return success();
  std::string number = size == INT64_MAX ? "more than 2^63" : std::to_string(size);
  InFlightDiagnostic diagnostic = function.emitError()
                                  << "the calls in @" << function.getName() << " come to " << number
                                  << " operations once they are inlined, and at most " << kMaxOperations
                                  << " are possible: write what repeats as a loop (stablehlo.while, jax.lax.scan)";
  if (largest.op)
    diagnostic.attachNote(largest.op->getLoc()) << "this call of " << largest.callee << " alone comes to "
                                                << (most == INT64_MAX ? number : std::to_string(most));
  return diagnostic;
}

/// Inlines into the callees first, so that a body is complete when it is copied.
void InlineCalls::inlineInto(func::FuncOp function) {
  if (!done.insert(function).second)
    return;
  for (const CallSite &call : callSites(function)) {
    inlineInto(SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call.op, call.callee));
    good = good && succeeded(inlineCall(call));
    if (!good)
      return;
  }
}

/// Replaces a composite that is named like an operation of chlo by that operation, whose own expansion is as exact as
/// any and which optimisations know. JAX writes some functions so (chlo.erf, chlo.top_k) where StableHLO has no
/// operation for them. One with other attributes or types than the operation's keeps its decomposition.
static void makeNamedOperation(Operation *composite) {
  auto name = composite->getAttrOfType<StringAttr>("name");
  auto attributes = composite->getAttrOfType<DictionaryAttr>("composite_attributes");
  std::optional<RegisteredOperationName> known;
  if (name && name.getValue().starts_with("chlo."))
    known = RegisteredOperationName::lookup(name.getValue(), composite->getContext());
  if (!known)
    return;
  if (attributes && !llvm::all_of(attributes, [&](NamedAttribute attribute) {
        return llvm::is_contained(known->getAttributeNames(), attribute.getName());
      }))
    return;
  OperationState state(composite->getLoc(), *known, composite->getOperands(), composite->getResultTypes(),
                       llvm::to_vector(composite->getDiscardableAttrs()));
  Operation *named = Operation::create(state);
  // What it says of a composite that is not the operation's is no error of the program.
  ScopedDiagnosticHandler silent(composite->getContext(), [](Diagnostic &) { return success(); });
  auto ignore = [&] { return named->emitError(); };
  const bool isOne =
      (!attributes || attributes.empty() || succeeded(named->setPropertiesFromAttribute(attributes, ignore))) &&
      succeeded(verify(named));
  if (!isOne) {
    named->destroy();
    return;
  }
  composite->getBlock()->getOperations().insert(composite->getIterator(), named);
  composite->replaceAllUsesWith(named->getResults());
  composite->erase();
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

/// Visits every symbol that the op or one inside it names, the same attribute once.
static void walkNamed(Operation *op, AttrTypeWalker &symbols) {
  op->walk([&](Operation *inner) {
    symbols.walk(inner->getDiscardableAttrDictionary());
    // Not as one dictionary: making and uniquing it would cost more than everything else here.
    NamedAttrList inherent;
    inner->getName().populateInherentAttrs(inner, inherent);
    for (NamedAttribute attribute : inherent)
      symbols.walk(attribute.getValue());
  });
}

/// Erases the private functions that are not reachable, by the symbols that ops name, from anything else.
static void eraseUnused(ModuleOp module) {
  llvm::DenseMap<StringAttr, func::FuncOp> unnamed;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPrivate())
      unnamed.try_emplace(function.getSymNameAttr(), function);
  if (unnamed.empty())
    return;
  llvm::SmallVector<Operation *> reached;
  for (Operation &op : *module.getBody())
    if (auto function = dyn_cast<func::FuncOp>(op); !function || !function.isPrivate())
      reached.push_back(&op);
  AttrTypeWalker symbols;
  symbols.addWalk([&](SymbolRefAttr symbol) {
    auto found = unnamed.find(symbol.getRootReference());
    if (found == unnamed.end())
      return;
    reached.push_back(found->second);
    unnamed.erase(found);
  });
  while (!reached.empty())
    walkNamed(reached.pop_back_val(), symbols);
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (unnamed.contains(function.getSymNameAttr()))
      function.erase();
}

void InlineCalls::runOnOperation() {
  ModuleOp module = getOperation();
  sizes.clear();
  done.clear();
  path.clear();
  good = true;
  llvm::SmallVector<Operation *> composites;
  module.walk([&](Operation *op) {
    if (op->getName().getStringRef() == "stablehlo.composite")
      composites.push_back(op);
  });
  llvm::for_each(composites, makeNamedOperation);
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && !function.isPrivate() && failed(measure(function)))
      return signalPassFailure();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && failed(measure(function)))
      return signalPassFailure();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      inlineInto(function);
  if (!good)
    return signalPassFailure();
  eraseUnused(module);
}

std::unique_ptr<Pass> createInlineCallsPass() { return std::make_unique<InlineCalls>(); }

} // namespace shardwright
