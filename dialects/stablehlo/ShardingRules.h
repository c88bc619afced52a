#ifndef DIALECTS_STABLEHLO_SHARDINGRULES_H
#define DIALECTS_STABLEHLO_SHARDINGRULES_H

namespace mlir {
class DialectRegistry;
}

namespace shardwright::stablehlo {

/// Attaches ShardingRuleOpInterface to every operation that has a rule. Without one by design: constant, iota, tokens,
/// transfers, process ids, tuples, and what moves values between regions (while, case, if, optimization_barrier).
void registerShardingRules(mlir::DialectRegistry &registry);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_SHARDINGRULES_H
