#include "passes/lower/MatmulShape.h"

#include "passes/common/OpTable.h"
#include "passes/common/TensorType.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Dimensions walked as one: their number of elements and the stride between neighbours.
struct Walk {
  int64_t size = 1, stride = 0;
  bool fits = true;
};

/// One operand by its roles.
struct Operand {
  ArrayRef<int64_t> shape;
  SmallVector<int64_t> strides;
  SmallVector<int64_t> free;

  Operand(Value value, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting, const Fusion &fusion)
      : shape(tensorType(value).getShape()), strides(stridesOf(shape)) {
    if (auto repeated = value.getDefiningOp<stablehlo::BroadcastInDimOp>(); repeated && fusion.isInlined(value)) {
      ArrayRef<int64_t> from = tensorType(repeated.getOperand()).getShape();
      strides.assign(shape.size(), 0);
      for (auto [d, stride] : llvm::enumerate(stridesOf(from)))
        strides[repeated.getBroadcastDimensions()[d]] = from[d] == 1 ? 0 : stride;
    }
    for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d)
      if (!llvm::is_contained(batching, d) && !llvm::is_contained(contracting, d))
        free.push_back(d);
  }

  static SmallVector<int64_t> stridesOf(ArrayRef<int64_t> shape) {
    SmallVector<int64_t> strides(shape.size(), 1);
    for (size_t d = shape.size(); d-- > 1;)
      strides[d - 1] = strides[d] * shape[d];
    return strides;
  }

  Walk walk(ArrayRef<int64_t> dims) const {
    Walk result;
    for (int64_t d : llvm::reverse(dims)) {
      if (shape[d] == 1)
        continue;
      if (result.size == 1)
        result.stride = strides[d];
      else if (strides[d] != result.stride * result.size)
        result.fits = false;
      result.size *= shape[d];
    }
    return result;
  }
};

} // namespace

static SmallVector<int64_t> permuted(ArrayRef<int64_t> dims, ArrayRef<unsigned> order) {
  SmallVector<int64_t> result;
  for (unsigned i : order)
    result.push_back(dims[i]);
  return result;
}

int64_t copiedElements(stablehlo::DotGeneralOp dot, const MatmulShape &shape) {
  return (shape.lhsFits ? 0 : elementsOf(dot.getLhs())) + (shape.rhsFits ? 0 : elementsOf(dot.getRhs()));
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
         (!from || (!isIndexComputation(from) && !isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp>(from)));
}

bool isRepetitionForProducts(Operation *op) {
  if (!isa_and_nonnull<stablehlo::BroadcastInDimOp>(op))
    return false;
  Fusion inlined;
  inlined.inlined.insert(op);
  return llvm::all_of(op->getUses(), [&](OpOperand &use) {
    auto dot = dyn_cast<stablehlo::DotGeneralOp>(use.getOwner());
    if (!dot || elementsOf(op->getOperand(0)) == elementsOf(use.get()))
      return false;
    MatmulShape shape = matmulShape(dot, inlined);
    bool isLhs = use.getOperandNumber() == 0;
    const runtime::Matmul &mm = shape.matmul;
    return (isLhs ? shape.lhsFits : shape.rhsFits) && mm.batch > 1 &&
           (isLhs ? mm.lhsBatchStride : mm.rhsBatchStride) == 0 &&
           elementsOf(op->getOperand(0)) == (isLhs ? mm.m : mm.n) * mm.k;
  });
}

MatmulShape matmulShape(stablehlo::DotGeneralOp dot, const Fusion &fusion) {
  auto dims = dot.getDotDimensionNumbers();
  Operand lhs(dot.getLhs(), dims.getLhsBatchingDimensions(), dims.getLhsContractingDimensions(), fusion);
  Operand rhs(dot.getRhs(), dims.getRhsBatchingDimensions(), dims.getRhsContractingDimensions(), fusion);
  Walk lhsBatch = lhs.walk(dims.getLhsBatchingDimensions()), rhsBatch = rhs.walk(dims.getRhsBatchingDimensions());
  Walk m = lhs.walk(lhs.free), n = rhs.walk(rhs.free);
  SmallVector<unsigned> given(dims.getLhsContractingDimensions().size());
  std::iota(given.begin(), given.end(), 0u);
  SmallVector<unsigned> byLhs = given, byRhs = given;
  llvm::sort(byLhs, [&](unsigned a, unsigned b) {
    return dims.getLhsContractingDimensions()[a] < dims.getLhsContractingDimensions()[b];
  });
  llvm::sort(byRhs, [&](unsigned a, unsigned b) {
    return dims.getRhsContractingDimensions()[a] < dims.getRhsContractingDimensions()[b];
  });
  // What does not fit is brought in order by a copy: that of the smaller operand is the cheaper one.
  MatmulShape best;
  bool isFirst = true;
  for (const SmallVector<unsigned> &order : {byRhs, byLhs, given}) {
    Walk lhsK = lhs.walk(permuted(dims.getLhsContractingDimensions(), order));
    Walk rhsK = rhs.walk(permuted(dims.getRhsContractingDimensions(), order));
    MatmulShape shape;
    shape.lhsFits = lhsBatch.fits && m.fits && lhsK.fits;
    shape.rhsFits = rhsBatch.fits && n.fits && rhsK.fits;
    if (!isFirst && copiedElements(dot, shape) >= copiedElements(dot, best))
      continue;
    isFirst = false;
    shape.contracting = order;
    runtime::Matmul &out = shape.matmul;
    out.batch = lhsBatch.size;
    out.m = m.size;
    out.n = n.size;
    out.k = lhsK.size;
    out.lhsBatchStride = lhsBatch.stride;
    out.lhsMStride = m.stride;
    out.lhsKStride = lhsK.stride;
    out.rhsBatchStride = rhsBatch.stride;
    out.rhsKStride = rhsK.stride;
    out.rhsNStride = n.stride;
    best = std::move(shape);
  }
  return best;
}

} // namespace shardwright::lower
