#include "tools/book/Predict.h"
#include "shardwright/Topology/Files.h"
#include "tools/book/CollectiveRow.h"
#include "tools/book/Constants.h"
#include "tools/book/PlanRows.h"
#include "tools/book/Quantities.h"
#include "tools/book/TrainingRows.h"

#include <algorithm>

namespace shardwright::book {
namespace {

using Answer = absl::StatusOr<llvm::json::Value>;

bool hasFormula(const Query &query) { return findQuantity(query.group, query.quantity); }

Answer fromFormula(const Query &query) {
  const Quantity *quantity = findQuantity(query.group, query.quantity);
  llvm::json::Object inputs = query.inputs;
  if (std::optional<llvm::StringRef> device = inputs.getString("device")) {
    std::vector<std::string> names;
    for (const QuantityVariant &variant : quantity->variants) {
      names.push_back(variant.selector);
      names.insert(names.end(), variant.formula.inputs().begin(), variant.formula.inputs().end());
    }
    auto supplied = supplyConstants(*device, names, inputs);
    Answer answer = quantity->evaluate(inputs);
    return supplied.ok() || answer.ok() ? answer : Answer(supplied.status());
  }
  return quantity->evaluate(inputs);
}

/// What constants are asked of.
std::optional<llvm::StringRef> subject(const Query &query) {
  std::optional<llvm::StringRef> device = query.inputs.getString("device");
  return device ? device : query.inputs.getString("link");
}

bool isConstant(const Query &query) { return query.group == "hardware" && subject(query); }

Answer fromDevices(const Query &query) {
  std::optional<llvm::StringRef> level = query.inputs.getString("level");
  if (!level)
    return constantOf(*subject(query), query.quantity);
  Answer levels = constantOf(*subject(query), *level);
  if (!levels.ok())
    return levels;
  const llvm::json::Object *constants = levels->getAsObject();
  if (const llvm::json::Value *found = constants ? constants->get(query.quantity) : nullptr)
    return *found;
  return absl::NotFoundError(("the table has no " + query.quantity + " of level " + *level).str());
}

/// Rows of published measurements name how they were measured.
bool isCollectiveQuery(const Query &query) {
  return query.inputs.getString("harness") && query.inputs.getString("op") && query.inputs.getString("device");
}

Answer priceCollective(const Query &query) {
  thread_local CollectiveRows rows(topologyFolder());
  absl::StatusOr<double> value = rows.predict(query.quantity, query.inputs);
  return value.ok() ? Answer(*value) : value.status();
}

constexpr Predictor kPredictors[] = {
    {"formulas", hasFormula, fromFormula},
    {"constants of devices", isConstant, fromDevices},
    {"plans", isPlanQuery, plan},
    {"shardings", isShardingQuery, describeSharding},
    {"measured collectives", isCollectiveQuery, priceCollective},
    {"training runs", asksForTraining, predictTraining},
};

} // namespace

llvm::ArrayRef<Predictor> predictors() { return kPredictors; }

absl::StatusOr<llvm::json::Value> predict(const Query &query) {
  for (const Predictor &predictor : predictors())
    if (predictor.answers(query))
      return predictor.predict(query);
  return absl::UnimplementedError("there is no model of " + query.quantity + " in group " + query.group);
}

/// How deep the brackets of a text of JSON nest. The parser is recursive.
static int64_t nestingOf(llvm::StringRef text) {
  int64_t depth = 0, deepest = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"')
      for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    else if (text[at] == '[' || text[at] == '{')
      deepest = std::max(deepest, ++depth);
    else if (text[at] == ']' || text[at] == '}')
      --depth;
  }
  return deepest;
}

absl::StatusOr<Query> Query::parse(llvm::StringRef line) {
  constexpr int64_t kDeepest = 64;
  if (int64_t depth = nestingOf(line); depth > kDeepest)
    return absl::InvalidArgumentError("the row nests " + std::to_string(depth) + " deep, at most " +
                                      std::to_string(kDeepest) + " are read");
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(line);
  if (!parsed)
    return absl::InvalidArgumentError("not JSON: " + llvm::toString(parsed.takeError()));
  const llvm::json::Object *row = parsed->getAsObject();
  if (!row)
    return absl::InvalidArgumentError("expected an object with id, group, quantity and inputs");
  Query query;
  for (auto [field, into] : {std::pair("id", &query.id), {"group", &query.group}, {"quantity", &query.quantity}}) {
    std::optional<llvm::StringRef> text = row->getString(field);
    if (!text)
      return absl::InvalidArgumentError(std::string("the row has no ") + field + ", or one that is not text");
    *into = text->str();
  }
  const llvm::json::Object *inputs = row->getObject("inputs");
  if (!inputs)
    return absl::InvalidArgumentError("row '" + query.id + "' has no inputs, or some that are not an object");
  query.inputs = *inputs;
  if (std::optional<llvm::StringRef> convention = row->getString("flops_convention"))
    query.inputs.insert({"flops_convention", *convention});
  return query;
}

} // namespace shardwright::book
