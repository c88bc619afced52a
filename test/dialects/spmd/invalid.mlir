// RUN: shardwright-opt %s --split-input-file --verify-diagnostics

// expected-note @+1 {{there is @pod}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_reduce' op no mesh @p in this module}}
  %0 = spmd.all_reduce sum %a over {x} on @p : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_reduce' op unknown axis 'q': the mesh has the axes x, y}}
  %0 = spmd.all_reduce sum %a over {q} on @pod : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.axis_index' op axis 'x:(1)2' is used twice}}
  %0 = spmd.axis_index over {x, x:(1)2} on @pod : tensor<i32>
  return
}

// -----

// expected-note @+1 {{mesh @pod is <x=4, y=2>}}
sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.slice' op unknown axis 'z': the mesh has the axes x, y}}
  %0 = spmd.slice %a dim 0 over {z} on @pod : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_gather' op has dim 2, but its operand has rank 2}}
  %0 = spmd.all_gather %a dim 2 over {x} on @pod : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_gather' op has a result of length 33 in dimension 0, but the blocks of the group hold 32}}
  %0 = spmd.all_gather %a dim 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<33x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_gather' op changes dimension 1 from 4 to 5, which it does not touch}}
  %0 = spmd.all_gather %a dim 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<32x5xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_gather' op has operand 'tensor<8x4xf32>' and result 'tensor<32x4xf64>', which differ in rank or element type}}
  %0 = spmd.all_gather %a dim 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<32x4xf64>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.slice' op has dim -1, but its operand has rank 2}}
  %0 = spmd.slice %a dim -1 over {x} on @pod : (tensor<8x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.slice' op has a result of length 3 in dimension 0, but 8 in 4 parts makes blocks of 2}}
  %0 = spmd.slice %a dim 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<3x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.reduce_scatter' op has a result of length 2 in dimension 1, but 4 in 4 parts makes blocks of 1}}
  %0 = spmd.reduce_scatter sum %a dim 1 over {x} on @pod : (tensor<8x4xf32>) -> tensor<8x2xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.reduce_scatter' op cannot take the xor of elements of type 'f32'}}
  %0 = spmd.reduce_scatter xor %a dim 1 over {x} on @pod : (tensor<8x4xf32>) -> tensor<8x1xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_reduce' op cannot take the and of elements of type 'f32'}}
  %0 = spmd.all_reduce and %a over {x} on @pod : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_reduce' op cannot take the max of elements of type 'complex<f32>'}}
  %0 = spmd.all_reduce max %c over {x} on @pod : tensor<2xcomplex<f32>>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_to_all' op has split dim 2, but its operand has rank 2}}
  %0 = spmd.all_to_all %a split 2 concat 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_to_all' op has concat dim 3, but its operand has rank 2}}
  %0 = spmd.all_to_all %a split 1 concat 3 over {x} on @pod : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_to_all' op has a result of length 2 in dimension 1, but 4 in 4 parts makes blocks of 1}}
  %0 = spmd.all_to_all %a split 1 concat 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<32x2xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_to_all' op has a result of length 33 in dimension 0, but the blocks of the group hold 32}}
  %0 = spmd.all_to_all %a split 1 concat 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<33x1xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.all_to_all' op has a result of length 9 in dimension 0, but the blocks of the group hold 8}}
  %0 = spmd.all_to_all %a split 0 concat 0 over {x} on @pod : (tensor<8x4xf32>) -> tensor<9x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.collective_permute' op has the pair [0, 4], but its groups have 4 devices}}
  %0 = spmd.collective_permute %a pairs [[0, 4]] over {x} on @pod : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.collective_permute' op names source 0 twice}}
  %0 = spmd.collective_permute %a pairs [[0, 1], [0, 2]] over {x} on @pod : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.collective_permute' op names target 1 twice}}
  %0 = spmd.collective_permute %a pairs [[0, 1], [2, 1]] over {x} on @pod : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.collective_permute' op has 1 numbers in its pairs; sources and targets alternate}}
  %0 = "spmd.collective_permute"(%a) <{mesh = @pod, axes = #sharding.axes<x>, pairs = array<i64: 1>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'spmd.global_type' has no meaning on an op}}
  %0 = spmd.axis_index over {x} on @pod {spmd.global_type = 1} : tensor<i32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %c: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{expected 'spmd.whole_for' to be the name of an op}}
  %0 = spmd.all_reduce sum %a over {x} on @pod {spmd.whole_for} : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{argument #0 of @f: local type 'tensor<8x4xf32>' where the sharding leaves 'tensor<4x4xf32>' of 'tensor<15x4xf32>'}}
func.func @f(%a: tensor<8x4xf32> {sharding.spec = #sharding.spec<@pod, [_x, _]>, spmd.global_type = tensor<15x4xf32>}) { return }

// -----

sharding.mesh @pod = <x=4, y=2>
// expected-error @+1 {{result #0 of @f: local type 'tensor<8xf32>' where the sharding leaves 'tensor<4xf32>' of 'tensor<8xf32>'}}
func.func private @f() -> (tensor<8xf32> {sharding.spec = #sharding.spec<@pod, [_y]>, spmd.global_type = tensor<8xf32>})

// -----

// expected-error @+1 {{argument #0 of @f: expected 'spmd.global_type', a tensor type of static shape}}
func.func @f(%a: tensor<8x4xf32> {spmd.global_type = tensor<?xf32>}) { return }

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %b: tensor<4xi32>) {
  // expected-error @+1 {{'spmd.all_reduce' op has operands of elements 'f32' and 'i32'; what is exchanged together has one type}}
  %0:2 = spmd.all_reduce sum %a, %b over {x} on @pod : tensor<8x4xf32>, tensor<4xi32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'spmd.all_gather' op has 2 operands and 1 results; each operand has a result of its own, and there is one at least}}
  %0 = spmd.all_gather %a, %b dim 0 over {x} on @pod : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<32x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{'spmd.all_gather' op has dim 1, but its operand has rank 1}}
  %0:2 = spmd.all_gather %a, %b dim 1 over {x} on @pod : (tensor<8x4xf32>, tensor<4xf32>) -> (tensor<8x16xf32>, tensor<16xf32>)
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  // expected-error @+1 {{expected 'spmd.started' on a collective, without a value}}
  %0 = stablehlo.tanh %a {spmd.started} : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  // expected-error @+1 {{expected 'spmd.started' on a collective, without a value}}
  %0 = spmd.all_reduce sum %a over {x} on @pod {spmd.started = 1 : i64} : tensor<8x4xf32>
  %1 = spmd.done %0 : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  // expected-error @+1 {{result #0 of what is started here has no 'spmd.done'}}
  %0 = spmd.all_reduce sum %a over {x} on @pod {spmd.started} : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  // expected-error @+1 {{result #0 of what is started here is waited for more than once}}
  %0 = spmd.all_reduce sum %a over {x} on @pod {spmd.started} : tensor<8x4xf32>
  %1 = spmd.done %0 : tensor<8x4xf32>
  // expected-note @+1 {{here}}
  %2 = spmd.done %0 : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  // expected-error @+1 {{result #0 of what is started here is used before it is there: use what its 'spmd.done' gives}}
  %0 = spmd.all_reduce sum %a over {x} on @pod {spmd.started} : tensor<8x4xf32>
  // expected-note @+1 {{here}}
  %1 = stablehlo.tanh %0 : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  %p = stablehlo.constant dense<true> : tensor<i1>
  // expected-error @+1 {{result #0 of what is started here is waited for in another block: start and 'spmd.done' stand in one}}
  %0 = spmd.all_reduce sum %a over {x} on @pod {spmd.started} : tensor<8x4xf32>
  %1 = "stablehlo.if"(%p) ({
    // expected-note @+1 {{here}}
    %2 = spmd.done %0 : tensor<8x4xf32>
    stablehlo.return %2 : tensor<8x4xf32>
  }, {
    stablehlo.return %a : tensor<8x4xf32>
  }) : (tensor<i1>) -> tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  %0 = spmd.all_reduce sum %a over {x} on @pod : tensor<8x4xf32>
  // expected-error @+1 {{waits for what no collective with 'spmd.started' brings}}
  %1 = spmd.done %0 : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  // expected-error @+1 {{expected 'spmd.bidirectional' on a collective_permute, without a value}}
  %0 = spmd.all_reduce sum %a over {x} on @pod {spmd.bidirectional} : tensor<8x4xf32>
  return
}

// -----

sharding.mesh @pod = <x=4, y=2>
func.func @f(%a: tensor<8x4xf32>) {
  // expected-error @+1 {{expected 'spmd.bidirectional' on a collective_permute, without a value}}
  %0 = spmd.collective_permute %a pairs [[0, 1]] over {x} on @pod {spmd.bidirectional = 1 : i64} : tensor<8x4xf32>
  return
}
