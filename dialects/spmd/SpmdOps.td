#ifndef DIALECTS_SPMD_SPMDOPS
#define DIALECTS_SPMD_SPMDOPS

include "dialects/sharding/ShardingAttrs.td"
include "dialects/spmd/SpmdDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Spmd_Op<string name, list<Trait> traits = []>
  : Op<Spmd_Dialect, name, !listconcat([DeclareOpInterfaceMethods<SymbolUserOpInterface>], traits)>;

// What the devices of a group exchange at one time: one tensor, or several of one element type, each with a result of its
// own as if it were alone. Attributes of their own come before mesh and axes. One that is started has an effect: where
// it stands is when it starts.
class Spmd_CollectiveOp<string name, string kind, dag own, code ownDeclaration = "">
  : Spmd_Op<name, [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                   DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let arguments = !con((ins Variadic<AnyStaticShapeTensor>:$inputs), own,
                       (ins FlatSymbolRefAttr:$mesh, Sharding_AxesAttr:$axes, OptionalAttr<StrAttr>:$cause));
  let results = (outs Variadic<AnyStaticShapeTensor>:$outputs);
  let extraClassDeclaration = "static constexpr ::shardwright::CollectiveKind kKind = ::shardwright::CollectiveKind::" # kind # ";\n" # ownDeclaration;
  let extraClassDefinition = [{
    void $cppClass::getEffects(::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance> &effects) {
      if (isStarted(*this))
        effects.emplace_back(::mlir::MemoryEffects::Write::get());
    }
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return isStarted(*this) ? ::mlir::Speculation::NotSpeculatable : ::mlir::Speculation::Speculatable;
    }
  }];
}

def Spmd_AllGatherOp : Spmd_CollectiveOp<"all_gather", "AllGather", (ins I64Attr:$dim)> {
  let summary = "the blocks of the group joined along a dimension";
  let description = [{
    ```mlir
    %1 = spmd.all_gather %0 dim 0 over {x} on @pod : (tensor<16x32xf32>) -> tensor<62x32xf32>
    ```

    Blocks in order of block index, then cut at the end to the result's length: where the dimension is not divisible the
    last blocks carry padding at their end.

    Created by: partitioning, import of manual regions. Consumed by: lowering.
  }];
  let assemblyFormat = [{
    $inputs `dim` $dim `over` custom<Axes>($axes) `on` $mesh attr-dict `:` functional-type($inputs, $outputs)
  }];
}

