#include "lib/Placement/ProblemParser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright::problem_text {

/// `8x16` up to a bracket.
absl::Status ProblemParser::parseShape(Shape &shape) {
  size_t begin = here();
  int64_t elements = 1;
  while (!cursor.consume("]")) {
    if (!shape.empty())
      if (absl::Status status = cursor.expect("x"); !status.ok())
        return status;
    absl::StatusOr<int64_t> size = cursor.integer("a size");
    if (!size.ok())
      return size.status();
    shape.push_back(*size);
    if (llvm::MulOverflow(elements, *size, elements))
      return errorAt(begin, "the array has more than 2^63 elements");
  }
  return absl::OkStatus();
}

absl::StatusOr<Sharding> ProblemParser::parseShardingOf(size_t rank) {
  size_t begin = here();
  Sharding sharding;
  if (absl::Status status = FieldParser::parse(sharding); !status.ok())
    return status;
  if (absl::Status status = verify(text.mesh, sharding, rank); !status.ok())
    return errorBehind(begin, status);
  return sharding;
}

/// `%2`; in what repeats `%2+9`, `%2-9`: so many more, or less, in each repetition.
absl::Status ProblemParser::parseNumber(size_t &number) {
  size_t begin = here();
  if (absl::Status status = cursor.expect("%"); !status.ok())
    return status;
  if (absl::Status status = FieldParser::parse(number); !status.ok())
    return status;
  bool grows = cursor.at('+');
  if (!repetition || (!grows && !cursor.at('-')))
    return absl::OkStatus();
  ++cursor.offset;
  absl::StatusOr<int64_t> step = cursor.integer("how many more in each repetition");
  if (!step.ok())
    return step.status();
  int64_t moved;
  if (llvm::MulOverflow(grows ? *step : -*step, *repetition, moved) ||
      llvm::AddOverflow(static_cast<int64_t>(number), moved, moved) || moved < 0)
    return errorAt(begin, absl::StrCat("there is no such value in repetition ", *repetition));
  number = static_cast<size_t>(moved);
  return absl::OkStatus();
}

/// `%2 : f32[8x16] [I_x, J] {free}`.
absl::StatusOr<ProblemParser::Result> ProblemParser::parseResult() {
  Result result;
  result.offset = here();
  if (absl::Status status = parseNumber(result.number); !status.ok())
    return status;
  if (absl::Status status = cursor.expect(":"); !status.ok())
    return status;
  cursor.skipSpace();
  ShardingProblem::Value &value = result.value;
  if (cursor.consume("\"")) {
    value.type = cursor.rest().take_until([](char c) { return c == '"'; }).str();
    cursor.offset += value.type.size();
    if (absl::Status status = cursor.expect("\""); !status.ok())
      return status;
  } else {
    value.type = cursor.rest().take_until([](char c) { return c == '[' || llvm::isSpace(c); }).str();
    if (value.type.empty())
      return cursor.expected("a type");
    cursor.offset += value.type.size();
  }
  if (absl::Status status = cursor.expect("["); !status.ok())
    return status;
  if (absl::Status status = parseShape(value.shape); !status.ok())
    return status;
  absl::StatusOr<Sharding> spec = parseShardingOf(value.shape.size());
  if (!spec.ok())
    return spec.status();
  value.spec = *std::move(spec);
  value.element = usualElement(value.type);
  value.root = result.number;
  if (absl::Status status = parseResultFields(result); !status.ok())
    return status;
  return result;
}

/// `{loop_carried, root = %1, free}`: LoopCarried has the first, the second is a value, the others are fields.
absl::Status ProblemParser::parseResultFields(Result &result) {
  if (!cursor.consume("{") || cursor.consume("}"))
    return absl::OkStatus();
  auto isAtEnd = [&] { return !cursor.consume(","); };
  auto end = [&] { return cursor.consume("}") ? absl::OkStatus() : cursor.expected("',' or '}'"); };
  result.isCarried = keyword("loop_carried");
  if (result.isCarried && isAtEnd())
    return end();
  if (!keyword("root"))
    return moreFields(result.value);
  if (absl::Status status = cursor.expect("="); !status.ok())
    return status;
  if (absl::Status status = parseNumber(result.value.root); !status.ok())
    return status;
  return isAtEnd() ? end() : moreFields(result.value);
}

