// Opcodes that integers share with floating point: DecodeFloats.cpp has them and hands them on by type.
#ifndef TEST_CUDA_DOUBLE_MACHINE_FAMILIES_H
#define TEST_CUDA_DOUBLE_MACHINE_FAMILIES_H

#include "test/cuda-double/machine/Decoder.h"

namespace shardwright::cudadouble {

bool decodeIntegerSum(Decoder &d, Type type, bool subtracts);
bool decodeIntegerCarry(Decoder &d, bool subtracts);
bool decodeIntegerProduct(Decoder &d, Type type, bool adds);
bool decodeIntegerDivision(Decoder &d, Type type);
bool decodeIntegerSign(Decoder &d, Type type, bool negates);
bool decodeIntegerExtreme(Decoder &d, Type type, bool max);

/// Of types f16, f16x2, bf16, bf16x2 (DecodeHalves.cpp).
bool decodeHalfSum(Decoder &d, Type type, bool subtracts);
bool decodeHalfProduct(Decoder &d, Type type);
bool decodeHalfFma(Decoder &d, Type type);
bool decodeHalfExtreme(Decoder &d, Type type, bool max);
bool decodeHalfSign(Decoder &d, Type type, bool negates);
bool decodeHalfFunction(Decoder &d, Type type, double (*function)(double));

inline bool isHalf(Type type) {
  return type == Type::F16 || type == Type::F16x2 || type == Type::BF16 || type == Type::BF16x2;
}

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_FAMILIES_H
