#include "dialects/sharding/Shardings.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace shardwright::sharding {

MeshOp lookupMeshOp(Operation *from) {
  auto module = isa<ModuleOp>(from) ? cast<ModuleOp>(from) : from->getParentOfType<ModuleOp>();
  if (!module)
    return {};
  auto meshes = module.getOps<MeshOp>();
  return meshes.empty() ? MeshOp() : *meshes.begin();
}

FailureOr<Mesh> lookupMesh(Operation *from) {
  MeshOp mesh = lookupMeshOp(from);
  if (!mesh)
    return failure();
  return mesh.getMesh().getValue();
}

MeshOp setMesh(ModuleOp module, const Mesh &mesh) {
  auto attribute = MeshAttr::get(module.getContext(), mesh);
  if (MeshOp op = lookupMeshOp(module)) {
    op.setMeshAttr(attribute);
    return op;
  }
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  return MeshOp::create(builder, module.getLoc(), builder.getStringAttr("mesh"), attribute, StringAttr());
}

MeshOp lookupMeshOp(Operation *from, FlatSymbolRefAttr name) {
  auto module = isa<ModuleOp>(from) ? cast<ModuleOp>(from) : from->getParentOfType<ModuleOp>();
  if (!module)
    return {};
  for (MeshOp mesh : module.getOps<MeshOp>())
    if (mesh.getSymName() == name.getValue())
      return mesh;
  return {};
}

static bool isIn(const AxisRef &axis, llvm::ArrayRef<AxisRef> axes) {
  return llvm::any_of(axes, [&](const AxisRef &other) { return other.name == axis.name; });
}

Sharding withoutAxes(const Sharding &sharding, llvm::ArrayRef<AxisRef> manual) {
  Sharding inner = sharding;
  auto isManual = [&](const AxisRef &axis) { return isIn(axis, manual); };
  for (DimSharding &dim : inner.dims)
    llvm::erase_if(dim.axes, isManual);
  llvm::erase_if(inner.partial, [&](const PartialAxis &partial) { return isManual(partial.axis); });
  llvm::erase_if(inner.replicated, isManual);
  return inner;
}

Sharding withManualAxes(const Sharding &inner, const Sharding &outer, llvm::ArrayRef<AxisRef> manual) {
  Sharding result = inner;
  for (auto [dim, outerDim] : llvm::zip(result.dims, outer.dims)) {
    AxisList axes;
    llvm::copy_if(outerDim.axes, std::back_inserter(axes), [&](const AxisRef &axis) { return isIn(axis, manual); });
    axes.append(dim.axes.begin(), dim.axes.end());
    dim.axes = std::move(axes);
  }
  for (const PartialAxis &partial : outer.partial)
    if (isIn(partial.axis, manual))
      result.partial.push_back(partial);
  for (const AxisRef &axis : outer.replicated)
    if (isIn(axis, manual))
      result.replicated.push_back(axis);
  return result;
}

//===--- carriers ---===//

/// The result that speaks for a region argument: same number, same type, and as many arguments as results.
static OpResult carrierOf(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (!owner || owner->getNumResults() != argument.getOwner()->getNumArguments() ||
      owner->getResult(index).getType() != argument.getType())
    return {};
  return owner->getResult(index);
}

static SpecAttr getArgumentSpec(BlockArgument argument) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto function = dyn_cast_or_null<FunctionOpInterface>(owner)) {
    if (!argument.getOwner()->isEntryBlock())
      return {};
    return function.getArgAttrOfType<SpecAttr>(argument.getArgNumber(), kSpecAttr);
  }
  if (auto manual = dyn_cast_or_null<ManualOp>(owner)) {
    SpecAttr outer = manual.getInSpec(argument.getArgNumber());
    return SpecAttr::get(outer.getMesh(), withoutAxes(outer.getValue(), manual.getAxes()));
  }
  OpResult carrier = carrierOf(argument);
  return carrier ? getSpec(carrier) : SpecAttr();
}

SpecAttr getSpec(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getArgumentSpec(argument);
  unsigned index = cast<OpResult>(value).getResultNumber();
  Operation *op = value.getDefiningOp();
  if (auto constraint = dyn_cast<ConstraintOp>(op))
    return constraint.getSpec();
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return reshard.getSpec();
  if (auto manual = dyn_cast<ManualOp>(op))
    return manual.getOutSpec(index);
  auto specs = op->getAttrOfType<ArrayAttr>(kSpecsAttr);
  return specs ? cast<SpecAttr>(specs[index]) : SpecAttr();
}

static ArrayAttr replace(ArrayAttr array, unsigned index, Attribute value) {
  llvm::SmallVector<Attribute> entries(array.getValue());
  entries[index] = value;
  return ArrayAttr::get(array.getContext(), entries);
}

static void setArgumentSpec(BlockArgument argument, SpecAttr spec) {
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  if (auto function = dyn_cast_or_null<FunctionOpInterface>(owner)) {
    if (argument.getOwner()->isEntryBlock())
      function.setArgAttr(index, kSpecAttr, spec);
  } else if (auto manual = dyn_cast_or_null<ManualOp>(owner)) {
    Sharding outer = withManualAxes(spec.getValue(), manual.getInSpec(index).getValue(), manual.getAxes());
    manual.setInSpecsAttr(replace(manual.getInSpecs(), index, SpecAttr::get(spec.getMesh(), std::move(outer))));
  } else if (OpResult carrier = carrierOf(argument)) {
    setSpec(carrier, spec);
  }
}

