#include "dialects/sharding/AttrValues.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

llvm::hash_code hash_value(const Mesh &mesh) {
  llvm::hash_code code = llvm::hash_combine_range(mesh.deviceOrder().begin(), mesh.deviceOrder().end());
  for (const MeshAxis &axis : mesh.axes())
    code = llvm::hash_combine(code, axis.name, axis.size);
  return code;
}

llvm::hash_code hash_value(const AxisList &axes) { return llvm::hash_combine_range(axes.begin(), axes.end()); }

llvm::hash_code hash_value(const ShardingRule &rule) { return llvm::hash_value(llvm::StringRef(rule.str())); }

namespace sharding {

bool identical(const Mesh &a, const Mesh &b) { return a == b; }

bool identical(const AxisList &a, const AxisList &b) { return a == b; }

bool identical(const Sharding &a, const Sharding &b) {
  return a == b &&
         llvm::equal(a.dims, b.dims, [](const DimSharding &x, const DimSharding &y) { return x.label == y.label; });
}

bool identical(const ShardingRule &a, const ShardingRule &b) {
  return a.str() == b.str() && a.factors == b.factors && a.custom == b.custom && a.elementwise == b.elementwise &&
         a.partial == b.partial && a.partialOperands == b.partialOperands && a.partialKinds == b.partialKinds &&
         a.accumulators == b.accumulators;
}

} // namespace sharding
} // namespace shardwright
