#include "dialects/sharding/ShardingDialect.h"
#include "dialects/interfaces/ReferenceOpInterface.h"
#include "dialects/sharding/Shardings.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

#include "dialects/sharding/ShardingDialect.cpp.inc"

namespace shardwright::sharding {

void ShardingDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "dialects/sharding/ShardingOps.cpp.inc"
      >();
  // What says how a value is sharded leaves it as it is.
  interp::attachReference<ConstraintOp, interp::identity>(*getContext());
  interp::attachReference<ReshardOp, interp::identity>(*getContext());
  interp::attachReference<BarrierOp, interp::identity>(*getContext());
}

LogicalResult ShardingDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == kRuleAttr) {
    if (isa<RuleAttr>(attribute.getValue()))
      return success();
    return op->emitError() << "'" << kRuleAttr << "' must be a #sharding.rule";
  }
  if (attribute.getName() != kSpecsAttr)
    return op->emitError() << "'" << attribute.getName().getValue()
                           << "' has no meaning on an op; shardings of its results go in '" << kSpecsAttr << "'";
  auto specs = dyn_cast<ArrayAttr>(attribute.getValue());
  if (!specs || !llvm::all_of(specs, llvm::IsaPred<SpecAttr>))
    return op->emitError() << "'" << kSpecsAttr << "' must be an array of #sharding.spec";
  if (specs.size() != op->getNumResults())
    return op->emitError() << "'" << kSpecsAttr << "' has " << specs.size() << " shardings for " << op->getNumResults()
                           << " results; write one per result";
  for (auto [index, spec] : llvm::enumerate(specs.getAsRange<SpecAttr>())) {
    auto emitError = [&, index = index] { return op->emitError() << "sharding of result #" << index << ": "; };
    if (failed(verifySpec(op, spec, op->getResult(index).getType(), emitError)))
      return failure();
  }
  return success();
}

/// What arguments and results of functions share.
static LogicalResult verifyCarrier(Operation *op, Type type, NamedAttribute attribute,
                                   llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto spec = dyn_cast<SpecAttr>(attribute.getValue());
  if (attribute.getName() != kSpecAttr || !spec)
    return emitError() << "expected '" << kSpecAttr << "', a #sharding.spec, not '" << attribute.getName().getValue()
                       << "'";
  return verifySpec(op, spec, type, emitError);
}

LogicalResult ShardingDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned argIndex,
                                                        NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << "'" << attribute.getName().getValue() << "' belongs on the arguments of a function";
  Location loc = function.isExternal() ? op->getLoc() : function.getArgument(argIndex).getLoc();
  return verifyCarrier(op, function.getArgumentTypes()[argIndex], attribute, [&] {
    return emitError(loc) << "sharding of argument #" << argIndex << " of @" << function.getName() << ": ";
  });
}

LogicalResult ShardingDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned resultIndex,
                                                           NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << "'" << attribute.getName().getValue() << "' belongs on the results of a function";
  return verifyCarrier(op, function.getResultTypes()[resultIndex], attribute, [&] {
    return op->emitError() << "sharding of result #" << resultIndex << " of @" << function.getName() << ": ";
  });
}

} // namespace shardwright::sharding
