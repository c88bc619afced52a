// The known answers that the algorithms' authors publish for Philox 4x32 with ten rounds and Threefry 2x32 with twenty
// (Random123, kat_vectors), and what
// follows from them: of more blocks, each one's counter is one more, over its whole width; narrower and wider numbers are made
// of the same words; a state of two words has the key for the counter's upper half. Bits split as any element-wise result.
// RUN: shardwright run %s
// RUN: shardwright run %s --devices=1
// RUN: shardwright partition %s | FileCheck %s
// RUN: shardwright-opt --expand-random-bits %s | FileCheck %s --check-prefix=LEFT

sharding.mesh @mesh = <x=4>

// CHECK: stablehlo.iota dim = 0 : tensor<1x2xi32>
// LEFT-NOT: stablehlo.rng_bit_generator
func.func @main() {
  %zeros = stablehlo.constant dense<0> : tensor<2xui64>
  %none = stablehlo.constant dense<0> : tensor<3xui64>
  %0:2 = stablehlo.rng_bit_generator %none, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  check.expect_eq_const %0#1, dense<[1713891541, 3781805453, 3159862348, 2600524760]> : tensor<4xui32>
  check.expect_eq_const %0#0, dense<[0, 1, 0]> : tensor<3xui64>

  // The second block's counter is the largest one; behind it, the counter begins again.
  %last = stablehlo.constant dense<[18446744073709551615, 18446744073709551614, 18446744073709551615]> : tensor<3xui64>
  %1:2 = stablehlo.rng_bit_generator %last, algorithm = DEFAULT {sharding.specs = [#sharding.spec<@mesh, [_]>, #sharding.spec<@mesh, [_x, _]>]} : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4x2xui32>)
  %second = stablehlo.slice %1#1 [2:4, 0:2] : (tensor<4x2xui32>) -> tensor<2x2xui32>
  check.expect_eq_const %second, dense<[[1083123565, 1103641358], [2718681030, 1834242557]]> : tensor<2x2xui32>
  check.expect_eq_const %1#0, dense<[18446744073709551615, 0, 0]> : tensor<3xui64>

  %pi = stablehlo.constant dense<[2999170649027065890, 9629550131187509896, 247824715720788526]> : tensor<3xui64>
  %2:2 = stablehlo.rng_bit_generator %pi, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3xui16>)
  check.expect_eq_const %2#1, dense<[65033, 52459, 58400]> : tensor<3xui16>
  %3:2 = stablehlo.rng_bit_generator %pi, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2xui64>)
  check.expect_eq_const %3#1, dense<[10735962399924092425, 2599261574057288736]> : tensor<2xui64>

  %two = stablehlo.constant dense<[18446744073709551615, 18446744073709551615]> : tensor<2xui64>
  %4:2 = stablehlo.rng_bit_generator %two, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui32>)
  check.expect_eq_const %4#1, dense<[[1083123565, 1103641358], [2718681030, 1834242557]]> : tensor<2x2xui32>
  check.expect_eq_const %4#0, dense<[18446744073709551615, 0]> : tensor<2xui64>

  // The two numbers of a block stand along the first even dimension, or the longest; the last one of an odd count is left out.
  %5:2 = stablehlo.rng_bit_generator %zeros, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2xui32>)
  check.expect_eq_const %5#1, dense<[[1797259609, 2579123966]]> : tensor<1x2xui32>
  check.expect_eq_const %5#0, dense<[0, 1]> : tensor<2xui64>
  %6:2 = stablehlo.rng_bit_generator %two, algorithm = THREE_FRY {sharding.specs = [#sharding.spec<@mesh, [_]>, #sharding.spec<@mesh, [_x]>]} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %7 = stablehlo.slice %6#1 [0:2] : (tensor<4xui32>) -> tensor<2xui32>
  check.expect_eq_const %7, dense<[481924860, 3137350631]> : tensor<2xui32>
  check.expect_eq_const %6#0, dense<[18446744073709551615, 1]> : tensor<2xui64>
  %digits = stablehlo.constant dense<[247824715720788526, 9629550131187509896]> : tensor<2xui64>
  %8:2 = stablehlo.rng_bit_generator %digits, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui64>)
  check.expect_eq_const %8#1, dense<5205589014174907036> : tensor<1xui64>
  %9:2 = stablehlo.rng_bit_generator %zeros, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1xui8>)
  check.expect_eq_const %9#1, dense<89> : tensor<1xui8>
  return
}
