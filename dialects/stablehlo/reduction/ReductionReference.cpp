#include "dialects/stablehlo/reduction/Reduction.h"
#include "dialects/stablehlo/reduction/ScalarRegion.h"

#include <algorithm>
#include <numeric>

namespace shardwright::interp {
namespace {

/// The elements that several tensors have at one place.
std::vector<Element> elementsAt(Operands tensors, int64_t linear) {
  std::vector<Element> elements;
  for (const Tensor *tensor : tensors)
    elements.push_back(tensor->get(linear));
  return elements;
}

/// acc = body(acc, element) over the reduced dimensions in row-major order, from the initial values.
Results reduce(mlir::Operation *op, Operands operands) {
  size_t count = operands.size() / 2;
  Operands inputs = operands.take_front(count), inits = operands.take_back(count);
  absl::StatusOr<ScalarRegion> body = ScalarRegion::compile(op->getRegion(0));
  if (!body.ok())
    return body.status();
  Index dims = integers(op, "dimensions");
  std::vector<Tensor> results;
  for (size_t i = 0; i < count; ++i)
    results.push_back(Tensor::splat(resultType(op, i), inits[i]->get(0)));
  Index to;
  forEachIndex(inputs[0]->shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    to.clear();
    for (auto [d, i] : llvm::enumerate(index))
      if (!llvm::is_contained(dims, static_cast<int64_t>(d)))
        to.push_back(i);
    int64_t place = results[0].linear(to);
    std::vector<Element> arguments;
    for (const Tensor &result : results)
      arguments.push_back(result.get(place));
    for (const Tensor *input : inputs)
      arguments.push_back(input->get(linear));
    if (body->isFloatSum()) { // wide until the end
      results[0].set(place, {0, arguments[0].real + arguments[1].real, arguments[0].imag + arguments[1].imag});
      return;
    }
    std::vector<Element> combined = (*body)(arguments);
    for (size_t i = 0; i < count; ++i)
      results[i].set(place, combined[i]);
  });
  for (int64_t i = 0; body->isFloatSum() && i < results[0].size(); ++i)
    results[0].set(i, results[0].format().round(results[0].get(i)));
  return results;
}

Results map(mlir::Operation *op, Operands operands) {
  absl::StatusOr<ScalarRegion> body = ScalarRegion::compile(op->getRegion(0));
  if (!body.ok())
    return body.status();
  Tensor result(resultType(op));
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, (*body)(elementsAt(operands, i))[0]);
  return std::vector<Tensor>{result};
}

/// Every line along the dimension is sorted by the comparator over all operands; always stable.
Results sort(mlir::Operation *op, Operands operands) {
  absl::StatusOr<ScalarRegion> body = ScalarRegion::compile(op->getRegion(0));
  if (!body.ok())
    return body.status();
  auto dimension = op->getAttrOfType<mlir::IntegerAttr>("dimension");
  int64_t dim = dimension ? dimension.getInt() : -1;
  llvm::ArrayRef<int64_t> shape = operands[0]->shape();
  dim = dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim;
  int64_t stride = numElements(shape.drop_front(dim + 1)), length = shape[dim];
  std::vector<Tensor> results;
  for (const Tensor *operand : operands)
    results.push_back(*operand);
  auto before = [&](int64_t a, int64_t b) {
    std::vector<Element> arguments;
    for (const Tensor *operand : operands) {
      arguments.push_back(operand->get(a));
      arguments.push_back(operand->get(b));
    }
    return (*body)(arguments)[0].integer != 0;
  };
  Index lines(shape);
  lines[dim] = length ? 1 : 0;
  forEachIndex(lines, [&](llvm::ArrayRef<int64_t> index, int64_t) {
    int64_t base = operands[0]->linear(index);
    std::vector<int64_t> order(length);
    for (int64_t i = 0; i < length; ++i)
      order[i] = base + i * stride;
    std::stable_sort(order.begin(), order.end(), before);
    for (size_t r = 0; r < results.size(); ++r)
      for (int64_t i = 0; i < length; ++i)
        results[r].set(base + i * stride, operands[r]->get(order[i]));
  });
  return results;
}

} // namespace

} // namespace shardwright::interp

namespace shardwright::stablehlo {

void attachReductionReferences(mlir::MLIRContext &context) {
  attachReference<ReduceOp, interp::reduce>(context);
  attachReference<MapOp, interp::map>(context);
  attachReference<SortOp, interp::sort>(context);
  attachWindowReferences(context);
}

} // namespace shardwright::stablehlo
