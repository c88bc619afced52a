#include "runtime/backends/host/MatmulLoops.h"

#include "runtime/backends/host/MatmulPack.h"
#include "runtime/backends/host/Memory.h"
#include "shardwright/Runtime/Array.h"

#include <algorithm>

namespace shardwright::runtime::host {
namespace {

/// std::complex multiplies with a search for infinities; the plain formula is what is meant.
template <typename T> struct Complex {
  T re, im;
  Complex &operator+=(Complex o) {
    re += o.re;
    im += o.im;
    return *this;
  }
  friend Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
};

struct Bf16 {
  uint16_t bits;
  operator float() const { return bf16ToFloat(bits); }
  Bf16() = default;
  explicit Bf16(float value) : bits(floatToBf16(value)) {}
};
struct F16 {
  uint16_t bits;
  operator float() const { return f16ToFloat(bits); }
  F16() = default;
  explicit F16(float value) : bits(floatToF16(value)) {}
};
/// On i1 the sum is `or`.
struct Bit {
  uint8_t value;
  operator uint64_t() const { return value; }
  Bit() = default;
  explicit Bit(uint64_t sum) : value(sum != 0) {}
};
template <int bits> struct Signed {
  int8_t value;
  operator uint64_t() const { return static_cast<uint64_t>(value); }
  Signed() = default;
  explicit Signed(uint64_t sum)
      : value(static_cast<int8_t>(static_cast<int8_t>(static_cast<uint8_t>(sum) << (8 - bits)) >> (8 - bits))) {}
};
template <int bits> struct Unsigned {
  uint8_t value;
  operator uint64_t() const { return value; }
  Unsigned() = default;
  explicit Unsigned(uint64_t sum) : value(static_cast<uint8_t>(sum & ((1 << bits) - 1))) {}
};

template <typename Compute, typename T>
void pack(Compute *to, const T *from, int64_t rows, int64_t columns, int64_t rowStride, int64_t columnStride) {
  for (int64_t i = 0; i != rows; ++i)
    for (int64_t j = 0; j != columns; ++j)
      to[i * columns + j] = static_cast<Compute>(from[i * rowStride + j * columnStride]);
}

/// The elements of an operand as they are multiplied, row by row.
template <typename Compute, typename T> void pack(Compute *to, const Matrices &operand, const void *from) {
  pack(to, static_cast<const T *>(from), operand.rows, operand.columns, operand.rowStride, operand.columnStride);
  if constexpr (std::is_same_v<T, float>)
    for (Compute *end = to + operand.rows * operand.columns; operand.rounding != ElementType::F32 && to != end; ++to) {
      const float value = static_cast<float>(*to);
      *to = operand.rounding == ElementType::BF16 ? static_cast<float>(Bf16(value)) : static_cast<float>(F16(value));
    }
}

template <typename Compute, typename Lhs, typename Rhs, typename Out>
void loops(const MatmulPart &mm, const void *lhs, const void *rhs, void *out, void *scratch) {
  char *free = static_cast<char *>(scratch);
  auto take = [&](int64_t elements) {
    Compute *block = reinterpret_cast<Compute *>(free);
    free += aligned(static_cast<uint64_t>(elements) * sizeof(Compute));
    return block;
  };
  Compute *a = take(mm.m * mm.k), *b = take(mm.k * mm.n), *c = take(mm.m * mm.n);
  pack<Compute, Lhs>(a, lhsOf(mm), lhs);
  pack<Compute, Rhs>(b, rhsOf(mm), rhs);
  std::fill(c, c + mm.m * mm.n, Compute{});
  // Blocks of b stay in the cache while the rows of a pass over them.
  constexpr int64_t kDepth = 128, kWidth = 512;
  for (int64_t k0 = 0; k0 < mm.k; k0 += kDepth)
    for (int64_t n0 = 0; n0 < mm.n; n0 += kWidth) {
      int64_t width = std::min(kWidth, mm.n - n0), depth = std::min(kDepth, mm.k - k0);
      for (int64_t i = 0; i != mm.m; ++i) {
        Compute *row = c + i * mm.n + n0;
        for (int64_t p = k0; p != k0 + depth; ++p) {
          const Compute factor = a[i * mm.k + p], *line = b + p * mm.n + n0;
          for (int64_t j = 0; j != width; ++j)
            row[j] += factor * line[j];
        }
      }
    }
  Out *to = static_cast<Out *>(out);
  for (int64_t i = 0; i != mm.m; ++i)
    for (int64_t j = 0; j != mm.n; ++j)
      to[i * mm.outMStride + j] = static_cast<Out>(c[i * mm.n + j]);
}

/// One of the three is f64, in which the sums are.
template <typename Lhs, typename Rhs> MatmulLoop byOutFloat(ElementType out) {
  if (out == ElementType::F64)
    return loops<double, Lhs, Rhs, double>;
  if constexpr (std::is_same_v<Lhs, double> || std::is_same_v<Rhs, double>) {
    switch (out) {
    case ElementType::F16:
      return loops<double, Lhs, Rhs, F16>;
    case ElementType::BF16:
      return loops<double, Lhs, Rhs, Bf16>;
    case ElementType::F32:
      return loops<double, Lhs, Rhs, float>;
    default:
      return nullptr;
    }
  }
  return nullptr;
}

template <typename Lhs> MatmulLoop byRhsFloat(ElementType rhs, ElementType out) {
  switch (rhs) {
  case ElementType::F16:
    return byOutFloat<Lhs, F16>(out);
  case ElementType::BF16:
    return byOutFloat<Lhs, Bf16>(out);
  case ElementType::F32:
    return byOutFloat<Lhs, float>(out);
  case ElementType::F64:
    return byOutFloat<Lhs, double>(out);
  default:
    return nullptr;
  }
}

/// Integers of both operands alike, computed modulo 2^32 or 2^64: the low bits are those of the narrow product.
template <typename In> MatmulLoop byOutInteger(ElementType out) {
  switch (out) {
  case ElementType::I1:
    return loops<uint64_t, In, In, Bit>;
  case ElementType::I2:
    return loops<uint64_t, In, In, Signed<2>>;
  case ElementType::I4:
    return loops<uint64_t, In, In, Signed<4>>;
  case ElementType::U2:
    return loops<uint64_t, In, In, Unsigned<2>>;
  case ElementType::U4:
    return loops<uint64_t, In, In, Unsigned<4>>;
  case ElementType::I8:
  case ElementType::U8:
    return loops<uint32_t, In, In, uint8_t>;
  case ElementType::I16:
  case ElementType::U16:
    return loops<uint32_t, In, In, uint16_t>;
  case ElementType::I32:
  case ElementType::U32:
    return loops<uint32_t, In, In, uint32_t>;
  case ElementType::I64:
  case ElementType::U64:
    return loops<uint64_t, In, In, uint64_t>;
  case ElementType::F32: // asked for by preferred_element_type
    return loops<float, In, In, float>;
  default:
    return nullptr;
  }
}

MatmulLoop select(ElementType lhs, ElementType rhs, ElementType out) {
  switch (lhs) {
  case ElementType::F16:
    return byRhsFloat<F16>(rhs, out);
  case ElementType::BF16:
    return byRhsFloat<Bf16>(rhs, out);
  case ElementType::F32:
    return byRhsFloat<float>(rhs, out);
  case ElementType::F64:
    return byRhsFloat<double>(rhs, out);
  default:
    break;
  }
  if (lhs != rhs)
    return nullptr;
  switch (lhs) {
  case ElementType::I1:
    return byOutInteger<Bit>(out);
  case ElementType::I2:
  case ElementType::I4:
  case ElementType::I8:
    return byOutInteger<int8_t>(out);
  case ElementType::I16:
    return byOutInteger<int16_t>(out);
  case ElementType::I32:
    return byOutInteger<int32_t>(out);
  case ElementType::I64:
    return byOutInteger<int64_t>(out);
  case ElementType::U2:
  case ElementType::U4:
  case ElementType::U8:
    return byOutInteger<uint8_t>(out);
  case ElementType::U16:
    return byOutInteger<uint16_t>(out);
  case ElementType::U32:
    return byOutInteger<uint32_t>(out);
  case ElementType::U64:
    return byOutInteger<uint64_t>(out);
  case ElementType::C64:
    return out == lhs ? loops<Complex<float>, Complex<float>, Complex<float>, Complex<float>> : nullptr;
  case ElementType::C128:
    return out == lhs ? loops<Complex<double>, Complex<double>, Complex<double>, Complex<double>> : nullptr;
  default:
    return nullptr;
  }
}

} // namespace

MatmulLoops matmulLoops(const Matmul &matmul) {
  MatmulLoops result;
  result.run = select(matmul.lhsType, matmul.rhsType, matmul.outType);
  constexpr uint64_t kWidest = 16;
  for (int64_t elements : {matmul.m * matmul.k, matmul.k * matmul.n, matmul.m * matmul.n})
    result.scratchBytes += aligned(static_cast<uint64_t>(elements) * kWidest);
  return result;
}

} // namespace shardwright::runtime::host
