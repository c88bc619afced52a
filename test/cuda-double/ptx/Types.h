// The types of PTX and their sizes.
#ifndef TEST_CUDA_DOUBLE_PTX_TYPES_H
#define TEST_CUDA_DOUBLE_PTX_TYPES_H

#include <cstdint>
#include <string_view>

namespace shardwright::cudadouble {

enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F64,
  TF32,
  E4M3x2,
  E5M2x2,
  U16x2,
  S16x2,
  F32x2,
};

/// The type called NAME ("f32", without the dot); None if there is none of that name.
Type typeNamed(std::string_view name);
std::string_view nameOf(Type type);
/// Bytes of a value; 0 for predicates, which are bits.
unsigned sizeOf(Type type);

inline bool isSigned(Type type) { return type >= Type::S8 && type <= Type::S64; }
inline bool isUnsigned(Type type) { return type >= Type::U8 && type <= Type::U64; }
inline bool isBits(Type type) { return type >= Type::B8 && type <= Type::B128; }
inline bool isInteger(Type type) { return isSigned(type) || isUnsigned(type); }
inline bool isFloat(Type type) { return type >= Type::F16 && type <= Type::E5M2x2; }

enum class Space : uint8_t { Generic, Global, Shared, Local, Const, Param };

std::string_view nameOf(Space space);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_PTX_TYPES_H
