// The library's routines against loops that follow StableHLO's definitions.
#include "ProgramBuilder.h"
#include "shardwright/Runtime/RunCommand.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace shardwright::runtime {
namespace {

std::string loadMessage(const ProgramBuilder &builder) {
  return std::string(Program::load(builder.exe).status().message());
}

TEST(Sort, StableAlongAnyDimensionCarryingTheOtherOperands) {
  for (int64_t dim : {0, 1, 2}) {
    std::vector<int64_t> shape = {3, 37, 4};
    ProgramBuilder builder({});
    builder.useTestKernels();
    uint32_t keys = builder.argumentPerDevice(ElementType::F32, shape),
             values = builder.argumentPerDevice(ElementType::I32, shape);
    uint32_t outKeys = builder.resultPerDevice(ElementType::F32, shape),
             outValues = builder.resultPerDevice(ElementType::I32, shape);
    builder.exe.libraryCalls.push_back(
        {"sort", {dim}, {ElementType::F32, ElementType::I32}, {shape, shape}, "less_f32"});
    builder.step(StepKind::Library, 0, {keys, values, outKeys, outValues}, "sort");
    builder.end();
    std::vector<float> key(3 * 37 * 4);
    std::vector<int32_t> value(key.size());
    for (size_t i = 0; i != key.size(); ++i) {
      key[i] = static_cast<float>(i * 7919 % 11);
      value[i] = static_cast<int32_t>(i);
    }
    auto results =
        (*Program::load(builder.exe))
            ->run({arrayOf(ElementType::F32, {1, 3, 37, 4}, key), arrayOf(ElementType::I32, {1, 3, 37, 4}, value)});
    ASSERT_TRUE(results.ok()) << results.status();
    int64_t stride = dim == 2 ? 1 : dim == 1 ? 4 : 148, length = shape[static_cast<size_t>(dim)];
    std::vector<float> wantKey = key;
    std::vector<int32_t> wantValue = value;
    for (int64_t start = 0; start != static_cast<int64_t>(key.size()); ++start) {
      if (start / stride % length != 0)
        continue;
      std::vector<int64_t> order(static_cast<size_t>(length));
      std::iota(order.begin(), order.end(), 0);
      auto at = [&](int64_t i) { return static_cast<size_t>(start + i * stride); };
      std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return key[at(a)] < key[at(b)]; });
      for (int64_t i = 0; i != length; ++i) {
        wantKey[at(i)] = key[at(order[static_cast<size_t>(i)])];
        wantValue[at(i)] = value[at(order[static_cast<size_t>(i)])];
      }
    }
    EXPECT_EQ(valuesOf<float>((*results)[0]), wantKey);
    EXPECT_EQ(valuesOf<int32_t>((*results)[1]), wantValue);
  }
}

TEST(Library, WritesOnlyWhatIsApart) {
  auto message = [](auto &&change) {
    ProgramBuilder builder({});
    uint32_t a = builder.temporary(ElementType::F32, {4, 4}), factor = builder.temporary(ElementType::F32, {4, 4});
    builder.exe.libraryCalls.push_back({"cholesky", {1}, {ElementType::F32, ElementType::F32}, {{4, 4}, {4, 4}}, ""});
    builder.step(StepKind::Library, 0, {a, factor}, "cholesky");
    builder.end();
    change(builder.exe);
    return loadMessage(builder);
  };
  EXPECT_EQ(message([](Executable &) {}), "");
  EXPECT_EQ(message([](Executable &e) { e.slots[1].offset = 0; }),
            "step 0 (cholesky at file.mlir:0): buffers 0 and 1 overlap: 64 bytes from 0 and 64 bytes from 0");
  EXPECT_EQ(message([](Executable &e) {
              e.constants.resize(64);
              e.slots[1] = {SlotSpace::Constant, 0, 0, 64};
            }),
            "step 0 (cholesky at file.mlir:0): buffer 1 is written and is a constant");
}

