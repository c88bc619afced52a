#ifndef DIALECTS_SHARDING_ATTRVALUES_H
#define DIALECTS_SHARDING_ATTRVALUES_H

#include "shardwright/Sharding/Mesh.h"
#include "shardwright/Sharding/Sharding.h"
#include "shardwright/Sharding/ShardingRule.h"

#include "llvm/ADT/Hashing.h"

namespace shardwright {

// Found by argument-dependent lookup when an attribute is uniqued.
llvm::hash_code hash_value(const Mesh &mesh);
llvm::hash_code hash_value(const AxisList &axes);
llvm::hash_code hash_value(const ShardingRule &rule);

namespace sharding {

/// Equal in everything that is printed, labels included: an attribute must print what its author wrote, so values that
/// mean the same but are spelled differently are different attributes.
bool identical(const Mesh &a, const Mesh &b);
bool identical(const AxisList &a, const AxisList &b);
bool identical(const Sharding &a, const Sharding &b);
bool identical(const ShardingRule &a, const ShardingRule &b);

} // namespace sharding
} // namespace shardwright

#endif // DIALECTS_SHARDING_ATTRVALUES_H
