#include "dialects/sdy/SdyAttrs.h"
#include "dialects/vhlo/Entries.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace shardwright::vhlo {

/// Codes in the order of Shardy's own list. Parts that are no attributes of this project's sdy dialect stand for
/// themselves as: an axis of a mesh, a mesh of that axis; a sub-axis, [pre, size]; an axis, a list of one; an axis that
/// moves between dimensions, a list of one; the factors of a dimension, an array of numbers; of a tensor, an array of
/// these.
namespace {
enum class SdyAttribute : uint64_t {
  ManualAxes,
  MeshAxis,
  Mesh,
  SubAxis,
  AxisRef,
  DimensionSharding,
  Sharding,
  ShardingPerValue,
  DimFactors,
  TensorFactors,
  Rule,
  AxisRefList,
  ListOfAxisRefLists,
  AllToAllParam,
  AllToAllParamList,
  ShardingWithUnreduced,
  ShardingPerValueWithUnreduced,
  ShardingWithReduction
};

bool readAxes(EntryReader &reader, AxisList &axes) {
  SmallVector<sdy::AxisRefListAttr> references;
  if (!reader.read(references))
    return false;
  for (sdy::AxisRefListAttr reference : references) {
    if (reference.getValue().size() != 1)
      return false;
    axes.push_back(reference.getValue()[0]);
  }
  return true;
}

Attribute readSdyManualAxes(EntryReader &reader) {
  SmallVector<StringAttr> names;
  if (!reader.read(names))
    return nullptr;
  AxisList axes;
  for (StringAttr name : names)
    axes.push_back(AxisRef(name.getValue()));
  return sdy::ManualAxesAttr::get(reader.getContext(), axes);
}

Attribute readSdyMeshAxis(EntryReader &reader) {
  StringRef name;
  int64_t size;
  if (!reader.read(name, size))
    return nullptr;
  sdy::MeshText mesh;
  MeshAxis &axis = mesh.axes.emplace_back();
  axis.name = name;
  axis.size = size;
  return sdy::MeshAttr::get(reader.getContext(), mesh);
}

Attribute readSdyMesh(EntryReader &reader) {
  SmallVector<sdy::MeshAttr> axes;
  SmallVector<int64_t> devices;
  if (!reader.read(axes, devices))
    return nullptr;
  sdy::MeshText mesh;
  for (sdy::MeshAttr axis : axes) {
    if (axis.getValue().axes.size() != 1)
      return nullptr;
    mesh.axes.push_back(axis.getValue().axes[0]);
  }
  mesh.deviceIds.assign(devices.begin(), devices.end());
  return sdy::MeshAttr::get(reader.getContext(), mesh);
}

Attribute readSdySubAxis(EntryReader &reader) {
  int64_t pre, size;
  return reader.read(pre, size) ? DenseI64ArrayAttr::get(reader.getContext(), {pre, size}) : DenseI64ArrayAttr();
}

Attribute readSdyAxisRef(EntryReader &reader) {
  StringRef name;
  DenseI64ArrayAttr part;
  if (!reader.read(name) || !reader.readOptional(part) || (part && part.size() != 2))
    return nullptr;
  AxisRef axis = part ? AxisRef(name, part[0], part[1]) : AxisRef(name);
  return sdy::AxisRefListAttr::get(reader.getContext(), AxisList{axis});
}

Attribute readDimensionSharding(EntryReader &reader) {
  Sharding alone = Sharding::closed(1);
  bool isClosed;
  if (!readAxes(reader, alone.dims[0].axes) || !reader.read(isClosed))
    return nullptr;
  alone.dims[0].open = !isClosed;
  if (auto [priority, hasPriority] = reader.in.numberWithFlag(); hasPriority)
    alone.dims[0].priority = static_cast<int64_t>(priority);
  if (reader.in.failed() || alone.dims[0].priority < 0)
    return nullptr;
  return sdy::DimensionShardingAttr::get(reader.getContext(), alone);
}

Attribute readSdySharding(EntryReader &reader, bool hasUnreduced) {
  Attribute mesh;
  SmallVector<sdy::DimensionShardingAttr> dims;
  AxisList replicated, unreduced;
  if (!reader.read(mesh, dims) || !readAxes(reader, replicated) || (hasUnreduced && !readAxes(reader, unreduced)) ||
      !isa<FlatSymbolRefAttr, sdy::MeshAttr>(mesh))
    return nullptr;
  Sharding sharding;
  for (sdy::DimensionShardingAttr dim : dims)
    sharding.dims.push_back(dim.getValue().dims[0]);
  sharding.replicated.assign(replicated.begin(), replicated.end());
  for (const AxisRef &axis : unreduced)
    sharding.partial.push_back({axis, ReductionKind::Sum});
  return sdy::ShardingAttr::get(reader.getContext(), mesh, sharding);
}

/// For each operand or result the factors of its dimensions.
bool readFactors(EntryReader &reader, size_t numFactors, std::vector<TensorFactors> &tensors) {
  SmallVector<ArrayAttr> lists;
  if (!reader.read(lists))
    return false;
  for (ArrayAttr list : lists) {
    TensorFactors &tensor = tensors.emplace_back();
    for (Attribute dim : list) {
      auto factors = dyn_cast<DenseI64ArrayAttr>(dim);
      if (!factors || llvm::any_of(factors.asArrayRef(), [&](int64_t factor) {
            return factor < 0 || factor >= static_cast<int64_t>(numFactors);
          }))
        return false;
      tensor.emplace_back(factors.asArrayRef());
    }
  }
  return true;
}

Attribute readSdyRule(EntryReader &reader) {
  SmallVector<int64_t> sizes;
  ShardingRule rule;
  if (!reader.read(sizes) || !readFactors(reader, sizes.size(), rule.operands) ||
      !readFactors(reader, sizes.size(), rule.results))
    return nullptr;
  for (int64_t size : sizes)
    rule.factors.push_back({size});
  for (FactorKind kind : {FactorKind::Reduction, FactorKind::NeedReplication, FactorKind::Permutation,
                          FactorKind::PassThrough /* blocked */}) {
    SmallVector<int64_t> factors;
    if (!reader.read(factors))
      return nullptr;
    for (int64_t factor : factors) {
      if (factor < 0 || factor >= static_cast<int64_t>(rule.factors.size()))
        return nullptr;
      if (kind == FactorKind::PassThrough)
        rule.factors[factor].blocked = true;
      else
        rule.factors[factor].kind = kind;
    }
  }
  return reader.read(rule.custom) ? sdy::RuleAttr::get(reader.getContext(), rule) : sdy::RuleAttr();
}

Attribute readAllToAllParam(EntryReader &reader) {
  AxisList axes;
  int64_t from, to;
  if (!readAxes(reader, axes) || !reader.read(from, to))
    return nullptr;
  MLIRContext *context = reader.getContext();
  return sdy::AllToAllParamListAttr::get(context, {sdy::AxisRefListAttr::get(context, axes)}, {from}, {to});
}

Attribute readAllToAllParamList(EntryReader &reader) {
  SmallVector<sdy::AllToAllParamListAttr> params;
  if (!reader.read(params))
    return nullptr;
  SmallVector<sdy::AxisRefListAttr> axes;
  SmallVector<int64_t> from, to;
  for (sdy::AllToAllParamListAttr param : params) {
    llvm::append_range(axes, param.getAxes());
    llvm::append_range(from, param.getFrom());
    llvm::append_range(to, param.getTo());
  }
  return sdy::AllToAllParamListAttr::get(reader.getContext(), axes, from, to);
}

} // namespace

