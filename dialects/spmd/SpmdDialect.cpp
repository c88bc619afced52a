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

/// Each result belongs to the one `spmd.done` that takes it.
static LogicalResult verifyStarted(Operation *op, Attribute value) {
  if (!isCollective(op) || !isa<UnitAttr>(value))
    return op->emitError() << "expected '" << kStartedAttr << "' on a collective, without a value";
  for (OpResult result : op->getResults()) {
    auto about = [&] {
      return op->emitError() << "result #" << result.getResultNumber() << " of what is started here ";
    };
    if (result.use_empty())
      return about() << "has no 'spmd.done'";
    for (Operation *user : result.getUsers()) {
      if (isa<DoneOp>(user) && user->getBlock() == op->getBlock() && result.hasOneUse())
        continue;
      InFlightDiagnostic diagnostic = about();
      if (!isa<DoneOp>(user))
        diagnostic << "is used before it is there: use what its 'spmd.done' gives";
      else if (result.hasOneUse())
        diagnostic << "is waited for in another block: start and 'spmd.done' stand in one";
      else
        diagnostic << "is waited for more than once";
      return diagnostic.attachNote(user->getLoc()) << "here";
    }
  }
  return success();
}

LogicalResult SpmdDialect::verifyOperationAttribute(Operation *op, NamedAttribute attribute) {
  if (attribute.getName() == kStartedAttr)
    return verifyStarted(op, attribute.getValue());
  if (attribute.getName() == kBidirectionalAttr) {
    if (!isa<CollectivePermuteOp>(op) || !isa<UnitAttr>(attribute.getValue()))
      return op->emitError() << "expected '" << kBidirectionalAttr << "' on a collective_permute, without a value";
    return success();
  }
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
