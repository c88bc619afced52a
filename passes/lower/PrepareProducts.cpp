// dot_general as what one matrix product by strides can walk: transposes around it are taken up where that works, one
// is added where it must be. Small products with a vector become multiplications and sums.
#include "passes/lower/PrepareForHost.h"

#include "passes/common/OpTable.h"
#include "passes/common/TensorExpr.h"
#include "passes/common/TensorType.h"
#include "passes/lower/MatmulShape.h"
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

/// The dimensions that are neither in one list nor in the other, in order.
static SmallVector<int64_t> others(int64_t rank, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> result;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(batching, d) && !llvm::is_contained(contracting, d))
      result.push_back(d);
  return result;
}

/// The product of what is behind the transpose of an operand, where that copies less. It may make the result's
/// dimensions come in another order: then the result is transposed, and what uses it may take that up.
static stablehlo::DotGeneralOp takeUpOperandTranspose(stablehlo::DotGeneralOp dot, bool isLhs) {
  auto transpose = (isLhs ? dot.getLhs() : dot.getRhs()).getDefiningOp<stablehlo::TransposeOp>();
  if (!transpose)
    return dot;
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
  // Where the free dimensions of the operand were, in the order they have behind the transpose.
  int64_t rank = transpose.getPermutation().size(), batch = lb.size();
  SmallVector<int64_t> before = isLhs
                                    ? others(rank, dims.getLhsBatchingDimensions(), dims.getLhsContractingDimensions())
                                    : others(rank, dims.getRhsBatchingDimensions(), dims.getRhsContractingDimensions());
  SmallVector<int64_t> after = isLhs ? others(rank, lb, lc) : others(rank, rb, rc);
  int64_t resultRank = tensorType(dot.getResult()).getRank();
  int64_t first = isLhs ? batch : resultRank - static_cast<int64_t>(before.size());
  SmallVector<int64_t> toOld = llvm::to_vector(llvm::seq<int64_t>(0, resultRank)),
                       shape(tensorType(dot.getResult()).getShape());
  for (auto [i, d] : llvm::enumerate(before)) {
    auto at = llvm::find(after, transpose.getPermutation()[d]) - after.begin();
    toOld[first + i] = first + at;
    shape[first + at] = tensorType(dot.getResult()).getDimSize(first + i);
  }
  OpBuilder b(dot);
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(dot.getContext(), lb, rb, lc, rc);
  auto result = stablehlo::DotGeneralOp::create(
      b, dot.getLoc(), RankedTensorType::get(shape, tensorType(dot.getResult()).getElementType()),
      isLhs ? transpose.getOperand() : dot.getLhs(), isLhs ? dot.getRhs() : transpose.getOperand(), numbers,
      ArrayAttr(), stablehlo::DotAlgorithmAttr());
  int64_t resultCopied = llvm::is_sorted(toOld) ? 0 : elementsOf(dot.getResult());
  if (copiedElements(result, matmulShape(result)) + resultCopied >
      copiedElements(dot, matmulShape(dot)) + elementsOf(transpose.getResult())) {
    result.erase();
    return dot;
  }
  dot.replaceAllUsesWith(resultCopied ? transposed(b, result.getResult(), toOld).getResult() : result.getResult());
  dot.erase();
  return result;
}

/// Where the dimensions of a product's result are when its operands change places.
static SmallVector<int64_t> exchangedPlaces(stablehlo::DotGeneralOp dot) {
  auto dims = dot.getDotDimensionNumbers();
  int64_t rank = tensorType(dot.getResult()).getRank(), batch = dims.getLhsBatchingDimensions().size();
  int64_t rhsFree = tensorType(dot.getRhs()).getRank() - batch - dims.getRhsContractingDimensions().size();
  SmallVector<int64_t> places = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  llvm::append_range(places, llvm::seq<int64_t>(batch + rhsFree, rank));
  llvm::append_range(places, llvm::seq<int64_t>(batch, batch + rhsFree));
  return places;
}

/// Whether the order puts the free dimensions of the right operand in front of those of the left one.
static bool exchangesSides(stablehlo::DotGeneralOp dot, ArrayRef<int64_t> order) {
  SmallVector<int64_t> places = exchangedPlaces(dot);
  return llvm::all_of(llvm::enumerate(order),
                      [&](auto at) { return places[at.value()] == static_cast<int64_t>(at.index()); });
}

