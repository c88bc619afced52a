#include "passes/lower/ConvolutionProducts.h"

#include "dialects/interfaces/TensorType.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "dialects/stablehlo/contraction/ConvolutionShape.h"
#include "passes/common/ProductUnits.h"
#include "passes/common/TensorExpr.h"
#include "passes/lower/ChunkBuilder.h"
#include "passes/lower/LibraryCalls.h"
#include "shardwright/Cost/Convolution.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>
#include <optional>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Of the memory of a device, the part that windows of one product may take.
constexpr double kWindowsShare = 1.0 / 32;
/// Parts of a batch are multiples of this, so that their rows begin where the whole's do.
constexpr int64_t kBatchUnit = 8;

/// One spatial dimension: output o reads, for tap k, what is at o * stride + k * windowDilation - low, between whose
/// elements are dilation - 1 zeros.
struct Spatial {
  int64_t size, taps, outs, stride, low, dilation, windowDilation;

  /// The elements are the windows: each output has its own, or the one output has them all.
  bool isWhole() const {
    if (low != 0 || dilation != 1)
      return false;
    return (taps == 1 && outs == size && (stride == 1 || size == 1)) ||
           (outs == 1 && taps == size && (windowDilation == 1 || size == 1));
  }

  /// Of the outputs whose number is `remainder` modulo the dilation, as many for every remainder: which taps find
  /// elements, every dilation-th from `first` on, and the convolution of these.
  struct Phase;
  bool hasPhases() const { return dilation > 1 && stride == 1 && std::gcd(dilation, windowDilation) == 1; }
  Phase phase(int64_t remainder) const;
};

struct Spatial::Phase {
  int64_t first;
  Spatial spatial;
};

Spatial::Phase Spatial::phase(int64_t remainder) const {
  int64_t first = 0;
  while ((remainder + first * windowDilation - low) % dilation != 0)
    ++first;
  Spatial inner = *this;
  inner.taps = std::max<int64_t>(0, llvm::divideCeil(taps - std::min(first, taps), dilation));
  inner.outs = llvm::divideCeil(outs, dilation);
  inner.low = -(remainder + first * windowDilation - low) / dilation;
  inner.dilation = 1;
  return {first, inner};
}

/// A loop of the product and what it is of the convolution.
struct Axis {
  enum Kind : uint8_t { Group, Batch, Feature, Output, Tap } kind;
  int64_t size;
  size_t spatial = 0; ///< of Output and Tap
};

/// The sizes of a convolution. Dimensions are in the order of the operand, the filter, and the result.
struct Sizes {
  int64_t groups = 1, batch = 1, feature = 1, outFeature = 1; ///< of each group
  SmallVector<Spatial, 3> spatial;

  int64_t count(int64_t Spatial::*number) const {
    int64_t count = 1;
    for (const Spatial &each : spatial)
      count *= each.*number;
    return count;
  }
  bool isWhole() const {
    return llvm::all_of(spatial, [](const Spatial &each) { return each.isWhole(); });
  }
  double windows() const {
    return static_cast<double>(groups * batch * feature) *
           static_cast<double>(count(&Spatial::taps) * count(&Spatial::outs));
  }
  double results() const {
    return static_cast<double>(groups * batch * outFeature) * static_cast<double>(count(&Spatial::outs));
  }
  /// The first dimension with zeros between its elements that has phases.
  std::optional<size_t> dilated() const {
    const auto *found = llvm::find_if(spatial, [](const Spatial &each) { return each.hasPhases(); });
    return found == spatial.end() ? std::nullopt : std::optional<size_t>(found - spatial.begin());
  }
};

class ConvolutionProduct {
public:
  ConvolutionProduct(stablehlo::ConvolutionOp op, const Device &device, const LoweringOptions &choices)
      : op(op), dims(op.getDimensionNumbers()), b(op), loc(op.getLoc()),
        element(getElementTypeOrSelf(op.getLhs().getType())), bytes(element.getIntOrFloatBitWidth() / 8.0),
        batchGroups(static_cast<int64_t>(op.getBatchGroupCount())),
        mostBytes(kWindowsShare * device.memories.front().bytes) {
    chooseProductUnits(op, device, shape);
    if (shape.type == "tf32" && !choices.target.traits.tf32Products)
      shape.type = "f32";
    shape.form = "nn";
  }

