#include "tools/book/PlanRows.h"
#include "tools/book/Statement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright::book {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
using Answer = absl::StatusOr<Value>;

/// What of a step an answer shows.
struct Shown {
  bool operand = true, dims = true;
};

/// In order of application: a gather takes the minor axis first.
Array axesOf(const StatementStep &step) {
  Array axes;
  for (const AxisRef &axis : step.axes)
    axes.push_back(axis.str());
  if (step.op == ReshardOp::AllGather)
    std::reverse(axes.begin(), axes.end());
  return axes;
}

Object show(const StatementStep &step, Shown shown) {
  Object out{{"op", name(step.op)}, {"axes", axesOf(step)}};
  if (shown.operand)
    out["operand"] = step.array;
  if (!shown.dims || step.dim.empty())
    return out;
  if (step.op == ReshardOp::AllToAll)
    out["from_dim"] = step.fromDim;
  out[step.op == ReshardOp::AllToAll ? "to_dim" : "dim"] = step.dim;
  return out;
}

/// The steps that a person counts: becoming one of the summands is no work.
void showSteps(
    const StatementPlan &plan, Shown shown, Array &into, llvm::function_ref<void(Object &)> more = [](Object &) {}) {
  for (const StatementStep &step : plan.steps) {
    if (step.op == ReshardOp::MakePartial)
      continue;
    Object one = show(step, shown);
    more(one);
    into.push_back(std::move(one));
  }
}

Value planValue(Array collectives, const NamedArray &output) {
  return Object{{"collectives", std::move(collectives)}, {"output", str(output)}};
}

absl::StatusOr<Statement> statementOf(const Query &query, const Mesh &mesh) {
  absl::StatusOr<llvm::StringRef> text = textOf(query.inputs, "expr");
  if (!text.ok())
    return text.status();
  return parseStatement(mesh, *text);
}

Answer planOp(const Query &query, const Mesh &mesh, StatementOp op) {
  absl::StatusOr<Statement> statement = statementOf(query, mesh);
  if (!statement.ok())
    return statement.status();
  absl::StatusOr<StatementPlan> plan = planStatement(mesh, *statement, op);
  if (!plan.ok())
    return plan.status();
  Array collectives;
  showSteps(*plan, {}, collectives);
  return planValue(std::move(collectives), statement->result);
}

Answer matmulPlan(const Query &query, const Mesh &mesh) { return planOp(query, mesh, StatementOp::Contraction); }

Answer elementwisePlan(const Query &query, const Mesh &mesh) {
  static constexpr llvm::StringLiteral kLinear[] = {"add",      "sub",  "subtract", "neg",     "negate", "scale",
                                                    "identity", "copy", "cast",     "convert", "real",   "imag"};
  absl::StatusOr<llvm::StringRef> function = textOf(query.inputs, "fn");
  if (!function.ok())
    return function.status();
  return planOp(query, mesh, llvm::is_contained(kLinear, *function) ? StatementOp::Linear : StatementOp::Nonlinear);
}

Answer reshardPlan(const Query &query, const Mesh &mesh) {
  absl::StatusOr<Statement> statement = statementOf(query, mesh);
  if (!statement.ok())
    return statement.status();
  absl::StatusOr<StatementPlan> plan = planReshardStatement(mesh, *statement, /*idleAxes=*/true);
  if (!plan.ok())
    return plan.status();
  Array collectives;
  showSteps(*plan, {}, collectives);
  return planValue(std::move(collectives), statement->result);
}

Answer backwardPlan(const Query &query, const Mesh &mesh) {
  absl::StatusOr<Statement> forward = statementOf(query, mesh);
  if (!forward.ok())
    return forward.status();
  if (forward->operands.size() != 1)
    return absl::InvalidArgumentError("a reshard is of one array, not of " + std::to_string(forward->operands.size()));
  Statement backward = transposed(mesh, *forward);
  absl::StatusOr<StatementPlan> plan = planReshardStatement(mesh, backward, /*idleAxes=*/false);
  if (!plan.ok())
    return plan.status();
  Array collectives;
  for (const StatementStep &step : plan->steps)
    if (step.op != ReshardOp::MakePartial)
      collectives.push_back(show(step, {/*operand=*/false, /*dims=*/step.op == ReshardOp::AllToAll}));
  NamedArray output = backward.result;
  output.sharding.partial.clear();
  return planValue(std::move(collectives), output);
}

