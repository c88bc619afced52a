#include "shardwright/Sharding/ShardingRule.h"

#include "absl/strings/str_cat.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace shardwright {

namespace {
using Shape = llvm::SmallVector<int64_t, 6>;
} // namespace

static absl::Status verifyTensor(const ShardingRule &rule, const TensorFactors &tensor, const Shape &shape,
                                 llvm::StringRef what, std::vector<bool> &used) {
  if (tensor.size() != shape.size())
    return absl::InvalidArgumentError(
        absl::StrCat(what.str(), " has ", tensor.size(), " dimensions in the rule, but rank ", shape.size()));
  std::vector<bool> usedHere(rule.factors.size(), false);
  for (size_t d = 0; d < tensor.size(); ++d) {
    std::string dim = absl::StrCat("dimension ", d, " of ", what.str());
    if (tensor[d].empty())
      return absl::InvalidArgumentError(absl::StrCat(dim, " has no factor"));
    int64_t product = 1;
    for (int64_t factor : tensor[d]) {
      if (factor < 0 || factor >= static_cast<int64_t>(rule.factors.size()))
        return absl::InvalidArgumentError(
            absl::StrCat(dim, " has factor ", factor, ", but the rule has ", rule.factors.size()));
      if (usedHere[factor])
        return absl::InvalidArgumentError(absl::StrCat("factor ", factorName(factor), " is twice in ", what.str()));
      usedHere[factor] = used[factor] = true;
      if (llvm::MulOverflow(product, rule.factors[factor].size, product))
        product = std::numeric_limits<int64_t>::max();
    }
    // A lone factor may be larger or smaller than its dimension (slice, pad, the window of a convolution).
    if (tensor[d].size() > 1 && product > shape[d])
      return absl::InvalidArgumentError(
          absl::StrCat("the factors of ", dim, " multiply to ", product, ", but its size is ", shape[d]));
  }
  return absl::OkStatus();
}

static absl::Status verifyTensors(const ShardingRule &rule, llvm::ArrayRef<TensorFactors> tensors,
                                  llvm::ArrayRef<Shape> shapes, llvm::StringRef what, std::vector<bool> &used) {
  if (tensors.size() != shapes.size())
    return absl::InvalidArgumentError(
        absl::StrCat("the rule has ", tensors.size(), " ", what.str(), "s, but the op has ", shapes.size()));
  for (size_t i = 0; i < tensors.size(); ++i)
    if (absl::Status status = verifyTensor(rule, tensors[i], shapes[i], absl::StrCat(what.str(), " ", i), used);
        !status.ok())
      return status;
  return absl::OkStatus();
}

absl::Status verify(const ShardingRule &rule, llvm::ArrayRef<Shape> operandShapes, llvm::ArrayRef<Shape> resultShapes) {
  std::vector<bool> used(rule.factors.size(), false);
  if (absl::Status status = verifyTensors(rule, rule.operands, operandShapes, "operand", used); !status.ok())
    return status;
  std::vector<bool> inResult(rule.factors.size(), false);
  if (absl::Status status = verifyTensors(rule, rule.results, resultShapes, "result", inResult); !status.ok())
    return status;
  for (size_t i = 0; i < rule.factors.size(); ++i) {
    const Factor &factor = rule.factors[i];
    if (!used[i] && !inResult[i])
      return absl::InvalidArgumentError(absl::StrCat("factor ", factorName(i), " is in no operand and no result"));
    if (factor.size < 0)
      return absl::InvalidArgumentError(absl::StrCat("factor ", factorName(i), " has size ", factor.size));
    if (factor.kind == FactorKind::Reduction && inResult[i])
      return absl::InvalidArgumentError(absl::StrCat("reduction factor ", factorName(i), " is in a result"));
  }
  return absl::OkStatus();
}

} // namespace shardwright
