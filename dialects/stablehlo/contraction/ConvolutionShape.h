#ifndef DIALECTS_STABLEHLO_CONTRACTION_CONVOLUTIONSHAPE_H
#define DIALECTS_STABLEHLO_CONTRACTION_CONVOLUTIONSHAPE_H

#include "dialects/stablehlo/StablehloOps.h"
#include "shardwright/Cost/Work.h"

namespace shardwright {

/// The sizes of a convolution as the product [outputs, taps x features] x [taps x features, output features], a batch
/// for each group. Taps are the elements of the window on an element of the operand, in the mean: those on padding,
/// or between elements that a dilation moves apart, are not computed.
cost::ProductWork convolutionShape(stablehlo::ConvolutionOp convolution);

} // namespace shardwright

#endif // DIALECTS_STABLEHLO_CONTRACTION_CONVOLUTIONSHAPE_H
