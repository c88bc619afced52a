#ifndef DIALECTS_STABLEHLO_LOCAL_LOCALBUILDER_H
#define DIALECTS_STABLEHLO_LOCAL_LOCALBUILDER_H

#include "dialects/interfaces/IdentityElement.h"
#include "dialects/stablehlo/local/LocalContext.h"

#include "mlir/IR/Builders.h"

namespace shardwright {

/// Builds the small arithmetic of per-device programs: where a device's block lies and which of its slots are padding.
class LocalBuilder {
public:
  LocalBuilder(mlir::OpBuilder &builder, mlir::Location loc, const LocalContext &context)
      : builder(builder), loc(loc), context(context) {}

  /// A value of one repeated element.
  mlir::Value splat(mlir::RankedTensorType type, mlir::Attribute element);
  mlir::Value splat(mlir::RankedTensorType type, int64_t element);
  mlir::Value zeros(mlir::RankedTensorType type);
  /// Block index of this device along the axes, as a tensor<i32>.
  mlir::Value axisIndex(llvm::ArrayRef<AxisRef> axes);
  /// First global index of this device's block of the given length, as a scalar of the element type.
  mlir::Value blockStart(llvm::ArrayRef<AxisRef> axes, int64_t blockLength, mlir::Type elementType);
  /// Global index along `dim` of each slot, as a tensor of i32 (i64 past 2^31) of the given shape.
  mlir::Value positions(llvm::ArrayRef<int64_t> localShape, int64_t dim, llvm::ArrayRef<AxisRef> axes);
  /// Which slots of a local value hold data: global index along `dim` below `size`.
  mlir::Value validSlots(llvm::ArrayRef<int64_t> localShape, int64_t dim, llvm::ArrayRef<AxisRef> axes, int64_t size);
  /// The local value with `element` in every padding slot along `dim`, when some device has such a slot.
  mlir::Value maskPadding(mlir::Value local, int64_t dim, llvm::ArrayRef<AxisRef> axes, int64_t size,
                          mlir::Attribute element);
  mlir::Value maskPadding(mlir::Value local, int64_t dim, llvm::ArrayRef<AxisRef> axes, int64_t size,
                          mlir::Value scalar);
  /// Whether this device is the first of its group along the axes, as a tensor<i1>.
  mlir::Value isFirst(llvm::ArrayRef<AxisRef> axes);
  /// select(predicate, a, b) with a scalar predicate and values of one type.
  mlir::Value select(mlir::Value predicate, mlir::Value a, mlir::Value b);
  mlir::Value compare(llvm::StringRef direction, mlir::Value a, mlir::Value b);
  /// A scalar spread over a shape.
  mlir::Value spread(mlir::Value scalar, llvm::ArrayRef<int64_t> shape);
  /// A tensor converted to another element type.
  mlir::Value convert(mlir::Value value, mlir::Type elementType);
  /// An index into a dimension as a signed integer from which offsets can be subtracted: i32 where that holds every
  /// value of the type and the dimension's size, else i64. Unsigned numbers past 2^63 become the largest.
  mlir::Value signedIndex(mlir::Value index, int64_t size);

private:
  mlir::Value maskPadding(mlir::Value local, int64_t dim, llvm::ArrayRef<AxisRef> axes, int64_t size,
                          llvm::function_ref<mlir::Value(mlir::RankedTensorType)> filling);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const LocalContext &context;
};

/// The signless integer that holds positions up to `size`: i32, or i64 past 2^31.
mlir::Type positionType(mlir::OpBuilder &builder, int64_t size);

} // namespace shardwright

#endif // DIALECTS_STABLEHLO_LOCAL_LOCALBUILDER_H
