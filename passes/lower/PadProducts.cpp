#include "passes/lower/PadProducts.h"

#include "dialects/interfaces/TensorType.h"
#include "passes/common/TensorExpr.h"
#include "passes/lower/MatmulShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// A loop of a product: which dimensions of its tensors are it; -1: none.
struct ProductLoop {
  int64_t lhs = -1, rhs = -1, result = -1;
  bool operator==(const ProductLoop &other) const {
    return lhs == other.lhs && rhs == other.rhs && result == other.result;
  }
};

SmallVector<ProductLoop> loopsOf(const fusion::ProductDims &dims) {
  SmallVector<ProductLoop> loops;
  for (auto [l, r] : llvm::zip_equal(dims.lhs.contracting, dims.rhs.contracting))
    loops.push_back({l, r, -1});
  auto result = static_cast<int64_t>(dims.lhs.batching.size());
  for (int64_t d : dims.lhs.free())
    loops.push_back({d, -1, result++});
  for (int64_t d : dims.rhs.free())
    loops.push_back({-1, d, result++});
  return loops;
}

/// The dimension along which rows lie; -1 where there is one element.
int64_t rowDim(ArrayRef<int64_t> shape) {
  for (int64_t d = static_cast<int64_t>(shape.size()); d-- > 0;)
    if (shape[d] != 1)
      return d;
  return -1;
}

double tensorBytes(RankedTensorType type) {
  return static_cast<double>(type.getNumElements() * type.getElementTypeBitWidth()) / 8;
}

class ProductPadder {
public:
  ProductPadder(stablehlo::DotGeneralOp dot, const MachineTraits &traits)
      : dot(dot), traits(traits), b(dot), dims(productDims(dot)) {}

  void run() {
    if (!findLoops() || !paysOff())
      return;
    auto result = stablehlo::DotGeneralOp::create(
        b, dot.getLoc(), paddedType(dot.getResult(), &ProductLoop::result), padded(dot.getLhs(), &ProductLoop::lhs),
        padded(dot.getRhs(), &ProductLoop::rhs), dot.getDotDimensionNumbersAttr(), dot.getPrecisionConfigAttr(),
        dot.getAlgorithmAttr());
    dot.replaceAllUsesWith(cut(result.getResult()));
    dot.erase();
  }

private:
  using Place = int64_t ProductLoop::*;

  /// The loops along which rows of an operand or of the result lie and do not end at the alignment.
  bool findLoops() {
    const SmallVector<ProductLoop> loops = loopsOf(dims);
    auto look = [&](Value value, Place place) {
      RankedTensorType type = tensorType(value);
      const int64_t row = rowDim(type.getShape());
      const auto *loop = llvm::find_if(loops, [&](const ProductLoop &each) { return each.*place == row; });
      if (row < 0 || type.getDimSize(row) % elementsOf(type) == 0)
        return true;
      if (loop == loops.end())
        return false; // along a batch
      if (!llvm::is_contained(found, *loop))
        found.push_back(*loop);
      return true;
    };
    return look(dot.getLhs(), &ProductLoop::lhs) && look(dot.getRhs(), &ProductLoop::rhs) &&
           look(dot.getResult(), &ProductLoop::result) && !found.empty();
  }

  /// Elements between which rows begin.
  int64_t elementsOf(RankedTensorType type) const {
    return std::max<int64_t>(1, traits.productAlignment * 8 / type.getElementTypeBitWidth());
  }

  /// As many that every tensor of the loop is aligned.
  int64_t paddedSize(const ProductLoop &loop) {
    int64_t size = 0, elements = 1;
    for (auto [value, d] : {std::pair(Value(dot.getLhs()), loop.lhs),
                            {Value(dot.getRhs()), loop.rhs},
                            {Value(dot.getResult()), loop.result}})
      if (d >= 0) {
        size = tensorType(value).getDimSize(d);
        elements = std::max(elements, elementsOf(tensorType(value)));
      }
    return llvm::alignTo(size, elements);
  }

  RankedTensorType paddedType(Value value, Place place) {
    RankedTensorType type = tensorType(value);
    SmallVector<int64_t> shape(type.getShape());
    for (const ProductLoop &loop : found)
      if (loop.*place >= 0)
        shape[loop.*place] = paddedSize(loop);
    return type.clone(shape);
  }

  /// Each tensor that changes is read and written once more, though kernels around the product may do without.
  bool paysOff() {
    const runtime::Matmul product = matmulShape(dot).matmul;
    double moved = 0;
    for (auto [value, place] : {std::pair(Value(dot.getLhs()), &ProductLoop::lhs),
                                {Value(dot.getRhs()), &ProductLoop::rhs},
                                {Value(dot.getResult()), &ProductLoop::result}})
      if (RankedTensorType type = paddedType(value, place); type != value.getType()) {
        if (isRepetitionForProducts(value.getDefiningOp()))
          return false; // what is repeated would be written out
        moved += 2 * tensorBytes(type);
      }
    const double operations = 2.0 * static_cast<double>(product.batch) * static_cast<double>(product.m) *
                              static_cast<double>(product.n) * static_cast<double>(product.k);
    return operations > moved * traits.paddedOperations;
  }

  Value padded(Value value, Place place) {
    RankedTensorType from = tensorType(value), to = paddedType(value, place);
    if (from == to)
      return value;
    SmallVector<int64_t> zeros(from.getRank(), 0), high;
    for (auto [before, after] : llvm::zip_equal(from.getShape(), to.getShape()))
      high.push_back(after - before);
    Value zero = zeroConstant(b, dot.getLoc(), RankedTensorType::get({}, from.getElementType()));
    return stablehlo::PadOp::create(b, dot.getLoc(), to, value, zero, b.getDenseI64ArrayAttr(zeros),
                                    b.getDenseI64ArrayAttr(high), b.getDenseI64ArrayAttr(zeros));
  }

  Value cut(Value result) {
    RankedTensorType type = tensorType(dot.getResult());
    if (result.getType() == type)
      return result;
    SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
    return stablehlo::SliceOp::create(b, dot.getLoc(), type, result, b.getDenseI64ArrayAttr(starts),
                                      b.getDenseI64ArrayAttr(type.getShape()), b.getDenseI64ArrayAttr(strides));
  }

  stablehlo::DotGeneralOp dot;
  const MachineTraits &traits;
  OpBuilder b;
  const fusion::ProductDims dims;
  SmallVector<ProductLoop> found;
};

} // namespace

void padProduct(stablehlo::DotGeneralOp dot, const MachineTraits &traits) {
  auto isHalf = [](Value value) {
    Type type = getElementTypeOrSelf(value.getType());
    return type.isBF16() || type.isF16();
  };
  if (traits.productAlignment > 0 && isHalf(dot.getLhs()) && isHalf(dot.getRhs()))
    ProductPadder(dot, traits).run();
}

} // namespace shardwright::lower
