// Several meshes over the same devices: other axis names, other sizes, other orders of the devices. The numbers are those of a
// program that knows no mesh, also where manual regions over different meshes exchange data and ask where they are; one mesh is
// left, whose axes all of the others are made of.
// RUN: shardwright run %s
// RUN: shardwright run %s --backend=interp
// RUN: shardwright-opt --import-sdy --normalize-meshes %s 2> /dev/null | FileCheck %s
// RUN: shardwright-opt --import-sdy --normalize-meshes %s 2>&1 > /dev/null | FileCheck %s --check-prefix=WARNING

// WARNING: several.mlir:[[@LINE+14]]:1: warning: the device order of mesh @reversed is none that the axes of mesh @mesh express: what it places is placed in that mesh's order
// WARNING: several.mlir:[[@LINE+3]]:1: note: mesh @mesh is <x=4, y=2>
// CHECK: sharding.mesh @mesh = <a=2, x_2=2, y=2>
// CHECK-NOT: sharding.mesh
sdy.mesh @mesh = <["x"=4, "y"=2]>
// Other sizes: b is the minor half of x, and y.
sdy.mesh @other = <["a"=2, "b"=4]>
// The same sizes by other names, and one mesh that is all of them in one axis.
sdy.mesh @renamed = <["p"=4, "one"=1, "q"=2]>
sdy.mesh @flat = <["all"=8]>
// Other orders: the second is the transposed grid, so its axes are axes of @mesh in another order.
sdy.mesh @transposed = <["q"=2, "p"=4], device_ids=[0, 2, 4, 6, 1, 3, 5, 7]>
// The identity, spelled out.
sdy.mesh @spelled = <["p"=4, "q"=2], device_ids=[0, 1, 2, 3, 4, 5, 6, 7]>
sdy.mesh @reversed = <["p"=2, "q"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
// One device is no axis at all.
sdy.mesh @single = <["s"=1]>

func.func @main() {
  %i = stablehlo.iota dim = 0 : tensor<64xf32>
  %a = stablehlo.reshape %i : (tensor<64xf32>) -> tensor<8x8xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_{a,x_2}, _y]>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_{x_2,y}, _a]>
  %1 = sdy.sharding_constraint %0 <@other, [{"b"}, {"a"}]> : tensor<8x8xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_y, _{a,x_2}]>
  %2 = sdy.sharding_constraint %1 <@renamed, [{"q"}, {"p", "one"}]> : tensor<8x8xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_{a,x_2,y}, _]>
  %3 = sdy.sharding_constraint %2 <@flat, [{"all"}, {}]> : tensor<8x8xf32>
  // Sub-axes of the one axis of @flat.
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_y, _{a,x_2}]>
  %4 = sdy.sharding_constraint %3 <@flat, [{"all":(4)2}, {"all":(1)4}]> : tensor<8x8xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_{a,x_2}, _y]>
  %5 = sdy.sharding_constraint %4 <@transposed, [{"p"}, {"q"}]> : tensor<8x8xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_y, _{a,x_2}]>
  %6 = sdy.sharding_constraint %5 <@spelled, [{"q"}, {"p"}]> : tensor<8x8xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_a, _{x_2,y}]>
  %7 = sdy.sharding_constraint %6 <@reversed, [{"p"}, {"q"}]> : tensor<8x8xf32>
  // CHECK: sharding.constraint %{{.*}} <@mesh, [_, _]>
  %8 = sdy.sharding_constraint %7 <@single, [{"s"}, {}]> : tensor<8x8xf32>
  check.expect_eq %8, %a : tensor<8x8xf32>, tensor<8x8xf32>

  // Sums of the halves of the rows, and each block's number along b: groups of devices 0,4 1,5 2,6 3,7.
  // CHECK: sharding.manual({{.*}}) in [<@mesh, [_a, _{x_2,y}]>] out [<@mesh, [_, _{x_2,y}]{R_a}>] over {a, x_2, y}
  %9 = sdy.manual_computation(%8) in_shardings=[<@other, [{"a"}, {"b"}]>] out_shardings=[<@other, [{}, {"b"}]>] manual_axes={"a", "b"} (%block: tensor<4x2xf32>) {
    %sum = "stablehlo.all_reduce"(%block) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %s = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %c1 = stablehlo.constant dense<1> : tensor<ui32>
    %c4 = stablehlo.constant dense<4> : tensor<ui32>
    %id = stablehlo.partition_id : tensor<ui32>
    %quotient = stablehlo.divide %id, %c1 : tensor<ui32>
    %b = stablehlo.remainder %quotient, %c4 : tensor<ui32>
    %f = stablehlo.convert %b : (tensor<ui32>) -> tensor<f32>
    %spread = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %more = stablehlo.add %sum, %spread : tensor<4x2xf32>
    sdy.return %more : tensor<4x2xf32>
  } : (tensor<8x8xf32>) -> tensor<4x8xf32>
  %top = stablehlo.slice %a [0:4, 0:8] : (tensor<8x8xf32>) -> tensor<4x8xf32>
  %bottom = stablehlo.slice %a [4:8, 0:8] : (tensor<8x8xf32>) -> tensor<4x8xf32>
  %sums = stablehlo.add %top, %bottom : tensor<4x8xf32>
  %numbers = stablehlo.constant dense<[[0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]]> : tensor<1x8xf32>
  %allnumbers = stablehlo.broadcast_in_dim %numbers, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<4x8xf32>
  %want9 = stablehlo.add %sums, %allnumbers : tensor<4x8xf32>
  check.expect_eq %9, %want9 : tensor<4x8xf32>, tensor<4x8xf32>

  // Over the reversed mesh: device 7 is at position 0. Blocks along q go one on, 0 -> 1 -> 2 -> 3: devices 7 -> 6 -> 5 -> 4 for p = 0
  // and 3 -> 2 -> 1 -> 0 for p = 1; and the device's own number, by its position, is added.
  %10 = sdy.manual_computation(%a) in_shardings=[<@reversed, [{"p"}, {"q"}]>] out_shardings=[<@reversed, [{"p"}, {"q"}]>] manual_axes={"p", "q"} (%block: tensor<4x2xf32>) {
    %moved = "stablehlo.collective_permute"(%block) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[7, 6], [6, 5], [5, 4], [3, 2], [2, 1], [1, 0]]> : tensor<6x2xi64>}> : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %id = stablehlo.partition_id : tensor<ui32>
    %f = stablehlo.convert %id : (tensor<ui32>) -> tensor<f32>
    %spread = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4x2xf32>
    %more = stablehlo.add %moved, %spread : tensor<4x2xf32>
    sdy.return %more : tensor<4x2xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %left = stablehlo.slice %a [0:8, 0:6] : (tensor<8x8xf32>) -> tensor<8x6xf32>
  %shifted = stablehlo.pad %left, %zero, low = [0, 2], high = [0, 0], interior = [0, 0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<8x8xf32>
  %ids = stablehlo.constant dense<[[7.0, 7.0, 6.0, 6.0, 5.0, 5.0, 4.0, 4.0], [3.0, 3.0, 2.0, 2.0, 1.0, 1.0, 0.0, 0.0]]> : tensor<2x8xf32>
  %four = stablehlo.broadcast_in_dim %ids, dims = [0, 2] : (tensor<2x8xf32>) -> tensor<2x4x8xf32>
  %rows = stablehlo.reshape %four : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
  %want10 = stablehlo.add %shifted, %rows : tensor<8x8xf32>
  check.expect_eq %10, %want10 : tensor<8x8xf32>, tensor<8x8xf32>

  // Groups that name axes, of a mesh whose axis is two of the union's.
  %11 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%block: tensor<2x8xf32>) {
    %whole = "stablehlo.all_gather"(%block) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>, use_global_device_ids}> : (tensor<2x8xf32>) -> tensor<8x8xf32>
    sdy.return %whole : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  check.expect_eq %11, %a : tensor<8x8xf32>, tensor<8x8xf32>
  return
}
