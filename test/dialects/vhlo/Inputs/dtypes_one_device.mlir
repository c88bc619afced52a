module @jit_dtypes attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xbf16>, %arg1: tensor<3xi1>, %arg2: tensor<2xcomplex<f32>>, %arg3: tensor<4xi8>, %arg4: tensor<4xf32>, %arg5: tensor<3xui32>) -> (tensor<3x4xbf16> {jax.result_info = "result[0]"}, tensor<3xi1> {jax.result_info = "result[1]"}, tensor<2xcomplex<f32>> {jax.result_info = "result[2]"}, tensor<4xi4> {jax.result_info = "result[3]"}, tensor<4xf8E4M3FN> {jax.result_info = "result[4]"}, tensor<3xui32> {jax.result_info = "result[5]"}, tensor<16x2xf32> {jax.result_info = "result[6]"}, tensor<4xf32> {jax.result_info = "result[7]"}, tensor<0xf32> {jax.result_info = "result[8]"}, tensor<f32> {jax.result_info = "result[9]"}, tensor<3x4xui16> {jax.result_info = "result[10]"}, tensor<2xf16> {jax.result_info = "result[11]"}) {
    %cst = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.500000e+00> : tensor<f16>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %cst_2 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %c = stablehlo.constant dense<7> : tensor<ui32>
    %cst_4 = stablehlo.constant dense<[[0.000000e+00, 3.691410e-01, 7.382810e-01, 1.109380e+00], [1.476560e+00, 1.851560e+00, 2.218750e+00, 2.593750e+00], [2.953130e+00, 3.328130e+00, 3.703130e+00, 4.062500e+00]]> : tensor<3x4xbf16>
    %c_5 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %cst_6 = stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (0.000000e+00,3.000000e+00)]> : tensor<2xcomplex<f32>>
    %cst_7 = stablehlo.constant dense<"0x69F0B03E9155523F0C2FA93EDBCDA6BF67C5673F358BE43EC47509BF28C4143F3CA9BA3E8998963EC3D5E83C62F50B3F41883CBFDED126BE58D8F6BEFC4D193FA6B3223DE4BC95BE272B48BFB4AE83BEC866053CD31B8DBEE2A3A53F58DC803FB0832DC030CBF1BF75F732BE5729D8BE3BC55A3EA4895E3EAC8A0740B2568EBF7255C1BEC5BC0240548E253F85BE293FEC9503BF21F4D2BFE17B2B3EC742DF3DDF199DBFF1E72EBFA38B93BD3EDB71BFC441C9BD9B8CC33DE0C2113D559C01BFE0FF173F8423643F3B46A43E897751BF904D3B3F605E00BFAC10613F543089BF861A6A3F1D5CA4BC01D79FBF6EB7A0BE5A9A5D3D4EAB8B3EAE707BBF66BE8DBFE35F4C3ECEF9EEBE6228713EDF6F423F770BD3BF293F823E3BC19C3F705598BE8B914FBF0D93403FBEC3813E9858653F1DC0B0BE39ACBDBF534DE1BD9643E4BE9F7B463FB047463EABBFD0BF1BFB98BF0040623F15052E3FFDE623BFC67789BA3822E43EB1D2EF3E6951603F1652833E5C35C2BDBC8784BE9522873FFF0D10C0A9FB0DBE1E2B073DD671B6BF8C66AA3E5ABA26BF2FC95C3F369B00BEA04D2B3F11039C3F590FC43E432F60BF31D5C1BFE46EE03F29EDE3BDCB4530BF21B8133E550144BEFF255A3F47F80A3DEF45613CB2EE36BF3B6BF03EBF5584BFBB772A3F6210C33FE928C3BFB3D61DC0C4EB1D3FC21023404E1E80BFCC16A0BFABC6163F883957BFE38A01BF743CB2BE4A31083FCB83CFBEA9468E3E22C534BE5E3C58BF44C0A3BE644D73BFAA7BD53BD9DA8FBFF6E38BBFBA7DBA3FB2D759BD5FC85CBD0DF4023F927AD7BE2D056ABE18ADD93ECF98903ED66394BFF155553FBF2617BF982D87BF898566BF8FF5C7BE604BD03FF67796BFEFEA233E1DD208C08D61CDBAFC49663FDF5772BE671D21BF3D116D3E253D333F76E5293F067AFC3FFF2F563E30A817BFB00001BE1E7A94BDB5B1DE3DE3FCF5BC2124323E6ADED5BF9062543F1D2213BF102A96BFA943233F239EA83F306EFC3EF206253EFDA56EBFC2C73740A158613F68D491BF5A9647BF2D22B23D6E01C7BF73AD2C3E6D0BEBBE6FF69C3FC54F763FB3852DC055D02A3D2D09CFBF9E088E3FF2232C3E4D640C3F025688BF010AEA3FE24801406B4A88BFA0E1BE3E8C5D2CBFBD15C1BC6400A2BFA0FEEE3F261C78BF4C9897BE2F61003F89C625BF510E75BEB34A10BFF0A908BE57D495BFF93FE0BEBDDB53BE23DEAABEBA33683D7E1196BE76D2403FF079A5BEDFED0BBE1C2F2ABFADC906BFE6DAA1BF17CF043F083E92BF72F03EBFEAEEB73E191ECE3ED7DBCCBEA73B01C0854DD73E80E5843EE8C8B4BFD433453F477B33BFEF2690BF770EC43DF4C036BEAB7C4F3E2789CDBF28F7E73FD6471ABF8E13C5BF716C1E3FE3A8B5BEDA53A63E28E1ADBE4FB274BDE0AB7B3EA5243FBFE1C12D3FBF96F0BE"> : tensor<16x16xf32>
    %cst_8 = stablehlo.constant dense<> : tensor<0xf32>
    %0 = stablehlo.add %arg0, %cst_4 : tensor<3x4xbf16>
    %1 = stablehlo.xor %arg1, %c_5 : tensor<3xi1>
    %2 = stablehlo.multiply %arg2, %cst_6 : tensor<2xcomplex<f32>>
    %3 = stablehlo.convert %arg3 : (tensor<4xi8>) -> tensor<4xi4>
    %4 = stablehlo.convert %arg4 : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<3xui32>
    %6 = stablehlo.add %arg5, %5 : tensor<3xui32>
    %7 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x2xf32>
    %8 = stablehlo.dot_general %cst_7, %7, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x2xf32>) -> tensor<16x2xf32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %10 = stablehlo.bitcast_convert %arg0 : (tensor<3x4xbf16>) -> tensor<3x4xui16>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f16>) -> tensor<2xf16>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f16>) -> tensor<2xf16>
    %13 = stablehlo.multiply %12, %11 : tensor<2xf16>
    return %0, %1, %2, %3, %4, %6, %8, %9, %cst_8, %cst, %10, %13 : tensor<3x4xbf16>, tensor<3xi1>, tensor<2xcomplex<f32>>, tensor<4xi4>, tensor<4xf8E4M3FN>, tensor<3xui32>, tensor<16x2xf32>, tensor<4xf32>, tensor<0xf32>, tensor<f32>, tensor<3x4xui16>, tensor<2xf16>
  }
}
