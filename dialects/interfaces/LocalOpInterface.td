#ifndef DIALECTS_INTERFACES_LOCALOPINTERFACE
#define DIALECTS_INTERFACES_LOCALOPINTERFACE

include "mlir/IR/OpBase.td"

def LocalOpInterface : OpInterface<"LocalOpInterface"> {
  let cppNamespace = "::shardwright";
  let description = [{
    An op whose rule alone does not make it local: on blocks it is not the same op, or it sends something. An op without
    the interface becomes itself on blocks.
  }];
  let methods = [
    InterfaceMethod<[{
        Makes what stands for the op in the per-device program, in front of it, and tells the rewriter. `operands` are
        local. Fails with a diagnostic.
      }],
      "::llvm::LogicalResult", "makeLocal",
      (ins "::mlir::ValueRange":$operands, "::shardwright::LocalRewriter &":$rewriter)>
  ];
}

#endif
