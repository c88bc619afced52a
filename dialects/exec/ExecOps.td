#ifndef DIALECTS_EXEC_EXECOPS
#define DIALECTS_EXEC_EXECOPS

include "dialects/exec/ExecDialect.td"
include "dialects/sharding/ShardingAttrs.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Exec_Op<string name, list<Trait> traits = []> : Op<Exec_Dialect, name, traits>;

//===--- buffers ---===//

def Exec_ProgramOp : Exec_Op<"program", [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator, NoRegionArguments,
    HasParent<"::mlir::ModuleOp">]> {
  let summary = "what every device runs: buffers, then steps in order";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.argument 0 is tensor<8xf32> : !exec.buffer<32>
      %1 = exec.result 0 is tensor<8xf32> : !exec.buffer<32>
      exec.copy %0 to %1 : !exec.buffer<32>
    }
    ```

    `arena`, the bytes of the one memory in which buffers without a name lie, is there once `--assign-buffers` has run;
    so is `largest`: the bytes that are alive where most is, the step, and pairs of a buffer (by its place among the buffers) and
    the step that began its life.

    Created by: `--lower-to-exec`. Consumed by: the writer of executables.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<FlatSymbolRefAttr>:$mesh, OptionalAttr<I64Attr>:$arena,
                       OptionalAttr<DenseI64ArrayAttr>:$largest);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name (`on` $mesh^)? (`arena` $arena^)? (`largest` $largest^)? attr-dict-with-keyword $body
  }];
}

def Exec_ArgumentOp : Exec_Op<"argument", [HasParent<"ProgramOp">]> {
  let summary = "the buffer of one of the program's arguments";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.argument 0 is tensor<8x4xf32> donated : !exec.buffer<128>
    }
    ```

    The whole array's type, and how it is sharded where it is; the buffer holds the device's block. One that the caller
    gives away (`donated`) may be written after its last use; it then has a place in the arena.
  }];
  let arguments = (ins I64Attr:$number, TypeAttr:$whole, OptionalAttr<Sharding_SpecAttr>:$spec, UnitAttr:$donated,
                       OptionalAttr<I64Attr>:$offset);
  let results = (outs Exec_BufferType:$buffer);
  let assemblyFormat = [{
    $number `is` $whole (`as` $spec^)? (`donated` $donated^)? (`at` $offset^)? attr-dict `:` type($buffer)
  }];
}

def Exec_ResultOp : Exec_Op<"result", [HasParent<"ProgramOp">]> {
  let summary = "the buffer of one of the program's results";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.result 0 is tensor<8x4xf32> : !exec.buffer<128>
    }
    ```

    As `exec.argument`. It lives from where it is written to the end of the program. `epsilon`, `terms`: how far rounding
    may have carried it (Accuracy in include/shardwright/Runtime/Executable.h).
  }];
  let arguments = (ins I64Attr:$number, TypeAttr:$whole, OptionalAttr<Sharding_SpecAttr>:$spec,
                       OptionalAttr<I64Attr>:$offset, OptionalAttr<F64Attr>:$epsilon, OptionalAttr<I64Attr>:$terms);
  let results = (outs Exec_BufferType:$buffer);
  let assemblyFormat = [{
    $number `is` $whole (`as` $spec^)? (`at` $offset^)? (`epsilon` $epsilon^)? (`terms` $terms^)? attr-dict
    `:` type($buffer)
  }];
}

def Exec_BufferOp : Exec_Op<"buffer", [HasParent<"ProgramOp">]> {
  let summary = "memory of the arena";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.buffer : !exec.buffer<128>
      %1 = exec.buffer at 64 : !exec.buffer<128>
    }
    ```

    Without an offset its place is still to be decided.
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$offset);
  let results = (outs Exec_BufferType:$buffer);
  let assemblyFormat = "(`at` $offset^)? attr-dict `:` type($buffer)";
}

def Exec_ConstantOp : Exec_Op<"constant", [HasParent<"ProgramOp">]> {
  let summary = "bytes that the executable carries; no step writes them";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.constant dense<[1.0, 2.0]> : tensor<2xf32> : !exec.buffer<8>
    }
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Exec_BufferType:$buffer);
  let assemblyFormat = "$value attr-dict `:` type($buffer)";
}

//===--- steps ---===//

class Exec_Step<string name, list<Trait> traits = []> : Exec_Op<name, traits>;
class Exec_Reads<string what> : Arg<Exec_BufferType, what, [MemRead]>;
class Exec_Writes<string what> : Arg<Exec_BufferType, what, [MemWrite]>;

