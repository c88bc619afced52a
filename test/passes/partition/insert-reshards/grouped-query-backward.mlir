// A step of grouped-query attention with its backward pass and rematerialisation, as JAX exports it. Between the layers the
// sequence is split over `tensor`, inside the attention the heads are. Propagation brings both to the attention weights;
// keeping the heads there sends none of them (trap: grouped-query attention backward).
//
// RUN: shardwright-opt --pass-pipeline='builtin.module(import,propagate-shardings,partition)' %s | FileCheck %s
// RUN: shardwright-opt --pass-pipeline='builtin.module(import,propagate-shardings,insert-reshards{disable=demands},convert-global-to-local)' %s | FileCheck %s --check-prefix=LOCAL
// RUN: shardwright run %s --check-against=interp --rtol=1e-3 --atol=5e-2
// CHECK: func.func public @main
// CHECK-NOT: spmd.{{.*}}x256x256xf32
// An op that looks no further than its own result does send them.
// LOCAL: spmd.all_to_all {{.*}}x256x256xf32
module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=2, "tensor"=2]> {stablehlo.mesh = {axes = [{name = "fsdp", size = 2 : i64}, {name = "tensor", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}]>}, %arg1: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}]>}, %arg2: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}]>}, %arg3: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tensor"}, {"fsdp"}]>}, %arg4: tensor<4x256x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}, {}]>}) -> (tensor<32x32xf32> {jax.result_info = "result[0][0]", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}]>}, tensor<32x16xf32> {jax.result_info = "result[0][1]", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}]>}, tensor<32x16xf32> {jax.result_info = "result[0][2]", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}]>}, tensor<32x32xf32> {jax.result_info = "result[0][3]", sdy.sharding = #sdy.sharding<@mesh, [{"tensor"}, {"fsdp"}]>}, tensor<4x256x32xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}, {}]>}) {
    %0 = sdy.sharding_constraint %arg4 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<4x256x32xf32>
    %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x32xf32>) -> tensor<4x256x32xf32>
    %2 = stablehlo.reshape %1 : (tensor<4x256x32xf32>) -> tensor<4x256x4x8xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x4x8xf32>
    %4 = stablehlo.reshape %3 : (tensor<4x256x4x8xf32>) -> tensor<4x256x2x2x8xf32>
    %5 = stablehlo.dot_general %0, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x16xf32>) -> tensor<4x256x16xf32>
    %6 = stablehlo.reshape %5 : (tensor<4x256x16xf32>) -> tensor<4x256x2x8xf32>
    %7 = sdy.sharding_constraint %6 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x2x8xf32>
    %8 = stablehlo.dot_general %0, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x16xf32>) -> tensor<4x256x16xf32>
    %9 = stablehlo.reshape %8 : (tensor<4x256x16xf32>) -> tensor<4x256x2x8xf32>
    %10 = sdy.sharding_constraint %9 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x2x8xf32>
    %11 = stablehlo.dot_general %7, %4, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x256x2x8xf32>, tensor<4x256x2x2x8xf32>) -> tensor<4x2x256x256x2xf32>
    %12 = stablehlo.transpose %11, dims = [0, 1, 4, 3, 2] : (tensor<4x2x256x256x2xf32>) -> tensor<4x2x2x256x256xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst) applies stablehlo.maximum across dimensions = [4] : (tensor<4x2x2x256x256xf32>, tensor<f32>) -> tensor<4x2x2x256xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x2x2x256xf32>
    %15 = stablehlo.maximum %14, %13 : tensor<4x2x2x256xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<4x2x2x256xf32>) -> tensor<4x2x2x256x1xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2, 3, 4] : (tensor<4x2x2x256x1xf32>) -> tensor<4x2x2x256x256xf32>
    %18 = stablehlo.subtract %12, %17 : tensor<4x2x2x256x256xf32>
    %19 = stablehlo.exponential %18 : tensor<4x2x2x256x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.add across dimensions = [4] : (tensor<4x2x2x256x256xf32>, tensor<f32>) -> tensor<4x2x2x256xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3] : (tensor<4x2x2x256xf32>) -> tensor<4x2x2x256x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3, 4] : (tensor<4x2x2x256x1xf32>) -> tensor<4x2x2x256x256xf32>
    %23 = stablehlo.divide %19, %22 : tensor<4x2x2x256x256xf32>
    %24 = stablehlo.dot_general %10, %23, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x256x2x8xf32>, tensor<4x2x2x256x256xf32>) -> tensor<4x2x8x2x256xf32>
    %25 = stablehlo.transpose %24, dims = [0, 4, 1, 3, 2] : (tensor<4x2x8x2x256xf32>) -> tensor<4x256x2x2x8xf32>
    %26 = stablehlo.reshape %25 : (tensor<4x256x2x2x8xf32>) -> tensor<4x256x32xf32>
    %27 = stablehlo.dot_general %26, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x32xf32>) -> tensor<4x256x32xf32>
    %28 = sdy.sharding_constraint %27 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<4x256x32xf32>
    %29 = stablehlo.add %0, %28 : tensor<4x256x32xf32>
    %30:6 = stablehlo.optimization_barrier %arg0, %arg1, %arg2, %arg3, %arg4, %29 : tensor<32x32xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<4x256x32xf32>, tensor<4x256x32xf32>
    %31 = sdy.sharding_constraint %30#4 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<4x256x32xf32>
    %32 = stablehlo.dot_general %31, %30#0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x32xf32>) -> tensor<4x256x32xf32>
    %33 = stablehlo.reshape %32 : (tensor<4x256x32xf32>) -> tensor<4x256x4x8xf32>
    %34 = sdy.sharding_constraint %33 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x4x8xf32>
    %35 = stablehlo.reshape %34 : (tensor<4x256x4x8xf32>) -> tensor<4x256x2x2x8xf32>
    %36 = stablehlo.dot_general %31, %30#1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x16xf32>) -> tensor<4x256x16xf32>
    %37 = stablehlo.reshape %36 : (tensor<4x256x16xf32>) -> tensor<4x256x2x8xf32>
    %38 = sdy.sharding_constraint %37 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x2x8xf32>
    %39 = stablehlo.dot_general %31, %30#2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x16xf32>) -> tensor<4x256x16xf32>
    %40 = stablehlo.reshape %39 : (tensor<4x256x16xf32>) -> tensor<4x256x2x8xf32>
    %41 = sdy.sharding_constraint %40 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x2x8xf32>
    %42 = stablehlo.dot_general %38, %35, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x256x2x8xf32>, tensor<4x256x2x2x8xf32>) -> tensor<4x2x256x256x2xf32>
    %43 = stablehlo.transpose %42, dims = [0, 1, 4, 3, 2] : (tensor<4x2x256x256x2xf32>) -> tensor<4x2x2x256x256xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_2) applies stablehlo.maximum across dimensions = [4] : (tensor<4x2x2x256x256xf32>, tensor<f32>) -> tensor<4x2x2x256xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x2x2x256xf32>
    %46 = stablehlo.maximum %45, %44 : tensor<4x2x2x256xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<4x2x2x256xf32>) -> tensor<4x2x2x256x1xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3, 4] : (tensor<4x2x2x256x1xf32>) -> tensor<4x2x2x256x256xf32>
    %49 = stablehlo.subtract %43, %48 : tensor<4x2x2x256x256xf32>
    %50 = stablehlo.exponential %49 : tensor<4x2x2x256x256xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_4) applies stablehlo.add across dimensions = [4] : (tensor<4x2x2x256x256xf32>, tensor<f32>) -> tensor<4x2x2x256xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<4x2x2x256xf32>) -> tensor<4x2x2x256x1xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3, 4] : (tensor<4x2x2x256x1xf32>) -> tensor<4x2x2x256x256xf32>
    %54 = stablehlo.divide %50, %53 : tensor<4x2x2x256x256xf32>
    %55 = stablehlo.multiply %52, %52 : tensor<4x2x2x256x1xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x2x2x256x1xf32>
    %57 = stablehlo.divide %56, %55 : tensor<4x2x2x256x1xf32>
    %58 = stablehlo.dot_general %41, %54, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<4x256x2x8xf32>, tensor<4x2x2x256x256xf32>) -> tensor<4x2x8x2x256xf32>
    %59 = stablehlo.transpose %58, dims = [0, 4, 1, 3, 2] : (tensor<4x2x8x2x256xf32>) -> tensor<4x256x2x2x8xf32>
    %60 = stablehlo.reshape %59 : (tensor<4x256x2x2x8xf32>) -> tensor<4x256x32xf32>
    %61 = sdy.sharding_constraint %30#5 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<4x256x32xf32>
    %62 = stablehlo.dot_general %61, %60, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<4x256x32xf32>) -> tensor<32x32xf32>
    %63 = stablehlo.transpose %62, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %64 = stablehlo.dot_general %61, %30#3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x32xf32>) -> tensor<4x256x32xf32>
    %65 = stablehlo.reshape %64 : (tensor<4x256x32xf32>) -> tensor<4x256x2x2x8xf32>
    %66 = stablehlo.transpose %65, dims = [0, 2, 4, 3, 1] : (tensor<4x256x2x2x8xf32>) -> tensor<4x2x8x2x256xf32>
    %67 = stablehlo.dot_general %66, %41, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x2x256xf32>, tensor<4x256x2x8xf32>) -> tensor<4x2x2x256x256xf32>
    %68 = stablehlo.dot_general %66, %54, batching_dims = [0, 1] x [0, 1], contracting_dims = [3, 4] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x8x2x256xf32>, tensor<4x2x2x256x256xf32>) -> tensor<4x2x8x256xf32>
    %69 = stablehlo.transpose %68, dims = [0, 3, 1, 2] : (tensor<4x2x8x256xf32>) -> tensor<4x256x2x8xf32>
    %70 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3, 4] : (tensor<4x2x2x256x1xf32>) -> tensor<4x2x2x256x256xf32>
    %71 = stablehlo.multiply %67, %70 : tensor<4x2x2x256x256xf32>
    %72 = stablehlo.multiply %71, %50 : tensor<4x2x2x256x256xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_6) applies stablehlo.add across dimensions = [4] : (tensor<4x2x2x256x256xf32>, tensor<f32>) -> tensor<4x2x2x256xf32>
    %74 = stablehlo.reshape %73 : (tensor<4x2x2x256xf32>) -> tensor<4x2x2x256x1xf32>
    %75 = stablehlo.negate %74 : tensor<4x2x2x256x1xf32>
    %76 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3, 4] : (tensor<4x2x2x256x1xf32>) -> tensor<4x2x2x256x256xf32>
    %77 = stablehlo.divide %67, %76 : tensor<4x2x2x256x256xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%75 init: %cst_7) applies stablehlo.add across dimensions = [4] : (tensor<4x2x2x256x1xf32>, tensor<f32>) -> tensor<4x2x2x256xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<4x2x2x256xf32>) -> tensor<4x2x2x256x256xf32>
    %80 = stablehlo.add %77, %79 : tensor<4x2x2x256x256xf32>
    %81 = stablehlo.multiply %80, %50 : tensor<4x2x2x256x256xf32>
    %82 = stablehlo.transpose %81, dims = [0, 1, 4, 3, 2] : (tensor<4x2x2x256x256xf32>) -> tensor<4x2x256x256x2xf32>
    %83 = stablehlo.dot_general %82, %38, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x2x256x256x2xf32>, tensor<4x256x2x8xf32>) -> tensor<4x2x256x2x8xf32>
    %84 = stablehlo.transpose %83, dims = [0, 2, 1, 3, 4] : (tensor<4x2x256x2x8xf32>) -> tensor<4x256x2x2x8xf32>
    %85 = stablehlo.dot_general %82, %35, batching_dims = [0, 1] x [0, 2], contracting_dims = [3, 4] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<4x2x256x256x2xf32>, tensor<4x256x2x2x8xf32>) -> tensor<4x2x256x8xf32>
    %86 = stablehlo.transpose %85, dims = [0, 2, 1, 3] : (tensor<4x2x256x8xf32>) -> tensor<4x256x2x8xf32>
    %87 = sdy.sharding_constraint %69 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x2x8xf32>
    %88 = stablehlo.reshape %87 : (tensor<4x256x2x8xf32>) -> tensor<4x256x16xf32>
    %89 = stablehlo.dot_general %88, %31, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x256x16xf32>, tensor<4x256x32xf32>) -> tensor<16x32xf32>
    %90 = stablehlo.transpose %89, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %91 = stablehlo.dot_general %88, %30#2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x256x16xf32>, tensor<32x16xf32>) -> tensor<4x256x32xf32>
    %92 = stablehlo.add %30#5, %91 : tensor<4x256x32xf32>
    %93 = sdy.sharding_constraint %86 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x2x8xf32>
    %94 = stablehlo.reshape %93 : (tensor<4x256x2x8xf32>) -> tensor<4x256x16xf32>
    %95 = stablehlo.dot_general %94, %31, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x256x16xf32>, tensor<4x256x32xf32>) -> tensor<16x32xf32>
    %96 = stablehlo.transpose %95, dims = [1, 0] : (tensor<16x32xf32>) -> tensor<32x16xf32>
    %97 = stablehlo.dot_general %94, %30#1, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x256x16xf32>, tensor<32x16xf32>) -> tensor<4x256x32xf32>
    %98 = stablehlo.add %92, %97 : tensor<4x256x32xf32>
    %99 = stablehlo.reshape %84 : (tensor<4x256x2x2x8xf32>) -> tensor<4x256x4x8xf32>
    %100 = sdy.sharding_constraint %99 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<4x256x4x8xf32>
    %101 = stablehlo.reshape %100 : (tensor<4x256x4x8xf32>) -> tensor<4x256x32xf32>
    %102 = stablehlo.dot_general %101, %31, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<4x256x32xf32>) -> tensor<32x32xf32>
    %103 = stablehlo.transpose %102, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %104 = stablehlo.dot_general %101, %30#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x256x32xf32>, tensor<32x32xf32>) -> tensor<4x256x32xf32>
    %105 = stablehlo.add %98, %104 : tensor<4x256x32xf32>
    %106 = sdy.sharding_constraint %105 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<4x256x32xf32>
    return %103, %96, %90, %63, %106 : tensor<32x32xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<4x256x32xf32>
  }
}
