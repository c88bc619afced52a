#include "shardwright/Plan/AxisRoles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace shardwright::plan {
namespace {

/// Of each value, whether it is a parameter, or made of one alone.
std::vector<bool> findParameters(const ShardingProblem &program, llvm::ArrayRef<size_t> parameters) {
  std::vector<bool> isParameter(program.values.size());
  for (size_t value : parameters)
    isParameter[value] = true;
  std::vector<llvm::SmallVector<size_t, 2>> carriedBy(program.ops.size()); // by the op that enters
  for (auto [number, carried] : llvm::enumerate(program.loopCarried))
    carriedBy[carried.entry].push_back(number);
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    for (size_t index : carriedBy[number]) {
      const ShardingProblem::LoopCarried &carried = program.loopCarried[index];
      if (!isParameter[op.operands[carried.position]])
        continue;
      isParameter[carried.result] = true;
      for (size_t argument : carried.arguments)
        isParameter[argument] = true;
    }
    if (op.results.size() != 1 || op.operands.empty() || !isParameter[op.operands.front()])
      continue;
    isParameter[op.results.front()] = llvm::all_of(llvm::drop_begin(op.operands), [&](size_t operand) {
      return program.values[operand].free || program.values[operand].shape.empty(); // where to cut a slice
    });
  }
  return isParameter;
}

/// Multiply-adds of products with a parameter: all, and by axis those where it splits something.
struct Work {
  explicit Work(const Mesh &mesh) : data(mesh.numAxes()), tensor(mesh.numAxes()) {}
  double all = 0;
  std::vector<double> data, tensor;
};

void addProduct(const Mesh &mesh, const ShardingProblem::Op &op, const ShardingProblem::OpClass &opClass,
                const Placement &placement, size_t parameter, Work &work) {
  double points = op.times;
  for (const Factor &factor : opClass.rule.factors)
    points *= static_cast<double>(factor.size);
  work.all += points;
  for (auto [factor, axes] : llvm::enumerate(placement.factors)) {
    const bool ofParameter = llvm::any_of(opClass.rule.operands[parameter], [&, number = factor](const auto &dim) {
      return llvm::is_contained(dim, static_cast<int64_t>(number));
    });
    for (const AxisRef &axis : axes)
      if (std::optional<size_t> number = mesh.find(axis.name.text()))
        (ofParameter ? work.tensor : work.data)[*number] += points;
  }
}

} // namespace

llvm::StringRef name(AxisRole role) {
  switch (role) {
  case AxisRole::DataParallel:
    return "data parallel";
  case AxisRole::FullySharded:
    return "fully sharded";
  case AxisRole::TensorParallel:
    return "tensor parallel";
  case AxisRole::Other:
    return "other";
  }
  return "";
}

std::vector<AxisRole> axisRoles(const Mesh &mesh, const ShardingProblem &program, const PlacementPlan &plan,
                                llvm::ArrayRef<size_t> parameters) {
  const std::vector<bool> isParameter = findParameters(program, parameters);
  Work work(mesh);
  std::set<size_t> data; // after all
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    if (plan.chosen[number] < 0 || !program.classes[op.opClass].isProduct() || op.operands.size() < 2)
      continue;
    const bool isFirst = isParameter[op.operands[0]], isSecond = isParameter[op.operands[1]];
    if (isFirst && isSecond)
      data.insert(program.values[op.operands[0]].root);
    if (isFirst || isSecond) // Of two the second: x w.
      addProduct(mesh, op, program.classes[op.opClass], plan.choices[plan.chosen[number]].placement, isSecond ? 1 : 0,
                 work);
  }
  double held = 0;
  std::vector<double> split(mesh.numAxes());
  for (size_t value : parameters) {
    if (data.count(value))
      continue;
    const double elements = static_cast<double>(program.values[value].numElements());
    held += elements;
    for (const DimSharding &dim : program.values[value].spec.dims)
      for (const AxisRef &axis : dim.axes)
        if (std::optional<size_t> number = mesh.find(axis.name.text()))
          split[*number] += elements;
  }
  std::vector<AxisRole> roles;
  for (size_t axis = 0; axis < mesh.numAxes(); ++axis)
    if (2 * work.tensor[axis] > work.all)
      roles.push_back(AxisRole::TensorParallel);
    else if (2 * work.data[axis] > work.all)
      roles.push_back(2 * split[axis] > held ? AxisRole::FullySharded : AxisRole::DataParallel);
    else
      roles.push_back(AxisRole::Other);
  return roles;
}

std::string describeAxes(const Mesh &mesh, llvm::ArrayRef<AxisRole> roles) {
  std::vector<std::string> texts;
  for (auto [axis, role] : llvm::zip_equal(mesh.axes(), roles))
    texts.push_back(name(role).str() + " " + axis.name.str() + "=" + std::to_string(axis.size));
  return llvm::join(texts, ", ");
}

} // namespace shardwright::plan
