#include "lib/Placement/ProblemFields.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright::problem_text {

ElementType usualElement(llvm::StringRef type) {
  ElementType element;
  if (type.consume_front("complex<"))
    element.bytes = 2 * usualElement(type.drop_back(type.ends_with(">"))).bytes;
  else if (unsigned bits; !type.drop_while(llvm::isAlpha).consumeInteger(10, bits))
    element.bytes = std::max<int64_t>(1, bits / 8);
  return element;
}

static std::vector<Shape> shapesOf(const ShardingRule &rule, llvm::ArrayRef<TensorFactors> tensors) {
  std::vector<Shape> shapes;
  for (const TensorFactors &dims : tensors) {
    Shape &shape = shapes.emplace_back();
    for (const DimFactors &dim : dims) {
      shape.push_back(1);
      for (int64_t factor : dim)
        (void)llvm::MulOverflow(shape.back(), rule.factors[factor].size, shape.back());
    }
  }
  return shapes;
}

OpShapes usualShapes(const ShardingRule &rule) { return {shapesOf(rule, rule.operands), shapesOf(rule, rule.results)}; }

PlacementChoice usualChoice(const Mesh &mesh, const ShardingRule &rule, Placement placement) {
  PlacementChoice choice;
  for (size_t operand = 0; operand < rule.operands.size(); ++operand)
    choice.needs.push_back(operandSharding(mesh, rule, placement, operand));
  for (size_t result = 0; result < rule.results.size(); ++result)
    choice.makes.push_back(resultSharding(mesh, rule, placement, result));
  choice.placement = std::move(placement);
  return choice;
}

} // namespace shardwright::problem_text