TEST(Library, RefusesSizesWhoseScratchCannotBeCounted) {
  ProgramBuilder builder({});
  const int64_t huge = int64_t{1} << 50;
  builder.exe.libraryCalls.push_back(
      {"singular_values",
       {0},
       {ElementType::F32, ElementType::F32, ElementType::F32, ElementType::F32, ElementType::F32, ElementType::I32},
       {{0, huge}, {0, huge}, {0}, {0, 0}, {0, huge}, {}},
       ""});
  builder.end();
  EXPECT_EQ(Program::load(builder.exe).status().code(), absl::StatusCode::kResourceExhausted);
  builder.exe.libraryCalls[0] = {"fft",
                                 {1, 1, 0},
                                 {ElementType::F32, ElementType::F32, ElementType::F32},
                                 {{0, huge}, {0, huge / 2 + 1}, {0, huge / 2 + 1}},
                                 ""};
  EXPECT_EQ(Program::load(builder.exe).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(Decomposition, RefusesWhatDoesNotFit) {
  using T = ElementType;
  auto message = [](const LibraryCall &call) {
    ProgramBuilder builder({});
    builder.exe.libraryCalls.push_back(call);
    builder.end();
    return loadMessage(builder);
  };
  EXPECT_EQ(message({"complex_eigen", {0, 0}, {T::F32}, {{2, 2}}, ""}),
            "complex_eigen of operands that do not belong together, or that have more than 8192 rows or columns");
  EXPECT_EQ(
      message({"householder_multiply", {1}, {T::F32, T::F32, T::F32, T::F32}, {{2, 2}, {2}, {2, 1}, {2, 1}}, ""}),
      "householder_multiply of operands that do not belong together, or that have more than 8192 rows or columns");
  EXPECT_EQ(message({"pivoted_qr", {}, {T::BF16}, {{2, 2}}, ""}), "pivoted_qr of other elements than f32 and f64");
}

TEST(Sort, RefusesWhatItDoesNotTake) {
  ProgramBuilder builder({});
  builder.useTestKernels();
  builder.exe.libraryCalls.push_back({"sort", {1}, {ElementType::F32}, {{4}}, "less_f32"});
  builder.end();
  EXPECT_EQ(loadMessage(builder), "a sort of 1 operands along a dimension they do not have");
  builder.exe.libraryCalls[0] = {"sort", {0}, {ElementType::F32, ElementType::F32}, {{4}, {5}}, "less_f32"};
  EXPECT_EQ(loadMessage(builder), "a sort of operands of different shapes");
  builder.exe.libraryCalls[0] = {"sort", {0}, {ElementType::F32}, {{4}}, ""};
  EXPECT_EQ(loadMessage(builder), "a sort without a comparator");
  builder.exe.libraryCalls[0] = {"sort", {0}, {ElementType::F32}, {{4}}, "more_f32"};
  EXPECT_EQ(loadMessage(builder), "the kernel image has no symbol 'more_f32'");
  builder.exe.libraryCalls[0] = {"shuffle", {}, {}, {}, ""};
  EXPECT_EQ(loadMessage(builder),
            "library call 'shuffle' is not known to this runtime: it has cholesky, complex_cholesky, complex_eigen, "
            "complex_hessenberg, complex_householder_multiply, complex_householder_product, complex_householder_qr, "
            "complex_lu, complex_pivoted_qr, complex_schur, complex_singular_values, complex_symmetric_eigen, "
            "complex_triangular_solve, complex_tridiagonal, complex_tridiagonal_solve, convolution, eigen, fft, "
            "hessenberg, householder_multiply, householder_product, householder_qr, lu, pivoted_qr, schur, "
            "singular_values, sort, sort_by_key, symmetric_eigen, triangular_solve, tridiagonal, tridiagonal_solve, "
            "tridiagonal_solve_perturbed");
  ProgramBuilder small({});
  small.useTestKernels();
  uint32_t in = small.argumentPerDevice(ElementType::F32, {3}), out = small.resultPerDevice(ElementType::F32, {3});
  small.exe.libraryCalls.push_back({"sort", {0}, {ElementType::F32}, {{4}}, "less_f32"});
  small.step(StepKind::Library, 0, {in, out}, "sort");
  small.end();
  EXPECT_EQ(loadMessage(small),
            "step 0 (sort at file.mlir:0): 'sort' takes 2 buffers, the step has 2, or one is too small");
}

TEST(SortByKey, RefusesWhatItDoesNotTake) {
  ProgramBuilder builder({});
  builder.useTestKernels();
  builder.end();
  auto message = [&](LibraryCall call) {
    builder.exe.libraryCalls = {std::move(call)};
    return loadMessage(builder);
  };
  const ElementType f32 = ElementType::F32, i4 = ElementType::I4;
  EXPECT_EQ(message({"sort_by_key", {0, 4, 0}, {f32, f32}, {{4}, {4}}, ""}), "a sort without a key");
  EXPECT_EQ(message({"sort_by_key", {0, 4}, {f32, f32}, {{4}, {4}}, "add_one_f32"}),
            "a sort by key takes 3 parameters and at least 2 types, not 2 and 2");
  EXPECT_EQ(message({"sort_by_key", {0, 4, 0}, {f32}, {{4}}, "add_one_f32"}),
            "a sort by key takes 3 parameters and at least 2 types, not 3 and 1");
  EXPECT_EQ(message({"sort_by_key", {0, 5, 0}, {f32, f32}, {{4}, {4}}, "add_one_f32"}),
            "a sort by key cannot make 5 elements of lines of 4");
  EXPECT_EQ(message({"sort_by_key", {0, 4, 0}, {i4, i4}, {{4}, {4}}, "add_one_f32"}),
            "a sort by a key that has no order");
}

// The kernel adds something to each element, which changes no order.
TEST(SortByKey, MakesWhatIsWantedOfEachLine) {
  for (int64_t wanted : {0, 1, 2, 7}) {
    ProgramBuilder builder({});
    builder.useTestKernels();
    uint32_t in = builder.argumentPerDevice(ElementType::F32, {2, 7}),
             out = builder.resultPerDevice(ElementType::F32, {2, 7});
    builder.exe.libraryCalls.push_back(
        {"sort_by_key", {1, wanted, 1}, {ElementType::F32, ElementType::F32}, {{2, 7}, {2, 7}}, "add_one_f32", 7});
    builder.step(StepKind::Library, 0, {in, out}, "sort");
    builder.end();
    std::vector<float> values = {3, -1, 4, 1, -5, 9, 2, 6, 5, -3, 5, 8, 9, 7};
    auto results = (*Program::load(builder.exe))->run({arrayOf(ElementType::F32, {1, 2, 7}, values)});
    ASSERT_TRUE(results.ok()) << results.status();
    std::vector<float> made = valuesOf<float>((*results)[0]);
    for (int64_t line : {0, 1}) {
      std::vector<float> want(values.begin() + 7 * line, values.begin() + 7 * (line + 1));
      std::sort(want.begin(), want.end(), std::greater<float>());
      for (int64_t at = 0; at != wanted; ++at)
        EXPECT_EQ(made[static_cast<size_t>(7 * line + at)], want[static_cast<size_t>(at)]) << line << " " << at;
    }
  }
}

struct Convolution {
  const char *name;
  std::vector<int64_t> lhs, rhs, out;                ///< shapes as they are sharded
  std::vector<int64_t> lhsOrder, rhsOrder, outOrder; ///< dimension numbers
  int64_t featureGroups, batchGroups;
  std::vector<std::vector<int64_t>> windows; ///< stride, low, lhs dilation, rhs dilation, reversed
};

const Convolution kConvolutions[] = {
    {"two dimensions, valid",
     {2, 6, 5, 3},
     {3, 2, 3, 4},
     {2, 4, 4, 4},
     {0, 3, 1, 2},
     {2, 3, 0, 1},
     {0, 3, 1, 2},
     1,
     1,
     {{1, 0, 1, 1, 0}, {1, 0, 1, 1, 0}}},
    {"channels first, padded, strided",
     {2, 3, 7, 6},
     {4, 3, 3, 3},
     {2, 4, 4, 3},
     {0, 1, 2, 3},
     {1, 0, 2, 3},
     {0, 1, 2, 3},
     1,
     1,
     {{2, 1, 1, 1, 0}, {2, 1, 1, 1, 0}}},
    {"depthwise",
     {1, 5, 5, 4},
     {3, 3, 1, 8},
     {1, 5, 5, 8},
     {0, 3, 1, 2},
     {2, 3, 0, 1},
     {0, 3, 1, 2},
     4,
     1,
     {{1, 1, 1, 1, 0}, {1, 1, 1, 1, 0}}},
    {"batch groups", {4, 5, 3}, {3, 3, 6}, {2, 3, 6}, {0, 2, 1}, {1, 2, 0}, {0, 2, 1}, 1, 2, {{1, 0, 1, 1, 0}}},
    {"dilated, reversed", {1, 9, 2}, {3, 2, 2}, {1, 5, 2}, {0, 2, 1}, {1, 2, 0}, {0, 2, 1}, 1, 1, {{1, 0, 1, 2, 1}}},
    {"transposed", {1, 4, 2}, {3, 2, 2}, {1, 9, 2}, {0, 2, 1}, {1, 2, 0}, {0, 2, 1}, 1, 1, {{1, 2, 2, 1, 0}}},
    {"negative padding", {1, 6, 1}, {2, 1, 1}, {1, 4, 1}, {0, 2, 1}, {1, 2, 0}, {0, 2, 1}, 1, 1, {{1, -1, 1, 1, 0}}},
    // Large enough to be products of matrices.
    {"product, channels first",
     {2, 8, 7, 6},
     {8, 8, 3, 3},
     {2, 8, 7, 6},
     {0, 1, 2, 3},
     {1, 0, 2, 3},
     {0, 1, 2, 3},
     1,
     1,
     {{1, 1, 1, 1, 0}, {1, 1, 1, 1, 0}}},
    {"product, reversed and transposed, more than a block",
     {3, 20, 20, 10},
     {3, 3, 4, 10},
     {3, 39, 39, 4},
     {0, 3, 1, 2},
     {3, 2, 0, 1},
     {0, 3, 1, 2},
     1,
     1,
     {{1, 1, 2, 1, 1}, {1, 1, 2, 1, 1}}},
    {"product, feature groups",
     {2, 30, 16},
     {3, 8, 8},
     {2, 13, 8},
     {0, 2, 1},
     {1, 2, 0},
     {0, 2, 1},
     2,
     1,
     {{2, 0, 1, 2, 0}}},
    {"product, batch groups",
     {4, 64, 4},
     {9, 4, 8},
     {2, 56, 8},
     {0, 2, 1},
     {1, 2, 0},
     {0, 2, 1},
     1,
     2,
     {{1, 0, 1, 1, 0}}},
    {"no spatial dimension", {3, 4}, {4, 5}, {3, 5}, {0, 1}, {0, 1}, {0, 1}, 1, 1, {}},
};

std::vector<int64_t> parameters(const Convolution &c) {
  std::vector<int64_t> p = {c.featureGroups, c.batchGroups};
  for (const std::vector<int64_t> *order : {&c.lhsOrder, &c.rhsOrder, &c.outOrder})
    p.insert(p.end(), order->begin(), order->end());
  for (const std::vector<int64_t> &window : c.windows)
    p.insert(p.end(), window.begin(), window.end());
  return p;
}

/// Element by logical index: (batch, feature, spatial...) or (input feature, output feature, spatial...).
size_t flat(const std::vector<int64_t> &shape, const std::vector<int64_t> &order, const std::vector<int64_t> &logical) {
  std::vector<int64_t> index(shape.size());
  for (size_t d = 0; d != order.size(); ++d)
    index[static_cast<size_t>(order[d])] = logical[d];
  int64_t at = 0;
  for (size_t d = 0; d != shape.size(); ++d)
    at = at * shape[d] + index[d];
  return static_cast<size_t>(at);
}

bool next(std::vector<int64_t> &index, const std::vector<int64_t> &sizes) {
  for (size_t d = index.size(); d-- > 0;) {
    if (++index[d] < sizes[d])
      return true;
    index[d] = 0;
  }
  return false;
}

std::vector<int64_t> logicalSizes(const std::vector<int64_t> &shape, const std::vector<int64_t> &order) {
  std::vector<int64_t> sizes;
  for (int64_t d : order)
    sizes.push_back(shape[static_cast<size_t>(d)]);
  return sizes;
}

/// Each element of the result is compared with what the definition says, summed as `Sum`.
template <typename In, typename Out, typename Sum, typename Check>
void checkConvolution(const Convolution &c, ElementType in, ElementType out, const Check &isRight) {
  SCOPED_TRACE(testing::Message() << c.name << ", " << elementName(in) << " into " << elementName(out));
  ProgramBuilder builder({});
  uint32_t a = builder.argumentPerDevice(in, c.lhs), b = builder.argumentPerDevice(in, c.rhs);
  builder.exe.libraryCalls.push_back({"convolution", parameters(c), {in, in, out}, {c.lhs, c.rhs, c.out}, ""});
  builder.step(StepKind::Library, 0, {a, b, builder.resultPerDevice(out, c.out)}, "convolution");
  builder.end();
  Array lhs = randomArray(builder.exe.arguments[0], 0, 3), rhs = randomArray(builder.exe.arguments[1], 1, 3);
  auto program = Program::load(builder.exe);
  ASSERT_TRUE(program.ok()) << program.status();
  auto results = (*program)->run({lhs, rhs});
  ASSERT_TRUE(results.ok()) << results.status();
  std::vector<In> x = valuesOf<In>(lhs), w = valuesOf<In>(rhs);
  std::vector<Out> got = valuesOf<Out>((*results)[0]);

  std::vector<int64_t> outSizes = logicalSizes(c.out, c.outOrder), rhsSizes = logicalSizes(c.rhs, c.rhsOrder);
  std::vector<int64_t> lhsSizes = logicalSizes(c.lhs, c.lhsOrder), o(outSizes.size(), 0);
  do {
    Sum want = 0;
    std::vector<int64_t> k(rhsSizes.size(), 0);
    do { // k: input feature, output feature, window position
      if (k[1] != o[1])
        continue;
      std::vector<int64_t> l(lhsSizes.size());
      int64_t group = o[1] / (outSizes[1] / (c.featureGroups * c.batchGroups));
      l[0] = c.batchGroups > 1 ? group * outSizes[0] + o[0] : o[0];
      l[1] = c.featureGroups > 1 ? group * rhsSizes[0] + k[0] : k[0];
      bool inside = true;
      for (size_t d = 0; d != c.windows.size(); ++d) {
        const std::vector<int64_t> &window = c.windows[d];
        int64_t position = window[4] ? rhsSizes[d + 2] - 1 - k[d + 2] : k[d + 2];
        int64_t dilated = o[d + 2] * window[0] + position * window[3] - window[1];
        l[d + 2] = dilated / window[2];
        inside = inside && dilated >= 0 && dilated % window[2] == 0 && l[d + 2] < lhsSizes[d + 2];
      }
      if (inside)
        want += static_cast<Sum>(x[flat(c.lhs, c.lhsOrder, l)]) * static_cast<Sum>(w[flat(c.rhs, c.rhsOrder, k)]);
    } while (next(k, rhsSizes));
    ASSERT_TRUE(isRight(got[flat(c.out, c.outOrder, o)], want)) << got[flat(c.out, c.outOrder, o)] << ", not " << want;
  } while (next(o, outSizes));
}

TEST(Convolution, EveryKindOfWindowAndGroup) {
  for (const Convolution &c : kConvolutions)
    checkConvolution<float, float, double>(c, ElementType::F32, ElementType::F32, [](float got, double want) {
      return std::abs(got - want) <= 1e-5 * std::max(1.0, std::abs(want));
    });
}

TEST(Convolution, OfIntegers) {
  using E = ElementType;
  // Modulo 2 to the bits of the result.
  auto isRight = [](auto got, uint64_t want) { return got == static_cast<decltype(got)>(want); };
  for (const Convolution &c : kConvolutions) {
    checkConvolution<int8_t, int32_t, uint64_t>(c, E::I8, E::I32, isRight);
    checkConvolution<int8_t, int8_t, uint64_t>(c, E::I8, E::I8, isRight);
    checkConvolution<uint8_t, uint32_t, uint64_t>(c, E::U8, E::U32, isRight);
    checkConvolution<int16_t, int32_t, uint64_t>(c, E::I16, E::I32, isRight);
    checkConvolution<int16_t, int16_t, uint64_t>(c, E::I16, E::I16, isRight);
    checkConvolution<int32_t, int32_t, uint64_t>(c, E::I32, E::I32, isRight);
    checkConvolution<int64_t, int64_t, uint64_t>(c, E::I64, E::I64, isRight);
  }
}

TEST(Convolution, RefusesWhatDoesNotFit) {
  Convolution c = kConvolutions[0];
  auto message = [&](ElementType type = ElementType::F32) {
    ProgramBuilder builder({});
    builder.exe.libraryCalls.push_back({"convolution", parameters(c), {type, type, type}, {c.lhs, c.rhs, c.out}, ""});
    builder.end();
    return loadMessage(builder);
  };
  EXPECT_EQ(message(), "");
  EXPECT_EQ(message(ElementType::C64),
            "convolution: of complex<f32> and complex<f32> into complex<f32> is not supported by the host backend");
  c.windows[0][0] = 0;
  EXPECT_EQ(message(), "convolution: stride 0, dilations 1 and 1");
  c = kConvolutions[0];
  c.lhsOrder[0] = 3;
  EXPECT_EQ(message(), "convolution: dimension numbers that are no permutation of 0 to 3");
  c = kConvolutions[0];
  c.featureGroups = 3;
  EXPECT_EQ(message(),
            "convolution: batch 2 and features 3 of lhs, features 3 and 4 of rhs, batch 2 and features 4 of out do not "
            "fit 3 feature groups and 1 batch groups");
  c = kConvolutions[0];
  c.windows.pop_back();
  EXPECT_EQ(message(), "convolution: has 19 parameters, rank 4 takes 24");
}

} // namespace
} // namespace shardwright::runtime
