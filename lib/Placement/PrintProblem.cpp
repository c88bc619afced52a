#include "shardwright/Placement/ProblemText.h"

#include "lib/Placement/ProblemFields.h"
#include "lib/Placement/RepeatedOps.h"
#include "lib/Sharding/Cursor.h"
#include "shardwright/Sharding/Text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <charconv>

namespace shardwright {

using namespace problem_text;

namespace {

// What stands behind a field's name, or in a list.

std::string text(double value) {
  char digits[32]; // the shortest that reads back to the same value
  return {digits, std::to_chars(digits, std::end(digits), value).ptr};
}
std::string text(llvm::StringRef word) { return quoteIfNeeded(word); }
std::string text(const std::string &word) { return quoteIfNeeded(word); }
std::string text(const AxisRef &axis) { return axis.str(); }
std::string text(const Sharding &sharding) { return str(sharding); }
std::string text(const PartialAxis &partial) { return absl::StrCat(partial.axis.str(), ":", name(partial.kind).str()); }
std::string text(const std::pair<int64_t, int64_t> &pair) {
  return absl::StrCat("(", pair.first, ", ", pair.second, ")");
}

template <typename T> std::string text(const T &value);
template <typename T> std::string text(const std::optional<T> &value) { return text(*value); }
template <typename T> std::string list(const T &values) {
  return absl::StrCat(
      "[", absl::StrJoin(values, ", ", [](std::string *out, const auto &value) { out->append(text(value)); }), "]");
}

/// `{kind = splat, simple}`: the fields that are not as in `usual`; nothing where all are.
template <typename T> std::string fields(const T &value, const T &usual, std::vector<std::string> parts = {});

/// Of factors and their axes, those that have something to say: `{i = ..., k = ...}`.
template <typename Says> std::string byFactor(size_t factors, Says says) {
  std::vector<std::string> parts;
  for (size_t factor = 0; factor < factors; ++factor)
    if (std::string part = says(factor); !part.empty())
      parts.push_back(absl::StrCat(factorName(static_cast<int64_t>(factor)), " = ", part));
  return absl::StrCat("{", absl::StrJoin(parts, ", "), "}");
}

template <typename T> std::string text(const T &value) {
  if constexpr (std::is_enum_v<T>) {
    return std::string(EnumNames<T>::kAll[static_cast<size_t>(value)]);
  } else if constexpr (std::is_same_v<T, FactorAxes>) {
    return byFactor(value.size(), [&](size_t i) { return value[i].empty() ? "" : list(value[i]); });
  } else if constexpr (std::is_same_v<T, std::vector<Factor>>) {
    return byFactor(value.size(), [&](size_t i) { return fields(value[i], Factor{value[i].size}); });
  } else if constexpr (HasFields<T>::value) {
    std::string inside = fields(value, T{});
    return inside.empty() ? "{}" : inside;
  } else if constexpr (IsList<T>::value) {
    return list(value);
  } else {
    return absl::StrCat(value);
  }
}

void appendNamed(std::vector<std::string> &parts, const std::string &name, const std::string &value) {
  if (!value.empty())
    parts.push_back(name + " = " + value);
}

template <typename T, typename M>
void appendField(std::vector<std::string> &parts, const Field<T, M> &field, const T &value, const T &usual) {
  const M &member = value.*field.member;
  if (isSame(member, usual.*field.member))
    return;
  if constexpr (std::is_same_v<M, FactorAxes>)
    if (llvm::all_of(member, [](const AxisList &axes) { return axes.empty(); }))
      return; // how many factors there are, the rule says
  std::string name = field.name.str();
  if constexpr (std::is_same_v<M, bool>)
    parts.push_back(member ? name : name + " = false");
  else if constexpr (HasFields<M>::value)
    appendNamed(parts, name, fields(member, usual.*field.member));
  else
    parts.push_back(name + " = " + text(member));
}

template <typename T> std::string fields(const T &value, const T &usual, std::vector<std::string> parts) {
  std::apply([&](auto... field) { (appendField(parts, field, value, usual), ...); }, Fields<T>::table());
  return parts.empty() ? "" : absl::StrCat("{", absl::StrJoin(parts, ", "), "}");
}

class Printer {
public:
  Printer(const Mesh &mesh, const ShardingProblem &problem) : mesh(mesh), problem(problem) {
    for (const ShardingProblem::LoopCarried &carried : problem.loopCarried)
      isCarried.insert(carried.result);
  }

