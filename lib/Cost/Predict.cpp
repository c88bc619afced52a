#include "shardwright/Cost/Predict.h"
#include "lib/Cost/PlanRows.h"
#include "lib/Cost/TrainingRows.h"
#include "shardwright/Cost/CollectiveRow.h"
#include "shardwright/Cost/Constants.h"
#include "shardwright/Cost/Quantities.h"
#include "shardwright/Topology/Files.h"

namespace shardwright::cost {
namespace {

using Answer = absl::StatusOr<llvm::json::Value>;

bool hasFormula(const Question &question) { return findQuantity(question.group, question.quantity); }

Answer fromFormula(const Question &question) {
  const Quantity *quantity = findQuantity(question.group, question.quantity);
  llvm::json::Object inputs = question.inputs;
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
std::optional<llvm::StringRef> subject(const Question &question) {
  std::optional<llvm::StringRef> device = question.inputs.getString("device");
  return device ? device : question.inputs.getString("link");
}

bool isConstant(const Question &question) { return question.group == "hardware" && subject(question); }

Answer fromDevices(const Question &question) {
  std::optional<llvm::StringRef> level = question.inputs.getString("level");
  if (!level)
    return constantOf(*subject(question), question.quantity);
  Answer levels = constantOf(*subject(question), *level);
  if (!levels.ok())
    return levels;
  const llvm::json::Object *constants = levels->getAsObject();
  if (const llvm::json::Value *found = constants ? constants->get(question.quantity) : nullptr)
    return *found;
  return absl::NotFoundError(("the table has no " + question.quantity + " of level " + *level).str());
}

/// Rows of published measurements name how they were measured.
bool asksForCollective(const Question &question) {
  return question.inputs.getString("harness") && question.inputs.getString("op") && question.inputs.getString("device");
}

Answer priceCollective(const Question &question) {
  thread_local CollectiveRows rows(topologyFolder());
  absl::StatusOr<double> value = rows.predict(question.quantity, question.inputs);
  return value.ok() ? Answer(*value) : value.status();
}

constexpr Predictor kPredictors[] = {
    {"formulas", hasFormula, fromFormula},
    {"constants of devices", isConstant, fromDevices},
    {"plans", asksForPlan, plan},
    {"shardings", asksAboutSharding, describeSharding},
    {"measured collectives", asksForCollective, priceCollective},
    {"training runs", asksForTraining, predictTraining},
};

} // namespace

llvm::ArrayRef<Predictor> predictors() { return kPredictors; }

absl::StatusOr<llvm::json::Value> predict(const Question &question) {
  for (const Predictor &predictor : predictors())
    if (predictor.answers(question))
      return predictor.predict(question);
  return absl::UnimplementedError("there is no model of " + question.quantity + " in group " + question.group);
}

absl::StatusOr<Question> Question::parse(llvm::StringRef line) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(line);
  if (!parsed)
    return absl::InvalidArgumentError("not JSON: " + llvm::toString(parsed.takeError()));
  const llvm::json::Object *row = parsed->getAsObject();
  if (!row)
    return absl::InvalidArgumentError("expected an object with id, group, quantity and inputs");
  Question question;
  for (auto [field, into] :
       {std::pair("id", &question.id), {"group", &question.group}, {"quantity", &question.quantity}}) {
    std::optional<llvm::StringRef> text = row->getString(field);
    if (!text)
      return absl::InvalidArgumentError(std::string("the row has no ") + field + ", or one that is not text");
    *into = text->str();
  }
  const llvm::json::Object *inputs = row->getObject("inputs");
  if (!inputs)
    return absl::InvalidArgumentError("row '" + question.id + "' has no inputs, or some that are not an object");
  question.inputs = *inputs;
  if (std::optional<llvm::StringRef> convention = row->getString("flops_convention"))
    question.inputs.insert({"flops_convention", *convention});
  return question;
}

} // namespace shardwright::cost
