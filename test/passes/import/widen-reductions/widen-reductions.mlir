// RUN: shardwright run %s
// RUN: shardwright run %s --mesh=x=3 --fuzz-shardings=1
// RUN: shardwright run %s --backend=interp-global
// RUN: shardwright-opt --widen-reductions %s | FileCheck %s

func.func @main() {
  // The logarithm of a growing sum of exponentials, of random numbers: expected values are of 80 digits, rounded once. In f32
  // the chain is off by more than a unit in the last place where the result is small.
  %c = stablehlo.constant dense<[-1.25, -2.5, -0.125, 0.0625, -8.0, 3.5, 3.4375, -0.75]> : tensor<8xf32>
  %x = stablehlo.optimization_barrier %c : tensor<8xf32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: %[[WIDE:.*]] = stablehlo.convert %{{.*}} : (tensor<8xf32>) -> tensor<8xf64>
  // CHECK: "stablehlo.reduce_window"(%[[WIDE]]
  // CHECK: ^bb0(%{{.*}}: tensor<f64>, %{{.*}}: tensor<f64>):
  // CHECK: stablehlo.exponential %{{.*}} : tensor<f64>
  // CHECK: stablehlo.convert %{{.*}} : (tensor<8xf64>) -> tensor<8xf32>
  %0 = "stablehlo.reduce_window"(%x, %lowest) <{padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 8>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    %2 = stablehlo.subtract %a, %b : tensor<f32>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.add %a, %b : tensor<f32>
    %5 = stablehlo.abs %2 : tensor<f32>
    %6 = stablehlo.negate %5 : tensor<f32>
    %7 = stablehlo.exponential %6 : tensor<f32>
    %8 = stablehlo.log_plus_one %7 : tensor<f32>
    %9 = stablehlo.add %1, %8 : tensor<f32>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %want = stablehlo.constant dense<[0xBFA00000, 0xBF7F8193, 0x3E65638B, 0x3F56F401, 0x3F56FD7F, 0x40645385, 0x40865476, 0x40868E69]> : tensor<8xf32>
  check.expect_close %0, %want, max_ulp_difference = 1, min_ulp_difference = 0 : tensor<8xf32>, tensor<8xf32>

  // Sums, whatever they are compared with, and what is wide already keep their type.
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %sum, dense<-5.625> : tensor<f32>

  // A position that is carried along is a number of its own kind; a constant in the body is widened, too.
  // CHECK: (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  %halves = stablehlo.convert %x : (tensor<8xf32>) -> tensor<8xbf16>
  %none = stablehlo.constant dense<0.0> : tensor<bf16>
  %positions = stablehlo.iota dim = 0 : tensor<8xi32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %root:2 = stablehlo.reduce(%halves init: %none), (%positions init: %first) across dimensions = [0] : (tensor<8xbf16>, tensor<8xi32>, tensor<bf16>, tensor<i32>) -> (tensor<bf16>, tensor<i32>)
   reducer(%a: tensor<bf16>, %b: tensor<bf16>) (%i: tensor<i32>, %j: tensor<i32>)  {
    %one = stablehlo.constant dense<1.0> : tensor<bf16>
    %11 = stablehlo.multiply %a, %a : tensor<bf16>
    %12 = stablehlo.multiply %b, %b : tensor<bf16>
    %13 = stablehlo.add %11, %12 : tensor<bf16>
    %14 = stablehlo.multiply %13, %one : tensor<bf16>
    %15 = stablehlo.sqrt %14 : tensor<bf16>
    %16 = stablehlo.maximum %i, %j : tensor<i32>
    stablehlo.return %15, %16 : tensor<bf16>, tensor<i32>
  }
  check.expect_eq_const %root#0, dense<9.8125> : tensor<bf16>
  check.expect_eq_const %root#1, dense<7> : tensor<i32>
  return
}
