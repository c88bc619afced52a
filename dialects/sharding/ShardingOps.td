#ifndef DIALECTS_SHARDING_SHARDINGOPS
#define DIALECTS_SHARDING_SHARDINGOPS

include "dialects/sharding/ShardingAttrs.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Sharding_Op<string name, list<Trait> traits = []> : Op<Sharding_Dialect, name, traits>;

// An op with one tensor in and the same tensor out, whose `spec` is checked against the mesh it names.
class Sharding_SpecOp<string name> : Sharding_Op<name, [Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins AnyRankedTensor:$input, Sharding_SpecAttr:$spec);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input $spec attr-dict `:` type($input)";
  let builders = [OpBuilder<(ins "::mlir::Value":$input, "::shardwright::sharding::SpecAttr":$spec),
                            [{ build($_builder, $_state, input.getType(), input, spec); }]>];
}

def Sharding_MeshOp : Sharding_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "the machine, as named axes";
  let description = [{
    Declares the mesh that the shardings of a module speak of.

    ```mlir
    sharding.mesh @pod = <x=4, y=2>
    sharding.mesh @reordered = <x=2, y=2, order=[0, 2, 1, 3]> topology "v5e-4"
    ```

    A position of the mesh is the row-major number of its coordinates; `order` gives each position's device, and
    `topology` names the machine it describes.

    Created by: the author, import. Consumed by: every phase. It stays in the per-device program. After import a module
    has at most one.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sharding_MeshAttr:$mesh, OptionalAttr<StrAttr>:$topology);
  let assemblyFormat = "$sym_name `=` $mesh (`topology` $topology^)? attr-dict";
}

def Sharding_ConstraintOp : Sharding_SpecOp<"constraint"> {
  let summary = "the author pins a value's sharding";
  let description = [{
    ```mlir
    %1 = sharding.constraint %0 <@pod, [I_x, J?]> : tensor<64x32xf32>
    ```

    A constraint without uses pins its operand. Created by: the author, import. Consumed by: propagation, which turns it
    into `sharding.reshard`. Absent after propagation.
  }];
}

def Sharding_ReshardOp : Sharding_SpecOp<"reshard"> {
  let summary = "a change of sharding that must happen";
  let description = [{
    ```mlir
    %1 = sharding.reshard %0 <@pod, [I_x, J]> : tensor<64x32xf32>
    ```

    Same array, other layout. Created by: the author, import, propagation. Consumed by: partitioning, which replaces it
    with the cheapest collectives. Absent after partitioning.
  }];
}

def Sharding_GroupOp : Sharding_Op<"group"> {
  let summary = "all values of a group share one sharding";
  let description = [{
    ```mlir
    sharding.group %0, 3 : tensor<64x32xf32>
    ```

    Binds the operand to all other operands of groups with the same number. Created by: the author, import. Consumed by:
    propagation. Absent after propagation.
  }];
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `,` $group_id attr-dict `:` type($input)";
  let hasVerifier = 1;
}

def Sharding_BarrierOp : Sharding_Op<"barrier", [Pure, SameOperandsAndResultType]> {
  let summary = "shardings do not pass, or pass in one direction";
  let description = [{
    ```mlir
    %1 = sharding.barrier %0 allow none : tensor<64x32xf32>
    ```

    `allow` is the direction that remains: `forward`, `backward` or `none`. Created by: the author, import. Consumed by:
    propagation. Absent after propagation.
  }];
  let arguments = (ins AnyRankedTensor:$input, StrAttr:$allow);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `allow` custom<Direction>($allow) attr-dict `:` type($input)";
}

def Sharding_ManualOp : Sharding_Op<"manual", [IsolatedFromAbove, SingleBlock, RecursiveMemoryEffects,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a region in which the author writes the per-device program over some axes";
  let description = [{
    ```mlir
    %1 = sharding.manual(%0) in [<@pod, [I_x, J]>] out [<@pod, [I_x, J]>] over {x} (%a: tensor<16x32xf32>) {
      %2 = spmd.all_reduce sum %a over {x} on @pod : tensor<16x32xf32>
      sharding.return %2 : tensor<16x32xf32>
    } : (tensor<64x32xf32>) -> tensor<64x32xf32>
    ```

    Operands and results are global; block arguments and returned values are local over the manual axes and global over
    all others, which stay automatic. In each dimension of `in` and `out` the manual axes come before the free ones, and
    must divide it. A manual axis that a sharding does not use belongs to its replicated axes (`R_x`) or its partial
    axes. Inside, collectives name manual axes (`spmd` dialect) and nothing else may use them; nesting is allowed.

    Created by: the author, import. Consumed by: partitioning, which inlines the region. Absent after partitioning.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, TypedArrayAttrBase<Sharding_SpecAttr, "shardings">:$in_specs,
                       TypedArrayAttrBase<Sharding_SpecAttr, "shardings">:$out_specs, Sharding_AxesAttr:$manual_axes);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` `in` custom<Specs>($in_specs) `out` custom<Specs>($out_specs)
    `over` custom<Axes>($manual_axes) custom<ManualBody>($body) attr-dict `:` functional-type($inputs, $results)
  }];
  let extraClassDeclaration = [{
    ::shardwright::sharding::SpecAttr getInSpec(unsigned index) {
      return ::llvm::cast<::shardwright::sharding::SpecAttr>(getInSpecs()[index]);
    }
    ::shardwright::sharding::SpecAttr getOutSpec(unsigned index) {
      return ::llvm::cast<::shardwright::sharding::SpecAttr>(getOutSpecs()[index]);
    }
    ::llvm::ArrayRef<::shardwright::AxisRef> getAxes() { return getManualAxes().getValue(); }
    bool isManual(::llvm::StringRef axis);
  }];
}

def Sharding_ReturnOp : Sharding_Op<"return", [Pure, Terminator, ReturnLike, HasParent<"ManualOp">]> {
  let summary = "ends a manual region with its local results";
  let description = [{
    ```mlir
    %1 = sharding.manual(%0) in [<@pod, [I_x, J]>] out [<@pod, [I_x, J]>] over {x} (%a: tensor<16x32xf32>) {
      sharding.return %a : tensor<16x32xf32>
    } : (tensor<64x32xf32>) -> tensor<64x32xf32>
    ```

    Lives and goes with `sharding.manual`.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

#endif
