// What is wrong with a loop or a branch.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error@+1 {{carries ('tensor<i32>') but results in ('tensor<f32>')}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %arg1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error@+1 {{cond should take ('tensor<i32>'), takes ()}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0:
    stablehlo.return %arg1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error@+1 {{cond should return ('tensor<i1>'), returns ('tensor<i32>')}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    // expected-note @+1 {{it returns here}}
    stablehlo.return %a : tensor<i32>
  }, {
  ^bb0(%a: tensor<i32>):
    stablehlo.return %a : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%arg0: tensor<i32>, %arg1: tensor<i1>) {
  // expected-error@+1 {{the body should return ('tensor<i32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i32>):
    stablehlo.return %arg1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    // expected-note @+1 {{it returns here}}
    stablehlo.return %arg1 : tensor<i1>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%arg0: tensor<i32>) {
  // expected-error@+1 {{needs 1 branch or more, got 0}}
  %0 = "stablehlo.case"(%arg0) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%arg0: tensor<i64>, %arg1: tensor<i32>) {
  // expected-error@+1 {{index should be 'tensor<i32>', got 'tensor<i64>'}}
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i64>) -> tensor<i32>
  return
}

// -----

func.func @f(%arg0: tensor<i32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{branch 1 should return ('tensor<i32>'), returns ('tensor<f32>')}}
  %0 = "stablehlo.case"(%arg0) ({
    stablehlo.return %arg0 : tensor<i32>
  }, {
    // expected-note @+1 {{it returns here}}
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func @f(%arg0: tensor<2xi1>, %arg1: tensor<f32>) {
  // expected-error@+1 {{pred should be a scalar, got 'tensor<2xi1>'}}
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<2xi1>) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>) {
  // expected-error@+1 {{the true branch should return ('tensor<f32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.if"(%arg0) ({
    // expected-note @+1 {{it returns here}}
    stablehlo.return %arg0 : tensor<i1>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>) {
  // expected-error@+1 {{the false branch should return ('tensor<f32>'), returns ('tensor<i1>')}}
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    // expected-note @+1 {{it returns here}}
    stablehlo.return %arg0 : tensor<i1>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>) {
  // expected-error@+1 {{takes ('tensor<i1>') but results in ('tensor<f32>')}}
  %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<i1>) -> tensor<f32>
  return
}
