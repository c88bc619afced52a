#include "shardwright/Placement/ProblemText.h"

#include "lib/Placement/FieldParser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

#include <map>

namespace shardwright {

using namespace problem_text;

namespace {

constexpr llvm::StringLiteral kKeywords[] = {"mesh",   "class",  "made", "fixed",  "loop",         "branches",
                                             "inline", "repeat", "plan", "choose", "loop_carried", "times"};

/// Bounds what a short text can ask for.
constexpr int64_t kMostRepetitions = 4096;

/// Recursive descent; each function consumes one production.
class ProblemParser : FieldParser {
public:
  ProblemParser(llvm::StringRef text) : FieldParser(text) {}

  absl::StatusOr<ProblemText> parse() {
    if (absl::Status status = parseMesh(); !status.ok())
      return status;
    if (absl::Status status = parseStatements(); !status.ok())
      return status;
    if (!cursor.atEnd() && !keyword("plan"))
      return cursor.expected("a class, an op, a plan or the end");
    if (absl::Status status = finish(); !status.ok())
      return status;
    if (!cursor.atEnd())
      if (absl::Status status = parsePlan(); !status.ok())
        return status;
    return std::move(text);
  }

private:
  using Op = ShardingProblem::Op;

  /// A class, or what is made without operands.
  struct Named {
    bool isClass;
    size_t index;
  };
  struct Result {
    size_t number, offset;
    ShardingProblem::Value value;
    bool isCarried = false;
  };

  // The problem.

  absl::Status parseMesh();
  absl::Status parseStatements();
  absl::StatusOr<std::string> newName();
  absl::Status parseClass();
  absl::Status checkClass(const ShardingProblem::OpClass &opClass);
  absl::Status parseMade();

  absl::Status parseShape(Shape &shape);
  absl::StatusOr<Sharding> parseShardingOf(size_t rank);
  absl::Status parseRepeat();
  absl::Status parseNumber(size_t &number);
  absl::StatusOr<Result> parseResult();
  absl::Status parseResultFields(Result &result);
  absl::StatusOr<std::vector<Result>> parseResults();
  absl::StatusOr<size_t> parseUse();
  absl::Status parseOperands(Op &op, bool hasClass);
  absl::Status checkShapes(const Op &op, const std::vector<Result> &results, size_t offset);
  absl::Status parseTimes(Op &op, double usual);
  absl::Status parseOp();
  absl::Status parseRegion(ShardingProblem::Region::Form form, Op op, std::vector<Result> results);
  absl::Status parseBlocks(size_t region);
  absl::Status addOp(Op op, std::vector<Result> results);
  absl::Status addCarried(const Result &result, size_t position);
  absl::Status finish();

  // The plan.

  absl::Status parsePlan();
  absl::Status parseChoice(PlacementPlan &plan);
  absl::StatusOr<PlacementChoice> parseChoiceOf(const std::vector<size_t> &ops);
  absl::Status checkPlacement(const ShardingProblem::OpClass &opClass, const Placement &placement, size_t offset);
  absl::Status parseLoopCarried(PlacementPlan &plan);

  ShardingProblem &problem() { return text.problem; }

