// Rewrites a per-device program into fewer kinds of operations before it becomes kernels and calls:
//   spmd.slice           the device's block index along the axes, times the block, and a dynamic_slice
//   dot_general          operands in an order that one matrix product by strides can walk: a transpose in front is
//                        taken up where that works, one is added where it does not; a transpose behind that exchanges
//                        the operands' dimensions is the product of the exchanged operands; small products with a
//                        vector become multiplications and sums
//   optimization_barrier its operands
#include "passes/lower/PrepareForHost.h"

#include "passes/lower/MatmulShape.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace shardwright::lower {

static RankedTensorType tensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

static void rewriteSlice(spmd::SliceOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  int64_t dim = op.getDim(), block = tensorType(op.getResult()).getDimSize(dim);
  auto indexType = RankedTensorType::get({}, b.getI32Type());
  auto scalar = [&](int64_t value) -> Value {
    return stablehlo::ConstantOp::create(b, loc, DenseElementsAttr::get(indexType, static_cast<int32_t>(value)));
  };
  Value input = op.getInput();
  RankedTensorType type = tensorType(input);
  int64_t parts = 0;
  Value blockIndex = spmd::AxisIndexOp::create(b, loc, op.getMeshAttr(), op.getAxesAttr());
  if (FailureOr<Mesh> mesh = sharding::lookupMesh(op); succeeded(mesh))
    parts = numParts(*mesh, op.getAxes().getValue());
  if (int64_t missing = block * parts - type.getDimSize(dim); missing > 0) {
    SmallVector<int64_t> zeros(type.getRank(), 0), high = zeros, shape(type.getShape());
    high[dim] = missing;
    shape[dim] += missing;
    auto zeroType = RankedTensorType::get({}, type.getElementType());
    Value zero = stablehlo::ConstantOp::create(b, loc, cast<ElementsAttr>(b.getZeroAttr(zeroType)));
    type = RankedTensorType::get(shape, type.getElementType());
    input = stablehlo::PadOp::create(b, loc, type, input, zero, b.getDenseI64ArrayAttr(zeros),
                                     b.getDenseI64ArrayAttr(high), b.getDenseI64ArrayAttr(zeros));
  }
  SmallVector<Value> starts(type.getRank(), scalar(0));
  starts[dim] = stablehlo::MulOp::create(b, loc, blockIndex, scalar(block));
  Value slice = stablehlo::DynamicSliceOp::create(b, loc, op.getResult().getType(), input, starts,
                                                  b.getDenseI64ArrayAttr(tensorType(op.getResult()).getShape()));
  op.replaceAllUsesWith(slice);
  op.erase();
}

/// The same product of the operands behind transposes, where it still is one product by strides.
static void takeUpTransposes(stablehlo::DotGeneralOp dot) {
  for (bool isLhs : {true, false}) {
    auto transpose = (isLhs ? dot.getLhs() : dot.getRhs()).getDefiningOp<stablehlo::TransposeOp>();
    if (!transpose)
      continue;
    auto dims = dot.getDotDimensionNumbers();
    auto renamed = [&](ArrayRef<int64_t> list, bool ofThis) {
      SmallVector<int64_t> result;
      for (int64_t d : list)
        result.push_back(ofThis ? transpose.getPermutation()[d] : d);
      return result;
    };
    auto lb = renamed(dims.getLhsBatchingDimensions(), isLhs), rb = renamed(dims.getRhsBatchingDimensions(), !isLhs);
    auto lc = renamed(dims.getLhsContractingDimensions(), isLhs),
         rc = renamed(dims.getRhsContractingDimensions(), !isLhs);
    // The result keeps the order of free dimensions.
    SmallVector<int64_t> free;
    for (int64_t d = 0; d < tensorType(transpose.getResult()).getRank(); ++d) {
      ArrayRef<int64_t> batching = isLhs ? dims.getLhsBatchingDimensions() : dims.getRhsBatchingDimensions();
      ArrayRef<int64_t> contracting = isLhs ? dims.getLhsContractingDimensions() : dims.getRhsContractingDimensions();
      if (!llvm::is_contained(batching, d) && !llvm::is_contained(contracting, d))
        free.push_back(transpose.getPermutation()[d]);
    }
    if (!llvm::is_sorted(free))
      continue;
    MatmulShape before = matmulShape(dot);
    Value oldOperand = transpose.getResult();
    auto oldDims = dims;
    dot.setOperand(isLhs ? 0 : 1, transpose.getOperand());
    dot.setDotDimensionNumbersAttr(stablehlo::DotDimensionNumbersAttr::get(dot.getContext(), lb, rb, lc, rc));
    MatmulShape after = matmulShape(dot);
    if (after.lhsFits + after.rhsFits >= before.lhsFits + before.rhsFits)
      continue;
    dot.setOperand(isLhs ? 0 : 1, oldOperand);
    dot.setDotDimensionNumbersAttr(oldDims);
  }
}

