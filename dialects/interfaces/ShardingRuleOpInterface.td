#ifndef DIALECTS_INTERFACES_SHARDINGRULEOPINTERFACE
#define DIALECTS_INTERFACES_SHARDINGRULEOPINTERFACE

include "mlir/IR/OpBase.td"

def ShardingRuleOpInterface : OpInterface<"ShardingRuleOpInterface"> {
  let cppNamespace = "::shardwright";
  let description = [{
    An op that says, as data, how the dimensions of its operands and results correspond. Everything that propagates,
    partitions or prices asks this interface and nothing else; a dialect implements it on its own ops or attaches it to
    another dialect's as an external model.
  }];
  let methods = [
    InterfaceMethod<
      "The op's rule, one entry per operand and result. Fails (without a diagnostic) where this instance of the op has none.",
      "::llvm::FailureOr<::shardwright::ShardingRule>", "getShardingRule">,
    InterfaceMethod<[{
        The rule as a partitioner can run it: with windows where neighbours exchange what the op reads beside its own
        position, and what no local op computes in blocks marked as need-replication. The same as getShardingRule for
        an op that computes blocks from blocks.
      }],
      "::llvm::FailureOr<::shardwright::ShardingRule>", "getPartitionRule", (ins), "",
      "return ::llvm::cast<::shardwright::ShardingRuleOpInterface>($_op.getOperation()).getShardingRule();">
  ];
}

#endif
