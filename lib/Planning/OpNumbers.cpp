#include "lib/Planning/OpNumbers.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace shardwright::planning {

void numberOps(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto unknown = UnknownLoc::get(context);
  auto type = IntegerType::get(context, 64);
  int64_t number = 0;
  module.walk([&](Operation *op) { op->setLoc(FusedLoc::get({unknown}, IntegerAttr::get(type, number++), context)); });
}

/// Of what was joined, that of the first.
static std::optional<int64_t> numberOf(Location location) {
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused)
    return std::nullopt;
  if (auto number = dyn_cast_if_present<IntegerAttr>(fused.getMetadata()))
    return number.getInt();
  for (Location part : fused.getLocations())
    if (std::optional<int64_t> number = numberOf(part))
      return number;
  return std::nullopt;
}

std::optional<int64_t> numberOf(Operation *op) { return numberOf(op->getLoc()); }

} // namespace shardwright::planning
