#include "passes/common/PhasePass.h"

#include "dialects/sharding/Shardings.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace shardwright {
namespace {

/// The attributes on a function's arguments and results, one dictionary each.
llvm::SmallVector<mlir::Attribute> borderAttributes(mlir::func::FuncOp function) {
  llvm::SmallVector<mlir::Attribute> all;
  for (mlir::ArrayAttr list : {function.getArgAttrsAttr(), function.getResAttrsAttr()})
    if (list)
      llvm::append_range(all, list);
  return all;
}

bool hasOnBorder(mlir::func::FuncOp function, llvm::StringRef name) {
  return llvm::any_of(borderAttributes(function), [&](mlir::Attribute attributes) {
    return llvm::cast<mlir::DictionaryAttr>(attributes).contains(name);
  });
}

} // namespace

mlir::LogicalResult expectForm(mlir::ModuleOp module, ProgramForm form, llvm::StringRef pass) {
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!main)
    return mlir::success();
  bool isPerDevice = hasOnBorder(main, "spmd.global_type");
  if (form != ProgramForm::PerDevice && isPerDevice)
    return main.emitError() << "--" << pass
                            << " works on a global program, but @main has 'spmd.global_type': this is the program of "
                               "one device already, as --partition leaves it";
  if (form == ProgramForm::Canonical)
    for (llvm::StringRef spelling : {"sdy.sharding", "mhlo.sharding"})
      if (hasOnBorder(main, spelling))
        return main.emitError() << "--" << pass << " reads shardings in the sharding dialect, but @main has '"
                                << spelling << "'; run --import first";
  if (form == ProgramForm::PerDevice && !isPerDevice && hasOnBorder(main, sharding::kSpecAttr))
    return main.emitError() << "--" << pass
                            << " works on the program of one device, but @main has shardings of global shapes; run "
                               "--partition first";
  return mlir::success();
}

} // namespace shardwright
