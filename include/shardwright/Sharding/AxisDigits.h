#ifndef SHARDWRIGHT_SHARDING_AXISDIGITS_H
#define SHARDWRIGHT_SHARDING_AXISDIGITS_H

#include "shardwright/Base/PositionDigit.h"
#include "shardwright/Sharding/AxisRef.h"

namespace shardwright {

/// What an axis is of a position in the mesh.
PositionDigit digitOf(const Mesh &mesh, const AxisRef &axis);

/// What each axis of the mesh is of a position in it.
std::vector<PositionDigit> digitsOf(const Mesh &mesh);

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_AXISDIGITS_H
