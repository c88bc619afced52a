#ifndef LIB_ESTIMATE_ORIGINS_H
#define LIB_ESTIMATE_ORIGINS_H

#include "mlir/IR/BuiltinOps.h"

#include <vector>

namespace shardwright::estimate {

/// Remembers of which operation of the original each one of a copy came to be, through whatever rewrites the copy: its
/// location is the original's number, and what replaces an operation takes its location.
class Origins {
public:
  Origins(mlir::ModuleOp original, mlir::ModuleOp copy) {
    original.walk([&](mlir::Operation *op) { ops.push_back(op); });
    size_t number = 0;
    mlir::Type index = mlir::IntegerType::get(copy.getContext(), 64);
    auto unknown = mlir::UnknownLoc::get(copy.getContext());
    copy.walk([&](mlir::Operation *op) {
      op->setLoc(mlir::FusedLoc::get({unknown}, mlir::IntegerAttr::get(index, static_cast<int64_t>(number++)),
                                     copy.getContext()));
    });
  }

  mlir::Operation *of(mlir::Operation *op) const { return of(op->getLoc()); }
  mlir::Operation *of(mlir::Location location) const {
    auto fused = llvm::dyn_cast<mlir::FusedLoc>(location);
    auto number = fused ? llvm::dyn_cast_if_present<mlir::IntegerAttr>(fused.getMetadata()) : nullptr;
    return number ? ops[static_cast<size_t>(number.getInt())] : nullptr;
  }
  /// The value of the same type that stands for it in the original, if one does.
  mlir::Value of(mlir::Value value) const {
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
    mlir::Operation *from = of(argument ? argument.getOwner()->getParentOp() : value.getDefiningOp());
    mlir::Value found;
    if (argument && from && argument.getOwner()->getParent()->getRegionNumber() < from->getNumRegions())
      found = from->getRegion(argument.getOwner()->getParent()->getRegionNumber()).getArgument(argument.getArgNumber());
    else if (!argument && from && from->getNumResults() > llvm::cast<mlir::OpResult>(value).getResultNumber())
      found = from->getResult(llvm::cast<mlir::OpResult>(value).getResultNumber());
    return found && found.getType() == value.getType() ? found : mlir::Value();
  }

private:
  std::vector<mlir::Operation *> ops;
};

} // namespace shardwright::estimate

#endif // LIB_ESTIMATE_ORIGINS_H
