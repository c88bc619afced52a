#include "dialects/sdy/SdyDialect.h"
#include "dialects/sdy/SdyOps.h"
#include "dialects/sharding/ShardingDialect.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

#include "dialects/sdy/SdyDialect.cpp.inc"

namespace shardwright::sdy {

void SdyDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "dialects/sdy/SdyOps.cpp.inc"
      >();
}

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == kRuleAttr) {
    if (isa<RuleAttr>(attribute.getValue()))
      return success();
    return op->emitError() << "'" << kRuleAttr << "' must be a #sdy.op_sharding_rule";
  }
  if (attribute.getName() != kShardingAttr)
    return success();
  auto shardings = dyn_cast<ShardingPerValueAttr>(attribute.getValue());
  if (!shardings)
    return op->emitError() << "'" << kShardingAttr << "' on an op must be a #sdy.sharding_per_value";
  // An op without results may carry one sharding, of rank 0: where it runs.
  if (op->getNumResults() == 0 && shardings.getShardings().size() == 1)
    return verifySharding(op, shardings.getShardings().front(), NoneType::get(op->getContext()),
                          [&] { return op->emitError() << "sharding of an op without results: "; });
  if (shardings.getShardings().size() != op->getNumResults())
    return op->emitError() << "'" << kShardingAttr << "' has " << shardings.getShardings().size() << " shardings for "
                           << op->getNumResults() << " results";
  for (auto [index, sharding] : llvm::enumerate(shardings.getShardings()))
    if (failed(verifySharding(op, sharding, op->getResult(index).getType(), [&, index = index] {
          return op->emitError() << "sharding of result #" << index << ": ";
        })))
      return failure();
  return success();
}

static LogicalResult verifyCarrier(Operation *op, Type type, NamedAttribute attribute,
                                   llvm::function_ref<InFlightDiagnostic()> emitError) {
  if (attribute.getName() != kShardingAttr)
    return success();
  auto sharding = dyn_cast<ShardingAttr>(attribute.getValue());
  if (!sharding)
    return emitError() << "'" << kShardingAttr << "' must be a #sdy.sharding";
  return verifySharding(op, sharding, type, emitError);
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  Location loc = function.isExternal() ? op->getLoc() : function.getArgument(index).getLoc();
  return verifyCarrier(op, function.getArgumentTypes()[index], attribute, [&] {
    return emitError(loc) << "sharding of argument #" << index << " of @" << function.getName() << ": ";
  });
}

LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                                      NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  return verifyCarrier(op, function.getResultTypes()[index], attribute, [&] {
    return op->emitError() << "sharding of result #" << index << " of @" << function.getName() << ": ";
  });
}

} // namespace shardwright::sdy