  bool isKnown() {
    Type rhs = getElementTypeOrSelf(op.getRhs().getType()), out = getElementTypeOrSelf(op.getType());
    const bool isHalf = element.isBF16() || element.isF16();
    return element == rhs &&
           (isHalf ? out == element || out.isF32() : (element.isF32() || element.isF64()) && out == element) &&
           llvm::none_of(ValueRange{op.getLhs(), op.getRhs(), op.getResult()},
                         [](Value value) { return llvm::is_contained(tensorShape(value), 0); });
  }

  void run(const cost::DeviceCosts &costs) {
    const Sizes sizes = sizesOf();
    cost::ConvolutionWork work;
    const cost::ProductWork definition = convolutionShape(op);
    work.multiplyAdds = definition.flops() / 2;
    work.depth = static_cast<double>(definition.k);
    for (Value value : {Value(op.getLhs()), Value(op.getRhs()), Value(op.getResult())})
      work.bytes += bytes * static_cast<double>(tensorType(value).getNumElements());
    if (!describe(sizes, work) || cost::secondsByProducts(work, costs) >= cost::secondsByDefinition(work, costs))
      return;
    op.replaceAllUsesWith(build(sizes, op.getLhs(), forward(op.getRhs())));
    op.erase();
  }

private:
  Sizes sizesOf() {
    const ArrayRef<int64_t> lhs = tensorShape(op.getLhs()), rhs = tensorShape(op.getRhs()),
                            out = tensorShape(op.getResult());
    SmallVector<int64_t> padding(2 * dims.getInputSpatialDimensions().size(), 0);
    if (auto given = op.getPadding())
      padding.assign(given->getValues<int64_t>().begin(), given->getValues<int64_t>().end());
    Sizes sizes;
    sizes.groups = static_cast<int64_t>(op.getFeatureGroupCount()) * batchGroups;
    sizes.batch = lhs[dims.getInputBatchDimension()] / batchGroups;
    sizes.feature = rhs[dims.getKernelInputFeatureDimension()];
    sizes.outFeature = rhs[dims.getKernelOutputFeatureDimension()] / sizes.groups;
    for (size_t s = 0; s != dims.getInputSpatialDimensions().size(); ++s) {
      auto at = [&](std::optional<ArrayRef<int64_t>> values) { return values ? (*values)[s] : 1; };
      sizes.spatial.push_back({lhs[dims.getInputSpatialDimensions()[s]], rhs[dims.getKernelSpatialDimensions()[s]],
                               out[dims.getOutputSpatialDimensions()[s]], at(op.getWindowStrides()), padding[2 * s],
                               at(op.getLhsDilation()), at(op.getRhsDilation())});
    }
    return sizes;
  }

  /// Whether the batch is computed in parts: of how many.
  int64_t partOfBatch(const Sizes &sizes) const {
    if (sizes.isWhole() || sizes.windows() * bytes <= mostBytes)
      return sizes.batch;
    const auto fitting = static_cast<int64_t>(mostBytes / bytes / sizes.windows() * static_cast<double>(sizes.batch));
    if (batchGroups != 1 || fitting < kBatchUnit)
      return 0;
    const int64_t parts = llvm::divideCeil(sizes.batch, fitting / kBatchUnit * kBatchUnit);
    return llvm::alignTo(llvm::divideCeil(sizes.batch, parts), kBatchUnit);
  }

