// The text is what JAX prints: reading and printing it changes nothing.
// RUN: shardwright-opt %s --verify-roundtrip | FileCheck %s

// CHECK: sdy.mesh @m = <["a"=2, "b"=4, "c"=8]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK: sdy.mesh @p = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
// CHECK: sdy.mesh @max = <[], device_ids=[3]>
// CHECK: sdy.mesh @empty = <[]>
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
sdy.mesh @p = <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
sdy.mesh @max = <[], device_ids=[3]>
sdy.mesh @empty = <[]>

// CHECK-LABEL: func.func @f0(
// CHECK: %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b", "c"}, {}]> : tensor<16x32x8xf32>
func.func @f0(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {"b", "c"}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f1(
// CHECK: %0 = sdy.sharding_constraint %arg0 <@m, [{"a", ?}, {?}, {}]> : tensor<16x32x8xf32>
func.func @f1(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a", ?}, {?}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f2(
// CHECK: %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}p1, {"b", ?}, {?}p12]> : tensor<16x32x8xf32>
func.func @f2(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}p1, {"b", ?}, {?}p12]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f3(
// CHECK: %0 = sdy.sharding_constraint %arg0 <@m, [{"c":(1)2}, {"c":(2)4, "a"}, {}]> : tensor<16x32x8xf32>
func.func @f3(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"c":(1)2}, {"c":(2)4, "a"}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f4(
// CHECK: %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}, {}], replicated={"a", "b"}> : tensor<16x32x8xf32>
func.func @f4(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}, {}], replicated={"a", "b"}> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f5(
// CHECK: %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}, {}], replicated={"b":(2)2}, unreduced={"c"}> : tensor<16x32x8xf32>
func.func @f5(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{"a"}, {}, {}], replicated={"b":(2)2}, unreduced={"c"}> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f6(
// CHECK: %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}, {}], unreduced=max{"c"}> : tensor<16x32x8xf32>
func.func @f6(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@m, [{}, {}, {}], unreduced=max{"c"}> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f7(
// CHECK: %0 = sdy.sharding_constraint %arg0 <mesh<["x"=2]>, [{"x"}, {}, {}]> : tensor<16x32x8xf32>
func.func @f7(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <mesh<["x"=2]>, [{"x"}, {}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f8(
// CHECK: %0 = sdy.sharding_constraint %arg0 <@max, []> : tensor<16x32x8xf32>
func.func @f8(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@max, []> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f9(
// CHECK: %0 = sdy.reshard %arg0 <@m, [{"a"}, {}, {}]> : tensor<16x32x8xf32>
func.func @f9(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.reshard %arg0 <@m, [{"a"}, {}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f10(
// CHECK: sdy.sharding_group %arg0 group_id=21 : tensor<16x32x8xf32>
func.func @f10(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  sdy.sharding_group %arg0 group_id=21 : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f11(
// CHECK: %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16x32x8xf32>
func.func @f11(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=NONE : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f12(
// CHECK: %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD : tensor<16x32x8xf32>
func.func @f12(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f13(
// CHECK: %0 = sdy.constant dense<1.000000e+00> : tensor<16x32x8xf32>
func.func @f13(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.constant dense<1.000000e+00> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f14(
// CHECK: %0 = sdy.data_flow_edge %arg0 : tensor<16x32x8xf32>
func.func @f14(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.data_flow_edge %arg0 : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f15(
// CHECK: %0 = sdy.data_flow_edge %arg0 sharding=<@m, [{"a"}, {}, {}]> : tensor<16x32x8xf32>
func.func @f15(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.data_flow_edge %arg0 sharding=<@m, [{"a"}, {}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f16(
// CHECK: %0 = sdy.func_data_flow_edge %arg0 : tensor<16x32x8xf32>
func.func @f16(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.func_data_flow_edge %arg0 : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f17(
// CHECK: %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@m, [{"a"}, {"b"}, {}]>, <@m, [{}, {"b"}]>] out_shardings=[<@m, [{"a"}, {}, {}], replicated={"b"}>] manual_axes={"a", "b"} (%arg2: tensor<8x8x8xf32>, %arg3: tensor<4x8xf32>) {
// CHECK:   %1 = sdy.propagation_barrier %arg2 allowed_direction=FORWARD : tensor<8x8x8xf32>
// CHECK:   %2 = func.call @g(%1) : (tensor<8x8x8xf32>) -> tensor<8x32x8xf32>
// CHECK:   sdy.return %2 : tensor<8x32x8xf32>
// CHECK: } : (tensor<16x32x8xf32>, tensor<4x32xf32>) -> tensor<16x32x8xf32>
func.func @f17(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@m, [{"a"}, {"b"}, {}]>, <@m, [{}, {"b"}]>] out_shardings=[<@m, [{"a"}, {}, {}], replicated={"b"}>] manual_axes={"a", "b"} (%arg2: tensor<8x8x8xf32>, %arg3: tensor<4x8xf32>) {
    %1 = sdy.propagation_barrier %arg2 allowed_direction=FORWARD : tensor<8x8x8xf32>
    %2 = func.call @g(%1) : (tensor<8x8x8xf32>) -> tensor<8x32x8xf32>
    sdy.return %2 : tensor<8x32x8xf32>
  } : (tensor<16x32x8xf32>, tensor<4x32xf32>) -> tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f18(
// CHECK: sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
// CHECK:   sdy.return
// CHECK: } : () -> ()
func.func @f18(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}

// CHECK-LABEL: func.func @f19(
// CHECK: %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@m, [{"a"}, {}, {}]>] out_shardings=[<@m, [{}, {}, {}]>] (%arg2: tensor<16x32x8xf32>) {
// CHECK:   sdy.return %arg2 : tensor<16x32x8xf32>
// CHECK: } : (tensor<16x32x8xf32>) -> tensor<16x32x8xf32>
func.func @f19(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.named_computation<"foo">(%arg0) in_shardings=[<@m, [{"a"}, {}, {}]>] out_shardings=[<@m, [{}, {}, {}]>] (%arg2: tensor<16x32x8xf32>) {
    sdy.return %arg2 : tensor<16x32x8xf32>
  } : (tensor<16x32x8xf32>) -> tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f20(
// CHECK: %0 = sdy.named_computation<"foo">(%arg0) (%arg2: tensor<16x32x8xf32>) {
// CHECK:   sdy.return %arg2 : tensor<16x32x8xf32>
// CHECK: } : (tensor<16x32x8xf32>) -> tensor<16x32x8xf32>
func.func @f20(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.named_computation<"foo">(%arg0) (%arg2: tensor<16x32x8xf32>) {
    sdy.return %arg2 : tensor<16x32x8xf32>
  } : (tensor<16x32x8xf32>) -> tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f21(
// CHECK: %0 = sdy.all_gather [{"b"}, {"c"}, {}] %arg0 out_sharding=<@m, [{"a"}, {}, {}]> : tensor<16x32x8xf32>
func.func @f21(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.all_gather [{"b"}, {"c"}, {}] %arg0 out_sharding=<@m, [{"a"}, {}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f22(
// CHECK: %0 = sdy.all_slice [{"b"}, {"c"}, {}] %arg0 out_sharding=<@m, [{"a", "b"}, {"c"}, {}]> : tensor<16x32x8xf32>
func.func @f22(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.all_slice [{"b"}, {"c"}, {}] %arg0 out_sharding=<@m, [{"a", "b"}, {"c"}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f23(
// CHECK: %0 = sdy.all_to_all [{"b"}: 0->1] %arg0 out_sharding=<@m, [{"a"}, {"b"}, {}]> : tensor<16x32x8xf32>
func.func @f23(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.all_to_all [{"b"}: 0->1] %arg0 out_sharding=<@m, [{"a"}, {"b"}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f24(
// CHECK: %0 = sdy.all_to_all [{"b"}: 0->1, {"c"}: 2->0] %arg0 out_sharding=<@m, [{"a"}, {"b"}, {}]> : tensor<16x32x8xf32>
func.func @f24(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.all_to_all [{"b"}: 0->1, {"c"}: 2->0] %arg0 out_sharding=<@m, [{"a"}, {"b"}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f25(
// CHECK: %0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"c":(1)4}, {}, {}]> : tensor<16x32x8xf32>
func.func @f25(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"c":(1)4}, {}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f26(
// CHECK: %0 = sdy.all_reduce {"a", "c":(2)4} %arg0 out_sharding=<@m, [{"b"}, {}, {}]> : tensor<16x32x8xf32>
func.func @f26(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.all_reduce {"a", "c":(2)4} %arg0 out_sharding=<@m, [{"b"}, {}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f27(
// CHECK: %0 = sdy.all_reduce max {"a"} %arg0 out_sharding=<@m, [{"b"}, {}, {}]> : tensor<16x32x8xf32>
func.func @f27(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.all_reduce max {"a"} %arg0 out_sharding=<@m, [{"b"}, {}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f28(
// CHECK: %0 = sdy.reduce_scatter [{}, {"a"}, {}] %arg0 out_sharding=<@m, [{"b"}, {"a"}, {}]> : tensor<16x32x8xf32>
func.func @f28(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.reduce_scatter [{}, {"a"}, {}] %arg0 out_sharding=<@m, [{"b"}, {"a"}, {}]> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f29(
// CHECK: %0 = sdy.sharded_to_unreduced [{"a"}, {}, {}] %arg0 out_sharding=<@m, [{"b"}, {}, {}], unreduced={"a"}> : tensor<16x32x8xf32>
func.func @f29(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.sharded_to_unreduced [{"a"}, {}, {}] %arg0 out_sharding=<@m, [{"b"}, {}, {}], unreduced={"a"}> : tensor<16x32x8xf32>
  return
}

// CHECK-LABEL: func.func @f30(
// CHECK: %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@m, [{"b"}, {}, {}], unreduced={"a"}> : tensor<16x32x8xf32>
func.func @f30(%arg0: tensor<16x32x8xf32>, %arg1: tensor<4x32xf32>) {
  %0 = sdy.replicated_to_unreduced {"a"} %arg0 out_sharding=<@m, [{"b"}, {}, {}], unreduced={"a"}> : tensor<16x32x8xf32>
  return
}

// CHECK: func.func private @g(tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}, {}]>}) -> (tensor<8x32x8xf32> {jax.result_info = "r", sdy.sharding = #sdy.sharding<@m, [{"a", ?}, {}, {}]>})
func.func private @g(tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}, {}]>}) -> (tensor<8x32x8xf32> {jax.result_info = "r", sdy.sharding = #sdy.sharding<@m, [{"a", ?}, {}, {}]>})

// CHECK: call @h() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>, <@m, []>]>} : () -> (tensor<4x8xf32>, tensor<f32>)
// CHECK: call @none() {sdy.sharding = #sdy.sharding_per_value<[]>} : () -> ()
func.func @carriers() {
  %0:2 = call @h() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>, <@m, []>]>} : () -> (tensor<4x8xf32>, tensor<f32>)
  call @none() {sdy.sharding = #sdy.sharding_per_value<[]>} : () -> ()
  return
}
func.func private @h() -> (tensor<4x8xf32>, tensor<f32>)
func.func private @none()

// CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k} need_replication={j}, custom>
// CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [k, l])->([i, j, l]) {i=2, j=4, k=16, l=4} reduction={k} permutation={l} blocked_propagation={i}>
// CHECK: sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>
func.func @rules() {
  call @none() {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k} need_replication={j}, custom>} : () -> ()
  call @none() {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [k, l])->([i, j, l]) {i=2, j=4, k=16, l=4} reduction={k} permutation={l} blocked_propagation={i}>} : () -> ()
  call @none() {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : () -> ()
  return
}
