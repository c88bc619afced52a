// Permutes of one value, over the same axes, in which every device sends and receives once.
// RUN: shardwright-opt --merge-permutes --split-input-file %s | FileCheck %s

// What a device was sent nothing in stays zeros there.
// CHECK-LABEL: func.func @rotation
// CHECK-NEXT: %[[ALL:.*]] = spmd.collective_permute %arg0 pairs {{\[}}[3, 0], [0, 1], [1, 2], [2, 3]] over {x} on @m {cause = "first; rest"}
// CHECK-NEXT: %[[I:.*]] = spmd.axis_index over {x}
// CHECK: %[[FIRST:.*]] = stablehlo.select %{{.*}}, %[[ALL]], %{{.*}} : tensor<i1>, tensor<2xf32>
// CHECK: %[[REST:.*]] = stablehlo.select %{{.*}}, %[[ALL]], %{{.*}} : tensor<i1>, tensor<2xf32>
// CHECK-NEXT: return %[[FIRST]], %[[REST]]
sharding.mesh @m = <x=4>
func.func @rotation(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = spmd.collective_permute %a pairs [[3, 0]] over {x} on @m {cause = "first"} : tensor<2xf32>
  %1 = spmd.collective_permute %a pairs [[0, 1], [1, 2], [2, 3]] over {x} on @m {cause = "rest"} : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// A device that sends twice, one that receives twice, another value, other axes.
// CHECK-LABEL: func.func @apart
// CHECK-NEXT: spmd.collective_permute %arg0 pairs {{\[}}[0, 1]] over {x}
// CHECK-NEXT: spmd.collective_permute %arg0 pairs {{\[}}[0, 2]] over {x}
// CHECK-NEXT: spmd.collective_permute %arg0 pairs {{\[}}[1, 2], [3, 1]] over {x}
// CHECK-NEXT: spmd.collective_permute %arg1 pairs {{\[}}[2, 3]] over {x}
// CHECK-NEXT: spmd.collective_permute %arg0 pairs {{\[}}[1, 0]] over {y}
sharding.mesh @m = <x=4, y=2>
func.func @apart(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = spmd.collective_permute %a pairs [[0, 1]] over {x} on @m : tensor<2xf32>
  %1 = spmd.collective_permute %a pairs [[0, 2]] over {x} on @m : tensor<2xf32>
  %2 = spmd.collective_permute %a pairs [[1, 2], [3, 1]] over {x} on @m : tensor<2xf32>
  %3 = spmd.collective_permute %b pairs [[2, 3]] over {x} on @m : tensor<2xf32>
  %4 = spmd.collective_permute %a pairs [[1, 0]] over {y} on @m : tensor<2xf32>
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
