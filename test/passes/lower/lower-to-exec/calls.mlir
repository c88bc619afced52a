// Collectives, products, sorts and checks say what they do beside their buffers.
// RUN: shardwright-opt %s --prepare-for-host --lower-to-exec | FileCheck %s

sharding.mesh @mesh = <x=4, y=2>

// The key of a sort is a kernel that the routine calls.
// CHECK-LABEL: exec.kernel @compare0(
// CHECK-SAME:    loops [8] outer 1
// CHECK-LABEL: exec.program @main on @mesh {
// CHECK:         %[[ONES:.+]] = exec.constant dense<{{.*}}> : tensor<4xi32> : <16>
// CHECK-DAG:     exec.collective reduce_scatter by max %{{.+}} into %{{.+}} over {x} split 0 types [tensor<8x4xf32>] to [tensor<2x4xf32>] for <"reduce_scatter" at {{.*}} because "a cause">
// CHECK-DAG:     exec.collective collective_permute %{{.+}} into %{{.+}} over {y} pairs {{\[}}[0, 1], [1, 0]] types [tensor<2x4xf32>] to [tensor<2x4xf32>]
// CHECK-DAG:     exec.axis_index over {x, y} into %{{.+}} for <"axis_index"
// CHECK-DAG:     exec.library "sort_by_key"(%{{.+}}) into(%{{.+}}) parameters [0, 8, 0] types [tensor<8xf32>, tensor<8x{{.*}}>] kernel @compare0 shares {{\[}}[0, 1]]
// CHECK-DAG:     exec.check equal %{{.+}}, %[[ONES]] is tensor<4xi32>
func.func @main(%a: tensor<8x4xf32>, %s: tensor<8xf32>, %n: tensor<4xi32>) -> (tensor<2x4xf32>, tensor<i32>, tensor<8xf32>) {
  %0 = spmd.reduce_scatter max %a dim 0 over {x} on @mesh {cause = "a cause"} : (tensor<8x4xf32>) -> tensor<2x4xf32>
  %1 = spmd.collective_permute %0 pairs [[0, 1], [1, 0]] over {y} on @mesh : tensor<2x4xf32>
  %2 = spmd.axis_index over {x, y} on @mesh : tensor<i32>
  %3 = "stablehlo.sort"(%s) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %4 = stablehlo.compare LT, %l, %r, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %4 : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  check.expect_eq_const %n, dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %1, %2, %3 : tensor<2x4xf32>, tensor<i32>, tensor<8xf32>
}
