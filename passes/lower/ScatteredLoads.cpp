#include "passes/lower/ScatteredLoads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdlib>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Some lanes of the result: where in the vector each lies, kPoisonIndex of those that do not.
struct Part {
  Value vector;
  SmallVector<int64_t> places;
};

/// Both's lanes, each in its place.
Part merge(OpBuilder &b, Location loc, const Part &first, const Part &second) {
  const int64_t lanes = static_cast<int64_t>(first.places.size());
  Part both{Value(), SmallVector<int64_t>(lanes, vector::ShuffleOp::kPoisonIndex)};
  SmallVector<int64_t> sources(both.places);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    if (first.places[lane] != vector::ShuffleOp::kPoisonIndex)
      sources[lane] = first.places[lane];
    else if (second.places[lane] != vector::ShuffleOp::kPoisonIndex)
      sources[lane] = lanes + second.places[lane];
    if (sources[lane] != vector::ShuffleOp::kPoisonIndex)
      both.places[lane] = lane;
  }
  both.vector = vector::ShuffleOp::create(b, loc, first.vector, second.vector, sources);
  return both;
}

} // namespace

bool isCloseStride(int64_t stride, int64_t lanes) { return stride != 0 && 2 * std::abs(stride) <= lanes; }

Value loadStrided(OpBuilder &b, Location loc, VectorType type, Value buffer, Value base, int64_t stride,
                  int64_t count) {
  const int64_t lanes = type.getNumElements(), step = std::abs(stride), span = (count - 1) * step + 1;
  auto at = [&](int64_t element) -> Value {
    int64_t offset = stride < 0 ? element - (span - 1) : element;
    return offset == 0 ? base
                       : Value(arith::AddIOp::create(b, loc, base, arith::ConstantIndexOp::create(b, loc, offset)));
  };
  SmallVector<Part> parts;
  int64_t next = 0; // of the elements wanted, in ascending order
  while (next < count) {
    // The last vector ends with the last element.
    const int64_t begin = std::max<int64_t>(0, std::min(next * step, span - lanes));
    Part part{Value(), SmallVector<int64_t>(lanes, vector::ShuffleOp::kPoisonIndex)};
    for (; next < count && next * step < begin + lanes; ++next)
      part.places[stride < 0 ? count - 1 - next : next] = next * step - begin;
    if (span >= lanes) {
      part.vector = vector::LoadOp::create(b, loc, type, buffer, ValueRange{at(begin)});
    } else {
      SmallVector<bool> on;
      for (int64_t lane = 0; lane < lanes; ++lane)
        on.push_back(lane < span);
      Value mask =
          arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type.cloneWith(std::nullopt, b.getI1Type()), on));
      Value nothing = arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(type)));
      part.vector = vector::MaskedLoadOp::create(b, loc, type, buffer, ValueRange{at(0)}, mask, nothing);
    }
    parts.push_back(std::move(part));
  }
  if (parts.size() == 1)
    return merge(b, loc, parts.front(), parts.front()).vector;
  while (parts.size() > 1) {
    SmallVector<Part> merged;
    for (size_t i = 0; i + 1 < parts.size(); i += 2)
      merged.push_back(merge(b, loc, parts[i], parts[i + 1]));
    if (parts.size() % 2)
      merged.push_back(parts.back());
    parts = std::move(merged);
  }
  return parts.front().vector;
}

Value loadApiece(OpBuilder &b, Location loc, VectorType type, Value buffer, Value base, Value offsets, int64_t count,
                 Value guard) {
  auto offsetType = cast<VectorType>(offsets.getType());
  Value first = arith::IndexCastOp::create(b, loc, offsetType.getElementType(), base);
  Value places = arith::AddIOp::create(b, loc, offsets, vector::BroadcastOp::create(b, loc, offsetType, first));
  if (guard)
    places = arith::SelectOp::create(b, loc, guard, places,
                                     arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(offsetType))));
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < count; ++lane) {
    Value place = vector::ExtractOp::create(b, loc, places, lane);
    place = arith::IndexCastOp::create(b, loc, b.getIndexType(), place);
    elements.push_back(memref::LoadOp::create(b, loc, buffer, ValueRange{place}));
  }
  Value zero = arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(type.getElementType())));
  elements.resize(type.getNumElements(), zero);
  Value loaded = vector::FromElementsOp::create(b, loc, type, elements);
  if (guard)
    loaded = arith::SelectOp::create(b, loc, guard, loaded,
                                     arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(type))));
  return loaded;
}

} // namespace shardwright::lower
