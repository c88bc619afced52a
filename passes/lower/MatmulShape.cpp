#include "passes/lower/MatmulShape.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {
static fusion::ProductOperand::Dims dimsOf(ArrayRef<int64_t> dims) { return {dims.begin(), dims.end()}; }

static fusion::ProductOperand operandOf(Value value, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting) {
  ArrayRef<int64_t> shape = tensorType(value).getShape();
  return {dimsOf(shape), fusion::ProductOperand::stridesOf(shape), dimsOf(batching), dimsOf(contracting)};
}

fusion::ProductDims productDims(stablehlo::DotGeneralOp dot) {
  auto dims = dot.getDotDimensionNumbers();
  return {operandOf(dot.getLhs(), dims.getLhsBatchingDimensions(), dims.getLhsContractingDimensions()),
          operandOf(dot.getRhs(), dims.getRhsBatchingDimensions(), dims.getRhsContractingDimensions())};
}

ProductRead readByProduct(Value operand, const Fusion &fusion) {
  ProductRead read{operand, {}};
  while (fusion.isInlined(read.value) &&
         isa<stablehlo::ConvertOp, stablehlo::BroadcastInDimOp, stablehlo::TransposeOp>(read.value.getDefiningOp())) {
    if (isa<stablehlo::ConvertOp>(read.value.getDefiningOp()))
      read.rounding = getElementTypeOrSelf(read.value.getType());
    read.value = read.value.getDefiningOp()->getOperand(0);
  }
  return read;
}

bool isRoundingForProducts(Operation *op) {
  if (!isa_and_nonnull<stablehlo::ConvertOp>(op) || !getElementTypeOrSelf(op->getOperand(0).getType()).isF32())
    return false;
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  Operation *from = op->getOperand(0).getDefiningOp();
  return (to.isBF16() || to.isF16()) &&
         (!from || (!isExpression(from) && !isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp>(from)));
}

bool isRepetitionForProducts(Operation *op) {
  auto repeated = dyn_cast_or_null<stablehlo::BroadcastInDimOp>(op);
  return repeated && llvm::all_of(op->getUses(), [&](OpOperand &use) {
           auto dot = dyn_cast<stablehlo::DotGeneralOp>(use.getOwner());
           return dot && fusion::walksRepetition(productDims(dot), use.getOperandNumber() == 0,
                                                 tensorType(repeated.getOperand()).getShape(),
                                                 repeated.getBroadcastDimensions());
         });
}

static SmallVector<int64_t> withOuter(int64_t outer, int64_t first, SmallVector<int64_t> rest) {
  if (outer != 1)
    rest.insert(rest.begin(), first);
  return rest;
}

SmallVector<int64_t> MatmulShape::sizes() const {
  return withOuter(outer, outer, {matmul.batch, matmul.m, matmul.n, matmul.k});
}
SmallVector<int64_t> MatmulShape::lhsStrides() const {
  return withOuter(outer, lhsOuterStride, {matmul.lhsBatchStride, matmul.lhsMStride, matmul.lhsKStride});
}
SmallVector<int64_t> MatmulShape::rhsStrides() const {
  return withOuter(outer, rhsOuterStride, {matmul.rhsBatchStride, matmul.rhsKStride, matmul.rhsNStride});
}

MatmulShape matmulShape(stablehlo::DotGeneralOp dot, const Fusion &fusion, bool hasOuterBatch) {
  fusion::ProductDims dims = productDims(dot);
  for (auto [operand, value] : {std::pair(&dims.lhs, dot.getLhs()), std::pair(&dims.rhs, dot.getRhs())})
    if (auto repeated = value.getDefiningOp<stablehlo::BroadcastInDimOp>(); repeated && fusion.isInlined(value))
      operand->repeat(tensorType(repeated.getOperand()).getShape(), repeated.getBroadcastDimensions());
  fusion::ProductWalk walk = fusion::walkProduct(dims, hasOuterBatch);
  MatmulShape shape;
  shape.lhsFits = walk.lhsFits;
  shape.rhsFits = walk.rhsFits;
  shape.contracting.assign(walk.contracting.begin(), walk.contracting.end());
  shape.outer = walk.outer;
  shape.lhsOuterStride = walk.lhs.outer;
  shape.rhsOuterStride = walk.rhs.outer;
  runtime::Matmul &out = shape.matmul;
  out.batch = walk.batch;
  out.m = walk.m;
  out.n = walk.n;
  out.k = walk.k;
  out.lhsBatchStride = walk.lhs.batch;
  out.lhsMStride = walk.lhs.free;
  out.lhsKStride = walk.lhs.contracting;
  out.rhsBatchStride = walk.rhs.batch;
  out.rhsKStride = walk.rhs.contracting;
  out.rhsNStride = walk.rhs.free;
  return shape;
}

} // namespace shardwright::lower