Answer programPlan(const Query &query, const Mesh &mesh) {
  const Array *program = query.inputs.getArray("program");
  if (!program || program->empty())
    return absl::InvalidArgumentError("input 'program' must be a list of statements");
  Array collectives;
  Object count{{"all_gather", 0}, {"reduce_scatter", 0}, {"all_reduce", 0}};
  NamedArray output;
  for (const Value &line : *program) {
    if (!line.getAsString())
      return absl::InvalidArgumentError("input 'program' must be a list of statements");
    absl::StatusOr<Statement> statement = parseStatement(mesh, *line.getAsString());
    if (!statement.ok())
      return statement.status();
    absl::StatusOr<StatementPlan> plan = planStatement(mesh, *statement, StatementOp::Contraction);
    if (!plan.ok())
      return plan.status();
    showSteps(*plan, {}, collectives, [&](Object &one) {
      one["step"] = statement->result.name;
      std::string op = one.getString("op")->str();
      if (op != name(ReshardOp::Slice))
        count[op] = count.getInteger(op).value_or(0) + 1;
    });
    output = statement->result;
  }
  return Object{{"collectives", std::move(collectives)}, {"output", str(output)}, {"count", std::move(count)}};
}

/// What must change its sharding in one training step or one layer, by the names that people give it.
Answer reshards(const Mesh &mesh, llvm::ArrayRef<std::string> statements, bool ragged = false) {
  Array collectives;
  for (const std::string &text : statements) {
    absl::StatusOr<Statement> statement = parseStatement(mesh, text);
    if (!statement.ok())
      return statement.status();
    absl::StatusOr<StatementPlan> plan = planReshardStatement(mesh, *statement, /*idleAxes=*/false);
    if (!plan.ok())
      return plan.status();
    showSteps(*plan, {/*operand=*/true, /*dims=*/false}, collectives, [&](Object &one) {
      if (ragged && *one.getString("op") == name(ReshardOp::AllToAll))
        one["op"] = "ragged_all_to_all";
    });
  }
  return Object{{"collectives", std::move(collectives)}};
}

/// The axis that inputs.axis names, or the mesh's only one.
absl::StatusOr<std::string> dataAxis(const Query &query, const Mesh &mesh) {
  if (std::optional<llvm::StringRef> axis = query.inputs.getString("axis"))
    return axis->str();
  if (mesh.numAxes() != 1)
    return absl::InvalidArgumentError("input 'axis' must say which of " + mesh.axisNames() + " is meant");
  return mesh.axes().front().name.str();
}

Answer zeroPlan(const Query &query, const Mesh &mesh) {
  std::optional<int64_t> stage = query.inputs.getInteger("zero_stage");
  if (!stage || *stage < 0 || *stage > 3)
    return absl::InvalidArgumentError("input 'zero_stage' must be 0, 1, 2 or 3");
  absl::StatusOr<std::string> axis = dataAxis(query, mesh);
  if (!axis.ok())
    return axis.status();
  // The update runs on a split state from stage 1 on, so each device needs its part of the summed gradients, and all of
  // them the updated parameters. Stages differ in what stays split in between.
  std::string split = "[P_{" + *axis + "}]", partial = "[P]{U_{" + *axis + "}}";
  Answer answer = *stage == 0
                      ? reshards(mesh, {"grads" + partial + " -> grads[P]"})
                      : reshards(mesh, {"grads" + partial + " -> grads" + split, "params" + split + " -> params[P]"});
  if (!answer.ok())
    return answer;
  static constexpr llvm::StringLiteral kSplit[] = {"optimizer_state", "gradients", "parameters"};
  Array names;
  for (llvm::StringRef name : llvm::ArrayRef(kSplit).take_front(size_t(*stage)))
    names.push_back(name);
  (*answer->getAsObject())["sharded_over_data_axis"] = std::move(names);
  return answer;
}

