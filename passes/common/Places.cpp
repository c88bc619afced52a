#include "passes/common/Places.h"

#include "llvm/ADT/TypeSwitch.h"

namespace shardwright {

mlir::FileLineColLoc filePlaceOf(mlir::Location location) {
  mlir::FileLineColLoc found;
  location->walk([&](mlir::Location part) {
    found = llvm::dyn_cast<mlir::FileLineColLoc>(part);
    return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return found;
}

std::string placeOf(mlir::Location location) {
  mlir::FileLineColLoc file = filePlaceOf(location);
  if (!file)
    return "";
  return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn());
}

std::string pathOf(mlir::Location location) {
  return llvm::TypeSwitch<mlir::Location, std::string>(location)
      .Case([](mlir::NameLoc named) {
        // A callee's own names end in a colon where what is inside has names as well.
        return named.getName().getValue().rtrim(':').str();
      })
      .Case([](mlir::CallSiteLoc call) {
        std::string outer = pathOf(call.getCaller()), inner = pathOf(call.getCallee());
        return outer.empty() || inner.empty() ? outer + inner : outer + "/" + inner;
      })
      .Case([](mlir::FusedLoc fused) {
        for (mlir::Location part : fused.getLocations())
          if (std::string path = pathOf(part); !path.empty())
            return path;
        return std::string();
      })
      .Default([](mlir::Location) { return std::string(); });
}

} // namespace shardwright
