#include "passes/lower/ChunkRing.h"

#include "dialects/interfaces/TensorType.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/TensorExpr.h"

using namespace mlir;

namespace shardwright::lower {

ChunkRing::ChunkRing(Operation *collective)
    : collective(collective), mesh(collective->getAttrOfType<FlatSymbolRefAttr>("mesh")),
      axes(collective->getAttrOfType<sharding::AxesAttr>("axes")),
      members(numParts(*sharding::lookupMesh(collective), axes.getValue())) {
  auto given = collective->getAttrOfType<StringAttr>("cause");
  std::string text = given ? given.str() + ", " : collective->getName().stripDialect().str() + " ";
  cause = StringAttr::get(collective->getContext(), text + "in a ring of chunks");
}

Value ChunkRing::send(OpBuilder &b, Value value, Direction direction, bool isHalf) {
  const int64_t distance = direction == Direction::Up ? 1 : members - 1;
  SmallVector<int64_t> pairs;
  for (int64_t from = 0; from < members; ++from)
    llvm::append_values(pairs, from, (from + distance) % members);
  auto permute = spmd::CollectivePermuteOp::create(b, collective->getLoc(), value.getType(), value,
                                                   b.getDenseI64ArrayAttr(pairs), mesh, axes, cause);
  if (isHalf)
    permute->setAttr(spmd::kBidirectionalAttr, b.getUnitAttr());
  return permute->getResult(0);
}

Value ChunkRing::startOf(int64_t offset, int64_t length) {
  offset = ((offset % members) + members) % members;
  Value &start = starts[{offset, length}];
  if (start)
    return start;
  OpBuilder b(collective);
  Location loc = collective->getLoc();
  // Positions in a dimension of any length, and the sum of two indices.
  auto type = RankedTensorType::get({}, b.getIntegerType(members * std::max<int64_t>(length, 2) > INT32_MAX ? 64 : 32));
  auto number = [&](int64_t value) -> Value {
    return stablehlo::ConstantOp::create(b, loc,
                                         DenseElementsAttr::get(type, b.getIntegerAttr(type.getElementType(), value)));
  };
  if (!index)
    index = spmd::AxisIndexOp::create(b, loc, mesh, axes);
  Value block = index;
  if (tensorType(block) != type)
    block = stablehlo::ConvertOp::create(b, loc, type, block);
  if (offset != 0)
    block = stablehlo::RemOp::create(b, loc, type, stablehlo::AddOp::create(b, loc, type, block, number(offset)),
                                     number(members));
  return start = stablehlo::MulOp::create(b, loc, type, block, number(length));
}

/// The first chunk of a ring fills the value, so that no memory is written for nothing; each of the others goes over
/// its part. Pieces are joined once all are there.
void ChunkJoiner::add(OpBuilder &b, Value value, const Chunk &chunk) {
  RankedTensorType type = tensorType(value);
  Location loc = value.getLoc();
  if (!chunk.start) {
    const int64_t piece = type.getDimSize(dim) / chunk.blocks;
    pieces.push_back(reshapeDims(b, value, dim, 1, {chunk.blocks, 1, piece}));
    return;
  }
  if (!joined) {
    SmallVector<int64_t> spread(type.getShape()), dims;
    spread.insert(spread.begin() + dim, chunks);
    for (int64_t each = 0; each < type.getRank(); ++each)
      dims.push_back(each + (each >= dim ? 1 : 0));
    Value filled = stablehlo::BroadcastInDimOp::create(b, loc, type.clone(spread), value, b.getDenseI64ArrayAttr(dims));
    joined = reshapeDims(b, filled, dim, 2, {chunks * type.getDimSize(dim)});
    return;
  }
  SmallVector<Value> starts(type.getRank(), zeroConstant(b, loc, tensorType(chunk.start)));
  starts[dim] = chunk.start;
  joined = stablehlo::DynamicUpdateSliceOp::create(b, loc, joined.getType(), joined, value, starts);
}

Value ChunkJoiner::whole(OpBuilder &b) {
  if (pieces.empty())
    return joined;
  RankedTensorType type = tensorType(pieces.front());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim + 1] = static_cast<int64_t>(pieces.size());
  Value whole = stablehlo::ConcatenateOp::create(b, pieces.front().getLoc(), type.clone(shape), pieces,
                                                 b.getI64IntegerAttr(dim + 1));
  return reshapeDims(b, whole, dim, 3, {shape[dim] * shape[dim + 1] * shape[dim + 2]});
}

} // namespace shardwright::lower
