#ifndef LIB_EXPLAIN_PLACES_H
#define LIB_EXPLAIN_PLACES_H

#include "lib/Explain/Facts.h"

#include "mlir/IR/Value.h"

namespace shardwright::explanation {

/// What a location tells (see SourceNames.h).
Place placeFrom(mlir::Location location);
ValueName valueNameOf(mlir::Value value);

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_PLACES_H
