#ifndef DIALECTS_STABLEHLO_STABLEHLOOPS_TD
#define DIALECTS_STABLEHLO_STABLEHLOOPS_TD

// The whole dialect, for its reference page; code is generated file by file.
include "dialects/stablehlo/CallOps.td"
include "dialects/stablehlo/CollectiveOps.td"
include "dialects/stablehlo/ControlFlowOps.td"
include "dialects/stablehlo/DataMovementOps.td"
include "dialects/stablehlo/DotConvOps.td"
include "dialects/stablehlo/DynamicOps.td"
include "dialects/stablehlo/ElementwiseOps.td"
include "dialects/stablehlo/LinalgOps.td"
include "dialects/stablehlo/ReductionOps.td"

#endif // DIALECTS_STABLEHLO_STABLEHLOOPS_TD
