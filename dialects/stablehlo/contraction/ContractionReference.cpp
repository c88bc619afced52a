#include "dialects/stablehlo/contraction/Contraction.h"

namespace shardwright::interp {
namespace {

/// Sums products: integers wrap in the result's type, floats and complex numbers are kept wide and rounded once.
class Accumulator {
public:
  Accumulator(const ElementFormat &lhs, const ElementFormat &rhs, const ElementFormat &result)
      : lhs_(lhs), rhs_(rhs), result_(result) {}

  void addProduct(const Element &a, const Element &b) {
    if (result_.isInteger()) {
      if (result_.isBool())
        integer_ |= a.integer & b.integer;
      else
        integer_ += static_cast<uint64_t>(a.integer) * static_cast<uint64_t>(b.integer);
      return;
    }
    if (!result_.isComplex())
      complex_ += realPart(a, lhs_) * realPart(b, rhs_);
    else
      complex_ += a.complex() * b.complex();
  }
  Element value() const {
    return result_.round(result_.isInteger() ? Element::ofInt(static_cast<int64_t>(integer_))
                                             : Element::ofComplex(complex_));
  }

private:
  static double realPart(const Element &element, const ElementFormat &format) {
    return format.isInteger() ? static_cast<double>(element.integer) : element.real;
  }
  const ElementFormat &lhs_, &rhs_, &result_;
  uint64_t integer_ = 0;
  std::complex<double> complex_ = 0;
};

/// The dimensions of one side of a dot: batch, free, contracted; in the order in which they are walked.
struct DotSide {
  Index batch, contracted, free;
  DotSide(llvm::ArrayRef<int64_t> batch, llvm::ArrayRef<int64_t> contracted, size_t rank)
      : batch(batch), contracted(contracted) {
    for (int64_t d = 0; d < static_cast<int64_t>(rank); ++d)
      if (!llvm::is_contained(batch, d) && !llvm::is_contained(contracted, d))
        free.push_back(d);
  }
};

Index select(llvm::ArrayRef<int64_t> values, llvm::ArrayRef<int64_t> positions) {
  Index result;
  for (int64_t position : positions)
    result.push_back(values[position]);
  return result;
}

void place(Index &index, llvm::ArrayRef<int64_t> positions, llvm::ArrayRef<int64_t> values) {
  for (auto [position, value] : llvm::zip_equal(positions, values))
    index[position] = value;
}

/// Linear offsets, from any base, of the contracted indices in order.
std::vector<int64_t> contractedOffsets(const Tensor &tensor, const DotSide &side) {
  std::vector<int64_t> offsets;
  Index index(tensor.rank(), 0);
  forEachIndex(select(tensor.shape(), side.contracted), [&](llvm::ArrayRef<int64_t> contracted, int64_t) {
    place(index, side.contracted, contracted);
    offsets.push_back(tensor.linear(index));
  });
  return offsets;
}

/// result[batch, lhs free, rhs free] = sum over contracted of lhs * rhs.
std::vector<Tensor> dotOf(mlir::Operation *op, const Tensor &lhs, const DotSide &left, const Tensor &rhs,
                          const DotSide &right) {
  Tensor result(resultType(op));
  std::vector<int64_t> leftOffsets = contractedOffsets(lhs, left), rightOffsets = contractedOffsets(rhs, right);
  Index leftIndex(lhs.rank(), 0), rightIndex(rhs.rank(), 0);
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    llvm::ArrayRef<int64_t> batch = index.take_front(left.batch.size());
    place(leftIndex, left.batch, batch);
    place(rightIndex, right.batch, batch);
    place(leftIndex, left.free, index.slice(batch.size(), left.free.size()));
    place(rightIndex, right.free, index.take_back(right.free.size()));
    int64_t leftBase = lhs.linear(leftIndex), rightBase = rhs.linear(rightIndex);
    Accumulator sum(lhs.format(), rhs.format(), result.format());
    for (size_t k = 0; k < leftOffsets.size(); ++k)
      sum.addProduct(lhs.get(leftBase + leftOffsets[k]), rhs.get(rightBase + rightOffsets[k]));
    result.set(linear, sum.value());
  });
  return {result};
}

Results dotGeneral(mlir::Operation *op, Operands operands) {
  auto dims = llvm::cast<stablehlo::DotGeneralOp>(op).getDotDimensionNumbers();
  DotSide left(dims.getLhsBatchingDimensions(), dims.getLhsContractingDimensions(), operands[0]->rank());
  DotSide right(dims.getRhsBatchingDimensions(), dims.getRhsContractingDimensions(), operands[1]->rank());
  return dotOf(op, *operands[0], left, *operands[1], right);
}

