#include "runtime/Identity.h"

#include "runtime/IntegerBits.h"
#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/FloatFormat.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace shardwright::runtime {

ElementBytes identityOf(Reduction reduction, ElementType type) {
  ElementBytes bytes{};
  auto put = [&](auto value) { std::memcpy(bytes.data(), &value, sizeof(value)); };
  auto putBoth = [&](auto real, auto imaginary) { put(std::array{real, imaginary}); };
  const double infinity = std::numeric_limits<double>::infinity();
  double real = reduction == Reduction::Sum       ? -0.0
                : reduction == Reduction::Product ? 1.0
                : reduction == Reduction::Max     ? -infinity
                                                  : infinity;
  switch (type) {
  case ElementType::F16:
    put(floatToF16(static_cast<float>(real)));
    return bytes;
  case ElementType::BF16:
    put(floatToBf16(static_cast<float>(real)));
    return bytes;
  case ElementType::F32:
    put(static_cast<float>(real));
    return bytes;
  case ElementType::F64:
    put(real);
    return bytes;
  case ElementType::C64:
    putBoth(static_cast<float>(real), reduction == Reduction::Sum ? -0.0f : 0.0f);
    return bytes;
  case ElementType::C128:
    putBoth(real, reduction == Reduction::Sum ? -0.0 : 0.0);
    return bytes;
  default:
    break;
  }
  if (const FloatFormat *format = floatFormat(type)) {
    // Of types without infinities the largest numbers; of those without negative numbers the smallest.
    uint32_t bits = encodeFloat(*format, real);
    if (std::isinf(real) && format->special != FloatFormat::Special::InfAndNan)
      bits = format->largest() | (real < 0 ? format->signBit() : 0);
    put(static_cast<uint8_t>(!format->hasSign && !(real > 0) ? 0 : bits));
    return bytes;
  }
  // Integers: little endian, those narrower than a byte extended by their sign.
  const bool isSigned = type >= ElementType::I2 && type <= ElementType::I64;
  const int width = integerBits(type);
  const uint64_t ones = ~uint64_t{0}, all = width == 64 ? ones : (uint64_t{1} << width) - 1;
  const uint64_t most = isSigned ? all >> 1 : all, least = isSigned ? ~most : 0;
  put(reduction == Reduction::Product ? uint64_t{1}
      : reduction == Reduction::Max   ? least
      : reduction == Reduction::Min   ? most
      : reduction == Reduction::And   ? (isSigned ? ones : all)
                                      : uint64_t{0});
  return bytes;
}

} // namespace shardwright::runtime
