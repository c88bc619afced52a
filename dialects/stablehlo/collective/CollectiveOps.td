#ifndef DIALECTS_STABLEHLO_COLLECTIVEOPS_TD
#define DIALECTS_STABLEHLO_COLLECTIVEOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

// A collective may be removed when unused on all devices and merged with an equal one, never executed speculatively.
class Stablehlo_CollectiveOp<string mnemonic, list<Trait> traits>
    : Stablehlo_Op<mnemonic, [Stablehlo_Collective] # traits> {
  let hasVerifier = 1;
}

def Stablehlo_AllGatherOp : Stablehlo_CollectiveOp<"all_gather", [NoMemoryEffect]> {
  let summary = "every process of a group gets the group's operands joined along a dimension";
  let description = [{
    ```mlir
    %2 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands, I64Attr:$all_gather_dim,
                       Stablehlo_ReplicaGroups:$replica_groups, OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle,
                       UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_AllReduceOp : Stablehlo_CollectiveOp<"all_reduce", [RecursiveMemoryEffects]> {
  let summary = "every process of a group gets the combination of the group's operands";
  let description = [{
    ```mlir
    %3 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %12 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %12 : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_ReduceScatterOp : Stablehlo_CollectiveOp<"reduce_scatter", [RecursiveMemoryEffects]> {
  let summary = "every process of a group gets its block of the combination of the group's operands";
  let description = [{
    ```mlir
    %4 = "stablehlo.reduce_scatter"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %12 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %12 : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<2x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64Attr:$scatter_dimension, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_AllToAllOp : Stablehlo_CollectiveOp<"all_to_all", [NoMemoryEffect]> {
  let summary = "splits along one dimension, exchanges blocks within the group, joins along another";
  let description = [{
    ```mlir
    %5 = "stablehlo.all_to_all"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<4x8xf32>) -> tensor<2x16xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands, I64Attr:$split_dimension, I64Attr:$concat_dimension,
                       I64Attr:$split_count, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_CollectivePermuteOp
    : Stablehlo_CollectiveOp<"collective_permute", [NoMemoryEffect, Stablehlo_SameElementType]> {
  let summary = "sends the operand from sources to targets; who is no target gets zeros";
  let description = [{
    ```mlir
    %6 = "stablehlo.collective_permute"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, I64ElementsAttr:$source_target_pairs,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_CollectiveBroadcastOp : Stablehlo_CollectiveOp<"collective_broadcast", [NoMemoryEffect]> {
  let summary = "every process of a group gets the operand of the group's first";
  let description = [{
    ```mlir
    %7 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_CollectiveReduceOp : Stablehlo_CollectiveOp<"collective_reduce", [RecursiveMemoryEffects]> {
  let summary = "the first process of a group gets the combination of the group's operands";
  let description = [{
    ```mlir
    %3 = "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands, Stablehlo_ReplicaGroups:$replica_groups,
                       OptionalAttr<Stablehlo_ChannelHandleAttr>:$channel_handle, UnitAttr:$use_global_device_ids,
                       UnitAttr:$has_dynamic_root);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_CrossReplicaSumOp
    : Stablehlo_CollectiveOp<"cross-replica-sum", [NoMemoryEffect, Stablehlo_SameElementType]> {
  let summary = "an all_reduce that adds";
  let description = [{
    ```mlir
    %9 = "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_ReplicaGroups:$replica_groups);
  let results = (outs Stablehlo_Tensor:$result);
}

class Stablehlo_ProcessIdOp<string mnemonic> : Stablehlo_Op<mnemonic, [Pure]> {
  let results = (outs Stablehlo_UIntTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Stablehlo_PartitionIdOp : Stablehlo_ProcessIdOp<"partition_id"> {
  let summary = "the number of this process's partition";
  let description = [{
    ```mlir
    %0 = stablehlo.partition_id : tensor<ui32>
    ```
  }];
}

def Stablehlo_ReplicaIdOp : Stablehlo_ProcessIdOp<"replica_id"> {
  let summary = "the number of this process's replica";
  let description = [{
    ```mlir
    %1 = stablehlo.replica_id : tensor<ui32>
    ```
  }];
}

def Stablehlo_AsyncStartOp : Stablehlo_Op<"async_start", [IsolatedFromAbove]> {
  let summary = "starts the collective in its region without waiting for it";
  let description = [{
    ```mlir
    %10 = "stablehlo.async_start"(%arg0) ({
    ^bb0(%arg1: tensor<4x8xf32>):
      %12 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
      stablehlo.return %12 : tensor<8x8xf32>
    }) : (tensor<4x8xf32>) -> !stablehlo.future<tensor<8x8xf32>>
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$operands);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Stablehlo_Future:$result);
  let hasVerifier = 1;
}

def Stablehlo_AsyncDoneOp : Stablehlo_Op<"async_done"> {
  let summary = "waits for what async_start started";
  let description = [{
    ```mlir
    %11 = "stablehlo.async_done"(%10) : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Future:$future);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
  let hasVerifier = 1;
}

#endif // DIALECTS_STABLEHLO_COLLECTIVEOPS_TD
