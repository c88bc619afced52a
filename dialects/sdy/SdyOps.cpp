#include "dialects/sdy/SdyOps.h"
#include "dialects/sdy/SdyAsmForms.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace shardwright::sdy {

static MeshOp lookupMeshOp(Operation *from, StringRef name) {
  auto module = from->getParentOfType<ModuleOp>();
  if (!module)
    return {};
  for (MeshOp mesh : module.getOps<MeshOp>())
    if (mesh.getSymName() == name)
      return mesh;
  return {};
}

MeshAttr resolveMesh(Operation *from, Attribute meshOrRef) {
  if (auto mesh = dyn_cast<MeshAttr>(meshOrRef))
    return mesh;
  MeshOp mesh = lookupMeshOp(from, cast<FlatSymbolRefAttr>(meshOrRef).getValue());
  return mesh ? mesh.getMesh() : MeshAttr();
}

static LogicalResult report(InFlightDiagnostic diagnostic, const absl::Status &status, Operation *from,
                            Attribute meshOrRef) {
  diagnostic << std::string(status.message());
  if (auto name = dyn_cast<FlatSymbolRefAttr>(meshOrRef))
    if (MeshOp mesh = lookupMeshOp(from, name.getValue()))
      diagnostic.attachNote(mesh.getLoc()) << "mesh @" << mesh.getSymName() << " is " << mesh.getMesh();
  return diagnostic;
}

LogicalResult verifySharding(Operation *from, ShardingAttr sharding, Type type,
                             llvm::function_ref<InFlightDiagnostic()> emitError) {
  MeshAttr mesh = resolveMesh(from, sharding.getMeshOrRef());
  if (!mesh)
    return emitError() << "no mesh " << sharding.getMeshOrRef() << " in this module";
  const Sharding &value = sharding.getValue();
  if (mesh.getValue().isMaximal())
    return value.rank() == 0 ? success()
                             : LogicalResult(emitError() << "a sharding on a maximal mesh has no dimensions");
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return value.rank() == 0 ? success()
                             : LogicalResult(emitError() << "a value of type " << type << " cannot be split");
  // Device numbers do not matter to a sharding; a wrong mesh is reported where it is declared.
  absl::StatusOr<Mesh> plain = Mesh::create(mesh.getValue().axes);
  if (!plain.ok())
    return failure();
  absl::Status status = verify(*plain, value, tensor.getRank());
  return status.ok() ? success() : report(emitError(), status, from, sharding.getMeshOrRef());
}

LogicalResult MeshOp::verify() {
  const MeshText &mesh = getMesh().getValue();
  if (mesh.isEmpty() || mesh.isMaximal())
    return success();
  absl::StatusOr<Mesh> value = Mesh::create(mesh.axes, mesh.deviceIds);
  return value.ok() ? success() : LogicalResult(emitOpError() << std::string(value.status().message()));
}

LogicalResult PropagationBarrierOp::verify() {
  if (static_cast<size_t>(getAllowedDirection()) < std::size(kDirections))
    return success();
  return emitOpError() << "has the direction " << getAllowedDirection()
                       << "; expected 0 (NONE), 1 (FORWARD) or 2 (BACKWARD)";
}

template <typename OpTy> static LogicalResult verifyOwn(OpTy op, ShardingAttr sharding) {
  return verifySharding(op, sharding, op.getType(), [&] { return op.emitOpError(); });
}

#define VERIFY_OWN_SHARDING(OP)                                                                                        \
  LogicalResult OP::verifySymbolUses(SymbolTableCollection &) { return verifyOwn(*this, getSharding()); }
VERIFY_OWN_SHARDING(ShardingConstraintOp)
VERIFY_OWN_SHARDING(ReshardOp)
VERIFY_OWN_SHARDING(AllGatherOp)
VERIFY_OWN_SHARDING(AllSliceOp)
VERIFY_OWN_SHARDING(ReduceScatterOp)
VERIFY_OWN_SHARDING(ShardedToUnreducedOp)
VERIFY_OWN_SHARDING(AllToAllOp)
VERIFY_OWN_SHARDING(CollectivePermuteOp)
VERIFY_OWN_SHARDING(AllReduceOp)
VERIFY_OWN_SHARDING(ReplicatedToUnreducedOp)
#undef VERIFY_OWN_SHARDING

LogicalResult DataFlowEdgeOp::verifySymbolUses(SymbolTableCollection &) {
  return getSharding() ? verifyOwn(*this, *getSharding()) : success();
}

/// One sharding per value of one side of a region.
static LogicalResult verifySide(Operation *op, StringRef what, ShardingPerValueAttr shardings, TypeRange types) {
  if (shardings.getShardings().size() != types.size())
    return op->emitOpError() << "has " << types.size() << " " << what << "s and " << shardings.getShardings().size()
                             << " shardings for them";
  for (auto [index, sharding, type] : llvm::enumerate(shardings.getShardings(), types))
    if (failed(verifySharding(op, sharding, type,
                              [&, index = index] { return op->emitOpError() << what << " #" << index << ": "; })))
      return failure();
  return success();
}

static LogicalResult verifyCounts(Operation *op, Region &body) {
  unsigned returned = body.front().getTerminator()->getNumOperands();
  if (body.getNumArguments() != op->getNumOperands() || returned != op->getNumResults())
    return op->emitOpError() << "has " << op->getNumOperands() << " operands and " << op->getNumResults()
                             << " results, but its region has " << body.getNumArguments() << " arguments and returns "
                             << returned << " values";
  return success();
}

LogicalResult ManualComputationOp::verifySymbolUses(SymbolTableCollection &) {
  if (failed(verifyCounts(*this, getBody())) ||
      failed(verifySide(*this, "operand", getInShardings(), getOperandTypes())))
    return failure();
  return verifySide(*this, "result", getOutShardings(), getResultTypes());
}

LogicalResult NamedComputationOp::verifySymbolUses(SymbolTableCollection &) {
  if (failed(verifyCounts(*this, getBody())))
    return failure();
  if (getInShardings() && failed(verifySide(*this, "operand", *getInShardings(), getOperandTypes())))
    return failure();
  return getOutShardings() ? verifySide(*this, "result", *getOutShardings(), getResultTypes()) : success();
}

} // namespace shardwright::sdy

#define GET_OP_CLASSES
#include "dialects/sdy/SdyOps.cpp.inc"