  void print(const PlacementPlan *plan) {
    absl::StrAppend(&out, "mesh ", mesh.str(), "\n");
    printClasses();
    out += "\n";
    std::vector<RepeatableOp> ops = repeatableOps();
    size_t region = 0, op = 0;
    for (const RepeatedOps &repeated : findRepeatedOps(ops, kLeastRepeated)) {
      for (; op < repeated.first; ++op)
        printOp(op, region);
      absl::StrAppend(&out, indent(), "repeat ", repeated.times, " {\n");
      ++depth;
      for (; op < repeated.first + repeated.length; ++op) {
        later = ops[op + repeated.length].numbers;
        absl::StrAppend(&out, indent(), plainText(op), "\n");
      }
      --depth;
      later = {};
      absl::StrAppend(&out, indent(), "}\n");
      op = repeated.first + repeated.length * repeated.times;
    }
    for (; op < problem.ops.size(); ++op)
      printOp(op, region);
    out += problem.attention.empty() ? "" : "\n";
    for (const ShardingProblem::Attention &attention : problem.attention)
      absl::StrAppend(&out, "attention ", text(attention), "\n");
    if (plan)
      printPlan(*plan);
  }

  std::string out;

private:
  /// So many ops are left out at least, or what repeats is written out.
  static constexpr size_t kLeastRepeated = 8;

  /// What is written of each op, but for the numbers of values. Regions do not repeat.
  std::vector<RepeatableOp> repeatableOps() {
    std::vector<RepeatableOp> ops(problem.ops.size());
    llvm::DenseSet<size_t> atBorders;
    for (const ShardingProblem::Region &region : problem.regions) {
      atBorders.insert(region.enter);
      atBorders.insert(region.leave);
      atBorders.insert(region.ends.begin(), region.ends.end());
    }
    llvm::StringMap<uint32_t> forms;
    for (auto [number, op] : llvm::enumerate(ops)) {
      if (atBorders.contains(number))
        continue;
      written = &op.numbers;
      op.form = forms.try_emplace(plainText(number), forms.size() + 1).first->second;
    }
    written = nullptr;
    return ops;
  }

  /// `%12`; of what repeats `%12+9`, for one that is 9 higher in each repetition.
  std::string reference(size_t value) {
    if (written) {
      written->push_back(static_cast<int64_t>(value));
      return "%";
    }
    int64_t step = later.empty() ? 0 : later.front() - static_cast<int64_t>(value);
    later = later.drop_front(later.empty() ? 0 : 1);
    return absl::StrCat("%", value, step > 0 ? "+" : "", step ? absl::StrCat(step) : "");
  }

  void printClasses() {
    out += problem.classes.empty() ? "" : "\n";
    for (auto [index, opClass] : llvm::enumerate(problem.classes)) {
      absl::StrAppend(&out, "class c", index, " = ", opClass.rule.str(), "\n");
      ShardingProblem::OpClass usual;
      // What the rule's text says.
      for (const Factor &factor : opClass.rule.factors)
        usual.rule.factors.push_back({factor.size, factor.kind, factor.blocked});
      usual.shapes = usualShapes(opClass.rule);
      if (std::string more = fields(opClass, usual); !more.empty())
        absl::StrAppend(&out, "  ", more, "\n");
    }
    out += problem.made.empty() ? "" : "\n";
    for (auto [index, form] : llvm::enumerate(problem.made))
      absl::StrAppend(&out, "made m", index, " ", text(form), "\n");
  }

  std::string valueText(size_t number) {
    std::string name = reference(number);
    const ShardingProblem::Value &value = problem.values[number];
    ShardingProblem::Value usual = value;
    usual.element = usualElement(value.type);
    usual.free = usual.isKept = false;
    std::vector<std::string> words;
    if (isCarried.contains(number))
      words.push_back("loop_carried");
    if (value.root != number)
      words.push_back("root = " + reference(value.root));
    std::string more = fields(value, usual, std::move(words));
    bool isBare = !value.type.empty() && value.type.find_first_of(" \t\n[\"/") == std::string::npos;
    return absl::StrCat(name, " : ", isBare ? value.type : absl::StrCat("\"", value.type, "\""), "[",
                        absl::StrJoin(value.shape, "x"), "] ", str(value.spec), more.empty() ? "" : " ", more);
  }

  /// One a line where there are several.
  std::string resultsText(const ShardingProblem::Op &op) {
    return absl::StrJoin(op.results, ",\n" + indent(),
                         [&](std::string *text, size_t value) { text->append(valueText(value)); });
  }

  std::string operandsText(const ShardingProblem::Op &op) {
    std::vector<std::string> operands;
    bool hasNeeds = false;
    for (auto [position, value] : llvm::enumerate(op.operands)) {
      operands.push_back(reference(value));
      if (op.opClass >= 0 || !op.needs[position])
        continue;
      absl::StrAppend(&operands.back(), " : ", str(*op.needs[position]));
      hasNeeds = true;
    }
    bool breaks = hasNeeds && operands.size() > 3;
    return absl::StrCat("(", absl::StrJoin(operands, breaks ? ",\n" + indent() + "  " : ", "), ")");
  }

