#ifndef DIALECTS_EXEC_EXECOPS
#define DIALECTS_EXEC_EXECOPS

include "dialects/exec/KernelOps.td"
include "dialects/sharding/ShardingAttrs.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

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

    `for "host:x86-64-v3"` says which target it was lowered for, where one was named: it is compiled for that one.

    A device's memory is blocks: one for each argument and result, the constants, and one arena for what is there for a
    while. `arena`, its bytes, is known once `--assign-buffers` has run; so is `largest`: the bytes that are alive where most
    is, the step, and pairs of a buffer that shares memory (by its place among the buffers) and the step that began its life.

    Created by: `--lower-to-exec`. Consumed by: the writer of executables.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<FlatSymbolRefAttr>:$mesh, OptionalAttr<StrAttr>:$target,
                       OptionalAttr<I64Attr>:$arena, OptionalAttr<DenseI64ArrayAttr>:$largest);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name (`on` $mesh^)? (`for` $target^)? (`arena` $arena^)? (`largest` $largest^)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

def Exec_ArgumentOp : Exec_Op<"argument", [HasParent<"ProgramOp">]> {
  let summary = "the block of one of the program's arguments";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.argument 0 is tensor<8x4xf32> donated to 1 : !exec.buffer<128>
      %1 = exec.argument 1 is tensor<8xf32> : !exec.buffer<32>
    }
    ```

    The whole array's type, and how it is sharded where it is; the block holds the device's part. One that the caller
    gives away (`donated`) may be written after its last use; `to`: the result that the caller would like to find in it.
  }];
  let arguments = (ins I64Attr:$number, TypeAttr:$whole, OptionalAttr<Sharding_SpecAttr>:$spec, UnitAttr:$donated,
                       OptionalAttr<I64Attr>:$to);
  let results = (outs Exec_BufferType:$buffer);
  let assemblyFormat = [{
    $number `is` $whole (`as` $spec^)? (`donated` $donated^)? (`to` $to^)? attr-dict `:` type($buffer)
  }];
}

def Exec_ResultOp : Exec_Op<"result", [HasParent<"ProgramOp">]> {
  let summary = "the block of one of the program's results";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.argument 0 is tensor<8x4xf32> donated : !exec.buffer<128>
      %1 = exec.result 0 is tensor<8x4xf32> takes 0 : !exec.buffer<128>
      %2 = exec.result 1 is tensor<8x4xf32> at 64 : !exec.buffer<128>
    }
    ```

    As `exec.argument`. It lives from where it is written to the end of the program. Its block is the one of the donated
    argument that it takes over (`takes`), a part of the arena (`at`), or its own. `epsilon`, `terms`: how far rounding may
    have carried it (Accuracy in include/shardwright/Runtime/Executable.h).
  }];
  let arguments = (ins I64Attr:$number, TypeAttr:$whole, OptionalAttr<Sharding_SpecAttr>:$spec,
                       OptionalAttr<I64Attr>:$takes, OptionalAttr<I64Attr>:$offset, OptionalAttr<F64Attr>:$epsilon,
                       OptionalAttr<I64Attr>:$terms);
  let results = (outs Exec_BufferType:$buffer);
  let assemblyFormat = [{
    $number `is` $whole (`as` $spec^)? (`takes` $takes^)? (`at` $offset^)? (`epsilon` $epsilon^)? (`terms` $terms^)?
    attr-dict `:` type($buffer)
  }];
}

