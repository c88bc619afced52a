// A program that says nothing of how to split anything gets a hint, with a mesh and without.
// RUN: split-file %s %t
// RUN: shardwright explain %t/mesh.mlir | FileCheck %s --check-prefix=MESH
// MESH: no sharding given: every device computes the whole program; say how arguments are split (in_shardings of jax.jit, sdy.sharding, sharding.spec)
// RUN: shardwright explain %t/none.mlir | FileCheck %s --check-prefix=NONE
// NONE: no sharding given, and no mesh: say how arguments are split (in_shardings of jax.jit), or give a --mesh

// On a machine, a product that takes long enough is split all the same: not everything is computed by every device.
// RUN: shardwright explain %t/mesh.mlir --topology=h100-8 | FileCheck %s --check-prefix=LARGE
// LARGE: computes 137 GFLOP
// LARGE: no sharding given: every device holds all arguments whole, and only products large enough to pay for it are split; say how arguments are split (in_shardings of jax.jit, sdy.sharding, sharding.spec)
// LARGE-NOT: done by several devices
// LARGE: 1 x all_gather over {x}
// LARGE: for result 0

// RUN: shardwright explain %t/split.mlir --topology=h100-8 | FileCheck %s --check-prefix=SPLIT
// SPLIT-NOT: no sharding given
// RUN: shardwright explain %t/mesh.mlir --json | FileCheck %s --check-prefix=JSON
// JSON: "has_shardings": false

// Where every device computes the same, utilisation and suggestions say so.
// RUN: shardwright explain %t/small.mlir --topology=h100-8 | FileCheck %s --check-prefixes=MESH,WASTE
// WASTE: model 2.15 GFLOP, done by several devices 15.0 GFLOP a step on all devices
// WASTE: split the matrix products that several devices do alike: 15.0 GFLOP on all devices

//--- mesh.mlir
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8192x8192xbf16>, %b: tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8192x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %0 : tensor<8192x8192xbf16>
}

//--- small.mlir
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
  return %0 : tensor<1024x1024xbf16>
}

//--- none.mlir
func.func @main(%a: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = stablehlo.tanh %a : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

//--- split.mlir
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8192x8192xbf16>, %b: tensor<8192x8192xbf16>) -> (tensor<8192x8192xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8192x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %0 : tensor<8192x8192xbf16>
}
