#include "shardwright/Runtime/FloatFormat.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace shardwright::runtime {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Special = FloatFormat::Special;

std::vector<const FloatFormat *> allFormats() {
  std::vector<const FloatFormat *> all;
  for (int type = 0; isElementType(static_cast<ElementType>(type)); ++type)
    if (const FloatFormat *format = floatFormat(static_cast<ElementType>(type)))
      all.push_back(format);
  return all;
}

// From the tables of the formats' definitions: the largest, the smallest normal and the smallest number.
TEST(FloatFormat, LimitsAreThoseOfTheDefinitions) {
  struct Row {
    ElementType type;
    double largest, normal, smallest;
  };
  const Row rows[] = {{ElementType::F16, 65504, 0x1p-14, 0x1p-24},
                      {ElementType::BF16, 0x1.fep127, 0x1p-126, 0x1p-133},
                      {ElementType::F4E2M1FN, 6, 1, 0.5},
                      {ElementType::F6E2M3FN, 7.5, 1, 0.125},
                      {ElementType::F6E3M2FN, 28, 0.25, 0.0625},
                      {ElementType::F8E3M4, 15.5, 0x1p-2, 0x1p-6},
                      {ElementType::F8E4M3, 240, 0x1p-6, 0x1p-9},
                      {ElementType::F8E4M3B11FNUZ, 30, 0x1p-10, 0x1p-13},
                      {ElementType::F8E4M3FN, 448, 0x1p-6, 0x1p-9},
                      {ElementType::F8E4M3FNUZ, 240, 0x1p-7, 0x1p-10},
                      {ElementType::F8E5M2, 57344, 0x1p-14, 0x1p-16},
                      {ElementType::F8E5M2FNUZ, 57344, 0x1p-15, 0x1p-17},
                      {ElementType::F8E8M0FNU, 0x1p127, 0x1p-127, 0x1p-127}};
  EXPECT_EQ(std::size(rows), allFormats().size());
  for (const Row &row : rows) {
    const FloatFormat &format = *floatFormat(row.type);
    uint32_t normal = format.hasZero() ? 1u << format.mantissaBits : 0;
    EXPECT_EQ(decodeFloat(format, format.largest()), row.largest) << elementName(row.type);
    EXPECT_EQ(decodeFloat(format, normal), row.normal) << elementName(row.type);
    EXPECT_EQ(decodeFloat(format, format.hasZero() ? 1 : 0), row.smallest) << elementName(row.type);
    EXPECT_TRUE(std::isnan(decodeFloat(format, format.quietNan())) || format.special == Special::None);
  }
}

TEST(FloatFormat, EveryPatternComesBack) {
  for (const FloatFormat *format : allFormats())
    for (uint32_t bits = 0; bits != 1u << format->width(); ++bits) {
      float value = decodeFloat(*format, bits);
      uint32_t want = std::isnan(value) ? format->quietNan() : bits;
      if (std::isnan(value) && format->special != Special::NanAtNegativeZero)
        want |= bits & format->signBit();
      ASSERT_EQ(encodeFloat(*format, value), want) << elementName(format->type) << " " << bits;
    }
}

/// The nearest pattern by looking at all of them, of a positive number that is not too large.
uint32_t nearest(const FloatFormat &format, double value) {
  uint32_t best = 0;
  for (uint32_t bits = 0; bits <= format.largest(); ++bits) {
    double here = std::fabs(decodeFloat(format, bits) - value), there = std::fabs(decodeFloat(format, best) - value);
    bool winsTie = format.hasZero() ? bits % 2 == 0 : bits > best;
    if (here < there || (here == there && winsTie))
      best = bits;
  }
  return best;
}

TEST(FloatFormat, RoundsOnceToTheNearestEven) {
  std::mt19937_64 random(7);
  for (const FloatFormat *format : allFormats()) {
    if (format->width() > 8)
      continue; // the search is long; those have their own conversions and tests
    std::vector<double> values;
    double largest = decodeFloat(*format, format->largest());
    for (uint32_t bits = 0; bits < format->largest(); ++bits) {
      double middle = (double(decodeFloat(*format, bits)) + decodeFloat(*format, bits + 1)) / 2;
      for (double value : {middle, std::nextafter(middle, 0), std::nextafter(middle, kInfinity)})
        values.push_back(value);
    }
    for (int i = 0; i != 300; ++i) {
      double exponent = std::uniform_real_distribution<double>(-20, std::log2(largest))(random);
      values.push_back(std::min(std::exp2(exponent), largest));
    }
    for (double value : values) {
      uint32_t want = nearest(*format, value);
      ASSERT_EQ(encodeFloat(*format, value), want) << elementName(format->type) << " " << value;
      bool dropsSign = want == 0 && format->special == Special::NanAtNegativeZero;
      uint32_t mirrored = !format->hasSign ? format->quietNan() : dropsSign ? 0 : want | format->signBit();
      ASSERT_EQ(encodeFloat(*format, -value), mirrored) << elementName(format->type) << " " << -value;
    }
  }
}

TEST(FloatFormat, WhatIsTooLargeAndNaNFollowTheKind) {
  for (const FloatFormat *format : allFormats()) {
    // Half a unit above the largest number still rounds to it where its last bit is zero.
    double largest = decodeFloat(*format, format->largest()),
           unit = format->hasZero() ? largest - decodeFloat(*format, format->largest() - 1) : largest;
    for (double value : {largest + 0.51 * unit, 1e300, kInfinity}) {
      uint32_t bits = encodeFloat(*format, value), mirrored = encodeFloat(*format, -value);
      float back = decodeFloat(*format, bits);
      switch (format->special) {
      case Special::InfAndNan:
        EXPECT_EQ(back, kInfinity);
        EXPECT_EQ(decodeFloat(*format, mirrored), -kInfinity);
        break;
      case Special::NanAtTop:
      case Special::NanAtNegativeZero:
        EXPECT_TRUE(std::isnan(back)) << elementName(format->type) << " " << value;
        EXPECT_TRUE(std::isnan(decodeFloat(*format, mirrored)));
        break;
      case Special::None:
        EXPECT_EQ(back, largest);
        EXPECT_EQ(decodeFloat(*format, mirrored), -largest);
        break;
      }
    }
    float nan = decodeFloat(*format, encodeFloat(*format, std::nan("")));
    EXPECT_TRUE(format->special == Special::None ? nan == 0 && std::signbit(nan) : std::isnan(nan));
    if (format->hasZero())
      continue;
    for (double value : {0.0, -1.0, -1e300})
      EXPECT_EQ(encodeFloat(*format, value), format->quietNan());
  }
}

} // namespace
} // namespace shardwright::runtime
