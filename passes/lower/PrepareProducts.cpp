// dot_general as what one matrix product by strides can walk: transposes around it are taken up where that works, one
// is added where it must be. Small products with a vector become multiplications and sums.
#include "passes/lower/PrepareForHost.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"
#include "passes/common/TensorExpr.h"
#include "passes/lower/MatmulShape.h"
#include "passes/lower/PadProducts.h"
#include "passes/lower/cuda/ThinProduct.h"
#include "shardwright/Fusion/Product.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {

static stablehlo::TransposeOp transposed(OpBuilder &b, Value value, ArrayRef<int64_t> order) {
  RankedTensorType type = tensorType(value);
  SmallVector<int64_t> shape;
  for (int64_t d : order)
    shape.push_back(type.getDimSize(d));
  return stablehlo::TransposeOp::create(b, value.getLoc(), RankedTensorType::get(shape, type.getElementType()), value,
                                        b.getDenseI64ArrayAttr(order));
}

/// The product of what is behind the transpose of an operand, where that copies less. It may make the result's
/// dimensions come in another order: then the result is transposed, and what uses it may take that up.
static stablehlo::DotGeneralOp takeUpOperandTranspose(stablehlo::DotGeneralOp dot, bool isLhs) {
  auto transpose = (isLhs ? dot.getLhs() : dot.getRhs()).getDefiningOp<stablehlo::TransposeOp>();
  if (!transpose)
    return dot;
  auto taken = fusion::takeUpTranspose(productDims(dot), isLhs, transpose.getPermutation());
  if (!taken)
    return dot;
  SmallVector<int64_t> shape(taken->toOld.size());
  for (auto [d, at] : llvm::enumerate(taken->toOld))
    shape[at] = tensorType(dot.getResult()).getDimSize(d);
  OpBuilder b(dot);
  const auto &[lhs, rhs] = taken->dims;
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(dot.getContext(), lhs.batching, rhs.batching, lhs.contracting,
                                                         rhs.contracting);
  auto result = stablehlo::DotGeneralOp::create(
      b, dot.getLoc(), RankedTensorType::get(shape, tensorType(dot.getResult()).getElementType()),
      isLhs ? transpose.getOperand() : dot.getLhs(), isLhs ? dot.getRhs() : transpose.getOperand(), numbers,
      ArrayAttr(), stablehlo::DotAlgorithmAttr());
  bool keepsOrder = llvm::is_sorted(taken->toOld);
  dot.replaceAllUsesWith(keepsOrder ? result.getResult() : transposed(b, result.getResult(), taken->toOld).getResult());
  dot.erase();
  return result;
}

void moveTransposeToProduct(stablehlo::DotGeneralOp dot) {
  SmallVector<OpOperand *> between; // each becomes the result of its place
  Value last = dot.getResult();
  while (last.hasOneUse()) {
    OpOperand &use = *last.use_begin();
    Operation *user = use.getOwner();
    if (auto transpose = dyn_cast<stablehlo::TransposeOp>(user)) {
      if (between.empty() || !fusion::exchangesSides(productDims(dot), transpose.getPermutation()))
        return;
      OpBuilder b(between.front()->getOwner());
      Value value = transposed(b, dot.getResult(), transpose.getPermutation());
      for (OpOperand *through : between) {
        through->set(value);
        Value made = through->getOwner()->getResult(through->getOperandNumber());
        made.setType(tensorType(value).clone(getElementTypeOrSelf(made.getType())));
        value = made;
      }
      transpose.replaceAllUsesWith(value);
      transpose.erase();
      return;
    }
    if (!isa<spmd::AllReduceOp, stablehlo::ConvertOp>(user) || user->getBlock() != dot->getBlock())
      return;
    between.push_back(&use);
    last = user->getResult(use.getOperandNumber());
  }
}

/// transpose(a b) where it puts b's free dimensions in front of a's: (b a), which is written in that order. Where it
/// only puts a's last: (b a) too, so that what reads the transpose finds rows where they lie. Transposes that follow
/// each other are one.
static stablehlo::DotGeneralOp takeUpResultTranspose(stablehlo::DotGeneralOp dot) {
  auto only = [](Value value) {
    return value.hasOneUse() ? dyn_cast<stablehlo::TransposeOp>(*value.user_begin()) : stablehlo::TransposeOp();
  };
  stablehlo::TransposeOp transpose = only(dot.getResult());
  if (!transpose)
    return dot;
  SmallVector<int64_t> order(transpose.getPermutation());
  while (stablehlo::TransposeOp next = only(transpose.getResult())) {
    SmallVector<int64_t> both;
    for (int64_t d : next.getPermutation())
      both.push_back(order[d]);
    OpBuilder b(next);
    auto joined = transposed(b, dot.getResult(), both);
    next.replaceAllUsesWith(joined.getResult());
    next.erase();
    transpose.erase();
    transpose = joined;
    order = std::move(both);
  }
  if (llvm::is_sorted(order)) {
    transpose.replaceAllUsesWith(dot.getResult());
    transpose.erase();
    return dot;
  }
  std::optional<fusion::ProductOperand::Dims> left = fusion::takeUpResultTranspose(productDims(dot), order);
  if (!left)
    return dot;
  SmallVector<int64_t> shape(order.size());
  for (auto [d, size] : llvm::zip(*left, transpose.getType().getShape()))
    shape[d] = size;
  auto dims = dot.getDotDimensionNumbers();
  OpBuilder b(dot);
  auto exchanged = stablehlo::DotDimensionNumbersAttr::get(
      dot.getContext(), dims.getRhsBatchingDimensions(), dims.getLhsBatchingDimensions(),
      dims.getRhsContractingDimensions(), dims.getLhsContractingDimensions());
  auto result = stablehlo::DotGeneralOp::create(b, dot.getLoc(), transpose.getType().clone(shape), dot.getRhs(),
                                                dot.getLhs(), exchanged, ArrayAttr(), stablehlo::DotAlgorithmAttr());
  transpose.replaceAllUsesWith(llvm::is_sorted(*left) ? result.getResult() : transposed(b, result, *left).getResult());
  transpose.erase();
  dot.erase();
  return result;
}

