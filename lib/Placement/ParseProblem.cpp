#include "lib/Placement/ProblemParser.h"

#include "llvm/ADT/StringExtras.h"

namespace shardwright {

namespace problem_text {

constexpr llvm::StringLiteral kKeywords[] = {"mesh",   "class", "made",   "fixed",        "loop",  "branches", "inline",
                                             "repeat", "plan",  "choose", "loop_carried", "times", "attention"};

/// Bounds what a short text can ask for.
constexpr int64_t kMostRepetitions = 4096;

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
    absl::Status status = keyword("class")       ? parseClass()
                          : keyword("made")      ? parseMade()
                          : keyword("repeat")    ? parseRepeat()
                          : keyword("attention") ? parseAttention()
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
  ShardingProblem::OpClass opClass{*std::move(rule), {}, 0, {}, {}};
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

/// `attention {space = 4, ops = [4, 5], ...}`.
absl::Status ProblemParser::parseAttention() {
  attentionAt.push_back(here());
  return fields(problem().attention.emplace_back());
}

/// Whether all that it names is there.
absl::Status ProblemParser::checkAttention(const ShardingProblem::Attention &attention) const {
  const ShardingProblem &whole = text.problem;
  auto isOp = [&](size_t op) { return op < whole.ops.size(); };
  auto areOps = [&](llvm::ArrayRef<size_t> ops) { return llvm::all_of(ops, isOp); };
  if (!isOp(attention.space) || whole.ops[attention.space].results.size() != 1 || !areOps(attention.ops) ||
      !areOps(attention.feeders) || attention.kernels.empty())
    return absl::InvalidArgumentError(
        absl::StrCat("the program has ops 0 to ", whole.ops.size() - 1, "; attention has kernels, and names others"));
  const auto rank = static_cast<int64_t>(whole.values[whole.ops[attention.space].results.front()].shape.size());
  auto areDims = [&](llvm::ArrayRef<int64_t> dims) {
    return llvm::all_of(dims, [&](int64_t dim) { return dim >= 0 && dim < rank; });
  };
  auto isTensor = [&](const ShardingProblem::Attention::Tensor &tensor) {
    return tensor.value < whole.values.size() && makers.count(tensor.value) &&
           tensor.dims.size() == whole.values[tensor.value].shape.size() &&
           llvm::all_of(tensor.dims, [&](int64_t dim) { return dim >= tensor.kDepth && dim < rank; });
  };
  auto isKernel = [&](const ShardingProblem::Attention::Kernel &kernel) {
    const fusion::AttentionKernel &form = kernel.form;
    return areOps(kernel.ops) && isOp(kernel.place) && !kernel.outputs.empty() && areDims(form.outer) &&
           areDims(form.summed) && areDims({form.rows, form.columns}) && form.tileRows > 0 && form.tileColumns > 0 &&
           llvm::all_of(form.reads, [&](const auto &read) { return areDims(read.dims); }) &&
           llvm::all_of(kernel.outputs,
                        [&](const auto &chain) { return !chain.empty() && llvm::all_of(chain, isTensor); });
  };
  auto isSum = [&](const ShardingProblem::Attention::Sum &sum) {
    return isTensor(sum.vectors) && isTensor(sum.result) && llvm::all_of(sum.factors, isTensor) &&
           llvm::all_of(sum.divisors, isTensor);
  };
  if (!llvm::all_of(attention.kernels, isKernel) || !llvm::all_of(attention.sums, isSum))
    return absl::InvalidArgumentError(absl::StrCat("a kernel or a sum of attention names dimensions that a space of ",
                                                   rank, " has not, or values that no op makes"));
  return absl::OkStatus();
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

absl::Status ProblemParser::finish() {
  for (auto &[number, value] : values) {
    if (number != problem().values.size())
      return errorAt(cursor.offset, absl::StrCat("%", problem().values.size(), " is not made, but %", number, " is"));
    problem().values.push_back(std::move(value));
  }
  for (auto [at, attention] : llvm::zip_equal(attentionAt, problem().attention))
    if (absl::Status status = checkAttention(attention); !status.ok())
      return errorBehind(at, status);
  return absl::OkStatus();
}

} // namespace problem_text

/// Comments become space, so that all offsets stay what they are.
static std::string withoutComments(llvm::StringRef text) {
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
  absl::StatusOr<ProblemText> parsed = problem_text::ProblemParser(code).parse();
  return parsed.ok() ? std::move(parsed) : withLine(text, parsed.status());
}

} // namespace shardwright
