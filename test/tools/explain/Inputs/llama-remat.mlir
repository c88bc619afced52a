module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["fsdp"=4, "tensor"=2]> {stablehlo.mesh = {axes = [{name = "fsdp", size = 4 : i64}, {name = "tensor", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"tensor"}, {"fsdp"}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<3x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<3x48x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}, {"fsdp"}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<3x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<3x32x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<3x32x48xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<3x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<3x32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}, {"fsdp"}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<3x32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<3x32x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<8x17xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {}]>}) -> (tensor<64x32xf32> {jax.result_info = "result[0]['embed']", sdy.sharding = #sdy.sharding<@mesh, [{"tensor"}, {"fsdp"}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['head']", sdy.sharding = #sdy.sharding<@mesh, [{"fsdp"}, {"tensor"}]>}, tensor<3x32xf32> {jax.result_info = "result[0]['layers']['attn_norm']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<3x48x32xf32> {jax.result_info = "result[0]['layers']['down']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}, {"fsdp"}]>}, tensor<3x32xf32> {jax.result_info = "result[0]['layers']['ffn_norm']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<3x32x48xf32> {jax.result_info = "result[0]['layers']['gate']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>}, tensor<3x32x48xf32> {jax.result_info = "result[0]['layers']['up']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>}, tensor<3x32x16xf32> {jax.result_info = "result[0]['layers']['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>}, tensor<3x32x32xf32> {jax.result_info = "result[0]['layers']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"tensor"}, {"fsdp"}]>}, tensor<3x32x32xf32> {jax.result_info = "result[0]['layers']['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>}, tensor<3x32x16xf32> {jax.result_info = "result[0]['layers']['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"fsdp"}, {"tensor"}]>}, tensor<32xf32> {jax.result_info = "result[0]['norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<f32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = stablehlo.slice %arg12 [0:8, 0:16] : (tensor<8x17xi32>) -> tensor<8x16xi32>
    %1 = stablehlo.convert %arg0 : (tensor<64x32xf32>) -> tensor<64x32xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %3 = stablehlo.compare LT, %0, %2, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %5 = stablehlo.add %0, %4 : tensor<8x16xi32>
    %6 = stablehlo.select %3, %5, %0 : tensor<8x16xi1>, tensor<8x16xi32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %8 = "stablehlo.gather"(%1, %7) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xbf16>, tensor<8x16x1xi32>) -> tensor<8x16x32xbf16>
    %9 = sdy.sharding_constraint %8 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<8x16x32xbf16>
    %10 = stablehlo.iota dim = 0 : tensor<16xi32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %12 = stablehlo.iota dim = 0 : tensor<4xf32>
    %13 = stablehlo.negate %12 : tensor<4xf32>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %15 = stablehlo.divide %13, %14 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<5.000000e+05> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %17 = stablehlo.power %16, %15 : tensor<4xf32>
    %18 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<1x16x1xi32>
    %19 = stablehlo.convert %18 : (tensor<1x16x1xi32>) -> tensor<1x16x1xf32>
    %20 = stablehlo.broadcast_in_dim %17, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %21 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x16x1xf32>) -> tensor<1x16x4xf32>
    %22 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<1x16x4xf32>
    %23 = stablehlo.multiply %21, %22 : tensor<1x16x4xf32>
    %24 = stablehlo.cosine %23 : tensor<1x16x4xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 3] : (tensor<1x16x4xf32>) -> tensor<1x16x1x4xf32>
    %26 = stablehlo.sine %23 : tensor<1x16x4xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 3] : (tensor<1x16x4xf32>) -> tensor<1x16x1x4xf32>
    %28 = stablehlo.iota dim = 0 : tensor<4xf32>
    %29 = stablehlo.negate %28 : tensor<4xf32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %31 = stablehlo.divide %29, %30 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<5.000000e+05> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %33 = stablehlo.power %32, %31 : tensor<4xf32>
    %34 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<1x16x1xi32>
    %35 = stablehlo.convert %34 : (tensor<1x16x1xi32>) -> tensor<1x16x1xf32>
    %36 = stablehlo.broadcast_in_dim %33, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %37 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<1x16x1xf32>) -> tensor<1x16x4xf32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<1x16x4xf32>
    %39 = stablehlo.multiply %37, %38 : tensor<1x16x4xf32>
    %40 = stablehlo.cosine %39 : tensor<1x16x4xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 3] : (tensor<1x16x4xf32>) -> tensor<1x16x1x4xf32>
    %42 = stablehlo.sine %39 : tensor<1x16x4xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 3] : (tensor<1x16x4xf32>) -> tensor<1x16x1x4xf32>
    %c_4 = stablehlo.constant dense<true> : tensor<i1>
    %44 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %45 = call @tril(%44) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %46:2 = call @_where(%45, %cst_5) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>)
    call @silu() : () -> ()
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %47 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<bf16>) -> tensor<3x8x16x32xbf16>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %48:18 = stablehlo.while(%iterArg = %arg2, %iterArg_57 = %arg3, %iterArg_58 = %arg4, %iterArg_59 = %arg5, %iterArg_60 = %arg6, %iterArg_61 = %arg7, %iterArg_62 = %arg8, %iterArg_63 = %arg9, %iterArg_64 = %arg10, %iterArg_65 = %41, %iterArg_66 = %43, %iterArg_67 = %25, %iterArg_68 = %27, %iterArg_69 = %46#0, %iterArg_70 = %46#1, %iterArg_71 = %c_7, %iterArg_72 = %9, %iterArg_73 = %47) : tensor<3x32xf32>, tensor<3x48x32xf32>, tensor<3x32xf32>, tensor<3x32x48xf32>, tensor<3x32x48xf32>, tensor<3x32x16xf32>, tensor<3x32x32xf32>, tensor<3x32x32xf32>, tensor<3x32x16xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>, tensor<i32>, tensor<8x16x32xbf16>, tensor<3x8x16x32xbf16>
    cond {
      %c_74 = stablehlo.constant dense<3> : tensor<i32>
      %203 = stablehlo.compare LT, %iterArg_71, %c_74, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    } do {
      %203 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_71) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %204 = func.call @dynamic_index_in_dim_0(%iterArg_57, %iterArg_71) : (tensor<3x48x32xf32>, tensor<i32>) -> tensor<48x32xf32>
      %205 = func.call @dynamic_index_in_dim(%iterArg_58, %iterArg_71) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %206 = func.call @dynamic_index_in_dim_1(%iterArg_59, %iterArg_71) : (tensor<3x32x48xf32>, tensor<i32>) -> tensor<32x48xf32>
      %207 = func.call @dynamic_index_in_dim_1(%iterArg_60, %iterArg_71) : (tensor<3x32x48xf32>, tensor<i32>) -> tensor<32x48xf32>
      %208 = func.call @dynamic_index_in_dim_2(%iterArg_61, %iterArg_71) : (tensor<3x32x16xf32>, tensor<i32>) -> tensor<32x16xf32>
      %209 = func.call @dynamic_index_in_dim_3(%iterArg_62, %iterArg_71) : (tensor<3x32x32xf32>, tensor<i32>) -> tensor<32x32xf32>
      %210 = func.call @dynamic_index_in_dim_3(%iterArg_63, %iterArg_71) : (tensor<3x32x32xf32>, tensor<i32>) -> tensor<32x32xf32>
      %211 = func.call @dynamic_index_in_dim_2(%iterArg_64, %iterArg_71) : (tensor<3x32x16xf32>, tensor<i32>) -> tensor<32x16xf32>
      %212:2 = func.call @closed_call(%iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %iterArg_72, %203, %204, %205, %206, %207, %208, %209, %210, %211) : (tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>, tensor<8x16x32xbf16>, tensor<32xf32>, tensor<48x32xf32>, tensor<32xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>) -> (tensor<8x16x32xbf16>, tensor<8x16x32xbf16>)
      %213 = func.call @dynamic_update_index_in_dim(%iterArg_73, %212#1, %iterArg_71) : (tensor<3x8x16x32xbf16>, tensor<8x16x32xbf16>, tensor<i32>) -> tensor<3x8x16x32xbf16>
      %c_74 = stablehlo.constant dense<1> : tensor<i32>
      %214 = stablehlo.add %iterArg_71, %c_74 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %iterArg_66, %iterArg_67, %iterArg_68, %iterArg_69, %iterArg_70, %214, %212#0, %213 : tensor<3x32xf32>, tensor<3x48x32xf32>, tensor<3x32xf32>, tensor<3x32x48xf32>, tensor<3x32x48xf32>, tensor<3x32x16xf32>, tensor<3x32x32xf32>, tensor<3x32x32xf32>, tensor<3x32x16xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>, tensor<i32>, tensor<8x16x32xbf16>, tensor<3x8x16x32xbf16>
    }
    %49 = stablehlo.convert %48#16 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %50 = stablehlo.multiply %49, %49 : tensor<8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_9 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %54 = stablehlo.divide %52, %53 : tensor<8x16x1xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %56 = stablehlo.add %54, %55 : tensor<8x16x1xf32>
    %57 = stablehlo.rsqrt %56 : tensor<8x16x1xf32>
    %58 = stablehlo.divide %57, %56 : tensor<8x16x1xf32>
    %cst_11 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %60 = stablehlo.multiply %59, %58 : tensor<8x16x1xf32>
    %61 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %62 = stablehlo.multiply %49, %61 : tensor<8x16x32xf32>
    %63 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %65 = stablehlo.multiply %62, %64 : tensor<8x16x32xf32>
    %66 = stablehlo.convert %65 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %67 = stablehlo.convert %arg1 : (tensor<32x64xf32>) -> tensor<32x64xbf16>
    %68 = stablehlo.dot_general %66, %67, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x64xbf16>) -> tensor<8x16x64xbf16>
    %69 = sdy.sharding_constraint %68 <@mesh, [{"fsdp"}, {}, {"tensor"}]> : tensor<8x16x64xbf16>
    %70 = stablehlo.slice %arg12 [0:8, 1:17] : (tensor<8x17xi32>) -> tensor<8x16xi32>
    %71 = stablehlo.convert %69 : (tensor<8x16x64xbf16>) -> tensor<8x16x64xf32>
    %72 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %73:2 = call @take_along_axis(%71, %72) : (tensor<8x16x64xf32>, tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>)
    %74 = stablehlo.reshape %73#0 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %75 = stablehlo.reduce(%71 init: %cst_12) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %76 = stablehlo.reshape %75 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %78 = stablehlo.compare EQ, %71, %77, FLOAT : (tensor<8x16x64xf32>, tensor<8x16x64xf32>) -> tensor<8x16x64xi1>
    %79 = stablehlo.convert %78 : (tensor<8x16x64xi1>) -> tensor<8x16x64xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %82 = stablehlo.maximum %81, %75 : tensor<8x16xf32>
    %83 = stablehlo.compare EQ, %75, %82, FLOAT : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %86 = stablehlo.select %83, %84, %85 : tensor<8x16xi1>, tensor<8x16xf32>
    %cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %88 = stablehlo.compare EQ, %87, %82, FLOAT : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %91 = stablehlo.select %88, %89, %90 : tensor<8x16xi1>, tensor<8x16xf32>
    %92 = stablehlo.divide %86, %91 : tensor<8x16xf32>
    %93 = stablehlo.is_finite %82 : (tensor<8x16xf32>) -> tensor<8x16xi1>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %95 = stablehlo.select %93, %82, %94 : tensor<8x16xi1>, tensor<8x16xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %97 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %99 = stablehlo.subtract %71, %98 : tensor<8x16x64xf32>
    %100 = stablehlo.exponential %99 : tensor<8x16x64xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.reduce(%100 init: %cst_22) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %102 = stablehlo.sign %101 : tensor<8x16xf32>
    %103 = stablehlo.abs %101 : tensor<8x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %105 = stablehlo.compare GE, %101, %104, FLOAT : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %106 = stablehlo.log %103 : tensor<8x16xf32>
    %107 = stablehlo.add %106, %95 : tensor<8x16xf32>
    %108 = stablehlo.subtract %107, %74 : tensor<8x16xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.reduce(%108 init: %cst_24) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_25 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %110 = stablehlo.divide %109, %cst_25 : tensor<f32>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_27 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %111 = stablehlo.divide %cst_26, %cst_27 : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %113 = stablehlo.negate %112 : tensor<8x16xf32>
    %114 = stablehlo.divide %112, %103 : tensor<8x16xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %116 = stablehlo.select %105, %115, %114 : tensor<8x16xi1>, tensor<8x16xf32>
    %117 = stablehlo.select %105, %114, %115 : tensor<8x16xi1>, tensor<8x16xf32>
    %118 = stablehlo.negate %116 : tensor<8x16xf32>
    %119 = stablehlo.add %117, %118 : tensor<8x16xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %121 = stablehlo.multiply %120, %100 : tensor<8x16x64xf32>
    %122 = stablehlo.broadcast_in_dim %113, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %123 = call @take_along_axis_6(%73#1, %122) : (tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %124 = stablehlo.add %121, %123 : tensor<8x16x64xf32>
    %125 = stablehlo.convert %124 : (tensor<8x16x64xf32>) -> tensor<8x16x64xbf16>
    %126 = sdy.sharding_constraint %125 <@mesh, [{"fsdp"}, {}, {"tensor"}]> : tensor<8x16x64xbf16>
    %127 = stablehlo.dot_general %126, %66, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xbf16>, tensor<8x16x32xbf16>) -> tensor<64x32xbf16>
    %128 = stablehlo.transpose %127, dims = [1, 0] : (tensor<64x32xbf16>) -> tensor<32x64xbf16>
    %129 = stablehlo.dot_general %126, %67, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xbf16>, tensor<32x64xbf16>) -> tensor<8x16x32xbf16>
    %130 = stablehlo.convert %128 : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %131 = stablehlo.convert %129 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %132 = stablehlo.multiply %62, %131 : tensor<8x16x32xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.reduce(%132 init: %cst_29) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %134 = stablehlo.reshape %133 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %135 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %136 = stablehlo.multiply %131, %135 : tensor<8x16x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %137 = stablehlo.reduce(%134 init: %cst_30) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %138 = stablehlo.multiply %49, %136 : tensor<8x16x32xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.reduce(%138 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %140 = stablehlo.reshape %139 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %141 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %142 = stablehlo.multiply %136, %141 : tensor<8x16x32xf32>
    %143 = stablehlo.multiply %140, %60 : tensor<8x16x1xf32>
    %cst_32 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %145 = stablehlo.divide %143, %144 : tensor<8x16x1xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.reduce(%145 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %148 = stablehlo.multiply %49, %147 : tensor<8x16x32xf32>
    %149 = stablehlo.add %142, %148 : tensor<8x16x32xf32>
    %150 = stablehlo.multiply %147, %49 : tensor<8x16x32xf32>
    %151 = stablehlo.add %149, %150 : tensor<8x16x32xf32>
    %152 = stablehlo.convert %151 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<3x48x32xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<3x32x48xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<3x32x48xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<3x32x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<3x32x32xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<3x32x32xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<3x32x16xf32>
    %c_43 = stablehlo.constant dense<0> : tensor<i32>
    %162:21 = stablehlo.while(%iterArg = %48#17, %iterArg_57 = %arg2, %iterArg_58 = %arg3, %iterArg_59 = %arg4, %iterArg_60 = %arg5, %iterArg_61 = %arg6, %iterArg_62 = %arg7, %iterArg_63 = %arg8, %iterArg_64 = %arg9, %iterArg_65 = %arg10, %iterArg_66 = %c_43, %iterArg_67 = %152, %iterArg_68 = %153, %iterArg_69 = %154, %iterArg_70 = %155, %iterArg_71 = %156, %iterArg_72 = %157, %iterArg_73 = %158, %iterArg_74 = %159, %iterArg_75 = %160, %iterArg_76 = %161) : tensor<3x8x16x32xbf16>, tensor<3x32xf32>, tensor<3x48x32xf32>, tensor<3x32xf32>, tensor<3x32x48xf32>, tensor<3x32x48xf32>, tensor<3x32x16xf32>, tensor<3x32x32xf32>, tensor<3x32x32xf32>, tensor<3x32x16xf32>, tensor<i32>, tensor<8x16x32xbf16>, tensor<3x32xf32>, tensor<3x48x32xf32>, tensor<3x32xf32>, tensor<3x32x48xf32>, tensor<3x32x48xf32>, tensor<3x32x16xf32>, tensor<3x32x32xf32>, tensor<3x32x32xf32>, tensor<3x32x16xf32>
    cond {
      %c_77 = stablehlo.constant dense<3> : tensor<i32>
      %203 = stablehlo.compare LT, %iterArg_66, %c_77, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %203 : tensor<i1>
    } do {
      %c_77 = stablehlo.constant dense<3> : tensor<i32>
      %203 = stablehlo.subtract %c_77, %iterArg_66 : tensor<i32>
      %c_78 = stablehlo.constant dense<1> : tensor<i32>
      %204 = stablehlo.subtract %203, %c_78 : tensor<i32>
      %205 = func.call @dynamic_index_in_dim_7(%iterArg, %204) : (tensor<3x8x16x32xbf16>, tensor<i32>) -> tensor<8x16x32xbf16>
      %206 = func.call @dynamic_index_in_dim(%iterArg_57, %204) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %207 = func.call @dynamic_index_in_dim_0(%iterArg_58, %204) : (tensor<3x48x32xf32>, tensor<i32>) -> tensor<48x32xf32>
      %208 = func.call @dynamic_index_in_dim(%iterArg_59, %204) : (tensor<3x32xf32>, tensor<i32>) -> tensor<32xf32>
      %209 = func.call @dynamic_index_in_dim_1(%iterArg_60, %204) : (tensor<3x32x48xf32>, tensor<i32>) -> tensor<32x48xf32>
      %210 = func.call @dynamic_index_in_dim_1(%iterArg_61, %204) : (tensor<3x32x48xf32>, tensor<i32>) -> tensor<32x48xf32>
      %211 = func.call @dynamic_index_in_dim_2(%iterArg_62, %204) : (tensor<3x32x16xf32>, tensor<i32>) -> tensor<32x16xf32>
      %212 = func.call @dynamic_index_in_dim_3(%iterArg_63, %204) : (tensor<3x32x32xf32>, tensor<i32>) -> tensor<32x32xf32>
      %213 = func.call @dynamic_index_in_dim_3(%iterArg_64, %204) : (tensor<3x32x32xf32>, tensor<i32>) -> tensor<32x32xf32>
      %214 = func.call @dynamic_index_in_dim_2(%iterArg_65, %204) : (tensor<3x32x16xf32>, tensor<i32>) -> tensor<32x16xf32>
      %215:10 = func.call @closed_call_8(%iterArg_67, %205, %206, %207, %208, %209, %210, %211, %212, %213, %214) : (tensor<8x16x32xbf16>, tensor<8x16x32xbf16>, tensor<32xf32>, tensor<48x32xf32>, tensor<32xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>) -> (tensor<8x16x32xbf16>, tensor<32xf32>, tensor<48x32xf32>, tensor<32xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>)
      %216 = func.call @dynamic_update_index_in_dim_14(%iterArg_68, %215#1, %204) : (tensor<3x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<3x32xf32>
      %217 = func.call @dynamic_update_index_in_dim_15(%iterArg_69, %215#2, %204) : (tensor<3x48x32xf32>, tensor<48x32xf32>, tensor<i32>) -> tensor<3x48x32xf32>
      %218 = func.call @dynamic_update_index_in_dim_14(%iterArg_70, %215#3, %204) : (tensor<3x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<3x32xf32>
      %219 = func.call @dynamic_update_index_in_dim_16(%iterArg_71, %215#4, %204) : (tensor<3x32x48xf32>, tensor<32x48xf32>, tensor<i32>) -> tensor<3x32x48xf32>
      %220 = func.call @dynamic_update_index_in_dim_16(%iterArg_72, %215#5, %204) : (tensor<3x32x48xf32>, tensor<32x48xf32>, tensor<i32>) -> tensor<3x32x48xf32>
      %221 = func.call @dynamic_update_index_in_dim_17(%iterArg_73, %215#6, %204) : (tensor<3x32x16xf32>, tensor<32x16xf32>, tensor<i32>) -> tensor<3x32x16xf32>
      %222 = func.call @dynamic_update_index_in_dim_18(%iterArg_74, %215#7, %204) : (tensor<3x32x32xf32>, tensor<32x32xf32>, tensor<i32>) -> tensor<3x32x32xf32>
      %223 = func.call @dynamic_update_index_in_dim_18(%iterArg_75, %215#8, %204) : (tensor<3x32x32xf32>, tensor<32x32xf32>, tensor<i32>) -> tensor<3x32x32xf32>
      %224 = func.call @dynamic_update_index_in_dim_17(%iterArg_76, %215#9, %204) : (tensor<3x32x16xf32>, tensor<32x16xf32>, tensor<i32>) -> tensor<3x32x16xf32>
      %c_79 = stablehlo.constant dense<1> : tensor<i32>
      %225 = stablehlo.add %iterArg_66, %c_79 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_57, %iterArg_58, %iterArg_59, %iterArg_60, %iterArg_61, %iterArg_62, %iterArg_63, %iterArg_64, %iterArg_65, %225, %215#0, %216, %217, %218, %219, %220, %221, %222, %223, %224 : tensor<3x8x16x32xbf16>, tensor<3x32xf32>, tensor<3x48x32xf32>, tensor<3x32xf32>, tensor<3x32x48xf32>, tensor<3x32x48xf32>, tensor<3x32x16xf32>, tensor<3x32x32xf32>, tensor<3x32x32xf32>, tensor<3x32x16xf32>, tensor<i32>, tensor<8x16x32xbf16>, tensor<3x32xf32>, tensor<3x48x32xf32>, tensor<3x32xf32>, tensor<3x32x48xf32>, tensor<3x32x48xf32>, tensor<3x32x16xf32>, tensor<3x32x32xf32>, tensor<3x32x32xf32>, tensor<3x32x16xf32>
    }
    %163 = sdy.sharding_constraint %162#11 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<8x16x32xbf16>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %164 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<bf16>) -> tensor<64x32xbf16>
    %165 = "stablehlo.scatter"(%164, %7, %163) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg13: tensor<bf16>, %arg14: tensor<bf16>):
      %203 = stablehlo.add %arg13, %arg14 : tensor<bf16>
      stablehlo.return %203 : tensor<bf16>
    }) : (tensor<64x32xbf16>, tensor<8x16x1xi32>, tensor<8x16x32xbf16>) -> tensor<64x32xbf16>
    %166 = stablehlo.convert %165 : (tensor<64x32xbf16>) -> tensor<64x32xf32>
    %cst_45 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %167 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %168 = stablehlo.multiply %167, %166 : tensor<64x32xf32>
    %cst_46 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %170 = stablehlo.multiply %169, %130 : tensor<32x64xf32>
    %cst_47 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %172 = stablehlo.multiply %171, %162#12 : tensor<3x32xf32>
    %cst_48 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<3x48x32xf32>
    %174 = stablehlo.multiply %173, %162#13 : tensor<3x48x32xf32>
    %cst_49 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<3x32xf32>
    %176 = stablehlo.multiply %175, %162#14 : tensor<3x32xf32>
    %cst_50 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<3x32x48xf32>
    %178 = stablehlo.multiply %177, %162#15 : tensor<3x32x48xf32>
    %cst_51 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<3x32x48xf32>
    %180 = stablehlo.multiply %179, %162#16 : tensor<3x32x48xf32>
    %cst_52 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<3x32x16xf32>
    %182 = stablehlo.multiply %181, %162#17 : tensor<3x32x16xf32>
    %cst_53 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<3x32x32xf32>
    %184 = stablehlo.multiply %183, %162#18 : tensor<3x32x32xf32>
    %cst_54 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<3x32x32xf32>
    %186 = stablehlo.multiply %185, %162#19 : tensor<3x32x32xf32>
    %cst_55 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<3x32x16xf32>
    %188 = stablehlo.multiply %187, %162#20 : tensor<3x32x16xf32>
    %cst_56 = stablehlo.constant dense<-1.000000e-01> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %190 = stablehlo.multiply %189, %137 : tensor<32xf32>
    %191 = stablehlo.add %arg0, %168 : tensor<64x32xf32>
    %192 = stablehlo.add %arg1, %170 : tensor<32x64xf32>
    %193 = stablehlo.add %arg2, %172 : tensor<3x32xf32>
    %194 = stablehlo.add %arg3, %174 : tensor<3x48x32xf32>
    %195 = stablehlo.add %arg4, %176 : tensor<3x32xf32>
    %196 = stablehlo.add %arg5, %178 : tensor<3x32x48xf32>
    %197 = stablehlo.add %arg6, %180 : tensor<3x32x48xf32>
    %198 = stablehlo.add %arg7, %182 : tensor<3x32x16xf32>
    %199 = stablehlo.add %arg8, %184 : tensor<3x32x32xf32>
    %200 = stablehlo.add %arg9, %186 : tensor<3x32x32xf32>
    %201 = stablehlo.add %arg10, %188 : tensor<3x32x16xf32>
    %202 = stablehlo.add %arg11, %190 : tensor<32xf32>
    return %191, %192, %193, %194, %195, %196, %197, %198, %199, %200, %201, %202, %110 : tensor<64x32xf32>, tensor<32x64xf32>, tensor<3x32xf32>, tensor<3x48x32xf32>, tensor<3x32xf32>, tensor<3x32x48xf32>, tensor<3x32x48xf32>, tensor<3x32x16xf32>, tensor<3x32x32xf32>, tensor<3x32x32xf32>, tensor<3x32x16xf32>, tensor<32xf32>, tensor<f32>
  }
  func.func private @tril(%arg0: tensor<16x16xi1>) -> tensor<16x16xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %2 = stablehlo.add %0, %1 : tensor<16x16xi32>
    %3 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<16x16xi1>, tensor<16x16xi1>
    return %6 : tensor<16x16xi1>
  }
  func.func private @_where(%arg0: tensor<16x16xi1>, %arg1: tensor<f32>) -> (tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<16x16xi1>) -> tensor<8x2x2x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x2x2x16x16xf32>
    return %1, %2 : tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>
  }
  func.func private @silu() {
    return
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<3x32xf32>, %arg1: tensor<i32>) -> tensor<32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 32] : (tensor<3x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<3x48x32xf32>, %arg1: tensor<i32>) -> tensor<48x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 48, 32] : (tensor<3x48x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x48x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x48x32xf32>) -> tensor<48x32xf32>
    return %1 : tensor<48x32xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<3x32x48xf32>, %arg1: tensor<i32>) -> tensor<32x48xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 48] : (tensor<3x32x48xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x48xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x48xf32>) -> tensor<32x48xf32>
    return %1 : tensor<32x48xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<3x32x16xf32>, %arg1: tensor<i32>) -> tensor<32x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 16] : (tensor<3x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x16xf32>) -> tensor<32x16xf32>
    return %1 : tensor<32x16xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<3x32x32xf32>, %arg1: tensor<i32>) -> tensor<32x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 32] : (tensor<3x32x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x32xf32>) -> tensor<32x32xf32>
    return %1 : tensor<32x32xf32>
  }
  func.func private @closed_call(%arg0: tensor<1x16x1x4xf32>, %arg1: tensor<1x16x1x4xf32>, %arg2: tensor<1x16x1x4xf32>, %arg3: tensor<1x16x1x4xf32>, %arg4: tensor<8x2x2x16x16xi1>, %arg5: tensor<8x2x2x16x16xf32>, %arg6: tensor<8x16x32xbf16>, %arg7: tensor<32xf32>, %arg8: tensor<48x32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x48xf32>, %arg11: tensor<32x48xf32>, %arg12: tensor<32x16xf32>, %arg13: tensor<32x32xf32>, %arg14: tensor<32x32xf32>, %arg15: tensor<32x16xf32>) -> (tensor<8x16x32xbf16>, tensor<8x16x32xbf16>) {
    %0 = stablehlo.convert %arg7 : (tensor<32xf32>) -> tensor<32xbf16>
    %1 = stablehlo.convert %arg8 : (tensor<48x32xf32>) -> tensor<48x32xbf16>
    %2 = stablehlo.convert %arg9 : (tensor<32xf32>) -> tensor<32xbf16>
    %3 = stablehlo.convert %arg10 : (tensor<32x48xf32>) -> tensor<32x48xbf16>
    %4 = stablehlo.convert %arg11 : (tensor<32x48xf32>) -> tensor<32x48xbf16>
    %5 = stablehlo.convert %arg12 : (tensor<32x16xf32>) -> tensor<32x16xbf16>
    %6 = stablehlo.convert %arg13 : (tensor<32x32xf32>) -> tensor<32x32xbf16>
    %7 = stablehlo.convert %arg14 : (tensor<32x32xf32>) -> tensor<32x32xbf16>
    %8 = stablehlo.convert %arg15 : (tensor<32x16xf32>) -> tensor<32x16xbf16>
    %9 = stablehlo.convert %arg6 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<8x16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %16 = stablehlo.add %14, %15 : tensor<8x16x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<8x16x1xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %19 = stablehlo.multiply %9, %18 : tensor<8x16x32xf32>
    %20 = stablehlo.convert %0 : (tensor<32xbf16>) -> tensor<32xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %23 = stablehlo.multiply %19, %22 : tensor<8x16x32xf32>
    %24 = stablehlo.convert %23 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %25 = stablehlo.dot_general %24, %7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x32xbf16>) -> tensor<8x16x32xbf16>
    %26 = stablehlo.reshape %25 : (tensor<8x16x32xbf16>) -> tensor<8x16x4x8xbf16>
    %27 = sdy.sharding_constraint %26 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x4x8xbf16>
    %28 = stablehlo.convert %27 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x4x8xf32>
    %29 = stablehlo.slice %28 [0:8, 0:16, 0:4, 0:4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %30 = stablehlo.slice %28 [0:8, 0:16, 0:4, 4:8] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %31 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %32 = stablehlo.multiply %29, %31 : tensor<8x16x4x4xf32>
    %33 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %34 = stablehlo.multiply %30, %33 : tensor<8x16x4x4xf32>
    %35 = stablehlo.subtract %32, %34 : tensor<8x16x4x4xf32>
    %36 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %37 = stablehlo.multiply %30, %36 : tensor<8x16x4x4xf32>
    %38 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %39 = stablehlo.multiply %29, %38 : tensor<8x16x4x4xf32>
    %40 = stablehlo.add %37, %39 : tensor<8x16x4x4xf32>
    %41 = stablehlo.concatenate %35, %40, dim = 3 : (tensor<8x16x4x4xf32>, tensor<8x16x4x4xf32>) -> tensor<8x16x4x8xf32>
    %42 = stablehlo.convert %41 : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x8xbf16>
    %43 = stablehlo.dot_general %24, %5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x16xbf16>) -> tensor<8x16x16xbf16>
    %44 = stablehlo.reshape %43 : (tensor<8x16x16xbf16>) -> tensor<8x16x2x8xbf16>
    %45 = sdy.sharding_constraint %44 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x2x8xbf16>
    %46 = stablehlo.convert %45 : (tensor<8x16x2x8xbf16>) -> tensor<8x16x2x8xf32>
    %47 = stablehlo.slice %46 [0:8, 0:16, 0:2, 0:4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %48 = stablehlo.slice %46 [0:8, 0:16, 0:2, 4:8] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %49 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %50 = stablehlo.multiply %47, %49 : tensor<8x16x2x4xf32>
    %51 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %52 = stablehlo.multiply %48, %51 : tensor<8x16x2x4xf32>
    %53 = stablehlo.subtract %50, %52 : tensor<8x16x2x4xf32>
    %54 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %55 = stablehlo.multiply %48, %54 : tensor<8x16x2x4xf32>
    %56 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %57 = stablehlo.multiply %47, %56 : tensor<8x16x2x4xf32>
    %58 = stablehlo.add %55, %57 : tensor<8x16x2x4xf32>
    %59 = stablehlo.concatenate %53, %58, dim = 3 : (tensor<8x16x2x4xf32>, tensor<8x16x2x4xf32>) -> tensor<8x16x2x8xf32>
    %60 = stablehlo.convert %59 : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x8xbf16>
    %61 = stablehlo.dot_general %24, %8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x16xbf16>) -> tensor<8x16x16xbf16>
    %62 = stablehlo.reshape %61 : (tensor<8x16x16xbf16>) -> tensor<8x16x2x8xbf16>
    %63 = sdy.sharding_constraint %62 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x2x8xbf16>
    %64 = stablehlo.reshape %42 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x2x2x8xbf16>
    %65 = stablehlo.dot_general %60, %64, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x16x2x8xbf16>, tensor<8x16x2x2x8xbf16>) -> tensor<8x2x16x16x2xf32>
    %66 = stablehlo.transpose %65, dims = [0, 1, 4, 3, 2] : (tensor<8x2x16x16x2xf32>) -> tensor<8x2x2x16x16xf32>
    %cst_2 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x2x2x16x16xf32>
    %68 = stablehlo.multiply %66, %67 : tensor<8x2x2x16x16xf32>
    %69 = call @_where_4(%68, %arg4, %arg5) : (tensor<8x2x2x16x16xf32>, tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>) -> tensor<8x2x2x16x16xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_3) applies stablehlo.maximum across dimensions = [4] : (tensor<8x2x2x16x16xf32>, tensor<f32>) -> tensor<8x2x2x16xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x2x2x16xf32>
    %72 = stablehlo.maximum %71, %70 : tensor<8x2x2x16xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<8x2x2x16xf32>) -> tensor<8x2x2x16x1xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x16x1xf32>) -> tensor<8x2x2x16x16xf32>
    %75 = stablehlo.subtract %69, %74 : tensor<8x2x2x16x16xf32>
    %76 = stablehlo.exponential %75 : tensor<8x2x2x16x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_5) applies stablehlo.add across dimensions = [4] : (tensor<8x2x2x16x16xf32>, tensor<f32>) -> tensor<8x2x2x16xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2, 3] : (tensor<8x2x2x16xf32>) -> tensor<8x2x2x16x1xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x16x1xf32>) -> tensor<8x2x2x16x16xf32>
    %80 = stablehlo.divide %76, %79 : tensor<8x2x2x16x16xf32>
    %81 = stablehlo.convert %80 : (tensor<8x2x2x16x16xf32>) -> tensor<8x2x2x16x16xbf16>
    %82 = stablehlo.dot_general %63, %81, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x16x2x8xbf16>, tensor<8x2x2x16x16xbf16>) -> tensor<8x2x8x2x16xbf16>
    %83 = stablehlo.transpose %82, dims = [0, 4, 1, 3, 2] : (tensor<8x2x8x2x16xbf16>) -> tensor<8x16x2x2x8xbf16>
    %84 = stablehlo.reshape %83 : (tensor<8x16x2x2x8xbf16>) -> tensor<8x16x4x8xbf16>
    %85 = stablehlo.reshape %84 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x32xbf16>
    %86 = stablehlo.dot_general %85, %6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x32xbf16>) -> tensor<8x16x32xbf16>
    %87 = sdy.sharding_constraint %86 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<8x16x32xbf16>
    %88 = stablehlo.add %arg6, %87 : tensor<8x16x32xbf16>
    %89 = stablehlo.convert %88 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %90 = stablehlo.multiply %89, %89 : tensor<8x16x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.reduce(%90 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_7 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %94 = stablehlo.divide %92, %93 : tensor<8x16x1xf32>
    %cst_8 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %96 = stablehlo.add %94, %95 : tensor<8x16x1xf32>
    %97 = stablehlo.rsqrt %96 : tensor<8x16x1xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %99 = stablehlo.multiply %89, %98 : tensor<8x16x32xf32>
    %100 = stablehlo.convert %2 : (tensor<32xbf16>) -> tensor<32xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %103 = stablehlo.multiply %99, %102 : tensor<8x16x32xf32>
    %104 = stablehlo.convert %103 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %105 = stablehlo.dot_general %104, %3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x48xbf16>) -> tensor<8x16x48xbf16>
    %106 = call @silu_5(%105) : (tensor<8x16x48xbf16>) -> tensor<8x16x48xbf16>
    %107 = stablehlo.dot_general %104, %4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x48xbf16>) -> tensor<8x16x48xbf16>
    %108 = stablehlo.multiply %106, %107 : tensor<8x16x48xbf16>
    %109 = sdy.sharding_constraint %108 <@mesh, [{"fsdp"}, {}, {"tensor"}]> : tensor<8x16x48xbf16>
    %110 = stablehlo.dot_general %109, %1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xbf16>, tensor<48x32xbf16>) -> tensor<8x16x32xbf16>
    %111 = sdy.sharding_constraint %110 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<8x16x32xbf16>
    %112 = stablehlo.add %88, %111 : tensor<8x16x32xbf16>
    return %112, %arg6 : tensor<8x16x32xbf16>, tensor<8x16x32xbf16>
  }
  func.func private @_where_4(%arg0: tensor<8x2x2x16x16xf32>, %arg1: tensor<8x2x2x16x16xi1>, %arg2: tensor<8x2x2x16x16xf32>) -> tensor<8x2x2x16x16xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>
    return %0 : tensor<8x2x2x16x16xf32>
  }
  func.func private @silu_5(%arg0: tensor<8x16x48xbf16>) -> tensor<8x16x48xbf16> {
    %0 = stablehlo.negate %arg0 : tensor<8x16x48xbf16>
    %1 = stablehlo.exponential %0 : tensor<8x16x48xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x16x48xbf16>
    %3 = stablehlo.add %2, %1 : tensor<8x16x48xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<8x16x48xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<8x16x48xbf16>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x16x48xbf16>
    return %6 : tensor<8x16x48xbf16>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<3x8x16x32xbf16>, %arg1: tensor<8x16x32xbf16>, %arg2: tensor<i32>) -> tensor<3x8x16x32xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x32xbf16>) -> tensor<1x8x16x32xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<3x8x16x32xbf16>, tensor<1x8x16x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8x16x32xbf16>
    return %1 : tensor<3x8x16x32xbf16>
  }
  func.func private @take_along_axis(%arg0: tensor<8x16x64xf32>, %arg1: tensor<8x16x1xi32>) -> (tensor<8x16x1xf32>, tensor<8x16x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x16x1xi32>, tensor<8x16x1xi32>) -> tensor<8x16x1xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x16x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x16x1xi1>, tensor<8x16x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x16x1xi32>) -> tensor<8x16x1x1xi32>
    %c_1 = stablehlo.constant dense<63> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x16x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x16x1x1xi32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x16x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x16x1x1xi32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x16x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x16x1x1xi1>, tensor<i1>) -> tensor<8x16x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x16x64xf32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x16x1xi1>, tensor<8x16x1xf32>
    return %15, %5 : tensor<8x16x1xf32>, tensor<8x16x1x1xi32>
  }
  func.func private @take_along_axis_6(%arg0: tensor<8x16x1x1xi32>, %arg1: tensor<8x16x1xf32>) -> tensor<8x16x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x16x64xf32>, tensor<8x16x1x1xi32>, tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    return %1 : tensor<8x16x64xf32>
  }
  func.func private @dynamic_index_in_dim_7(%arg0: tensor<3x8x16x32xbf16>, %arg1: tensor<i32>) -> tensor<8x16x32xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 32] : (tensor<3x8x16x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x32xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x32xbf16>) -> tensor<8x16x32xbf16>
    return %1 : tensor<8x16x32xbf16>
  }
  func.func private @closed_call_8(%arg0: tensor<8x16x32xbf16>, %arg1: tensor<8x16x32xbf16>, %arg2: tensor<32xf32>, %arg3: tensor<48x32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32x48xf32>, %arg6: tensor<32x48xf32>, %arg7: tensor<32x16xf32>, %arg8: tensor<32x32xf32>, %arg9: tensor<32x32xf32>, %arg10: tensor<32x16xf32>) -> (tensor<8x16x32xbf16>, tensor<32xf32>, tensor<48x32xf32>, tensor<32xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>) {
    %0:11 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg0 : tensor<8x16x32xbf16>, tensor<32xf32>, tensor<48x32xf32>, tensor<32xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>, tensor<8x16x32xbf16>
    %1 = stablehlo.convert %0#1 : (tensor<32xf32>) -> tensor<32xbf16>
    %2 = stablehlo.convert %0#2 : (tensor<48x32xf32>) -> tensor<48x32xbf16>
    %3 = stablehlo.convert %0#3 : (tensor<32xf32>) -> tensor<32xbf16>
    %4 = stablehlo.convert %0#4 : (tensor<32x48xf32>) -> tensor<32x48xbf16>
    %5 = stablehlo.convert %0#5 : (tensor<32x48xf32>) -> tensor<32x48xbf16>
    %6 = stablehlo.convert %0#6 : (tensor<32x16xf32>) -> tensor<32x16xbf16>
    %7 = stablehlo.convert %0#7 : (tensor<32x32xf32>) -> tensor<32x32xbf16>
    %8 = stablehlo.convert %0#8 : (tensor<32x32xf32>) -> tensor<32x32xbf16>
    %9 = stablehlo.convert %0#9 : (tensor<32x16xf32>) -> tensor<32x16xbf16>
    %10 = stablehlo.convert %0#0 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %11 = stablehlo.multiply %10, %10 : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %15 = stablehlo.divide %13, %14 : tensor<8x16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %17 = stablehlo.add %15, %16 : tensor<8x16x1xf32>
    %18 = stablehlo.rsqrt %17 : tensor<8x16x1xf32>
    %19 = stablehlo.divide %18, %17 : tensor<8x16x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %21 = stablehlo.multiply %20, %19 : tensor<8x16x1xf32>
    %22 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %23 = stablehlo.multiply %10, %22 : tensor<8x16x32xf32>
    %24 = stablehlo.convert %1 : (tensor<32xbf16>) -> tensor<32xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %27 = stablehlo.multiply %23, %26 : tensor<8x16x32xf32>
    %28 = stablehlo.convert %27 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %29 = stablehlo.iota dim = 0 : tensor<16xi32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %31 = stablehlo.dot_general %28, %8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x32xbf16>) -> tensor<8x16x32xbf16>
    %32 = stablehlo.reshape %31 : (tensor<8x16x32xbf16>) -> tensor<8x16x4x8xbf16>
    %33 = sdy.sharding_constraint %32 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x4x8xbf16>
    %34 = stablehlo.iota dim = 0 : tensor<4xf32>
    %35 = stablehlo.negate %34 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %37 = stablehlo.divide %35, %36 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<5.000000e+05> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %39 = stablehlo.power %38, %37 : tensor<4xf32>
    %40 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<1x16x1xi32>
    %41 = stablehlo.convert %40 : (tensor<1x16x1xi32>) -> tensor<1x16x1xf32>
    %42 = stablehlo.broadcast_in_dim %39, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %43 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<1x16x1xf32>) -> tensor<1x16x4xf32>
    %44 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<1x16x4xf32>
    %45 = stablehlo.multiply %43, %44 : tensor<1x16x4xf32>
    %46 = stablehlo.cosine %45 : tensor<1x16x4xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 3] : (tensor<1x16x4xf32>) -> tensor<1x16x1x4xf32>
    %48 = stablehlo.sine %45 : tensor<1x16x4xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 3] : (tensor<1x16x4xf32>) -> tensor<1x16x1x4xf32>
    %50 = stablehlo.convert %33 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x4x8xf32>
    %51 = stablehlo.slice %50 [0:8, 0:16, 0:4, 0:4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %52 = stablehlo.slice %50 [0:8, 0:16, 0:4, 4:8] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %53 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %54 = stablehlo.multiply %51, %53 : tensor<8x16x4x4xf32>
    %55 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %56 = stablehlo.multiply %52, %55 : tensor<8x16x4x4xf32>
    %57 = stablehlo.subtract %54, %56 : tensor<8x16x4x4xf32>
    %58 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %59 = stablehlo.multiply %52, %58 : tensor<8x16x4x4xf32>
    %60 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %61 = stablehlo.multiply %51, %60 : tensor<8x16x4x4xf32>
    %62 = stablehlo.add %59, %61 : tensor<8x16x4x4xf32>
    %63 = stablehlo.concatenate %57, %62, dim = 3 : (tensor<8x16x4x4xf32>, tensor<8x16x4x4xf32>) -> tensor<8x16x4x8xf32>
    %64 = stablehlo.convert %63 : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x8xbf16>
    %65 = stablehlo.dot_general %28, %6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x16xbf16>) -> tensor<8x16x16xbf16>
    %66 = stablehlo.reshape %65 : (tensor<8x16x16xbf16>) -> tensor<8x16x2x8xbf16>
    %67 = sdy.sharding_constraint %66 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x2x8xbf16>
    %68 = stablehlo.iota dim = 0 : tensor<4xf32>
    %69 = stablehlo.negate %68 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %71 = stablehlo.divide %69, %70 : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<5.000000e+05> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %73 = stablehlo.power %72, %71 : tensor<4xf32>
    %74 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<1x16x1xi32>
    %75 = stablehlo.convert %74 : (tensor<1x16x1xi32>) -> tensor<1x16x1xf32>
    %76 = stablehlo.broadcast_in_dim %73, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %77 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2] : (tensor<1x16x1xf32>) -> tensor<1x16x4xf32>
    %78 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<1x16x4xf32>
    %79 = stablehlo.multiply %77, %78 : tensor<1x16x4xf32>
    %80 = stablehlo.cosine %79 : tensor<1x16x4xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1, 3] : (tensor<1x16x4xf32>) -> tensor<1x16x1x4xf32>
    %82 = stablehlo.sine %79 : tensor<1x16x4xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 3] : (tensor<1x16x4xf32>) -> tensor<1x16x1x4xf32>
    %84 = stablehlo.convert %67 : (tensor<8x16x2x8xbf16>) -> tensor<8x16x2x8xf32>
    %85 = stablehlo.slice %84 [0:8, 0:16, 0:2, 0:4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %86 = stablehlo.slice %84 [0:8, 0:16, 0:2, 4:8] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %87 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %88 = stablehlo.multiply %85, %87 : tensor<8x16x2x4xf32>
    %89 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %90 = stablehlo.multiply %86, %89 : tensor<8x16x2x4xf32>
    %91 = stablehlo.subtract %88, %90 : tensor<8x16x2x4xf32>
    %92 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %93 = stablehlo.multiply %86, %92 : tensor<8x16x2x4xf32>
    %94 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %95 = stablehlo.multiply %85, %94 : tensor<8x16x2x4xf32>
    %96 = stablehlo.add %93, %95 : tensor<8x16x2x4xf32>
    %97 = stablehlo.concatenate %91, %96, dim = 3 : (tensor<8x16x2x4xf32>, tensor<8x16x2x4xf32>) -> tensor<8x16x2x8xf32>
    %98 = stablehlo.convert %97 : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x8xbf16>
    %99 = stablehlo.dot_general %28, %9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x16xbf16>) -> tensor<8x16x16xbf16>
    %100 = stablehlo.reshape %99 : (tensor<8x16x16xbf16>) -> tensor<8x16x2x8xbf16>
    %101 = sdy.sharding_constraint %100 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x2x8xbf16>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %102 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %103 = call @tril_9(%102) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %104 = stablehlo.reshape %64 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x2x2x8xbf16>
    %105 = stablehlo.dot_general %98, %104, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x16x2x8xbf16>, tensor<8x16x2x2x8xbf16>) -> tensor<8x2x16x16x2xf32>
    %106 = stablehlo.transpose %105, dims = [0, 1, 4, 3, 2] : (tensor<8x2x16x16x2xf32>) -> tensor<8x2x2x16x16xf32>
    %cst_7 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x2x2x16x16xf32>
    %108 = stablehlo.multiply %106, %107 : tensor<8x2x2x16x16xf32>
    %cst_8 = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %109:3 = call @_where_10(%103, %108, %cst_8) : (tensor<16x16xi1>, tensor<8x2x2x16x16xf32>, tensor<f32>) -> (tensor<8x2x2x16x16xf32>, tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>)
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %110 = stablehlo.reduce(%109#0 init: %cst_9) applies stablehlo.maximum across dimensions = [4] : (tensor<8x2x2x16x16xf32>, tensor<f32>) -> tensor<8x2x2x16xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x2x2x16xf32>
    %112 = stablehlo.maximum %111, %110 : tensor<8x2x2x16xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2, 3] : (tensor<8x2x2x16xf32>) -> tensor<8x2x2x16x1xf32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x16x1xf32>) -> tensor<8x2x2x16x16xf32>
    %115 = stablehlo.subtract %109#0, %114 : tensor<8x2x2x16x16xf32>
    %116 = stablehlo.exponential %115 : tensor<8x2x2x16x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %117 = stablehlo.reduce(%116 init: %cst_11) applies stablehlo.add across dimensions = [4] : (tensor<8x2x2x16x16xf32>, tensor<f32>) -> tensor<8x2x2x16xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2, 3] : (tensor<8x2x2x16xf32>) -> tensor<8x2x2x16x1xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x16x1xf32>) -> tensor<8x2x2x16x16xf32>
    %120 = stablehlo.divide %116, %119 : tensor<8x2x2x16x16xf32>
    %121 = stablehlo.multiply %118, %118 : tensor<8x2x2x16x1xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x2x2x16x1xf32>
    %123 = stablehlo.divide %122, %121 : tensor<8x2x2x16x1xf32>
    %124 = stablehlo.convert %120 : (tensor<8x2x2x16x16xf32>) -> tensor<8x2x2x16x16xbf16>
    %125 = stablehlo.dot_general %101, %124, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<8x16x2x8xbf16>, tensor<8x2x2x16x16xbf16>) -> tensor<8x2x8x2x16xbf16>
    %126 = stablehlo.transpose %125, dims = [0, 4, 1, 3, 2] : (tensor<8x2x8x2x16xbf16>) -> tensor<8x16x2x2x8xbf16>
    %127 = stablehlo.reshape %126 : (tensor<8x16x2x2x8xbf16>) -> tensor<8x16x4x8xbf16>
    %128 = stablehlo.reshape %127 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x32xbf16>
    %129 = stablehlo.dot_general %128, %7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x32xbf16>) -> tensor<8x16x32xbf16>
    %130 = sdy.sharding_constraint %129 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<8x16x32xbf16>
    %131 = stablehlo.add %0#0, %130 : tensor<8x16x32xbf16>
    %132 = stablehlo.convert %131 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %133 = stablehlo.multiply %132, %132 : tensor<8x16x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_14 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %137 = stablehlo.divide %135, %136 : tensor<8x16x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %139 = stablehlo.add %137, %138 : tensor<8x16x1xf32>
    %140 = stablehlo.rsqrt %139 : tensor<8x16x1xf32>
    %141 = stablehlo.divide %140, %139 : tensor<8x16x1xf32>
    %cst_16 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %143 = stablehlo.multiply %142, %141 : tensor<8x16x1xf32>
    %144 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %145 = stablehlo.multiply %132, %144 : tensor<8x16x32xf32>
    %146 = stablehlo.convert %3 : (tensor<32xbf16>) -> tensor<32xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %149 = stablehlo.multiply %145, %148 : tensor<8x16x32xf32>
    %150 = stablehlo.convert %149 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %151 = stablehlo.dot_general %150, %4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x48xbf16>) -> tensor<8x16x48xbf16>
    %152:3 = call @silu_11(%151) : (tensor<8x16x48xbf16>) -> (tensor<8x16x48xbf16>, tensor<8x16x48xbf16>, tensor<8x16x48xbf16>)
    %153 = stablehlo.dot_general %150, %5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x48xbf16>) -> tensor<8x16x48xbf16>
    %154 = stablehlo.multiply %152#0, %153 : tensor<8x16x48xbf16>
    %155 = sdy.sharding_constraint %154 <@mesh, [{"fsdp"}, {}, {"tensor"}]> : tensor<8x16x48xbf16>
    %156 = sdy.sharding_constraint %0#10 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<8x16x32xbf16>
    %157 = stablehlo.dot_general %156, %155, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<8x16x48xbf16>) -> tensor<32x48xbf16>
    %158 = stablehlo.transpose %157, dims = [1, 0] : (tensor<32x48xbf16>) -> tensor<48x32xbf16>
    %159 = stablehlo.dot_general %156, %2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<48x32xbf16>) -> tensor<8x16x48xbf16>
    %160 = sdy.sharding_constraint %159 <@mesh, [{"fsdp"}, {}, {"tensor"}]> : tensor<8x16x48xbf16>
    %161 = stablehlo.multiply %152#0, %160 : tensor<8x16x48xbf16>
    %162 = stablehlo.multiply %160, %153 : tensor<8x16x48xbf16>
    %163 = stablehlo.dot_general %161, %150, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xbf16>, tensor<8x16x32xbf16>) -> tensor<48x32xbf16>
    %164 = stablehlo.transpose %163, dims = [1, 0] : (tensor<48x32xbf16>) -> tensor<32x48xbf16>
    %165 = stablehlo.dot_general %161, %5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xbf16>, tensor<32x48xbf16>) -> tensor<8x16x32xbf16>
    %166 = call @silu_12(%152#1, %151, %152#2, %162) : (tensor<8x16x48xbf16>, tensor<8x16x48xbf16>, tensor<8x16x48xbf16>, tensor<8x16x48xbf16>) -> tensor<8x16x48xbf16>
    %167 = stablehlo.dot_general %166, %150, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xbf16>, tensor<8x16x32xbf16>) -> tensor<48x32xbf16>
    %168 = stablehlo.transpose %167, dims = [1, 0] : (tensor<48x32xbf16>) -> tensor<32x48xbf16>
    %169 = stablehlo.dot_general %166, %4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x48xbf16>, tensor<32x48xbf16>) -> tensor<8x16x32xbf16>
    %170 = stablehlo.add %165, %169 : tensor<8x16x32xbf16>
    %171 = stablehlo.convert %170 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %172 = stablehlo.multiply %145, %171 : tensor<8x16x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %173 = stablehlo.reduce(%172 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %174 = stablehlo.reshape %173 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %175 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %176 = stablehlo.multiply %171, %175 : tensor<8x16x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.reduce(%174 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %178 = stablehlo.convert %177 : (tensor<32xf32>) -> tensor<32xbf16>
    %179 = stablehlo.multiply %132, %176 : tensor<8x16x32xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.reduce(%179 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %181 = stablehlo.reshape %180 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %182 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %183 = stablehlo.multiply %176, %182 : tensor<8x16x32xf32>
    %184 = stablehlo.multiply %181, %143 : tensor<8x16x1xf32>
    %cst_20 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %186 = stablehlo.divide %184, %185 : tensor<8x16x1xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %187 = stablehlo.reduce(%186 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %188 = stablehlo.broadcast_in_dim %187, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %189 = stablehlo.multiply %132, %188 : tensor<8x16x32xf32>
    %190 = stablehlo.add %183, %189 : tensor<8x16x32xf32>
    %191 = stablehlo.multiply %188, %132 : tensor<8x16x32xf32>
    %192 = stablehlo.add %190, %191 : tensor<8x16x32xf32>
    %193 = stablehlo.convert %192 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %194 = stablehlo.add %0#10, %193 : tensor<8x16x32xbf16>
    %195 = sdy.sharding_constraint %194 <@mesh, [{"fsdp"}, {"tensor"}, {}]> : tensor<8x16x32xbf16>
    %196 = stablehlo.dot_general %195, %128, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<8x16x32xbf16>) -> tensor<32x32xbf16>
    %197 = stablehlo.transpose %196, dims = [1, 0] : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
    %198 = stablehlo.dot_general %195, %7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x32xbf16>) -> tensor<8x16x32xbf16>
    %199 = stablehlo.reshape %198 : (tensor<8x16x32xbf16>) -> tensor<8x16x4x8xbf16>
    %200 = stablehlo.reshape %199 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x2x2x8xbf16>
    %201 = stablehlo.transpose %200, dims = [0, 2, 4, 3, 1] : (tensor<8x16x2x2x8xbf16>) -> tensor<8x2x8x2x16xbf16>
    %202 = stablehlo.dot_general %201, %101, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x8x2x16xbf16>, tensor<8x16x2x8xbf16>) -> tensor<8x2x2x16x16xbf16>
    %203 = stablehlo.dot_general %201, %124, batching_dims = [0, 1] x [0, 1], contracting_dims = [3, 4] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x8x2x16xbf16>, tensor<8x2x2x16x16xbf16>) -> tensor<8x2x8x16xbf16>
    %204 = stablehlo.transpose %203, dims = [0, 3, 1, 2] : (tensor<8x2x8x16xbf16>) -> tensor<8x16x2x8xbf16>
    %205 = stablehlo.convert %202 : (tensor<8x2x2x16x16xbf16>) -> tensor<8x2x2x16x16xf32>
    %206 = stablehlo.broadcast_in_dim %123, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x16x1xf32>) -> tensor<8x2x2x16x16xf32>
    %207 = stablehlo.multiply %205, %206 : tensor<8x2x2x16x16xf32>
    %208 = stablehlo.multiply %207, %116 : tensor<8x2x2x16x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %209 = stablehlo.reduce(%208 init: %cst_22) applies stablehlo.add across dimensions = [4] : (tensor<8x2x2x16x16xf32>, tensor<f32>) -> tensor<8x2x2x16xf32>
    %210 = stablehlo.reshape %209 : (tensor<8x2x2x16xf32>) -> tensor<8x2x2x16x1xf32>
    %211 = stablehlo.negate %210 : tensor<8x2x2x16x1xf32>
    %212 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2, 3, 4] : (tensor<8x2x2x16x1xf32>) -> tensor<8x2x2x16x16xf32>
    %213 = stablehlo.divide %205, %212 : tensor<8x2x2x16x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %214 = stablehlo.reduce(%211 init: %cst_23) applies stablehlo.add across dimensions = [4] : (tensor<8x2x2x16x1xf32>, tensor<f32>) -> tensor<8x2x2x16xf32>
    %215 = stablehlo.broadcast_in_dim %214, dims = [0, 1, 2, 3] : (tensor<8x2x2x16xf32>) -> tensor<8x2x2x16x16xf32>
    %216 = stablehlo.add %213, %215 : tensor<8x2x2x16x16xf32>
    %217 = stablehlo.multiply %216, %116 : tensor<8x2x2x16x16xf32>
    %218 = call @_where_13(%109#1, %109#2, %217) : (tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>, tensor<8x2x2x16x16xf32>) -> tensor<8x2x2x16x16xf32>
    %cst_24 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x2x2x16x16xf32>
    %220 = stablehlo.multiply %218, %219 : tensor<8x2x2x16x16xf32>
    %221 = stablehlo.transpose %220, dims = [0, 1, 4, 3, 2] : (tensor<8x2x2x16x16xf32>) -> tensor<8x2x16x16x2xf32>
    %222 = stablehlo.dot_general %221, %98, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x2x16x16x2xf32>, tensor<8x16x2x8xbf16>) -> tensor<8x2x16x2x8xf32>
    %223 = stablehlo.transpose %222, dims = [0, 2, 1, 3, 4] : (tensor<8x2x16x2x8xf32>) -> tensor<8x16x2x2x8xf32>
    %224 = stablehlo.convert %223 : (tensor<8x16x2x2x8xf32>) -> tensor<8x16x2x2x8xbf16>
    %225 = stablehlo.dot_general %221, %104, batching_dims = [0, 1] x [0, 2], contracting_dims = [3, 4] x [1, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x2x16x16x2xf32>, tensor<8x16x2x2x8xbf16>) -> tensor<8x2x16x8xf32>
    %226 = stablehlo.transpose %225, dims = [0, 2, 1, 3] : (tensor<8x2x16x8xf32>) -> tensor<8x16x2x8xf32>
    %227 = stablehlo.convert %226 : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x8xbf16>
    %228 = stablehlo.reshape %224 : (tensor<8x16x2x2x8xbf16>) -> tensor<8x16x4x8xbf16>
    %229 = sdy.sharding_constraint %204 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x2x8xbf16>
    %230 = stablehlo.reshape %229 : (tensor<8x16x2x8xbf16>) -> tensor<8x16x16xbf16>
    %231 = stablehlo.dot_general %230, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x16xbf16>, tensor<8x16x32xbf16>) -> tensor<16x32xbf16>
    %232 = stablehlo.transpose %231, dims = [1, 0] : (tensor<16x32xbf16>) -> tensor<32x16xbf16>
    %233 = stablehlo.dot_general %230, %9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x16xbf16>, tensor<32x16xbf16>) -> tensor<8x16x32xbf16>
    %234 = stablehlo.convert %227 : (tensor<8x16x2x8xbf16>) -> tensor<8x16x2x8xf32>
    %235 = stablehlo.slice %234 [0:8, 0:16, 0:2, 0:4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %236 = stablehlo.slice %234 [0:8, 0:16, 0:2, 4:8] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %237 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %238 = stablehlo.multiply %236, %237 : tensor<8x16x2x4xf32>
    %239 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %240 = stablehlo.multiply %236, %239 : tensor<8x16x2x4xf32>
    %241 = stablehlo.negate %235 : tensor<8x16x2x4xf32>
    %242 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %243 = stablehlo.multiply %241, %242 : tensor<8x16x2x4xf32>
    %244 = stablehlo.add %240, %243 : tensor<8x16x2x4xf32>
    %245 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %246 = stablehlo.multiply %235, %245 : tensor<8x16x2x4xf32>
    %247 = stablehlo.add %238, %246 : tensor<8x16x2x4xf32>
    %248 = stablehlo.concatenate %247, %244, dim = 3 : (tensor<8x16x2x4xf32>, tensor<8x16x2x4xf32>) -> tensor<8x16x2x8xf32>
    %249 = stablehlo.convert %248 : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x8xbf16>
    %250 = sdy.sharding_constraint %249 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x2x8xbf16>
    %251 = stablehlo.reshape %250 : (tensor<8x16x2x8xbf16>) -> tensor<8x16x16xbf16>
    %252 = stablehlo.dot_general %251, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x16xbf16>, tensor<8x16x32xbf16>) -> tensor<16x32xbf16>
    %253 = stablehlo.transpose %252, dims = [1, 0] : (tensor<16x32xbf16>) -> tensor<32x16xbf16>
    %254 = stablehlo.dot_general %251, %6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x16xbf16>, tensor<32x16xbf16>) -> tensor<8x16x32xbf16>
    %255 = stablehlo.add %233, %254 : tensor<8x16x32xbf16>
    %256 = stablehlo.convert %228 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x4x8xf32>
    %257 = stablehlo.slice %256 [0:8, 0:16, 0:4, 0:4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %258 = stablehlo.slice %256 [0:8, 0:16, 0:4, 4:8] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %259 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %260 = stablehlo.multiply %258, %259 : tensor<8x16x4x4xf32>
    %261 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %262 = stablehlo.multiply %258, %261 : tensor<8x16x4x4xf32>
    %263 = stablehlo.negate %257 : tensor<8x16x4x4xf32>
    %264 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %265 = stablehlo.multiply %263, %264 : tensor<8x16x4x4xf32>
    %266 = stablehlo.add %262, %265 : tensor<8x16x4x4xf32>
    %267 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %268 = stablehlo.multiply %257, %267 : tensor<8x16x4x4xf32>
    %269 = stablehlo.add %260, %268 : tensor<8x16x4x4xf32>
    %270 = stablehlo.concatenate %269, %266, dim = 3 : (tensor<8x16x4x4xf32>, tensor<8x16x4x4xf32>) -> tensor<8x16x4x8xf32>
    %271 = stablehlo.convert %270 : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x8xbf16>
    %272 = sdy.sharding_constraint %271 <@mesh, [{"fsdp"}, {}, {"tensor"}, {}]> : tensor<8x16x4x8xbf16>
    %273 = stablehlo.reshape %272 : (tensor<8x16x4x8xbf16>) -> tensor<8x16x32xbf16>
    %274 = stablehlo.dot_general %273, %28, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<8x16x32xbf16>) -> tensor<32x32xbf16>
    %275 = stablehlo.transpose %274, dims = [1, 0] : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
    %276 = stablehlo.dot_general %273, %8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x32xbf16>) -> tensor<8x16x32xbf16>
    %277 = stablehlo.add %255, %276 : tensor<8x16x32xbf16>
    %278 = stablehlo.convert %277 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %279 = stablehlo.multiply %23, %278 : tensor<8x16x32xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %280 = stablehlo.reduce(%279 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %281 = stablehlo.reshape %280 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %282 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %283 = stablehlo.multiply %278, %282 : tensor<8x16x32xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %284 = stablehlo.reduce(%281 init: %cst_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %285 = stablehlo.convert %284 : (tensor<32xf32>) -> tensor<32xbf16>
    %286 = stablehlo.multiply %10, %283 : tensor<8x16x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %287 = stablehlo.reduce(%286 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %288 = stablehlo.reshape %287 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %289 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %290 = stablehlo.multiply %283, %289 : tensor<8x16x32xf32>
    %291 = stablehlo.multiply %288, %21 : tensor<8x16x1xf32>
    %cst_28 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %293 = stablehlo.divide %291, %292 : tensor<8x16x1xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %294 = stablehlo.reduce(%293 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %295 = stablehlo.broadcast_in_dim %294, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %296 = stablehlo.multiply %10, %295 : tensor<8x16x32xf32>
    %297 = stablehlo.add %290, %296 : tensor<8x16x32xf32>
    %298 = stablehlo.multiply %295, %10 : tensor<8x16x32xf32>
    %299 = stablehlo.add %297, %298 : tensor<8x16x32xf32>
    %300 = stablehlo.convert %299 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %301 = stablehlo.add %194, %300 : tensor<8x16x32xbf16>
    %302 = stablehlo.convert %232 : (tensor<32x16xbf16>) -> tensor<32x16xf32>
    %303 = stablehlo.convert %275 : (tensor<32x32xbf16>) -> tensor<32x32xf32>
    %304 = stablehlo.convert %197 : (tensor<32x32xbf16>) -> tensor<32x32xf32>
    %305 = stablehlo.convert %253 : (tensor<32x16xbf16>) -> tensor<32x16xf32>
    %306 = stablehlo.convert %164 : (tensor<32x48xbf16>) -> tensor<32x48xf32>
    %307 = stablehlo.convert %168 : (tensor<32x48xbf16>) -> tensor<32x48xf32>
    %308 = stablehlo.convert %178 : (tensor<32xbf16>) -> tensor<32xf32>
    %309 = stablehlo.convert %158 : (tensor<48x32xbf16>) -> tensor<48x32xf32>
    %310 = stablehlo.convert %285 : (tensor<32xbf16>) -> tensor<32xf32>
    return %301, %310, %309, %308, %307, %306, %305, %304, %303, %302 : tensor<8x16x32xbf16>, tensor<32xf32>, tensor<48x32xf32>, tensor<32xf32>, tensor<32x48xf32>, tensor<32x48xf32>, tensor<32x16xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x16xf32>
  }
  func.func private @tril_9(%arg0: tensor<16x16xi1>) -> tensor<16x16xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x16xi32>
    %2 = stablehlo.add %0, %1 : tensor<16x16xi32>
    %3 = stablehlo.iota dim = 1 : tensor<16x16xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<16x16xi1>, tensor<16x16xi1>
    return %6 : tensor<16x16xi1>
  }
  func.func private @_where_10(%arg0: tensor<16x16xi1>, %arg1: tensor<8x2x2x16x16xf32>, %arg2: tensor<f32>) -> (tensor<8x2x2x16x16xf32>, tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [3, 4] : (tensor<16x16xi1>) -> tensor<8x2x2x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x2x2x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2x2x16x16xf32>
    return %3, %1, %4 : tensor<8x2x2x16x16xf32>, tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>
  }
  func.func private @silu_11(%arg0: tensor<8x16x48xbf16>) -> (tensor<8x16x48xbf16>, tensor<8x16x48xbf16>, tensor<8x16x48xbf16>) {
    %0 = stablehlo.negate %arg0 : tensor<8x16x48xbf16>
    %1 = stablehlo.exponential %0 : tensor<8x16x48xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x16x48xbf16>
    %3 = stablehlo.add %2, %1 : tensor<8x16x48xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<8x16x48xbf16>
    %5 = stablehlo.divide %4, %3 : tensor<8x16x48xbf16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<8x16x48xbf16>
    %7 = stablehlo.subtract %6, %5 : tensor<8x16x48xbf16>
    %8 = stablehlo.multiply %5, %7 : tensor<8x16x48xbf16>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x16x48xbf16>
    return %9, %5, %8 : tensor<8x16x48xbf16>, tensor<8x16x48xbf16>, tensor<8x16x48xbf16>
  }
  func.func private @silu_12(%arg0: tensor<8x16x48xbf16>, %arg1: tensor<8x16x48xbf16>, %arg2: tensor<8x16x48xbf16>, %arg3: tensor<8x16x48xbf16>) -> tensor<8x16x48xbf16> {
    %0 = stablehlo.multiply %arg1, %arg3 : tensor<8x16x48xbf16>
    %1 = stablehlo.multiply %arg3, %arg0 : tensor<8x16x48xbf16>
    %2 = stablehlo.multiply %0, %arg2 : tensor<8x16x48xbf16>
    %3 = stablehlo.add %1, %2 : tensor<8x16x48xbf16>
    return %3 : tensor<8x16x48xbf16>
  }
  func.func private @_where_13(%arg0: tensor<8x2x2x16x16xi1>, %arg1: tensor<8x2x2x16x16xf32>, %arg2: tensor<8x2x2x16x16xf32>) -> tensor<8x2x2x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2x2x16x16xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<8x2x2x16x16xi1>, tensor<8x2x2x16x16xf32>
    return %1 : tensor<8x2x2x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<3x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<i32>) -> tensor<3x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<3x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<3x32xf32>
    return %1 : tensor<3x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_15(%arg0: tensor<3x48x32xf32>, %arg1: tensor<48x32xf32>, %arg2: tensor<i32>) -> tensor<3x48x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<48x32xf32>) -> tensor<1x48x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x48x32xf32>, tensor<1x48x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x48x32xf32>
    return %1 : tensor<3x48x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_16(%arg0: tensor<3x32x48xf32>, %arg1: tensor<32x48xf32>, %arg2: tensor<i32>) -> tensor<3x32x48xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x48xf32>) -> tensor<1x32x48xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x32x48xf32>, tensor<1x32x48xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x32x48xf32>
    return %1 : tensor<3x32x48xf32>
  }
  func.func private @dynamic_update_index_in_dim_17(%arg0: tensor<3x32x16xf32>, %arg1: tensor<32x16xf32>, %arg2: tensor<i32>) -> tensor<3x32x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x16xf32>) -> tensor<1x32x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x32x16xf32>, tensor<1x32x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x32x16xf32>
    return %1 : tensor<3x32x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_18(%arg0: tensor<3x32x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<i32>) -> tensor<3x32x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x32xf32>) -> tensor<1x32x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<3x32x32xf32>, tensor<1x32x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x32x32xf32>
    return %1 : tensor<3x32x32xf32>
  }
}
