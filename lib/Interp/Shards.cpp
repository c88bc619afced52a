#include "lib/Interp/Shards.h"

#include "dialects/stablehlo/elementwise/Scalar.h"

#include <limits>

namespace shardwright::interp {

Tensor combined(ReductionKind kind, llvm::ArrayRef<const Tensor *> tensors) {
  Tensor result = *tensors[0];
  const ElementFormat &format = result.format();
  bool wide = kind == ReductionKind::Sum && !format.isInteger();
  ScalarFunction function = combinationOf(kind, format);
  for (int64_t i = 0; i < result.size(); ++i) {
    Element sum = result.get(i);
    for (const Tensor *tensor : tensors.drop_front()) {
      Element element = tensor->get(i);
      sum = wide ? Element{0, sum.real + element.real, sum.imag + element.imag} : function({sum, element});
    }
    result.set(i, format.round(sum));
  }
  return result;
}

/// The value that changes nothing in a combination. A sum's is -0: x + -0 is x for both zeros.
static Element identityOf(ReductionKind kind, const ElementFormat &format) {
  double infinity = std::numeric_limits<double>::infinity();
  int64_t top = format.kind() == ElementFormat::Class::Signed
                    ? static_cast<int64_t>((uint64_t(1) << (format.width() - 1)) - 1)
                    : format.wrap(-1);
  switch (kind) {
  case ReductionKind::Sum:
    return {0, -0.0, -0.0};
  case ReductionKind::Or:
  case ReductionKind::Xor:
    return {};
  case ReductionKind::Product:
    return {1, 1, 0};
  case ReductionKind::Max:
    return {format.isUnsigned() ? 0 : -top - 1, -infinity, 0};
  case ReductionKind::Min:
    return {top, infinity, 0};
  case ReductionKind::And:
    return {format.wrap(-1), 0, 0};
  }
  return {};
}

Tensor blockOf(const Mesh &mesh, const Sharding &sharding, int64_t position, const Tensor &global,
               mlir::RankedTensorType localType) {
  Tensor local = Tensor::splat(localType, global.format().garbage());
  const PartialAxis *absent = nullptr;
  for (const PartialAxis &partial : sharding.partial)
    if (blockIndex(mesh, partial.axis, position) != 0)
      absent = &partial;
  forEachIndex(local.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    if (auto at = globalIndex(mesh, sharding, global.shape(), position, index))
      local.set(linear, absent ? local.format().round(identityOf(absent->kind, local.format())) : global.at(*at));
  });
  return local;
}

/// `[3, 0]`.
static std::string indexText(llvm::ArrayRef<int64_t> index) {
  std::string text = "[";
  for (auto [d, i] : llvm::enumerate(index))
    text += (d ? ", " : "") + std::to_string(i);
  return text + "]";
}

/// The value on a device with its partial axes combined.
static Tensor resolved(const Mesh &mesh, const Sharding &sharding, int64_t position, const DeviceValues &values) {
  if (sharding.partial.empty())
    return values[position];
  AxisList axes;
  for (const PartialAxis &partial : sharding.partial)
    axes.push_back(partial.axis);
  std::vector<const Tensor *> summands;
  for (int64_t member : groupOf(mesh, axes, position))
    summands.push_back(&values[member]);
  return combined(sharding.partial.front().kind, summands);
}

absl::StatusOr<Tensor> joined(const Mesh &mesh, const Sharding &sharding, llvm::ArrayRef<int64_t> positions,
                              const DeviceValues &values, mlir::RankedTensorType globalType) {
  Tensor global(globalType);
  std::vector<int64_t> holder(global.size(), -1);
  std::string problem;
  for (int64_t position : positions) {
    Tensor local = resolved(mesh, sharding, position, values);
    forEachIndex(local.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
      auto at = globalIndex(mesh, sharding, global.shape(), position, index);
      if (!at || !problem.empty())
        return;
      int64_t place = global.linear(*at);
      Element element = local.get(linear), before = global.get(place);
      if (holder[place] < 0)
        global.set(place, element);
      else if (!global.format().equal(before, element))
        problem = "devices " + std::to_string(holder[place]) + " and " + std::to_string(position) +
                  " disagree about element " + indexText(*at) + ": " + global.format().str(before) + " and " +
                  global.format().str(element);
      holder[place] = position;
    });
    if (!problem.empty())
      return absl::InternalError(problem);
  }
  if (llvm::is_contained(holder, -1))
    return absl::InternalError("no device holds some element of the array");
  return global;
}

} // namespace shardwright::interp
