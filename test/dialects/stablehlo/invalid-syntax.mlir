// What cannot be read is said at its place.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%a: tensor<i32>, %b: tensor<f32>) {
  // expected-error@+1 {{the operation has 2 operands but lists 1 types}}
  %0:2 = stablehlo.while(%c = %a, %d = %b) : tensor<i32>
  cond {
    stablehlo.return
  } do {
    stablehlo.return
  }
  return
}

// -----

func.func @f(%a: !stablehlo.token, %z: tensor<f32>) {
  // expected-error@+1 {{the short form needs a tensor as input, got '!stablehlo.token'}}
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [] : (!stablehlo.token, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{'offset_dims' is given twice}}
  %0 = "stablehlo.gather"(%a, %a) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], offset_dims = [1]>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected atol, rtol, ulps or mode, got 'tolerance'}}
  %0 = stablehlo.sine %a {result_accuracy = #stablehlo.result_accuracy<tolerance = 1.0>} : tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{the operation has 1 result but its type lists 0}}
  %0 = stablehlo.tuple %a : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-error@+1 {{type created with unregistered dialect}}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 2.0:15>>) {
  return
}

// -----

func.func @f(%a: tensor<1x1x1xf32>) {
  // expected-error@+1 {{spatial dimension 0 of 1 is missing}}
  %0 = stablehlo.convolution(%a, %a) dim_numbers = [b, 9223372036854775807, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  return
}
