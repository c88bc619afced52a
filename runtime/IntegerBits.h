#ifndef RUNTIME_INTEGERBITS_H
#define RUNTIME_INTEGERBITS_H

#include "shardwright/Runtime/Executable.h"

namespace shardwright::runtime {

/// Bits of an integer or a truth value, which may be fewer than those it lies in; 0: it is another type.
inline int integerBits(ElementType type) {
  switch (type) {
  case ElementType::I1:
    return 1;
  case ElementType::I2:
  case ElementType::U2:
    return 2;
  case ElementType::I4:
  case ElementType::U4:
    return 4;
  case ElementType::I8:
  case ElementType::U8:
    return 8;
  case ElementType::I16:
  case ElementType::U16:
    return 16;
  case ElementType::I32:
  case ElementType::U32:
    return 32;
  case ElementType::I64:
  case ElementType::U64:
    return 64;
  default:
    return 0;
  }
}

} // namespace shardwright::runtime

#endif // RUNTIME_INTEGERBITS_H
