#include "lib/Planning/Annotate.h"
#include "lib/Planning/FunctionOf.h"

#include "dialects/sharding/BorderAttributes.h"
#include "dialects/sharding/Shardings.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <map>
#include <numeric>

using namespace mlir;

namespace shardwright::planning {

Annotations annotationsOf(const OpenProgram &open, const plan::Strategies::Decoded &plan) {
  Annotations annotations;
  llvm::DenseMap<size_t, size_t> values; // by number of an argument
  for (auto [number, value] : open.openArguments())
    values[number] = value;
  for (auto [number, value] : open.openArguments()) {
    auto leader = values.find(open.leaderOf(number));
    if (leader != values.end()) // Else propagation brings what is written.
      annotations.arguments.push_back({number, plan.program.values[leader->second].spec});
  }
  for (size_t result : open.openResults())
    if (const auto &sharding = plan.program.ops.back().needs[result])
      annotations.results.push_back({result, *sharding});
  for (auto [number, carried] : llvm::enumerate(open.program().loopCarried))
    if (open.isOpenLoopCarried(number))
      if (Value value = open.sourceOf(carried.result))
        annotations.loopResults.push_back({value, plan.plan.loopCarried[number]});
  for (const plan::Strategies::Decoded::Constraint &constraint : plan.constraints)
    if (Value value = open.sourceOf(constraint.value))
      annotations.constraints.push_back({value, constraint.sharding});
  return annotations;
}

double argumentBytes(const OpenProgram &open, const Mesh &mesh, const Annotations &annotations) {
  std::map<size_t, const Sharding *> written; // by number
  for (const auto &[number, sharding] : annotations.arguments)
    written[number] = &sharding;
  double bytes = 0;
  for (auto [number, index] : llvm::enumerate(open.arguments())) {
    const ShardingProblem::Value &value = open.program().values[index];
    const auto own = written.find(number);
    const auto local = (own == written.end() ? value.spec : *own->second).localShape(mesh, value.shape);
    bytes += static_cast<double>(value.element.bytes) *
             std::accumulate(local.begin(), local.end(), 1.0, std::multiplies<>());
  }
  return bytes;
}

AnnotatedProgram annotate(ModuleOp imported, const Annotations &annotations) {
  AnnotatedProgram annotated;
  annotated.module = OwningOpRef<ModuleOp>(cast<ModuleOp>(imported->clone(annotated.copies)));
  auto function = functionOf(*annotated.module);
  auto mesh = FlatSymbolRefAttr::get(sharding::lookupMeshOp(*annotated.module).getSymNameAttr());
  auto specOf = [&](const Sharding &sharding) { return sharding::SpecAttr::get(mesh, sharding); };
  sharding::BorderAttributes border(function);
  for (const auto &[number, sharding] : annotations.arguments)
    border.arguments[number].set(sharding::kSpecAttr, specOf(sharding));
  for (const auto &[number, sharding] : annotations.results)
    border.results[number].set(sharding::kSpecAttr, specOf(sharding));
  border.writeTo(function);
  for (const Annotations::OnValue &result : annotations.loopResults)
    sharding::setSpec(annotated.copies.lookup(result.value), specOf(result.sharding));
  for (const Annotations::OnValue &constraint : llvm::reverse(annotations.constraints)) {
    Value made = annotated.copies.lookup(constraint.value);
    OpBuilder builder(made.getContext());
    builder.setInsertionPointAfterValue(made);
    auto op = sharding::ConstraintOp::create(builder, made.getLoc(), made, specOf(constraint.sharding));
    made.replaceAllUsesExcept(op.getResult(), op);
  }
  return annotated;
}

} // namespace shardwright::planning
