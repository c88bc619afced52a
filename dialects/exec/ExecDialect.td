#ifndef DIALECTS_EXEC_EXECDIALECT
#define DIALECTS_EXEC_EXECDIALECT

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/DialectBase.td"
include "mlir/IR/EnumAttr.td"

def Exec_Dialect : Dialect {
  let name = "exec";
  let cppNamespace = "::shardwright::exec";
  let summary = "what a device does: steps over buffers, kernels as graphs over loops";
  let description = [{
    What lowering leaves of a per-device program, before it is written as an executable. One `exec.program` holds the
    buffers and, in order, the steps that run on them; each `exec.kernel` says what one fused kernel computes, for any
    target. Neither knows a tensor: what was one is bytes, and the steps say of what type and shape.

    ```mlir
    exec.kernel @k0_tanh(%in: memref<32xf32>, %out: memref<32xf32>) loops [32] outer 1 index i32 {
      %0 = exec.load %in[l0] : memref<32xf32>
      %1 = exec.apply tanh(%0) : (f32) -> f32
      exec.nest [] {
        exec.store %1, %out[l0] : memref<32xf32>
      }
    }
    exec.program @main {
      %0 = exec.argument 0 is tensor<4x8xf32> : !exec.buffer<128>
      %1 = exec.result 0 is tensor<4x8xf32> : !exec.buffer<128>
      %2 = exec.buffer at 0 : !exec.buffer<128>
      exec.launch @k0_tanh(%0, %2) access [read, write] : !exec.buffer<128>, !exec.buffer<128>
      exec.copy %2 to %1 : !exec.buffer<128>
    }
    ```

    Which operations of a prepared function become one kernel is said by attributes of theirs before: `exec.inlined` on
    one that is computed where it is used, `exec.part` and `exec.points` on those that are one kernel together, and
    `exec.planned` on the function.

    A device has two queues: one runs the steps, one after the other; the other sends. A collective that gives an event is
    put on the second one and is done when that has happened, `exec.wait` keeps the steps waiting for it.

    Passes over it: `--lower-to-exec` makes it, `--schedule-collectives` starts collectives early, `--assign-buffers` says where buffers lie; an executable is written
    from what they leave, and from nothing else. Every step may carry `source`, the operation that it stands for, its place in a
    file and, of collectives, who asked for it.
  }];
  let dependentDialects = ["::shardwright::sharding::ShardingDialect"];
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

def Exec_BufferType : TypeDef<Exec_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "bytes on a device";
  let description = [{`!exec.buffer<128>`: 128 bytes, wherever they lie.}];
  let parameters = (ins "uint64_t":$bytes);
  let assemblyFormat = "`<` $bytes `>`";
}

def Exec_EventType : TypeDef<Exec_Dialect, "Event"> {
  let mnemonic = "event";
  let summary = "that something which was started is done";
  let description = [{`!exec.event`: of a collective that goes on beside the steps behind it.}];
}

def Exec_SourceAttr : AttrDef<Exec_Dialect, "Source"> {
  let mnemonic = "source";
  let summary = "what a step stands for";
  let description = [{
    `#exec.source<"all_gather" at "train.py:12:4" because "operand 0 of dot_general">`: an operation, its place, and the
    cause of a collective; either of the last two may be absent.
  }];
  let parameters = (ins "::mlir::StringAttr":$op, OptionalParameter<"::mlir::StringAttr">:$place,
                        OptionalParameter<"::mlir::StringAttr">:$cause);
  let assemblyFormat = "`<` $op (`at` $place^)? (`because` $cause^)? `>`";
}

class Exec_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::shardwright::exec";
  let genSpecializedAttr = 0;
}
class Exec_EnumAttr<Exec_Enum values, string mnemonic> : EnumAttr<Exec_Dialect, values, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

// The enum is that of dialects/interfaces/Opcode.td: operations of other dialects say what they are in kernels, too.
def Exec_OpcodeAttr : AttrDef<Exec_Dialect, "Opcode"> {
  let mnemonic = "opcode";
  let summary = "what computes an element from elements; signedness is that of the operands' types";
  let parameters = (ins "::shardwright::Opcode":$value);
  let assemblyFormat = "`<` $value `>`";
  let returnType = "::shardwright::Opcode";
  let convertFromStorage = "$_self.getValue()";
  let constBuilderCall = "::shardwright::exec::OpcodeAttr::get($_builder.getContext(), $0)";
}

def Exec_Access : Exec_Enum<"Access", "what a kernel does with a buffer; an update changes a part and leaves the rest", [
  I32EnumAttrCase<"Read", 1, "read">, I32EnumAttrCase<"Write", 2, "write">, I32EnumAttrCase<"Update", 3, "update">
]>;
def Exec_AccessAttr : Exec_EnumAttr<Exec_Access, "access">;

// The enum is that of shardwright/Base/Collective.h.
def Exec_CollectiveAttr : AttrDef<Exec_Dialect, "CollectiveKind"> {
  let mnemonic = "collective_kind";
  let summary = "what the devices of a group exchange";
  let parameters = (ins "::shardwright::CollectiveKind":$value);
  let assemblyFormat = "`<` $value `>`";
  let returnType = "::shardwright::CollectiveKind";
  let convertFromStorage = "$_self.getValue()";
  let constBuilderCall = "::shardwright::exec::CollectiveKindAttr::get($_builder.getContext(), $0)";
}

def Exec_PartKind : Exec_Enum<"PartKind", "what an operation computes at a point or of a row of a kernel's points", [
  I32EnumAttrCase<"Point", 0, "point">, I32EnumAttrCase<"Reduce", 1, "reduce">, I32EnumAttrCase<"Row", 2, "row">
]>;

def Exec_PartAttr : AttrDef<Exec_Dialect, "Part"> {
  let mnemonic = "part";
  let summary = "an operation that is one kernel with others";
  let description = [{
    `#exec.part<2, reduce in 0>`: of kernel 2 of its block, one value of each row, computed while rows are walked for
    the first time. `point` is one element at each point, `row` one of each row, made before that walk. `stored`:
    something outside of the kernel uses a result.
  }];
  let parameters = (ins "int64_t":$kernel, EnumParameter<Exec_PartKind>:$kind, "int64_t":$pass,
                        DefaultValuedParameter<"bool", "false">:$stored);
  let assemblyFormat = "`<` $kernel `,` $kind `in` $pass (`,` `stored` `=` $stored^)? `>`";
}

def Exec_PointsAttr : AttrDef<Exec_Dialect, "Points"> {
  let mnemonic = "points";
  let summary = "what a kernel of several operations walks, on the first of them";
  let description = [{
    `#exec.points<2048, 32 a row, strides [32, 128]>`: 64 rows of 32 points; where dimensions of its operations begin,
    each a divisor of the next, so that loops of these strides walk every shape.
  }];
  let parameters = (ins "int64_t":$elements, "int64_t":$columns, OptionalArrayRefParameter<"int64_t">:$strides);
  let assemblyFormat = "`<` $elements `,` $columns `a` `row` (`,` `strides` `[` $strides^ `]`)? `>`";
  let genVerifyDecl = 1;
}

def Exec_CheckMode : Exec_Enum<"CheckMode", "how two values are compared", [
  I32EnumAttrCase<"Equal", 0, "equal">, I32EnumAttrCase<"AlmostEqual", 1, "almost_equal">,
  I32EnumAttrCase<"Close", 2, "close">
]>;
def Exec_CheckModeAttr : Exec_EnumAttr<Exec_CheckMode, "check_mode">;

#endif
