// Arguments and results that are partial over axes: the whole array goes in as summands, and comes out combined.
#include "ProgramBuilder.h"
#include "runtime/Identity.h"
#include "shardwright/Runtime/Serialize.h"

#include "gtest/gtest.h"

#include <cmath>

namespace shardwright::runtime {
namespace {

constexpr ElementType kLast = ElementType::C128;

/// Copies its one argument to its one result, block by block.
Executable copies(ElementType type, std::vector<int64_t> shape, std::vector<AxisDigits> dims, AxisDigits partial,
                  Reduction reduction) {
  ProgramBuilder builder({{"x", 4}, {"y", 2}});
  uint32_t in = builder.argumentPerDevice(type, {}), out = builder.resultPerDevice(type, {});
  for (Interface *value : {&builder.exe.arguments[0], &builder.exe.results[0]}) {
    value->globalShape = shape;
    value->dims = dims;
    value->partial = partial;
    value->reduction = reduction;
  }
  for (uint32_t slot : {in, out})
    builder.exe.slots[slot].bytes = localBytes(builder.exe.arguments[0]);
  builder.copy(in, out);
  builder.end();
  return builder.exe;
}

Array run(Executable executable, const Array &input) {
  // Through a file, which carries what is partial.
  absl::StatusOr<Executable> read = deserialize(serialize(executable), "test.swx");
  EXPECT_TRUE(read.ok()) << read.status();
  absl::StatusOr<std::unique_ptr<Program>> program = Program::load(*std::move(read));
  EXPECT_TRUE(program.ok()) << program.status();
  auto results = (*program)->run({input});
  EXPECT_TRUE(results.ok()) << results.status();
  return (*results)[0];
}

/// Every element of the types of at most 8 bits, some of the others: both zeros, infinities, the ends of integers.
Array samples(ElementType type, int64_t count) {
  Array array = Array::zeros(type, {count});
  uint64_t size = elementBytes(type);
  bool isFloat = type >= ElementType::F16;
  for (int64_t i = 0; i != count; ++i) {
    uint8_t *at = array.bytes.data() + static_cast<uint64_t>(i) * size;
    auto put = [&](auto value) { std::memcpy(at, &value, sizeof(value)); };
    auto number = [&](int64_t j) {
      const double special[] = {0.0, -0.0, INFINITY, -INFINITY, 1.5, -2.25};
      return j < 6 ? special[j] : std::ldexp(static_cast<double>(j - 40), static_cast<int>(j % 7) - 3);
    };
    if (!isFloat) {
      int width = type == ElementType::I1                              ? 1
                  : type == ElementType::I2 || type == ElementType::U2 ? 2
                  : type == ElementType::I4 || type == ElementType::U4 ? 4
                                                                       : static_cast<int>(8 * size);
      int64_t value = i % 3 == 2 ? int64_t{1} << (width - 1) : i % 3 == 1 ? -1 - i / 3 : i / 3;
      bool isSigned = type >= ElementType::I2 && type <= ElementType::I64;
      uint64_t bits = static_cast<uint64_t>(value) << (64 - width);
      value = isSigned ? static_cast<int64_t>(bits) >> (64 - width) : static_cast<int64_t>(bits >> (64 - width));
      std::memcpy(at, &value, size);
    } else if (type == ElementType::F16) {
      put(floatToF16(static_cast<float>(number(i))));
    } else if (type == ElementType::BF16) {
      put(floatToBf16(static_cast<float>(number(i))));
    } else if (type == ElementType::F32) {
      put(static_cast<float>(number(i)));
    } else if (type == ElementType::F64) {
      put(number(i));
    } else { // complex: finite ones, as a product with 1 takes infinities for undefined
      double re = number(i % 30 + 4), im = number(i % 17 + 4);
      if (type == ElementType::C64)
        put(std::array{static_cast<float>(re), static_cast<float>(im)});
      else
        put(std::array{re, im});
    }
  }
  return array;
}

TEST(Partial, EveryReductionOfEveryTypeGivesBackTheBytes) {
  for (int type = 0; type <= static_cast<int>(kLast); ++type)
    for (int reduction = 0; reduction <= static_cast<int>(Reduction::Xor); ++reduction) {
      auto elementType = static_cast<ElementType>(type);
      auto kind = static_cast<Reduction>(reduction);
      if (!isDefinedOn(kind, elementType))
        continue;
      Array input = samples(elementType, 67);
      Array output = run(copies(elementType, {67}, {{}}, {{0, 1, 4}}, kind), input);
      EXPECT_EQ(input.bytes, output.bytes) << elementName(elementType) << ", reduction " << reduction;
    }
}

TEST(Partial, BesideSplitDimensionsThatTheAxesDoNotDivide) {
  const AxisDigit x{0, 1, 4}, y{1, 1, 2}, major{0, 1, 2}, minor{0, 2, 2};
  struct Case {
    std::vector<AxisDigits> dims;
    AxisDigits partial;
  } cases[] = {{{{y}, {}}, {x}},         {{{}, {x}}, {y}},   {{{major}, {}}, {minor, y}},
               {{{}, {minor}}, {major}}, {{{}, {}}, {x, y}}, {{{y}, {minor}}, {major}}};
  for (Reduction reduction : {Reduction::Sum, Reduction::Min})
    for (const Case &each : cases) {
      std::vector<float> values(35);
      for (size_t i = 0; i != values.size(); ++i)
        values[i] = static_cast<float>(i) - 11;
      Array input = arrayOf(ElementType::F32, {5, 7}, values);
      Array output = run(copies(ElementType::F32, {5, 7}, each.dims, each.partial, reduction), input);
      EXPECT_EQ(values, valuesOf<float>(output));
    }
}

TEST(Partial, ResultsThatDifferAreCombinedInOneRounding) {
  // Every device brings its own element of a bf16 argument; the sum is of f32.
  ProgramBuilder builder({{"x", 4}});
  uint32_t in = builder.argumentPerDevice(ElementType::BF16, {}), out = builder.resultPerDevice(ElementType::BF16, {});
  builder.exe.results[0].globalShape = {1};
  builder.exe.results[0].dims = {{}};
  builder.exe.results[0].partial = builder.wholeMesh();
  builder.copy(in, out);
  builder.end();
  std::vector<uint16_t> values = {floatToBf16(256), floatToBf16(1), floatToBf16(1), floatToBf16(-256)};
  Array output = run(builder.exe, arrayOf(ElementType::BF16, {4}, values));
  EXPECT_EQ(valuesOf<uint16_t>(output), std::vector<uint16_t>{floatToBf16(2)});
}

TEST(Partial, DonatedArgumentsStartAfreshInEveryExecution) {
  Executable executable = copies(ElementType::I32, {3}, {{}}, {{0, 1, 4}}, Reduction::Sum);
  executable.arguments[0].donated = 1;
  executable.slots.push_back({SlotSpace::Constant, 0, 0, 12});
  executable.constants.assign(64, 0xff);
  // Behind the copy the argument's memory is written over.
  executable.steps.insert(executable.steps.begin() + 1, executable.steps[0]);
  executable.steps[1].firstSlot = static_cast<uint32_t>(executable.stepSlots.size());
  executable.stepSlots.push_back(2);
  executable.stepSlots.push_back(0);
  auto program = Program::load(executable);
  ASSERT_TRUE(program.ok()) << program.status();
  RunOptions options;
  options.repeat = 3;
  auto results = (*program)->run({arrayOf<int32_t>(ElementType::I32, {3}, {5, -6, 7})}, options);
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(valuesOf<int32_t>((*results)[0]), (std::vector<int32_t>{5, -6, 7}));
}

TEST(Partial, FilesWithImpossibleOnesAreRefused) {
  auto refusal = [](const Executable &executable) { return std::string(validate(executable).message()); };
  const AxisDigit x{0, 1, 4};
  EXPECT_EQ(refusal(copies(ElementType::F32, {4}, {{x}}, {x}, Reduction::Sum)),
            "argument 0: mesh axis 'x' is used twice");
  EXPECT_EQ(refusal(copies(ElementType::F32, {4}, {{}}, {x}, Reduction::And)),
            "argument 0: reduction 4 is not defined on f32");
  EXPECT_EQ(refusal(copies(ElementType::C64, {4}, {{}}, {x}, Reduction::Max)),
            "argument 0: reduction 2 is not defined on complex<f32>");
  EXPECT_EQ(refusal(copies(ElementType::F32, {4}, {{}}, {x}, static_cast<Reduction>(9))),
            "argument 0: reduction 9 does not exist");
}

} // namespace
} // namespace shardwright::runtime
