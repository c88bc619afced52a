#include "dialects/spmd/SpmdDialect.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

#include "dialects/spmd/SpmdDialect.cpp.inc"

namespace shardwright::spmd {

void SpmdDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/spmd/SpmdOps.cpp.inc"
      >();
}

LogicalResult SpmdDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() != kWholeForAttr)
    return op->emitError() << "'" << attribute.getName().getValue() << "' has no meaning on an op";
  if (!isa<StringAttr>(attribute.getValue()))
    return op->emitError() << "expected '" << kWholeForAttr << "' to be the name of an op";
  return success();
}

/// The local type must be what the sharding leaves of the global one.
static LogicalResult verifyGlobalType(Operation *op, Type localType, sharding::SpecAttr spec, NamedAttribute attribute,
                                      llvm::function_ref<InFlightDiagnostic()> emitError) {
  auto type = dyn_cast<TypeAttr>(attribute.getValue());
  auto global = type ? dyn_cast<RankedTensorType>(type.getValue()) : RankedTensorType();
  if (attribute.getName() != kGlobalTypeAttr || !global || !global.hasStaticShape())
    return emitError() << "expected '" << kGlobalTypeAttr << "', a tensor type of static shape";
  auto local = dyn_cast<RankedTensorType>(localType);
  FailureOr<Mesh> mesh = sharding::lookupMesh(op);
  if (!spec || !local || failed(mesh) || spec.getValue().rank() != static_cast<size_t>(global.getRank()))
    return success();
  auto expected = RankedTensorType::get(spec.getValue().localShape(*mesh, global.getShape()), global.getElementType());
  if (local.getShape() != expected.getShape() || local.getElementType() != expected.getElementType())
    return emitError() << "local type " << local << " where the sharding leaves " << expected << " of " << global;
  return success();
}

LogicalResult SpmdDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned index, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << "'" << attribute.getName().getValue() << "' belongs on the arguments of a function";
  Location loc = function.isExternal() ? op->getLoc() : function.getArgument(index).getLoc();
  auto spec = function.getArgAttrOfType<sharding::SpecAttr>(index, sharding::kSpecAttr);
  return verifyGlobalType(op, function.getArgumentTypes()[index], spec, attribute, [&] {
    return emitError(loc) << "argument #" << index << " of @" << function.getName() << ": ";
  });
}

LogicalResult SpmdDialect::verifyRegionResultAttribute(Operation *op, unsigned, unsigned index,
                                                       NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return op->emitError() << "'" << attribute.getName().getValue() << "' belongs on the results of a function";
  auto spec = function.getResultAttrOfType<sharding::SpecAttr>(index, sharding::kSpecAttr);
  return verifyGlobalType(op, function.getResultTypes()[index], spec, attribute, [&] {
    return op->emitError() << "result #" << index << " of @" << function.getName() << ": ";
  });
}

} // namespace shardwright::spmd