def Exec_LaunchOp : Exec_Step<"launch", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "one kernel over all points of its loops";
  let description = [{
    ```mlir
    exec.kernel @fill(%out: memref<8xf32>) loops [8] outer 1 index i32 {
      %0 = exec.number 0.0 : f32
      exec.nest [] {
        exec.store %0, %out[l0] : memref<8xf32>
      }
    }
    exec.program @main {
      %0 = exec.buffer : !exec.buffer<32>
      exec.launch @fill(%0) access [write] : !exec.buffer<32>
    }
    ```

    A buffer for each of the kernel's that is not its own. `shares [[0, 2]]`: buffers 0 and 2 may be one memory, since
    every element is read before it is written over.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, Variadic<Exec_BufferType>:$buffers, ArrayAttr:$access,
                       OptionalAttr<DenseI64ArrayAttr>:$shares, OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = [{
    $kernel `(` $buffers `)` `access` custom<Accesses>($access) (`shares` custom<Pairs>($shares)^)? (`for` $source^)?
    attr-dict `:` type($buffers)
  }];
  let hasVerifier = 1;
}

def Exec_MatmulOp : Exec_Step<"matmul"> {
  let summary = "one batched matrix product by strides";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.buffer : !exec.buffer<512>
      %1 = exec.buffer : !exec.buffer<256>
      %2 = exec.buffer : !exec.buffer<128>
      exec.matmul %0 f32 [128, 16, 1], %1 bf16 [128, 8, 1] into %2 f32 sizes [1, 4, 8, 16]
        : !exec.buffer<512>, !exec.buffer<256>, !exec.buffer<128>
    }
    ```

    `sizes`: batch, m, n, k. In brackets strides in elements: of the left operand by batch, m and k, of the right one by batch, k
    and n; the result is dense and row-major. `f32 as bf16`: elements are rounded before they are multiplied.
  }];
  let arguments = (ins Exec_Reads<"lhs">:$lhs, TypeAttr:$lhs_type, OptionalAttr<TypeAttr>:$lhs_rounding,
                       DenseI64ArrayAttr:$lhs_strides, Exec_Reads<"rhs">:$rhs, TypeAttr:$rhs_type,
                       OptionalAttr<TypeAttr>:$rhs_rounding, DenseI64ArrayAttr:$rhs_strides, Exec_Writes<"out">:$out,
                       TypeAttr:$out_type, DenseI64ArrayAttr:$sizes, OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = [{
    $lhs $lhs_type (`as` $lhs_rounding^)? $lhs_strides `,` $rhs $rhs_type (`as` $rhs_rounding^)? $rhs_strides
    `into` $out $out_type `sizes` $sizes (`for` $source^)? attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($out)
  }];
  let hasVerifier = 1;
}

def Exec_CollectiveOp : Exec_Step<"collective", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "one exchange among the devices that differ only along axes";
  let description = [{
    ```mlir
    sharding.mesh @pod = <x=4, y=2>
    exec.program @main on @pod {
      %0 = exec.buffer : !exec.buffer<32>
      %1 = exec.buffer : !exec.buffer<128>
      exec.collective all_gather %0 into %1 over {x} gather 0 types [tensor<2x4xf32>] to [tensor<8x4xf32>]
        : !exec.buffer<32> to !exec.buffer<128>
    }
    ```

    One or several buffers at one time, each into one of its own, as the `spmd` op of that name says. An all-reduce may
    work in place.
  }];
  let arguments = (ins Exec_CollectiveAttr:$kind, OptionalAttr<Sharding_KindAttr>:$reduction,
                       Arg<Variadic<Exec_BufferType>, "in", [MemRead]>:$ins, Arg<Variadic<Exec_BufferType>, "out", [MemWrite]>:$outs, Sharding_AxesAttr:$axes,
                       OptionalAttr<I64Attr>:$split_dim, OptionalAttr<I64Attr>:$gather_dim,
                       OptionalAttr<DenseI64ArrayAttr>:$pairs, TypeArrayAttr:$in_types, TypeArrayAttr:$out_types,
                       OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = [{
    $kind (`by` custom<Kind>($reduction)^)? $ins `into` $outs `over` custom<Axes>($axes) (`split` $split_dim^)? (`gather` $gather_dim^)?
    (`pairs` custom<Pairs>($pairs)^)? `types` $in_types `to` $out_types (`for` $source^)? attr-dict
    `:` type($ins) `to` type($outs)
  }];
  let hasVerifier = 1;
}

def Exec_LibraryOp : Exec_Step<"library", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call of one of the runtime's routines";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.buffer : !exec.buffer<256>
      %1 = exec.buffer : !exec.buffer<256>
      exec.library "cholesky"(%0) into (%1) parameters [1] types [tensor<8x8xf32>, tensor<8x8xf32>]
        : !exec.buffer<256> to !exec.buffer<256>
    }
    ```

    By name, with the integers and the types that the routine's documentation asks for (runtime/backends/host/Library.h).
    `kernel`: one that the routine calls, to compare or to combine. `shares`: as of `exec.launch`, over the buffers that are read and
    then those that are written.
  }];
  let arguments = (ins StrAttr:$name, Arg<Variadic<Exec_BufferType>, "in", [MemRead]>:$ins, Arg<Variadic<Exec_BufferType>, "out", [MemWrite]>:$outs,
                       DenseI64ArrayAttr:$parameters, TypeArrayAttr:$types, OptionalAttr<FlatSymbolRefAttr>:$kernel,
                       OptionalAttr<DenseI64ArrayAttr>:$shares, OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = [{
    $name `(` $ins `)` `into` `(` $outs `)` `parameters` $parameters `types` $types (`kernel` $kernel^)?
    (`shares` custom<Pairs>($shares)^)? (`for` $source^)? attr-dict `:` type($ins) `to` type($outs)
  }];
}