  /// What build() makes; false: it makes nothing of it.
  bool describe(const Sizes &sizes, cost::ConvolutionWork &work) {
    if (std::optional<size_t> at = sizes.dilated()) {
      for (int64_t r = 0; r != sizes.spatial[*at].dilation; ++r)
        if (Sizes part = phaseOf(sizes, *at, r); part.spatial[*at].taps != 0 && !describe(part, work))
          return false;
      work.movedBytes.push_back(2 * bytes * sizes.results());
      return true;
    }
    const int64_t part = partOfBatch(sizes);
    if (part == 0)
      return false;
    for (int64_t begin = 0; begin < sizes.batch; begin += part) {
      Sizes piece = sizes;
      piece.batch = std::min(part, sizes.batch - begin);
      cost::ProductWork product = shape;
      product.batch = piece.groups;
      product.m = piece.batch * piece.count(&Spatial::outs);
      product.n = piece.outFeature;
      product.k = piece.feature * piece.count(&Spatial::taps);
      product.readBytes = bytes * (piece.windows() + static_cast<double>(product.batch * product.k * product.n));
      product.writtenBytes = bytes * piece.results();
      work.products.push_back(product);
      if (!piece.isWhole())
        work.movedBytes.push_back(bytes * (piece.windows() + std::min(piece.windows(), inputs(piece))));
    }
    if (part != sizes.batch)
      work.movedBytes.push_back(2 * bytes * (inputs(sizes) + sizes.results()));
    return true;
  }

  static double inputs(const Sizes &sizes) {
    return static_cast<double>(sizes.groups * sizes.batch * sizes.feature) *
           static_cast<double>(sizes.count(&Spatial::size));
  }

  static Sizes phaseOf(const Sizes &sizes, size_t at, int64_t remainder) {
    Sizes part = sizes;
    part.spatial[at] = sizes.spatial[at].phase(remainder).spatial;
    return part;
  }

  RankedTensorType typeOf(ArrayRef<int64_t> shape, Type type) const { return RankedTensorType::get(shape, type); }

  Value reshaped(Value value, ArrayRef<int64_t> shape) {
    if (tensorShape(value) == shape)
      return value;
    return stablehlo::ReshapeOp::create(b, loc, typeOf(shape, getElementTypeOrSelf(value.getType())), value);
  }

  /// The filter as windows without reversal read it.
  Value forward(Value filter) {
    SmallVector<int64_t> reversed;
    if (std::optional<ArrayRef<bool>> all = op.getWindowReversal())
      for (auto [dim, isReversed] : llvm::zip_equal(dims.getKernelSpatialDimensions(), *all))
        if (isReversed && tensorType(filter).getDimSize(static_cast<unsigned>(dim)) != 1)
          reversed.push_back(dim);
    if (reversed.empty())
      return filter;
    llvm::sort(reversed);
    return stablehlo::ReverseOp::create(b, loc, filter.getType(), filter, b.getDenseI64ArrayAttr(reversed));
  }

  Value joined(ArrayRef<Value> values, int64_t dim) {
    if (values.size() == 1)
      return values.front();
    SmallVector<int64_t> whole(tensorShape(values.front()));
    whole[dim] = 0;
    for (Value value : values)
      whole[dim] += tensorShape(value)[dim];
    return stablehlo::ConcatenateOp::create(b, loc, typeOf(whole, getElementTypeOrSelf(values.front().getType())),
                                            values, b.getI64IntegerAttr(dim));
  }

  SmallVector<int64_t> resultShape(const Sizes &sizes) const {
    SmallVector<int64_t> shape(sizes.spatial.size() + 2);
    shape[dims.getOutputBatchDimension()] = sizes.batch;
    shape[dims.getOutputFeatureDimension()] = sizes.groups * sizes.outFeature;
    for (auto [dim, spatial] : llvm::zip_equal(dims.getOutputSpatialDimensions(), sizes.spatial))
      shape[dim] = spatial.outs;
    return shape;
  }

