#ifndef DIALECTS_SPMD_SHARDINGRULES_H
#define DIALECTS_SPMD_SHARDINGRULES_H

namespace mlir {
class DialectRegistry;
}

namespace shardwright::spmd {

/// Attaches ShardingRuleOpInterface to the collectives, for those that stand in manual regions of a global program: the
/// axes that are not manual pass along every dimension that the collective does not touch.
void registerShardingRules(mlir::DialectRegistry &registry);

} // namespace shardwright::spmd

#endif // DIALECTS_SPMD_SHARDINGRULES_H
