#include "test/cuda-double/cublaslt/Product.h"

#include "test/cuda-double/machine/Floats.h"

#include <cstring>

namespace shardwright::cudadouble::cublaslt {

namespace {

double read(const uint8_t *from, int type) {
  auto as = [&](auto value) {
    std::memcpy(&value, from, sizeof value);
    return value;
  };
  switch (type) {
  case F32:
    return as(float());
  case F64:
    return as(double());
  case F16:
    return halfToFloat(as(uint16_t()));
  case BF16:
    return bfloatToFloat(as(uint16_t()));
  case I8:
    return as(int8_t());
  default:
    return as(int32_t());
  }
}

/// Rounded once, to the nearest.
void write(uint8_t *to, int type, double value) {
  auto as = [&](auto stored) { std::memcpy(to, &stored, sizeof stored); };
  switch (type) {
  case F32:
    return as(static_cast<float>(value));
  case F64:
    return as(value);
  case F16:
    return as(floatToHalf(static_cast<float>(value)));
  case BF16: {
    const float single = static_cast<float>(value);
    uint32_t bits;
    std::memcpy(&bits, &single, sizeof bits);
    if (single != single)
      return as(uint16_t(0x7fff));
    return as(static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16));
  }
  default:
    return as(static_cast<int32_t>(static_cast<int64_t>(value)));
  }
}

/// A matrix as numbers, by columns, of one batch.
std::vector<double> load(const Layout &layout, uint64_t address, int64_t batch,
                         const std::function<uint8_t *(uint64_t)> &at) {
  std::vector<double> values;
  values.reserve(layout.rows * layout.columns);
  const uint64_t bytes = bytesOf(layout.type);
  for (uint64_t column = 0; column != layout.columns; ++column) {
    const int64_t first = batch * layout.batchStride + static_cast<int64_t>(column) * layout.leading;
    const uint8_t *from = at(address + static_cast<uint64_t>(first) * bytes);
    for (uint64_t row = 0; row != layout.rows; ++row)
      values.push_back(read(from + row * bytes, layout.type));
  }
  return values;
}

/// To the 10 bits behind the point that units for tf32 read, to the nearest, halves away from 0.
double roundToTf32(double value) {
  float single = static_cast<float>(value);
  uint32_t bits;
  std::memcpy(&bits, &single, sizeof bits);
  if ((bits & 0x7f800000) != 0x7f800000)
    bits = (bits + 0x1000) & ~uint32_t{0x1fff};
  std::memcpy(&single, &bits, sizeof bits);
  return single;
}

/// What lies in memory of it, each column by itself, and all at once where they lie together.
void addRanges(std::vector<Range> &ranges, const Layout &layout, uint64_t address) {
  const uint64_t bytes = bytesOf(layout.type);
  const bool isDense = layout.leading == static_cast<int64_t>(layout.rows);
  const int64_t batches = layout.batchStride == 0 ? 1 : layout.batches;
  for (int64_t batch = 0; batch != batches; ++batch)
    for (uint64_t column = 0; column != (isDense ? 1 : layout.columns); ++column) {
      const int64_t first = batch * layout.batchStride + static_cast<int64_t>(column) * layout.leading;
      ranges.push_back({address + static_cast<uint64_t>(first) * bytes,
                        (isDense ? layout.rows * layout.columns : layout.rows) * bytes});
    }
}

} // namespace

uint64_t bytesOf(int type) {
  switch (type) {
  case F64:
    return 8;
  case F32:
  case I32:
    return 4;
  case F16:
  case BF16:
    return 2;
  case I8:
    return 1;
  default:
    return 0;
  }
}

