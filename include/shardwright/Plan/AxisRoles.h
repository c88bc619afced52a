#ifndef SHARDWRIGHT_PLAN_AXISROLES_H
#define SHARDWRIGHT_PLAN_AXISROLES_H

#include "shardwright/Placement/ShardingProblem.h"

#include <string>

namespace shardwright::plan {

/// What an axis of a mesh does in a plan, in the words that people have for it: what it splits in most of the work of
/// products that have a parameter as one operand, and whether it splits most bytes of the parameters themselves.
///
///   role             splits in products        parameters
///   DataParallel     what parameters lack      whole
///   FullySharded     what parameters lack      split
///   TensorParallel   parameters                either
///   Other            neither, mostly
enum class AxisRole { DataParallel, FullySharded, TensorParallel, Other };
/// `data parallel`, `fully sharded`, `tensor parallel`, `other`.
llvm::StringRef name(AxisRole role);

/// Of each axis. `parameters`: arguments of the program, as values; what is computed from one of them alone (converted,
/// transposed, sliced, handed on by loops) is a parameter, too; of two parameters that are multiplied the first is
/// data. Linear in the program.
std::vector<AxisRole> axisRoles(const Mesh &mesh, const ShardingProblem &program, const PlacementPlan &plan,
                                llvm::ArrayRef<size_t> parameters);

/// `fully sharded x=64, tensor parallel y=8`.
std::string describeAxes(const Mesh &mesh, llvm::ArrayRef<AxisRole> roles);

} // namespace shardwright::plan

#endif // SHARDWRIGHT_PLAN_AXISROLES_H
