#ifndef PASSES_LOWER_CHUNKBUILDER_H
#define PASSES_LOWER_CHUNKBUILDER_H

#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#include <optional>

namespace shardwright::lower {

/// Part of a dimension, of so many elements. Either from a runtime position on, a scalar integer; or without that, of
/// each of `blocks` equal blocks that the dimension has the piece of a number, of as many equal ones as `pieces`.
struct Chunk {
  int64_t length = 0;
  mlir::Value start = nullptr;
  int64_t blocks = 1, number = 0, pieces = 1;
};

/// Elements `begin` to `end` of a dimension.
mlir::Value staticPart(mlir::OpBuilder &b, mlir::Value value, int64_t dim, int64_t begin, int64_t end);

/// A value with dimensions of these sizes in the place of `count` ones from `dim` on.
mlir::Value reshapeDims(mlir::OpBuilder &b, mlir::Value value, int64_t dim, int64_t count,
                        llvm::ArrayRef<int64_t> sizes);

/// The type with another length of a dimension.
mlir::RankedTensorType withChunk(mlir::RankedTensorType type, int64_t dim, int64_t length);

/// Where the loop over a dimension of one operand is in the other operand and the result of a product, by its sharding
/// rule: free (result alone), batching (both) or contracting (the other operand alone).
struct ProductLoop {
  std::optional<int64_t> result, other;
};
/// Nothing where the dimension is no loop of its own.
std::optional<ProductLoop> productLoop(stablehlo::DotGeneralOp product, unsigned operand, int64_t dim);

/// For an op that computes a chunk of its result from the same chunks of its operands (element-wise ones, transposes,
/// reshapes and broadcasts that keep the dimension whole): for each operand its dimension, nothing for one that every
/// chunk reads whole. Nothing at all for other ops.
std::optional<llvm::SmallVector<std::optional<int64_t>, 3>> chunkedOperands(mlir::Operation *op, int64_t resultDim);
/// The dimension of the result that is the loop over that of an operand, of such an op.
std::optional<int64_t> chunkedResult(mlir::Operation *op, unsigned operand, int64_t dim);

/// Whether a chunk of the value is made by products of chunks: a product is the value, or computes it through ops as of
/// chunkedOperands() that nothing else uses.
bool isMadeByProduct(mlir::Value value, int64_t dim);
/// The ops that ChunkBuilder::chunkOf() computes on chunks, products among them, in the order of the block.
llvm::SmallVector<mlir::Operation *> madeByChunks(mlir::Value value, int64_t dim);

/// Of a float of less than 32 bits f32, in which sums of several summands are formed; else the type itself.
mlir::Type summandType(mlir::Type element);
/// Converted to another element type.
mlir::Value convertTo(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value, mlir::Type element);

/// The op again, on other operands, with a result of another shape.
mlir::Value cloneOn(mlir::OpBuilder &b, mlir::Operation *op, mlir::ValueRange operands, mlir::RankedTensorType result);

/// Computes chunks of values at the builder's place. Whatever is used once and can be is computed on chunks, the rest
/// is sliced.
class ChunkBuilder {
public:
  explicit ChunkBuilder(mlir::OpBuilder &b) : b(b) {}

  /// `ofProducts`: products, too, are computed on chunks of their operands.
  mlir::Value chunkOf(mlir::Value value, int64_t dim, const Chunk &chunk, bool ofProducts = false, unsigned depth = 0);
  /// The same as a summand: of summandType(), not rounded to the value's type before where a product or a conversion
  /// from that type makes it.
  mlir::Value summandOf(mlir::Value value, int64_t dim, const Chunk &chunk);
  /// A product with `value` in the place of an operand, a chunk of it along `loop` (productLoop()), and as much of the
  /// other operand as goes with it. With that element type.
  mlir::Value productOf(stablehlo::DotGeneralOp product, unsigned operand, mlir::Value value, const ProductLoop &loop,
                        const Chunk &chunk, mlir::Type element);

private:
  mlir::Value sliceOf(mlir::Value value, int64_t dim, const Chunk &chunk);
  mlir::Value productChunk(stablehlo::DotGeneralOp product, int64_t dim, const Chunk &chunk, mlir::Type element);

  mlir::OpBuilder &b;
};

/// What a product's chunks may be accumulated in: summandType(), or the type itself where an algorithm is asked for.
mlir::Type accumulatedType(stablehlo::DotGeneralOp product);

/// Erases those of the ops that nothing uses, then what only they used. Of ops without effects, and not `kept`.
void eraseUnused(llvm::ArrayRef<mlir::Operation *> ops, mlir::Operation *kept = nullptr);

} // namespace shardwright::lower

#endif // PASSES_LOWER_CHUNKBUILDER_H
