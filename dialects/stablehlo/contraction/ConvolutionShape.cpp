#include "dialects/stablehlo/contraction/ConvolutionShape.h"
#include "dialects/interfaces/TensorType.h"

#include <algorithm>
#include <cmath>

namespace shardwright {
namespace {

/// Along one spatial dimension.
struct Window {
  int64_t input, window, output, stride, low, inputDilation, windowDilation;

  double meanTaps() const {
    int64_t taps = 0;
    for (int64_t position = 0; position < output; ++position)
      for (int64_t tap = 0; tap < window; ++tap) {
        int64_t at = position * stride + tap * windowDilation - low;
        taps += at >= 0 && at % inputDilation == 0 && at / inputDilation < input;
      }
    return output ? double(taps) / double(output) : 0;
  }
};

} // namespace

cost::ProductWork convolutionShape(stablehlo::ConvolutionOp convolution) {
  auto dims = convolution.getDimensionNumbers();
  llvm::ArrayRef<int64_t> input = tensorShape(convolution.getLhs()), kernel = tensorShape(convolution.getRhs()),
                          output = tensorShape(convolution.getResult());
  auto at = [](std::optional<llvm::ArrayRef<int64_t>> values, size_t dim) { return values ? (*values)[dim] : 1; };
  llvm::SmallVector<int64_t> padding(2 * dims.getInputSpatialDimensions().size(), 0);
  if (auto given = convolution.getPadding())
    padding.assign(given->getValues<int64_t>().begin(), given->getValues<int64_t>().end());
  double depth = double(kernel[dims.getKernelInputFeatureDimension()]);
  cost::ProductWork work;
  work.m = output[dims.getOutputBatchDimension()];
  for (size_t dim = 0; dim < dims.getInputSpatialDimensions().size(); ++dim) {
    Window window{input[dims.getInputSpatialDimensions()[dim]],
                  kernel[dims.getKernelSpatialDimensions()[dim]],
                  output[dims.getOutputSpatialDimensions()[dim]],
                  at(convolution.getWindowStrides(), dim),
                  padding[2 * dim],
                  at(convolution.getLhsDilation(), dim),
                  at(convolution.getRhsDilation(), dim)};
    work.m *= window.output;
    depth *= window.meanTaps();
  }
  work.form = "convolution";
  work.batch = static_cast<int64_t>(convolution.getFeatureGroupCount() * convolution.getBatchGroupCount());
  work.n = std::max<int64_t>(1, output[dims.getOutputFeatureDimension()] / work.batch);
  work.k = std::llround(std::ceil(depth));
  return work;
}

} // namespace shardwright