Answer schemePlan(const Query &query, const Mesh &mesh) {
  absl::StatusOr<llvm::StringRef> scheme = textOf(query.inputs, "scheme");
  if (!scheme.ok())
    return scheme.status();
  absl::StatusOr<std::string> axis = dataAxis(query, mesh);
  if (!axis.ok())
    return axis.status();
  std::string x = "_{" + *axis + "}", partial = "{U_{" + *axis + "}}";
  if (*scheme == "data_parallel")
    return reshards(mesh, {"grads[P]" + partial + " -> grads[P]"});
  if (*scheme == "fsdp")
    return reshards(mesh, {"params[P" + x + "] -> params[P]", "grads[P]" + partial + " -> grads[P" + x + "]"});
  if (*scheme == "tensor_parallel")
    return reshards(mesh, {"activations[B, D" + x + "] -> activations[B, D]",
                           "activations[B, D]" + partial + " -> activations[B, D" + x + "]"});
  // Tokens go to the devices of their experts and back; how many go where is known only when it happens.
  if (*scheme == "expert_parallel")
    return reshards(
        mesh, {"tokens[T" + x + ", E] -> tokens[T, E" + x + "]", "tokens[T, E" + x + "] -> tokens[T" + x + ", E]"},
        /*ragged=*/true);
  return absl::InvalidArgumentError("unknown scheme '" + scheme->str() +
                                    "' (there is data_parallel, fsdp, tensor_parallel, expert_parallel)");
}

/// The author's shardings are all there is: what they leave open is an error, not a choice.
Answer explicitModePlan(const Query &query, const Mesh &mesh) {
  if (query.inputs.getBoolean("output_requested").value_or(true))
    return matmulPlan(query, mesh);
  absl::StatusOr<Statement> statement = statementOf(query, mesh);
  if (!statement.ok())
    return statement.status();
  std::optional<NamedArray> result = determinedResult(mesh, *statement);
  if (!result)
    return Object{{"error", "ambiguous"}};
  statement->result = *std::move(result);
  absl::StatusOr<StatementPlan> plan = planStatement(mesh, *statement, StatementOp::Contraction);
  if (!plan.ok())
    return plan.status();
  Array collectives;
  showSteps(*plan, {}, collectives);
  return planValue(std::move(collectives), statement->result);
}

struct PlanQuantity {
  llvm::StringLiteral quantity;
  Answer (*plan)(const Query &, const Mesh &);
};
constexpr PlanQuantity kPlanQuantities[] = {
    {"matmul_plan", matmulPlan},           {"reshard_plan", reshardPlan},
    {"elementwise_plan", elementwisePlan}, {"backward_plan", backwardPlan},
    {"program_plan", programPlan},         {"zero_plan", zeroPlan},
    {"scheme_plan", schemePlan},           {"explicit_mode_plan", explicitModePlan},
};

const PlanQuantity *kindOf(const Query &query) {
  auto found =
      llvm::find_if(kPlanQuantities, [&](const PlanQuantity &kind) { return query.quantity == kind.quantity; });
  return found == std::end(kPlanQuantities) ? nullptr : found;
}

} // namespace

absl::StatusOr<Mesh> meshOf(const Object &inputs) {
  const Object *mesh = inputs.getObject("mesh");
  if (!mesh)
    return absl::InvalidArgumentError("input 'mesh' must be a record of axis sizes");
  std::vector<MeshAxis> axes;
  for (const auto &[name, size] : *mesh) {
    if (!size.getAsInteger())
      return absl::InvalidArgumentError("size of mesh axis '" + name.str() + "' must be a whole number");
    axes.push_back({name.str(), *size.getAsInteger()});
  }
  llvm::sort(axes, [](const MeshAxis &a, const MeshAxis &b) { return a.name < b.name; });
  return Mesh::create(std::move(axes));
}

absl::StatusOr<llvm::StringRef> textOf(const Object &inputs, llvm::StringRef name) {
  std::optional<llvm::StringRef> text = inputs.getString(name);
  if (!text)
    return absl::InvalidArgumentError("input '" + name.str() + "' is missing, or is not text");
  return *text;
}

bool isPlanQuery(const Query &query) { return query.group == "sharding-rule" && kindOf(query); }

Answer plan(const Query &query) {
  absl::StatusOr<Mesh> mesh = meshOf(query.inputs);
  if (!mesh.ok())
    return mesh.status();
  return kindOf(query)->plan(query, *mesh);
}

} // namespace shardwright::book