  Value build(const Sizes &sizes, Value lhs, Value filter) {
    if (std::optional<size_t> at = sizes.dilated())
      return buildPhases(sizes, *at, lhs, filter);
    const int64_t part = partOfBatch(sizes), dim = dims.getInputBatchDimension();
    if (part == sizes.batch)
      return multiplied(sizes, lhs, filter);
    SmallVector<Value> pieces;
    for (int64_t begin = 0; begin < sizes.batch; begin += part) {
      Sizes piece = sizes;
      piece.batch = std::min(part, sizes.batch - begin);
      pieces.push_back(multiplied(piece, staticPart(b, lhs, dim, begin, begin + piece.batch), filter));
    }
    return joined(pieces, dims.getOutputBatchDimension());
  }

  /// The outputs of all remainders, each beside the next.
  Value buildPhases(const Sizes &sizes, size_t at, Value lhs, Value filter) {
    const Spatial &spatial = sizes.spatial[at];
    const int64_t tapDim = dims.getKernelSpatialDimensions()[at], outDim = dims.getOutputSpatialDimensions()[at];
    SmallVector<Value> phases;
    for (int64_t r = 0; r != spatial.dilation; ++r) {
      const int64_t first = spatial.phase(r).first;
      const Sizes part = phaseOf(sizes, at, r);
      Value phase = part.spatial[at].taps == 0
                        ? zeroConstant(b, loc, typeOf(resultShape(part), getElementTypeOrSelf(op.getType())))
                        : build(part, lhs, everyTap(filter, tapDim, first, spatial.dilation));
      phases.push_back(reshapeDims(b, phase, outDim, 1, {part.spatial[at].outs, 1}));
    }
    Value all = joined(phases, outDim + 1);
    const int64_t outs = tensorShape(all)[outDim] * spatial.dilation;
    all = reshapeDims(b, all, outDim, 2, {outs});
    return outs == spatial.outs ? all : staticPart(b, all, outDim, 0, spatial.outs);
  }

  Value everyTap(Value filter, int64_t dim, int64_t first, int64_t stride) {
    SmallVector<int64_t> shape(tensorShape(filter)), starts(shape.size(), 0), limits(shape), strides(shape.size(), 1);
    starts[dim] = first;
    strides[dim] = stride;
    shape[dim] = llvm::divideCeil(shape[dim] - first, stride);
    return stablehlo::SliceOp::create(b, loc, typeOf(shape, element), filter, b.getDenseI64ArrayAttr(starts),
                                      b.getDenseI64ArrayAttr(limits), b.getDenseI64ArrayAttr(strides));
  }

  /// The axes of the windows in the order of memory: along the operand's last dimension, so that what is gathered
  /// together lies together, and such that those that are summed over follow each other, as the others do.
  SmallVector<Axis> axesOf(const Sizes &sizes) const {
    const Axis batch = {Axis::Batch, sizes.batch}, feature = {Axis::Feature, sizes.feature};
    const int64_t rank = static_cast<int64_t>(sizes.spatial.size()) + 2;
    SmallVector<Axis> axes, outputs, taps;
    for (auto [s, spatial] : llvm::enumerate(sizes.spatial)) {
      if (spatial.outs != 1 || (spatial.taps == 1 && sizes.isWhole()))
        outputs.push_back({Axis::Output, spatial.outs, s});
      if (spatial.taps != 1)
        taps.push_back({Axis::Tap, spatial.taps, s});
    }
    auto add = [&](ArrayRef<Axis> more) { axes.append(more.begin(), more.end()); };
    const bool hasGroups = sizes.groups > 1;
    const Axis group = {Axis::Group, sizes.groups}, &grouped = batchGroups > 1 ? batch : feature;
    if (sizes.isWhole()) {
      auto addOperand = [&](const Axis &axis) {
        if (hasGroups && axis.kind == grouped.kind)
          axes.push_back(group);
        axes.push_back(axis);
      };
      SmallVector<SmallVector<Axis, 1>> inOrder(rank);
      for (const Axis &axis : llvm::concat<const Axis>(outputs, taps))
        inOrder[dims.getInputSpatialDimensions()[axis.spatial]] = {axis};
      for (int64_t d = 0; d != rank; ++d)
        if (d == dims.getInputBatchDimension())
          addOperand(batch);
        else if (d == dims.getInputFeatureDimension())
          addOperand(feature);
        else
          add(inOrder[d]);
      return axes;
    }
    if (hasGroups)
      axes.push_back(group);
    if (dims.getInputFeatureDimension() == rank - 1)
      add(batch), add(outputs), add(taps), add(feature);
    else if (dims.getInputBatchDimension() == rank - 1)
      add(feature), add(taps), add(outputs), add(batch);
    else if (sizes.count(&Spatial::outs) >= sizes.count(&Spatial::taps))
      add(batch), add(feature), add(taps), add(outputs);
    else
      add(batch), add(outputs), add(feature), add(taps);
    return axes;
  }

