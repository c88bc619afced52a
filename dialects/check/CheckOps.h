#ifndef DIALECTS_CHECK_CHECKOPS_H
#define DIALECTS_CHECK_CHECKOPS_H

#include "dialects/stablehlo/StablehloOps.h"

#include "dialects/check/CheckDialect.h.inc"

#define GET_OP_CLASSES
#include "dialects/check/CheckOps.h.inc"

#endif // DIALECTS_CHECK_CHECKOPS_H
