#include "lib/Compiler/Excerpt.h"

#include "dialects/sharding/ShardingOps.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/Donation.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/SetVector.h"

namespace shardwright::compiler {
namespace {

bool isControlFlow(mlir::Operation *op) {
  return llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op);
}

/// Whether a block may write over a value that it reads last.
bool isOverwritable(mlir::Value value) {
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
  auto function = argument ? llvm::dyn_cast<mlir::func::FuncOp>(argument.getOwner()->getParentOp()) : nullptr;
  return !function || isDonated(function, argument.getArgNumber());
}

} // namespace

Excerpt excerptOf(llvm::ArrayRef<mlir::Operation *> ops) {
  mlir::Block *block = ops.front()->getBlock();
  const llvm::SmallPtrSet<mlir::Operation *, 32> inside(ops.begin(), ops.end());
  auto isInside = [&](mlir::Operation *op) {
    mlir::Operation *own = op ? block->findAncestorOpInBlock(*op) : nullptr;
    return own && inside.contains(own);
  };
  llvm::SetVector<mlir::Operation *> constants;
  llvm::SetVector<mlir::Value> arguments;
  llvm::SmallVector<mlir::Value> results;
  for (mlir::Operation *op : ops) {
    op->walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands()) {
        mlir::Block *owner = operand.getParentBlock();
        if (isInside(owner == block ? operand.getDefiningOp() : owner->getParentOp()))
          continue;
        if (auto constant = operand.getDefiningOp<stablehlo::ConstantOp>())
          constants.insert(constant);
        else
          arguments.insert(operand);
      }
    });
    for (mlir::Value result : op->getResults())
      if (!llvm::all_of(result.getUsers(), isInside))
        results.push_back(result);
  }
  Excerpt excerpt{mlir::ModuleOp::create(ops.front()->getLoc()), {}};
  mlir::OpBuilder b = mlir::OpBuilder::atBlockEnd(excerpt.program->getBody());
  b.clone(*sharding::lookupMeshOp(ops.front()));
  auto type =
      b.getFunctionType(mlir::ValueRange(arguments.getArrayRef()).getTypes(), mlir::ValueRange(results).getTypes());
  auto function = mlir::func::FuncOp::create(b, ops.front()->getLoc(), "main", type);
  b.setInsertionPointToEnd(function.addEntryBlock());
  for (auto [argument, own] : llvm::zip_equal(arguments, function.getArguments())) {
    excerpt.copies.map(argument, own);
    if (isOverwritable(argument) && llvm::all_of(argument.getUsers(), isInside))
      function.setArgAttr(own.getArgNumber(), "jax.buffer_donor", b.getBoolAttr(true));
  }
  for (mlir::Operation *constant : constants)
    b.clone(*constant, excerpt.copies);
  for (mlir::Operation *op : ops)
    b.clone(*op, excerpt.copies);
  mlir::func::ReturnOp::create(b, ops.front()->getLoc(), llvm::map_to_vector(results, [&](mlir::Value value) {
                                 return excerpt.copies.lookup(value);
                               }));
  return excerpt;
}

BlockPlaces::BlockPlaces(mlir::Block &block) {
  std::map<std::vector<const void *>, uint32_t> known;
  std::vector<const void *> form;
  auto add = [&](mlir::Operation *op) {
    mlir::DictionaryAttr attributes = op->getAttrDictionary();
    if (attributes.contains("cause")) {
      mlir::NamedAttrList others(attributes);
      others.erase("cause");
      attributes = others.getDictionary(op->getContext());
    }
    form.push_back(op->getName().getAsOpaquePointer());
    form.push_back(attributes.getAsOpaquePointer());
    for (mlir::Type type : op->getOperandTypes())
      form.push_back(type.getAsOpaquePointer());
    for (mlir::Value result : op->getResults()) {
      form.push_back(result.getType().getAsOpaquePointer());
      form.push_back(reinterpret_cast<const void *>(std::distance(result.use_begin(), result.use_end())));
    }
  };
  for (mlir::Operation &op : block) {
    form.clear();
    op.walk(add);
    numbers[&op] = all.size();
    all.push_back(&op);
    forms.push_back(known.try_emplace(form, known.size()).first->second);
    hasStarted |= llvm::isa<spmd::DoneOp>(op);
  }
}

BlockPlaces::Range BlockPlaces::around(llvm::ArrayRef<mlir::Operation *> part, size_t margin) const {
  const size_t last = all.size() - 1; // the terminator
  if (hasStarted)
    return {0, last};
  Range range{last, 0};
  for (mlir::Operation *op : part) {
    range.begin = std::min(range.begin, numbers.lookup(op));
    range.end = std::max(range.end, numbers.lookup(op) + 1);
  }
  for (size_t more = 0; more != margin && range.begin != 0 && !isControlFlow(all[range.begin - 1]); ++more)
    --range.begin;
  for (size_t more = 0; more != margin && range.end != last && !isControlFlow(all[range.end]); ++more)
    ++range.end;
  return range;
}

BlockPlaces::Form BlockPlaces::formOf(Range range) const {
  Form form;
  for (size_t place = range.begin; place != range.end; ++place) {
    form.push_back(forms[place]);
    for (mlir::Value operand : all[place]->getOperands()) {
      auto maker = numbers.find(operand.getDefiningOp());
      const bool isInside = maker != numbers.end() && maker->second >= range.begin;
      form.push_back(isInside ? static_cast<uint32_t>(maker->second - range.begin + 1) : 0);
    }
  }
  return form;
}

} // namespace shardwright::compiler