/// The left's last dimension with the right's first.
Results dot(mlir::Operation *op, Operands operands) {
  int64_t last = static_cast<int64_t>(operands[0]->rank()) - 1;
  return dotOf(op, *operands[0], DotSide({}, {last}, operands[0]->rank()), *operands[1],
               DotSide({}, {0}, operands[1]->rank()));
}

/// Everything of a convolution that its attributes say, one entry a spatial dimension.
struct Window {
  Index strides, lhsDilation, rhsDilation, reversal, padding;
  Window(mlir::Operation *op, size_t spatial)
      : strides(integers(op, "window_strides", spatial, 1)), lhsDilation(integers(op, "lhs_dilation", spatial, 1)),
        rhsDilation(integers(op, "rhs_dilation", spatial, 1)), reversal(integers(op, "window_reversal", spatial, 0)),
        padding(integers(op, "padding", 2 * spatial, 0)) {}

  /// The input position under window position `w` of output position `o`, or nothing in padding and dilation gaps.
  std::optional<int64_t> input(size_t d, int64_t o, int64_t w, int64_t windowSize, int64_t inputSize) const {
    int64_t kernel = reversal[d] ? windowSize - 1 - w : w;
    int64_t position = o * strides[d] + kernel * rhsDilation[d] - padding[2 * d];
    if (position < 0 || position % lhsDilation[d] != 0 || position / lhsDilation[d] >= inputSize)
      return std::nullopt;
    return position / lhsDilation[d];
  }
};

Results convolution(mlir::Operation *op, Operands operands) {
  auto conv = llvm::cast<stablehlo::ConvolutionOp>(op);
  auto dims = conv.getDimensionNumbers();
  const Tensor &lhs = *operands[0], &rhs = *operands[1];
  Tensor result(resultType(op));
  llvm::ArrayRef<int64_t> lhsSpatial = dims.getInputSpatialDimensions(), rhsSpatial = dims.getKernelSpatialDimensions();
  llvm::ArrayRef<int64_t> outSpatial = dims.getOutputSpatialDimensions();
  size_t spatial = lhsSpatial.size();
  Window window(op, spatial);
  int64_t featureGroups = conv.getFeatureGroupCount(), batchGroups = conv.getBatchGroupCount();
  int64_t outFeatures = result.dim(dims.getOutputFeatureDimension());
  int64_t kernelInputs = rhs.dim(dims.getKernelInputFeatureDimension());
  int64_t outBatch = result.dim(dims.getOutputBatchDimension());
  Index windowShape = select(rhs.shape(), rhsSpatial), in(lhs.rank(), 0), kernel(rhs.rank(), 0);
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> out, int64_t linear) {
    int64_t feature = out[dims.getOutputFeatureDimension()];
    int64_t featureGroup = feature / (outFeatures / featureGroups), batchGroup = feature / (outFeatures / batchGroups);
    in[dims.getInputBatchDimension()] = out[dims.getOutputBatchDimension()] + batchGroup * outBatch;
    kernel[dims.getKernelOutputFeatureDimension()] = feature;
    Accumulator sum(lhs.format(), rhs.format(), result.format());
    forEachIndex(windowShape, [&](llvm::ArrayRef<int64_t> w, int64_t) {
      for (size_t d = 0; d < spatial; ++d) {
        std::optional<int64_t> position =
            window.input(d, out[outSpatial[d]], w[d], windowShape[d], lhs.dim(lhsSpatial[d]));
        if (!position)
          return;
        in[lhsSpatial[d]] = *position;
        kernel[rhsSpatial[d]] = w[d];
      }
      for (int64_t i = 0; i < kernelInputs; ++i) {
        in[dims.getInputFeatureDimension()] = featureGroup * kernelInputs + i;
        kernel[dims.getKernelInputFeatureDimension()] = i;
        sum.addProduct(lhs.at(in), rhs.at(kernel));
      }
    });
    result.set(linear, sum.value());
  });
  return std::vector<Tensor>{result};
}

} // namespace

} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachContractionReferences(mlir::MLIRContext &context) {
  attachReference<DotGeneralOp, interp::dotGeneral>(context);
  attachReference<DotOp, interp::dot>(context);
  attachReference<ConvolutionOp, interp::convolution>(context);
}

} // namespace shardwright::stablehlo
