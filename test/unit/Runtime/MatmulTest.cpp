// Matrix products on the host backend against plain loops in double precision: every type, layouts by strides, batches.
#include "ProgramBuilder.h"
#include "shardwright/Runtime/Compare.h"
#include "shardwright/Runtime/RunCommand.h"

#include "gtest/gtest.h"

#include <complex>
#include <cstring>

namespace shardwright::runtime {
namespace {

struct Case {
  int64_t batch, m, n, k;
};

/// The order of the dimensions in memory, major to minor, as positions in (batch, row, column).
using Order = std::array<int, 3>;
constexpr Order kOrders[] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {2, 0, 1}, {1, 2, 0}};

std::array<int64_t, 3> stridesOf(const std::array<int64_t, 3> &sizes, const Order &order) {
  std::array<int64_t, 3> strides;
  int64_t stride = 1;
  for (int i = 2; i >= 0; --i) {
    strides[static_cast<size_t>(order[static_cast<size_t>(i)])] = stride;
    stride *= sizes[static_cast<size_t>(order[static_cast<size_t>(i)])];
  }
  return strides;
}

void runCase(ElementType lhsType, ElementType rhsType, ElementType outType, Case size, const Order &lhsOrder,
             const Order &rhsOrder, double tolerance, int workers = 1, ElementType rounding = ElementType::F32,
             bool repeats = false) {
  auto lhs = stridesOf({size.batch, size.m, size.k}, lhsOrder), rhs = stridesOf({size.batch, size.k, size.n}, rhsOrder);
  if (repeats)
    rhs = stridesOf({1, size.k, size.n}, rhsOrder), rhs[0] = 0;
  Matmul mm{lhsType, rhsType, outType, size.batch, size.m, size.n, size.k,
            lhs[0],  lhs[1],  lhs[2],  rhs[0],     rhs[1], rhs[2]};
  mm.lhsRounding = lhsType == ElementType::F32 ? rounding : ElementType::F32;
  mm.rhsRounding = rhsType == ElementType::F32 ? rounding : ElementType::F32;
  auto multiplied = [&](const Array &array, int64_t at) {
    double element = realElement(array, at);
    if (array.type == ElementType::F32 && rounding == ElementType::BF16)
      element = bf16ToFloat(floatToBf16(static_cast<float>(element)));
    if (array.type == ElementType::F32 && rounding == ElementType::F16)
      element = f16ToFloat(floatToF16(static_cast<float>(element)));
    return element;
  };
  ProgramBuilder builder({});
  uint32_t a = builder.argumentPerDevice(lhsType, {size.batch * size.m * size.k});
  uint32_t b = builder.argumentPerDevice(rhsType, {size.batch * size.k * size.n});
  builder.matmul(mm, a, b, builder.resultPerDevice(outType, {size.batch, size.m, size.n}));
  builder.end();
  Array left = randomArray(builder.exe.arguments[0], 0, 1), right = randomArray(builder.exe.arguments[1], 1, 1);
  LoadOptions options;
  options.workers = workers;
  auto program = Program::load(builder.exe, options);
  ASSERT_TRUE(program.ok()) << program.status();
  auto results = (*program)->run({left, right});
  ASSERT_TRUE(results.ok()) << results.status();
  const Array &out = (*results)[0];
  int64_t wrong = 0;
  for (int64_t i = 0, at = 0; i != size.batch; ++i)
    for (int64_t r = 0; r != size.m; ++r)
      for (int64_t c = 0; c != size.n; ++c, ++at) {
        double want = 0;
        for (int64_t p = 0; p != size.k; ++p)
          want += multiplied(left, i * lhs[0] + r * lhs[1] + p * lhs[2]) *
                  multiplied(right, i * rhs[0] + p * rhs[1] + c * rhs[2]);
        double got = realElement(out, at);
        if (!(std::abs(got - want) <= tolerance * (1 + std::abs(want))) && wrong++ < 3)
          ADD_FAILURE() << elementName(lhsType) << " x " << elementName(rhsType) << " -> " << elementName(outType)
                        << " batch " << size.batch << " " << size.m << "x" << size.k << "x" << size.n << " at " << i
                        << ", " << r << ", " << c << ": " << got << ", expected " << want;
      }
}

const Case kCases[] = {{1, 1, 1, 1},    {1, 3, 5, 7},    {2, 4, 1, 6},   {3, 1, 5, 2},   {1, 33, 65, 17},
                       {4, 20, 31, 18}, {1, 64, 64, 64}, {2, 1, 70, 40}, {1, 70, 1, 40}, {1, 0, 4, 4},
                       {0, 4, 4, 4},    {1, 4, 4, 0},    {1, 50, 50, 1}};

TEST(Matmul, FloatsInEveryLayout) {
  for (const Case &size : kCases)
    for (const Order &lhs : kOrders)
      for (const Order &rhs : kOrders)
        runCase(ElementType::F32, ElementType::F32, ElementType::F32, size, lhs, rhs, 2e-6);
}

TEST(Matmul, HalfPrecisionAccumulatesInF32) {
  for (const Case &size : kCases)
    for (const Order &lhs : kOrders)
      for (ElementType type : {ElementType::BF16, ElementType::F16}) {
        runCase(type, type, type, size, lhs, kOrders[0], type == ElementType::BF16 ? 4e-3 : 5e-4);
        runCase(type, type, ElementType::F32, size, lhs, kOrders[1], 2e-6);
        runCase(type, ElementType::F32, ElementType::F32, size, lhs, kOrders[3], 2e-6);
        runCase(ElementType::F32, type, type, size, lhs, kOrders[0], type == ElementType::BF16 ? 4e-3 : 5e-4);
      }
}

TEST(Matmul, DoublesAndIntegersAreExactEnough) {
  for (const Case &size : kCases)
    for (const Order &lhs : {kOrders[0], kOrders[1]}) {
      runCase(ElementType::F64, ElementType::F64, ElementType::F64, size, lhs, kOrders[0], 1e-14);
      for (ElementType type :
           {ElementType::I16, ElementType::I32, ElementType::I64, ElementType::U16, ElementType::U32, ElementType::U64})
        runCase(type, type, type, size, lhs, kOrders[1], 0);
      runCase(ElementType::I8, ElementType::I8, ElementType::I32, size, lhs, kOrders[0], 0);
      runCase(ElementType::U8, ElementType::U8, ElementType::U32, size, lhs, kOrders[0], 0);
    }
}

/// Large ones on one device and several workers are cut along the batch or the rows, in whatever layout.
TEST(Matmul, IdleWorkersTakeParts) {
  for (int run = 0; run != 3; ++run)
    for (const Order &lhs : kOrders) {
      runCase(ElementType::F32, ElementType::F32, ElementType::F32, {1, 301, 96, 110}, lhs, kOrders[1], 4e-6, 4);
      runCase(ElementType::F32, ElementType::F32, ElementType::F32, {5, 101, 96, 70}, lhs, kOrders[0], 4e-6, 3);
    }
}

/// Or along the columns where there are more of them: each part writes some of every row.
TEST(Matmul, IdleWorkersTakeColumns) {
  for (const Order &lhs : {kOrders[0], kOrders[1]})
    for (const Order &rhs : {kOrders[0], kOrders[1]}) {
      Case size{1, 60, 1701, 110};
      runCase(ElementType::F32, ElementType::F32, ElementType::F32, size, lhs, rhs, 4e-6, 4);
      runCase(ElementType::BF16, ElementType::BF16, ElementType::F32, size, lhs, rhs, 4e-6, 3);
      runCase(ElementType::BF16, ElementType::BF16, ElementType::BF16, size, lhs, rhs, 4e-3, 3);
      runCase(ElementType::BF16, ElementType::F32, ElementType::F32, size, lhs, rhs, 4e-6, 4, ElementType::BF16);
      runCase(ElementType::F64, ElementType::F64, ElementType::F64, size, lhs, rhs, 1e-13, 3);
      runCase(ElementType::I8, ElementType::I8, ElementType::I32, size, lhs, rhs, 0, 3);
      runCase(ElementType::U8, ElementType::U8, ElementType::I32, size, lhs, rhs, 0, 3);
    }
}

/// A batch that cannot be dealt out evenly is cut along the rows or columns of all its members: each part writes some
/// of every result.
TEST(Matmul, IdleWorkersTakePartsOfEachOfABatch) {
  for (const Case &size : {Case{3, 101, 90, 110}, Case{3, 20, 1101, 70}})
    for (const Order &lhs : {kOrders[0], kOrders[3]}) {
      runCase(ElementType::F32, ElementType::F32, ElementType::F32, size, lhs, kOrders[1], 4e-6, 2);
      runCase(ElementType::BF16, ElementType::BF16, ElementType::BF16, size, lhs, kOrders[0], 4e-3, 2);
      runCase(ElementType::BF16, ElementType::BF16, ElementType::F32, size, lhs, kOrders[0], 4e-6, 2);
      runCase(ElementType::BF16, ElementType::F32, ElementType::F32, size, lhs, kOrders[0], 4e-6, 2, ElementType::BF16);
      runCase(ElementType::F64, ElementType::F64, ElementType::F64, size, lhs, kOrders[1], 1e-13, 2);
      runCase(ElementType::I8, ElementType::I8, ElementType::I32, size, lhs, kOrders[0], 0, 2);
      runCase(ElementType::I16, ElementType::I16, ElementType::I32, size, lhs, kOrders[1], 0, 2);
    }
}

/// Copies of operands are made in blocks of columns, rows or batches, the last of which is smaller.
TEST(Matmul, WidenedInBlocks) {
  for (const Case &size : {Case{1, 9, 600, 900}, Case{1, 600, 9, 900}, Case{9, 100, 90, 110}})
    for (const Order &lhs : {kOrders[0], kOrders[3]}) {
      runCase(ElementType::BF16, ElementType::BF16, ElementType::BF16, size, lhs, kOrders[0], 4e-3);
      runCase(ElementType::F16, ElementType::F16, ElementType::F32, size, lhs, kOrders[1], 2e-5);
      runCase(ElementType::F32, ElementType::BF16, ElementType::F32, size, kOrders[2], lhs, 2e-5, 2);
      runCase(ElementType::F32, ElementType::F32, ElementType::F16, size, kOrders[4], lhs, 5e-4);
    }
}

/// One matrix for the whole batch: by the library where it lies, by blocks of copies, and by our own loops.
TEST(Matmul, RepeatsAMatrix) {
  for (const Case &size : {Case{3, 4, 5, 7}, Case{3, 33, 65, 40}, Case{3, 9, 600, 900}})
    for (const Order &order : {kOrders[0], kOrders[3]})
      for (ElementType type : {ElementType::F32, ElementType::BF16, ElementType::I32})
        runCase(type, type, type, size, order, order, type == ElementType::BF16 ? 4e-3 : 2e-5, 2, ElementType::F32,
                true);
}

/// Elements of f32 that are rounded first, by blocks of the library and by our own loops.
TEST(Matmul, RoundsWhatItReads) {
  for (const Case &size : {Case{1, 3, 5, 7}, Case{2, 33, 65, 17}, Case{1, 9, 600, 900}, Case{1, 600, 9, 900}})
    for (const Order &lhs : {kOrders[0], kOrders[3]})
      for (ElementType type : {ElementType::BF16, ElementType::F16}) {
        runCase(type, ElementType::F32, ElementType::F32, size, lhs, kOrders[0], 2e-5, 1, type);
        runCase(ElementType::F32, type, ElementType::F32, size, lhs, kOrders[1], 2e-5, 1, type);
        runCase(ElementType::F32, ElementType::F32, type, size, lhs, kOrders[3],
                type == ElementType::BF16 ? 4e-3 : 5e-4, 2, type);
      }
}

TEST(Matmul, IntegersWrap) {
  ProgramBuilder builder({});
  uint32_t a = builder.constant<int8_t>({100, 100}), b = builder.constant<int8_t>({2, -1});
  uint32_t i8 = builder.resultPerDevice(ElementType::I8, {}), i4 = builder.resultPerDevice(ElementType::I4, {});
  builder.matmul({ElementType::I8, ElementType::I8, ElementType::I8, 1, 1, 1, 2, 0, 2, 1, 0, 1, 1}, a, b, i8);
  builder.matmul({ElementType::I8, ElementType::I8, ElementType::I4, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1}, b, a, i4);
  builder.end();
  auto results = (*Program::load(builder.exe))->run({});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(valuesOf<int8_t>((*results)[0])[0], 100);
  EXPECT_EQ(valuesOf<int8_t>((*results)[1])[0], -8); // 200 modulo 16
}

TEST(Matmul, Complex) {
  using C = std::complex<float>;
  ProgramBuilder builder({});
  uint32_t a = builder.constant<C>({{1, 2}, {3, -1}}), b = builder.constant<C>({{0, 1}, {2, 2}});
  builder.matmul({ElementType::C64, ElementType::C64, ElementType::C64, 1, 1, 1, 2, 0, 2, 1, 0, 1, 1}, a, b,
                 builder.resultPerDevice(ElementType::C64, {}));
  builder.end();
  auto results = (*Program::load(builder.exe))->run({});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(valuesOf<C>((*results)[0])[0], C(1, 2) * C(0, 1) + C(3, -1) * C(2, 2));
}

TEST(Matmul, RefusesTypesThatDoNotGoTogether) {
  ProgramBuilder builder({});
  uint32_t a = builder.constant<float>({1}), b = builder.constant<int32_t>({1});
  builder.matmul({ElementType::F32, ElementType::I32, ElementType::F32, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1}, a, b,
                 builder.resultPerDevice(ElementType::F32, {}));
  builder.end();
  EXPECT_EQ(Program::load(builder.exe).status().message(),
            "a matrix product of f32 and i32 into f32 is not supported by the host backend");
}

} // namespace
} // namespace shardwright::runtime
