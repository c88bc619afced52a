module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096x512xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<32x2048x512xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<32x512x2048xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<32x512x512xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<32x512xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<32x512xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<32x512x512xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<32x512x512xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<32x512x2048xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<32x512x512xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<i32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<4096x512xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<32x2048x512xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<32x512x2048xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<32x512x512xf32> {tf.aliasing_output = 14 : i32}, %arg15: tensor<32x512xf32> {tf.aliasing_output = 15 : i32}, %arg16: tensor<32x512xf32> {tf.aliasing_output = 16 : i32}, %arg17: tensor<32x512x512xf32> {tf.aliasing_output = 17 : i32}, %arg18: tensor<32x512x512xf32> {tf.aliasing_output = 18 : i32}, %arg19: tensor<32x512x2048xf32> {tf.aliasing_output = 19 : i32}, %arg20: tensor<32x512x512xf32> {tf.aliasing_output = 20 : i32}, %arg21: tensor<4096x512xf32> {tf.aliasing_output = 21 : i32}, %arg22: tensor<32x2048x512xf32> {tf.aliasing_output = 22 : i32}, %arg23: tensor<32x512x2048xf32> {tf.aliasing_output = 23 : i32}, %arg24: tensor<32x512x512xf32> {tf.aliasing_output = 24 : i32}, %arg25: tensor<32x512xf32> {tf.aliasing_output = 25 : i32}, %arg26: tensor<32x512xf32> {tf.aliasing_output = 26 : i32}, %arg27: tensor<32x512x512xf32> {tf.aliasing_output = 27 : i32}, %arg28: tensor<32x512x512xf32> {tf.aliasing_output = 28 : i32}, %arg29: tensor<32x512x2048xf32> {tf.aliasing_output = 29 : i32}, %arg30: tensor<32x512x512xf32> {tf.aliasing_output = 30 : i32}, %arg31: tensor<1x128xi32>, %arg32: tensor<1x128xi32>) -> (tensor<4096x512xf32> {jax.result_info = "result[0]['embedding']"}, tensor<32x2048x512xf32> {jax.result_info = "result[0]['layers']['down']"}, tensor<32x512x2048xf32> {jax.result_info = "result[0]['layers']['gate']"}, tensor<32x512x512xf32> {jax.result_info = "result[0]['layers']['key']"}, tensor<32x512xf32> {jax.result_info = "result[0]['layers']['norm_attention']"}, tensor<32x512xf32> {jax.result_info = "result[0]['layers']['norm_mlp']"}, tensor<32x512x512xf32> {jax.result_info = "result[0]['layers']['out']"}, tensor<32x512x512xf32> {jax.result_info = "result[0]['layers']['query']"}, tensor<32x512x2048xf32> {jax.result_info = "result[0]['layers']['up']"}, tensor<32x512x512xf32> {jax.result_info = "result[0]['layers']['value']"}, tensor<i32> {jax.result_info = "result[1][0].count"}, tensor<4096x512xf32> {jax.result_info = "result[1][0].mu['embedding']"}, tensor<32x2048x512xf32> {jax.result_info = "result[1][0].mu['layers']['down']"}, tensor<32x512x2048xf32> {jax.result_info = "result[1][0].mu['layers']['gate']"}, tensor<32x512x512xf32> {jax.result_info = "result[1][0].mu['layers']['key']"}, tensor<32x512xf32> {jax.result_info = "result[1][0].mu['layers']['norm_attention']"}, tensor<32x512xf32> {jax.result_info = "result[1][0].mu['layers']['norm_mlp']"}, tensor<32x512x512xf32> {jax.result_info = "result[1][0].mu['layers']['out']"}, tensor<32x512x512xf32> {jax.result_info = "result[1][0].mu['layers']['query']"}, tensor<32x512x2048xf32> {jax.result_info = "result[1][0].mu['layers']['up']"}, tensor<32x512x512xf32> {jax.result_info = "result[1][0].mu['layers']['value']"}, tensor<4096x512xf32> {jax.result_info = "result[1][0].nu['embedding']"}, tensor<32x2048x512xf32> {jax.result_info = "result[1][0].nu['layers']['down']"}, tensor<32x512x2048xf32> {jax.result_info = "result[1][0].nu['layers']['gate']"}, tensor<32x512x512xf32> {jax.result_info = "result[1][0].nu['layers']['key']"}, tensor<32x512xf32> {jax.result_info = "result[1][0].nu['layers']['norm_attention']"}, tensor<32x512xf32> {jax.result_info = "result[1][0].nu['layers']['norm_mlp']"}, tensor<32x512x512xf32> {jax.result_info = "result[1][0].nu['layers']['out']"}, tensor<32x512x512xf32> {jax.result_info = "result[1][0].nu['layers']['query']"}, tensor<32x512x2048xf32> {jax.result_info = "result[1][0].nu['layers']['up']"}, tensor<32x512x512xf32> {jax.result_info = "result[1][0].nu['layers']['value']"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x128xi32>
    %1 = stablehlo.compare LT, %arg31, %0, SIGNED : (tensor<1x128xi32>, tensor<1x128xi32>) -> tensor<1x128xi1>
    %c_0 = stablehlo.constant dense<4096> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1x128xi32>
    %3 = stablehlo.add %arg31, %2 : tensor<1x128xi32>
    %4 = stablehlo.select %1, %3, %arg31 : tensor<1x128xi1>, tensor<1x128xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x128xi32>) -> tensor<1x128x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 512>}> : (tensor<4096x512xf32>, tensor<1x128x1xi32>) -> tensor<1x128x512xf32>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i1>) -> tensor<128x128xi1>
    %8 = call @tril(%7) : (tensor<128x128xi1>) -> tensor<128x128xi1>
    %cst = stablehlo.constant dense<-1.000000e+30> : tensor<f32>
    %9:3 = call @_where(%8, %cst) : (tensor<128x128xi1>, tensor<f32>) -> (tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<1x8x128x128xf32>)
    call @silu() : () -> ()
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<32x1x128x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32x1x128x1xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<32x1x1x512xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<32x1x128x8x64xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<32x1x128x8x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<32x1x8x128x128xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<32x1x8x128x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<32x1x8x128x1xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<32x1x8x128x128xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<32x1x128x8x64xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<32x1x128x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<32x1x128x1xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<32x1x1x512xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<32x1x128x512xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<32x1x128x2048xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<32x1x128x2048xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<32x1x128x2048xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32x1x128x2048xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<32x1x128x2048xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<32x1x128x2048xf32>
    %c_30 = stablehlo.constant dense<0> : tensor<i32>
    %38:41 = stablehlo.while(%iterArg = %arg1, %iterArg_123 = %arg2, %iterArg_124 = %arg3, %iterArg_125 = %arg4, %iterArg_126 = %arg5, %iterArg_127 = %arg6, %iterArg_128 = %arg7, %iterArg_129 = %arg8, %iterArg_130 = %arg9, %iterArg_131 = %9#0, %iterArg_132 = %9#2, %iterArg_133 = %c_30, %iterArg_134 = %6, %iterArg_135 = %10, %iterArg_136 = %11, %iterArg_137 = %12, %iterArg_138 = %13, %iterArg_139 = %14, %iterArg_140 = %15, %iterArg_141 = %16, %iterArg_142 = %17, %iterArg_143 = %18, %iterArg_144 = %19, %iterArg_145 = %20, %iterArg_146 = %21, %iterArg_147 = %22, %iterArg_148 = %23, %iterArg_149 = %24, %iterArg_150 = %25, %iterArg_151 = %26, %iterArg_152 = %27, %iterArg_153 = %28, %iterArg_154 = %29, %iterArg_155 = %30, %iterArg_156 = %31, %iterArg_157 = %32, %iterArg_158 = %33, %iterArg_159 = %34, %iterArg_160 = %35, %iterArg_161 = %36, %iterArg_162 = %37) : tensor<32x2048x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<32x512xf32>, tensor<32x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<i32>, tensor<1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x512xf32>, tensor<32x1x1x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x8x128x128xf32>, tensor<32x1x8x128x1xf32>, tensor<32x1x8x128x1xf32>, tensor<32x1x8x128x128xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x512xf32>, tensor<32x1x1x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>
    cond {
      %c_163 = stablehlo.constant dense<32> : tensor<i32>
      %320 = stablehlo.compare LT, %iterArg_133, %c_163, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %320 : tensor<i1>
    } do {
      %320 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_133) : (tensor<32x2048x512xf32>, tensor<i32>) -> tensor<2048x512xf32>
      %321 = func.call @dynamic_index_in_dim_0(%iterArg_123, %iterArg_133) : (tensor<32x512x2048xf32>, tensor<i32>) -> tensor<512x2048xf32>
      %322 = func.call @dynamic_index_in_dim_1(%iterArg_124, %iterArg_133) : (tensor<32x512x512xf32>, tensor<i32>) -> tensor<512x512xf32>
      %323 = func.call @dynamic_index_in_dim_2(%iterArg_125, %iterArg_133) : (tensor<32x512xf32>, tensor<i32>) -> tensor<512xf32>
      %324 = func.call @dynamic_index_in_dim_2(%iterArg_126, %iterArg_133) : (tensor<32x512xf32>, tensor<i32>) -> tensor<512xf32>
      %325 = func.call @dynamic_index_in_dim_1(%iterArg_127, %iterArg_133) : (tensor<32x512x512xf32>, tensor<i32>) -> tensor<512x512xf32>
      %326 = func.call @dynamic_index_in_dim_1(%iterArg_128, %iterArg_133) : (tensor<32x512x512xf32>, tensor<i32>) -> tensor<512x512xf32>
      %327 = func.call @dynamic_index_in_dim_0(%iterArg_129, %iterArg_133) : (tensor<32x512x2048xf32>, tensor<i32>) -> tensor<512x2048xf32>
      %328 = func.call @dynamic_index_in_dim_1(%iterArg_130, %iterArg_133) : (tensor<32x512x512xf32>, tensor<i32>) -> tensor<512x512xf32>
      %329:29 = func.call @closed_call(%iterArg_131, %iterArg_132, %iterArg_134, %320, %321, %322, %323, %324, %325, %326, %327, %328) : (tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<1x128x512xf32>, tensor<2048x512xf32>, tensor<512x2048xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x2048xf32>, tensor<512x512xf32>) -> (tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1x128x1xf32>, tensor<1x128x512xf32>, tensor<1x1x512xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x8x64xf32>, tensor<1x128x8x64xf32>, tensor<1x8x128x128xf32>, tensor<1x8x128x1xf32>, tensor<1x8x128x1xf32>, tensor<1x8x128x128xf32>, tensor<1x128x8x64xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1x128x1xf32>, tensor<1x128x512xf32>, tensor<1x1x512xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>)
      %330 = func.call @dynamic_update_index_in_dim(%iterArg_135, %329#1, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %331 = func.call @dynamic_update_index_in_dim_5(%iterArg_136, %329#2, %iterArg_133) : (tensor<32x1x128x1xf32>, tensor<1x128x1xf32>, tensor<i32>) -> tensor<32x1x128x1xf32>
      %332 = func.call @dynamic_update_index_in_dim_5(%iterArg_137, %329#3, %iterArg_133) : (tensor<32x1x128x1xf32>, tensor<1x128x1xf32>, tensor<i32>) -> tensor<32x1x128x1xf32>
      %333 = func.call @dynamic_update_index_in_dim(%iterArg_138, %329#4, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %334 = func.call @dynamic_update_index_in_dim_6(%iterArg_139, %329#5, %iterArg_133) : (tensor<32x1x1x512xf32>, tensor<1x1x512xf32>, tensor<i32>) -> tensor<32x1x1x512xf32>
      %335 = func.call @dynamic_update_index_in_dim(%iterArg_140, %329#6, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %336 = func.call @dynamic_update_index_in_dim(%iterArg_141, %329#7, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %337 = func.call @dynamic_update_index_in_dim_7(%iterArg_142, %329#8, %iterArg_133) : (tensor<32x1x128x8x64xf32>, tensor<1x128x8x64xf32>, tensor<i32>) -> tensor<32x1x128x8x64xf32>
      %338 = func.call @dynamic_update_index_in_dim_7(%iterArg_143, %329#9, %iterArg_133) : (tensor<32x1x128x8x64xf32>, tensor<1x128x8x64xf32>, tensor<i32>) -> tensor<32x1x128x8x64xf32>
      %339 = func.call @dynamic_update_index_in_dim_8(%iterArg_144, %329#10, %iterArg_133) : (tensor<32x1x8x128x128xf32>, tensor<1x8x128x128xf32>, tensor<i32>) -> tensor<32x1x8x128x128xf32>
      %340 = func.call @dynamic_update_index_in_dim_9(%iterArg_145, %329#11, %iterArg_133) : (tensor<32x1x8x128x1xf32>, tensor<1x8x128x1xf32>, tensor<i32>) -> tensor<32x1x8x128x1xf32>
      %341 = func.call @dynamic_update_index_in_dim_9(%iterArg_146, %329#12, %iterArg_133) : (tensor<32x1x8x128x1xf32>, tensor<1x8x128x1xf32>, tensor<i32>) -> tensor<32x1x8x128x1xf32>
      %342 = func.call @dynamic_update_index_in_dim_8(%iterArg_147, %329#13, %iterArg_133) : (tensor<32x1x8x128x128xf32>, tensor<1x8x128x128xf32>, tensor<i32>) -> tensor<32x1x8x128x128xf32>
      %343 = func.call @dynamic_update_index_in_dim_7(%iterArg_148, %329#14, %iterArg_133) : (tensor<32x1x128x8x64xf32>, tensor<1x128x8x64xf32>, tensor<i32>) -> tensor<32x1x128x8x64xf32>
      %344 = func.call @dynamic_update_index_in_dim(%iterArg_149, %329#15, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %345 = func.call @dynamic_update_index_in_dim(%iterArg_150, %329#16, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %346 = func.call @dynamic_update_index_in_dim_5(%iterArg_151, %329#17, %iterArg_133) : (tensor<32x1x128x1xf32>, tensor<1x128x1xf32>, tensor<i32>) -> tensor<32x1x128x1xf32>
      %347 = func.call @dynamic_update_index_in_dim_5(%iterArg_152, %329#18, %iterArg_133) : (tensor<32x1x128x1xf32>, tensor<1x128x1xf32>, tensor<i32>) -> tensor<32x1x128x1xf32>
      %348 = func.call @dynamic_update_index_in_dim(%iterArg_153, %329#19, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %349 = func.call @dynamic_update_index_in_dim_6(%iterArg_154, %329#20, %iterArg_133) : (tensor<32x1x1x512xf32>, tensor<1x1x512xf32>, tensor<i32>) -> tensor<32x1x1x512xf32>
      %350 = func.call @dynamic_update_index_in_dim(%iterArg_155, %329#21, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %351 = func.call @dynamic_update_index_in_dim(%iterArg_156, %329#22, %iterArg_133) : (tensor<32x1x128x512xf32>, tensor<1x128x512xf32>, tensor<i32>) -> tensor<32x1x128x512xf32>
      %352 = func.call @dynamic_update_index_in_dim_10(%iterArg_157, %329#23, %iterArg_133) : (tensor<32x1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<i32>) -> tensor<32x1x128x2048xf32>
      %353 = func.call @dynamic_update_index_in_dim_10(%iterArg_158, %329#24, %iterArg_133) : (tensor<32x1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<i32>) -> tensor<32x1x128x2048xf32>
      %354 = func.call @dynamic_update_index_in_dim_10(%iterArg_159, %329#25, %iterArg_133) : (tensor<32x1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<i32>) -> tensor<32x1x128x2048xf32>
      %355 = func.call @dynamic_update_index_in_dim_10(%iterArg_160, %329#26, %iterArg_133) : (tensor<32x1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<i32>) -> tensor<32x1x128x2048xf32>
      %356 = func.call @dynamic_update_index_in_dim_10(%iterArg_161, %329#27, %iterArg_133) : (tensor<32x1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<i32>) -> tensor<32x1x128x2048xf32>
      %357 = func.call @dynamic_update_index_in_dim_10(%iterArg_162, %329#28, %iterArg_133) : (tensor<32x1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<i32>) -> tensor<32x1x128x2048xf32>
      %c_163 = stablehlo.constant dense<1> : tensor<i32>
      %358 = stablehlo.add %iterArg_133, %c_163 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_123, %iterArg_124, %iterArg_125, %iterArg_126, %iterArg_127, %iterArg_128, %iterArg_129, %iterArg_130, %iterArg_131, %iterArg_132, %358, %329#0, %330, %331, %332, %333, %334, %335, %336, %337, %338, %339, %340, %341, %342, %343, %344, %345, %346, %347, %348, %349, %350, %351, %352, %353, %354, %355, %356, %357 : tensor<32x2048x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<32x512xf32>, tensor<32x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<i32>, tensor<1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x512xf32>, tensor<32x1x1x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x8x128x128xf32>, tensor<32x1x8x128x1xf32>, tensor<32x1x8x128x1xf32>, tensor<32x1x8x128x128xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x512xf32>, tensor<32x1x1x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>
    }
    %39 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4096x512xf32>) -> tensor<512x4096xf32>
    %40 = stablehlo.dot_general %38#12, %39, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x4096xf32>) -> tensor<1x128x4096xf32>
    %41:3 = call @log_softmax(%40) : (tensor<1x128x4096xf32>) -> (tensor<1x128x4096xf32>, tensor<1x128x4096xf32>, tensor<1x128x1xf32>)
    %42 = stablehlo.broadcast_in_dim %arg32, dims = [0, 1] : (tensor<1x128xi32>) -> tensor<1x128x1xi32>
    %43:2 = call @take_along_axis(%41#0, %42) : (tensor<1x128x4096xf32>, tensor<1x128x1xi32>) -> (tensor<1x128x1xf32>, tensor<128x1x1xi32>)
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43#0 init: %cst_31) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x128x1xf32>, tensor<f32>) -> tensor<f32>
    %cst_32 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %45 = stablehlo.divide %44, %cst_32 : tensor<f32>
    %46 = stablehlo.negate %45 : tensor<f32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %47 = stablehlo.negate %cst_33 : tensor<f32>
    %cst_34 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %48 = stablehlo.divide %47, %cst_34 : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %50 = call @take_along_axis_11(%43#1, %49) : (tensor<128x1x1xi32>, tensor<1x128x1xf32>) -> tensor<1x128x4096xf32>
    %51 = call @log_softmax_12(%41#1, %41#2, %50) : (tensor<1x128x4096xf32>, tensor<1x128x1xf32>, tensor<1x128x4096xf32>) -> tensor<1x128x4096xf32>
    %52 = stablehlo.dot_general %51, %38#12, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x4096xf32>, tensor<1x128x512xf32>) -> tensor<4096x512xf32>
    %53 = stablehlo.transpose %52, dims = [1, 0] : (tensor<4096x512xf32>) -> tensor<512x4096xf32>
    %54 = stablehlo.dot_general %51, %39, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x4096xf32>, tensor<512x4096xf32>) -> tensor<1x128x512xf32>
    %55 = stablehlo.transpose %53, dims = [1, 0] : (tensor<512x4096xf32>) -> tensor<4096x512xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %c_44 = stablehlo.constant dense<0> : tensor<i32>
    %65:48 = stablehlo.while(%iterArg = %38#13, %iterArg_123 = %38#14, %iterArg_124 = %38#15, %iterArg_125 = %38#16, %iterArg_126 = %38#17, %iterArg_127 = %38#18, %iterArg_128 = %arg7, %iterArg_129 = %38#19, %iterArg_130 = %arg3, %iterArg_131 = %arg9, %iterArg_132 = %38#20, %iterArg_133 = %38#21, %iterArg_134 = %38#22, %iterArg_135 = %38#23, %iterArg_136 = %38#24, %iterArg_137 = %38#25, %iterArg_138 = %38#26, %iterArg_139 = %arg6, %iterArg_140 = %38#27, %iterArg_141 = %38#28, %iterArg_142 = %38#29, %iterArg_143 = %38#30, %iterArg_144 = %38#31, %iterArg_145 = %38#32, %iterArg_146 = %38#33, %iterArg_147 = %arg2, %iterArg_148 = %38#34, %iterArg_149 = %38#35, %iterArg_150 = %38#36, %iterArg_151 = %38#37, %iterArg_152 = %arg8, %iterArg_153 = %38#38, %iterArg_154 = %38#39, %iterArg_155 = %arg1, %iterArg_156 = %38#40, %iterArg_157 = %9#0, %iterArg_158 = %9#1, %iterArg_159 = %c_44, %iterArg_160 = %54, %iterArg_161 = %56, %iterArg_162 = %57, %iterArg_163 = %58, %iterArg_164 = %59, %iterArg_165 = %60, %iterArg_166 = %61, %iterArg_167 = %62, %iterArg_168 = %63, %iterArg_169 = %64) : tensor<32x1x128x512xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x512xf32>, tensor<32x1x1x512xf32>, tensor<32x1x128x512xf32>, tensor<32x512x512xf32>, tensor<32x1x128x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x8x128x128xf32>, tensor<32x1x8x128x1xf32>, tensor<32x1x8x128x1xf32>, tensor<32x1x8x128x128xf32>, tensor<32x1x128x8x64xf32>, tensor<32x512x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x512xf32>, tensor<32x1x1x512xf32>, tensor<32x1x128x512xf32>, tensor<32x512x2048xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x512x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x2048x512xf32>, tensor<32x1x128x2048xf32>, tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<i32>, tensor<1x128x512xf32>, tensor<32x2048x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<32x512xf32>, tensor<32x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>
    cond {
      %c_170 = stablehlo.constant dense<32> : tensor<i32>
      %320 = stablehlo.compare LT, %iterArg_159, %c_170, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %320 : tensor<i1>
    } do {
      %c_170 = stablehlo.constant dense<32> : tensor<i32>
      %320 = stablehlo.subtract %c_170, %iterArg_159 : tensor<i32>
      %c_171 = stablehlo.constant dense<1> : tensor<i32>
      %321 = stablehlo.subtract %320, %c_171 : tensor<i32>
      %322 = func.call @dynamic_index_in_dim_13(%iterArg, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %323 = func.call @dynamic_index_in_dim_14(%iterArg_123, %321) : (tensor<32x1x128x1xf32>, tensor<i32>) -> tensor<1x128x1xf32>
      %324 = func.call @dynamic_index_in_dim_14(%iterArg_124, %321) : (tensor<32x1x128x1xf32>, tensor<i32>) -> tensor<1x128x1xf32>
      %325 = func.call @dynamic_index_in_dim_13(%iterArg_125, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %326 = func.call @dynamic_index_in_dim_15(%iterArg_126, %321) : (tensor<32x1x1x512xf32>, tensor<i32>) -> tensor<1x1x512xf32>
      %327 = func.call @dynamic_index_in_dim_13(%iterArg_127, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %328 = func.call @dynamic_index_in_dim_1(%iterArg_128, %321) : (tensor<32x512x512xf32>, tensor<i32>) -> tensor<512x512xf32>
      %329 = func.call @dynamic_index_in_dim_13(%iterArg_129, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %330 = func.call @dynamic_index_in_dim_1(%iterArg_130, %321) : (tensor<32x512x512xf32>, tensor<i32>) -> tensor<512x512xf32>
      %331 = func.call @dynamic_index_in_dim_1(%iterArg_131, %321) : (tensor<32x512x512xf32>, tensor<i32>) -> tensor<512x512xf32>
      %332 = func.call @dynamic_index_in_dim_16(%iterArg_132, %321) : (tensor<32x1x128x8x64xf32>, tensor<i32>) -> tensor<1x128x8x64xf32>
      %333 = func.call @dynamic_index_in_dim_16(%iterArg_133, %321) : (tensor<32x1x128x8x64xf32>, tensor<i32>) -> tensor<1x128x8x64xf32>
      %334 = func.call @dynamic_index_in_dim_17(%iterArg_134, %321) : (tensor<32x1x8x128x128xf32>, tensor<i32>) -> tensor<1x8x128x128xf32>
      %335 = func.call @dynamic_index_in_dim_18(%iterArg_135, %321) : (tensor<32x1x8x128x1xf32>, tensor<i32>) -> tensor<1x8x128x1xf32>
      %336 = func.call @dynamic_index_in_dim_18(%iterArg_136, %321) : (tensor<32x1x8x128x1xf32>, tensor<i32>) -> tensor<1x8x128x1xf32>
      %337 = func.call @dynamic_index_in_dim_17(%iterArg_137, %321) : (tensor<32x1x8x128x128xf32>, tensor<i32>) -> tensor<1x8x128x128xf32>
      %338 = func.call @dynamic_index_in_dim_16(%iterArg_138, %321) : (tensor<32x1x128x8x64xf32>, tensor<i32>) -> tensor<1x128x8x64xf32>
      %339 = func.call @dynamic_index_in_dim_1(%iterArg_139, %321) : (tensor<32x512x512xf32>, tensor<i32>) -> tensor<512x512xf32>
      %340 = func.call @dynamic_index_in_dim_13(%iterArg_140, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %341 = func.call @dynamic_index_in_dim_13(%iterArg_141, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %342 = func.call @dynamic_index_in_dim_14(%iterArg_142, %321) : (tensor<32x1x128x1xf32>, tensor<i32>) -> tensor<1x128x1xf32>
      %343 = func.call @dynamic_index_in_dim_14(%iterArg_143, %321) : (tensor<32x1x128x1xf32>, tensor<i32>) -> tensor<1x128x1xf32>
      %344 = func.call @dynamic_index_in_dim_13(%iterArg_144, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %345 = func.call @dynamic_index_in_dim_15(%iterArg_145, %321) : (tensor<32x1x1x512xf32>, tensor<i32>) -> tensor<1x1x512xf32>
      %346 = func.call @dynamic_index_in_dim_13(%iterArg_146, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %347 = func.call @dynamic_index_in_dim_0(%iterArg_147, %321) : (tensor<32x512x2048xf32>, tensor<i32>) -> tensor<512x2048xf32>
      %348 = func.call @dynamic_index_in_dim_13(%iterArg_148, %321) : (tensor<32x1x128x512xf32>, tensor<i32>) -> tensor<1x128x512xf32>
      %349 = func.call @dynamic_index_in_dim_19(%iterArg_149, %321) : (tensor<32x1x128x2048xf32>, tensor<i32>) -> tensor<1x128x2048xf32>
      %350 = func.call @dynamic_index_in_dim_19(%iterArg_150, %321) : (tensor<32x1x128x2048xf32>, tensor<i32>) -> tensor<1x128x2048xf32>
      %351 = func.call @dynamic_index_in_dim_19(%iterArg_151, %321) : (tensor<32x1x128x2048xf32>, tensor<i32>) -> tensor<1x128x2048xf32>
      %352 = func.call @dynamic_index_in_dim_0(%iterArg_152, %321) : (tensor<32x512x2048xf32>, tensor<i32>) -> tensor<512x2048xf32>
      %353 = func.call @dynamic_index_in_dim_19(%iterArg_153, %321) : (tensor<32x1x128x2048xf32>, tensor<i32>) -> tensor<1x128x2048xf32>
      %354 = func.call @dynamic_index_in_dim_19(%iterArg_154, %321) : (tensor<32x1x128x2048xf32>, tensor<i32>) -> tensor<1x128x2048xf32>
      %355 = func.call @dynamic_index_in_dim(%iterArg_155, %321) : (tensor<32x2048x512xf32>, tensor<i32>) -> tensor<2048x512xf32>
      %356 = func.call @dynamic_index_in_dim_19(%iterArg_156, %321) : (tensor<32x1x128x2048xf32>, tensor<i32>) -> tensor<1x128x2048xf32>
      %357:10 = func.call @closed_call_20(%iterArg_157, %iterArg_158, %iterArg_160, %322, %323, %324, %325, %326, %327, %328, %329, %330, %331, %332, %333, %334, %335, %336, %337, %338, %339, %340, %341, %342, %343, %344, %345, %346, %347, %348, %349, %350, %351, %352, %353, %354, %355, %356) : (tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1x128x1xf32>, tensor<1x128x512xf32>, tensor<1x1x512xf32>, tensor<1x128x512xf32>, tensor<512x512xf32>, tensor<1x128x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<1x128x8x64xf32>, tensor<1x128x8x64xf32>, tensor<1x8x128x128xf32>, tensor<1x8x128x1xf32>, tensor<1x8x128x1xf32>, tensor<1x8x128x128xf32>, tensor<1x128x8x64xf32>, tensor<512x512xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1x128x1xf32>, tensor<1x128x512xf32>, tensor<1x1x512xf32>, tensor<1x128x512xf32>, tensor<512x2048xf32>, tensor<1x128x512xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<512x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<2048x512xf32>, tensor<1x128x2048xf32>) -> (tensor<1x128x512xf32>, tensor<2048x512xf32>, tensor<512x2048xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x2048xf32>, tensor<512x512xf32>)
      %358 = func.call @dynamic_update_index_in_dim_23(%iterArg_161, %357#1, %321) : (tensor<32x2048x512xf32>, tensor<2048x512xf32>, tensor<i32>) -> tensor<32x2048x512xf32>
      %359 = func.call @dynamic_update_index_in_dim_24(%iterArg_162, %357#2, %321) : (tensor<32x512x2048xf32>, tensor<512x2048xf32>, tensor<i32>) -> tensor<32x512x2048xf32>
      %360 = func.call @dynamic_update_index_in_dim_25(%iterArg_163, %357#3, %321) : (tensor<32x512x512xf32>, tensor<512x512xf32>, tensor<i32>) -> tensor<32x512x512xf32>
      %361 = func.call @dynamic_update_index_in_dim_26(%iterArg_164, %357#4, %321) : (tensor<32x512xf32>, tensor<512xf32>, tensor<i32>) -> tensor<32x512xf32>
      %362 = func.call @dynamic_update_index_in_dim_26(%iterArg_165, %357#5, %321) : (tensor<32x512xf32>, tensor<512xf32>, tensor<i32>) -> tensor<32x512xf32>
      %363 = func.call @dynamic_update_index_in_dim_25(%iterArg_166, %357#6, %321) : (tensor<32x512x512xf32>, tensor<512x512xf32>, tensor<i32>) -> tensor<32x512x512xf32>
      %364 = func.call @dynamic_update_index_in_dim_25(%iterArg_167, %357#7, %321) : (tensor<32x512x512xf32>, tensor<512x512xf32>, tensor<i32>) -> tensor<32x512x512xf32>
      %365 = func.call @dynamic_update_index_in_dim_24(%iterArg_168, %357#8, %321) : (tensor<32x512x2048xf32>, tensor<512x2048xf32>, tensor<i32>) -> tensor<32x512x2048xf32>
      %366 = func.call @dynamic_update_index_in_dim_25(%iterArg_169, %357#9, %321) : (tensor<32x512x512xf32>, tensor<512x512xf32>, tensor<i32>) -> tensor<32x512x512xf32>
      %c_172 = stablehlo.constant dense<1> : tensor<i32>
      %367 = stablehlo.add %iterArg_159, %c_172 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_123, %iterArg_124, %iterArg_125, %iterArg_126, %iterArg_127, %iterArg_128, %iterArg_129, %iterArg_130, %iterArg_131, %iterArg_132, %iterArg_133, %iterArg_134, %iterArg_135, %iterArg_136, %iterArg_137, %iterArg_138, %iterArg_139, %iterArg_140, %iterArg_141, %iterArg_142, %iterArg_143, %iterArg_144, %iterArg_145, %iterArg_146, %iterArg_147, %iterArg_148, %iterArg_149, %iterArg_150, %iterArg_151, %iterArg_152, %iterArg_153, %iterArg_154, %iterArg_155, %iterArg_156, %iterArg_157, %iterArg_158, %367, %357#0, %358, %359, %360, %361, %362, %363, %364, %365, %366 : tensor<32x1x128x512xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x512xf32>, tensor<32x1x1x512xf32>, tensor<32x1x128x512xf32>, tensor<32x512x512xf32>, tensor<32x1x128x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x128x8x64xf32>, tensor<32x1x8x128x128xf32>, tensor<32x1x8x128x1xf32>, tensor<32x1x8x128x1xf32>, tensor<32x1x8x128x128xf32>, tensor<32x1x128x8x64xf32>, tensor<32x512x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x1xf32>, tensor<32x1x128x512xf32>, tensor<32x1x1x512xf32>, tensor<32x1x128x512xf32>, tensor<32x512x2048xf32>, tensor<32x1x128x512xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x512x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x1x128x2048xf32>, tensor<32x2048x512xf32>, tensor<32x1x128x2048xf32>, tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<i32>, tensor<1x128x512xf32>, tensor<32x2048x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<32x512xf32>, tensor<32x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>
    }
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %67 = "stablehlo.scatter"(%66, %5, %65#38) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg33: tensor<f32>, %arg34: tensor<f32>):
      %320 = stablehlo.add %arg33, %arg34 : tensor<f32>
      stablehlo.return %320 : tensor<f32>
    }) : (tensor<4096x512xf32>, tensor<1x128x1xi32>, tensor<1x128x512xf32>) -> tensor<4096x512xf32>
    %68 = stablehlo.add %55, %67 : tensor<4096x512xf32>
    %cst_46 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %70 = stablehlo.multiply %69, %68 : tensor<4096x512xf32>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %72 = stablehlo.multiply %71, %arg11 : tensor<4096x512xf32>
    %73 = stablehlo.add %70, %72 : tensor<4096x512xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %75 = stablehlo.multiply %74, %65#39 : tensor<32x2048x512xf32>
    %cst_49 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %77 = stablehlo.multiply %76, %arg12 : tensor<32x2048x512xf32>
    %78 = stablehlo.add %75, %77 : tensor<32x2048x512xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %80 = stablehlo.multiply %79, %65#40 : tensor<32x512x2048xf32>
    %cst_51 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %82 = stablehlo.multiply %81, %arg13 : tensor<32x512x2048xf32>
    %83 = stablehlo.add %80, %82 : tensor<32x512x2048xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %85 = stablehlo.multiply %84, %65#41 : tensor<32x512x512xf32>
    %cst_53 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %87 = stablehlo.multiply %86, %arg14 : tensor<32x512x512xf32>
    %88 = stablehlo.add %85, %87 : tensor<32x512x512xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %90 = stablehlo.multiply %89, %65#42 : tensor<32x512xf32>
    %cst_55 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %92 = stablehlo.multiply %91, %arg15 : tensor<32x512xf32>
    %93 = stablehlo.add %90, %92 : tensor<32x512xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %95 = stablehlo.multiply %94, %65#43 : tensor<32x512xf32>
    %cst_57 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %97 = stablehlo.multiply %96, %arg16 : tensor<32x512xf32>
    %98 = stablehlo.add %95, %97 : tensor<32x512xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %100 = stablehlo.multiply %99, %65#44 : tensor<32x512x512xf32>
    %cst_59 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %102 = stablehlo.multiply %101, %arg17 : tensor<32x512x512xf32>
    %103 = stablehlo.add %100, %102 : tensor<32x512x512xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %105 = stablehlo.multiply %104, %65#45 : tensor<32x512x512xf32>
    %cst_61 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %107 = stablehlo.multiply %106, %arg18 : tensor<32x512x512xf32>
    %108 = stablehlo.add %105, %107 : tensor<32x512x512xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %110 = stablehlo.multiply %109, %65#46 : tensor<32x512x2048xf32>
    %cst_63 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %112 = stablehlo.multiply %111, %arg19 : tensor<32x512x2048xf32>
    %113 = stablehlo.add %110, %112 : tensor<32x512x2048xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %115 = stablehlo.multiply %114, %65#47 : tensor<32x512x512xf32>
    %cst_65 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %117 = stablehlo.multiply %116, %arg20 : tensor<32x512x512xf32>
    %118 = stablehlo.add %115, %117 : tensor<32x512x512xf32>
    %119 = stablehlo.multiply %68, %68 : tensor<4096x512xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %121 = stablehlo.multiply %120, %119 : tensor<4096x512xf32>
    %cst_67 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %123 = stablehlo.multiply %122, %arg21 : tensor<4096x512xf32>
    %124 = stablehlo.add %121, %123 : tensor<4096x512xf32>
    %125 = stablehlo.multiply %65#39, %65#39 : tensor<32x2048x512xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %127 = stablehlo.multiply %126, %125 : tensor<32x2048x512xf32>
    %cst_69 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %129 = stablehlo.multiply %128, %arg22 : tensor<32x2048x512xf32>
    %130 = stablehlo.add %127, %129 : tensor<32x2048x512xf32>
    %131 = stablehlo.multiply %65#40, %65#40 : tensor<32x512x2048xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %133 = stablehlo.multiply %132, %131 : tensor<32x512x2048xf32>
    %cst_71 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %135 = stablehlo.multiply %134, %arg23 : tensor<32x512x2048xf32>
    %136 = stablehlo.add %133, %135 : tensor<32x512x2048xf32>
    %137 = stablehlo.multiply %65#41, %65#41 : tensor<32x512x512xf32>
    %cst_72 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %139 = stablehlo.multiply %138, %137 : tensor<32x512x512xf32>
    %cst_73 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %141 = stablehlo.multiply %140, %arg24 : tensor<32x512x512xf32>
    %142 = stablehlo.add %139, %141 : tensor<32x512x512xf32>
    %143 = stablehlo.multiply %65#42, %65#42 : tensor<32x512xf32>
    %cst_74 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %145 = stablehlo.multiply %144, %143 : tensor<32x512xf32>
    %cst_75 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %147 = stablehlo.multiply %146, %arg25 : tensor<32x512xf32>
    %148 = stablehlo.add %145, %147 : tensor<32x512xf32>
    %149 = stablehlo.multiply %65#43, %65#43 : tensor<32x512xf32>
    %cst_76 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %151 = stablehlo.multiply %150, %149 : tensor<32x512xf32>
    %cst_77 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %153 = stablehlo.multiply %152, %arg26 : tensor<32x512xf32>
    %154 = stablehlo.add %151, %153 : tensor<32x512xf32>
    %155 = stablehlo.multiply %65#44, %65#44 : tensor<32x512x512xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %157 = stablehlo.multiply %156, %155 : tensor<32x512x512xf32>
    %cst_79 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %159 = stablehlo.multiply %158, %arg27 : tensor<32x512x512xf32>
    %160 = stablehlo.add %157, %159 : tensor<32x512x512xf32>
    %161 = stablehlo.multiply %65#45, %65#45 : tensor<32x512x512xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %163 = stablehlo.multiply %162, %161 : tensor<32x512x512xf32>
    %cst_81 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %165 = stablehlo.multiply %164, %arg28 : tensor<32x512x512xf32>
    %166 = stablehlo.add %163, %165 : tensor<32x512x512xf32>
    %167 = stablehlo.multiply %65#46, %65#46 : tensor<32x512x2048xf32>
    %cst_82 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %169 = stablehlo.multiply %168, %167 : tensor<32x512x2048xf32>
    %cst_83 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %171 = stablehlo.multiply %170, %arg29 : tensor<32x512x2048xf32>
    %172 = stablehlo.add %169, %171 : tensor<32x512x2048xf32>
    %173 = stablehlo.multiply %65#47, %65#47 : tensor<32x512x512xf32>
    %cst_84 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %175 = stablehlo.multiply %174, %173 : tensor<32x512x512xf32>
    %cst_85 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %177 = stablehlo.multiply %176, %arg30 : tensor<32x512x512xf32>
    %178 = stablehlo.add %175, %177 : tensor<32x512x512xf32>
    %c_86 = stablehlo.constant dense<2147483647> : tensor<i32>
    %179 = stablehlo.compare LT, %arg10, %c_86, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_87 = stablehlo.constant dense<1> : tensor<i32>
    %180 = stablehlo.add %arg10, %c_87 : tensor<i32>
    %c_88 = stablehlo.constant dense<2147483647> : tensor<i32>
    %181 = call @_where_27(%179, %180, %c_88) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %182 = stablehlo.convert %181 : (tensor<i32>) -> tensor<f32>
    %cst_89 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %183 = stablehlo.convert %181 : (tensor<i32>) -> tensor<f32>
    %184 = stablehlo.power %cst_89, %183 : tensor<f32>
    %cst_90 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %185 = stablehlo.subtract %cst_90, %184 : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %187 = stablehlo.divide %73, %186 : tensor<4096x512xf32>
    %188 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %189 = stablehlo.divide %78, %188 : tensor<32x2048x512xf32>
    %190 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %191 = stablehlo.divide %83, %190 : tensor<32x512x2048xf32>
    %192 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %193 = stablehlo.divide %88, %192 : tensor<32x512x512xf32>
    %194 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %195 = stablehlo.divide %93, %194 : tensor<32x512xf32>
    %196 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %197 = stablehlo.divide %98, %196 : tensor<32x512xf32>
    %198 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %199 = stablehlo.divide %103, %198 : tensor<32x512x512xf32>
    %200 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %201 = stablehlo.divide %108, %200 : tensor<32x512x512xf32>
    %202 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %203 = stablehlo.divide %113, %202 : tensor<32x512x2048xf32>
    %204 = stablehlo.broadcast_in_dim %185, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %205 = stablehlo.divide %118, %204 : tensor<32x512x512xf32>
    %206 = stablehlo.convert %181 : (tensor<i32>) -> tensor<f32>
    %cst_91 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %207 = stablehlo.convert %181 : (tensor<i32>) -> tensor<f32>
    %208 = stablehlo.power %cst_91, %207 : tensor<f32>
    %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %209 = stablehlo.subtract %cst_92, %208 : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %211 = stablehlo.divide %124, %210 : tensor<4096x512xf32>
    %212 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %213 = stablehlo.divide %130, %212 : tensor<32x2048x512xf32>
    %214 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %215 = stablehlo.divide %136, %214 : tensor<32x512x2048xf32>
    %216 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %217 = stablehlo.divide %142, %216 : tensor<32x512x512xf32>
    %218 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %219 = stablehlo.divide %148, %218 : tensor<32x512xf32>
    %220 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %221 = stablehlo.divide %154, %220 : tensor<32x512xf32>
    %222 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %223 = stablehlo.divide %160, %222 : tensor<32x512x512xf32>
    %224 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %225 = stablehlo.divide %166, %224 : tensor<32x512x512xf32>
    %226 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %227 = stablehlo.divide %172, %226 : tensor<32x512x2048xf32>
    %228 = stablehlo.broadcast_in_dim %209, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %229 = stablehlo.divide %178, %228 : tensor<32x512x512xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %231 = stablehlo.add %211, %230 : tensor<4096x512xf32>
    %232 = stablehlo.sqrt %231 : tensor<4096x512xf32>
    %cst_94 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %234 = stablehlo.add %232, %233 : tensor<4096x512xf32>
    %235 = stablehlo.divide %187, %234 : tensor<4096x512xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %236 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %237 = stablehlo.add %213, %236 : tensor<32x2048x512xf32>
    %238 = stablehlo.sqrt %237 : tensor<32x2048x512xf32>
    %cst_96 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %240 = stablehlo.add %238, %239 : tensor<32x2048x512xf32>
    %241 = stablehlo.divide %189, %240 : tensor<32x2048x512xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %243 = stablehlo.add %215, %242 : tensor<32x512x2048xf32>
    %244 = stablehlo.sqrt %243 : tensor<32x512x2048xf32>
    %cst_98 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %246 = stablehlo.add %244, %245 : tensor<32x512x2048xf32>
    %247 = stablehlo.divide %191, %246 : tensor<32x512x2048xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %249 = stablehlo.add %217, %248 : tensor<32x512x512xf32>
    %250 = stablehlo.sqrt %249 : tensor<32x512x512xf32>
    %cst_100 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %252 = stablehlo.add %250, %251 : tensor<32x512x512xf32>
    %253 = stablehlo.divide %193, %252 : tensor<32x512x512xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %255 = stablehlo.add %219, %254 : tensor<32x512xf32>
    %256 = stablehlo.sqrt %255 : tensor<32x512xf32>
    %cst_102 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %258 = stablehlo.add %256, %257 : tensor<32x512xf32>
    %259 = stablehlo.divide %195, %258 : tensor<32x512xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %261 = stablehlo.add %221, %260 : tensor<32x512xf32>
    %262 = stablehlo.sqrt %261 : tensor<32x512xf32>
    %cst_104 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %264 = stablehlo.add %262, %263 : tensor<32x512xf32>
    %265 = stablehlo.divide %197, %264 : tensor<32x512xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %266 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %267 = stablehlo.add %223, %266 : tensor<32x512x512xf32>
    %268 = stablehlo.sqrt %267 : tensor<32x512x512xf32>
    %cst_106 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %270 = stablehlo.add %268, %269 : tensor<32x512x512xf32>
    %271 = stablehlo.divide %199, %270 : tensor<32x512x512xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %273 = stablehlo.add %225, %272 : tensor<32x512x512xf32>
    %274 = stablehlo.sqrt %273 : tensor<32x512x512xf32>
    %cst_108 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %276 = stablehlo.add %274, %275 : tensor<32x512x512xf32>
    %277 = stablehlo.divide %201, %276 : tensor<32x512x512xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %279 = stablehlo.add %227, %278 : tensor<32x512x2048xf32>
    %280 = stablehlo.sqrt %279 : tensor<32x512x2048xf32>
    %cst_110 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %282 = stablehlo.add %280, %281 : tensor<32x512x2048xf32>
    %283 = stablehlo.divide %203, %282 : tensor<32x512x2048xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %285 = stablehlo.add %229, %284 : tensor<32x512x512xf32>
    %286 = stablehlo.sqrt %285 : tensor<32x512x512xf32>
    %cst_112 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %288 = stablehlo.add %286, %287 : tensor<32x512x512xf32>
    %289 = stablehlo.divide %205, %288 : tensor<32x512x512xf32>
    %cst_113 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<4096x512xf32>
    %291 = stablehlo.multiply %290, %235 : tensor<4096x512xf32>
    %cst_114 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<32x2048x512xf32>
    %293 = stablehlo.multiply %292, %241 : tensor<32x2048x512xf32>
    %cst_115 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %295 = stablehlo.multiply %294, %247 : tensor<32x512x2048xf32>
    %cst_116 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %296 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %297 = stablehlo.multiply %296, %253 : tensor<32x512x512xf32>
    %cst_117 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %299 = stablehlo.multiply %298, %259 : tensor<32x512xf32>
    %cst_118 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %300 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<32x512xf32>
    %301 = stablehlo.multiply %300, %265 : tensor<32x512xf32>
    %cst_119 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %303 = stablehlo.multiply %302, %271 : tensor<32x512x512xf32>
    %cst_120 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %305 = stablehlo.multiply %304, %277 : tensor<32x512x512xf32>
    %cst_121 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %306 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<32x512x2048xf32>
    %307 = stablehlo.multiply %306, %283 : tensor<32x512x2048xf32>
    %cst_122 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<32x512x512xf32>
    %309 = stablehlo.multiply %308, %289 : tensor<32x512x512xf32>
    %310 = stablehlo.add %arg0, %291 : tensor<4096x512xf32>
    %311 = stablehlo.add %arg1, %293 : tensor<32x2048x512xf32>
    %312 = stablehlo.add %arg2, %295 : tensor<32x512x2048xf32>
    %313 = stablehlo.add %arg3, %297 : tensor<32x512x512xf32>
    %314 = stablehlo.add %arg4, %299 : tensor<32x512xf32>
    %315 = stablehlo.add %arg5, %301 : tensor<32x512xf32>
    %316 = stablehlo.add %arg6, %303 : tensor<32x512x512xf32>
    %317 = stablehlo.add %arg7, %305 : tensor<32x512x512xf32>
    %318 = stablehlo.add %arg8, %307 : tensor<32x512x2048xf32>
    %319 = stablehlo.add %arg9, %309 : tensor<32x512x512xf32>
    return %310, %311, %312, %313, %314, %315, %316, %317, %318, %319, %181, %73, %78, %83, %88, %93, %98, %103, %108, %113, %118, %124, %130, %136, %142, %148, %154, %160, %166, %172, %178 : tensor<4096x512xf32>, tensor<32x2048x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<32x512xf32>, tensor<32x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<i32>, tensor<4096x512xf32>, tensor<32x2048x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<32x512xf32>, tensor<32x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<4096x512xf32>, tensor<32x2048x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>, tensor<32x512xf32>, tensor<32x512xf32>, tensor<32x512x512xf32>, tensor<32x512x512xf32>, tensor<32x512x2048xf32>, tensor<32x512x512xf32>
  }
  func.func private @tril(%arg0: tensor<128x128xi1>) -> tensor<128x128xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<128x128xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<128x128xi32>
    %2 = stablehlo.add %0, %1 : tensor<128x128xi32>
    %3 = stablehlo.iota dim = 1 : tensor<128x128xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<128x128xi32>, tensor<128x128xi32>) -> tensor<128x128xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<128x128xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<128x128xi1>, tensor<128x128xi1>
    return %6 : tensor<128x128xi1>
  }
  func.func private @_where(%arg0: tensor<128x128xi1>, %arg1: tensor<f32>) -> (tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<1x8x128x128xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<128x128xi1>) -> tensor<1x8x128x128xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x8x128x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x8x128x128xf32>
    return %1, %3, %2 : tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<1x8x128x128xf32>
  }
  func.func private @silu() {
    return
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<32x2048x512xf32>, %arg1: tensor<i32>) -> tensor<2048x512xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2048, 512] : (tensor<32x2048x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2048x512xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2048x512xf32>) -> tensor<2048x512xf32>
    return %1 : tensor<2048x512xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<32x512x2048xf32>, %arg1: tensor<i32>) -> tensor<512x2048xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 512, 2048] : (tensor<32x512x2048xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x2048xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x512x2048xf32>) -> tensor<512x2048xf32>
    return %1 : tensor<512x2048xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<32x512x512xf32>, %arg1: tensor<i32>) -> tensor<512x512xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 512, 512] : (tensor<32x512x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x512x512xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x512x512xf32>) -> tensor<512x512xf32>
    return %1 : tensor<512x512xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<32x512xf32>, %arg1: tensor<i32>) -> tensor<512xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 512] : (tensor<32x512xf32>, tensor<i32>, tensor<i32>) -> tensor<1x512xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x512xf32>) -> tensor<512xf32>
    return %1 : tensor<512xf32>
  }
  func.func private @closed_call(%arg0: tensor<1x8x128x128xi1>, %arg1: tensor<1x8x128x128xf32>, %arg2: tensor<1x128x512xf32>, %arg3: tensor<2048x512xf32>, %arg4: tensor<512x2048xf32>, %arg5: tensor<512x512xf32>, %arg6: tensor<512xf32>, %arg7: tensor<512xf32>, %arg8: tensor<512x512xf32>, %arg9: tensor<512x512xf32>, %arg10: tensor<512x2048xf32>, %arg11: tensor<512x512xf32>) -> (tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1x128x1xf32>, tensor<1x128x512xf32>, tensor<1x1x512xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x8x64xf32>, tensor<1x128x8x64xf32>, tensor<1x8x128x128xf32>, tensor<1x8x128x1xf32>, tensor<1x8x128x1xf32>, tensor<1x8x128x128xf32>, tensor<1x128x8x64xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1x128x1xf32>, tensor<1x128x512xf32>, tensor<1x1x512xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>) {
    %0 = chlo.square %arg2 : tensor<1x128x512xf32> -> tensor<1x128x512xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x128x512xf32>
    %2 = stablehlo.multiply %1, %arg2 : tensor<1x128x512xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%0 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<1x128x512xf32>, tensor<f32>) -> tensor<1x128xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %cst_1 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %6 = stablehlo.divide %4, %5 : tensor<1x128x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %8 = stablehlo.add %6, %7 : tensor<1x128x1xf32>
    %9 = stablehlo.rsqrt %8 : tensor<1x128x1xf32>
    %10 = stablehlo.divide %9, %8 : tensor<1x128x1xf32>
    %cst_3 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<1x128x1xf32>
    %13 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x512xf32>
    %14 = stablehlo.multiply %arg2, %13 : tensor<1x128x512xf32>
    %15 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<1x128x512xf32>
    %17 = stablehlo.multiply %14, %16 : tensor<1x128x512xf32>
    %18 = stablehlo.dot_general %17, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x512xf32>) -> tensor<1x128x512xf32>
    %19 = stablehlo.reshape %18 : (tensor<1x128x512xf32>) -> tensor<1x128x8x64xf32>
    %20 = stablehlo.dot_general %17, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x512xf32>) -> tensor<1x128x512xf32>
    %21 = stablehlo.reshape %20 : (tensor<1x128x512xf32>) -> tensor<1x128x8x64xf32>
    %22 = stablehlo.dot_general %17, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x512xf32>) -> tensor<1x128x512xf32>
    %23 = stablehlo.reshape %22 : (tensor<1x128x512xf32>) -> tensor<1x128x8x64xf32>
    %24 = stablehlo.dot_general %19, %21, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x128x8x64xf32>, tensor<1x128x8x64xf32>) -> tensor<1x8x128x128xf32>
    %cst_4 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1x8x128x128xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<1x8x128x128xf32>
    %27 = call @_where_3(%26, %arg0, %arg1) : (tensor<1x8x128x128xf32>, tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>) -> tensor<1x8x128x128xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<1x8x128x128xf32>, tensor<f32>) -> tensor<1x8x128xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<1x8x128xf32>
    %30 = stablehlo.maximum %29, %28 : tensor<1x8x128xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x8x128xf32>) -> tensor<1x8x128x1xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x8x128x1xf32>) -> tensor<1x8x128x128xf32>
    %33 = stablehlo.subtract %27, %32 : tensor<1x8x128x128xf32>
    %34 = stablehlo.exponential %33 : tensor<1x8x128x128xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<1x8x128x128xf32>, tensor<f32>) -> tensor<1x8x128xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<1x8x128xf32>) -> tensor<1x8x128x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2, 3] : (tensor<1x8x128x1xf32>) -> tensor<1x8x128x128xf32>
    %38 = stablehlo.divide %34, %37 : tensor<1x8x128x128xf32>
    %39 = stablehlo.multiply %36, %36 : tensor<1x8x128x1xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1x8x128x1xf32>
    %41 = stablehlo.divide %40, %39 : tensor<1x8x128x1xf32>
    %42 = stablehlo.dot_general %23, %38, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x128x8x64xf32>, tensor<1x8x128x128xf32>) -> tensor<1x8x64x128xf32>
    %43 = stablehlo.transpose %42, dims = [0, 3, 1, 2] : (tensor<1x8x64x128xf32>) -> tensor<1x128x8x64xf32>
    %44 = stablehlo.reshape %43 : (tensor<1x128x8x64xf32>) -> tensor<1x128x512xf32>
    %45 = stablehlo.dot_general %44, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x512xf32>) -> tensor<1x128x512xf32>
    %46 = stablehlo.add %arg2, %45 : tensor<1x128x512xf32>
    %47 = chlo.square %46 : tensor<1x128x512xf32> -> tensor<1x128x512xf32>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<1x128x512xf32>
    %49 = stablehlo.multiply %48, %46 : tensor<1x128x512xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<1x128x512xf32>, tensor<f32>) -> tensor<1x128xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %cst_11 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %53 = stablehlo.divide %51, %52 : tensor<1x128x1xf32>
    %cst_12 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %55 = stablehlo.add %53, %54 : tensor<1x128x1xf32>
    %56 = stablehlo.rsqrt %55 : tensor<1x128x1xf32>
    %57 = stablehlo.divide %56, %55 : tensor<1x128x1xf32>
    %cst_13 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %59 = stablehlo.multiply %58, %57 : tensor<1x128x1xf32>
    %60 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x512xf32>
    %61 = stablehlo.multiply %46, %60 : tensor<1x128x512xf32>
    %62 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<1x128x512xf32>
    %64 = stablehlo.multiply %61, %63 : tensor<1x128x512xf32>
    %65 = stablehlo.dot_general %64, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x2048xf32>) -> tensor<1x128x2048xf32>
    %66:3 = call @silu_4(%65) : (tensor<1x128x2048xf32>) -> (tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>)
    %67 = stablehlo.dot_general %64, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x2048xf32>) -> tensor<1x128x2048xf32>
    %68 = stablehlo.multiply %66#0, %67 : tensor<1x128x2048xf32>
    %69 = stablehlo.dot_general %68, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x128x2048xf32>, tensor<2048x512xf32>) -> tensor<1x128x512xf32>
    %70 = stablehlo.add %46, %69 : tensor<1x128x512xf32>
    return %70, %2, %12, %9, %arg2, %15, %14, %17, %21, %19, %34, %36, %41, %38, %23, %44, %49, %59, %56, %46, %62, %61, %64, %66#1, %66#2, %65, %67, %66#0, %68 : tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1x128x1xf32>, tensor<1x128x512xf32>, tensor<1x1x512xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x8x64xf32>, tensor<1x128x8x64xf32>, tensor<1x8x128x128xf32>, tensor<1x8x128x1xf32>, tensor<1x8x128x1xf32>, tensor<1x8x128x128xf32>, tensor<1x128x8x64xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x1xf32>, tensor<1x128x1xf32>, tensor<1x128x512xf32>, tensor<1x1x512xf32>, tensor<1x128x512xf32>, tensor<1x128x512xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>
  }
  func.func private @_where_3(%arg0: tensor<1x8x128x128xf32>, %arg1: tensor<1x8x128x128xi1>, %arg2: tensor<1x8x128x128xf32>) -> tensor<1x8x128x128xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>
    return %0 : tensor<1x8x128x128xf32>
  }
  func.func private @silu_4(%arg0: tensor<1x128x2048xf32>) -> (tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<1x128x2048xf32>
    %1 = stablehlo.exponential %0 : tensor<1x128x2048xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x128x2048xf32>
    %3 = stablehlo.add %2, %1 : tensor<1x128x2048xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x128x2048xf32>
    %5 = stablehlo.divide %4, %3 : tensor<1x128x2048xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<1x128x2048xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<1x128x2048xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<1x128x2048xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<1x128x2048xf32>
    return %9, %8, %5 : tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<32x1x128x512xf32>, %arg1: tensor<1x128x512xf32>, %arg2: tensor<i32>) -> tensor<32x1x128x512xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x128x512xf32>) -> tensor<1x1x128x512xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<32x1x128x512xf32>, tensor<1x1x128x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x1x128x512xf32>
    return %1 : tensor<32x1x128x512xf32>
  }
  func.func private @dynamic_update_index_in_dim_5(%arg0: tensor<32x1x128x1xf32>, %arg1: tensor<1x128x1xf32>, %arg2: tensor<i32>) -> tensor<32x1x128x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x128x1xf32>) -> tensor<1x1x128x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<32x1x128x1xf32>, tensor<1x1x128x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x1x128x1xf32>
    return %1 : tensor<32x1x128x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_6(%arg0: tensor<32x1x1x512xf32>, %arg1: tensor<1x1x512xf32>, %arg2: tensor<i32>) -> tensor<32x1x1x512xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x512xf32>) -> tensor<1x1x1x512xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<32x1x1x512xf32>, tensor<1x1x1x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x1x1x512xf32>
    return %1 : tensor<32x1x1x512xf32>
  }
  func.func private @dynamic_update_index_in_dim_7(%arg0: tensor<32x1x128x8x64xf32>, %arg1: tensor<1x128x8x64xf32>, %arg2: tensor<i32>) -> tensor<32x1x128x8x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<1x128x8x64xf32>) -> tensor<1x1x128x8x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<32x1x128x8x64xf32>, tensor<1x1x128x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x1x128x8x64xf32>
    return %1 : tensor<32x1x128x8x64xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<32x1x8x128x128xf32>, %arg1: tensor<1x8x128x128xf32>, %arg2: tensor<i32>) -> tensor<32x1x8x128x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<1x8x128x128xf32>) -> tensor<1x1x8x128x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<32x1x8x128x128xf32>, tensor<1x1x8x128x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x1x8x128x128xf32>
    return %1 : tensor<32x1x8x128x128xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<32x1x8x128x1xf32>, %arg1: tensor<1x8x128x1xf32>, %arg2: tensor<i32>) -> tensor<32x1x8x128x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<1x8x128x1xf32>) -> tensor<1x1x8x128x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<32x1x8x128x1xf32>, tensor<1x1x8x128x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x1x8x128x1xf32>
    return %1 : tensor<32x1x8x128x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<32x1x128x2048xf32>, %arg1: tensor<1x128x2048xf32>, %arg2: tensor<i32>) -> tensor<32x1x128x2048xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x128x2048xf32>) -> tensor<1x1x128x2048xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<32x1x128x2048xf32>, tensor<1x1x128x2048xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x1x128x2048xf32>
    return %1 : tensor<32x1x128x2048xf32>
  }
  func.func private @log_softmax(%arg0: tensor<1x128x4096xf32>) -> (tensor<1x128x4096xf32>, tensor<1x128x4096xf32>, tensor<1x128x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<1x128x4096xf32>, tensor<f32>) -> tensor<1x128xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x128xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<1x128xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x4096xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<1x128x4096xf32>
    %6 = stablehlo.exponential %5 : tensor<1x128x4096xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<1x128x4096xf32>, tensor<f32>) -> tensor<1x128xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %9 = stablehlo.log %8 : tensor<1x128x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x4096xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<1x128x4096xf32>
    return %11, %6, %8 : tensor<1x128x4096xf32>, tensor<1x128x4096xf32>, tensor<1x128x1xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<1x128x4096xf32>, %arg1: tensor<1x128x1xi32>) -> (tensor<1x128x1xf32>, tensor<128x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x128x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<1x128x1xi32>, tensor<1x128x1xi32>) -> tensor<1x128x1xi1>
    %c_0 = stablehlo.constant dense<4096> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1x128x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<1x128x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<1x128x1xi1>, tensor<1x128x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<1x128x1xi32>) -> tensor<128x1x1xi32>
    %c_1 = stablehlo.constant dense<4095> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<128x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<128x1x1xi32>, tensor<128x1x1xi32>) -> tensor<128x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<128x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<128x1x1xi32>, tensor<128x1x1xi32>) -> tensor<128x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<128x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<128x1x1xi1>, tensor<i1>) -> tensor<128x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x128x4096xf32>, tensor<128x1x1xi32>) -> tensor<1x128x1xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [1, 2] : (tensor<128x1xi1>) -> tensor<1x128x1xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<1x128x1xi1>, tensor<1x128x1xf32>
    return %16, %5 : tensor<1x128x1xf32>, tensor<128x1x1xi32>
  }
  func.func private @take_along_axis_11(%arg0: tensor<128x1x1xi32>, %arg1: tensor<1x128x1xf32>) -> tensor<1x128x4096xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x128x4096xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [2], input_batching_dims = [1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<1x128x4096xf32>, tensor<128x1x1xi32>, tensor<1x128x1xf32>) -> tensor<1x128x4096xf32>
    return %1 : tensor<1x128x4096xf32>
  }
  func.func private @log_softmax_12(%arg0: tensor<1x128x4096xf32>, %arg1: tensor<1x128x1xf32>, %arg2: tensor<1x128x4096xf32>) -> tensor<1x128x4096xf32> {
    %0 = stablehlo.negate %arg2 : tensor<1x128x4096xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<1x128x4096xf32>, tensor<f32>) -> tensor<1x128xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<1x128x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x4096xf32>
    %7 = stablehlo.multiply %6, %arg0 : tensor<1x128x4096xf32>
    %8 = stablehlo.add %arg2, %7 : tensor<1x128x4096xf32>
    return %8 : tensor<1x128x4096xf32>
  }
  func.func private @dynamic_index_in_dim_13(%arg0: tensor<32x1x128x512xf32>, %arg1: tensor<i32>) -> tensor<1x128x512xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 128, 512] : (tensor<32x1x128x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x128x512xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x128x512xf32>) -> tensor<1x128x512xf32>
    return %1 : tensor<1x128x512xf32>
  }
  func.func private @dynamic_index_in_dim_14(%arg0: tensor<32x1x128x1xf32>, %arg1: tensor<i32>) -> tensor<1x128x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 128, 1] : (tensor<32x1x128x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x128x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x128x1xf32>) -> tensor<1x128x1xf32>
    return %1 : tensor<1x128x1xf32>
  }
  func.func private @dynamic_index_in_dim_15(%arg0: tensor<32x1x1x512xf32>, %arg1: tensor<i32>) -> tensor<1x1x512xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 512] : (tensor<32x1x1x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x512xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x512xf32>) -> tensor<1x1x512xf32>
    return %1 : tensor<1x1x512xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<32x1x128x8x64xf32>, %arg1: tensor<i32>) -> tensor<1x128x8x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 1, 128, 8, 64] : (tensor<32x1x128x8x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x128x8x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x128x8x64xf32>) -> tensor<1x128x8x64xf32>
    return %1 : tensor<1x128x8x64xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<32x1x8x128x128xf32>, %arg1: tensor<i32>) -> tensor<1x8x128x128xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 1, 8, 128, 128] : (tensor<32x1x8x128x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x8x128x128xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x8x128x128xf32>) -> tensor<1x8x128x128xf32>
    return %1 : tensor<1x8x128x128xf32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<32x1x8x128x1xf32>, %arg1: tensor<i32>) -> tensor<1x8x128x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 1, 8, 128, 1] : (tensor<32x1x8x128x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x8x128x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x8x128x1xf32>) -> tensor<1x8x128x1xf32>
    return %1 : tensor<1x8x128x1xf32>
  }
  func.func private @dynamic_index_in_dim_19(%arg0: tensor<32x1x128x2048xf32>, %arg1: tensor<i32>) -> tensor<1x128x2048xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 128, 2048] : (tensor<32x1x128x2048xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x128x2048xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x128x2048xf32>) -> tensor<1x128x2048xf32>
    return %1 : tensor<1x128x2048xf32>
  }
  func.func private @closed_call_20(%arg0: tensor<1x8x128x128xi1>, %arg1: tensor<1x8x128x128xf32>, %arg2: tensor<1x128x512xf32>, %arg3: tensor<1x128x512xf32>, %arg4: tensor<1x128x1xf32>, %arg5: tensor<1x128x1xf32>, %arg6: tensor<1x128x512xf32>, %arg7: tensor<1x1x512xf32>, %arg8: tensor<1x128x512xf32>, %arg9: tensor<512x512xf32>, %arg10: tensor<1x128x512xf32>, %arg11: tensor<512x512xf32>, %arg12: tensor<512x512xf32>, %arg13: tensor<1x128x8x64xf32>, %arg14: tensor<1x128x8x64xf32>, %arg15: tensor<1x8x128x128xf32>, %arg16: tensor<1x8x128x1xf32>, %arg17: tensor<1x8x128x1xf32>, %arg18: tensor<1x8x128x128xf32>, %arg19: tensor<1x128x8x64xf32>, %arg20: tensor<512x512xf32>, %arg21: tensor<1x128x512xf32>, %arg22: tensor<1x128x512xf32>, %arg23: tensor<1x128x1xf32>, %arg24: tensor<1x128x1xf32>, %arg25: tensor<1x128x512xf32>, %arg26: tensor<1x1x512xf32>, %arg27: tensor<1x128x512xf32>, %arg28: tensor<512x2048xf32>, %arg29: tensor<1x128x512xf32>, %arg30: tensor<1x128x2048xf32>, %arg31: tensor<1x128x2048xf32>, %arg32: tensor<1x128x2048xf32>, %arg33: tensor<512x2048xf32>, %arg34: tensor<1x128x2048xf32>, %arg35: tensor<1x128x2048xf32>, %arg36: tensor<2048x512xf32>, %arg37: tensor<1x128x2048xf32>) -> (tensor<1x128x512xf32>, tensor<2048x512xf32>, tensor<512x2048xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x2048xf32>, tensor<512x512xf32>) {
    %0 = stablehlo.dot_general %arg2, %arg37, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<1x128x2048xf32>) -> tensor<512x2048xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<512x2048xf32>) -> tensor<2048x512xf32>
    %2 = stablehlo.dot_general %arg2, %arg36, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<2048x512xf32>) -> tensor<1x128x2048xf32>
    %3 = stablehlo.multiply %arg35, %2 : tensor<1x128x2048xf32>
    %4 = stablehlo.multiply %2, %arg34 : tensor<1x128x2048xf32>
    %5 = stablehlo.dot_general %3, %arg29, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x2048xf32>, tensor<1x128x512xf32>) -> tensor<2048x512xf32>
    %6 = stablehlo.transpose %5, dims = [1, 0] : (tensor<2048x512xf32>) -> tensor<512x2048xf32>
    %7 = stablehlo.dot_general %3, %arg33, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x2048xf32>, tensor<512x2048xf32>) -> tensor<1x128x512xf32>
    %8 = call @silu_21(%arg30, %arg31, %arg32, %4) : (tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>, tensor<1x128x2048xf32>) -> tensor<1x128x2048xf32>
    %9 = stablehlo.dot_general %8, %arg29, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x2048xf32>, tensor<1x128x512xf32>) -> tensor<2048x512xf32>
    %10 = stablehlo.transpose %9, dims = [1, 0] : (tensor<2048x512xf32>) -> tensor<512x2048xf32>
    %11 = stablehlo.dot_general %8, %arg28, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x2048xf32>, tensor<512x2048xf32>) -> tensor<1x128x512xf32>
    %12 = stablehlo.add %7, %11 : tensor<1x128x512xf32>
    %13 = stablehlo.multiply %arg27, %12 : tensor<1x128x512xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<1x128x512xf32>, tensor<f32>) -> tensor<1x512xf32>
    %15 = stablehlo.reshape %14 : (tensor<1x512xf32>) -> tensor<1x1x512xf32>
    %16 = stablehlo.broadcast_in_dim %arg26, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<1x128x512xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<1x128x512xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %19 = stablehlo.multiply %arg25, %17 : tensor<1x128x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<1x128x512xf32>, tensor<f32>) -> tensor<1x128xf32>
    %21 = stablehlo.reshape %20 : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %22 = stablehlo.broadcast_in_dim %arg24, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x512xf32>
    %23 = stablehlo.multiply %17, %22 : tensor<1x128x512xf32>
    %24 = stablehlo.add %arg2, %23 : tensor<1x128x512xf32>
    %25 = stablehlo.multiply %21, %arg23 : tensor<1x128x1xf32>
    %cst_2 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %27 = stablehlo.divide %25, %26 : tensor<1x128x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x512xf32>
    %31 = stablehlo.multiply %30, %arg22 : tensor<1x128x512xf32>
    %32 = stablehlo.add %24, %31 : tensor<1x128x512xf32>
    %33 = stablehlo.dot_general %32, %arg21, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<1x128x512xf32>) -> tensor<512x512xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %35 = stablehlo.dot_general %32, %arg20, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x512xf32>) -> tensor<1x128x512xf32>
    %36 = stablehlo.reshape %35 : (tensor<1x128x512xf32>) -> tensor<1x128x8x64xf32>
    %37 = stablehlo.transpose %36, dims = [0, 2, 3, 1] : (tensor<1x128x8x64xf32>) -> tensor<1x8x64x128xf32>
    %38 = stablehlo.dot_general %37, %arg19, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x8x64x128xf32>, tensor<1x128x8x64xf32>) -> tensor<1x8x128x128xf32>
    %39 = stablehlo.dot_general %37, %arg18, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x8x64x128xf32>, tensor<1x8x128x128xf32>) -> tensor<1x8x64x128xf32>
    %40 = stablehlo.transpose %39, dims = [0, 3, 1, 2] : (tensor<1x8x64x128xf32>) -> tensor<1x128x8x64xf32>
    %41 = stablehlo.broadcast_in_dim %arg17, dims = [0, 1, 2, 3] : (tensor<1x8x128x1xf32>) -> tensor<1x8x128x128xf32>
    %42 = stablehlo.multiply %38, %41 : tensor<1x8x128x128xf32>
    %43 = stablehlo.multiply %42, %arg15 : tensor<1x8x128x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<1x8x128x128xf32>, tensor<f32>) -> tensor<1x8x128xf32>
    %45 = stablehlo.reshape %44 : (tensor<1x8x128xf32>) -> tensor<1x8x128x1xf32>
    %46 = stablehlo.negate %45 : tensor<1x8x128x1xf32>
    %47 = stablehlo.broadcast_in_dim %arg16, dims = [0, 1, 2, 3] : (tensor<1x8x128x1xf32>) -> tensor<1x8x128x128xf32>
    %48 = stablehlo.divide %38, %47 : tensor<1x8x128x128xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%46 init: %cst_5) applies stablehlo.add across dimensions = [0, 3] : (tensor<1x8x128x1xf32>, tensor<f32>) -> tensor<8x128xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [1, 2] : (tensor<8x128xf32>) -> tensor<1x8x128xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<1x8x128xf32>) -> tensor<1x8x128x128xf32>
    %52 = stablehlo.add %48, %51 : tensor<1x8x128x128xf32>
    %53 = stablehlo.multiply %52, %arg15 : tensor<1x8x128x128xf32>
    %54 = call @_where_22(%arg0, %arg1, %53) : (tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>, tensor<1x8x128x128xf32>) -> tensor<1x8x128x128xf32>
    %cst_6 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<1x8x128x128xf32>
    %56 = stablehlo.multiply %54, %55 : tensor<1x8x128x128xf32>
    %57 = stablehlo.dot_general %56, %arg14, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x8x128x128xf32>, tensor<1x128x8x64xf32>) -> tensor<1x8x128x64xf32>
    %58 = stablehlo.transpose %57, dims = [0, 2, 1, 3] : (tensor<1x8x128x64xf32>) -> tensor<1x128x8x64xf32>
    %59 = stablehlo.dot_general %56, %arg13, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x8x128x128xf32>, tensor<1x128x8x64xf32>) -> tensor<1x8x128x64xf32>
    %60 = stablehlo.transpose %59, dims = [0, 2, 1, 3] : (tensor<1x8x128x64xf32>) -> tensor<1x128x8x64xf32>
    %61 = stablehlo.reshape %40 : (tensor<1x128x8x64xf32>) -> tensor<1x128x512xf32>
    %62 = stablehlo.dot_general %61, %arg10, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<1x128x512xf32>) -> tensor<512x512xf32>
    %63 = stablehlo.transpose %62, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %64 = stablehlo.dot_general %61, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x512xf32>) -> tensor<1x128x512xf32>
    %65 = stablehlo.reshape %58 : (tensor<1x128x8x64xf32>) -> tensor<1x128x512xf32>
    %66 = stablehlo.dot_general %65, %arg10, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<1x128x512xf32>) -> tensor<512x512xf32>
    %67 = stablehlo.transpose %66, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %68 = stablehlo.dot_general %65, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x512xf32>) -> tensor<1x128x512xf32>
    %69 = stablehlo.add %64, %68 : tensor<1x128x512xf32>
    %70 = stablehlo.reshape %60 : (tensor<1x128x8x64xf32>) -> tensor<1x128x512xf32>
    %71 = stablehlo.dot_general %70, %arg10, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<1x128x512xf32>) -> tensor<512x512xf32>
    %72 = stablehlo.transpose %71, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %73 = stablehlo.dot_general %70, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x128x512xf32>, tensor<512x512xf32>) -> tensor<1x128x512xf32>
    %74 = stablehlo.add %69, %73 : tensor<1x128x512xf32>
    %75 = stablehlo.multiply %arg8, %74 : tensor<1x128x512xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<1x128x512xf32>, tensor<f32>) -> tensor<1x512xf32>
    %77 = stablehlo.reshape %76 : (tensor<1x512xf32>) -> tensor<1x1x512xf32>
    %78 = stablehlo.broadcast_in_dim %arg7, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<1x128x512xf32>
    %79 = stablehlo.multiply %74, %78 : tensor<1x128x512xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%77 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %81 = stablehlo.multiply %arg6, %79 : tensor<1x128x512xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<1x128x512xf32>, tensor<f32>) -> tensor<1x128xf32>
    %83 = stablehlo.reshape %82 : (tensor<1x128xf32>) -> tensor<1x128x1xf32>
    %84 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2] : (tensor<1x128x1xf32>) -> tensor<1x128x512xf32>
    %85 = stablehlo.multiply %79, %84 : tensor<1x128x512xf32>
    %86 = stablehlo.add %32, %85 : tensor<1x128x512xf32>
    %87 = stablehlo.multiply %83, %arg4 : tensor<1x128x1xf32>
    %cst_10 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<1x128x1xf32>
    %89 = stablehlo.divide %87, %88 : tensor<1x128x1xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_11) applies stablehlo.add across dimensions = [0, 2] : (tensor<1x128x1xf32>, tensor<f32>) -> tensor<128xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1x128x512xf32>
    %93 = stablehlo.multiply %92, %arg3 : tensor<1x128x512xf32>
    %94 = stablehlo.add %86, %93 : tensor<1x128x512xf32>
    return %94, %1, %10, %67, %80, %18, %34, %72, %6, %63 : tensor<1x128x512xf32>, tensor<2048x512xf32>, tensor<512x2048xf32>, tensor<512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x2048xf32>, tensor<512x512xf32>
  }
  func.func private @silu_21(%arg0: tensor<1x128x2048xf32>, %arg1: tensor<1x128x2048xf32>, %arg2: tensor<1x128x2048xf32>, %arg3: tensor<1x128x2048xf32>) -> tensor<1x128x2048xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<1x128x2048xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<1x128x2048xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<1x128x2048xf32>
    %3 = stablehlo.add %1, %2 : tensor<1x128x2048xf32>
    return %3 : tensor<1x128x2048xf32>
  }
  func.func private @_where_22(%arg0: tensor<1x8x128x128xi1>, %arg1: tensor<1x8x128x128xf32>, %arg2: tensor<1x8x128x128xf32>) -> tensor<1x8x128x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x8x128x128xf32>
    %1 = stablehlo.select %arg0, %arg2, %0 : tensor<1x8x128x128xi1>, tensor<1x8x128x128xf32>
    return %1 : tensor<1x8x128x128xf32>
  }
  func.func private @dynamic_update_index_in_dim_23(%arg0: tensor<32x2048x512xf32>, %arg1: tensor<2048x512xf32>, %arg2: tensor<i32>) -> tensor<32x2048x512xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2048x512xf32>) -> tensor<1x2048x512xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<32x2048x512xf32>, tensor<1x2048x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x2048x512xf32>
    return %1 : tensor<32x2048x512xf32>
  }
  func.func private @dynamic_update_index_in_dim_24(%arg0: tensor<32x512x2048xf32>, %arg1: tensor<512x2048xf32>, %arg2: tensor<i32>) -> tensor<32x512x2048xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<512x2048xf32>) -> tensor<1x512x2048xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<32x512x2048xf32>, tensor<1x512x2048xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x512x2048xf32>
    return %1 : tensor<32x512x2048xf32>
  }
  func.func private @dynamic_update_index_in_dim_25(%arg0: tensor<32x512x512xf32>, %arg1: tensor<512x512xf32>, %arg2: tensor<i32>) -> tensor<32x512x512xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<512x512xf32>) -> tensor<1x512x512xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<32x512x512xf32>, tensor<1x512x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<32x512x512xf32>
    return %1 : tensor<32x512x512xf32>
  }
  func.func private @dynamic_update_index_in_dim_26(%arg0: tensor<32x512xf32>, %arg1: tensor<512xf32>, %arg2: tensor<i32>) -> tensor<32x512xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<512xf32>) -> tensor<1x512xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<32x512xf32>, tensor<1x512xf32>, tensor<i32>, tensor<i32>) -> tensor<32x512xf32>
    return %1 : tensor<32x512xf32>
  }
  func.func private @_where_27(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
