#ifndef DIALECTS_STABLEHLO_LINALGOPS_TD
#define DIALECTS_STABLEHLO_LINALGOPS_TD

include "dialects/stablehlo/StablehloDialect.td"

class Stablehlo_VerifiedOp<string mnemonic, list<Trait> traits = [Pure]> : Stablehlo_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

//===-- Linear algebra --------------------------------------------------------------------------------------------===//

def Stablehlo_FftOp : Stablehlo_VerifiedOp<"fft"> {
  let summary = "Fourier transform of the last dimensions";
  let description = [{
    ```mlir
    %0 = stablehlo.fft %arg0, type = IFFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    ```
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$operand, Stablehlo_FftTypeAttr:$fft_type,
                       DenseI64ArrayAttr:$fft_length);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` `` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_CholeskyOp : Stablehlo_VerifiedOp<"cholesky", [Pure, Stablehlo_SameElementType]> {
  let summary = "triangular factor of positive definite matrices";
  let description = [{
    ```mlir
    %2 = stablehlo.cholesky %arg1, lower = true : tensor<4x4xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameTypes>(type($a), type($result))
  }];
}

def Stablehlo_TriangularSolveOp : Stablehlo_VerifiedOp<"triangular_solve", [Pure, Stablehlo_SameElementType]> {
  let summary = "solves a x = b (or x a = b) for triangular matrices a";
  let description = [{
    ```mlir
    %4 = "stablehlo.triangular_solve"(%arg1, %arg2) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$a, Stablehlo_FloatOrComplexTensor:$b, BoolAttr:$left_side,
                       BoolAttr:$lower, BoolAttr:$unit_diagonal, Stablehlo_TransposeAttr:$transpose_a);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
}

//===-- Random numbers --------------------------------------------------------------------------------------------===//

def Stablehlo_RngOp : Stablehlo_VerifiedOp<"rng", []> {
  let summary = "random numbers; which ones is up to the implementation";
  let description = [{
    ```mlir
    %5 = stablehlo.rng %arg3, %arg3, %arg4, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_Tensor:$a, Stablehlo_Tensor:$b, Stablehlo_ShapeTensor:$shape,
                       Stablehlo_RngDistributionAttr:$rng_distribution);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` `` $rng_distribution attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_RngBitGeneratorOp : Stablehlo_VerifiedOp<"rng_bit_generator"> {
  let summary = "random bits from a state, and the state after them";
  let description = [{
    ```mlir
    %output_state, %output = stablehlo.rng_bit_generator %arg5, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
    ```
  }];
  let arguments = (ins Stablehlo_UIntTensor:$initial_state, Stablehlo_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs Stablehlo_UIntTensor:$output_state, Stablehlo_Tensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` `` $rng_algorithm attr-dict `:` functional-type(operands, results)
  }];
}

//===-- Normalisation ---------------------------------------------------------------------------------------------===//

def Stablehlo_BatchNormInferenceOp : Stablehlo_VerifiedOp<"batch_norm_inference"> {
  let summary = "normalises by given means and variances";
  let description = [{
    ```mlir
    %6 = "stablehlo.batch_norm_inference"(%arg2, %arg6, %arg6, %arg6, %arg6) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Stablehlo_FloatTensor:$operand, Stablehlo_FloatTensor:$scale, Stablehlo_FloatTensor:$offset,
                       Stablehlo_FloatTensor:$mean, Stablehlo_FloatTensor:$variance, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatTensor:$result);
}

def Stablehlo_BatchNormTrainingOp : Stablehlo_VerifiedOp<"batch_norm_training"> {
  let summary = "normalises by the batch's own means and variances";
  let description = [{
    ```mlir
    %output_0, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg2, %arg6, %arg6) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Stablehlo_FloatTensor:$operand, Stablehlo_FloatTensor:$scale, Stablehlo_FloatTensor:$offset,
                       F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatTensor:$output, Stablehlo_FloatTensor:$batch_mean,
                      Stablehlo_FloatTensor:$batch_var);
}

def Stablehlo_BatchNormGradOp : Stablehlo_VerifiedOp<"batch_norm_grad"> {
  let summary = "gradients of batch_norm_training";
  let description = [{
    ```mlir
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg2, %arg6, %arg6, %arg6, %arg2) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
    ```
  }];
  let arguments = (ins Stablehlo_FloatTensor:$operand, Stablehlo_FloatTensor:$scale, Stablehlo_FloatTensor:$mean,
                       Stablehlo_FloatTensor:$variance, Stablehlo_FloatTensor:$grad_output, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs Stablehlo_FloatTensor:$grad_operand, Stablehlo_FloatTensor:$grad_scale,
                      Stablehlo_FloatTensor:$grad_offset);
}

#endif // DIALECTS_STABLEHLO_LINALGOPS_TD