/// The product of an operand whose free dimensions lie around the contracted ones: those in front become a batch, along
/// which the other operand repeats, and nothing is copied.
static stablehlo::DotGeneralOp walkFrontAsBatch(stablehlo::DotGeneralOp dot) {
  std::optional<fusion::ProductDims> batched = fusion::walkFrontAsBatch(productDims(dot));
  if (!batched)
    return dot;
  const auto &[lhs, rhs] = *batched;
  RankedTensorType type = tensorType(dot.getRhs());
  auto places = llvm::to_vector(llvm::seq<int64_t>(rhs.batching.size(), rhs.shape.size()));
  OpBuilder b(dot);
  auto repetition = stablehlo::BroadcastInDimOp::create(b, dot.getLoc(), type.clone(rhs.shape), dot.getRhs(), places);
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(dot.getContext(), lhs.batching, rhs.batching, lhs.contracting,
                                                         rhs.contracting);
  auto result = stablehlo::DotGeneralOp::create(b, dot.getLoc(), dot.getType(), dot.getLhs(), repetition, numbers,
                                                ArrayAttr(), stablehlo::DotAlgorithmAttr());
  dot.replaceAllUsesWith(result.getResult());
  dot.erase();
  return result;
}

/// An operand as batching, then free, then contracting dimensions.
static Value inCanonicalOrder(stablehlo::DotGeneralOp dot, Value operand, ArrayRef<int64_t> batching,
                              ArrayRef<int64_t> free, ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> order(batching);
  llvm::append_range(order, free);
  llvm::append_range(order, contracting);
  OpBuilder b(dot);
  return transposed(b, operand, order);
}

/// Whether the product reads both operands where they lie, as batches of batches, by a kernel that is as fast as
/// memory.
static bool isThinWithOuterBatch(stablehlo::DotGeneralOp dot) {
  const MatmulShape shape = matmulShape(dot, {}, /*hasOuterBatch=*/true);
  auto typeOf = [](Value value) { return getElementTypeOrSelf(value.getType()); };
  return shape.lhsFits && shape.rhsFits &&
         cuda::thinProduct(typeOf(dot.getLhs()), typeOf(dot.getRhs()), typeOf(dot.getResult()), shape.sizes(),
                           shape.lhsStrides(), shape.rhsStrides());
}

static void makeWalkable(stablehlo::DotGeneralOp dot, const MachineTraits &traits) {
  MatmulShape shape = matmulShape(dot);
  if ((shape.lhsFits && shape.rhsFits) || (traits.thinProducts && isThinWithOuterBatch(dot)))
    return;
  const fusion::ProductDims operands = productDims(dot);
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
    dot.setOperand(0, inCanonicalOrder(dot, dot.getLhs(), lb, operands.lhs.free(), lc));
    renumber(tensorType(dot.getLhs()).getRank(), lb, lc);
  }
  if (!shape.rhsFits) {
    dot.setOperand(1, inCanonicalOrder(dot, dot.getRhs(), rb, operands.rhs.free(), rc));
    renumber(tensorType(dot.getRhs()).getRank(), rb, rc);
  }
  dot.setDotDimensionNumbersAttr(stablehlo::DotDimensionNumbersAttr::get(dot.getContext(), lb, rb, lc, rc));
}

static bool isSmallProduct(stablehlo::DotGeneralOp dot, const FusionLimits &limits) {
  const runtime::Matmul matmul = matmulShape(dot).matmul;
  cost::ProductWork work;
  work.batch = matmul.batch, work.m = matmul.m, work.n = matmul.n, work.k = matmul.k;
  return isa<FloatType, IntegerType>(getElementTypeOrSelf(dot.getResult().getType())) &&
         fusion::isSmallProduct(work, limits);
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
  if (isa<FloatType>(sumType) && sumType.getIntOrFloatBitWidth() < 32)
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
  if (!contracted.empty())
    result = sumAlong(b, loc, result, contracted);
  if (sumType != type.getElementType())
    result = stablehlo::ConvertOp::create(b, loc, type, result);
  dot.replaceAllUsesWith(result);
  dot.erase();
}

void prepareProduct(stablehlo::DotGeneralOp dot, const LoweringOptions &choices) {
  if (choices.smallProducts && isSmallProduct(dot, choices.target.traits.limits))
    return expandSmallProduct(dot);
  if (choices.target.traits.plansProducts)
    return;
  if (choices.productTransposes) {
    dot = takeUpOperandTranspose(dot, /*isLhs=*/true);
    dot = takeUpOperandTranspose(dot, /*isLhs=*/false);
    dot = walkFrontAsBatch(dot);
    dot = takeUpResultTranspose(dot);
  }
  makeWalkable(dot, choices.target.traits);
  if (choices.productPadding)
    padProduct(dot, choices.target.traits);
}

} // namespace shardwright::lower