def Exec_AxisIndexOp : Exec_Step<"axis_index"> {
  let summary = "the device's block index along axes, as one i32";
  let description = [{
    ```mlir
    sharding.mesh @pod = <x=4, y=2>
    exec.program @main on @pod {
      %0 = exec.buffer : !exec.buffer<4>
      exec.axis_index over {x, y} into %0 : !exec.buffer<4>
    }
    ```
  }];
  let arguments = (ins Sharding_AxesAttr:$axes, Exec_Writes<"out">:$out, OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = "`over` custom<Axes>($axes) `into` $out (`for` $source^)? attr-dict `:` type($out)";
}

def Exec_CopyOp : Exec_Step<"copy", [AllTypesMatch<["from", "to"]>]> {
  let summary = "the bytes of one buffer into another of as many";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.buffer : !exec.buffer<32>
      %1 = exec.buffer : !exec.buffer<32>
      exec.copy %0 to %1 : !exec.buffer<32>
    }
    ```

    Disappears where the two can be one.
  }];
  let arguments = (ins Exec_Reads<"from">:$from, Exec_Writes<"to">:$to, OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = "$from `to` $to (`for` $source^)? attr-dict `:` type($from)";
}

def Exec_CheckOp : Exec_Step<"check"> {
  let summary = "compares two values, whole on every device, and says where they differ";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.buffer : !exec.buffer<32>
      %1 = exec.constant dense<0.0> : tensor<8xf32> : !exec.buffer<32>
      exec.check equal %0, %1 is tensor<8xf32> : !exec.buffer<32>, !exec.buffer<32>
    }
    ```

    `almost_equal`: within `tolerance`; `close`: at least `min_ulp` and at most `max_ulp` units in the last place apart.
  }];
  let arguments = (ins Exec_CheckModeAttr:$mode, Exec_Reads<"got">:$got, Exec_Reads<"want">:$want, TypeAttr:$type,
                       OptionalAttr<F64Attr>:$tolerance, OptionalAttr<I64Attr>:$min_ulp, OptionalAttr<I64Attr>:$max_ulp,
                       OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = [{
    $mode $got `,` $want `is` $type (`for` $source^)? attr-dict `:` type($got) `,` type($want)
  }];
}

class Exec_Region<string name, list<Trait> traits = []>
  : Exec_Step<name, !listconcat([NoTerminator, NoRegionArguments], traits)>;

