#ifndef DIALECTS_STABLEHLO_REDUCTIONOPS_TD
#define DIALECTS_STABLEHLO_REDUCTIONOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

// Operations with scalar functions as regions: free to move when what is inside is.
class Stablehlo_BodyOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable] # traits> {
  let hasVerifier = 1;
}

def Stablehlo_ReduceOp : Stablehlo_BodyOp<"reduce", [SameVariadicOperandSize]> {
  let summary = "combines the elements along the given dimensions";
  let description = [{
    The block takes one element of every input, then one accumulator for every input. When it is one commutative
    operation the short form `applies stablehlo.add` stands for it.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReduceWindowOp : Stablehlo_BodyOp<"reduce_window", [SameVariadicOperandSize]> {
  let summary = "combines the elements of every window";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations, OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_SelectAndScatterOp : Stablehlo_BodyOp<"select_and_scatter"> {
  let summary = "adds each source element to the element that its window of the operand selects";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$source, Stablehlo_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_SortOp : Stablehlo_BodyOp<"sort"> {
  let summary = "sorts tensors together along one dimension";
  let description = [{
    The comparator takes two scalars of every input, a0, b0, a1, b1, ..., and says whether a comes before b. A
    negative dimension counts from the end.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<Stablehlo_Tensor>:$outputs);
}

def Stablehlo_MapOp : Stablehlo_BodyOp<"map", [Stablehlo_Elementwise]> {
  let summary = "applies a scalar function to every element";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Stablehlo_Tensor:$result);
}

#endif // DIALECTS_STABLEHLO_REDUCTIONOPS_TD
