#ifndef DIALECTS_CHLO_CHLOOPS_H
#define DIALECTS_CHLO_CHLOOPS_H

#include "dialects/stablehlo/StablehloOps.h"

#include "dialects/chlo/ChloDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/chlo/ChloAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/chlo/ChloOps.h.inc"

#endif // DIALECTS_CHLO_CHLOOPS_H