absl::StatusOr<std::vector<ProblemParser::Result>> ProblemParser::parseResults() {
  std::vector<Result> results;
  do {
    absl::StatusOr<Result> result = parseResult();
    if (!result.ok())
      return result.status();
    results.push_back(*std::move(result));
  } while (cursor.consume(","));
  return results;
}

/// `%2`, made already.
absl::StatusOr<size_t> ProblemParser::parseUse() {
  size_t begin = here(), number;
  if (absl::Status status = parseNumber(number); !status.ok())
    return status;
  if (!values.count(number))
    return errorAt(begin, absl::StrCat("%", number, " is used before it is made"));
  return number;
}

/// `(%0 : [I_x], %1)`.
absl::Status ProblemParser::parseOperands(Op &op, bool hasClass) {
  if (absl::Status status = cursor.expect("("); !status.ok())
    return status;
  if (cursor.consume(")"))
    return absl::OkStatus();
  do {
    absl::StatusOr<size_t> value = parseUse();
    if (!value.ok())
      return value.status();
    op.operands.push_back(*value);
    if (hasClass)
      continue;
    std::optional<Sharding> &need = op.needs.emplace_back();
    if (!cursor.consume(":"))
      continue;
    absl::StatusOr<Sharding> sharding = parseShardingOf(values[*value].shape.size());
    if (!sharding.ok())
      return sharding.status();
    need = *std::move(sharding);
  } while (cursor.consume(","));
  if (!cursor.consume(")"))
    return cursor.expected(hasClass ? "',' or ')'" : "':', ',' or ')'");
  return absl::OkStatus();
}

absl::Status ProblemParser::parseTimes(Op &op, double usual) {
  op.times = usual;
  return keyword("times") ? FieldParser::parse(op.times) : absl::OkStatus();
}

absl::Status ProblemParser::checkShapes(const Op &op, const std::vector<Result> &results, size_t offset) {
  std::vector<Shape> operandShapes, resultShapes;
  for (size_t operand : op.operands)
    operandShapes.push_back(values[operand].shape);
  for (const Result &result : results)
    resultShapes.push_back(result.value.shape);
  auto words = [](const std::vector<Shape> &operands, const std::vector<Shape> &results) {
    auto shapes = [](const std::vector<Shape> &all) {
      return absl::StrJoin(all, ", ", [](std::string *out, const Shape &shape) {
        absl::StrAppend(out, "[", absl::StrJoin(shape, "x"), "]");
      });
    };
    return absl::StrCat("(", shapes(operands), ")->(", shapes(results), ")");
  };
  const OpShapes &shapes = problem().classes[op.opClass].shapes;
  if (operandShapes == shapes.operands && resultShapes == shapes.results)
    return absl::OkStatus();
  return errorAt(offset, absl::StrCat("the op is ", words(operandShapes, resultShapes), ", its class ",
                                      words(shapes.operands, shapes.results)));
}

/// `%2 : f32[8x4] [I_x, J] = c0(%0, %1)`, or what has regions.
absl::Status ProblemParser::parseOp() {
  std::vector<Result> results;
  if (cursor.at('%')) {
    absl::StatusOr<std::vector<Result>> parsed = parseResults();
    if (!parsed.ok())
      return parsed.status();
    results = *std::move(parsed);
    if (absl::Status status = cursor.expect("="); !status.ok())
      return status;
  }
  size_t begin = here();
  absl::StatusOr<std::string> name = cursor.name("an op");
  if (!name.ok())
    return name.status();
  Op op;
  using Form = ShardingProblem::Region::Form;
  for (Form form : {Form::Loop, Form::Branches, Form::Inline})
    if (*name == EnumNames<Form>::kAll[static_cast<size_t>(form)])
      return parseRegion(form, std::move(op), std::move(results));
  auto found = named.find(*name);
  if (*name != "fixed" && found == named.end())
    return expectedAt(begin, "a class, fixed, loop, branches or inline");
  bool hasClass = found != named.end() && found->second.isClass;
  if (hasClass)
    op.opClass = static_cast<int64_t>(found->second.index);
  else if (found != named.end())
    op.made = static_cast<int64_t>(found->second.index);
  if (absl::Status status = parseOperands(op, hasClass); !status.ok())
    return status;
  if (op.made >= 0 && !op.operands.empty())
    return errorAt(begin, "what is made has no operands");
  if (hasClass)
    if (absl::Status status = checkShapes(op, results, begin); !status.ok())
      return status;
  if (absl::Status status = parseTimes(op, times); !status.ok())
    return status;
  return addOp(std::move(op), std::move(results));
}

