#ifndef DIALECTS_STABLEHLO_ELEMENTWISE_SCALAR_H
#define DIALECTS_STABLEHLO_ELEMENTWISE_SCALAR_H

#include "dialects/interfaces/ReferenceOpInterface.h"
#include "shardwright/Sharding/Sharding.h"

namespace shardwright::interp {

/// What combines two elements of a format: the scalar function of the operation of the same name; empty where the
/// format has none.
ScalarFunction combinationOf(ReductionKind kind, const ElementFormat &format);

/// Converts between any two formats: floats truncate towards zero and saturate, NaN becomes 0, to bool is "not 0".
Element convertElement(const Element &element, const ElementFormat &from, const ElementFormat &to);

} // namespace shardwright::interp

#endif // DIALECTS_STABLEHLO_ELEMENTWISE_SCALAR_H