  std::string indent() const { return std::string(2 * depth, ' '); }
  /// How often an op here runs by the loops around it.
  double times() const { return open.empty() ? 1 : problem.ops[problem.regions[open.back()].enter].times; }
  static std::string timesText(double times, double usual) { return times == usual ? "" : " times " + text(times); }

  /// `results = ` where there are any.
  std::string resultsOf(const ShardingProblem::Op &op) {
    return op.results.empty() ? "" : resultsText(op) + (op.results.size() > 1 ? "\n  " + indent() : " ") + "= ";
  }

  /// An op that is no border of a region.
  std::string plainText(size_t number) {
    const ShardingProblem::Op &op = problem.ops[number];
    std::string results = resultsOf(op);
    std::string called = op.opClass >= 0 ? absl::StrCat("c", op.opClass)
                         : op.made >= 0  ? absl::StrCat("m", op.made)
                                         : "fixed";
    return results + called + operandsText(op) + timesText(op.times, times());
  }

  void printOp(size_t number, size_t &nextRegion) {
    if (!open.empty() && problem.regions[open.back()].leave == number)
      return printLeave(problem.ops[number]);
    if (nextRegion < problem.regions.size() && problem.regions[nextRegion].enter == number)
      return printEnter(problem.ops[number], nextRegion++);
    absl::StrAppend(&out, indent(), plainText(number), "\n");
    if (!open.empty() && llvm::is_contained(problem.regions[open.back()].ends, number) &&
        problem.regions[open.back()].ends.back() != number)
      absl::StrAppend(&out, std::string(2 * depth - 2, ' '), "} {\n");
  }

  void printEnter(const ShardingProblem::Op &op, size_t number) {
    const ShardingProblem::Region &region = problem.regions[number];
    std::string results = resultsOf(op);
    absl::StrAppend(&out, indent(), results, text(region.form), region.trips ? " " + text(*region.trips) : "", " ",
                    operandsText(op), timesText(op.times, times() * region.trips.value_or(1)), " {\n");
    open.push_back(number);
    ++depth;
  }

  void printLeave(const ShardingProblem::Op &op) {
    open.pop_back();
    --depth;
    std::string arrow = op.results.empty() ? "" : op.results.size() > 1 ? " ->\n" + indent() : " -> ";
    absl::StrAppend(&out, indent(), "}", arrow, resultsText(op), timesText(op.times, times()), "\n");
  }

  void printPlan(const PlacementPlan &plan) {
    absl::StrAppend(&out, "\nplan ", text(plan.total), "\n");
    std::vector<std::vector<size_t>> ops(plan.choices.size());
    for (auto [op, choice] : llvm::enumerate(plan.chosen))
      if (choice >= 0)
        ops[choice].push_back(op);
    for (auto [choice, chosen] : llvm::zip_equal(plan.choices, ops)) {
      if (chosen.empty())
        continue;
      const ShardingRule &rule = problem.classes[problem.ops[chosen.front()].opClass].rule;
      PlacementChoice usual = usualChoice(mesh, rule, choice.placement);
      usual.placement = {};
      auto firstResult = [&](std::string *text, size_t op) { absl::StrAppend(text, "%", problem.ops[op].results[0]); };
      std::string more = fields(choice, usual);
      absl::StrAppend(&out, "choose ", absl::StrJoin(chosen, ", ", firstResult), " ", more.empty() ? "{}" : more, "\n");
    }
    for (auto [carried, sharding] : llvm::zip_equal(problem.loopCarried, plan.loopCarried))
      if (sharding != problem.values[carried.result].spec)
        absl::StrAppend(&out, "loop_carried %", carried.result, " ", str(sharding), "\n");
  }

  const Mesh &mesh;
  const ShardingProblem &problem;
  llvm::DenseSet<size_t> isCarried;
  llvm::SmallVector<size_t> open; ///< regions
  size_t depth = 0;
  /// Where the numbers of values are kept rather than written.
  llvm::SmallVectorImpl<int64_t> *written = nullptr;
  /// The numbers of the op that is written, in its second repetition.
  llvm::ArrayRef<int64_t> later;
};

} // namespace

std::string printProblem(const Mesh &mesh, const ShardingProblem &problem, const PlacementPlan *plan) {
  Printer printer(mesh, problem);
  printer.print(plan);
  return std::move(printer.out);
}

} // namespace shardwright