/// `loop 12 (%0 : [I]) {`, blocks, `} -> ` and its results.
absl::Status ProblemParser::parseRegion(ShardingProblem::Region::Form form, Op op, std::vector<Result> results) {
  size_t number = problem().regions.size();
  ShardingProblem::Region region{form, problem().ops.size(), 0, {}, std::nullopt};
  cursor.skipSpace();
  if (form == ShardingProblem::Region::Form::Loop && !cursor.at('('))
    if (absl::Status status = FieldParser::parse(region.trips); !status.ok())
      return status;
  if (absl::Status status = parseOperands(op, false); !status.ok())
    return status;
  double outside = times;
  if (absl::Status status = parseTimes(op, outside * region.trips.value_or(1)); !status.ok())
    return status;
  times = op.times;
  problem().regions.push_back(region);
  if (absl::Status status = addOp(std::move(op), std::move(results)); !status.ok())
    return status;
  if (absl::Status status = parseBlocks(number); !status.ok())
    return status;
  times = outside;
  problem().regions[number].leave = problem().ops.size();
  Op leave;
  std::vector<Result> left;
  if (cursor.consume("->")) {
    absl::StatusOr<std::vector<Result>> parsed = parseResults();
    if (!parsed.ok())
      return parsed.status();
    left = *std::move(parsed);
  }
  if (absl::Status status = parseTimes(leave, outside); !status.ok())
    return status;
  leaving = number;
  absl::Status status = addOp(std::move(leave), std::move(left));
  leaving.reset();
  return status;
}

absl::Status ProblemParser::parseBlocks(size_t region) {
  if (absl::Status status = cursor.expect("{"); !status.ok())
    return status;
  do {
    size_t first = problem().ops.size();
    if (absl::Status status = parseStatements(); !status.ok())
      return status;
    if (problem().ops.size() == first)
      return cursor.expected("an op");
    problem().regions[region].ends.push_back(problem().ops.size() - 1);
    if (absl::Status status = cursor.expect("}"); !status.ok())
      return status;
  } while (cursor.consume("{"));
  return absl::OkStatus();
}

absl::Status ProblemParser::addOp(Op op, std::vector<Result> results) {
  problem().ops.push_back(std::move(op));
  for (auto &[number, offset, value, isCarried] : results) {
    problem().ops.back().results.push_back(number);
    makers[number] = problem().ops.size() - 1;
    if (!values.try_emplace(number, value).second)
      return errorAt(offset, absl::StrCat("%", number, " is made twice"));
    auto root = values.find(value.root);
    if (root == values.end() || root->second.shape != value.shape)
      return errorAt(offset, absl::StrCat("the root of %", number, " is %", value.root,
                                          ", which is not made before it in that shape"));
  }
  for (auto [position, result] : llvm::enumerate(results))
    if (result.isCarried)
      if (absl::Status status = addCarried(result, position); !status.ok())
        return status;
  return absl::OkStatus();
}

/// From the operand of the same place, and by the arguments of that place of each block, all of which have as many.
absl::Status ProblemParser::addCarried(const Result &result, size_t position) {
  size_t last = problem().ops.size() - 1;
  ShardingProblem::LoopCarried carried{last, last, position, {}, result.number};
  if (leaving) {
    const ShardingProblem::Region &region = problem().regions[*leaving];
    carried.entry = region.enter;
    carried.yield = region.ends.back();
    const Op &enter = problem().ops[carried.entry];
    if (enter.results.size() != region.ends.size() * enter.operands.size())
      return errorAt(result.offset, absl::StrCat("the loop of %", result.number, " is entered with ",
                                                 enter.operands.size(), " values, but its ", region.ends.size(),
                                                 " blocks have ", enter.results.size(), " arguments"));
    for (size_t i = position; i < enter.results.size(); i += enter.operands.size())
      carried.arguments.push_back(enter.results[i]);
  }
  for (size_t op : {carried.entry, carried.yield})
    if (position >= problem().ops[op].operands.size() || problem().ops[op].opClass >= 0)
      return errorAt(result.offset, absl::StrCat("%", result.number, " is carried as result ", position,
                                                 ", but there is no operand of that number to come from"));
  problem().loopCarried.push_back(std::move(carried));
  return absl::OkStatus();
}

} // namespace shardwright::problem_text