  /// The operand with a dimension for each axis.
  Value windows(const Sizes &sizes, ArrayRef<Axis> axes, Value lhs) {
    const SmallVector<int64_t> shape = llvm::map_to_vector(axes, [](const Axis &axis) { return axis.size; });
    if (sizes.isWhole())
      return reshaped(lhs, shape);
    SmallVector<int64_t> parameters;
    for (int64_t d = 0, rank = tensorType(lhs).getRank(); d != rank; ++d) {
      const auto found = llvm::find(dims.getInputSpatialDimensions(), d);
      const size_t at = found - dims.getInputSpatialDimensions().begin();
      const bool isSpatial = at != sizes.spatial.size();
      parameters.append({isSpatial ? sizes.spatial[at].low : 0, isSpatial ? sizes.spatial[at].dilation : 1});
      for (const Axis &axis : axes)
        parameters.push_back(isSpatial ? spatialStep(axis, at, sizes.spatial[at]) : step(axis, d, sizes));
    }
    // Windows of the forward are not kept for the gradients: behind a barrier nothing is found to be computed twice.
    lhs = stablehlo::OptimizationBarrierOp::create(b, loc, lhs.getType(), lhs).getResult(0);
    return createLibraryCall(b, loc, typeOf(shape, element), kWindowsCall, lhs, parameters).getResult(0);
  }

  static int64_t spatialStep(const Axis &axis, size_t at, const Spatial &spatial) {
    if (axis.spatial != at)
      return 0;
    return axis.kind == Axis::Output ? spatial.stride : axis.kind == Axis::Tap ? spatial.windowDilation : 0;
  }

  int64_t step(const Axis &axis, int64_t d, const Sizes &sizes) const {
    const bool isBatch = d == dims.getInputBatchDimension();
    if (axis.kind == Axis::Group)
      return isBatch == (batchGroups > 1) ? (isBatch ? sizes.batch : sizes.feature) : 0;
    return axis.kind == (isBatch ? Axis::Batch : Axis::Feature) ? 1 : 0;
  }

  Value multiplied(const Sizes &sizes, Value lhs, Value filter) {
    const SmallVector<Axis> axes = axesOf(sizes);
    const Value left = windows(sizes, axes, lhs);
    SmallVector<Axis> right = filterAxes(sizes, axes), free;
    const Value rhs = reshaped(filter, llvm::map_to_vector(right, [](const Axis &axis) { return axis.size; }));
    SmallVector<int64_t> batching[2], contracting[2];
    for (auto [l, axis] : llvm::enumerate(axes)) {
      const bool isGroup = axis.kind == Axis::Group;
      if (!isGroup && axis.kind != Axis::Feature && axis.kind != Axis::Tap) {
        free.push_back(axis);
        continue;
      }
      const auto *other = llvm::find_if(
          right, [&](const Axis &each) { return each.kind == axis.kind && each.spatial == axis.spatial; });
      (isGroup ? batching : contracting)[0].push_back(static_cast<int64_t>(l));
      (isGroup ? batching : contracting)[1].push_back(other - right.begin());
    }
    SmallVector<Axis> result;
    if (sizes.groups > 1)
      result.push_back({Axis::Group, sizes.groups});
    llvm::append_range(result, free);
    SmallVector<int64_t> shape = llvm::map_to_vector(result, [](const Axis &axis) { return axis.size; });
    shape.push_back(sizes.outFeature);
    auto numbers = stablehlo::DotDimensionNumbersAttr::get(b.getContext(), batching[0], batching[1], contracting[0],
                                                           contracting[1]);
    Value product =
        stablehlo::DotGeneralOp::create(b, loc, typeOf(shape, getElementTypeOrSelf(op.getType())), left, rhs, numbers,
                                        op.getPrecisionConfigAttr(), stablehlo::DotAlgorithmAttr());
    return inOrder(sizes, result, product);
  }

