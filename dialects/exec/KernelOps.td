#ifndef DIALECTS_EXEC_KERNELOPS
#define DIALECTS_EXEC_KERNELOPS

include "dialects/exec/ExecDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Exec_Op<string name, list<Trait> traits = []> : Op<Exec_Dialect, name, traits>;

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
    custom<Word>($opcode) `(` $inputs `)` (`with` $extra^)? attr-dict `:` functional-type($inputs, $result)
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
