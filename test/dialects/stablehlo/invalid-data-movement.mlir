// What is wrong with an operation that moves elements.
// RUN: shardwright-opt %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error@+1 {{iota_dimension names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.iota dim = 2 : tensor<4x8xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{counts in numbers, not in 'i1'}}
  %0 = stablehlo.iota dim = 0 : tensor<4xi1>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{broadcast_dimensions has 0 entries, but there are 1 operand dimensions}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{broadcast_dimensions names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8x8xf32>) {
  // expected-error@+1 {{broadcast_dimensions names dimension 1 twice}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 1] : (tensor<8x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<8xf32>' is made here}}
func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{operand dimension 0 of size 8 cannot become result dimension 0 of size 4}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note @+1 {{operand 0 of type 'tensor<8xf32>' is made here}}
func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{result 0 holds 'f64' but operand 0 holds 'f32'}}
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf64>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{broadcast_sizes has -1 at 0, expected at least 0}}
  %0 = stablehlo.broadcast %arg0, sizes = [-1] : (tensor<8xf32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<8xf32>) {
  // expected-error@+1 {{result should be 'tensor<3x8xf32>', got 'tensor<2x8xf32>'}}
  %0 = stablehlo.broadcast %arg0, sizes = [3] : (tensor<8xf32>) -> tensor<2x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{the operand 'tensor<4x8xf32>' has 32 elements but the result 'tensor<24xf32>' has 24}}
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<24xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x8x4xi8>', got 'tensor<4x8xi8>'}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi8>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{operand should be 'tensor<4x8x2xf32>', got 'tensor<4x8xf32>'}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xf64>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x2xf32>' is made here}}
func.func @f(%arg0: tensor<4x2xf32>) {
  // expected-error@+1 {{cannot convert between 'f32' and 'complex<f32>'}}
  %0 = stablehlo.bitcast_convert %arg0 : (tensor<4x2xf32>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{permutation has 1 entries, but there are 2 dimensions}}
  %0 = stablehlo.transpose %arg0, dims = [0] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{permutation names dimension 0 twice}}
  %0 = stablehlo.transpose %arg0, dims = [0, 0] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<8x4xf32>', got 'tensor<4x8xf32>'}}
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{dimensions names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.reverse %arg0, dims = [2] : tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x8xf32>', got 'tensor<8x4xf32>'}}
  %0 = stablehlo.reverse %arg0, dims = [0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{start_indices has 1 entries, but there are 2 dimensions}}
  %0 = stablehlo.slice %arg0 [0:4] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{limit_indices has 1 entries, but there are 2 dimensions}}
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{strides has 1 entries, but there are 2 dimensions}}
  %0 = "stablehlo.slice"(%arg0) <{start_indices = array<i64: 0, 0>, limit_indices = array<i64: 4, 8>, strides = array<i64: 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{start_indices has -1 at 0, expected at least 0}}
  %0 = stablehlo.slice %arg0 [-1:4, 0:8] : (tensor<4x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{strides has 0 at 1, expected at least 1}}
  %0 = stablehlo.slice %arg0 [0:4, 0:8:0] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{dimension 0 ends at 2, before it starts at 3}}
  %0 = stablehlo.slice %arg0 [3:2, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{dimension 0 ends at 5 but the operand has 4}}
  %0 = stablehlo.slice %arg0 [0:5, 0:8] : (tensor<4x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<4x4xf32>', got 'tensor<4x3xf32>'}}
  %0 = stablehlo.slice %arg0 [0:4, 0:7:2] : (tensor<4x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<1xf32>) {
  // expected-error@+1 {{padding_value should be a scalar, got 'tensor<1xf32>'}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{low has 1 entries, but there are 2 dimensions}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0], high = [0, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{high has 1 entries, but there are 2 dimensions}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{interior has 1 entries, but there are 2 dimensions}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{padding of 72057594037927936 between the 4 elements of dimension 0 is longer than any tensor: at most 72057594037927936 is supported}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [72057594037927936, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{low has 4611686018427387904 at 1, longer than any tensor: at most 72057594037927936 is supported}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 4611686018427387904], high = [0, -4611686018427387904], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{interior has -1 at 1, expected at least 0}}
  %0 = stablehlo.pad %arg0, %arg1, low = [0, 0], high = [0, 0], interior = [0, -1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{padding leaves dimension 0 with size -2}}
  %0 = stablehlo.pad %arg0, %arg1, low = [-3, 0], high = [-3, 0], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{result should be 'tensor<8x8xf32>', got 'tensor<4x8xf32>'}}
  %0 = stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [1, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{needs 1 input or more, got 0}}
  %0 = "stablehlo.concatenate"() <{dimension = 0 : i64}> : () -> tensor<4xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{dim names dimension 2 of a tensor of rank 2}}
  %0 = stablehlo.concatenate %arg0, %arg0, dim = 2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<4x9xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<4x9xf32>) {
  // expected-error@+1 {{inputs may differ in dimension 0 only: input 0 is 'tensor<4x8xf32>', input 1 is 'tensor<4x9xf32>'}}
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<4x8xf32>, tensor<4x9xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>) {
  // expected-error@+1 {{result should be 'tensor<8x8xf32>', got 'tensor<4x8xf32>'}}
  %0 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{the list of start indices has 1 entries, but there are 2 dimensions}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<1xi32>) {
  // expected-error@+1 {{start index should be a scalar, got 'tensor<1xi32>'}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2] : (tensor<4xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

// expected-note @+2 {{operand 1 of type 'tensor<i32>' is made here}}
// expected-note @+1 {{operand 2 of type 'tensor<i64>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<i64>) {
  // expected-error@+1 {{start indices have different types: 'tensor<i32>' and 'tensor<i64>'}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg2, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i64>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{sizes has 1 entries, but there are 2 dimensions}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{sizes has -2 at 0, expected at least 0}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [-2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{the slice has size 5 in dimension 0 but the operand has 4}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [5, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<5x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) {
  // expected-error@+1 {{result should be 'tensor<2x8xf32>', got 'tensor<4x8xf32>'}}
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<2xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) {
  // expected-error@+1 {{the update 'tensor<2xf32>' is no piece of the operand 'tensor<4x8xf32>'}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

// expected-note @+2 {{operand 0 of type 'tensor<4x8xf32>' is made here}}
// expected-note @+1 {{operand 1 of type 'tensor<5x8xf32>' is made here}}
func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<5x8xf32>, %arg2: tensor<i32>) {
  // expected-error@+1 {{the update has size 5 in dimension 0 but the operand has 4}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<5x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<i32>) {
  // expected-error@+1 {{the list of start indices has 1 entries, but there are 2 dimensions}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<2x8xf32>, %arg2: tensor<i32>) {
  // expected-error@+1 {{result should be 'tensor<4x8xf32>', got 'tensor<2x8xf32>'}}
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{holds elements of type 'tensor<2xi32>' but results in 'tensor<3xi32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected the elements of a tensor, got 1 : i32}}
  %0 = stablehlo.constant 1 : i32
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{the string holds 2 bytes, but 'tensor<20xi1>' needs 20 (a byte each) or 3 (a bit each)}}
  %0 = stablehlo.constant dense<"0x0001"> : tensor<20xi1>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{the string holds 2 bytes, which does not fit 'tensor<20xf32>'}}
  %0 = stablehlo.constant dense<"0x0001"> : tensor<20xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected a string of hexadecimal digits and the type of a static tensor}}
  %0 = stablehlo.constant dense<"zz"> : tensor<20xf32>
  return
}
