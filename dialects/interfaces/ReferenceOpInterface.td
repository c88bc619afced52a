#ifndef DIALECTS_INTERFACES_REFERENCEOPINTERFACE
#define DIALECTS_INTERFACES_REFERENCEOPINTERFACE

include "mlir/IR/OpBase.td"

def ReferenceOpInterface : OpInterface<"ReferenceOpInterface"> {
  let cppNamespace = "::shardwright::interp";
  let description = [{
    An op that says what it means, slowly and obviously: its results from its operands, on one device. The reference
    interpreter (lib/Interp) evaluates by it; control flow, collectives and checks, which concern several devices, are
    the interpreter's own.
  }];
  let methods = [
    InterfaceMethod<"What it does to one element of each operand, where it is element-wise and has such element types.",
      "::shardwright::interp::ScalarFunction", "getScalarFunction", (ins), "", "return {};">,
    InterfaceMethod<"Its results, of the types it says. Errors: element types for which there is no definition.",
      "::shardwright::interp::Results", "evaluate", (ins "::shardwright::interp::Operands":$operands), "",
      "return ::shardwright::interp::evaluateElementwise($_op, operands);">
  ];
}

#endif
