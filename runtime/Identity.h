#ifndef SHARDWRIGHT_RUNTIME_IDENTITY_H
#define SHARDWRIGHT_RUNTIME_IDENTITY_H

#include "shardwright/Runtime/Executable.h"

#include <array>

namespace shardwright::runtime {

/// One element as it lies in memory: the first elementBytes(type) bytes.
using ElementBytes = std::array<uint8_t, 16>;

/// The element that changes nothing when it is combined with any other. A sum's is -0: x + -0 is x for both zeros,
/// which x + 0 is not. The reduction is defined on the type (isDefinedOn).
ElementBytes identityOf(Reduction reduction, ElementType type);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_IDENTITY_H
