#include "shardwright/Sharding/Text.h"

#include "lib/Sharding/Cursor.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright {

namespace {
/// Recursive descent over the notation; each function consumes one production.
class ShardingParser {
public:
  explicit ShardingParser(llvm::StringRef text) : cursor(text) {}

  absl::StatusOr<Sharding> parse();
  size_t offset() const { return cursor.offset; }

private:
  absl::Status parseDim(DimSharding &dim);
  absl::Status parseDimAxes(DimSharding &dim);
  absl::Status parsePriority(DimSharding &dim);
  absl::Status parseGroup(Sharding &sharding);
  absl::Status parsePartialAxes(Sharding &sharding);
  absl::StatusOr<std::optional<ReductionKind>> parseKind();
  absl::Status parseReplicatedAxes(Sharding &sharding);

  Cursor cursor;
};
} // namespace

/// `_X`, `_{X,Y,?}` behind a label, or nothing.
absl::Status ShardingParser::parseDimAxes(DimSharding &dim) {
  if (!cursor.at('_'))
    return absl::OkStatus();
  ++cursor.offset;
  bool one = !cursor.atEnd() && (llvm::isAlpha(cursor.rest().front()) || cursor.at('_') || cursor.at('"'));
  if (one) {
    absl::StatusOr<AxisRef> axis = cursor.axis();
    if (!axis.ok())
      return axis.status();
    dim.axes.push_back(*axis);
    return absl::OkStatus();
  }
  if (!cursor.at('{'))
    return absl::OkStatus();
  ++cursor.offset;
  do {
    if (cursor.consume("?")) {
      dim.open = true;
      break;
    }
    absl::StatusOr<AxisRef> axis = cursor.axis();
    if (!axis.ok())
      return axis.status();
    dim.axes.push_back(*axis);
  } while (cursor.consume(","));
  return cursor.expect("}");
}

/// ` p1`.
absl::Status ShardingParser::parsePriority(DimSharding &dim) {
  cursor.skipSpace();
  llvm::StringRef rest = cursor.rest();
  if (rest.size() < 2 || rest[0] != 'p' || !llvm::isDigit(rest[1]))
    return absl::OkStatus();
  ++cursor.offset;
  absl::StatusOr<int64_t> priority = cursor.integer("a priority");
  if (!priority.ok())
    return priority.status();
  dim.priority = *priority;
  return absl::OkStatus();
}

absl::Status ShardingParser::parseDim(DimSharding &dim) {
  cursor.skipSpace();
  // The label ends at the first `_`; what follows names axes, which may contain more of them.
  llvm::StringRef label = cursor.rest().take_while([](char c) { return llvm::isAlnum(c); });
  if (label.empty() && !cursor.at('_'))
    return cursor.expected("a dimension");
  if (!label.empty() && llvm::isDigit(label.front()))
    return cursor.expected("a dimension");
  dim.label = label;
  cursor.offset += label.size();
  if (absl::Status status = parseDimAxes(dim); !status.ok())
    return status;
  if (cursor.consume("?"))
    dim.open = true;
  return parsePriority(dim);
}

/// `:max`, or nothing.
absl::StatusOr<std::optional<ReductionKind>> ShardingParser::parseKind() {
  if (!cursor.consume(":"))
    return std::optional<ReductionKind>();
  cursor.skipSpace();
  llvm::StringRef word = cursor.rest().take_while([](char c) { return llvm::isAlpha(c); });
  std::optional<ReductionKind> kind = parseReductionKind(word);
  if (!kind)
    return cursor.expected("one of sum, product, max, min, and, or, xor");
  cursor.offset += word.size();
  return kind;
}

/// What follows `U_`.
absl::Status ShardingParser::parsePartialAxes(Sharding &sharding) {
  bool braces = cursor.consume("{");
  size_t begin = sharding.partial.size();
  std::vector<bool> named(begin, true);
  do {
    absl::StatusOr<AxisRef> axis = cursor.axis();
    if (!axis.ok())
      return axis.status();
    absl::StatusOr<std::optional<ReductionKind>> kind = parseKind();
    if (!kind.ok())
      return kind.status();
    sharding.partial.push_back({*axis, kind->value_or(ReductionKind::Sum)});
    named.push_back(kind->has_value());
  } while (braces && cursor.consume(","));
  if (!braces)
    return absl::OkStatus();
  if (absl::Status status = cursor.expect("}"); !status.ok())
    return status;
  absl::StatusOr<std::optional<ReductionKind>> all = parseKind();
  if (!all.ok())
    return all.status();
  for (size_t i = begin; *all && i < named.size(); ++i)
    if (!named[i])
      sharding.partial[i].kind = **all;
  return absl::OkStatus();
}

/// What follows `R_`.
absl::Status ShardingParser::parseReplicatedAxes(Sharding &sharding) {
  bool braces = cursor.consume("{");
  do {
    absl::StatusOr<AxisRef> axis = cursor.axis();
    if (!axis.ok())
      return axis.status();
    sharding.replicated.push_back(*axis);
  } while (braces && cursor.consume(","));
  return braces ? cursor.expect("}") : absl::OkStatus();
}

absl::Status ShardingParser::parseGroup(Sharding &sharding) {
  if (cursor.consume("U_"))
    return parsePartialAxes(sharding);
  if (cursor.consume("R_"))
    return parseReplicatedAxes(sharding);
  return cursor.expected("'U_' or 'R_'");
}

absl::StatusOr<Sharding> ShardingParser::parse() {
  Sharding sharding;
  if (absl::Status status = cursor.expect("["); !status.ok())
    return status;
  if (!cursor.consume("]")) {
    do {
      if (absl::Status status = parseDim(sharding.dims.emplace_back()); !status.ok())
        return status;
    } while (cursor.consume(","));
    if (!cursor.consume("]"))
      return cursor.expected("',' or ']'");
  }
  // Behind the sharding any text may follow, space included: only an opening brace belongs to it.
  size_t end = cursor.offset;
  if (!cursor.consume("{")) {
    cursor.offset = end;
    return sharding;
  }
  do {
    if (absl::Status status = parseGroup(sharding); !status.ok())
      return status;
  } while (cursor.consume(","));
  if (!cursor.consume("}"))
    return cursor.expected("',' or '}'");
  return sharding;
}

absl::StatusOr<Sharding> parseSharding(llvm::StringRef &text) {
  ShardingParser parser(text);
  absl::StatusOr<Sharding> sharding = parser.parse();
  if (sharding.ok())
    text = text.drop_front(parser.offset());
  return sharding;
}

absl::StatusOr<Sharding> parseWholeSharding(llvm::StringRef text) {
  llvm::StringRef rest = text;
  absl::StatusOr<Sharding> sharding = parseSharding(rest);
  if (sharding.ok() && !rest.trim().empty()) {
    rest = rest.ltrim();
    return absl::InvalidArgumentError(absl::StrCat("offset ", text.size() - rest.size(), ": expected the end, found '",
                                                   std::string(1, rest.front()), "'"));
  }
  return sharding;
}

} // namespace shardwright