  /// Output features are Axis::Output behind all spatial ones.
  SmallVector<Axis> filterAxes(const Sizes &sizes, ArrayRef<Axis> axes) const {
    SmallVector<Axis> all;
    for (int64_t d = 0, rank = static_cast<int64_t>(sizes.spatial.size()) + 2; d != rank; ++d)
      if (d == dims.getKernelInputFeatureDimension()) {
        all.push_back({Axis::Feature, sizes.feature});
      } else if (d == dims.getKernelOutputFeatureDimension()) {
        if (sizes.groups > 1)
          all.push_back({Axis::Group, sizes.groups});
        all.push_back({Axis::Output, sizes.outFeature, sizes.spatial.size()});
      } else {
        const size_t at = llvm::find(dims.getKernelSpatialDimensions(), d) - dims.getKernelSpatialDimensions().begin();
        if (sizes.spatial[at].taps != 1)
          all.push_back({Axis::Tap, sizes.spatial[at].taps, at});
      }
    return all;
  }

  /// The product, whose axes are `axes` and the output features, as the result's dimensions are.
  Value inOrder(const Sizes &sizes, ArrayRef<Axis> axes, Value product) {
    SmallVector<int64_t> order;
    auto add = [&](Axis::Kind kind, size_t spatial) {
      for (auto [place, axis] : llvm::enumerate(axes))
        if (axis.kind == kind && axis.spatial == spatial)
          order.push_back(static_cast<int64_t>(place));
    };
    for (int64_t d = 0, rank = static_cast<int64_t>(sizes.spatial.size()) + 2; d != rank; ++d)
      if (d == dims.getOutputBatchDimension()) {
        add(Axis::Batch, 0);
      } else if (d == dims.getOutputFeatureDimension()) {
        add(Axis::Group, 0);
        order.push_back(static_cast<int64_t>(axes.size()));
      } else {
        add(Axis::Output, llvm::find(dims.getOutputSpatialDimensions(), d) - dims.getOutputSpatialDimensions().begin());
      }
    if (!llvm::is_sorted(order)) {
      const SmallVector<int64_t> shape = llvm::map_to_vector(order, [&](int64_t d) { return tensorShape(product)[d]; });
      product = stablehlo::TransposeOp::create(b, loc, typeOf(shape, getElementTypeOrSelf(op.getType())), product,
                                               b.getDenseI64ArrayAttr(order));
    }
    return reshaped(product, resultShape(sizes));
  }

  stablehlo::ConvolutionOp op;
  const stablehlo::ConvDimensionNumbersAttr dims;
  OpBuilder b;
  const Location loc;
  const Type element;
  const double bytes; ///< of an element
  const int64_t batchGroups;
  const double mostBytes;  ///< of windows
  cost::ProductWork shape; ///< of products, with the units that compute them
};

} // namespace

void multiplyConvolutions(func::FuncOp function, const LoweringOptions &choices) {
  const CudaCode *gpu = choices.target.cuda();
  if (!gpu || !choices.convolutionProducts)
    return;
  SmallVector<stablehlo::ConvolutionOp> convolutions;
  function.walk([&](stablehlo::ConvolutionOp op) { convolutions.push_back(op); });
  if (convolutions.empty())
    return;
  const Device &device = *deviceOfArchitecture(gpu->architecture);
  const cost::DeviceCosts costs(device);
  for (stablehlo::ConvolutionOp op : convolutions)
    if (ConvolutionProduct product(op, device, choices); product.isKnown())
      product.run(costs);
}

} // namespace shardwright::lower
