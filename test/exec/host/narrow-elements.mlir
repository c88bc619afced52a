// Bits as elements of another width, the lowest first; convolutions of elements that the library does not multiply.
// RUN: shardwright run %s
func.func @main() {
  %words = stablehlo.constant dense<[67305985, -2]> : tensor<2xi32>
  %words0 = stablehlo.optimization_barrier %words : tensor<2xi32>
  %bytes = stablehlo.bitcast_convert %words0 : (tensor<2xi32>) -> tensor<2x4xui8>
  check.expect_eq_const %bytes, dense<[[1, 2, 3, 4], [254, 255, 255, 255]]> : tensor<2x4xui8>
  %again = stablehlo.bitcast_convert %bytes : (tensor<2x4xui8>) -> tensor<2xi32>
  check.expect_eq_const %again, dense<[67305985, -2]> : tensor<2xi32>
  %halves = stablehlo.constant dense<[[0, 16256], [0, 49152]]> : tensor<2x2xi16>
  %halves0 = stablehlo.optimization_barrier %halves : tensor<2x2xi16>
  %floats = stablehlo.bitcast_convert %halves0 : (tensor<2x2xi16>) -> tensor<2xf32>
  check.expect_eq_const %floats, dense<[1.0, -2.0]> : tensor<2xf32>

  %x = stablehlo.constant dense<[[[300], [-200], [100]]]> : tensor<1x3x1xi16>
  %k = stablehlo.constant dense<[[[200]], [[-100]]]> : tensor<2x1x1xi16>
  %wide = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi16>, tensor<2x1x1xi16>) -> tensor<1x2x1xi32>
  check.expect_eq_const %wide, dense<[[[80000], [-50000]]]> : tensor<1x2x1xi32>
  %same = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x1xi16>, tensor<2x1x1xi16>) -> tensor<1x2x1xi16>
  check.expect_eq_const %same, dense<[[[14464], [15536]]]> : tensor<1x2x1xi16>
  return
}
