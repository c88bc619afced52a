#ifndef DIALECTS_SDY_SDYDIALECT_H
#define DIALECTS_SDY_SDYDIALECT_H

#include "mlir/IR/Dialect.h"

#include "dialects/sdy/SdyDialect.h.inc"

#endif // DIALECTS_SDY_SDYDIALECT_H
