// Products, then reduce_scatter: the sum of a chunk travels round the ring to the device whose chunk it is, and each
// device on the way adds what it computes meanwhile.
#include "passes/lower/DecomposeScatter.h"

#include "dialects/interfaces/TensorType.h"
#include "passes/common/TensorExpr.h"

using namespace mlir;

namespace shardwright::lower {

using Direction = ChunkRing::Direction;

bool ScatterDecomposer::match() {
  if (scatter.getInputs().size() != 1 || spmd::isStarted(scatter) || scatter.getKind().getValue() != ReductionKind::Sum)
    return false;
  const int64_t dim = scatter.getDim();
  Value input = scatter.getInputs().front();
  ring.emplace(scatter);
  length = tensorType(scatter->getResult(0)).getDimSize(dim);
  if (options.pieces ? length % options.pieces != 0 || options.pieces > kMostProducts
                     : ring->size() > options.mostDevices || ring->size() > kMostProducts)
    return false;
  return ring->size() >= 2 && length * ring->size() == tensorType(input).getDimSize(dim) && isMadeByProduct(input, dim);
}

SmallVector<Operation *> ScatterDecomposer::ops() {
  SmallVector<Operation *> all = madeByChunks(scatter.getInputs().front(), scatter.getDim());
  all.push_back(scatter);
  return all;
}

/// What this device adds to the chunk that is so many blocks further on than its own.
Value ScatterDecomposer::summand(int64_t offset) {
  return ChunkBuilder(b).summandOf(scatter.getInputs().front(), scatter.getDim(),
                                   {length, ring->startOf(offset, length)});
}

/// In the type that is reduced.
Value ScatterDecomposer::sent(Value sum, Direction direction, bool isHalf) {
  Type element = tensorType(scatter->getResult(0)).getElementType();
  return ring->send(b, convertTo(b, scatter.getLoc(), sum, element), direction, isHalf);
}

Value ScatterDecomposer::add(Value sum, Value received) {
  received = convertTo(b, scatter.getLoc(), received, tensorType(sum).getElementType());
  return stablehlo::AddOp::create(b, scatter.getLoc(), sum.getType(), sum, received);
}

/// A half of a chunk with zeros in the place of the other one; a whole one as it is.
Value ScatterDecomposer::padded(Value half, bool isFirst) {
  RankedTensorType type = tensorType(half), whole = withChunk(type, scatter.getDim(), length);
  if (type == whole)
    return half;
  SmallVector<int64_t> low(type.getRank(), 0), high(low);
  (isFirst ? high : low)[scatter.getDim()] = length - type.getDimSize(scatter.getDim());
  Value zero = zeroConstant(b, scatter.getLoc(), RankedTensorType::get({}, type.getElementType()));
  return stablehlo::PadOp::create(b, scatter.getLoc(), whole, half, zero, b.getDenseI64ArrayAttr(low),
                                  b.getDenseI64ArrayAttr(high),
                                  b.getDenseI64ArrayAttr(SmallVector<int64_t>(type.getRank(), 0)));
}

/// The chunk of a device begins at the next one, and comes to it last.
Value ScatterDecomposer::oneWay() {
  Value sum = summand(ring->size() - 1);
  for (int64_t offset = ring->size() - 2; offset >= 0; --offset) {
    Value received = sent(sum, Direction::Up, /*isHalf=*/false);
    sum = add(summand(offset), received);
  }
  return sum;
}

/// From both sides at once, each from the nearer half of the ring. The summand of the device that is as far on both
/// sides goes half on each.
Value ScatterDecomposer::bothWays() {
  const int64_t steps = (ring->size() - 1) / 2;
  Value below, above; // received
  if (ring->size() % 2 == 0) {
    Value farthest = summand(steps + 1);
    if (length % 2 == 0) {
      Value first = staticPart(b, farthest, scatter.getDim(), 0, length / 2);
      Value second = staticPart(b, farthest, scatter.getDim(), length / 2, length);
      below = sent(first, Direction::Up, /*isHalf=*/true);
      above = sent(second, Direction::Down, /*isHalf=*/true);
    } else {
      below = sent(farthest, Direction::Up, /*isHalf=*/false);
    }
  }
  for (int64_t step = steps; step > 0; --step) {
    Value up = summand(step);
    below = sent(below ? add(up, padded(below, /*isFirst=*/true)) : up, Direction::Up, /*isHalf=*/true);
    Value down = summand(-step);
    above = sent(above ? add(down, padded(above, /*isFirst=*/false)) : down, Direction::Down, /*isHalf=*/true);
  }
  return add(add(summand(0), below), above);
}

/// A piece of every device's block is reduced while the next one is multiplied.
Value ScatterDecomposer::inPieces() {
  const int64_t dim = scatter.getDim(), piece = length / options.pieces;
  RankedTensorType type = tensorType(scatter->getResult(0));
  SmallVector<Value> pieces;
  for (int64_t number = 0; number < options.pieces; ++number) {
    const Chunk chunk{ring->size() * piece, nullptr, ring->size(), number, options.pieces};
    Value summand = ChunkBuilder(b).chunkOf(scatter.getInputs().front(), dim, chunk, /*ofProducts=*/true);
    pieces.push_back(cloneOn(b, scatter, summand, withChunk(type, dim, piece)));
  }
  return stablehlo::ConcatenateOp::create(b, scatter.getLoc(), type, pieces, b.getI64IntegerAttr(dim));
}

void ScatterDecomposer::rewrite() {
  b.setInsertionPoint(scatter);
  Value sum = options.pieces ? inPieces() : options.bothWays && ring->size() > 2 ? bothWays() : oneWay();
  Type element = tensorType(scatter->getResult(0)).getElementType();
  scatter->getResult(0).replaceAllUsesWith(convertTo(b, scatter.getLoc(), sum, element));
  eraseUnused(scatter.getOperation());
}

} // namespace shardwright::lower
