#ifndef PASSES_COMMON_PLACES_H
#define PASSES_COMMON_PLACES_H

#include "mlir/IR/Location.h"

#include <string>

namespace shardwright {

/// The place in a file, the innermost that is known; null where no file is.
mlir::FileLineColLoc filePlaceOf(mlir::Location location);
/// `file:line:col`, the innermost that is known, or nothing where no file is.
std::string placeOf(mlir::Location location);

/// What the author's tools call the op, from the outermost call to the innermost:
/// `jit(f)/while/body/layer/dot_general`; nothing where it has no name.
std::string pathOf(mlir::Location location);

} // namespace shardwright

#endif // PASSES_COMMON_PLACES_H
