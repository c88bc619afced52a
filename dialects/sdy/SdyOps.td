#ifndef DIALECTS_SDY_SDYOPS
#define DIALECTS_SDY_SDYOPS

include "dialects/sdy/SdyAttrs.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// Every op here is created by the reader of JAX text or by `--export-sdy`, is consumed by `--import-sdy`, and is absent
// after import.
class Sdy_Op<string name, list<Trait> traits = []> : Op<Sdy_Dialect, name, traits>;

def SdyShardingUser : DeclareOpInterfaceMethods<SymbolUserOpInterface>;

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "named axes of devices";
  let description = [{
    ```mlir
    sdy.mesh @m = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_MeshAttr:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
  let hasVerifier = 1;
}

class Sdy_SpecOp<string name> : Sdy_Op<name, [Pure, SameOperandsAndResultType, SdyShardingUser]> {
  let arguments = (ins AnyType:$input, Sdy_ShardingAttr:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($input)";
}

def Sdy_ShardingConstraintOp : Sdy_SpecOp<"sharding_constraint"> {
  let summary = "the author pins a value; without uses, the operand itself";
  let description = [{
    ```mlir
    %1 = sdy.sharding_constraint %0 <@m, [{"a"}, {?} ]> : tensor<16x32xf32>
    ```
  }];
}

def Sdy_ReshardOp : Sdy_SpecOp<"reshard"> {
  let summary = "a change of sharding";
  let description = [{
    ```mlir
    %1 = sdy.reshard %0 <@m, [{"a"}, {} ]> : tensor<16x32xf32>
    ```
  }];
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "all members of a group share one sharding";
  let description = [{
    ```mlir
    sdy.sharding_group %0 group_id=21 : tensor<16x32xf32>
    ```
  }];
  let arguments = (ins AnyType:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}

def Sdy_PropagationBarrierOp : Sdy_Op<"propagation_barrier", [Pure, SameOperandsAndResultType]> {
  let summary = "shardings pass in the allowed direction only";
  let description = [{
    ```mlir
    %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<16x32xf32>
    ```
  }];
  let arguments = (ins AnyType:$input, I32Attr:$allowed_direction);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $input `allowed_direction` `` `=` `` custom<Direction>($allowed_direction) attr-dict `:` type($input)
  }];
}

def Sdy_ConstantOp : Sdy_Op<"constant", [Pure, AllTypesMatch<["value", "result"]>]> {
  let summary = "a constant";
  let description = [{
    ```mlir
    %0 = sdy.constant dense<1.0> : tensor<16x32xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = "attr-dict $value";
}

def Sdy_DataFlowEdgeOp : Sdy_Op<"data_flow_edge", [Pure, SameOperandsAndResultType, SdyShardingUser]> {
  let summary = "where a value enters or leaves a region";
  let description = [{
    ```mlir
    %1 = sdy.data_flow_edge %0 sharding=<@m, [{"a"}, {} ]> : tensor<16x32xf32>
    ```
  }];
  let arguments = (ins AnyType:$input, OptionalAttr<Sdy_ShardingAttr>:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($input)";
}

def Sdy_FuncDataFlowEdgeOp : Sdy_Op<"func_data_flow_edge", [Pure, SameOperandsAndResultType]> {
  let summary = "where a value enters or leaves a function";
  let description = [{
    ```mlir
    %1 = sdy.func_data_flow_edge %0 : tensor<16x32xf32>
    ```
  }];
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input attr-dict `:` type($input)";
}

def Sdy_ManualComputationOp : Sdy_Op<"manual_computation", [IsolatedFromAbove, SingleBlock, RecursiveMemoryEffects,
                                                            SdyShardingUser]> {
  let summary = "the per-device program over the manual axes";
  let description = [{
    ```mlir
    %1 = sdy.manual_computation(%0) in_shardings=[<@m, [{"a", ?}, {?} ]>] out_shardings=[<@m, [{"a"}, {} ]>]
        manual_axes={"a"} (%a: tensor<8x32xf32>) {
      sdy.return %a : tensor<8x32xf32>
    } : (tensor<16x32xf32>) -> tensor<16x32xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, Sdy_ShardingPerValueAttr:$in_shardings,
                       Sdy_ShardingPerValueAttr:$out_shardings, Sdy_ManualAxesAttr:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `` `(` $inputs `)` `in_shardings` `` `=` `` custom<Shardings>($in_shardings) `out_shardings` `` `=` ``
    custom<Shardings>($out_shardings) `manual_axes` `` `=` `` $manual_axes custom<Body>($body)
    attr-dict `:` functional-type($inputs, $results)
  }];
}

def Sdy_NamedComputationOp : Sdy_Op<"named_computation", [IsolatedFromAbove, SingleBlock, RecursiveMemoryEffects,
                                                          SdyShardingUser]> {
  let summary = "a function, inlined but still visible";
  let description = [{
    ```mlir
    %1 = sdy.named_computation<"foo">(%0) in_shardings=[<@m, [{"a"} ]>] out_shardings=[<@m, [{} ]>] (%a: tensor<16xf32>) {
      sdy.return %a : tensor<16xf32>
    } : (tensor<16xf32>) -> tensor<16xf32>
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$inputs, OptionalAttr<Sdy_ShardingPerValueAttr>:$in_shardings,
                       OptionalAttr<Sdy_ShardingPerValueAttr>:$out_shardings);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `` `<` $name `>` `` `(` $inputs `)` `` custom<InOut>($in_shardings, $out_shardings) `` custom<Body>($body)
    attr-dict `:` functional-type($inputs, $results)
  }];
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, Terminator, ReturnLike]> {
  let summary = "ends a region";
  let description = [{
    ```mlir
    %1 = sdy.named_computation<"foo">(%0) (%a: tensor<16xf32>) {
      sdy.return %a : tensor<16xf32>
    } : (tensor<16xf32>) -> tensor<16xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

// Collectives on global arrays: the array stays the same, its sharding changes to `out_sharding`.
class Sdy_CollectiveOp<string name, dag own> : Sdy_Op<name, [Pure, SameOperandsAndResultType, SdyShardingUser]> {
  let arguments = !con((ins AnyType:$input), own, (ins Sdy_ShardingAttr:$out_sharding));
  let results = (outs AnyType:$result);
  let extraClassDeclaration = "::shardwright::sdy::ShardingAttr getSharding() { return getOutSharding(); }";
}

class Sdy_PerDimCollectiveOp<string name, string axesName, string outSharding>
    : Sdy_CollectiveOp<name, !dag(ins, [Sdy_ListOfAxisRefListsAttr], [axesName])> {
  let summary = "a change of sharding by axes of each dimension's minor end";
  let description = "```mlir\n%1 = sdy." # name # " [{\"b\"}, {}] %0 out_sharding=<@m, " # outSharding #
                    "> : tensor<16x32xf32>\n```\nThe axes of each dimension, the operand, and the sharding that results.";
  let assemblyFormat = "$" # axesName # " $input `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($input)";
}

def Sdy_AllGatherOp : Sdy_PerDimCollectiveOp<"all_gather", "gathering_axes", "[{\"a\"}, {}]">;
def Sdy_AllSliceOp : Sdy_PerDimCollectiveOp<"all_slice", "slicing_axes", "[{\"a\", \"b\"}, {}]">;
def Sdy_ReduceScatterOp : Sdy_PerDimCollectiveOp<"reduce_scatter", "reduce_scatter_axes", "[{\"a\", \"b\"}, {}]">;
def Sdy_ShardedToUnreducedOp : Sdy_PerDimCollectiveOp<"sharded_to_unreduced", "axes", "[{\"a\"}, {}], unreduced={\"b\"}">;

def Sdy_AllToAllOp : Sdy_CollectiveOp<"all_to_all", (ins Sdy_AllToAllParamListAttr:$params)> {
  let summary = "axes move between dimensions";
  let description = [{
    ```mlir
    %1 = sdy.all_to_all [{"b"}: 0->1] %0 out_sharding=<@m, [{}, {"b"} ]> : tensor<16x32xf32>
    ```
  }];
  let assemblyFormat = "$params $input `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($input)";
}

def Sdy_CollectivePermuteOp : Sdy_CollectiveOp<"collective_permute", (ins)> {
  let summary = "axes are replaced by others of the same sizes";
  let description = [{
    ```mlir
    %1 = sdy.collective_permute %0 out_sharding=<@m, [{"c"}, {} ]> : tensor<16x32xf32>
    ```
  }];
  let assemblyFormat = "$input `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($input)";
}

def Sdy_AllReduceOp : Sdy_CollectiveOp<"all_reduce", (ins OptionalAttr<Sharding_KindAttr>:$kind,
                                                         Sdy_AxisRefListAttr:$reduction_axes)> {
  let summary = "partial values are combined";
  let description = [{
    ```mlir
    %1 = sdy.all_reduce max {"a"} %0 out_sharding=<@m, [{"b"}, {} ]> : tensor<16x32xf32>
    ```
  }];
  let assemblyFormat = [{
    custom<OptionalKind>($kind) `` $reduction_axes $input `out_sharding` `` `=` `` $out_sharding attr-dict
    `:` type($input)
  }];
}

def Sdy_ReplicatedToUnreducedOp : Sdy_CollectiveOp<"replicated_to_unreduced", (ins Sdy_AxisRefListAttr:$axes)> {
  let summary = "a replicated value is kept as a sum";
  let description = [{
    ```mlir
    %1 = sdy.replicated_to_unreduced {"a"} %0 out_sharding=<@m, [{} ], unreduced={"a"}> : tensor<16xf32>
    ```
  }];
  let assemblyFormat = "$axes $input `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($input)";
}

#endif
