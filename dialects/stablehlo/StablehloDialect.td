#ifndef DIALECTS_STABLEHLO_STABLEHLODIALECT_TD
#define DIALECTS_STABLEHLO_STABLEHLODIALECT_TD

include "dialects/stablehlo/StablehloAttrs.td"
include "dialects/stablehlo/StablehloBase.td"
include "dialects/stablehlo/StablehloEnums.td"

#endif // DIALECTS_STABLEHLO_STABLEHLODIALECT_TD
