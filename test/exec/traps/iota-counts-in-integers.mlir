// The start of a block of positions, computed in elements of the iota's type, is rounded (bf16 beyond 256, f16 beyond 2048,
// f32 beyond 2^24) or does not fit (bytes): positions are counted in integers and converted.
// RUN: shardwright run %s --check-against=interp --rtol=0 --atol=0
// RUN: shardwright run %s --backend=interp --check-against=interp --rtol=0 --atol=0
sharding.mesh @m = <x=4>
func.func @main() -> (tensor<4099xbf16> {sharding.spec = #sharding.spec<@m, [_x]>}, tensor<5003xf16> {sharding.spec = #sharding.spec<@m, [_x]>},
                      tensor<2x901xi8> {sharding.spec = #sharding.spec<@m, [_, _x]>}, tensor<901x2xui8> {sharding.spec = #sharding.spec<@m, [_x, _]>},
                      tensor<37xi4> {sharding.spec = #sharding.spec<@m, [_x]>}, tensor<70001xui16> {sharding.spec = #sharding.spec<@m, [_x]>},
                      tensor<901xcomplex<f32>> {sharding.spec = #sharding.spec<@m, [_x]>}, tensor<901xf64> {sharding.spec = #sharding.spec<@m, [_x]>},
                      tensor<901xui64> {sharding.spec = #sharding.spec<@m, [_x]>}) {
  %0 = stablehlo.iota dim = 0 : tensor<4099xbf16>
  %1 = stablehlo.iota dim = 0 : tensor<5003xf16>
  %2 = stablehlo.iota dim = 1 : tensor<2x901xi8>
  %3 = stablehlo.iota dim = 0 : tensor<901x2xui8>
  %4 = stablehlo.iota dim = 0 : tensor<37xi4>
  %5 = stablehlo.iota dim = 0 : tensor<70001xui16>
  %6 = stablehlo.iota dim = 0 : tensor<901xcomplex<f32>>
  %7 = stablehlo.iota dim = 0 : tensor<901xf64>
  %8 = stablehlo.iota dim = 0 : tensor<901xui64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4099xbf16>, tensor<5003xf16>, tensor<2x901xi8>, tensor<901x2xui8>, tensor<37xi4>, tensor<70001xui16>, tensor<901xcomplex<f32>>, tensor<901xf64>, tensor<901xui64>
}