def Spmd_SliceOp : Spmd_Op<"slice", [Pure]> {
  let summary = "the device's own block of a dimension; sends nothing";
  let description = [{
    ```mlir
    %1 = spmd.slice %0 dim 0 over {x} on @pod : (tensor<62x32xf32>) -> tensor<16x32xf32>
    ```

    The operand is padded at its end to a multiple of the group's size; the block is the one numbered by the device's
    block index.

    Created by: partitioning. Consumed by: lowering.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, I64Attr:$dim, FlatSymbolRefAttr:$mesh, Sharding_AxesAttr:$axes,
                       OptionalAttr<StrAttr>:$cause);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = [{
    $input `dim` $dim `over` custom<Axes>($axes) `on` $mesh attr-dict `:` functional-type($input, $result)
  }];
}

def Spmd_ReduceScatterOp : Spmd_CollectiveOp<"reduce_scatter", "ReduceScatter", (ins I64Attr:$dim, Sharding_KindAttr:$kind)> {
  let summary = "the device's own block of the combination over the group";
  let description = [{
    ```mlir
    %1 = spmd.reduce_scatter sum %0 dim 0 over {x} on @pod : (tensor<62x32xf32>) -> tensor<16x32xf32>
    ```

    As `all_reduce` followed by `slice`. Created by: partitioning, import of manual regions. Consumed by: lowering.
  }];
  let assemblyFormat = [{
    custom<Kind>($kind) $inputs `dim` $dim `over` custom<Axes>($axes) `on` $mesh attr-dict
    `:` functional-type($inputs, $outputs)
  }];
}

def Spmd_AllReduceOp : Spmd_CollectiveOp<"all_reduce", "AllReduce", (ins Sharding_KindAttr:$kind)> {
  let summary = "the combination over the group, on every device of it";
  let description = [{
    ```mlir
    %1 = spmd.all_reduce sum %0 over {x, y} on @pod : tensor<16x32xf32>
    %2:2 = spmd.all_reduce sum %0, %1 over {x} on @pod : tensor<16x32xf32>, tensor<16x32xf32>
    ```

    Created by: partitioning, import of manual regions. Consumed by: lowering.
  }];
  let assemblyFormat = [{
    custom<Kind>($kind) $inputs `over` custom<Axes>($axes) `on` $mesh attr-dict `:` custom<AlikeTypes>(type($inputs), type($outputs))
  }];
}

def Spmd_AllToAllOp : Spmd_CollectiveOp<"all_to_all", "AllToAll", (ins I64Attr:$split_dim, I64Attr:$concat_dim)> {
  let summary = "every device sends its k-th block of one dimension to device k, and joins what it receives along another";
  let description = [{
    ```mlir
    %1 = spmd.all_to_all %0 split 1 concat 0 over {x} on @pod : (tensor<16x32xf32>) -> tensor<64x8xf32>
    ```

    The split dimension is padded at its end to a multiple; the joined one is cut at its end to the result's length.

    Created by: partitioning, import of manual regions. Consumed by: lowering.
  }];
  let assemblyFormat = [{
    $inputs `split` $split_dim `concat` $concat_dim `over` custom<Axes>($axes) `on` $mesh attr-dict
    `:` functional-type($inputs, $outputs)
  }];
}

def Spmd_CollectivePermuteOp : Spmd_CollectiveOp<"collective_permute", "Permute", (ins DenseI64ArrayAttr:$pairs), [{
    /// Number of pairs, and the source and target of one.
    size_t getNumPairs() { return getPairs().size() / 2; }
    int64_t getSource(size_t pair) { return getPairs()[2 * pair]; }
    int64_t getTarget(size_t pair) { return getPairs()[2 * pair + 1]; }
  }]> {
  let summary = "blocks move from device to device within each group";
  let description = [{
    ```mlir
    %1 = spmd.collective_permute %0 pairs [[0, 1], [1, 2], [2, 3]] over {x} on @pod : tensor<16x32xf32>
    ```

    Pairs of source and target, as block indices in the group; a device that is no target receives zeros.

    Created by: partitioning, import of manual regions. Consumed by: lowering.
  }];
  let assemblyFormat = [{
    $inputs `pairs` custom<Pairs>($pairs) `over` custom<Axes>($axes) `on` $mesh attr-dict `:` custom<AlikeTypes>(type($inputs), type($outputs))
  }];
}

def Spmd_DoneOp : Op<Spmd_Dialect, "done", [AllTypesMatch<["input", "output"]>,
    MemoryEffects<[MemWrite]>]> {
  let summary = "waits for what a collective that was started brings";
  let description = [{
    ```mlir
    %1 = spmd.all_gather %0 dim 0 over {x} on @pod {spmd.started} : (tensor<16x32xf32>) -> tensor<62x32xf32>
    %2 = stablehlo.tanh %0 : tensor<16x32xf32>
    %3 = spmd.done %1 : tensor<62x32xf32>
    ```

    Any collective can be started. It does so where it stands, and each of its results is there behind the one
    `spmd.done` of the same block that takes it; what stands between runs meanwhile. The value is the same as that of a
    collective that is not started.

    Created by: whoever writes per-device programs. Consumed by: lowering.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($output)";
  let hasVerifier = 1;
}

def Spmd_AxisIndexOp : Spmd_Op<"axis_index", [Pure]> {
  let summary = "this device's block index along axes";
  let description = [{
    ```mlir
    %0 = spmd.axis_index over {x, y} on @pod : tensor<i32>
    ```

    Created by: partitioning, import of manual regions. Consumed by: lowering.
  }];
  let arguments = (ins FlatSymbolRefAttr:$mesh, Sharding_AxesAttr:$axes);
  let results = (outs 0DTensorOf<[I32]>:$result);
  let assemblyFormat = "`over` custom<Axes>($axes) `on` $mesh attr-dict `:` type($result)";
  let builders = [OpBuilder<(ins "::mlir::FlatSymbolRefAttr":$mesh, "::shardwright::sharding::AxesAttr":$axes), [{
    build($_builder, $_state, ::mlir::RankedTensorType::get({}, $_builder.getI32Type()), mesh, axes);
  }]>];
}

#endif
