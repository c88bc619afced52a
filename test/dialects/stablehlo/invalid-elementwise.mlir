// What is wrong with an elementwise operation is said with both types or numbers.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

// expected-note @+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{operand 0 of type 'tensor<4x8xf32>' and the result of type 'tensor<4x9xf32>' have different shapes}}
  %0 = stablehlo.abs %arg0 : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result 0 holds 'bf16' but operand 0 holds 'f32'}}
  %0 = stablehlo.negate %arg0 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<4x8xbf16>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xbf16>) {
  // expected-error@+1 {{operand 1 holds 'bf16' but operand 0 holds 'f32'}}
  %0 = stablehlo.add %arg0, %arg1 : (tensor<4x8xf32>, tensor<4x8xbf16>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{operand #0 must be tensor of bool or integer values, but got 'tensor<4x8xf32>'}}
  %0 = stablehlo.not %arg0 : tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4xi32>) {
  // expected-error@+1 {{operand #0 must be tensor of float or complex values, but got 'tensor<4xi32>'}}
  %0 = stablehlo.sine %arg0 : tensor<4xi32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x8xf32>', got 'tensor<4x8xf64>'}}
  %0 = stablehlo.abs %arg0 : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}

// -----

func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{result should be 'tensor<4xf32>', got 'tensor<4xf64>'}}
  %0 = stablehlo.real %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @f(%arg0: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{result should be 'tensor<4xf32>', got 'tensor<4xf64>'}}
  %0 = stablehlo.imag %arg0 : (tensor<4xcomplex<f32>>) -> tensor<4xf64>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{is not supported: no quantized types}}
  %0 = stablehlo.uniform_quantize %arg0 : tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{is not supported: no quantized types}}
  %0 = stablehlo.uniform_dequantize %arg0 : tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{a float format needs 1 exponent bit or more, got 0}}
  %0 = stablehlo.reduce_precision %arg0, format = e0m3 : tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{a float format has 0 mantissa bits or more, got -1}}
  %0 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{expected a float format such as e5m10, got 'm5'}}
  %0 = stablehlo.reduce_precision %arg0, format = m5 : tensor<4x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<f32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<f64>' is made here}}
func.func @f(%arg0: tensor<f32>, %arg1: tensor<f64>) {
  // expected-error@+1 {{the real part holds 'f32' but the imaginary part holds 'f64'}}
  %0 = stablehlo.complex %arg0, %arg1 : (tensor<f32>, tensor<f64>) -> tensor<complex<f32>>
  return
}

// -----

func.func @f(%arg0: tensor<f32>) {
  // expected-error@+1 {{the result holds 'complex<f64>' but the parts hold 'f32'}}
  %0 = stablehlo.complex %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<complex<f64>>
  return
}

// -----

func.func @f(%arg0: tensor<f32>) {
  // expected-error@+1 {{expected a tensor of complex values, got 'tensor<f32>'}}
  %0 = stablehlo.complex %arg0, %arg0 : tensor<f32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<f32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<i32>' is made here}}
func.func @f(%arg0: tensor<f32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{operand 0 holds 'f32' but operand 1 holds 'i32'}}
  %0 = stablehlo.compare EQ, %arg0, %arg1 : (tensor<f32>, tensor<i32>) -> tensor<i1>
  return
}

// -----

func.func @f(%arg0: tensor<f32>) {
  // expected-error@+1 {{cannot compare values of type 'f32' as SIGNED}}
  %0 = stablehlo.compare EQ, %arg0, %arg0, SIGNED : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return
}

// -----

func.func @f(%arg0: tensor<i32>) {
  // expected-error@+1 {{cannot compare values of type 'i32' as FLOAT}}
  %0 = stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return
}

// -----

func.func @f(%arg0: tensor<complex<f32>>) {
  // expected-error@+1 {{cannot compare values of type 'complex<f32>' as TOTALORDER}}
  %0 = stablehlo.compare EQ, %arg0, %arg0, TOTALORDER : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
  return
}

// -----

func.func @f(%arg0: tensor<i32>) {
  // expected-error@+1 {{cannot compare values of type 'i32' as UNSIGNED}}
  %0 = stablehlo.compare EQ, %arg0, %arg0, UNSIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return
}

// -----

func.func @f(%arg0: tensor<complex<f32>>) {
  // expected-error@+1 {{complex values have no order: expected EQ or NE, got LT}}
  %0 = stablehlo.compare LT, %arg0, %arg0 : (tensor<complex<f32>>, tensor<complex<f32>>) -> tensor<i1>
  return
}

// -----

func.func @f(%arg0: tensor<f32>) {
  // expected-error@+1 {{result #0 must be tensor of bool (i1) values, but got 'tensor<i32>'}}
  %0 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> tensor<i32>
  return
}

// -----

// expected-note @+2 {{operand 1 of type 'tensor<f32>' is made here}}
// expected-note @+1 {{operand 2 of type 'tensor<i32>' is made here}}
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  // expected-error@+1 {{selects from 'f32' and 'i32' but results in 'f32'}}
  %0 = stablehlo.select %arg0, %arg1, %arg2 : (tensor<i1>, tensor<f32>, tensor<i32>) -> tensor<f32>
  return
}

// -----

// expected-note @+1 {{operand 0 of type 'tensor<8xi1>' is made here}}
func.func @f(%arg0: tensor<8xi1>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{operand 0 of type 'tensor<8xi1>' and the result of type 'tensor<4x8xf32>' have different shapes}}
  %0 = stablehlo.select %arg0, %arg1, %arg1 : tensor<8xi1>, tensor<4x8xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 of type 'tensor<8xf32>' is made here}}
func.func @f(%arg0: tensor<8xf32>, %arg1: tensor<4x8xf32>) {
  // expected-error@+1 {{operand 0 of type 'tensor<8xf32>' and the result of type 'tensor<4x8xf32>' have different shapes}}
  %0 = stablehlo.clamp %arg0, %arg1, %arg1 : (tensor<8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<f32>) {
  // expected-error@+1 {{the operation has 2 operands but its type lists 1}}
  %0 = stablehlo.add %arg0, %arg0 : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: tensor<f32>) {
  // expected-error@+1 {{the operation has 1 result but its type lists 2}}
  %0 = stablehlo.add %arg0, %arg0 : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}
