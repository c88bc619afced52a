module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x1024x1024xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<i32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<8x1024x1024xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<8x1024x1024xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<2048x1024xf32>, %arg5: tensor<2048x1024xf32>) -> (tensor<8x1024x1024xf32> {jax.result_info = "result[0]"}, tensor<i32> {jax.result_info = "result[1][0].count"}, tensor<8x1024x1024xf32> {jax.result_info = "result[1][0].mu"}, tensor<8x1024x1024xf32> {jax.result_info = "result[1][0].nu"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x2048x1024xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x2048x1024xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x2048x1024xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %3:6 = stablehlo.while(%iterArg = %arg0, %iterArg_24 = %c, %iterArg_25 = %arg4, %iterArg_26 = %0, %iterArg_27 = %1, %iterArg_28 = %2) : tensor<8x1024x1024xf32>, tensor<i32>, tensor<2048x1024xf32>, tensor<8x2048x1024xf32>, tensor<8x2048x1024xf32>, tensor<8x2048x1024xf32>
    cond {
      %c_29 = stablehlo.constant dense<8> : tensor<i32>
      %51 = stablehlo.compare LT, %iterArg_24, %c_29, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %51 : tensor<i1>
    } do {
      %51 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_24) : (tensor<8x1024x1024xf32>, tensor<i32>) -> tensor<1024x1024xf32>
      %52:4 = func.call @closed_call(%iterArg_25, %51) : (tensor<2048x1024xf32>, tensor<1024x1024xf32>) -> (tensor<2048x1024xf32>, tensor<2048x1024xf32>, tensor<2048x1024xf32>, tensor<2048x1024xf32>)
      %53 = func.call @dynamic_update_index_in_dim(%iterArg_26, %52#1, %iterArg_24) : (tensor<8x2048x1024xf32>, tensor<2048x1024xf32>, tensor<i32>) -> tensor<8x2048x1024xf32>
      %54 = func.call @dynamic_update_index_in_dim(%iterArg_27, %52#2, %iterArg_24) : (tensor<8x2048x1024xf32>, tensor<2048x1024xf32>, tensor<i32>) -> tensor<8x2048x1024xf32>
      %55 = func.call @dynamic_update_index_in_dim(%iterArg_28, %52#3, %iterArg_24) : (tensor<8x2048x1024xf32>, tensor<2048x1024xf32>, tensor<i32>) -> tensor<8x2048x1024xf32>
      %c_29 = stablehlo.constant dense<1> : tensor<i32>
      %56 = stablehlo.add %iterArg_24, %c_29 : tensor<i32>
      stablehlo.return %iterArg, %56, %52#0, %53, %54, %55 : tensor<8x1024x1024xf32>, tensor<i32>, tensor<2048x1024xf32>, tensor<8x2048x1024xf32>, tensor<8x2048x1024xf32>, tensor<8x2048x1024xf32>
    }
    %4 = stablehlo.subtract %3#2, %arg5 : tensor<2048x1024xf32>
    %5 = chlo.square %4 : tensor<2048x1024xf32> -> tensor<2048x1024xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2048x1024xf32>
    %7 = stablehlo.multiply %6, %4 : tensor<2048x1024xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%5 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<2048x1024xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<0x4A000000> : tensor<f32>
    %9 = stablehlo.divide %8, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2048x1024xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_7 = stablehlo.constant dense<0x4A000000> : tensor<f32>
    %11 = stablehlo.divide %cst_6, %cst_7 : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<2048x1024xf32>
    %13 = stablehlo.multiply %12, %7 : tensor<2048x1024xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %15:7 = stablehlo.while(%iterArg = %arg0, %iterArg_24 = %3#3, %iterArg_25 = %3#4, %iterArg_26 = %3#5, %iterArg_27 = %c_9, %iterArg_28 = %13, %iterArg_29 = %14) : tensor<8x1024x1024xf32>, tensor<8x2048x1024xf32>, tensor<8x2048x1024xf32>, tensor<8x2048x1024xf32>, tensor<i32>, tensor<2048x1024xf32>, tensor<8x1024x1024xf32>
    cond {
      %c_30 = stablehlo.constant dense<8> : tensor<i32>
      %51 = stablehlo.compare LT, %iterArg_27, %c_30, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %51 : tensor<i1>
    } do {
      %c_30 = stablehlo.constant dense<8> : tensor<i32>
      %51 = stablehlo.subtract %c_30, %iterArg_27 : tensor<i32>
      %c_31 = stablehlo.constant dense<1> : tensor<i32>
      %52 = stablehlo.subtract %51, %c_31 : tensor<i32>
      %53 = func.call @dynamic_index_in_dim(%iterArg, %52) : (tensor<8x1024x1024xf32>, tensor<i32>) -> tensor<1024x1024xf32>
      %54 = func.call @dynamic_index_in_dim_0(%iterArg_24, %52) : (tensor<8x2048x1024xf32>, tensor<i32>) -> tensor<2048x1024xf32>
      %55 = func.call @dynamic_index_in_dim_0(%iterArg_25, %52) : (tensor<8x2048x1024xf32>, tensor<i32>) -> tensor<2048x1024xf32>
      %56 = func.call @dynamic_index_in_dim_0(%iterArg_26, %52) : (tensor<8x2048x1024xf32>, tensor<i32>) -> tensor<2048x1024xf32>
      %57:2 = func.call @closed_call_1(%iterArg_28, %53, %54, %55, %56) : (tensor<2048x1024xf32>, tensor<1024x1024xf32>, tensor<2048x1024xf32>, tensor<2048x1024xf32>, tensor<2048x1024xf32>) -> (tensor<2048x1024xf32>, tensor<1024x1024xf32>)
      %58 = func.call @dynamic_update_index_in_dim_2(%iterArg_29, %57#1, %52) : (tensor<8x1024x1024xf32>, tensor<1024x1024xf32>, tensor<i32>) -> tensor<8x1024x1024xf32>
      %c_32 = stablehlo.constant dense<1> : tensor<i32>
      %59 = stablehlo.add %iterArg_27, %c_32 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_24, %iterArg_25, %iterArg_26, %59, %57#0, %58 : tensor<8x1024x1024xf32>, tensor<8x2048x1024xf32>, tensor<8x2048x1024xf32>, tensor<8x2048x1024xf32>, tensor<i32>, tensor<2048x1024xf32>, tensor<8x1024x1024xf32>
    }
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %17 = stablehlo.multiply %16, %15#6 : tensor<8x1024x1024xf32>
    %cst_11 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %19 = stablehlo.multiply %18, %arg2 : tensor<8x1024x1024xf32>
    %20 = stablehlo.add %17, %19 : tensor<8x1024x1024xf32>
    %21 = stablehlo.multiply %15#6, %15#6 : tensor<8x1024x1024xf32>
    %cst_12 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %23 = stablehlo.multiply %22, %21 : tensor<8x1024x1024xf32>
    %cst_13 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %25 = stablehlo.multiply %24, %arg3 : tensor<8x1024x1024xf32>
    %26 = stablehlo.add %23, %25 : tensor<8x1024x1024xf32>
    %c_14 = stablehlo.constant dense<2147483647> : tensor<i32>
    %27 = stablehlo.compare LT, %arg1, %c_14, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_15 = stablehlo.constant dense<1> : tensor<i32>
    %28 = stablehlo.add %arg1, %c_15 : tensor<i32>
    %c_16 = stablehlo.constant dense<2147483647> : tensor<i32>
    %29 = call @_where(%27, %28, %c_16) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %30 = stablehlo.convert %29 : (tensor<i32>) -> tensor<f32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %31 = stablehlo.convert %29 : (tensor<i32>) -> tensor<f32>
    %32 = stablehlo.power %cst_17, %31 : tensor<f32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.subtract %cst_18, %32 : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %35 = stablehlo.divide %20, %34 : tensor<8x1024x1024xf32>
    %36 = stablehlo.convert %29 : (tensor<i32>) -> tensor<f32>
    %cst_19 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %37 = stablehlo.convert %29 : (tensor<i32>) -> tensor<f32>
    %38 = stablehlo.power %cst_19, %37 : tensor<f32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.subtract %cst_20, %38 : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %41 = stablehlo.divide %26, %40 : tensor<8x1024x1024xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %43 = stablehlo.add %41, %42 : tensor<8x1024x1024xf32>
    %44 = stablehlo.sqrt %43 : tensor<8x1024x1024xf32>
    %cst_22 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %46 = stablehlo.add %44, %45 : tensor<8x1024x1024xf32>
    %47 = stablehlo.divide %35, %46 : tensor<8x1024x1024xf32>
    %cst_23 = stablehlo.constant dense<-0.00999999977> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x1024x1024xf32>
    %49 = stablehlo.multiply %48, %47 : tensor<8x1024x1024xf32>
    %50 = stablehlo.add %arg0, %49 : tensor<8x1024x1024xf32>
    return %50, %29, %20, %26 : tensor<8x1024x1024xf32>, tensor<i32>, tensor<8x1024x1024xf32>, tensor<8x1024x1024xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<8x1024x1024xf32>, %arg1: tensor<i32>) -> tensor<1024x1024xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 1024, 1024] : (tensor<8x1024x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1024x1024xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1024x1024xf32>) -> tensor<1024x1024xf32>
    return %1 : tensor<1024x1024xf32>
  }
  func.func private @closed_call(%arg0: tensor<2048x1024xf32>, %arg1: tensor<1024x1024xf32>) -> (tensor<2048x1024xf32>, tensor<2048x1024xf32>, tensor<2048x1024xf32>, tensor<2048x1024xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xf32>, tensor<1024x1024xf32>) -> tensor<2048x1024xf32>
    %1 = stablehlo.tanh %0 : tensor<2048x1024xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2048x1024xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<2048x1024xf32>
    return %1, %arg0, %1, %3 : tensor<2048x1024xf32>, tensor<2048x1024xf32>, tensor<2048x1024xf32>, tensor<2048x1024xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<8x2048x1024xf32>, %arg1: tensor<2048x1024xf32>, %arg2: tensor<i32>) -> tensor<8x2048x1024xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2048x1024xf32>) -> tensor<1x2048x1024xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<8x2048x1024xf32>, tensor<1x2048x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x2048x1024xf32>
    return %1 : tensor<8x2048x1024xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<8x2048x1024xf32>, %arg1: tensor<i32>) -> tensor<2048x1024xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2048, 1024] : (tensor<8x2048x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2048x1024xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2048x1024xf32>) -> tensor<2048x1024xf32>
    return %1 : tensor<2048x1024xf32>
  }
  func.func private @closed_call_1(%arg0: tensor<2048x1024xf32>, %arg1: tensor<1024x1024xf32>, %arg2: tensor<2048x1024xf32>, %arg3: tensor<2048x1024xf32>, %arg4: tensor<2048x1024xf32>) -> (tensor<2048x1024xf32>, tensor<1024x1024xf32>) {
    %0 = stablehlo.multiply %arg0, %arg4 : tensor<2048x1024xf32>
    %1 = stablehlo.multiply %0, %arg3 : tensor<2048x1024xf32>
    %2 = stablehlo.add %0, %1 : tensor<2048x1024xf32>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xf32>, tensor<2048x1024xf32>) -> tensor<1024x1024xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %5 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2048x1024xf32>, tensor<1024x1024xf32>) -> tensor<2048x1024xf32>
    return %5, %4 : tensor<2048x1024xf32>, tensor<1024x1024xf32>
  }
  func.func private @dynamic_update_index_in_dim_2(%arg0: tensor<8x1024x1024xf32>, %arg1: tensor<1024x1024xf32>, %arg2: tensor<i32>) -> tensor<8x1024x1024xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<1024x1024xf32>) -> tensor<1x1024x1024xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<8x1024x1024xf32>, tensor<1x1024x1024xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x1024x1024xf32>
    return %1 : tensor<8x1024x1024xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
