#ifndef DIALECTS_INTERFACES_IDENTITYELEMENT_H
#define DIALECTS_INTERFACES_IDENTITYELEMENT_H

#include "shardwright/Sharding/Sharding.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace shardwright {

/// The element that changes nothing when combined: 0, 1, the smallest, the largest, all ones; as constants hold it.
mlir::Attribute identityElement(ReductionKind kind, mlir::Type elementType);

/// A complex number as elements of constants hold it: both parts.
mlir::Attribute complexNumber(mlir::ComplexType type, double real);

} // namespace shardwright

#endif // DIALECTS_INTERFACES_IDENTITYELEMENT_H
