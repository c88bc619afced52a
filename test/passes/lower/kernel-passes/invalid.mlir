// RUN: shardwright-opt %s --split-input-file --verify-diagnostics --lower-to-exec

// expected-error @+1 {{stride 3 does not divide 8, the next}}
func.func @strides(%a: tensor<8xf32>) -> tensor<8xf32> attributes {x = #exec.points<8, 1 a row, strides [3]>} {
  return %a : tensor<8xf32>
}

// -----

// expected-error @+1 {{8 points are no rows of 3}}
func.func @rows(%a: tensor<8xf32>) -> tensor<8xf32> attributes {x = #exec.points<8, 3 a row>} {
  return %a : tensor<8xf32>
}

// -----

func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> attributes {exec.planned} {
  // expected-error @+1 {{attribute 'exec.inlined' is there or not, not 1}}
  %0 = stablehlo.tanh %a {exec.inlined = 1} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error @+1 {{attribute 'exec.planned' is there or not, not 2}}
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> attributes {exec.planned = 2} {
  return %a : tensor<8xf32>
}

// -----

func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> attributes {exec.planned} {
  // expected-error @+1 {{attribute 'exec.part' is an #exec.part, not 0}}
  %0 = stablehlo.tanh %a {exec.part = 0} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> attributes {exec.planned} {
  // expected-error @+1 {{attribute 'exec.points' is an #exec.points, not unit}}
  %0 = stablehlo.tanh %a {exec.points} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> attributes {exec.planned} {
  // expected-error @+1 {{is inlined, and part of kernel 4: it can be one of them}}
  %0 = stablehlo.tanh %a {exec.inlined, exec.part = #exec.part<4, point in 0>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> attributes {exec.planned} {
  // expected-error @+1 {{is a kernel with others, but there is no other of its number}}
  %0 = stablehlo.tanh %a {exec.part = #exec.part<0, point in 0>, exec.points = #exec.points<8, 1 a row>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> attributes {exec.planned} {
  // expected-error @+1 {{begins kernel 0, and does not say what that walks}}
  %0 = stablehlo.tanh %a {exec.part = #exec.part<0, point in 0>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {exec.planned} {
  %0 = stablehlo.tanh %a {exec.part = #exec.part<0, point in 0, stored = true>, exec.points = #exec.points<8, 1 a row>} : tensor<8xf32>
  // expected-error @+1 {{goes on with kernel 0, and says once more what that walks}}
  %1 = stablehlo.exponential %0 {exec.part = #exec.part<0, point in 0, stored = true>, exec.points = #exec.points<8, 1 a row>} : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) attributes {exec.planned} {
  %0 = stablehlo.tanh %a {exec.part = #exec.part<0, point in 0, stored = true>, exec.points = #exec.points<8, 1 a row>} : tensor<8xf32>
  %1 = stablehlo.sine %a : tensor<8xf32>
  // expected-error @+1 {{goes on with kernel 0 behind what is not part of it}}
  %2 = stablehlo.multiply %0, %1 {exec.part = #exec.part<0, point in 0, stored = true>} : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}