/// transpose(a b) where it puts b's free dimensions in front of a's: (b a), which is written in that order.
static stablehlo::DotGeneralOp takeUpResultTranspose(stablehlo::DotGeneralOp dot) {
  auto transpose = dot->hasOneUse() ? dyn_cast<stablehlo::TransposeOp>(*dot->user_begin()) : stablehlo::TransposeOp();
  if (!transpose)
    return dot;
  auto dims = dot.getDotDimensionNumbers();
  int64_t rank = tensorType(dot.getResult()).getRank(), batch = dims.getLhsBatchingDimensions().size();
  int64_t rhsFree = tensorType(dot.getRhs()).getRank() - batch - dims.getRhsContractingDimensions().size();
  for (int64_t d = 0; d < rank; ++d) {
    int64_t from = d < batch ? d : d < batch + rhsFree ? d + rank - batch - rhsFree : d - rhsFree;
    if (transpose.getPermutation()[d] != from)
      return dot;
  }
  OpBuilder b(dot);
  auto exchanged = stablehlo::DotDimensionNumbersAttr::get(
      dot.getContext(), dims.getRhsBatchingDimensions(), dims.getLhsBatchingDimensions(),
      dims.getRhsContractingDimensions(), dims.getLhsContractingDimensions());
  auto result = stablehlo::DotGeneralOp::create(b, dot.getLoc(), transpose.getType(), dot.getRhs(), dot.getLhs(),
                                                exchanged, ArrayAttr(), stablehlo::DotAlgorithmAttr());
  transpose.replaceAllUsesWith(result.getResult());
  transpose.erase();
  dot.erase();
  return result;
}

/// An operand as batching, then free, then contracting dimensions.
static Value inCanonicalOrder(stablehlo::DotGeneralOp dot, Value operand, ArrayRef<int64_t> batching,
                              ArrayRef<int64_t> contracting) {
  RankedTensorType type = tensorType(operand);
  SmallVector<int64_t> order(batching);
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(batching, d) && !llvm::is_contained(contracting, d))
      order.push_back(d);
  llvm::append_range(order, contracting);
  SmallVector<int64_t> shape;
  for (int64_t d : order)
    shape.push_back(type.getDimSize(d));
  OpBuilder b(dot);
  return stablehlo::TransposeOp::create(b, dot.getLoc(), RankedTensorType::get(shape, type.getElementType()), operand,
                                        b.getDenseI64ArrayAttr(order));
}

static void makeWalkable(stablehlo::DotGeneralOp dot) {
  takeUpTransposes(dot);
  MatmulShape shape = matmulShape(dot);
  if (shape.lhsFits && shape.rhsFits)
    return;
  auto dims = dot.getDotDimensionNumbers();
  SmallVector<int64_t> lb(dims.getLhsBatchingDimensions()), rb(dims.getRhsBatchingDimensions()), lc, rc;
  for (unsigned i : shape.contracting) {
    lc.push_back(dims.getLhsContractingDimensions()[i]);
    rc.push_back(dims.getRhsContractingDimensions()[i]);
  }
  auto renumber = [](int64_t rank, SmallVector<int64_t> &batching, SmallVector<int64_t> &contracting) {
    for (size_t i = 0; i < batching.size(); ++i)
      batching[i] = i;
    for (size_t i = 0; i < contracting.size(); ++i)
      contracting[i] = rank - contracting.size() + i;
  };
  if (!shape.lhsFits) {
    dot.setOperand(0, inCanonicalOrder(dot, dot.getLhs(), lb, lc));
    renumber(tensorType(dot.getLhs()).getRank(), lb, lc);
  }
  if (!shape.rhsFits) {
    dot.setOperand(1, inCanonicalOrder(dot, dot.getRhs(), rb, rc));
    renumber(tensorType(dot.getRhs()).getRank(), rb, rc);
  }
  dot.setDotDimensionNumbersAttr(stablehlo::DotDimensionNumbersAttr::get(dot.getContext(), lb, rb, lc, rc));
}

/// Products below this size in which one side is a vector, or nothing is contracted, cost more to call than to compute:
/// they become multiplications and sums, which fuse.
constexpr int64_t kSmallProduct = 1 << 16;

