// Sorts by one key, whatever the comparator makes of an element, and by what has no single key.
// RUN: shardwright run %s
// RUN: shardwright run %s --disable=all
// RUN: shardwright run %s --backend=interp
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s

func.func @main() {
  // Signed integers; equal ones keep their order.
  %c0 = stablehlo.constant dense<[3, -1, 3, 7, -128, 0, -1, 127, 5]> : tensor<9xi8>
  %x0 = stablehlo.optimization_barrier %c0 : tensor<9xi8>
  %p0 = stablehlo.iota dim = 0 : tensor<9xi32>
  %s0:2 = "stablehlo.sort"(%x0, %p0) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xi8>, tensor<9xi32>) -> (tensor<9xi8>, tensor<9xi32>)
  check.expect_eq_const %s0#1, dense<[4, 1, 6, 5, 0, 2, 8, 3, 7]> : tensor<9xi32>
  // The largest first.
  %c1 = stablehlo.constant dense<[3, -1, 3, 7, -128, 0, -1, 127, 5]> : tensor<9xi8>
  %x1 = stablehlo.optimization_barrier %c1 : tensor<9xi8>
  %p1 = stablehlo.iota dim = 0 : tensor<9xi32>
  %s1:2 = "stablehlo.sort"(%x1, %p1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i8>, %b: tensor<i8>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xi8>, tensor<9xi32>) -> (tensor<9xi8>, tensor<9xi32>)
  check.expect_eq_const %s1#1, dense<[7, 3, 8, 0, 2, 5, 1, 6, 4]> : tensor<9xi32>
  // Unsigned.
  %c2 = stablehlo.constant dense<[3, 200, 3, 255, 0, 128, 127]> : tensor<7xui8>
  %x2 = stablehlo.optimization_barrier %c2 : tensor<7xui8>
  %p2 = stablehlo.iota dim = 0 : tensor<7xi32>
  %s2:2 = "stablehlo.sort"(%x2, %p2) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<ui8>, %b: tensor<ui8>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<7xui8>, tensor<7xi32>) -> (tensor<7xui8>, tensor<7xi32>)
  check.expect_eq_const %s2#1, dense<[4, 0, 2, 6, 5, 1, 3]> : tensor<7xi32>
  // Keys as wide as a position and more.
  %c3 = stablehlo.constant dense<[1099511627776, -4611686018427387904, 1099511627777, -5, 4611686018427387904]> : tensor<5xi64>
  %x3 = stablehlo.optimization_barrier %c3 : tensor<5xi64>
  %p3 = stablehlo.iota dim = 0 : tensor<5xi32>
  %s3:2 = "stablehlo.sort"(%x3, %p3) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5xi64>, tensor<5xi32>) -> (tensor<5xi64>, tensor<5xi32>)
  check.expect_eq_const %s3#1, dense<[4, 2, 0, 3, 1]> : tensor<5xi32>
  // Truth.
  %c4 = stablehlo.constant dense<[true, false, true, false, false]> : tensor<5xi1>
  %x4 = stablehlo.optimization_barrier %c4 : tensor<5xi1>
  %p4 = stablehlo.iota dim = 0 : tensor<5xi32>
  %s4:2 = "stablehlo.sort"(%x4, %p4) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5xi1>, tensor<5xi32>) -> (tensor<5xi1>, tensor<5xi32>)
  check.expect_eq_const %s4#1, dense<[1, 3, 4, 0, 2]> : tensor<5xi32>
  // The total order of f32: zeros differ by their sign, NaN is last.
  %c5 = stablehlo.constant dense<[1.5, -0.0, 0x7FC00000, 0.0, 0xFF800000, 0x7F800000, -2.5, 0.0, -0.0]> : tensor<9xf32>
  %x5 = stablehlo.optimization_barrier %c5 : tensor<9xf32>
  %p5 = stablehlo.iota dim = 0 : tensor<9xi32>
  %s5:2 = "stablehlo.sort"(%x5, %p5) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xf32>, tensor<9xi32>) -> (tensor<9xf32>, tensor<9xi32>)
  check.expect_eq_const %s5#1, dense<[4, 6, 1, 8, 3, 7, 0, 5, 2]> : tensor<9xi32>
  // The total order of f64: zeros differ by their sign, NaN is last.
  %c6 = stablehlo.constant dense<[1.5, -0.0, 0x7FF8000000000000, 0.0, 0xFFF0000000000000, 0x7FF0000000000000, -2.5, 0.0, -0.0]> : tensor<9xf64>
  %x6 = stablehlo.optimization_barrier %c6 : tensor<9xf64>
  %p6 = stablehlo.iota dim = 0 : tensor<9xi32>
  %s6:2 = "stablehlo.sort"(%x6, %p6) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xf64>, tensor<9xi32>) -> (tensor<9xf64>, tensor<9xi32>)
  check.expect_eq_const %s6#1, dense<[4, 6, 1, 8, 3, 7, 0, 5, 2]> : tensor<9xi32>
  // The total order of bf16: zeros differ by their sign, NaN is last.
  %c7 = stablehlo.constant dense<[1.5, -0.0, 0x7FC0, 0.0, 0xFF80, 0x7F80, -2.5, 0.0, -0.0]> : tensor<9xbf16>
  %x7 = stablehlo.optimization_barrier %c7 : tensor<9xbf16>
  %p7 = stablehlo.iota dim = 0 : tensor<9xi32>
  %s7:2 = "stablehlo.sort"(%x7, %p7) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xbf16>, tensor<9xi32>) -> (tensor<9xbf16>, tensor<9xi32>)
  check.expect_eq_const %s7#1, dense<[4, 6, 1, 8, 3, 7, 0, 5, 2]> : tensor<9xi32>
  // The total order of f16: zeros differ by their sign, NaN is last.
  %c8 = stablehlo.constant dense<[1.5, -0.0, 0x7E00, 0.0, 0xFC00, 0x7C00, -2.5, 0.0, -0.0]> : tensor<9xf16>
  %x8 = stablehlo.optimization_barrier %c8 : tensor<9xf16>
  %p8 = stablehlo.iota dim = 0 : tensor<9xi32>
  %s8:2 = "stablehlo.sort"(%x8, %p8) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f16>, tensor<f16>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xf16>, tensor<9xi32>) -> (tensor<9xf16>, tensor<9xi32>)
  check.expect_eq_const %s8#1, dense<[4, 6, 1, 8, 3, 7, 0, 5, 2]> : tensor<9xi32>
  // Backwards.
  %c9 = stablehlo.constant dense<[1.5, -0.0, 0x7FC00000, 0.0, 0xFF800000, 0x7F800000, -2.5, 0.0, -0.0]> : tensor<9xf32>
  %x9 = stablehlo.optimization_barrier %c9 : tensor<9xf32>
  %p9 = stablehlo.iota dim = 0 : tensor<9xi32>
  %s9:2 = "stablehlo.sort"(%x9, %p9) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xf32>, tensor<9xi32>) -> (tensor<9xf32>, tensor<9xi32>)
  check.expect_eq_const %s9#1, dense<[2, 5, 0, 3, 7, 1, 8, 6, 4]> : tensor<9xi32>
  // As JAX sorts floats: zeros are equal.
  %c10 = stablehlo.constant dense<[1.5, -0.0, 0x7FC00000, 0.0, 0xFF800000, 0x7F800000, -2.5, 0.0, -0.0]> : tensor<9xf32>
  %x10 = stablehlo.optimization_barrier %c10 : tensor<9xf32>
  %p10 = stablehlo.iota dim = 0 : tensor<9xi32>
  %s10:2 = "stablehlo.sort"(%x10, %p10) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %ea = stablehlo.compare EQ, %a, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ya = stablehlo.select %ea, %z, %a : tensor<i1>, tensor<f32>
    %qa = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %ka = stablehlo.select %qa, %n, %ya : tensor<i1>, tensor<f32>
    %eb = stablehlo.compare EQ, %b, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %yb = stablehlo.select %eb, %z, %b : tensor<i1>, tensor<f32>
    %qb = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %kb = stablehlo.select %qb, %n, %yb : tensor<i1>, tensor<f32>
    %less = stablehlo.compare LT, %ka, %kb, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<9xf32>, tensor<9xi32>) -> (tensor<9xf32>, tensor<9xi32>)
  check.expect_eq_const %s10#1, dense<[4, 6, 1, 3, 7, 8, 0, 5, 2]> : tensor<9xi32>
  // The sides change places, and the key is of both operands.
  %c11 = stablehlo.constant dense<[4, 1, 2, 0, 9]> : tensor<5xi32>
  %x11 = stablehlo.optimization_barrier %c11 : tensor<5xi32>
  %p11 = stablehlo.iota dim = 0 : tensor<5xi32>
  %s11:2 = "stablehlo.sort"(%x11, %p11) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %ma = stablehlo.multiply %a, %ten : tensor<i32>
    %ga = stablehlo.multiply %i, %i : tensor<i32>
    %ha = stablehlo.multiply %ga, %three : tensor<i32>
    %ka = stablehlo.subtract %ma, %ha : tensor<i32>
    %mb = stablehlo.multiply %b, %ten : tensor<i32>
    %gb = stablehlo.multiply %j, %j : tensor<i32>
    %hb = stablehlo.multiply %gb, %three : tensor<i32>
    %kb = stablehlo.subtract %mb, %hb : tensor<i32>
    %less = stablehlo.compare LT, %kb, %ka, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  check.expect_eq_const %s11#1, dense<[4, 0, 2, 1, 3]> : tensor<5xi32>
  // Two keys: one, then the other.
  %c12 = stablehlo.constant dense<[2, 1, 2, 1, 0]> : tensor<5xi32>
  %x12 = stablehlo.optimization_barrier %c12 : tensor<5xi32>
  %p12 = stablehlo.iota dim = 0 : tensor<5xi32>
  %s12:2 = "stablehlo.sort"(%x12, %p12) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %one = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %eq = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %two = stablehlo.compare GT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %both = stablehlo.and %eq, %two : tensor<i1>
    %less = stablehlo.or %one, %both : tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>)
  check.expect_eq_const %s12#1, dense<[4, 3, 1, 2, 0]> : tensor<5xi32>
  // One side is made otherwise than the other: not a key.
  %c13 = stablehlo.constant dense<[2, 1, 3, 0]> : tensor<4xi32>
  %x13 = stablehlo.optimization_barrier %c13 : tensor<4xi32>
  %p13 = stablehlo.iota dim = 0 : tensor<4xi32>
  %s13:2 = "stablehlo.sort"(%x13, %p13) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %ka = stablehlo.add %a, %zero : tensor<i32>
    %kb = stablehlo.subtract %b, %zero : tensor<i32>
    %less = stablehlo.compare LT, %ka, %kb, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  check.expect_eq_const %s13#1, dense<[3, 1, 0, 2]> : tensor<4xi32>
  // Of each column the three largest, with their rows; only these are made.
  %cm = stablehlo.constant dense<[[8, 5, 6], [8, 5, 6], [7, 2, 0], [2, 2, 7], [8, 0, 4], [7, 1, 7], [1, 4, 7], [2, 3, 2], [6, 2, 8], [4, 4, 4], [5, 4, 4], [8, 7, 7], [6, 5, 3], [8, 4, 1], [7, 1, 7], [5, 1, 0]]> : tensor<16x3xi32>
  %m = stablehlo.optimization_barrier %cm : tensor<16x3xi32>
  %rows = stablehlo.iota dim = 0 : tensor<16x3xi32>
  %top:2 = "stablehlo.sort"(%m, %rows) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<16x3xi32>, tensor<16x3xi32>) -> (tensor<16x3xi32>, tensor<16x3xi32>)
  %values = stablehlo.slice %top#0 [0:3, 0:3] : (tensor<16x3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %values, dense<[[8, 7, 8], [8, 5, 7], [8, 5, 7]]> : tensor<3x3xi32>
  %places = stablehlo.slice %top#1 [0:3, 0:3] : (tensor<16x3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %places, dense<[[0, 11, 8], [1, 0, 3], [4, 1, 5]]> : tensor<3x3xi32>
  // From the second to the last but six, by twos.
  %again:2 = "stablehlo.sort"(%m, %rows) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %i: tensor<i32>, %j: tensor<i32>):
    %less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<16x3xi32>, tensor<16x3xi32>) -> (tensor<16x3xi32>, tensor<16x3xi32>)
  %some = stablehlo.slice %again#1 [1:10:2, 0:3] : (tensor<16x3xi32>) -> tensor<5x3xi32>
  check.expect_eq_const %some, dense<[[3, 5, 15], [9, 15, 7], [15, 3, 4], [12, 7, 10], [5, 9, 1]]> : tensor<5x3xi32>
  return
}

// CHECK-COUNT-12: : library sort_by_key
// CHECK-COUNT-2: : library sort (
// CHECK-COUNT-2: : library sort_by_key