def Exec_BufferOp : Exec_Op<"buffer", [HasParent<"ProgramOp">]> {
  let summary = "memory for what is there for a while";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.result 0 is tensor<8x8xf32> : !exec.buffer<256>
      %1 = exec.buffer : !exec.buffer<128>
      %2 = exec.buffer at 64 : !exec.buffer<128>
      %3 = exec.buffer in %0 at 128 : !exec.buffer<128> in !exec.buffer<256>
    }
    ```

    Bytes of the arena, or of the block of an argument or result while that is free. Without an offset its place is still
    to be decided.
  }];
  let arguments = (ins Optional<Exec_BufferType>:$block, OptionalAttr<I64Attr>:$offset);
  let results = (outs Exec_BufferType:$buffer);
  let assemblyFormat = [{
    (`in` $block^)? (`at` $offset^)? attr-dict `:` type($buffer) (`in` type($block)^)?
  }];
  let hasVerifier = 1;
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
    every element is read before it is written over. `beside [@b, @c]`: kernels whose points run in the same launch, in no
    order; their buffers follow those of the first. What one of them writes, the others do not touch.
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, OptionalAttr<FlatSymbolRefArrayAttr>:$beside,
                       Variadic<Exec_BufferType>:$buffers, ArrayAttr:$access, OptionalAttr<DenseI64ArrayAttr>:$shares,
                       OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = [{
    $kernel (`beside` $beside^)? `(` $buffers `)` `access` custom<Accesses>($access)
    (`shares` custom<Pairs>($shares)^)? (`for` $source^)? attr-dict `:` type($buffers)
  }];
  let extraClassDeclaration = [{
    /// All kernels, in the order of their buffers.
    llvm::SmallVector<mlir::FlatSymbolRefAttr> getKernels();
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
    and n; the result is dense and row-major. A number more in front of each is of batches of such batches. `f32 as bf16`: elements are rounded before they are multiplied.
    `f32 as tf32`, of both: they may be, where units of GPUs are quicker so; the result is one of f32.
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
  let extraClassDeclaration = [{
    /// Whether operands may be rounded to tf32.
    bool mayBeTf32();
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

    With an event, it only starts here, on the device's queue that sends, behind all that was started before. Until the
    one `exec.wait` of the same sequence that takes the event, no step touches what it writes or changes what it reads.
  }];
  let arguments = (ins Exec_CollectiveAttr:$kind, OptionalAttr<Sharding_KindAttr>:$reduction,
                       Arg<Variadic<Exec_BufferType>, "in", [MemRead]>:$ins, Arg<Variadic<Exec_BufferType>, "out", [MemWrite]>:$outs, Sharding_AxesAttr:$axes,
                       OptionalAttr<I64Attr>:$split_dim, OptionalAttr<I64Attr>:$gather_dim,
                       OptionalAttr<DenseI64ArrayAttr>:$pairs, TypeArrayAttr:$in_types, TypeArrayAttr:$out_types,
                       OptionalAttr<Exec_SourceAttr>:$source);
  let results = (outs Optional<Exec_EventType>:$event);
  let assemblyFormat = [{
    custom<Word>($kind) (`by` custom<Kind>($reduction)^)? $ins `into` $outs `over` custom<Axes>($axes) (`split` $split_dim^)? (`gather` $gather_dim^)?
    (`pairs` custom<Pairs>($pairs)^)? `types` $in_types `to` $out_types (`for` $source^)? attr-dict
    `:` type($ins) `to` type($outs) (`->` type($event)^)?
  }];
  let hasVerifier = 1;
}

def Exec_WaitOp : Exec_Step<"wait"> {
  let summary = "steps go on when what was started is done";
  let description = [{
    ```mlir
    sharding.mesh @pod = <x=4, y=2>
    exec.program @main on @pod {
      %0 = exec.argument 0 is tensor<2x4xf32> : !exec.buffer<32>
      %1 = exec.result 0 is tensor<8x4xf32> : !exec.buffer<128>
      %2 = exec.result 1 is tensor<2x4xf32> : !exec.buffer<32>
      %3 = exec.collective all_gather %0 into %1 over {x} gather 0 types [tensor<2x4xf32>] to [tensor<8x4xf32>]
        : !exec.buffer<32> to !exec.buffer<128> -> !exec.event
      exec.copy %0 to %2 : !exec.buffer<32>
      exec.wait %3
    }
    ```

    What the collective read may be written over from here on, and what it wrote is there.
  }];
  let arguments = (ins Exec_EventType:$event, OptionalAttr<Exec_SourceAttr>:$source);
  let assemblyFormat = "$event (`for` $source^)? attr-dict";
  let extraClassDeclaration = [{
    CollectiveOp getCollective();
  }];
}

def Exec_LibraryOp : Exec_Step<"library", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a call of one of the runtime's routines";
  let description = [{
    ```mlir
    exec.program @main {
      %0 = exec.buffer : !exec.buffer<256>
      %1 = exec.buffer : !exec.buffer<256>
      exec.library "cholesky"(%0) into(%1) parameters [1] types [tensor<8x8xf32>, tensor<8x8xf32>]
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
    custom<Word>($mode) $got `,` $want `is` $type (`for` $source^)? attr-dict `:` type($got) `,` type($want)
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

    The first region writes the predicate, one byte. `trips 4`: the second runs so many times, where that is known.
  }];
  let arguments = (ins Exec_Reads<"predicate">:$predicate, OptionalAttr<I64Attr>:$trips,
                       OptionalAttr<Exec_SourceAttr>:$source);
  let regions = (region SizedRegion<1>:$condition, SizedRegion<1>:$body);
  let assemblyFormat = "$predicate (`trips` $trips^)? (`for` $source^)? $condition `do` $body attr-dict `:` type($predicate)";
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

#endif