def Exec_WhileOp : Exec_Region<"while", [SingleBlock]> {
  let summary = "steps that decide, then, while the predicate is true, steps that run and decide again";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.argument 0 is tensor<i1> : !exec.buffer<1>
      %1 = exec.buffer : !exec.buffer<1>
      exec.while %1 {
        exec.copy %0 to %1 : !exec.buffer<1>
      } do {
      } : !exec.buffer<1>
    }
    ```

    The first region writes the predicate, one byte.
  }];
  let arguments = (ins Exec_Reads<"predicate">:$predicate, OptionalAttr<Exec_SourceAttr>:$source);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let assemblyFormat = "$predicate (`for` $source^)? $condition `do` $body attr-dict `:` type($predicate)";
}

def Exec_IfOp : Exec_Region<"if", [SingleBlock]> {
  let summary = "one of two sequences of steps";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.argument 0 is tensor<i1> : !exec.buffer<1>
      exec.if %0 {
      } else {
      } : !exec.buffer<1>
    }
    ```
  }];
  let arguments = (ins Exec_Reads<"predicate">:$predicate, OptionalAttr<Exec_SourceAttr>:$source);
  let regions = (region SizedRegion<1>:$then, SizedRegion<1>:$otherwise);
  let assemblyFormat = "$predicate (`for` $source^)? $then `else` $otherwise attr-dict `:` type($predicate)";
}

def Exec_SwitchOp : Exec_Region<"switch", [SingleBlock]> {
  let summary = "the sequence of steps that an i32 selects; the last where it is out of range";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.argument 0 is tensor<i32> : !exec.buffer<4>
      exec.switch %0 {
      }, {
      }, {
      } : !exec.buffer<4>
    }
    ```
  }];
  let arguments = (ins Exec_Reads<"selector">:$selector, OptionalAttr<Exec_SourceAttr>:$source);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let assemblyFormat = "$selector (`for` $source^)? $branches attr-dict `:` type($selector)";
}

//===--- kernels ---===//

def Exec_KernelOp : Exec_Op<"kernel", [Symbol, IsolatedFromAbove, SingleBlock, NoTerminator,
    HasParent<"::mlir::ModuleOp">]> {
  let summary = "what one fused kernel loads, computes and stores at each point of its loops";
  let description = [{
    ```mlir
    exec.kernel @rows(%in: memref<32xf32>, %out: memref<4xf32>) loops [4, 8] outer 1 index i32 {
      %0 = exec.number 0.0 : f32
      %1 = exec.load %in[8*l0 + l1] : memref<32xf32>
      %2 = exec.running 0, 0 : f32
      %3 = exec.apply add(%2, %1) : (f32, f32) -> f32
      %4 = exec.total 0, 0 : f32
      exec.nest [1] {
        exec.accumulate %2 from %0 by %3 to %4 : f32
      }
      exec.nest [] {
        exec.store %4, %out[l0] : memref<4xf32>
      }
    }
    ```

    The first `outer` loops are parallel, unless the kernel is `sequential`; a nest's loops run inside them, one nest
    after the other. A value is what it is at a point of the loops that it varies with; where and when it is computed is
    the target's. `kept [2]`: buffer 2 is the kernel's own, a row that is there while the outer loops are at one point.
    `index`: the type in which places are computed.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DenseI64ArrayAttr:$loops, I64Attr:$outer, UnitAttr:$sequential,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$kept, TypeAttr:$index_type);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class Exec_Value<string name, list<Trait> traits = []> : Exec_Op<name, !listconcat([Pure], traits)>;

def Exec_NumberOp : Exec_Value<"number", [AllTypesMatch<["value", "result"]>]> {
  let summary = "the same element everywhere";
  let description = [{
    ```mlir
    exec.kernel @k(%out: memref<1xf32>) loops [] outer 0 index i32 {
      %0 = exec.number 1.0 : f32
    }
    ```
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$value attr-dict";
}

def Exec_IndexOp : Exec_Value<"index"> {
  let summary = "a sum over loops and integers, as an element";
  let description = [{
    ```mlir
    exec.kernel @k(%out: memref<32xi32>) loops [4, 8] outer 2 index i32 {
      %0 = exec.index [3 + 8*l0 + l1] : i32
    }
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$place, Variadic<AnyType>:$terms);
  let results = (outs AnyType:$result);
  let assemblyFormat = "custom<Place>($place, $terms, type($terms)) attr-dict `:` type($result)";
}

def Exec_LoadOp : Exec_Value<"load", [AttrSizedOperandSegments]> {
  let summary = "an element of a buffer";
  let description = [{
    ```mlir
    exec.kernel @k(%in: memref<32xf32>, %out: memref<32xf32>) loops [4, 8] outer 2 index i32 {
      %0 = exec.load %in[8*l0 + l1] : memref<32xf32>
    }
    ```

    By its place in row-major order. Where a guard (`if`) is false, anything, without an access. `varies`: the set of
    loops, as bits, between whose points the kernel itself may change the element.
  }];
  let arguments = (ins AnyType:$buffer, DenseI64ArrayAttr:$place, Variadic<AnyType>:$terms, Optional<I1>:$guard,
                       OptionalAttr<I64Attr>:$varies);
  let results = (outs AnyType:$result);
  let hasCustomAssemblyFormat = 1;
}

