#include "shardwright/Sharding/ShardingRule.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace shardwright {

std::string factorName(int64_t index) {
  constexpr int64_t kLetters = 'z' - 'i' + 1;
  if (index < kLetters)
    return std::string(1, static_cast<char>('i' + index));
  return absl::StrCat("z_", index - kLetters + 1);
}

std::optional<int64_t> ShardingRule::soleFactor(const DimFactors &dim) const {
  std::optional<int64_t> sole;
  for (int64_t factor : dim) {
    if (factors[factor].size == 1 && dim.size() > 1)
      continue;
    if (sole)
      return std::nullopt;
    sole = factor;
  }
  return sole;
}

static std::string str(const TensorFactors &tensor) {
  std::vector<std::string> dims;
  for (const DimFactors &dim : tensor) {
    std::string &text = dims.emplace_back();
    for (int64_t factor : dim)
      text += factorName(factor);
  }
  return absl::StrCat("[", absl::StrJoin(dims, ", "), "]");
}

static std::string str(llvm::ArrayRef<TensorFactors> tensors) {
  return absl::StrCat(
      "(",
      absl::StrJoin(tensors, ", ", [](std::string *out, const TensorFactors &tensor) { out->append(str(tensor)); }),
      ")");
}

template <typename Predicate>
static std::string factorSet(llvm::StringRef keyword, llvm::ArrayRef<Factor> factors, Predicate holds) {
  std::vector<std::string> names;
  for (size_t i = 0; i < factors.size(); ++i)
    if (holds(factors[i]))
      names.push_back(factorName(i));
  return names.empty() ? "" : absl::StrCat(" ", keyword.str(), "={", absl::StrJoin(names, ", "), "}");
}

std::string ShardingRule::str() const {
  std::string out = absl::StrCat(shardwright::str(operands), "->", shardwright::str(results));
  for (size_t i = 0; i < factors.size(); ++i)
    absl::StrAppend(&out, i ? ", " : " {", factorName(i), "=", factors[i].size);
  out += factors.empty() ? "" : "}";
  out += factorSet("reduction", factors, [](const Factor &f) { return f.kind == FactorKind::Reduction; });
  out += factorSet("need_replication", factors, [](const Factor &f) { return f.kind == FactorKind::NeedReplication; });
  out += factorSet("permutation", factors, [](const Factor &f) { return f.kind == FactorKind::Permutation; });
  out += factorSet("blocked_propagation", factors, [](const Factor &f) { return f.blocked; });
  if (custom)
    out += ", custom";
  return out;
}

} // namespace shardwright
