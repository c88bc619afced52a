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
      "::llvm::FailureOr<::shardwright::ShardingRule>", "getShardingRule">
  ];
}

#endif