/// An open sharding for a result that has to appear in an array but was not given one.
static SpecAttr openSpec(Type type, FlatSymbolRefAttr mesh) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return SpecAttr::get(mesh, Sharding::open(tensor ? tensor.getRank() : 0));
}

void setSpec(Value value, SpecAttr spec) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return setArgumentSpec(argument, spec);
  unsigned index = cast<OpResult>(value).getResultNumber();
  Operation *op = value.getDefiningOp();
  if (auto constraint = dyn_cast<ConstraintOp>(op))
    return constraint.setSpecAttr(spec);
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return reshard.setSpecAttr(spec);
  if (auto manual = dyn_cast<ManualOp>(op))
    return manual.setOutSpecsAttr(replace(manual.getOutSpecs(), index, spec));
  auto specs = op->getAttrOfType<ArrayAttr>(kSpecsAttr);
  if (!specs) {
    llvm::SmallVector<Attribute> open;
    for (Type type : op->getResultTypes())
      open.push_back(openSpec(type, spec.getMesh()));
    specs = ArrayAttr::get(op->getContext(), open);
  }
  op->setAttr(kSpecsAttr, replace(specs, index, spec));
}

SpecAttr getResultSpec(Operation *function, unsigned index) {
  return cast<FunctionOpInterface>(function).getResultAttrOfType<SpecAttr>(index, kSpecAttr);
}

void setResultSpec(Operation *function, unsigned index, SpecAttr spec) {
  cast<FunctionOpInterface>(function).setResultAttr(index, kSpecAttr, spec);
}

//===--- verification ---===//

static LogicalResult report(InFlightDiagnostic diagnostic, const absl::Status &status, MeshOp mesh) {
  diagnostic << std::string(status.message());
  diagnostic.attachNote(mesh.getLoc()) << "mesh @" << mesh.getSymName() << " is " << mesh.getMesh().getValue().str();
  return diagnostic;
}

static InFlightDiagnostic unknownMesh(InFlightDiagnostic diagnostic, Operation *from, FlatSymbolRefAttr name) {
  diagnostic << "no mesh @" << name.getValue() << " in this module";
  if (MeshOp other = lookupMeshOp(from))
    diagnostic.attachNote(other.getLoc()) << "there is @" << other.getSymName();
  return diagnostic;
}

bool isDefinedOn(ReductionKind kind, Type elementType) {
  switch (kind) {
  case ReductionKind::Sum:
  case ReductionKind::Product:
    return true;
  case ReductionKind::Max:
  case ReductionKind::Min:
    return !isa<ComplexType>(elementType);
  case ReductionKind::And:
  case ReductionKind::Or:
  case ReductionKind::Xor:
    return elementType.isInteger();
  }
  return false;
}

LogicalResult verifySpec(Operation *from, SpecAttr spec, Type type,
                         llvm::function_ref<InFlightDiagnostic()> emitError) {
  MeshOp mesh = lookupMeshOp(from, spec.getMesh());
  if (!mesh)
    return unknownMesh(emitError(), from, spec.getMesh());
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    // Tokens and the like appear in arrays with one entry per result; there is nothing to split.
    if (spec.getValue().rank() == 0)
      return success();
    return emitError() << "a value of type " << type << " cannot be split";
  }
  const Mesh &axes = mesh.getMesh().getValue();
  absl::Status status = verify(axes, spec.getValue(), tensor.getRank());
  for (auto [index, dim] : llvm::enumerate(spec.getValue().dims))
    if (status.ok() && axes.find(dim.label))
      status = absl::InvalidArgumentError(("the label '" + dim.label.text() + "' of dimension " + llvm::Twine(index) +
                                           " is the name of an axis and splits nothing; write '_" + dim.label.text() +
                                           "' to split the dimension, or choose another label")
                                              .str());
  if (!status.ok())
    return report(emitError(), status, mesh);
  for (const PartialAxis &partial : spec.getValue().partial)
    if (!isDefinedOn(partial.kind, tensor.getElementType()))
      return emitError() << "partial over '" << partial.axis.str() << "', but there is no " << name(partial.kind)
                         << " of elements of type " << tensor.getElementType();
  return success();
}

FailureOr<Mesh> verifyAxes(Operation *op, FlatSymbolRefAttr name, llvm::ArrayRef<AxisRef> axes) {
  MeshOp mesh = lookupMeshOp(op, name);
  if (!mesh) {
    unknownMesh(op->emitOpError(), op, name);
    return failure();
  }
  const Mesh &value = mesh.getMesh().getValue();
  for (auto [index, axis] : llvm::enumerate(axes)) {
    absl::Status status = verifyAxis(value, axis);
    if (status.ok() && overlaps(value, axes.take_front(index), axis))
      status = absl::InvalidArgumentError("axis '" + axis.str() + "' is used twice");
    if (!status.ok()) {
      (void)report(op->emitOpError(), status, mesh);
      return failure();
    }
  }
  return value;
}

} // namespace shardwright::sharding
