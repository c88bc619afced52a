#include "passes/lower/TransposeVectors.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace shardwright::lower {

SmallVector<Value> transposeVectors(OpBuilder &builder, Location loc, ArrayRef<Value> rows) {
  int64_t count = static_cast<int64_t>(rows.size()), half = count / 2;
  SmallVector<int64_t> low, high;
  for (int64_t i = 0; i < half; ++i) {
    low.append({i, count + i});
    high.append({half + i, count + half + i});
  }
  // Interleaving row i with row i + half is a rotation of the bits of an element's place (row, lane) by one; after as
  // many as a lane's number has, rows and lanes have changed places.
  SmallVector<Value> vectors(rows);
  for (int64_t round = 1; round < count; round *= 2) {
    SmallVector<Value> next;
    for (int64_t i = 0; i < half; ++i)
      for (ArrayRef<int64_t> lanes : {ArrayRef<int64_t>(low), ArrayRef<int64_t>(high)})
        next.push_back(vector::ShuffleOp::create(builder, loc, vectors[i], vectors[i + half], lanes));
    vectors = std::move(next);
  }
  return vectors;
}

} // namespace shardwright::lower
