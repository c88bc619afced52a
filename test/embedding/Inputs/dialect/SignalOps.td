#ifndef SIGNALOPS_TD
#define SIGNALOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

def Signal_Dialect : Dialect {
  let name = "signal";
  let cppNamespace = "::signal";
  let summary = "operations of another tree";
}

def Signal_SwishOp : Op<Signal_Dialect, "swish", [Pure, AllTypesMatch<["x", "result"]>]> {
  let summary = "x / (1 + exp(-x)), of each element";
  let arguments = (ins Stablehlo_FloatTensor:$x);
  let results = (outs Stablehlo_FloatTensor:$result);
  let assemblyFormat = "$x attr-dict `:` type($result)";
}

def Signal_TaperOp : Op<Signal_Dialect, "taper", [Pure, AllTypesMatch<["x", "result"]>]> {
  let summary = "row i of n, times the smaller of i and n - 1 - i";
  let arguments = (ins Stablehlo_FloatTensor:$x);
  let results = (outs Stablehlo_FloatTensor:$result);
  let assemblyFormat = "$x attr-dict `:` type($result)";
}

#endif // SIGNALOPS_TD
