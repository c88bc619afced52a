module @jit_variety attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8xf32>, %arg1: tensor<3xi32>, %arg2: tensor<4xui32>, %arg3: tensor<1x2x8x8xf32>, %arg4: tensor<3x2x3x3xf32>) -> (tensor<i32> {jax.result_info = "result[0]"}, tensor<8x8xf32> {jax.result_info = "result[1]"}, tensor<8x8xf32> {jax.result_info = "result[2]"}, tensor<8x8xi32> {jax.result_info = "result[3]"}, tensor<3x8xf32> {jax.result_info = "result[4]"}, tensor<8x8xf32> {jax.result_info = "result[5]"}, tensor<2x4xf32> {jax.result_info = "result[6]"}, tensor<8x8xf32> {jax.result_info = "result[7]"}, tensor<8x8xf32> {jax.result_info = "result[8]"}, tensor<8x8xf32> {jax.result_info = "result[9]"}, tensor<8x3xf32> {jax.result_info = "result[10]"}, tensor<8x3xi32> {jax.result_info = "result[11]"}, tensor<8x8xf32> {jax.result_info = "result[12]"}, tensor<1x2x4x4xf32> {jax.result_info = "result[13]"}, tensor<1x3x8x8xf32> {jax.result_info = "result[14]"}, tensor<8x8xf32> {jax.result_info = "result[15]"}, tensor<8x5xcomplex<f32>> {jax.result_info = "result[16]"}, tensor<4xf32> {jax.result_info = "result[17]"}, tensor<8xi32> {jax.result_info = "result[18]"}, tensor<8x8xf32> {jax.result_info = "result[19]"}, tensor<8x8xf32> {jax.result_info = "result[20]"}, tensor<8x8xf32> {jax.result_info = "result[21]"}, tensor<8x4xbf16> {jax.result_info = "result[22]"}, tensor<11x8xf32> {jax.result_info = "result[23]"}, tensor<8x8xf32> {jax.result_info = "result[24]"}) {
    %cst = stablehlo.constant dense<0x7F800000> : tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<2.83297682> : tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<1.50140941> : tensor<8x8xf32>
    %cst_3 = stablehlo.constant dense<1.00167406> : tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<0.246640727> : tensor<8x8xf32>
    %cst_5 = stablehlo.constant dense<0.00943887047> : tensor<8x8xf32>
    %cst_6 = stablehlo.constant dense<-0.00417768164> : tensor<8x8xf32>
    %cst_7 = stablehlo.constant dense<-0.0076224613> : tensor<8x8xf32>
    %cst_8 = stablehlo.constant dense<-0.00125372503> : tensor<8x8xf32>
    %cst_9 = stablehlo.constant dense<0.00573950773> : tensor<8x8xf32>
    %cst_10 = stablehlo.constant dense<2.1858087E-4> : tensor<8x8xf32>
    %cst_11 = stablehlo.constant dense<-0.00367342844> : tensor<8x8xf32>
    %cst_12 = stablehlo.constant dense<-4.39150654E-6> : tensor<8x8xf32>
    %cst_13 = stablehlo.constant dense<0.00134934322> : tensor<8x8xf32>
    %cst_14 = stablehlo.constant dense<-3.5233877E-6> : tensor<8x8xf32>
    %cst_15 = stablehlo.constant dense<1.00950558E-4> : tensor<8x8xf32>
    %cst_16 = stablehlo.constant dense<3.43273939E-7> : tensor<8x8xf32>
    %cst_17 = stablehlo.constant dense<-2.00214257E-4> : tensor<8x8xf32>
    %cst_18 = stablehlo.constant dense<2.81022636E-8> : tensor<8x8xf32>
    %cst_19 = stablehlo.constant dense<3.000000e+00> : tensor<8x8xf32>
    %cst_20 = stablehlo.constant dense<2.500000e+00> : tensor<8x8xf32>
    %cst_21 = stablehlo.constant dense<5.000000e+00> : tensor<8x8xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %cst_24 = stablehlo.constant dense<-0.899999976> : tensor<f32>
    %cst_25 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %cst_26 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %c_27 = stablehlo.constant dense<2> : tensor<i32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c_29 = stablehlo.constant dense<8> : tensor<i32>
    %cst_30 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_32 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
    %c_33 = stablehlo.constant dense<1> : tensor<i32>
    %cst_34 = stablehlo.constant dense<1.000000e+03> : tensor<f32>
    %cst_35 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c_36 = stablehlo.constant dense<10> : tensor<i32>
    %c_37 = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%iterArg = %c_37, %iterArg_38 = %arg0) : tensor<i32>, tensor<8x8xf32>
    cond {
      %107 = stablehlo.compare LT, %iterArg, %c_36, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %108 = stablehlo.reduce(%iterArg_38 init: %cst_35) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
      %109 = stablehlo.compare LT, %108, %cst_34, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %110 = stablehlo.and %107, %109 : tensor<i1>
      stablehlo.return %110 : tensor<i1>
    } do {
      %107 = stablehlo.add %iterArg, %c_33 : tensor<i32>
      %108 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      %109 = stablehlo.multiply %iterArg_38, %108 : tensor<8x8xf32>
      stablehlo.return %107, %109 : tensor<i32>, tensor<8x8xf32>
    }
    %1 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %2:2 = "stablehlo.sort"(%arg0, %1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>, %arg7: tensor<i32>, %arg8: tensor<i32>):
      %107 = stablehlo.compare EQ, %arg5, %cst_31, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %108 = stablehlo.select %107, %cst_31, %arg5 : tensor<i1>, tensor<f32>
      %109 = stablehlo.compare NE, %arg5, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %110 = stablehlo.select %109, %cst_30, %108 : tensor<i1>, tensor<f32>
      %111 = stablehlo.compare EQ, %arg6, %cst_31, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %112 = stablehlo.select %111, %cst_31, %arg6 : tensor<i1>, tensor<f32>
      %113 = stablehlo.compare NE, %arg6, %arg6, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %114 = stablehlo.select %113, %cst_30, %112 : tensor<i1>, tensor<f32>
      %115 = stablehlo.compare LT, %110, %114, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %115 : tensor<i1>
    }) : (tensor<8x8xf32>, tensor<8x8xi32>) -> (tensor<8x8xf32>, tensor<8x8xi32>)
    %3 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %4 = stablehlo.compare LT, %arg1, %3, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %5 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %6 = stablehlo.add %arg1, %5 : tensor<3xi32>
    %7 = stablehlo.select %4, %6, %arg1 : tensor<3xi1>, tensor<3xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %9 = "stablehlo.gather"(%arg0, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<8x8xf32>, tensor<3x1xi32>) -> tensor<3x8xf32>
    %10 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %11 = stablehlo.compare LT, %arg1, %10, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %12 = stablehlo.broadcast_in_dim %c_29, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %13 = stablehlo.add %arg1, %12 : tensor<3xi32>
    %14 = stablehlo.select %11, %13, %arg1 : tensor<3xi1>, tensor<3xi32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %16 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
    %17 = "stablehlo.scatter"(%arg0, %15, %16) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %107 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %107 : tensor<f32>
    }) : (tensor<8x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<8x8xf32>
    %18 = stablehlo.slice %arg1 [0:1] : (tensor<3xi32>) -> tensor<1xi32>
    %19 = stablehlo.reshape %18 : (tensor<1xi32>) -> tensor<i32>
    %20 = stablehlo.compare LT, %19, %c_37, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %21 = stablehlo.add %19, %c_29 : tensor<i32>
    %22 = stablehlo.select %20, %21, %19 : tensor<i1>, tensor<i32>
    %23 = stablehlo.dynamic_slice %arg0, %22, %c_37, sizes = [2, 4] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x4xf32>
    %24 = stablehlo.slice %arg1 [1:2] : (tensor<3xi32>) -> tensor<1xi32>
    %25 = stablehlo.reshape %24 : (tensor<1xi32>) -> tensor<i32>
    %26 = stablehlo.compare LT, %25, %c_37, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %27 = stablehlo.add %25, %c_29 : tensor<i32>
    %28 = stablehlo.select %26, %27, %25 : tensor<i1>, tensor<i32>
    %29 = stablehlo.dynamic_update_slice %arg0, %23, %28, %c_27 : (tensor<8x8xf32>, tensor<2x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
    %30 = stablehlo.slice %arg1 [0:1] : (tensor<3xi32>) -> tensor<1xi32>
    %31 = stablehlo.reshape %30 : (tensor<1xi32>) -> tensor<i32>
    %32 = stablehlo.compare GT, %31, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %33 = stablehlo.convert %32 : (tensor<i1>) -> tensor<i32>
    %34 = "stablehlo.case"(%33) ({
      %107 = stablehlo.tanh %arg0 : tensor<8x8xf32>
      stablehlo.return %107 : tensor<8x8xf32>
    }, {
      %107 = stablehlo.sine %arg0 : tensor<8x8xf32>
      stablehlo.return %107 : tensor<8x8xf32>
    }) : (tensor<i32>) -> tensor<8x8xf32>
    %35 = stablehlo.slice %arg1 [1:2] : (tensor<3xi32>) -> tensor<1xi32>
    %36 = stablehlo.reshape %35 : (tensor<1xi32>) -> tensor<i32>
    %37 = stablehlo.clamp %c_37, %36, %c_27 : tensor<i32>
    %38 = "stablehlo.case"(%37) ({
      stablehlo.return %arg0 : tensor<8x8xf32>
    }, {
      %107 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      %108 = stablehlo.multiply %arg0, %107 : tensor<8x8xf32>
      stablehlo.return %108 : tensor<8x8xf32>
    }, {
      %107 = stablehlo.negate %arg0 : tensor<8x8xf32>
      stablehlo.return %107 : tensor<8x8xf32>
    }) : (tensor<i32>) -> tensor<8x8xf32>
    %39:2 = stablehlo.composite "chlo.top_k" %arg0 {composite_attributes = {k = 3 : i64}, decomposition = @chlo.top_k.impl, version = 1 : i32} : (tensor<8x8xf32>) -> (tensor<8x3xf32>, tensor<8x3xi32>)
    %40 = call @cumsum(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %41 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<f32>
    %42 = "stablehlo.reduce_window"(%arg3, %41) <{window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %107 = stablehlo.maximum %arg5, %arg6 : tensor<f32>
      stablehlo.return %107 : tensor<f32>
    }) : (tensor<1x2x8x8xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
    %43 = stablehlo.convolution(%arg3, %arg4) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x8x8xf32>, tensor<3x2x3x3xf32>) -> tensor<1x3x8x8xf32>
    %44 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %45 = stablehlo.dot_general %arg0, %44, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %46 = stablehlo.iota dim = 0 : tensor<8x8xi32>
    %47 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %48 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %49 = stablehlo.add %46, %48 : tensor<8x8xi32>
    %50 = stablehlo.compare EQ, %49, %47, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %51 = stablehlo.convert %50 : (tensor<8x8xi1>) -> tensor<8x8xf32>
    %52 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %53 = stablehlo.multiply %52, %51 : tensor<8x8xf32>
    %54 = stablehlo.add %45, %53 : tensor<8x8xf32>
    %55 = call @cholesky(%54) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %56 = call @fft(%arg0) : (tensor<8x8xf32>) -> tensor<8x5xcomplex<f32>>
    %57 = call @_uniform(%arg2, %cst_31, %cst_28) : (tensor<4xui32>, tensor<f32>, tensor<f32>) -> tensor<4xf32>
    %58 = call @argmax(%arg0) : (tensor<8x8xf32>) -> tensor<8xi32>
    %59 = call @clip(%arg0, %cst_24, %cst_23) : (tensor<8x8xf32>, tensor<f32>, tensor<f32>) -> tensor<8x8xf32>
    %60 = stablehlo.negate %59 : tensor<8x8xf32>
    %61 = stablehlo.multiply %59, %60 : tensor<8x8xf32>
    %62 = stablehlo.log_plus_one %61 : tensor<8x8xf32>
    %63 = stablehlo.negate %62 : tensor<8x8xf32>
    %64 = stablehlo.compare LT, %63, %cst_21 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %65 = stablehlo.subtract %63, %cst_20 : tensor<8x8xf32>
    %66 = stablehlo.sqrt %63 : tensor<8x8xf32>
    %67 = stablehlo.subtract %66, %cst_19 : tensor<8x8xf32>
    %68 = stablehlo.select %64, %65, %67 : tensor<8x8xi1>, tensor<8x8xf32>
    %69 = stablehlo.select %64, %cst_18, %cst_17 : tensor<8x8xi1>, tensor<8x8xf32>
    %70 = stablehlo.select %64, %cst_16, %cst_15 : tensor<8x8xi1>, tensor<8x8xf32>
    %71 = stablehlo.multiply %69, %68 : tensor<8x8xf32>
    %72 = stablehlo.add %70, %71 : tensor<8x8xf32>
    %73 = stablehlo.select %64, %cst_14, %cst_13 : tensor<8x8xi1>, tensor<8x8xf32>
    %74 = stablehlo.multiply %72, %68 : tensor<8x8xf32>
    %75 = stablehlo.add %73, %74 : tensor<8x8xf32>
    %76 = stablehlo.select %64, %cst_12, %cst_11 : tensor<8x8xi1>, tensor<8x8xf32>
    %77 = stablehlo.multiply %75, %68 : tensor<8x8xf32>
    %78 = stablehlo.add %76, %77 : tensor<8x8xf32>
    %79 = stablehlo.select %64, %cst_10, %cst_9 : tensor<8x8xi1>, tensor<8x8xf32>
    %80 = stablehlo.multiply %78, %68 : tensor<8x8xf32>
    %81 = stablehlo.add %79, %80 : tensor<8x8xf32>
    %82 = stablehlo.select %64, %cst_8, %cst_7 : tensor<8x8xi1>, tensor<8x8xf32>
    %83 = stablehlo.multiply %81, %68 : tensor<8x8xf32>
    %84 = stablehlo.add %82, %83 : tensor<8x8xf32>
    %85 = stablehlo.select %64, %cst_6, %cst_5 : tensor<8x8xi1>, tensor<8x8xf32>
    %86 = stablehlo.multiply %84, %68 : tensor<8x8xf32>
    %87 = stablehlo.add %85, %86 : tensor<8x8xf32>
    %88 = stablehlo.select %64, %cst_4, %cst_3 : tensor<8x8xi1>, tensor<8x8xf32>
    %89 = stablehlo.multiply %87, %68 : tensor<8x8xf32>
    %90 = stablehlo.add %88, %89 : tensor<8x8xf32>
    %91 = stablehlo.select %64, %cst_2, %cst_1 : tensor<8x8xi1>, tensor<8x8xf32>
    %92 = stablehlo.multiply %90, %68 : tensor<8x8xf32>
    %93 = stablehlo.add %91, %92 : tensor<8x8xf32>
    %94 = stablehlo.multiply %93, %59 : tensor<8x8xf32>
    %95 = stablehlo.abs %59 : tensor<8x8xf32>
    %96 = stablehlo.compare EQ, %95, %cst_0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %97 = stablehlo.multiply %59, %cst : tensor<8x8xf32>
    %98 = stablehlo.select %96, %97, %94 : tensor<8x8xi1>, tensor<8x8xf32>
    %99 = stablehlo.custom_call @shardwright_sample(%arg0) {has_side_effect = true, mhlo.backend_config = {mode = "fast", n = 3 : i64, scale = 2.500000e+00 : f32}, operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[1, 0]> : tensor<2xindex>]} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %100 = stablehlo.is_finite %arg0 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %101 = call @_where(%100, %arg0, %cst_31) : (tensor<8x8xi1>, tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %102 = stablehlo.convert %arg0 : (tensor<8x8xf32>) -> tensor<8x8xbf16>
    %103 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<bf16>) -> tensor<8x4xbf16>
    %104 = stablehlo.dot_general %102, %103, contracting_dims = [1] x [0] : (tensor<8x8xbf16>, tensor<8x4xbf16>) -> tensor<8x4xbf16>
    %105 = call @_pad(%arg0, %c_37) : (tensor<8x8xf32>, tensor<i32>) -> tensor<11x8xf32>
    %106 = stablehlo.reverse %arg0, dims = [0] : tensor<8x8xf32>
    return %0#0, %0#1, %2#0, %2#1, %9, %17, %23, %29, %34, %38, %39#0, %39#1, %40, %42, %43, %55, %56, %57, %58, %98, %99, %101, %104, %105, %106 : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi32>, tensor<3x8xf32>, tensor<8x8xf32>, tensor<2x4xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x3xf32>, tensor<8x3xi32>, tensor<8x8xf32>, tensor<1x2x4x4xf32>, tensor<1x3x8x8xf32>, tensor<8x8xf32>, tensor<8x5xcomplex<f32>>, tensor<4xf32>, tensor<8xi32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xbf16>, tensor<11x8xf32>, tensor<8x8xf32>
  }
  func.func private @chlo.top_k.impl(%arg0: tensor<8x8xf32>) -> (tensor<8x3xf32>, tensor<8x3xi32>) {
    %0 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<i32>, %arg4: tensor<i32>):
      %4 = stablehlo.compare GT, %arg1, %arg2, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }) : (tensor<8x8xf32>, tensor<8x8xi32>) -> (tensor<8x8xf32>, tensor<8x8xi32>)
    %2 = stablehlo.slice %1#0 [0:8, 0:3] : (tensor<8x8xf32>) -> tensor<8x3xf32>
    %3 = stablehlo.slice %1#1 [0:8, 0:3] : (tensor<8x8xi32>) -> tensor<8x3xi32>
    return %2, %3 : tensor<8x3xf32>, tensor<8x3xi32>
  }
  func.func private @cumsum(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{padding = dense<[[7, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 8, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
  func.func private @cholesky(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<8x8xf32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x8xf32>
    %4 = stablehlo.cholesky %3, lower = true : tensor<8x8xf32>
    %5 = stablehlo.iota dim = 0 : tensor<8x8xi32>
    %6 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %7 = stablehlo.add %5, %6 : tensor<8x8xi32>
    %8 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %9 = stablehlo.compare GE, %7, %8, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %11 = stablehlo.select %9, %4, %10 : tensor<8x8xi1>, tensor<8x8xf32>
    return %11 : tensor<8x8xf32>
  }
  func.func private @fft(%arg0: tensor<8x8xf32>) -> tensor<8x5xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<8x8xf32>) -> tensor<8x5xcomplex<f32>>
    return %0 : tensor<8x5xcomplex<f32>>
  }
  func.func private @_uniform(%arg0: tensor<4xui32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<4xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<1065353216> : tensor<ui32>
    %c_0 = stablehlo.constant dense<9> : tensor<ui32>
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.convert %arg2 : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %4 = stablehlo.reshape %arg0 : (tensor<4xui32>) -> tensor<2x2xui32>
    %5 = stablehlo.bitcast_convert %4 : (tensor<2x2xui32>) -> tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %5, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %7 = stablehlo.shift_right_logical %output, %6 : tensor<4xui32>
    %8 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<4xui32>
    %9 = stablehlo.or %7, %8 : tensor<4xui32>
    %10 = stablehlo.bitcast_convert %9 : (tensor<4xui32>) -> tensor<4xf32>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %12 = stablehlo.subtract %10, %11 : tensor<4xf32>
    %13 = stablehlo.subtract %3, %2 : tensor<1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<4xf32>
    %16 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
    %17 = stablehlo.add %15, %16 : tensor<4xf32>
    %18 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<1xf32>) -> tensor<4xf32>
    %19 = stablehlo.maximum %18, %17 : tensor<4xf32>
    return %19 : tensor<4xf32>
  }
  func.func private @argmax(%arg0: tensor<8x8xf32>) -> tensor<8xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<8x8xf32>, tensor<8x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<8xi32>
  }
  func.func private @clip(%arg0: tensor<8x8xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<8x8xf32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8x8xf32>
    %3 = stablehlo.convert %arg2 : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<8x8xf32>
    return %5 : tensor<8x8xf32>
  }
  func.func private @_where(%arg0: tensor<8x8xi1>, %arg1: tensor<8x8xf32>, %arg2: tensor<f32>) -> tensor<8x8xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<8x8xi1>, tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
  func.func private @_pad(%arg0: tensor<8x8xf32>, %arg1: tensor<i32>) -> tensor<11x8xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.pad %arg0, %0, low = [1, 0], high = [2, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<11x8xf32>
    return %1 : tensor<11x8xf32>
  }
}
