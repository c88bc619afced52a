#include "shardwright/Sharding/ShardingRule.h"

#include "lib/Sharding/Cursor.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright {

static constexpr int64_t kMostFactors = 1000000;

namespace {
/// `([ij, k], [k])->([i]) {i=2, j=4, k=32} reduction={k}, custom`: each function consumes one production.
class RuleParser {
public:
  explicit RuleParser(llvm::StringRef text) : cursor(text) {}
  absl::StatusOr<ShardingRule> parse();

private:
  absl::StatusOr<int64_t> parseFactor();
  absl::Status parseTensors(std::vector<TensorFactors> &tensors);
  absl::Status parseTensor(TensorFactors &tensor);
  absl::Status parseSizes(ShardingRule &rule);
  absl::StatusOr<bool> parseSet(llvm::StringRef keyword, ShardingRule &rule, llvm::SmallVectorImpl<int64_t> &out);
  absl::Status parseSets(ShardingRule &rule);
  absl::Status checkFactorsAreSized(const ShardingRule &rule);

  Cursor cursor;
};
} // namespace

/// `i` to `z`, or `z_1`, `z_2`, ...
absl::StatusOr<int64_t> RuleParser::parseFactor() {
  cursor.skipSpace();
  llvm::StringRef rest = cursor.rest();
  if (rest.empty() || rest[0] < 'i' || rest[0] > 'z')
    return cursor.expected("a factor");
  char letter = rest[0];
  ++cursor.offset;
  if (letter != 'z' || !cursor.at('_'))
    return letter - 'i';
  ++cursor.offset;
  size_t begin = cursor.offset;
  absl::StatusOr<int64_t> number = cursor.integer("the number of the factor");
  if (!number.ok())
    return number.status();
  if (*number < 1 || *number > kMostFactors) {
    cursor.offset = begin;
    return cursor.expected(absl::StrCat("a number from 1 to ", kMostFactors));
  }
  return 'z' - 'i' + *number;
}

absl::Status RuleParser::parseTensor(TensorFactors &tensor) {
  if (absl::Status status = cursor.expect("["); !status.ok())
    return status;
  if (cursor.consume("]"))
    return absl::OkStatus();
  do {
    DimFactors &dim = tensor.emplace_back();
    do {
      absl::StatusOr<int64_t> factor = parseFactor();
      if (!factor.ok())
        return factor.status();
      dim.push_back(*factor);
      cursor.skipSpace();
    } while (!cursor.atEnd() && !cursor.at(',') && !cursor.at(']'));
  } while (cursor.consume(","));
  return cursor.expect("]");
}

absl::Status RuleParser::parseTensors(std::vector<TensorFactors> &tensors) {
  if (absl::Status status = cursor.expect("("); !status.ok())
    return status;
  if (cursor.consume(")"))
    return absl::OkStatus();
  do {
    if (absl::Status status = parseTensor(tensors.emplace_back()); !status.ok())
      return status;
  } while (cursor.consume(","));
  return cursor.expect(")");
}

/// `{i=2, j=4}`; absent where there are no factors.
absl::Status RuleParser::parseSizes(ShardingRule &rule) {
  if (!cursor.consume("{") || cursor.consume("}"))
    return absl::OkStatus();
  do {
    cursor.skipSpace();
    size_t begin = cursor.offset;
    absl::StatusOr<int64_t> factor = parseFactor();
    if (!factor.ok())
      return factor.status();
    if (*factor != static_cast<int64_t>(rule.factors.size())) {
      cursor.offset = begin;
      return cursor.expected("the size of factor " + factorName(rule.factors.size()));
    }
    if (absl::Status status = cursor.expect("="); !status.ok())
      return status;
    absl::StatusOr<int64_t> size = cursor.integer("the size of the factor");
    if (!size.ok())
      return size.status();
    rule.factors.push_back(Factor{*size});
  } while (cursor.consume(","));
  return cursor.expect("}");
}

/// `keyword={i, j}`; false where another word comes.
absl::StatusOr<bool> RuleParser::parseSet(llvm::StringRef keyword, ShardingRule &rule,
                                          llvm::SmallVectorImpl<int64_t> &out) {
  if (!cursor.consume((keyword + "=").str()))
    return false;
  if (absl::Status status = cursor.expect("{"); !status.ok())
    return status;
  if (cursor.consume("}"))
    return true;
  do {
    cursor.skipSpace();
    size_t begin = cursor.offset;
    absl::StatusOr<int64_t> factor = parseFactor();
    if (!factor.ok())
      return factor.status();
    if (*factor >= static_cast<int64_t>(rule.factors.size())) {
      cursor.offset = begin;
      return cursor.expected("a factor with a size");
    }
    out.push_back(*factor);
  } while (cursor.consume(","));
  if (absl::Status status = cursor.expect("}"); !status.ok())
    return status;
  return true;
}

absl::Status RuleParser::parseSets(ShardingRule &rule) {
  const std::pair<llvm::StringRef, FactorKind> kinds[] = {{"reduction", FactorKind::Reduction},
                                                          {"need_replication", FactorKind::NeedReplication},
                                                          {"permutation", FactorKind::Permutation}};
  for (bool progress = true; progress;) {
    progress = false;
    llvm::SmallVector<int64_t, 4> set;
    for (auto [keyword, kind] : kinds) {
      set.clear();
      absl::StatusOr<bool> found = parseSet(keyword, rule, set);
      if (!found.ok())
        return found.status();
      for (int64_t factor : set) {
        if (rule.factors[factor].kind != FactorKind::PassThrough && rule.factors[factor].kind != kind)
          return absl::InvalidArgumentError(
              absl::StrCat("offset ", cursor.offset, ": factor ", factorName(factor), " has two kinds"));
        rule.factors[factor].kind = kind;
      }
      progress |= *found;
    }
    set.clear();
    absl::StatusOr<bool> found = parseSet("blocked_propagation", rule, set);
    if (!found.ok())
      return found.status();
    for (int64_t factor : set)
      rule.factors[factor].blocked = true;
    progress |= *found;
  }
  return absl::OkStatus();
}

absl::Status RuleParser::checkFactorsAreSized(const ShardingRule &rule) {
  for (const std::vector<TensorFactors> *tensors : {&rule.operands, &rule.results})
    for (const TensorFactors &tensor : *tensors)
      for (const DimFactors &dim : tensor)
        for (int64_t factor : dim)
          if (factor >= static_cast<int64_t>(rule.factors.size()))
            return absl::InvalidArgumentError(absl::StrCat("factor ", factorName(factor), " has no size"));
  return absl::OkStatus();
}

absl::StatusOr<ShardingRule> RuleParser::parse() {
  ShardingRule rule;
  if (absl::Status status = parseTensors(rule.operands); !status.ok())
    return status;
  if (absl::Status status = cursor.expect("->"); !status.ok())
    return status;
  if (absl::Status status = parseTensors(rule.results); !status.ok())
    return status;
  if (absl::Status status = parseSizes(rule); !status.ok())
    return status;
  if (absl::Status status = checkFactorsAreSized(rule); !status.ok())
    return status;
  if (absl::Status status = parseSets(rule); !status.ok())
    return status;
  if (cursor.consume(",")) {
    if (absl::Status status = cursor.expect("custom"); !status.ok())
      return status;
    rule.custom = true;
  }
  cursor.skipSpace();
  if (!cursor.atEnd())
    return cursor.expected("the end");
  return rule;
}

absl::StatusOr<ShardingRule> parseShardingRule(llvm::StringRef text) { return RuleParser(text).parse(); }

} // namespace shardwright
