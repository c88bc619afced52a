#include "dialects/plan/Problems.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::plan {

static Problem::Node nodeOf(NodeOp op) {
  Problem::Node node;
  node.costs = op.getCosts().vec();
  node.usages.resize(node.costs.size());
  if (auto usages = op.getUsages())
    node.usages.assign(usages->begin(), usages->end());
  if (auto live = op.getLive()) {
    node.begin = (*live)[0];
    node.end = (*live)[1];
  }
  return node;
}

Problem problemOf(ProblemOp op) {
  Problem problem;
  problem.name = op.getSymName().value_or("").str();
  problem.usageLimit = op.getLimit();
  llvm::DenseMap<Value, uint32_t> numbers;
  for (NodeOp node : op.getBody().getOps<NodeOp>()) {
    numbers[node.getResult()] = problem.nodes.size();
    problem.nodes.push_back(nodeOf(node));
  }
  for (EdgeOp edge : op.getBody().getOps<EdgeOp>()) {
    auto costs = edge.getCosts().getValues<int64_t>();
    problem.edges.push_back(
        {numbers.at(edge.getFirst()), numbers.at(edge.getSecond()), std::vector<int64_t>(costs.begin(), costs.end())});
  }
  return problem;
}

ProblemOp buildProblem(OpBuilder &builder, Location location, const Problem &problem) {
  auto arrayOf = [&](llvm::ArrayRef<int64_t> entries) { return builder.getDenseI64ArrayAttr(entries); };
  auto op =
      ProblemOp::create(builder, location, problem.name.empty() ? StringAttr() : builder.getStringAttr(problem.name),
                        problem.usageLimit ? builder.getI64IntegerAttr(*problem.usageLimit) : IntegerAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&op.getBody());
  std::vector<Value> values;
  for (const Problem::Node &node : problem.nodes) {
    bool holdsNothing = llvm::all_of(node.usages, [](int64_t usage) { return usage == 0; });
    bool hasInterval = node.begin != 0 || node.end != 0;
    values.push_back(NodeOp::create(builder, location, builder.getType<NodeType>(), arrayOf(node.costs),
                                    holdsNothing ? DenseI64ArrayAttr() : arrayOf(node.usages),
                                    hasInterval ? arrayOf({node.begin, node.end}) : DenseI64ArrayAttr()));
  }
  for (const Problem::Edge &edge : problem.edges) {
    int64_t rows = problem.nodes[edge.first].numChoices(), columns = problem.nodes[edge.second].numChoices();
    auto type = RankedTensorType::get({rows, columns}, builder.getI64Type());
    EdgeOp::create(builder, location, values[edge.first], values[edge.second],
                   DenseIntElementsAttr::get(type, llvm::ArrayRef(edge.costs)));
  }
  return op;
}

} // namespace shardwright::plan
