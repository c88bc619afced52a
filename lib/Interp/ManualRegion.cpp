#include "dialects/interfaces/ReferenceOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "lib/Interp/Interpreter.h"

namespace shardwright::interp {
namespace {

/// Only what a sharding says about the axes of a mesh.
Sharding restrictedTo(const Mesh &mesh, Sharding sharding) {
  auto foreign = [&](const AxisRef &axis) { return !mesh.find(axis.name); };
  for (DimSharding &dim : sharding.dims)
    llvm::erase_if(dim.axes, foreign);
  llvm::erase_if(sharding.partial, [&](const PartialAxis &partial) { return foreign(partial.axis); });
  llvm::erase_if(sharding.replicated, foreign);
  return sharding;
}

/// The axes of the whole mesh that the surroundings or the region split by, in the mesh's order.
absl::StatusOr<Mesh> innerMesh(const Mesh &whole, const Mesh &outer, sharding::ManualOp op) {
  std::vector<MeshAxis> axes;
  for (const MeshAxis &axis : whole.axes())
    if (outer.find(axis.name) || op.isManual(axis.name))
      axes.push_back(axis);
  return Mesh::create(std::move(axes));
}

/// The device of the surroundings that each device of the region belongs to.
std::vector<int64_t> outerDevices(const Mesh &inner, const Mesh &outer) {
  std::vector<int64_t> result;
  for (int64_t position = 0; position < inner.numDevices(); ++position) {
    llvm::SmallVector<int64_t, 4> coordinates = inner.coordinates(position), kept;
    for (auto [axis, coordinate] : llvm::zip_equal(inner.axes(), coordinates))
      if (outer.find(axis.name))
        kept.push_back(coordinate);
    result.push_back(outer.position(kept));
  }
  return result;
}

/// Straight from the meaning: every operand is split over the manual axes, the body runs on all devices in lockstep,
/// and the results are joined.
absl::Status runManual(Interpreter &interpreter, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<sharding::ManualOp>(operation);
  mlir::FailureOr<Mesh> whole = sharding::lookupMesh(op);
  if (mlir::failed(whole))
    return unsupported(op, "the module has no mesh");
  absl::StatusOr<Mesh> mesh = innerMesh(*whole, frame.mesh, op);
  if (!mesh.ok())
    return mesh.status();
  std::vector<int64_t> outer = outerDevices(*mesh, frame.mesh), active;
  for (auto [device, owner] : llvm::enumerate(outer))
    if (llvm::is_contained(frame.active, owner))
      active.push_back(static_cast<int64_t>(device));
  // The surroundings' axes are the same on both sides of the border, so only the region's own axes split.
  absl::StatusOr<Mesh> own = innerMesh(*whole, Mesh(), op);
  mlir::Block &body = op.getBody().front();
  std::vector<DeviceValues> arguments;
  for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
    Sharding sharding = restrictedTo(*own, op.getInSpec(i).getValue());
    DeviceValues values(mesh->numDevices());
    for (int64_t device : active)
      values[device] = blockOf(*mesh, sharding, device, frame.values.get(op.getInputs()[i], outer[device]),
                               llvm::cast<mlir::RankedTensorType>(argument.getType()));
    arguments.push_back(std::move(values));
  }
  auto results = interpreter.run(body, std::move(arguments), *mesh, active, &frame.values, outer);
  if (!results.ok())
    return results.status();
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    Sharding sharding = restrictedTo(*own, op.getOutSpec(i).getValue());
    DeviceValues values(frame.mesh.numDevices());
    for (int64_t device : frame.active) {
      std::vector<int64_t> members;
      for (auto [inner, owner] : llvm::enumerate(outer))
        if (owner == device)
          members.push_back(static_cast<int64_t>(inner));
      absl::StatusOr<Tensor> global = joined(*mesh, sharding, members, (*results)[i], resultType(op, i));
      if (!global.ok())
        return unsupported(op, "result " + std::to_string(i) + ": " + std::string(global.status().message()));
      values[device] = std::move(*global);
    }
    frame.values.set(result, std::move(values));
  }
  return absl::OkStatus();
}

} // namespace

void addManualRegion(InterpreterTable &table) {
  table.add<sharding::ManualOp>(runManual);
  table.add<sharding::GroupOp>([](Interpreter &, mlir::Operation *, Frame &) { return absl::OkStatus(); });
}

} // namespace shardwright::interp
