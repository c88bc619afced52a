#ifndef DIALECTS_INTERFACES_KERNELOPINTERFACE
#define DIALECTS_INTERFACES_KERNELOPINTERFACE

include "mlir/IR/OpBase.td"

def KernelOpInterface : OpInterface<"KernelOpInterface"> {
  let cppNamespace = "::shardwright";
  let description = [{
    An op that says what a device does for it: its part in kernels, the opcodes of an element, its floating-point
    operations. Fusion, lowering, estimates and prices ask through the functions of KernelOpInterface.h, which also
    answer for ops without the interface.
  }];
  let methods = [
    InterfaceMethod<"What it is to kernels.", "::shardwright::OpRole", "getRole", (ins), "",
      "return ::shardwright::OpRole::Other;">,
    InterfaceMethod<"The price of one element, in cheap instructions, without its operands.", "double",
      "getElementPrice", (ins), "", "return 0;">,
    InterfaceMethod<"An element of the result by opcodes, or nothing for an op that kernels compute in other ways.",
      "::std::optional<::shardwright::ElementExpr>", "getElementExpr", (ins), "", "return std::nullopt;">,
    InterfaceMethod<[{
        Adds to a form what the generic one of formOf lacks: of an Expression, its kind and dimensions; of any other
        kernel, library product or constant, all there is to say.
      }],
      "void", "describe", (ins "::shardwright::fusion::OpForm &":$form), "", "(void)form;">,
    InterfaceMethod<[{
        Floating-point operations of one execution, without regions. One an element where an op says nothing else; of an
        op with a body, of its operand's elements, each of which the body sees once.
      }],
      "int64_t", "getFlops", (ins), "", "return ::shardwright::elementFlops($_op);">,
    InterfaceMethod<"What it computes where it is neither kernel nor product; nothing where that is not known.",
      "::std::optional<::shardwright::CallWork>", "getCallWork", (ins), "",
      "return ::shardwright::complexElementWork($_op);">
  ];
}

#endif
