#include "dialects/stablehlo/local/HaloExchangeBuilder.h"
#include "dialects/interfaces/TensorType.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace shardwright {

static RankedTensorType withLength(RankedTensorType type, int64_t dim, int64_t length) {
  Shape shape(type.getShape());
  shape[dim] = length;
  return type.clone(shape);
}

HaloExchangeBuilder::HaloExchangeBuilder(Operation *op, OpBuilder &builder, const LocalContext &context)
    : op(op), builder(builder), context(context), build(builder, op->getLoc(), context) {
  std::optional<ShardingRule> rule = partitionRule(op);
  if (!rule)
    return;
  for (const FactorWindow &window : rule->windows) {
    Value operand = op->getOperand(window.operand);
    const AxisList &axes = context.shardingOf(operand).dims[window.dim].axes;
    if (axes.empty())
      continue;
    // The placement has seen that there is a plan.
    split.push_back({window, axes,
                     *planHaloExchange(context.globalShape(operand)[window.dim], rule->factors[window.factor].size,
                                       numParts(context.mesh, axes), window)});
  }
}

int64_t slotsBehind(const HaloExchange &exchange, int64_t dilation) {
  return exchange.slots - exchange.phase - ((exchange.length - 1) * dilation + 1);
}

DenseIntElementsAttr localPadding(std::optional<DenseIntElementsAttr> padding, ArrayRef<int64_t> dims,
                                  std::optional<ArrayRef<int64_t>> dilations, const HaloExchangeBuilder &exchange,
                                  Builder &builder) {
  SmallVector<int64_t> values(2 * dims.size(), 0);
  if (padding)
    values.assign(padding->getValues<int64_t>().begin(), padding->getValues<int64_t>().end());
  for (auto [entry, dim] : llvm::enumerate(dims))
    if (const HaloExchange *along = exchange.along(0, dim)) {
      values[2 * entry] = along->phase;
      values[2 * entry + 1] = slotsBehind(*along, dilations ? (*dilations)[entry] : 1);
    }
  int64_t count = dims.size();
  return DenseIntElementsAttr::get(RankedTensorType::get({count, 2}, builder.getI64Type()), values);
}

const HaloExchange *HaloExchangeBuilder::along(size_t operand, int64_t dim) const {
  for (const Split &own : split)
    if (own.window.operand == static_cast<int64_t>(operand) && own.window.dim == dim)
      return &own.exchange;
  return nullptr;
}

Value HaloExchangeBuilder::fetch(Value local, size_t operand, Value outside) {
  for (const Split &own : split)
    if (own.window.operand == static_cast<int64_t>(operand)) {
      local = cut(join(mirror(local, own), own), own);
      if (outside && own.exchange.readsOutside)
        local = fill(local, own, outside);
    }
  return local;
}

static Value slice(OpBuilder &builder, Location loc, Value value, int64_t dim, int64_t begin, int64_t end) {
  RankedTensorType type = tensorType(value);
  if (begin == 0 && end == type.getDimSize(dim))
    return value;
  SmallVector<int64_t> starts(type.getRank(), 0), limits(type.getShape()), ones(type.getRank(), 1);
  starts[dim] = begin;
  limits[dim] = end;
  return stablehlo::SliceOp::create(builder, loc, withLength(type, dim, end - begin), value,
                                    builder.getDenseI64ArrayAttr(starts), builder.getDenseI64ArrayAttr(limits),
                                    builder.getDenseI64ArrayAttr(ones));
}

Value HaloExchangeBuilder::send(Value piece, ArrayRef<std::pair<int64_t, int64_t>> between, const AxisList &axes) {
  SmallVector<int64_t> pairs;
  for (auto [source, target] : between)
    llvm::append_values(pairs, source, target);
  auto cause = builder.getStringAttr(op->getName().getStringRef() + " reads across blocks");
  return spmd::CollectivePermuteOp::create(builder, op->getLoc(), tensorType(piece), piece,
                                           builder.getDenseI64ArrayAttr(pairs), context.meshName,
                                           sharding::AxesAttr::get(builder.getContext(), axes), cause)
      ->getResult(0);
}

Value HaloExchangeBuilder::mirror(Value local, const Split &own) {
  if (own.exchange.mirror.empty())
    return local;
  return stablehlo::ReverseOp::create(builder, op->getLoc(), local.getType(),
                                      send(local, own.exchange.mirror, own.axes),
                                      builder.getDenseI64ArrayAttr({own.window.dim}));
}

