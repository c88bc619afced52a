// Everything that MLIR prints either way is read: attributes inside others in their full spelling or by an alias, the dialect's
// name with the rest in angle brackets, operations in the generic form. The short spelling is what is printed.
// RUN: shardwright-opt %s | FileCheck %s
// RUN: shardwright-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: shardwright-opt %s --mlir-print-op-generic | shardwright-opt | FileCheck %s
// RUN: shardwright-opt %s --mlir-print-debuginfo --mlir-print-local-scope | shardwright-opt | FileCheck %s
// RUN: shardwright-opt %s --import-sdy | FileCheck %s --check-prefix=IMPORTED
#mesh = #sdy.mesh<["a"=2, "b"=2, "c"=2]>
#sharding = #sdy.sharding<@m, [{"a"}, {}]>
#split = #sdy.sharding<@m, [{"a", "b"}, {}]>
#shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>
#loc = loc("model.py":3:4)

// CHECK: sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>
sdy.mesh @m = #mesh
// CHECK: sdy.mesh @n = <["x"=2], device_ids=[0, 1]>
sdy.mesh @n = #sdy.mesh<["x"=2], device_ids=[0, 1]>

// CHECK: func.func @f(%[[A:.*]]: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>})
// IMPORTED: func.func @f(%{{.*}}: tensor<16x32xf32> {sharding.spec = #sharding.spec<@m, [_a, _]>})
func.func @f(%a: tensor<16x32xf32> {sdy.sharding = #sharding} loc(#loc)) {
  // CHECK-NEXT: tanh %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>}
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[#sdy.sharding<@m, [{"a"}, {}]>]>} : tensor<16x32xf32> loc("x"(#loc))
  // CHECK-NEXT: tanh %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>}
  %1 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[#sharding]>} : tensor<16x32xf32> loc(callsite("f"(#loc) at fused<"y">[#loc, unknown]))
  // CHECK-NEXT: tanh %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>}
  %2 = stablehlo.tanh %a {sdy.sharding = #shardings} : tensor<16x32xf32>
  // CHECK-NEXT: tanh %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>}
  %3 = stablehlo.tanh %a {sdy.sharding = #sdy<sharding_per_value<[#sdy<sharding<@m, [{"a"}, {}]>>]>>} : tensor<16x32xf32>
  // CHECK-NEXT: tanh %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}p1, {}], replicated={"c"}, unreduced={"b"}>]>}
  %4 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [#sdy<dimension_sharding{"a", ?}p1>, {}], replicated={"c"}, unreduced={"b"}>]>} : tensor<16x32xf32>
  // CHECK-NEXT: tanh %[[A]] {sdy.sharding = #sdy.sharding_per_value<[<mesh<["a"=2, "b"=2, "c"=2]>, [{"a"}, {}]>]>}
  %5 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<#mesh, [{"a"}, {}]>]>} : tensor<16x32xf32>
  // GENERIC: "sdy.manual_computation"(%{{.*}}) <{in_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>, manual_axes = #sdy<manual_axes{"a"}>, out_shardings = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>}>
  // CHECK: sdy.manual_computation(%{{.*}}) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] manual_axes={"a"} (
  // IMPORTED: sharding.manual({{.*}}) in [<@m, [_a, _]>] out [<@m, [_a, _]>] over {a}
  %6 = sdy.manual_computation(%5) in_shardings=[#sharding] out_shardings=[#sdy.sharding<@m, [{"a"}, {}]>] manual_axes=#sdy<manual_axes{"a"}> (%x: tensor<8x32xf32>) {
    sdy.return %x : tensor<8x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK: sdy.named_computation<"foo">(%{{.*}}) in_shardings=[<@m, [{"a"}, {}]>] out_shardings=[<@m, [{"a"}, {}]>] (
  %7 = sdy.named_computation<"foo">(%6) in_shardings=[#sharding] out_shardings=[#sharding] (%x: tensor<16x32xf32>) {
    sdy.return %x : tensor<16x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // GENERIC: "sdy.propagation_barrier"(%{{.*}}) <{allowed_direction = 1 : i32}>
  // CHECK: sdy.propagation_barrier %{{.*}} allowed_direction=FORWARD
  // IMPORTED: sharding.barrier %{{.*}} allow forward
  %8 = "sdy.propagation_barrier"(%7) <{allowed_direction = 1 : i32}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // GENERIC: "sdy.all_slice"(%{{.*}}) <{out_sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>, slicing_axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>}>
  // CHECK: sdy.all_slice [{"b"}, {}] %{{.*}} out_sharding=<@m, [{"a", "b"}, {}]>
  %9 = sdy.all_slice #sdy<list_of_axis_ref_lists[{"b"}, #sdy<axis_ref_list{}>]> %8 out_sharding=#split : tensor<16x32xf32>
  // GENERIC: "sdy.all_to_all"(%{{.*}}) <{out_sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>, params = #sdy<all_to_all_param_list[{"b"}: 0->1]>}>
  // CHECK: sdy.all_to_all [{"b"}: 0->1] %{{.*}} out_sharding=<@m, [{"a"}, {"b"}]>
  %10 = "sdy.all_to_all"(%9) <{out_sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>, params = #sdy<all_to_all_param_list[{"b"}: 0->1]>}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK: sdy.all_gather [{}, {"b"}] %{{.*}} out_sharding=<@m, [{"a"}, {}]>
  %11 = "sdy.all_gather"(%10) <{gathering_axes = #sdy<list_of_axis_ref_lists[{}, {"b"}]>, out_sharding = #sharding}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK: sdy.all_reduce {"c"} %{{.*}} out_sharding=<@m, [{"a"}, {}]>
  %12 = "sdy.all_reduce"(%11) <{out_sharding = #sharding, reduction_axes = #sdy<axis_ref_list{"c"}>}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK: sdy.reduce_scatter [{"b"}, {}] %{{.*}} out_sharding=<@m, [{"a", "b"}, {}]>
  %13 = "sdy.reduce_scatter"(%12) <{out_sharding = #sdy.sharding<@m, [{"a", "b"}, {}]>, reduce_scatter_axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK: sdy.replicated_to_unreduced {"c"} %{{.*}} out_sharding=<@m, [{"a", "b"}, {}], unreduced={"c"}>
  %14 = "sdy.replicated_to_unreduced"(%13) <{axes = #sdy<axis_ref_list{"c"}>, out_sharding = #sdy.sharding<@m, [{"a", "b"}, {}], unreduced={"c"}>}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK: sdy.sharded_to_unreduced [{"b"}, {}] %{{.*}} out_sharding=<@m, [{"a"}, {}], unreduced={"b"}>
  %15 = "sdy.sharded_to_unreduced"(%13) <{axes = #sdy<list_of_axis_ref_lists[{"b"}, {}]>, out_sharding = #sdy.sharding<@m, [{"a"}, {}], unreduced={"b"}>}> : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return
}
