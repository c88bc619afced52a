#include "runtime/backends/host/Reduce.h"

#include "runtime/Simd.h"
#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/FloatFormat.h"

#include <array>
#include <complex>
#include <type_traits>

namespace shardwright::runtime::host {
namespace {

template <typename T> struct IsComplex : std::false_type {};
template <typename T> struct IsComplex<std::complex<T>> : std::true_type {};

template <Reduction op, typename T> inline T apply(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    // Unsigned and at least 32 bits wide, so that wrapping is defined.
    using Wide = std::conditional_t<(sizeof(T) < 4), uint32_t, std::make_unsigned_t<T>>;
    Wide x = static_cast<Wide>(a), y = static_cast<Wide>(b);
    switch (op) {
    case Reduction::Sum:
      return static_cast<T>(x + y);
    case Reduction::Product:
      return static_cast<T>(x * y);
    case Reduction::Max:
      return a > b ? a : b;
    case Reduction::Min:
      return a < b ? a : b;
    case Reduction::And:
      return static_cast<T>(a & b);
    case Reduction::Or:
      return static_cast<T>(a | b);
    case Reduction::Xor:
      return static_cast<T>(a ^ b);
    }
    return a;
  } else if constexpr (op == Reduction::Sum) {
    return a + b;
  } else if constexpr (op == Reduction::Product) {
    if constexpr (IsComplex<T>::value)
      return T(a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real());
    else
      return a * b;
  } else if constexpr (op == Reduction::Max) {
    return a > b || a != a ? a : b;
  } else {
    return a < b || a != a ? a : b;
  }
}

template <typename T> const T *inputAt(const void *base, size_t offset) {
  return reinterpret_cast<const T *>(static_cast<const char *>(base) + offset);
}

template <Reduction op, typename T>
SW_FOR_EACH_CPU void combine(void *out, const void *const *ins, int64_t numIns, size_t offset, int64_t count) {
  T *to = static_cast<T *>(out);
  const T *first = inputAt<T>(ins[0], offset);
  for (int64_t i = 0; i != count; ++i)
    to[i] = first[i];
  for (int64_t k = 1; k != numIns; ++k) {
    const T *in = inputAt<T>(ins[k], offset);
    for (int64_t i = 0; i < count; ++i)
      to[i] = apply<op>(to[i], in[i]);
  }
}

template <Reduction op, float (*widen)(uint16_t), uint16_t (*narrow)(float)>
SW_FOR_EACH_CPU void combineHalf(void *out, const void *const *ins, int64_t numIns, size_t offset, int64_t count) {
  float sum[kCombineBlock];
  const uint16_t *first = inputAt<uint16_t>(ins[0], offset);
  for (int64_t i = 0; i != count; ++i)
    sum[i] = widen(first[i]);
  for (int64_t k = 1; k != numIns; ++k) {
    const uint16_t *in = inputAt<uint16_t>(ins[k], offset);
    for (int64_t i = 0; i != count; ++i)
      sum[i] = apply<op>(sum[i], widen(in[i]));
  }
  uint16_t *to = static_cast<uint16_t *>(out);
  for (int64_t i = 0; i != count; ++i)
    to[i] = narrow(sum[i]);
}

/// Floats of one byte, widened by a table.
template <Reduction op, ElementType type>
void combineByte(void *out, const void *const *ins, int64_t numIns, size_t offset, int64_t count) {
  static const FloatFormat &format = *floatFormat(type);
  static const std::array<float, 256> wide = [] {
    std::array<float, 256> values;
    for (uint32_t bits = 0; bits != values.size(); ++bits)
      values[bits] = decodeFloat(format, bits);
    return values;
  }();
  uint8_t *to = static_cast<uint8_t *>(out);
  for (int64_t i = 0; i != count; ++i) {
    float sum = wide[inputAt<uint8_t>(ins[0], offset)[i]];
    for (int64_t k = 1; k != numIns; ++k)
      sum = apply<op>(sum, wide[inputAt<uint8_t>(ins[k], offset)[i]]);
    to[i] = static_cast<uint8_t>(encodeFloat(format, sum));
  }
}

/// Integers narrower than the byte they lie in: wrapping at the end is wrapping at each step.
template <Reduction op, typename T, int bits>
void combineNarrow(void *out, const void *const *ins, int64_t numIns, size_t offset, int64_t count) {
  combine<op, T>(out, ins, numIns, offset, count);
  T *to = static_cast<T *>(out);
  for (int64_t i = 0; i != count; ++i)
    to[i] = static_cast<T>(static_cast<T>(static_cast<uint8_t>(to[i]) << (8 - bits)) >> (8 - bits));
}

/// On i1 a sum is `or`, a product `and`.
constexpr Reduction onBits(Reduction op) {
  switch (op) {
  case Reduction::Sum:
  case Reduction::Max:
    return Reduction::Or;
  case Reduction::Product:
  case Reduction::Min:
    return Reduction::And;
  default:
    return op;
  }
}

template <Reduction op> CombineFunction select(ElementType type) {
  constexpr bool bitwise = op == Reduction::And || op == Reduction::Or || op == Reduction::Xor;
  switch (type) {
  case ElementType::I1:
    return combine<onBits(op), uint8_t>;
  case ElementType::I2:
    return combineNarrow<op, int8_t, 2>;
  case ElementType::I4:
    return combineNarrow<op, int8_t, 4>;
  case ElementType::U2:
    return combineNarrow<op, uint8_t, 2>;
  case ElementType::U4:
    return combineNarrow<op, uint8_t, 4>;
  case ElementType::I8:
    return combine<op, int8_t>;
  case ElementType::I16:
    return combine<op, int16_t>;
  case ElementType::I32:
    return combine<op, int32_t>;
  case ElementType::I64:
    return combine<op, int64_t>;
  case ElementType::U8:
    return combine<op, uint8_t>;
  case ElementType::U16:
    return combine<op, uint16_t>;
  case ElementType::U32:
    return combine<op, uint32_t>;
  case ElementType::U64:
    return combine<op, uint64_t>;
  default:
    break;
  }
  if constexpr (!bitwise) {
    switch (type) {
    case ElementType::F16:
      return combineHalf<op, f16ToFloat, floatToF16>;
    case ElementType::BF16:
      return combineHalf<op, bf16ToFloat, floatToBf16>;
    case ElementType::F32:
      return combine<op, float>;
    case ElementType::F64:
      return combine<op, double>;
    case ElementType::F4E2M1FN:
      return combineByte<op, ElementType::F4E2M1FN>;
    case ElementType::F6E2M3FN:
      return combineByte<op, ElementType::F6E2M3FN>;
    case ElementType::F6E3M2FN:
      return combineByte<op, ElementType::F6E3M2FN>;
    case ElementType::F8E3M4:
      return combineByte<op, ElementType::F8E3M4>;
    case ElementType::F8E4M3:
      return combineByte<op, ElementType::F8E4M3>;
    case ElementType::F8E4M3B11FNUZ:
      return combineByte<op, ElementType::F8E4M3B11FNUZ>;
    case ElementType::F8E4M3FN:
      return combineByte<op, ElementType::F8E4M3FN>;
    case ElementType::F8E4M3FNUZ:
      return combineByte<op, ElementType::F8E4M3FNUZ>;
    case ElementType::F8E5M2:
      return combineByte<op, ElementType::F8E5M2>;
    case ElementType::F8E5M2FNUZ:
      return combineByte<op, ElementType::F8E5M2FNUZ>;
    case ElementType::F8E8M0FNU:
      return combineByte<op, ElementType::F8E8M0FNU>;
    default:
      break;
    }
    if constexpr (op == Reduction::Sum || op == Reduction::Product) {
      if (type == ElementType::C64)
        return combine<op, std::complex<float>>;
      if (type == ElementType::C128)
        return combine<op, std::complex<double>>;
    }
  }
  return nullptr;
}

} // namespace

CombineFunction combineFunction(ElementType type, Reduction reduction) {
  switch (reduction) {
  case Reduction::Sum:
    return select<Reduction::Sum>(type);
  case Reduction::Product:
    return select<Reduction::Product>(type);
  case Reduction::Max:
    return select<Reduction::Max>(type);
  case Reduction::Min:
    return select<Reduction::Min>(type);
  case Reduction::And:
    return select<Reduction::And>(type);
  case Reduction::Or:
    return select<Reduction::Or>(type);
  case Reduction::Xor:
    return select<Reduction::Xor>(type);
  }
  return nullptr;
}

} // namespace shardwright::runtime::host