static bool isSmallProduct(stablehlo::DotGeneralOp dot) {
  const runtime::Matmul matmul = matmulShape(dot).matmul;
  if (!isa<FloatType, IntegerType>(getElementTypeOrSelf(dot.getResult().getType())))
    return false;
  return (matmul.k == 1 || matmul.m == 1 || matmul.n == 1) &&
         matmul.batch * matmul.m * matmul.n * matmul.k <= kSmallProduct;
}

/// The operand repeated over the dimensions batching, lhs free, rhs free, contracting; in the type of the sum.
static Value overProductSpace(OpBuilder &b, Location loc, Value operand, ArrayRef<int64_t> batching,
                              ArrayRef<int64_t> contracting, int64_t firstFree, ArrayRef<int64_t> space, Type sumType) {
  RankedTensorType type = tensorType(operand);
  if (type.getElementType() != sumType)
    operand = stablehlo::ConvertOp::create(b, loc, RankedTensorType::get(type.getShape(), sumType), operand);
  SmallVector<int64_t> dims(type.getRank());
  int64_t free = firstFree;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (const auto *at = llvm::find(batching, d); at != batching.end())
      dims[d] = at - batching.begin();
    else if (const auto *at = llvm::find(contracting, d); at != contracting.end())
      dims[d] = space.size() - contracting.size() + (at - contracting.begin());
    else
      dims[d] = free++;
  }
  return stablehlo::BroadcastInDimOp::create(b, loc, RankedTensorType::get(space, sumType), operand,
                                             b.getDenseI64ArrayAttr(dims));
}

static void expandSmallProduct(stablehlo::DotGeneralOp dot) {
  OpBuilder b(dot);
  Location loc = dot.getLoc();
  auto dims = dot.getDotDimensionNumbers();
  RankedTensorType type = tensorType(dot.getResult());
  // Half-precision products are summed in f32.
  Type sumType = type.getElementType();
  if (sumType.isBF16() || sumType.isF16())
    sumType = b.getF32Type();
  SmallVector<int64_t> space(type.getShape()), contracted;
  for (int64_t d : dims.getLhsContractingDimensions()) {
    contracted.push_back(space.size());
    space.push_back(tensorType(dot.getLhs()).getDimSize(d));
  }
  int64_t batch = dims.getLhsBatchingDimensions().size();
  int64_t lhsFree = tensorType(dot.getLhs()).getRank() - batch - contracted.size();
  Value lhs = overProductSpace(b, loc, dot.getLhs(), dims.getLhsBatchingDimensions(),
                               dims.getLhsContractingDimensions(), batch, space, sumType);
  Value rhs = overProductSpace(b, loc, dot.getRhs(), dims.getRhsBatchingDimensions(),
                               dims.getRhsContractingDimensions(), batch + lhsFree, space, sumType);
  Value result = stablehlo::MulOp::create(b, loc, lhs, rhs);
  if (!contracted.empty()) {
    auto scalar = RankedTensorType::get({}, sumType);
    Value zero = stablehlo::ConstantOp::create(b, loc, cast<ElementsAttr>(b.getZeroAttr(scalar)));
    auto reduce = stablehlo::ReduceOp::create(b, loc, TypeRange{RankedTensorType::get(type.getShape(), sumType)},
                                              ValueRange{result}, ValueRange{zero}, b.getDenseI64ArrayAttr(contracted));
    Block *body = b.createBlock(&reduce.getBody(), {}, {scalar, scalar}, {loc, loc});
    Value sum = stablehlo::AddOp::create(b, loc, body->getArgument(0), body->getArgument(1));
    stablehlo::ReturnOp::create(b, loc, ValueRange{sum});
    b.setInsertionPointAfter(reduce);
    result = reduce.getResult(0);
  }
  if (sumType != type.getElementType())
    result = stablehlo::ConvertOp::create(b, loc, type, result);
  dot.replaceAllUsesWith(result);
  dot.erase();
}

void prepareForHost(func::FuncOp function) {
  SmallVector<stablehlo::DotGeneralOp> dots;
  function.walk([&](Operation *op) {
    if (auto barrier = dyn_cast<stablehlo::OptimizationBarrierOp>(op)) {
      barrier.replaceAllUsesWith(barrier.getOperand());
      barrier.erase();
    } else if (auto slice = dyn_cast<spmd::SliceOp>(op)) {
      rewriteSlice(slice);
    } else if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
      dots.push_back(dot);
    }
  });
  for (stablehlo::DotGeneralOp dot : dots)
    isSmallProduct(dot) ? expandSmallProduct(dot) : makeWalkable(takeUpResultTranspose(dot));
}

} // namespace shardwright::lower