Attribute readSdyAttribute(EntryReader &reader) {
  MLIRContext *context = reader.getContext();
  SmallVector<sdy::ShardingAttr> shardings;
  SmallVector<int64_t> numbers;
  const uint64_t code = reader.in.number();
  switch (static_cast<SdyAttribute>(code)) {
  case SdyAttribute::ManualAxes:
    return readSdyManualAxes(reader);
  case SdyAttribute::MeshAxis:
    return readSdyMeshAxis(reader);
  case SdyAttribute::Mesh:
    return readSdyMesh(reader);
  case SdyAttribute::SubAxis:
    return readSdySubAxis(reader);
  case SdyAttribute::AxisRef:
    return readSdyAxisRef(reader);
  case SdyAttribute::DimensionSharding:
    return readDimensionSharding(reader);
  case SdyAttribute::Sharding:
    return readSdySharding(reader, /*hasUnreduced=*/false);
  case SdyAttribute::ShardingWithUnreduced:
    return readSdySharding(reader, /*hasUnreduced=*/true);
  case SdyAttribute::ShardingPerValue:
  case SdyAttribute::ShardingPerValueWithUnreduced:
    return reader.read(shardings) ? sdy::ShardingPerValueAttr::get(context, shardings) : sdy::ShardingPerValueAttr();
  case SdyAttribute::DimFactors:
    return reader.read(numbers) ? DenseI64ArrayAttr::get(context, numbers) : DenseI64ArrayAttr();
  case SdyAttribute::TensorFactors: {
    SmallVector<DenseI64ArrayAttr> dims;
    return reader.read(dims) ? ArrayAttr::get(context, SmallVector<Attribute>(dims.begin(), dims.end())) : ArrayAttr();
  }
  case SdyAttribute::Rule:
    return readSdyRule(reader);
  case SdyAttribute::AxisRefList: {
    AxisList axes;
    return readAxes(reader, axes) ? sdy::AxisRefListAttr::get(context, axes) : sdy::AxisRefListAttr();
  }
  case SdyAttribute::ListOfAxisRefLists: {
    SmallVector<sdy::AxisRefListAttr> lists;
    return reader.read(lists) ? sdy::ListOfAxisRefListsAttr::get(context, lists) : sdy::ListOfAxisRefListsAttr();
  }
  case SdyAttribute::AllToAllParam:
    return readAllToAllParam(reader);
  case SdyAttribute::AllToAllParamList:
    return readAllToAllParamList(reader);
  default:
    return reader.refuse("it holds the Shardy attribute with code " + llvm::Twine(code) +
                         ", which is newer than this compiler: save the program as text, or with an older JAX");
  }
}

} // namespace shardwright::vhlo