  ProblemText text;
  llvm::StringMap<Named> named;
  std::map<size_t, ShardingProblem::Value> values;
  std::map<size_t, size_t> makers; ///< by value
  double times = 1;                ///< of ops here
  /// The number of the repetition that is read; nothing elsewhere.
  std::optional<int64_t> repetition;
  /// The region that an op leaves; nothing elsewhere.
  std::optional<size_t> leaving;
};

/// `mesh <x=2, y=4, order=[1, 0, ...]>`.
absl::Status ProblemParser::parseMesh() {
  if (!keyword("mesh"))
    return cursor.expected("'mesh'");
  size_t begin = here();
  if (absl::Status status = cursor.expect("<"); !status.ok())
    return status;
  std::vector<MeshAxis> axes;
  std::vector<int64_t> order;
  if (!cursor.consume(">")) {
    do {
      absl::StatusOr<std::string> name = cursor.name("an axis name");
      if (!name.ok())
        return name.status();
      if (absl::Status status = cursor.expect("="); !status.ok())
        return status;
      if (*name == "order" && cursor.rest().ltrim().starts_with("[")) {
        if (absl::Status status = FieldParser::parse(order); !status.ok())
          return status;
        break;
      }
      absl::StatusOr<int64_t> size = cursor.integer("the size of the axis");
      if (!size.ok())
        return size.status();
      axes.push_back({*name, *size});
    } while (cursor.consume(","));
    if (absl::Status status = cursor.expect(">"); !status.ok())
      return status;
  }
  absl::StatusOr<Mesh> mesh = Mesh::create(std::move(axes), std::move(order));
  if (!mesh.ok())
    return errorBehind(begin, mesh.status());
  text.mesh = *std::move(mesh);
  return absl::OkStatus();
}

/// Up to the end, a plan, or the brace that closes a block.
absl::Status ProblemParser::parseStatements() {
  while (true) {
    cursor.skipSpace();
    if (cursor.atEnd() || cursor.at('}'))
      return absl::OkStatus();
    size_t begin = here();
    if (keyword("plan")) {
      cursor.offset = begin;
      return absl::OkStatus();
    }
    absl::Status status = keyword("class")    ? parseClass()
                          : keyword("made")   ? parseMade()
                          : keyword("repeat") ? parseRepeat()
                                              : parseOp();
    if (!status.ok())
      return status;
  }
}

absl::StatusOr<std::string> ProblemParser::newName() {
  size_t begin = here();
  absl::StatusOr<std::string> name = cursor.name("a name");
  if (!name.ok())
    return name.status();
  if (llvm::is_contained(kKeywords, *name))
    return errorAt(begin, absl::StrCat("'", *name, "' is a keyword; give it another name"));
  if (named.contains(*name))
    return errorAt(begin, absl::StrCat("'", *name, "' is defined twice"));
  return name;
}

/// `class c0 = ([i, j])->([i, j]) {i=8, j=4}`, and its fields on the next line.
absl::Status ProblemParser::parseClass() {
  absl::StatusOr<std::string> name = newName();
  if (!name.ok())
    return name.status();
  if (absl::Status status = cursor.expect("="); !status.ok())
    return status;
  size_t begin = here();
  llvm::StringRef line = cursor.rest().take_until([](char c) { return c == '\n'; });
  absl::StatusOr<ShardingRule> rule = parseShardingRule(line);
  if (!rule.ok())
    return errorBehind(begin, rule.status());
  cursor.offset += line.size();
  ShardingProblem::OpClass opClass{*std::move(rule), {}, 0, {}};
  opClass.shapes = usualShapes(opClass.rule);
  cursor.skipSpace();
  if (cursor.at('{'))
    if (absl::Status status = fields(opClass); !status.ok())
      return status;
  if (absl::Status status = checkClass(opClass); !status.ok())
    return errorBehind(begin, status);
  named[*name] = {true, problem().classes.size()};
  problem().classes.push_back(std::move(opClass));
  return absl::OkStatus();
}

absl::Status ProblemParser::checkClass(const ShardingProblem::OpClass &opClass) {
  const ShardingRule &rule = opClass.rule;
  // Not verify(): a partitioner's rule may keep a factor that it took from all tensors.
  auto fit = [](const std::vector<TensorFactors> &tensors, const std::vector<Shape> &shapes) {
    return std::equal(tensors.begin(), tensors.end(), shapes.begin(), shapes.end(),
                      [](const TensorFactors &dims, const Shape &shape) { return dims.size() == shape.size(); });
  };
  if (!fit(rule.operands, opClass.shapes.operands) || !fit(rule.results, opClass.shapes.results))
    return absl::InvalidArgumentError(
        "the shapes are not those of as many tensors of as many dimensions as the rule's");
  auto isOperand = [&](int64_t operand) {
    return operand >= 0 && operand < static_cast<int64_t>(rule.operands.size());
  };
  if (!llvm::all_of(rule.partialOperands, isOperand) || !llvm::all_of(rule.accumulators, isOperand))
    return absl::InvalidArgumentError(absl::StrCat("the rule has ", rule.operands.size(),
                                                   " operands; partial_operands and accumulators are numbers of them"));
  for (const FactorWindow &window : rule.windows)
    if (!isOperand(window.operand) || window.dim < 0 ||
        window.dim >= static_cast<int64_t>(rule.operands[window.operand].size()) || window.factor < 0 ||
        window.factor >= static_cast<int64_t>(rule.factors.size()))
      return absl::InvalidArgumentError(absl::StrCat("a window names operand ", window.operand, ", dimension ",
                                                     window.dim, " and factor ", window.factor,
                                                     "; the rule has no such place"));
  return absl::OkStatus();
}

/// `made m0 {kind = splat}`.
absl::Status ProblemParser::parseMade() {
  absl::StatusOr<std::string> name = newName();
  if (!name.ok())
    return name.status();
  named[*name] = {false, problem().made.size()};
  return fields(problem().made.emplace_back());
}

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

/// `repeat 31 {`, ops, `}`: read again for each repetition.
absl::Status ProblemParser::parseRepeat() {
  size_t begin = here();
  absl::StatusOr<int64_t> times = cursor.integer("how often");
  if (!times.ok())
    return times.status();
  if (repetition)
    return errorAt(begin, "what repeats is inside what repeats");
  if (*times < 1 || *times > kMostRepetitions)
    return expectedAt(begin, absl::StrCat("a number from 1 to ", kMostRepetitions));
  if (absl::Status status = cursor.expect("{"); !status.ok())
    return status;
  size_t inside = cursor.offset;
  for (repetition = 0; *repetition < *times; ++*repetition) {
    cursor.offset = inside;
    if (absl::Status status = parseStatements(); !status.ok())
      return status;
    if (absl::Status status = cursor.expect("}"); !status.ok())
      return status;
  }
  repetition.reset();
  return absl::OkStatus();
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

absl::Status ProblemParser::finish() {
  for (auto &[number, value] : values) {
    if (number != problem().values.size())
      return errorAt(cursor.offset, absl::StrCat("%", problem().values.size(), " is not made, but %", number, " is"));
    problem().values.push_back(std::move(value));
  }
  return absl::OkStatus();
}

/// `plan {bytes = 12}`, choices and carried shardings.
absl::Status ProblemParser::parsePlan() {
  PlacementPlan &plan = text.plan.emplace();
  plan.chosen.assign(problem().ops.size(), -1);
  for (const ShardingProblem::LoopCarried &carried : problem().loopCarried)
    plan.loopCarried.push_back(problem().values[carried.result].spec);
  if (absl::Status status = fields(plan.total); !status.ok())
    return status;
  for (cursor.skipSpace(); !cursor.atEnd(); cursor.skipSpace()) {
    absl::Status status = keyword("choose")         ? parseChoice(plan)
                          : keyword("loop_carried") ? parseLoopCarried(plan)
                                                    : cursor.expected("'choose', 'loop_carried' or the end");
    if (!status.ok())
      return status;
  }
  for (auto [op, chosen] : llvm::zip_equal(problem().ops, plan.chosen))
    if (op.opClass >= 0 && chosen < 0)
      return errorAt(cursor.offset, absl::StrCat("nothing is chosen for the op that makes %", op.results.front()));
  return absl::OkStatus();
}

/// `choose %2, %7 {placement = {factors = {i = [x]}}}`: for ops of one class.
absl::Status ProblemParser::parseChoice(PlacementPlan &plan) {
  std::vector<size_t> ops;
  do {
    size_t begin = here();
    absl::StatusOr<size_t> value = parseUse();
    if (!value.ok())
      return value.status();
    size_t op = makers[*value];
    if (problem().ops[op].opClass < 0 || problem().ops[op].results.front() != *value)
      return expectedAt(begin, "the first result of an op that has a class");
    if (problem().ops[op].opClass != problem().ops[ops.empty() ? op : ops.front()].opClass)
      return expectedAt(begin, "the result of an op of the same class");
    if (plan.chosen[op] >= 0)
      return errorAt(begin, absl::StrCat("a placement of %", *value, " is chosen twice"));
    plan.chosen[op] = static_cast<int64_t>(plan.choices.size());
    ops.push_back(op);
  } while (cursor.consume(","));
  absl::StatusOr<PlacementChoice> choice = parseChoiceOf(ops);
  if (choice.ok())
    plan.choices.push_back(*std::move(choice));
  return choice.status();
}

absl::StatusOr<PlacementChoice> ProblemParser::parseChoiceOf(const std::vector<size_t> &ops) {
  const ShardingProblem::OpClass &opClass = problem().classes[problem().ops[ops.front()].opClass];
  size_t begin = here();
  PlacementChoice choice;
  if (absl::Status status = fields(choice); !status.ok())
    return status;
  if (absl::Status status = checkPlacement(opClass, choice.placement, begin); !status.ok())
    return status;
  choice.placement.factors.resize(opClass.rule.factors.size());
  if (choice.next) {
    if (absl::Status status = checkPlacement(opClass, choice.next->placement, begin); !status.ok())
      return status;
    choice.next->placement.factors.resize(opClass.rule.factors.size());
  }
  PlacementChoice usual = usualChoice(text.mesh, opClass.rule, choice.placement);
  auto complete = [&](std::vector<Sharding> &given, std::vector<Sharding> &all, const std::vector<Shape> &shapes) {
    if (given.empty())
      given = std::move(all);
    if (given.size() != shapes.size())
      return errorAt(begin, absl::StrCat(given.size(), " shardings where the class has ", shapes.size()));
    for (auto [sharding, shape] : llvm::zip_equal(given, shapes))
      if (absl::Status status = verify(text.mesh, sharding, shape.size()); !status.ok())
        return errorBehind(begin, status);
    return absl::OkStatus();
  };
  if (absl::Status status = complete(choice.needs, usual.needs, opClass.shapes.operands); !status.ok())
    return status;
  if (absl::Status status = complete(choice.makes, usual.makes, opClass.shapes.results); !status.ok())
    return status;
  return choice;
}

absl::Status ProblemParser::checkPlacement(const ShardingProblem::OpClass &opClass, const Placement &placement,
                                           size_t offset) {
  if (placement.factors.size() > opClass.rule.factors.size())
    return errorAt(offset, absl::StrCat("the rule has no factor ", factorName(placement.factors.size() - 1)));
  llvm::SmallVector<AxisRef> axes;
  for (const AxisList &list : placement.factors)
    axes.append(list.begin(), list.end());
  for (const PartialAxis &partial : placement.partial)
    axes.push_back(partial.axis);
  for (auto [index, axis] : llvm::enumerate(axes)) {
    if (absl::Status status = verifyAxis(text.mesh, axis); !status.ok())
      return errorBehind(offset, status);
    if (overlaps(text.mesh, llvm::ArrayRef(axes).take_front(index), axis))
      return errorAt(offset, absl::StrCat("axis ", axis.str(), " is used twice"));
  }
  if (placement.partialOperand < -1 || placement.partialOperand >= static_cast<int64_t>(opClass.rule.operands.size()))
    return errorAt(offset, absl::StrCat("the rule has no operand ", placement.partialOperand));
  return absl::OkStatus();
}

/// `loop_carried %9 [I_x]`.
absl::Status ProblemParser::parseLoopCarried(PlacementPlan &plan) {
  size_t begin = here();
  absl::StatusOr<size_t> value = parseUse();
  if (!value.ok())
    return value.status();
  auto carried = llvm::find_if(problem().loopCarried, [&](const auto &carried) { return carried.result == *value; });
  if (carried == problem().loopCarried.end())
    return errorAt(begin, absl::StrCat("%", *value, " is not carried"));
  absl::StatusOr<Sharding> sharding = parseShardingOf(problem().values[*value].shape.size());
  if (sharding.ok())
    plan.loopCarried[carried - problem().loopCarried.begin()] = *std::move(sharding);
  return sharding.status();
}

/// Comments become space, so that all offsets stay what they are.
std::string withoutComments(llvm::StringRef text) {
  std::string out = text.str();
  bool isQuoted = false, isComment = false;
  for (size_t i = 0; i < out.size(); ++i) {
    isComment = out[i] != '\n' && (isComment || (!isQuoted && llvm::StringRef(out).drop_front(i).starts_with("//")));
    isQuoted = !isComment && out[i] != '\n' && isQuoted != (out[i] == '"');
    if (isComment)
      out[i] = ' ';
  }
  return out;
}

} // namespace

/// `offset 12: ...` as `line 2, column 3: ...`.
static absl::Status withLine(llvm::StringRef text, const absl::Status &status) {
  llvm::StringRef message(status.message().data(), status.message().size());
  size_t offset = 0;
  message.consume_front("offset ");
  message.consumeInteger(10, offset);
  message.consume_front(": ");
  llvm::StringRef before = text.take_front(offset);
  size_t lineBegin = before.rfind('\n') == llvm::StringRef::npos ? 0 : before.rfind('\n') + 1;
  return absl::InvalidArgumentError(
      absl::StrCat("line ", before.count('\n') + 1, ", column ", offset - lineBegin + 1, ": ", message.str()));
}

absl::StatusOr<ProblemText> parseProblem(llvm::StringRef text) {
  std::string code = withoutComments(text);
  absl::StatusOr<ProblemText> parsed = ProblemParser(code).parse();
  return parsed.ok() ? std::move(parsed) : withLine(text, parsed.status());
}

} // namespace shardwright
