// RUN: shardwright-opt %s --import-sdy | FileCheck %s
// RUN: shardwright-opt %s --import-sdy > %t.first
// RUN: shardwright-opt %t.first --export-sdy | shardwright-opt --import-sdy | diff %t.first -

// CHECK: sharding.mesh @m = <a=2, b=4, c=8>
sdy.mesh @m = <["a"=2, "b"=4, "c"=8]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}]}}
// CHECK-NOT: @placeholder
sdy.mesh @placeholder = <[]>

// CHECK: func.func @carriers(%{{.*}}: tensor<16x32xf32> {jax.arg_info = "x", sharding.spec = #sharding.spec<@m, [_a, _{b,c:(2)4,?}]>},
// CHECK-SAME: %{{.*}}: tensor<16x32xf32> {sharding.spec = #sharding.spec<@m, [_, _? p3]>})
// CHECK-SAME: -> (tensor<16x32xf32> {sharding.spec = #sharding.spec<@m, [_, _]{U_a, R_b}>})
func.func @carriers(%x: tensor<16x32xf32> {jax.arg_info = "x", sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b", "c":(2)4, ?}]>},
                    %y: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@placeholder, [{}, {?}p3]>})
    -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], replicated={"b"}, unreduced={"a"}>}) {
  // CHECK: call @g(%{{.*}}) {sharding.rule = #sharding.rule<([i, j])->([i, j]) {i=16, j=32}, custom>, sharding.specs = [#sharding.spec<@m, [_b, _]>]}
  %0 = call @g(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=16, j=32}, custom>} : (tensor<16x32xf32>) -> tensor<16x32xf32>
  // CHECK: call @none() : () -> ()
  call @none() {sdy.sharding = #sdy.sharding_per_value<[]>} : () -> ()
  return %0 : tensor<16x32xf32>
}
// CHECK: func.func private @g(tensor<16x32xf32> {sharding.spec = #sharding.spec<@m, [_c, _]>}) -> (tensor<16x32xf32> {sharding.spec = #sharding.spec<@m, [_?, _?]>})
func.func private @g(tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"c"}, {}]>}) -> (tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}]>})
func.func private @none()

