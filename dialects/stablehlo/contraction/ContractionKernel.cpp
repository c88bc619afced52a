#include "dialects/stablehlo/contraction/Contraction.h"
#include "dialects/stablehlo/contraction/ConvolutionShape.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace shardwright::stablehlo {

using fusion::OpForm;

/// Factors of the dimensions of a product's operands, as its sharding rule numbers them.
static void addFactors(DotGeneralOp dot, OpForm &form) {
  form.kind = OpForm::Kind::Product;
  auto numbers = dot.getDotDimensionNumbers();
  auto rankOf = [](Value value) { return cast<ShapedType>(value.getType()).getRank(); };
  const int64_t lhs = rankOf(dot.getLhs()), rhs = rankOf(dot.getRhs());
  form.leading = static_cast<unsigned>(lhs);
  form.dims.assign(lhs + rhs, -1);
  auto name = [&](ArrayRef<int64_t> dims, int64_t offset, int64_t factor) {
    for (auto [number, dim] : llvm::enumerate(dims))
      form.dims[offset + dim] = factor + static_cast<int64_t>(number);
  };
  name(numbers.getLhsBatchingDimensions(), 0, 0);
  name(numbers.getRhsBatchingDimensions(), lhs, 0);
  const int64_t contracted = rankOf(dot.getResult());
  name(numbers.getLhsContractingDimensions(), 0, contracted);
  name(numbers.getRhsContractingDimensions(), lhs, contracted);
  auto next = static_cast<int64_t>(numbers.getLhsBatchingDimensions().size());
  for (int64_t &factor : form.dims)
    if (factor < 0)
      factor = next++;
}

/// Of a multiply-add: 8 where it is complex.
static int64_t multiplyAdd(Operation *op) {
  return isComplex(getElementTypeOrSelf(op->getOperand(0).getType())) ? 8 : 2;
}

/// Every element of the result sums over the contracted dimensions.
static int64_t productFlops(DotGeneralOp op) {
  int64_t contracted = 1;
  for (int64_t d : op.getDotDimensionNumbers().getLhsContractingDimensions())
    contracted *= op.getLhs().getType().getDimSize(d);
  return multiplyAdd(op) * elementsIn(op.getResult()) * contracted;
}
static int64_t productFlops(ConvolutionOp op) {
  return multiplyAdd(op) / 2 * static_cast<int64_t>(convolutionShape(op).flops());
}

static void describeProduct(DotGeneralOp op, OpForm &form) { addFactors(op, form); }
static void describeProduct(ConvolutionOp, OpForm &) {} // a call, whatever its dimensions

namespace {
template <typename OpT> struct ProductModel : KernelOpInterface::ExternalModel<ProductModel<OpT>, OpT> {
  OpRole getRole(Operation *) const { return OpRole::Product; }
  void describe(Operation *op, OpForm &form) const { describeProduct(cast<OpT>(op), form); }
  int64_t getFlops(Operation *op) const { return productFlops(cast<OpT>(op)); }
};
} // namespace

void attachContractionKernels(MLIRContext &context) {
  attachKernels<ProductModel, DotGeneralOp, ConvolutionOp>(context);
  attachKernels<StepModel, DotOp, EinsumOp, UnaryEinsumOp>(context); // import writes dot_general for them
}

} // namespace shardwright::stablehlo