def Exec_ApplyOp : Exec_Value<"apply"> {
  let summary = "an element computed from elements";
  let description = [{
    ```mlir
    exec.kernel @k(%in: memref<8xf32>, %out: memref<8xf32>) loops [8] outer 1 index i32 {
      %0 = exec.load %in[l0] : memref<8xf32>
      %1 = exec.apply multiply(%0, %0) : (f32, f32) -> f32
    }
    ```

    `with`: what the opcode needs beside its operands (the bits of `reduce_precision`).
  }];
  let arguments = (ins Exec_OpcodeAttr:$opcode, Variadic<AnyType>:$inputs, OptionalAttr<ArrayAttr>:$extra);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $opcode `(` $inputs `)` (`with` $extra^)? attr-dict `:` functional-type($inputs, $result)
  }];
}

def Exec_RunningOp : Exec_Value<"running"> {
  let summary = "what an accumulator holds inside its nest";
  let description = [{
    ```mlir
    exec.kernel @k(%out: memref<1xf32>) loops [] outer 0 index i32 {
      %0 = exec.running 0, 0 : f32
    }
    ```

    The second accumulator of the first reduction is `0, 1`.
  }];
  let arguments = (ins I64Attr:$reduction, I64Attr:$slot);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$reduction `,` $slot attr-dict `:` type($result)";
}

def Exec_TotalOp : Exec_Value<"total"> {
  let summary = "what an accumulator holds after its nest";
  let description = [{
    ```mlir
    exec.kernel @k(%out: memref<1xf32>) loops [] outer 0 index i32 {
      %0 = exec.total 0, 0 : f32
    }
    ```
  }];
  let arguments = (ins I64Attr:$reduction, I64Attr:$slot);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$reduction `,` $slot attr-dict `:` type($result)";
}

def Exec_NestOp : Exec_Op<"nest", [HasParent<"KernelOp">, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "loops inside the outer ones: what is accumulated over them, and what each point stores";
  let description = [{
    ```mlir
    exec.kernel @k(%in: memref<8xf32>, %out: memref<8xf32>) loops [8] outer 1 index i32 {
      %0 = exec.load %in[l0] : memref<8xf32>
      exec.nest [] {
        exec.store %0, %out[l0] : memref<8xf32>
      }
    }
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$loops);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$loops $body attr-dict";
}

def Exec_AccumulateOp : Exec_Op<"accumulate", [HasParent<"NestOp">,
    AllTypesMatch<["running", "init", "update", "total"]>]> {
  let summary = "from `init` on, `update` of what was there before, at every point of the nest's loops";
  let description = [{
    ```mlir
    exec.kernel @k(%in: memref<8xf32>, %out: memref<1xf32>) loops [8] outer 0 index i32 {
      %0 = exec.number 0.0 : f32
      %1 = exec.load %in[l0] : memref<8xf32>
      %2 = exec.running 0, 0 : f32
      %3 = exec.apply add(%2, %1) : (f32, f32) -> f32
      %4 = exec.total 0, 0 : f32
      exec.nest [0] {
        exec.accumulate %2 from %0 by %3 to %4 : f32
      }
    }
    ```
  }];
  let arguments = (ins AnyType:$running, AnyType:$init, AnyType:$update, AnyType:$total);
  let assemblyFormat = "$running `from` $init `by` $update `to` $total attr-dict `:` type($running)";
}

def Exec_StoreOp : Exec_Op<"store", [HasParent<"NestOp">, AttrSizedOperandSegments]> {
  let summary = "writes an element of a buffer";
  let description = [{
    ```mlir
    exec.kernel @k(%in: memref<8xf32>, %out: memref<8xf32>) loops [8] outer 1 index i32 {
      %0 = exec.load %in[l0] : memref<8xf32>
      exec.nest [] {
        exec.store %0, %out[7 - l0] : memref<8xf32>
      }
    }
    ```

    Where the guard (`if`) is false: nothing.
  }];
  let arguments = (ins AnyType:$value, AnyType:$buffer, DenseI64ArrayAttr:$place, Variadic<AnyType>:$terms,
                       Optional<I1>:$guard);
  let hasCustomAssemblyFormat = 1;
}

#endif