std::string problemOf(const Description &description, const Layout &a, const Layout &b, const Layout &c,
                      const Layout &d) {
  const uint64_t m = description.transposesA ? a.columns : a.rows, k = description.transposesA ? a.rows : a.columns;
  const uint64_t n = description.transposesB ? b.rows : b.columns, l = description.transposesB ? b.columns : b.rows;
  auto sizes = [](uint64_t x, uint64_t y) { return std::to_string(x) + " x " + std::to_string(y); };
  if (k != l)
    return "A is " + sizes(m, k) + ", B is " + sizes(l, n);
  if (d.rows != m || d.columns != n || c.rows != m || c.columns != n)
    return "D is " + sizes(d.rows, d.columns) + ", the product is " + sizes(m, n);
  for (const Layout *layout : {&a, &b, &c, &d}) {
    if (layout->leading < static_cast<int64_t>(layout->rows))
      return "the leading dimension is " + std::to_string(layout->leading) + ", columns have " +
             std::to_string(layout->rows) + " rows";
    if (layout->batches != a.batches)
      return "batches of " + std::to_string(a.batches) + " and " + std::to_string(layout->batches);
  }
  if (d.batches > 1 && d.batchStride < static_cast<int64_t>(d.rows))
    return "the matrices of D overlap";
  if (c.type != d.type)
    return "C and D are of types " + std::to_string(c.type) + " and " + std::to_string(d.type);
  struct Combination {
    int compute, scale, in, out;
  };
  constexpr Combination known[] = {
      {ComputeF32, F32, F32, F32},   {ComputeF32, F32, F16, F16},  {ComputeF32, F32, F16, F32},
      {ComputeF32, F32, BF16, BF16}, {ComputeF32, F32, BF16, F32}, {ComputeF64, F64, F64, F64},
      {ComputeI32, I32, I8, I32},    {ComputeF32, F32, I8, F32},   {ComputeTF32, F32, F32, F32}};
  for (const Combination &each : known)
    if (each.compute == description.compute && each.scale == description.scale && each.in == a.type &&
        each.in == b.type && each.out == d.type)
      return "";
  return "no product of types " + std::to_string(a.type) + " and " + std::to_string(b.type) + " to " +
         std::to_string(d.type) + " with compute type " + std::to_string(description.compute) + " and scale type " +
         std::to_string(description.scale);
}

Routine makeProduct(const Description &description, const Layout &a, const Layout &b, const Layout &c, const Layout &d,
                    const Operands &operands) {
  Routine routine;
  routine.name = "cublasLtMatmul";
  addRanges(routine.reads, a, operands.a);
  addRanges(routine.reads, b, operands.b);
  if (operands.beta != 0)
    addRanges(routine.reads, c, operands.c);
  addRanges(routine.writes, d, operands.d);
  routine.compute = [=](const std::function<uint8_t *(uint64_t)> &at) {
    const uint64_t m = d.rows, n = d.columns, k = description.transposesA ? a.rows : a.columns;
    for (int64_t batch = 0; batch != d.batches; ++batch) {
      std::vector<double> left = load(a, operands.a, batch, at), right = load(b, operands.b, batch, at);
      if (description.compute == ComputeTF32)
        for (std::vector<double> *factors : {&left, &right})
          for (double &factor : *factors)
            factor = roundToTf32(factor);
      std::vector<double> start;
      if (operands.beta != 0)
        start = load(c, operands.c, batch, at);
      for (uint64_t column = 0; column != n; ++column) {
        std::vector<double> sums(m, 0.0);
        for (uint64_t step = 0; step != k; ++step) {
          const double factor = description.transposesB ? right[step * n + column] : right[column * k + step];
          for (uint64_t row = 0; row != m; ++row)
            sums[row] += factor * (description.transposesA ? left[row * k + step] : left[step * m + row]);
        }
        const int64_t first = batch * d.batchStride + static_cast<int64_t>(column) * d.leading;
        uint8_t *to = at(operands.d + static_cast<uint64_t>(first) * bytesOf(d.type));
        for (uint64_t row = 0; row != m; ++row) {
          const double before = operands.beta != 0 ? operands.beta * start[column * m + row] : 0;
          write(to + row * bytesOf(d.type), d.type, operands.alpha * sums[row] + before);
        }
      }
    }
  };
  return routine;
}

} // namespace shardwright::cudadouble::cublaslt
