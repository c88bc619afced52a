#ifndef DIALECTS_CHECK_CHECKOPS_TD
#define DIALECTS_CHECK_CHECKOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::shardwright::check";
  let summary = "comparisons inside programs that test themselves";
  let description = [{
    Operations without results that fail the run when their operands differ. They compare whole (global) values and
    survive dead code removal.
  }];
}

class Check_Op<string mnemonic> : Op<Check_Dialect, mnemonic, [MemoryEffects<[MemWrite, MemRead]>]>;

// Two values to compare.
class Check_PairOp<string mnemonic, Type type> : Check_Op<mnemonic> {
  let arguments = (ins type:$lhs, type:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<PairTypes>(type($lhs), type($rhs))";
  let hasVerifier = 1;
}

// A value to compare with a constant.
class Check_ConstOp<string mnemonic, Type type> : Check_Op<mnemonic> {
  let arguments = (ins type:$lhs, ElementsAttr:$value);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Check_ExpectEqOp : Check_PairOp<"expect_eq", Stablehlo_Tensor> {
  let summary = "every element is equal; NaN differs from NaN, -0 equals 0";
  let description = [{
    ```mlir
    check.expect_eq %0, %1 : tensor<2xf32>
    ```
  }];
}

def Check_ExpectEqConstOp : Check_ConstOp<"expect_eq_const", Stablehlo_Tensor> {
  let summary = "every element is equal to the constant's";
  let description = [{
    ```mlir
    check.expect_eq_const %0, dense<[true, false]> : tensor<2xi1>
    ```
  }];
}

def Check_ExpectAlmostEqOp : Check_PairOp<"expect_almost_eq", Stablehlo_FloatOrComplexTensor> {
  let summary = "the absolute difference is at most the tolerance; equal infinities and two NaNs pass";
  let description = [{
    ```mlir
    check.expect_almost_eq %0, %1, tolerance = 1.000000e-01 : tensor<2xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$lhs, Stablehlo_FloatOrComplexTensor:$rhs,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `tolerance` `=` $tolerance^)? attr-dict `:` custom<PairTypes>(type($lhs), type($rhs))
  }];
}

def Check_ExpectAlmostEqConstOp : Check_ConstOp<"expect_almost_eq_const", Stablehlo_FloatOrComplexTensor> {
  let summary = "as expect_almost_eq, against a constant";
  let description = [{
    ```mlir
    check.expect_almost_eq_const %0, dense<1.000000e-01> : tensor<2xf32>, tolerance = 1.000000e-02
    ```
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$lhs, ElementsAttr:$value,
                       DefaultValuedOptionalAttr<F64Attr, "1e-4">:$tolerance);
}

def Check_ExpectCloseOp : Check_PairOp<"expect_close", Stablehlo_FloatOrComplexTensor> {
  let summary = "the distance in units in the last place lies between the bounds; two NaNs pass";
  let description = [{
    ```mlir
    check.expect_close %0, %1, max_ulp_difference = 3, min_ulp_difference = 0 : tensor<2xf32>, tensor<2xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$lhs, Stablehlo_FloatOrComplexTensor:$rhs,
                       DefaultValuedOptionalAttr<I64Attr, "1">:$max_ulp_difference,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$min_ulp_difference);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<UlpBounds>($max_ulp_difference, $min_ulp_difference) `:` attr-dict
    type($lhs) `,` type($rhs)
  }];
}

#endif // DIALECTS_CHECK_CHECKOPS_TD
