#include "lib/Evaluate/LocalWork.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

namespace shardwright::evaluation {
namespace {

bool has(const std::vector<TensorFactors> &tensors, size_t tensor, int64_t factor) {
  return tensor < tensors.size() &&
         llvm::any_of(tensors[tensor], [&](const DimFactors &dim) { return llvm::is_contained(dim, factor); });
}

double sum(llvm::ArrayRef<const LocalArray *> values) {
  double bytes = 0;
  for (const LocalArray *value : values)
    bytes += value->bytes;
  return bytes;
}

double elementsOf(llvm::ArrayRef<int64_t> shape) {
  double elements = 1;
  for (int64_t size : shape)
    elements *= static_cast<double>(size);
  return elements;
}

} // namespace

cost::ProductWork localProduct(const ShardingProblem::OpClass &opClass, const Placement &placement, const Mesh &mesh) {
  cost::ProductWork work = opClass.local.product;
  const bool isConvolution = work.form == "convolution";
  double depth = static_cast<double>(work.k);
  for (auto [number, factor] : llvm::enumerate(opClass.rule.factors)) {
    auto index = static_cast<int64_t>(number);
    bool lhs = has(opClass.rule.operands, 0, index), rhs = has(opClass.rule.operands, 1, index),
         result = has(opClass.rule.results, 0, index);
    int64_t whole = factor.size, part = llvm::divideCeil(whole, numParts(mesh, placement.factors[number]));
    int64_t &size = !result ? work.k : lhs && rhs ? work.batch : rhs ? work.n : work.m;
    if (!isConvolution)
      size *= part;
    else if (!result)
      depth *= static_cast<double>(part) / static_cast<double>(whole);
    else
      size = std::max<int64_t>(1, size * part / whole);
  }
  if (isConvolution)
    work.k = static_cast<int64_t>(std::ceil(depth));
  return work;
}

double librarySeconds(const ShardingProblem::OpClass &opClass, const CostModel &costs,
                      llvm::ArrayRef<const LocalArray *> reads, llvm::ArrayRef<const LocalArray *> writes) {
  using Library = ShardingProblem::LocalOp::Library;
  if (opClass.local.library == Library::Sort) {
    cost::SortWork work;
    llvm::ArrayRef<int64_t> shape = reads.front()->shape;
    work.length = static_cast<double>(shape[opClass.local.dim]);
    work.rows = work.length > 0 ? elementsOf(shape) / work.length : 0;
    work.bytes = sum(reads);
    return costs.device().sort(work).seconds;
  }
  double whole = opClass.shapes.results.empty() ? 0 : elementsOf(opClass.shapes.results.front());
  double flops = whole > 0 ? opClass.local.flops * elementsOf(writes.front()->shape) / whole : 0;
  const fusion::OpForm &form = opClass.local.form;
  return costs.device().seconds(cost::KernelWork::ofCall(form.function, form.functionType, flops,
                                                         opClass.local.isScalar, sum(reads), sum(writes)));
}

} // namespace shardwright::evaluation