void moveTransposeToProduct(stablehlo::DotGeneralOp dot) {
  SmallVector<Operation *> between;
  Operation *last = dot;
  while (last->hasOneUse()) {
    Operation *user = *last->user_begin();
    if (auto transpose = dyn_cast<stablehlo::TransposeOp>(user)) {
      if (between.empty() || !exchangesSides(dot, transpose.getPermutation()))
        return;
      OpBuilder b(between.front());
      Value value = transposed(b, dot.getResult(), transpose.getPermutation());
      for (Operation *op : between) {
        op->setOperand(0, value);
        op->getResult(0).setType(tensorType(value).clone(getElementTypeOrSelf(op->getResult(0).getType())));
        value = op->getResult(0);
      }
      transpose.replaceAllUsesWith(value);
      transpose.erase();
      return;
    }
    if (!isa<spmd::AllReduceOp, stablehlo::ConvertOp>(user) || user->getBlock() != dot->getBlock())
      return;
    between.push_back(user);
    last = user;
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
  SmallVector<int64_t> places = exchangedPlaces(dot);
  if (places[order.back()] + 1 != static_cast<int64_t>(order.size()))
    return dot;
  for (int64_t &d : order)
    d = places[d];
  SmallVector<int64_t> shape(order.size());
  for (auto [d, size] : llvm::zip(order, transpose.getType().getShape()))
    shape[d] = size;
  auto dims = dot.getDotDimensionNumbers();
  OpBuilder b(dot);
  auto exchanged = stablehlo::DotDimensionNumbersAttr::get(
      dot.getContext(), dims.getRhsBatchingDimensions(), dims.getLhsBatchingDimensions(),
      dims.getRhsContractingDimensions(), dims.getLhsContractingDimensions());
  auto result = stablehlo::DotGeneralOp::create(b, dot.getLoc(), transpose.getType().clone(shape), dot.getRhs(),
                                                dot.getLhs(), exchanged, ArrayAttr(), stablehlo::DotAlgorithmAttr());
  transpose.replaceAllUsesWith(llvm::is_sorted(order) ? result.getResult() : transposed(b, result, order).getResult());
  transpose.erase();
  dot.erase();
  return result;
}

/// Multiplications that are worth a product of their own.
constexpr int64_t kOwnProduct = 1 << 18;

/// The product of an operand whose free dimensions lie around the contracted ones: those in front become a batch, along
/// which the other operand repeats, and nothing is copied.
static stablehlo::DotGeneralOp walkFrontAsBatch(stablehlo::DotGeneralOp dot) {
  auto dims = dot.getDotDimensionNumbers();
  ArrayRef<int64_t> contracting = dims.getLhsContractingDimensions();
  MatmulShape shape = matmulShape(dot);
  if (shape.lhsFits || !shape.rhsFits || !dims.getLhsBatchingDimensions().empty() || contracting.empty())
    return dot;
  SmallVector<int64_t> batch = llvm::to_vector(llvm::seq(int64_t{0}, *llvm::min_element(contracting)));
  RankedTensorType lhs = tensorType(dot.getLhs()), rhs = tensorType(dot.getRhs());
  SmallVector<int64_t> repeated(lhs.getShape().take_front(batch.size())), places, moved;
  llvm::append_range(repeated, rhs.getShape());
  for (int64_t d = 0; d < rhs.getRank(); ++d)
    places.push_back(batch.size() + d);
  for (int64_t d : dims.getRhsContractingDimensions())
    moved.push_back(batch.size() + d);
  OpBuilder b(dot);
  auto repetition = stablehlo::BroadcastInDimOp::create(b, dot.getLoc(), rhs.clone(repeated), dot.getRhs(), places);
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(dot.getContext(), batch, batch, contracting, moved);
  auto result = stablehlo::DotGeneralOp::create(b, dot.getLoc(), dot.getType(), dot.getLhs(), repetition, numbers,
                                                ArrayAttr(), stablehlo::DotAlgorithmAttr());
  MatmulShape batched = matmulShape(result);
  const runtime::Matmul &each = batched.matmul;
  if (!batched.lhsFits || !batched.rhsFits || each.m * each.n * each.k < kOwnProduct) {
    result.erase();
    repetition.erase();
    return dot;
  }
  dot.replaceAllUsesWith(result.getResult());
  dot.erase();
  return result;
}

/// An operand as batching, then free, then contracting dimensions.
static Value inCanonicalOrder(stablehlo::DotGeneralOp dot, Value operand, ArrayRef<int64_t> batching,
                              ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> order(batching);
  llvm::append_range(order, others(tensorType(operand).getRank(), batching, contracting));
  llvm::append_range(order, contracting);
  OpBuilder b(dot);
  return transposed(b, operand, order);
}

static void makeWalkable(stablehlo::DotGeneralOp dot) {
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

static bool isSmallProduct(stablehlo::DotGeneralOp dot) {
  const runtime::Matmul matmul = matmulShape(dot).matmul;
  cost::ProductWork work;
  work.batch = matmul.batch, work.m = matmul.m, work.n = matmul.n, work.k = matmul.k;
  return isa<FloatType, IntegerType>(getElementTypeOrSelf(dot.getResult().getType())) && fusion::isSmallProduct(work);
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
  if (!contracted.empty()) {
    auto scalar = RankedTensorType::get({}, sumType);
    Value zero = zeroConstant(b, loc, scalar);
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

void prepareProduct(stablehlo::DotGeneralOp dot, const LoweringOptions &choices) {
  if (choices.smallProducts && isSmallProduct(dot))
    return expandSmallProduct(dot);
  if (choices.productTransposes) {
    dot = takeUpOperandTranspose(dot, /*isLhs=*/true);
    dot = takeUpOperandTranspose(dot, /*isLhs=*/false);
    dot = walkFrontAsBatch(dot);
    dot = takeUpResultTranspose(dot);
  }
  makeWalkable(dot);
}

} // namespace shardwright::lower
