// Products of f32 are priced in the units that their precision or algorithm asks for; utilisation is measured by the units
// of bf16 whatever computes.
// RUN: split-file %s %t
// RUN: shardwright explain %t/default.mlir --topology=h100-8 | FileCheck %s --check-prefix=TF32
// TF32: on h100-8: 2.80 ms a step
// TF32: MFU 39.7%, HFU 39.7% of 989.5 TFLOP/s (bf16)
// TF32: dot_general in tf32
// RUN: sed 's/DEFAULT/HIGHEST/g' %t/default.mlir > %t/highest.mlir
// RUN: shardwright explain %t/highest.mlir --topology=h100-8 | FileCheck %s --check-prefix=F32
// F32: on h100-8: 20.7 ms a step
// F32: MFU 5.4%
// F32: what to change first
// F32: {{[0-9.]+}} ms compute the matrix products that run in f32 in bf16
// F32: dot_general in f32
// RUN: shardwright explain %t/default.mlir --topology=tpu-v5e | FileCheck %s --check-prefix=PASS
// PASS: MFU 90.0%, HFU 90.0% of 197.0 TFLOP/s (bf16)
// PASS: dot_general in bf16,
// RUN: shardwright explain %t/highest.mlir --topology=tpu-v5e | FileCheck %s --check-prefix=PASSES
// PASSES: MFU 15.0%
// PASSES: dot_general in bf16 x 6
// RUN: shardwright explain %t/algorithm.mlir --topology=h100-8 | FileCheck %s --check-prefix=ALGORITHM
// ALGORITHM: dot_general in bf16 x 3

//--- default.mlir
sdy.mesh @mesh = <["x"=8]>
func.func @main(%x: tensor<65536x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8192x8192xf32>) -> tensor<65536x8192xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<65536x8192xf32>, tensor<8192x8192xf32>) -> tensor<65536x8192xf32>
  return %0 : tensor<65536x8192xf32>
}

//--- algorithm.mlir
sdy.mesh @mesh = <["x"=8]>
func.func @main(%x: tensor<65536x8192xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8192x8192xf32>) -> tensor<65536x8192xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 2, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<65536x8192xf32>, tensor<8192x8192xf32>) -> tensor<65536x8192xf32>
  return %0 : tensor<65536x8192xf32>
}
