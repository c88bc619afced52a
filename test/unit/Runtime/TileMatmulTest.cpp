// Products in tiles against plain sums in double precision: every number of rows and columns of a tile, operands that
// end where memory ends, results that are parts of larger ones.
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

TEST(TileMatmul, OtherTypesAreRefused) {
  const Matmul wide{ElementType::F64, ElementType::F64, ElementType::F64, 1, 2, 2, 2, 4, 2, 1, 4, 2, 1};
  EXPECT_FALSE(TileMatmul::create(MatmulPart(wide)));
}

TEST(TileMatmul, SmallIsWhatALibraryIsNotWorth) {
  auto isSmall = [](int64_t m, int64_t n, int64_t k, bool byColumns = false) {
    return TileMatmul::create(MatmulPart(Matmul{ElementType::F32, ElementType::F32, ElementType::F32, 1, m, n, k, m * k,
                                                k, 1, k * n, byColumns ? 1 : n, byColumns ? k : 1}))
        ->isSmall();
  };
  EXPECT_TRUE(isSmall(4, 12, 32));
  EXPECT_TRUE(isSmall(32, 32, 32));
  EXPECT_FALSE(isSmall(64, 64, 64));
  EXPECT_TRUE(isSmall(32, 32, 32, /*byColumns=*/true));
  EXPECT_FALSE(isSmall(2, 96, 128, /*byColumns=*/true));
  EXPECT_FALSE(isSmall(int64_t{1} << 40, int64_t{1} << 40, int64_t{1} << 40));
}

} // namespace
} // namespace shardwright::runtime::host