/// The segments one behind the other.
Value HaloExchangeBuilder::join(Value local, const Split &own) {
  int64_t dim = own.window.dim, length = own.exchange.before + own.exchange.behind;
  SmallVector<Value> pieces;
  auto add = [&](Value piece) {
    if (tensorType(piece).getDimSize(dim) > 0)
      pieces.push_back(piece);
  };
  auto zeros = [&](int64_t size) { return build.zeros(withLength(tensorType(local), dim, size)); };
  if (own.exchange.segments.empty())
    return zeros(own.exchange.length);
  add(zeros(own.exchange.before));
  for (const HaloExchange::Segment &segment : own.exchange.segments) {
    length += segment.end - segment.begin;
    if (segment.distance == 0) {
      add(slice(builder, op->getLoc(), local, dim, segment.begin, segment.end));
    } else if (segment.pairs.empty()) {
      add(zeros(segment.end - segment.begin));
    } else {
      add(zeros(segment.firstRead - segment.begin));
      add(send(slice(builder, op->getLoc(), local, dim, segment.firstRead, segment.endRead), segment.pairs, own.axes));
      add(zeros(segment.end - segment.endRead));
    }
  }
  add(zeros(own.exchange.behind));
  if (pieces.size() == 1)
    return pieces.front();
  return stablehlo::ConcatenateOp::create(builder, op->getLoc(), withLength(tensorType(local), dim, length), pieces,
                                          builder.getI64IntegerAttr(dim));
}

/// Of what is joined, the device's own elements.
Value HaloExchangeBuilder::cut(Value joined, const Split &own) {
  const HaloExchange &exchange = own.exchange;
  int64_t dim = own.window.dim;
  if (tensorType(joined).getDimSize(dim) == exchange.length)
    return joined;
  if (exchange.drift == 0)
    return slice(builder, op->getLoc(), joined, dim, exchange.offset, exchange.offset + exchange.length);
  RankedTensorType type = tensorType(joined);
  Value index = build.convert(build.axisIndex(own.axes), positionType(builder, type.getDimSize(dim)));
  auto scalar = tensorType(index);
  Value offset = stablehlo::AddOp::create(
      builder, op->getLoc(), scalar,
      stablehlo::MulOp::create(builder, op->getLoc(), scalar, index, build.splat(scalar, exchange.drift)),
      build.splat(scalar, exchange.offset));
  SmallVector<Value> starts(type.getRank(), build.zeros(scalar));
  starts[dim] = offset;
  RankedTensorType result = withLength(type, dim, exchange.length);
  return stablehlo::DynamicSliceOp::create(builder, op->getLoc(), result, joined, starts,
                                           builder.getDenseI64ArrayAttr(result.getShape()));
}

static bool isZero(Value scalar) {
  DenseElementsAttr constant;
  return matchPattern(scalar, m_Constant(&constant)) && constant.isSplat() &&
         constant.getSplatValue<Attribute>() ==
             identityElement(ReductionKind::Sum, cast<ShapedType>(scalar.getType()).getElementType());
}

Value HaloExchangeBuilder::fill(Value local, const Split &own, Value outside) {
  if (own.exchange.isEmptyOutside && isZero(outside))
    return local;
  const HaloExchange &exchange = own.exchange;
  int64_t dim = own.window.dim;
  int64_t length = context.globalShape(op->getOperand(own.window.operand))[dim];
  RankedTensorType type = tensorType(local);
  // From before the first to behind the last element that some device reads.
  Type position = positionType(builder, length + std::abs(exchange.first) + type.getDimSize(dim) +
                                            exchange.advance * numParts(context.mesh, own.axes));
  RankedTensorType indices = type.clone(position);
  Value start = build.blockStart(own.axes, exchange.advance, position);
  start = stablehlo::AddOp::create(builder, op->getLoc(), start.getType(), start,
                                   build.splat(tensorType(start), exchange.first));
  Value element = stablehlo::AddOp::create(
      builder, op->getLoc(), indices,
      stablehlo::IotaOp::create(builder, op->getLoc(), indices, builder.getI64IntegerAttr(dim)),
      build.spread(start, type.getShape()));
  Value exists = stablehlo::AndOp::create(builder, op->getLoc(), type.clone(builder.getI1Type()),
                                          build.compare("GE", element, build.zeros(indices)),
                                          build.compare("LT", element, build.splat(indices, length)));
  return build.select(exists, local, build.spread(outside, type.getShape()));
}

} // namespace shardwright
