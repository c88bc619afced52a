// Products in tiles against plain sums, of floats in double precision, of integers in 64 bits: every number of rows and
// columns of a tile, operands that end where memory ends, results that are parts of larger ones.
#include "runtime/backends/host/TileMatmul.h"

#include "shardwright/Runtime/Array.h"

#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <random>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace shardwright::runtime::host {
namespace {

/// Memory that ends with a page that nobody may touch.
class GuardedBytes {
public:
  explicit GuardedBytes(size_t size) : page(static_cast<size_t>(sysconf(_SC_PAGESIZE))) {
    whole = (size + page - 1) / page * page + page;
    base = static_cast<char *>(mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(base + whole - page, page, PROT_NONE);
    first = base + whole - page - size;
  }
  ~GuardedBytes() { munmap(base, whole); }

  char *first;

private:
  const size_t page;
  size_t whole;
  char *base;
};

double elementOf(const char *first, int64_t at, ElementType type) {
  if (type == ElementType::F32) {
    float value;
    std::memcpy(&value, first + at * 4, 4);
    return value;
  }
  uint16_t bits;
  std::memcpy(&bits, first + at * 2, 2);
  return type == ElementType::BF16 ? bf16ToFloat(bits) : f16ToFloat(bits);
}

void setElement(char *first, int64_t at, ElementType type, float value) {
  const uint16_t bits = type == ElementType::BF16 ? floatToBf16(value) : floatToF16(value);
  if (type == ElementType::F32)
    std::memcpy(first + at * 4, &value, 4);
  else
    std::memcpy(first + at * 2, &bits, 2);
}

struct Sizes {
  int64_t batch, m, n, k;
};

/// `gap`: elements between two rows of the result, which keep what they were.
void check(ElementType type, Sizes size, bool lhsByColumns, bool rhsByColumns, int64_t gap, uint32_t seed) {
  SCOPED_TRACE(testing::Message() << "batch " << size.batch << " " << size.m << "x" << size.k << "x" << size.n
                                  << (lhsByColumns ? ", lhs by columns" : "")
                                  << (rhsByColumns ? ", rhs by columns" : "") << " gap " << gap << " seed " << seed);
  MatmulPart mm(Matmul{type, type, type, size.batch, size.m, size.n, size.k, size.m * size.k, lhsByColumns ? 1 : size.k,
                       lhsByColumns ? size.m : 1, size.k * size.n, rhsByColumns ? 1 : size.n,
                       rhsByColumns ? size.k : 1});
  mm.outMStride = size.n + gap;
  mm.outBatchStride = size.m * mm.outMStride;
  const auto bytes = static_cast<int64_t>(elementBytes(type));
  const int64_t numOut = size.batch * mm.outBatchStride - (size.m > 0 ? gap : 0);
  GuardedBytes lhs(static_cast<size_t>(size.batch * size.m * size.k * bytes)),
      rhs(static_cast<size_t>(size.batch * size.k * size.n * bytes)),
      out(static_cast<size_t>(std::max<int64_t>(0, numOut) * bytes));
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> values(-1, 1);
  for (int64_t at = 0; at < size.batch * size.m * size.k; ++at)
    setElement(lhs.first, at, type, values(random));
  for (int64_t at = 0; at < size.batch * size.k * size.n; ++at)
    setElement(rhs.first, at, type, values(random));
  constexpr float kUntouched = 42;
  for (int64_t at = 0; at < numOut; ++at)
    setElement(out.first, at, type, kUntouched);
  std::optional<TileMatmul> tiles = TileMatmul::create(mm);
  ASSERT_TRUE(tiles);
  GuardedBytes scratch(static_cast<size_t>(tiles->scratchBytes()));
  tiles->run(lhs.first, rhs.first, out.first, scratch.first);
  const double tolerance = type == ElementType::F32 ? 1e-5 : type == ElementType::F16 ? 2e-3 : 1e-2;
  for (int64_t b = 0; b < size.batch; ++b)
    for (int64_t i = 0; i < size.m; ++i)
      for (int64_t j = 0; j < size.n + gap; ++j) {
        const int64_t at = b * mm.outBatchStride + i * mm.outMStride + j;
        if (at >= numOut)
          continue;
        double want = j < size.n ? 0 : kUntouched;
        for (int64_t p = 0; p < size.k && j < size.n; ++p)
          want += elementOf(lhs.first, b * mm.lhsBatchStride + i * mm.lhsMStride + p * mm.lhsKStride, type) *
                  elementOf(rhs.first, b * mm.rhsBatchStride + p * mm.rhsKStride + j * mm.rhsNStride, type);
        ASSERT_NEAR(elementOf(out.first, at, type), want, tolerance * (1 + std::abs(want)))
            << b << ", " << i << ", " << j;
      }
}

TEST(TileMatmul, EveryShapeOfTile) {
  for (int64_t m : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 23})
    for (int64_t n : {0, 1, 2, 3, 5, 7, 8, 12, 15, 16, 17, 31, 32, 40})
      for (int64_t k : {0, 1, 2, 5, 16, 33})
        for (bool lhsByColumns : {false, true})
          for (bool rhsByColumns : {false, true})
            check(ElementType::F32, {1, m, n, k}, lhsByColumns, rhsByColumns, (m + n) % 3, 1);
}

TEST(TileMatmul, BatchesAndNarrowFloats) {
  for (ElementType type : {ElementType::F32, ElementType::BF16, ElementType::F16})
    for (Sizes size : {Sizes{2, 3, 5, 4}, Sizes{3, 8, 16, 7}, Sizes{4, 9, 33, 12}, Sizes{1, 70, 90, 50}})
      for (bool lhsByColumns : {false, true})
        for (bool rhsByColumns : {false, true})
          check(type, size, lhsByColumns, rhsByColumns, 0, 7);
}

/// An integer of at most 32 bits.
struct IntegerType {
  ElementType type;
  int bits;
  bool isSigned;
};
constexpr IntegerType kIntegers[] = {{ElementType::I2, 2, true},    {ElementType::I4, 4, true},
                                     {ElementType::I8, 8, true},    {ElementType::I16, 16, true},
                                     {ElementType::I32, 32, true},  {ElementType::U2, 2, false},
                                     {ElementType::U4, 4, false},   {ElementType::U8, 8, false},
                                     {ElementType::U16, 16, false}, {ElementType::U32, 32, false}};

/// The low bits of a number as an element that holds them.
int64_t wrapped(const IntegerType &type, uint64_t number) {
  const uint64_t low = number & ((uint64_t{1} << type.bits) - 1);
  const bool isNegative = type.isSigned && (low >> (type.bits - 1)) != 0;
  return static_cast<int64_t>(low) - (isNegative ? int64_t{1} << type.bits : 0);
}

int64_t integerAt(const char *first, int64_t at, const IntegerType &type) {
  uint64_t number = 0;
  const size_t bytes = elementBytes(type.type);
  std::memcpy(&number, first + static_cast<size_t>(at) * bytes, bytes);
  if (!type.isSigned)
    return static_cast<int64_t>(number);
  return static_cast<int64_t>(number << (64 - 8 * bytes)) >> (64 - 8 * bytes);
}

void setInteger(char *first, int64_t at, const IntegerType &type, int64_t value) {
  const size_t bytes = elementBytes(type.type);
  std::memcpy(first + static_cast<size_t>(at) * bytes, &value, bytes);
}

/// All numbers of the type, its least and its largest one often.
void checkIntegers(const IntegerType &in, const IntegerType &out, Sizes size, bool lhsByColumns, bool rhsByColumns,
                   int64_t gap, uint32_t seed) {
  SCOPED_TRACE(testing::Message() << elementName(in.type) << " into " << elementName(out.type) << " batch "
                                  << size.batch << " " << size.m << "x" << size.k << "x" << size.n
                                  << (lhsByColumns ? ", lhs by columns" : "")
                                  << (rhsByColumns ? ", rhs by columns" : "") << " gap " << gap << " seed " << seed);
  MatmulPart mm(Matmul{in.type, in.type, out.type, size.batch, size.m, size.n, size.k, size.m * size.k,
                       lhsByColumns ? 1 : size.k, lhsByColumns ? size.m : 1, size.k * size.n, rhsByColumns ? 1 : size.n,
                       rhsByColumns ? size.k : 1});
  mm.outMStride = size.n + gap;
  mm.outBatchStride = size.m * mm.outMStride;
  const auto inBytes = static_cast<int64_t>(elementBytes(in.type)),
             outBytes = static_cast<int64_t>(elementBytes(out.type));
  const int64_t numOut = std::max<int64_t>(0, size.batch * mm.outBatchStride - (size.m > 0 ? gap : 0));
  GuardedBytes lhs(static_cast<size_t>(size.batch * size.m * size.k * inBytes)),
      rhs(static_cast<size_t>(size.batch * size.k * size.n * inBytes)), result(static_cast<size_t>(numOut * outBytes));
  std::mt19937_64 random(seed);
  auto number = [&] {
    const uint64_t least = uint64_t{1} << (in.bits - 1);
    const uint64_t choice = random() % 4;
    return wrapped(in, choice == 0 ? least : choice == 1 ? (in.isSigned ? least - 1 : 2 * least - 1) : random());
  };
  for (int64_t at = 0; at < size.batch * size.m * size.k; ++at)
    setInteger(lhs.first, at, in, number());
  for (int64_t at = 0; at < size.batch * size.k * size.n; ++at)
    setInteger(rhs.first, at, in, number());
  constexpr int64_t kUntouched = 1;
  for (int64_t at = 0; at < numOut; ++at)
    setInteger(result.first, at, out, kUntouched);
  std::optional<TileMatmul> tiles = TileMatmul::create(mm);
  ASSERT_TRUE(tiles);
  GuardedBytes scratch(static_cast<size_t>(tiles->scratchBytes()));
  tiles->run(lhs.first, rhs.first, result.first, scratch.first);
  for (int64_t b = 0; b < size.batch; ++b)
    for (int64_t i = 0; i < size.m; ++i)
      for (int64_t j = 0; j < size.n + gap; ++j) {
        const int64_t at = b * mm.outBatchStride + i * mm.outMStride + j;
        if (at >= numOut)
          continue;
        uint64_t sum = j < size.n ? 0 : kUntouched;
        for (int64_t p = 0; p < size.k && j < size.n; ++p)
          sum += static_cast<uint64_t>(
                     integerAt(lhs.first, b * mm.lhsBatchStride + i * mm.lhsMStride + p * mm.lhsKStride, in)) *
                 static_cast<uint64_t>(
                     integerAt(rhs.first, b * mm.rhsBatchStride + p * mm.rhsKStride + j * mm.rhsNStride, in));
        ASSERT_EQ(integerAt(result.first, at, out), wrapped(out, sum)) << b << ", " << i << ", " << j;
      }
}

TEST(TileMatmul, IntegersOfEveryType) {
  for (const IntegerType &in : kIntegers)
    for (const IntegerType &out : kIntegers)
      for (Sizes size : {Sizes{1, 5, 19, 33}, Sizes{2, 3, 5, 4}, Sizes{1, 17, 48, 64}})
        for (bool lhsByColumns : {false, true})
          for (bool rhsByColumns : {false, true})
            checkIntegers(in, out, size, lhsByColumns, rhsByColumns, size.m % 2, 3);
}

TEST(TileMatmul, IntegersInEveryShapeOfTile) {
  const IntegerType &byte = kIntegers[2], &word = kIntegers[4];
  for (int64_t m : {0, 1, 2, 7, 8, 9, 23})
    for (int64_t n : {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 40})
      for (int64_t k : {0, 1, 2, 3, 16, 33})
        for (bool lhsByColumns : {false, true})
          for (bool rhsByColumns : {false, true})
            for (const IntegerType *in : {&byte, &word})
              checkIntegers(*in, word, {1, m, n, k}, lhsByColumns, rhsByColumns, (m + n) % 3, 1);
}

TEST(TileMatmul, OtherTypesAreRefused) {
  using E = ElementType;
  auto isTaken = [](E lhs, E rhs, E out) {
    return TileMatmul::create(MatmulPart(Matmul{lhs, rhs, out, 1, 2, 2, 2, 4, 2, 1, 4, 2, 1})).has_value();
  };
  EXPECT_TRUE(isTaken(E::I8, E::I8, E::I32));
  EXPECT_FALSE(isTaken(E::F64, E::F64, E::F64));
  EXPECT_FALSE(isTaken(E::I8, E::I8, E::I64));
  EXPECT_FALSE(isTaken(E::I8, E::I8, E::F32));
  EXPECT_FALSE(isTaken(E::I8, E::U8, E::I32));
  EXPECT_FALSE(isTaken(E::I64, E::I64, E::I32));
  EXPECT_FALSE(isTaken(E::I1, E::I1, E::I1));
}

TEST(TileMatmul, SmallIsWhatALibraryIsNotWorth) {
  auto isSmall = [](int64_t m, int64_t n, int64_t k, bool byColumns = false) {
    return TileMatmul::create(MatmulPart(Matmul{ElementType::F32, ElementType::F32, ElementType::F32, 1, m, n, k, m * k,
                                                k, 1, k * n, byColumns ? 1 : n, byColumns ? k : 1}))
        ->isSmall();
  };
  EXPECT_TRUE(isSmall(4, 12, 32));
  EXPECT_TRUE(isSmall(32, 32, 32));
  EXPECT_EQ(isSmall(64, 64, 64), tilesOfThisCpu().areWide);
  EXPECT_FALSE(isSmall(80, 80, 80));
  EXPECT_TRUE(isSmall(32, 32, 32, /*byColumns=*/true));
  EXPECT_FALSE(isSmall(2, 96, 128, /*byColumns=*/true));
  EXPECT_FALSE(isSmall(int64_t{1} << 40, int64_t{1} << 40, int64_t{1} << 40));
}

} // namespace
} // namespace shardwright::runtime::host
