// What is wrong with a reduction, a window or a sort.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{dimensions names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [2] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{dimensions names dimension 1 twice}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  // expected-error@+1 {{init value should be 'tensor<f32>', got 'tensor<1xf32>'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{init value should be 'tensor<f32>', got 'tensor<i32>'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{result should be 'tensor<4xf32>', got 'tensor<8xf32>'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<4x9xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x9xf32>, %arg2: tensor<f32>) {
  // expected-error@+1 {{inputs have different shapes: 'tensor<4x8xf32>' and 'tensor<4x9xf32>'}}
  %0:2 = "stablehlo.reduce"(%arg0, %arg1, %arg2, %arg2) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x9xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{has 1 inputs but 2 results}}
  %0:2 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{needs 1 input or more, got 0}}
  "stablehlo.reduce"() <{dimensions = array<i64: 1>}> ({
  ^bb0:
    stablehlo.return
  }) : () -> ()
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{the reducer should take ('tensor<f32>', 'tensor<f32>'), takes ('tensor<f32>')}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{the reducer should return ('tensor<f32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // expected-note @+1 {{it returns here}}
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{the reducer should end with stablehlo.return}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{expected a commutative stablehlo operation of two operands, got 'stablehlo.subtract'}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.subtract across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{window_dimensions has 1 entries, but there are 2 input dimensions}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{window_dimensions has 0 at 0, expected at least 1}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{window strides has 0 at 0, expected at least 1}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{window strides has 4611686018427387904 at 0, longer than any tensor: at most 72057594037927936 is supported}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 4611686018427387904, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<1x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{window dimension 0: 4 elements dilated by 36028797018963968 under a window of 1 dilated by 1 are longer than any tensor: at most 72057594037927936 is supported}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: 36028797018963968, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{padding at the high end has -4611686018427387904 at 1, longer than any tensor: at most 72057594037927936 is supported}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, padding = dense<[[0, 0], [0, -4611686018427387904]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{base dilation has 1 entries, but there are 2 window dimensions}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, base_dilations = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{window dilation has 0 at 1, expected at least 1}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, window_dilations = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{padding should have shape 2x2, got 'tensor<2xi64>'}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>, padding = dense<0> : tensor<2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{init value should be 'tensor<f32>', got 'tensor<i32>'}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<i32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{result should be 'tensor<4x7xf32>', got 'tensor<4x8xf32>'}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{the reducer should return ('tensor<f32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // expected-note @+1 {{it returns here}}
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) {
  // expected-error@+1 {{window_dimensions has 1 entries, but there are 2 operand dimensions}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) {
  // expected-error@+1 {{window_dimensions has 0 at 0, expected at least 1}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) {
  // expected-error@+1 {{window strides has 1 entries, but there are 2 window dimensions}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>) {
  // expected-error@+1 {{source should be 'tensor<4x4xf32>', got 'tensor<4x8xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<1xf32>) {
  // expected-error@+1 {{init value should be 'tensor<f32>', got 'tensor<1xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) {
  // expected-error@+1 {{result should be 'tensor<4x8xf32>', got 'tensor<4x4xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) {
  // expected-error@+1 {{select should return ('tensor<i1>'), returns ('tensor<f32>')}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    // expected-note @+1 {{it returns here}}
    stablehlo.return %s : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) {
  // expected-error@+1 {{scatter should return ('tensor<f32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // expected-note @+1 {{it returns here}}
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{dimension names dimension 2 of a tensor of rank 2}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x8xf32>', got 'tensor<8x4xf32>'}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the comparator should return ('tensor<i1>'), returns ('tensor<f32>')}}
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    // expected-note @+1 {{it returns here}}
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{dimensions has 1 entries, but there are 2 dimensions}}
  %0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{dimensions should count from 0 to 1, has 1 at 0}}
  %0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 1, 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the computation should return ('tensor<f32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // expected-note @+1 {{it returns here}}
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}