// CHECK-LABEL: func.func @ops(
// CHECK-SAME: %[[X:.*]]: tensor<16x32xf32>)
func.func @ops(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // CHECK-NEXT: %[[C:.*]] = sharding.constraint %[[X]] <@m, [_a, _?]> : tensor<16x32xf32>
  %0 = sdy.sharding_constraint %x <@m, [{"a"}, {?}]> : tensor<16x32xf32>
  // CHECK-NEXT: %[[R:.*]] = sharding.reshard %[[C]] <@m, [_, _a]> : tensor<16x32xf32>
  %1 = sdy.reshard %0 <@m, [{}, {"a"}]> : tensor<16x32xf32>
  // CHECK-NEXT: sharding.group %[[R]], 21 : tensor<16x32xf32>
  sdy.sharding_group %1 group_id=21 : tensor<16x32xf32>
  // CHECK-NEXT: %[[N:.*]] = sharding.barrier %[[R]] allow none : tensor<16x32xf32>
  %2 = sdy.propagation_barrier %1 allowed_direction=NONE : tensor<16x32xf32>
  // CHECK-NEXT: %[[F:.*]] = sharding.barrier %[[N]] allow forward : tensor<16x32xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=FORWARD : tensor<16x32xf32>
  // CHECK-NEXT: %[[E:.*]] = sharding.constraint %[[F]] <@m, [_b, _]> : tensor<16x32xf32>
  %4 = sdy.data_flow_edge %3 sharding=<@m, [{"b"}, {}]> : tensor<16x32xf32>
  %5 = sdy.data_flow_edge %4 : tensor<16x32xf32>
  %6 = sdy.func_data_flow_edge %5 : tensor<16x32xf32>
  // A collective on a global array is a change of its sharding.
  // CHECK-NEXT: sharding.reshard %[[E]] <@m, [_a, _]>
  %7 = sdy.all_gather [{"b"}, {"c"}] %6 out_sharding=<@m, [{"a"}, {}]> : tensor<16x32xf32>
  // CHECK-NEXT: sharding.reshard %{{.*}} <@m, [_{a,b}, _]>
  %8 = sdy.all_slice [{"b"}, {}] %7 out_sharding=<@m, [{"a", "b"}, {}]> : tensor<16x32xf32>
  // CHECK-NEXT: sharding.reshard %{{.*}} <@m, [_a, _b]>
  %9 = sdy.all_to_all [{"b"}: 0->1] %8 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x32xf32>
  // CHECK-NEXT: sharding.reshard %{{.*}} <@m, [_, _b]{U_a}>
  %10 = sdy.sharded_to_unreduced [{"a"}, {}] %9 out_sharding=<@m, [{}, {"b"}], unreduced={"a"}> : tensor<16x32xf32>
  // CHECK-NEXT: sharding.reshard %{{.*}} <@m, [_a, _b]>
  %11 = sdy.reduce_scatter [{"a"}, {}] %10 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<16x32xf32>
  // CHECK-NEXT: sharding.reshard %{{.*}} <@m, [_a, _c:(1)4]>
  %12 = sdy.collective_permute %11 out_sharding=<@m, [{"a"}, {"c":(1)4}]> : tensor<16x32xf32>
  // CHECK-NEXT: sharding.reshard %{{.*}} <@m, [_a, _c:(1)4]{U_b:max}>
  %13 = sdy.replicated_to_unreduced {"b"} %12 out_sharding=<@m, [{"a"}, {"c":(1)4}], unreduced=max{"b"}> : tensor<16x32xf32>
  // CHECK-NEXT: %[[L:.*]] = sharding.reshard %{{.*}} <@m, [_a, _]>
  %14 = sdy.all_reduce max {"b"} %13 out_sharding=<@m, [{"a"}, {}]> : tensor<16x32xf32>
  // CHECK-NEXT: %[[I:.*]] = sharding.constraint %[[L]] <@m, [_c, _]>
  // CHECK-NEXT: %[[G:.*]] = call @g(%[[I]])
  // CHECK-NEXT: %[[O:.*]] = sharding.constraint %[[G]] <@m, [_, _]>
  // CHECK-NEXT: return %[[O]]
  %15 = sdy.named_computation<"foo">(%14) in_shardings=[<@m, [{"c"}, {}]>] out_shardings=[<@m, [{}, {}]>] (%a: tensor<16x32xf32>) {
    %16 = func.call @g(%a) : (tensor<16x32xf32>) -> tensor<16x32xf32>
    sdy.return %16 : tensor<16x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %15 : tensor<16x32xf32>
}

// A manual axis that a sharding does not use is one over which the value is the same everywhere.
// CHECK-LABEL: func.func @manual(
func.func @manual(%x: tensor<16x32xf32>) -> tensor<16x32xf32> {
  // CHECK: sharding.manual(%{{.*}}) in [<@m, [_{a,c}, _?]{R_b}>] out [<@m, [_a, _]{U_b}>] over {a, b}
  // CHECK-SAME: (%[[A:.*]]: tensor<8x32xf32>) {
  %0 = sdy.manual_computation(%x) in_shardings=[<@m, [{"a", "c"}, {?}]>] out_shardings=[<@m, [{"a"}, {}], unreduced={"b"}>] manual_axes={"a", "b"} (%a: tensor<8x32xf32>) {
    // CHECK: sharding.manual() in [] out [<@m, [_]{R_c}>] over {c} () {
    %1 = sdy.manual_computation() in_shardings=[] out_shardings=[<@m, [{}]>] manual_axes={"c"} () {
      %2 = func.call @one() : () -> tensor<1xf32>
      // CHECK: sharding.return
      sdy.return %2 : tensor<1xf32>
    } : () -> tensor<1xf32>
    // CHECK: sharding.return %[[A]]
    sdy.return %a : tensor<8x32xf32>
  } : (tensor<16x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
func.func private @one() -> tensor<1xf32>
