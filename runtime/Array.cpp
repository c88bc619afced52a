#include "shardwright/Runtime/Array.h"

#include "runtime/Layout.h"
#include "shardwright/Runtime/FloatFormat.h"

#include "absl/strings/str_cat.h"

#include <cstring>

namespace shardwright::runtime {

Array Array::zeros(ElementType type, std::vector<int64_t> shape) {
  Array array;
  array.type = type;
  array.bytes.resize(static_cast<size_t>(runtime::numElements(shape)) * elementBytes(type));
  array.shape = std::move(shape);
  return array;
}

int64_t Array::numElements() const { return runtime::numElements(shape); }

std::string describeType(ElementType type, const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t dim : shape)
    absl::StrAppend(&text, dim, "x");
  return text + elementName(type);
}

namespace {
template <typename T> T load(const Array &array, int64_t index) {
  T value;
  std::memcpy(&value, array.bytes.data() + static_cast<size_t>(index) * sizeof(T), sizeof(T));
  return value;
}
} // namespace

double realElement(const Array &array, int64_t index) {
  switch (array.type) {
  case ElementType::I2:
  case ElementType::I4:
  case ElementType::I8:
    return load<int8_t>(array, index);
  case ElementType::I1:
  case ElementType::U2:
  case ElementType::U4:
  case ElementType::U8:
    return load<uint8_t>(array, index);
  case ElementType::I16:
    return load<int16_t>(array, index);
  case ElementType::I32:
    return load<int32_t>(array, index);
  case ElementType::I64:
    return static_cast<double>(load<int64_t>(array, index));
  case ElementType::U16:
    return load<uint16_t>(array, index);
  case ElementType::U32:
    return load<uint32_t>(array, index);
  case ElementType::U64:
    return static_cast<double>(load<uint64_t>(array, index));
  case ElementType::F16:
    return f16ToFloat(load<uint16_t>(array, index));
  case ElementType::BF16:
    return bf16ToFloat(load<uint16_t>(array, index));
  case ElementType::F32:
    return load<float>(array, index);
  case ElementType::F64:
    return load<double>(array, index);
  case ElementType::C64: // the real part
    return load<float>(array, 2 * index);
  case ElementType::C128:
    return load<double>(array, 2 * index);
  default:
    return decodeFloat(*floatFormat(array.type), load<uint8_t>(array, index));
  }
}

float f16ToFloat(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = bits >> 10 & 0x1f, mantissa = bits & 0x3ff, wide;
  if (exponent == 0x1f) {
    wide = sign | 0x7f800000 | mantissa << 13;
  } else if (exponent != 0) {
    wide = sign | (exponent + 112) << 23 | mantissa << 13;
  } else { // zero or subnormal: an integer times 2^-24
    float value = static_cast<float>(mantissa) * 0x1p-24f;
    std::memcpy(&wide, &value, sizeof(wide));
    wide |= sign;
  }
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

uint16_t floatToF16(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  uint16_t sign = bits >> 16 & 0x8000;
  bits &= 0x7fffffff;
  if (bits > 0x7f800000)
    return static_cast<uint16_t>(sign | 0x7e00 | (bits >> 13 & 0x3ff));
  if (bits >= 0x47800000) // 65536 and above
    return static_cast<uint16_t>(sign | 0x7c00);
  if (bits < 0x38800000) { // below 2^-14: adding 0.5 lines the result's last bit up with the float's, which rounds it
    float magnitude;
    std::memcpy(&magnitude, &bits, sizeof(magnitude));
    magnitude += 0.5f;
    std::memcpy(&bits, &magnitude, sizeof(bits));
    return static_cast<uint16_t>(sign | (bits - 0x3f000000));
  }
  bits += 0xfff + (bits >> 13 & 1);
  return static_cast<uint16_t>(sign | ((bits >> 13) - (112 << 10)));
}

} // namespace shardwright::runtime
