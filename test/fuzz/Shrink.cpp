#include "test/fuzz/Shrink.h"

#include "dialects/stablehlo/StablehloOps.h"
#include "passes/pipelines/RegisterAll.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

#include <vector>

namespace shardwright::fuzz {

using namespace mlir;

namespace {

/// One way to make a module smaller; false where it does not apply.
using Reduction = std::function<bool(ModuleOp)>;

func::FuncOp mainOf(ModuleOp module) { return module.lookupSymbol<func::FuncOp>("main"); }

/// Every operation on tensors inside functions, in a fixed order, so that a copy's are found by number. What combines
/// scalars stays: a reduction by something that is not associative has no meaning.
std::vector<Operation *> operations(ModuleOp module) {
  std::vector<Operation *> all;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() > 0)
      all.push_back(op);
    bool isScalarBody = op->getNumRegions() > 0 &&
                        !isa<ModuleOp, func::FuncOp, stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp>(op);
    return isScalarBody ? WalkResult::skip() : WalkResult::advance();
  });
  return all;
}

/// What nothing uses goes; a function that nothing calls too.
void dropUnused(ModuleOp module) {
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<Operation *> all = operations(module);
    for (auto op = all.rbegin(); op != all.rend(); ++op)
      if ((*op)->use_empty()) {
        (*op)->erase();
        changed = true;
      }
    for (func::FuncOp function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
      if (function.isPrivate() && SymbolTable::symbolKnownUseEmpty(function, module)) {
        function.erase();
        changed = true;
      }
  }
  func::FuncOp main = mainOf(module);
  for (int i = static_cast<int>(main.getNumArguments()) - 1; i >= 0; --i)
    if (main.getArgument(i).use_empty())
      (void)main.eraseArgument(i);
}

bool keepOneResult(ModuleOp module, unsigned kept) {
  func::FuncOp main = mainOf(module);
  unsigned n = main.getNumResults();
  if (n < 2 || kept >= n)
    return false;
  Operation *end = main.getBody().front().getTerminator();
  for (unsigned i = n; i-- > 0;)
    if (i != kept) {
      end->eraseOperand(i);
      (void)main.eraseResult(i);
    }
  return true;
}

/// The operation's results become operands of their types.
bool bypass(ModuleOp module, size_t index, unsigned operand) {
  std::vector<Operation *> all = operations(module);
  if (index >= all.size() || operand >= all[index]->getNumOperands())
    return false;
  bool any = false;
  Value with = all[index]->getOperand(operand);
  for (Value result : all[index]->getResults())
    if (result.getType() == with.getType() && !result.use_empty()) {
      result.replaceAllUsesWith(with);
      any = true;
    }
  return any;
}

/// The operation's results become constants or arguments of @main.
bool replace(ModuleOp module, size_t index, bool byArgument) {
  std::vector<Operation *> all = operations(module);
  if (index >= all.size() || all[index]->hasTrait<OpTrait::ConstantLike>() || all[index]->use_empty())
    return false;
  Operation *op = all[index];
  func::FuncOp main = mainOf(module);
  if (byArgument && !main->isAncestor(op))
    return false;
  OpBuilder builder(op);
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type)
      return false;
    if (byArgument) {
      auto whole = builder.getNamedAttr("fuzz.values", builder.getStringAttr("whole"));
      (void)main.insertArgument(main.getNumArguments(), type, builder.getDictionaryAttr(whole), op->getLoc());
      result.replaceAllUsesWith(main.getArguments().back());
      continue;
    }
    Type element = type.getElementType();
    Attribute one;
    if (isa<ComplexType>(element))
      return false;
    if (isa<FloatType>(element))
      one = builder.getFloatAttr(element, 1);
    else
      one = builder.getIntegerAttr(element, 1);
    result.replaceAllUsesWith(stablehlo::ConstantOp::create(builder, op->getLoc(), DenseElementsAttr::get(type, one)));
  }
  return true;
}

bool dropArgumentSharding(ModuleOp module, unsigned index) {
  func::FuncOp main = mainOf(module);
  return index < main.getNumArguments() && main.removeArgAttr(index, "sdy.sharding") != nullptr;
}

bool dropResultSharding(ModuleOp module, unsigned index) {
  func::FuncOp main = mainOf(module);
  return index < main.getNumResults() &&
         main.removeResultAttr(index, StringAttr::get(main.getContext(), "sdy.sharding")) != nullptr;
}

std::vector<Reduction> reductions(ModuleOp module) {
  std::vector<Reduction> all;
  func::FuncOp main = mainOf(module);
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    all.push_back([i](ModuleOp copy) { return keepOneResult(copy, i); });
  for (size_t i = operations(module).size(); i-- > 0;) {
    all.push_back([i](ModuleOp copy) { return replace(copy, i, /*byArgument=*/true); });
    for (unsigned k = 0; k < operations(module)[i]->getNumOperands(); ++k)
      all.push_back([i, k](ModuleOp copy) { return bypass(copy, i, k); });
    all.push_back([i](ModuleOp copy) { return replace(copy, i, /*byArgument=*/false); });
  }
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    all.push_back([i](ModuleOp copy) { return dropArgumentSharding(copy, i); });
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    all.push_back([i](ModuleOp copy) { return dropResultSharding(copy, i); });
  return all;
}

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream);
  return text + "\n";
}

} // namespace

std::string shrink(const std::string &text, const std::function<bool(const std::string &)> &stillFails) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
  ScopedDiagnosticHandler silent(&context, [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> best = parseSourceString<ModuleOp>(text, &context);
  if (!best || !mainOf(*best))
    return text;
  std::string smallest = text;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Reduction &reduction : reductions(*best)) {
      OwningOpRef<ModuleOp> copy = cast<ModuleOp>(best.get()->clone());
      if (!reduction(*copy))
        continue;
      dropUnused(*copy);
      if (failed(verify(*copy)))
        continue;
      std::string candidate = print(*copy);
      if (candidate == smallest || !stillFails(candidate))
        continue;
      smallest = candidate;
      best = std::move(copy);
      changed = true;
    }
  }
  return smallest;
}

} // namespace shardwright::fuzz
