// RUN: shardwright-opt %s --split-input-file --verify-diagnostics

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.sharding_constraint' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.sharding_constraint %a <@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.reshard' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.reshard %a <@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.data_flow_edge' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.data_flow_edge %a sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.all_gather' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.all_gather [{}, {}] %a out_sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.all_slice' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.all_slice [{}, {}] %a out_sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.reduce_scatter' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.reduce_scatter [{}, {}] %a out_sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.sharded_to_unreduced' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.sharded_to_unreduced [{}, {}] %a out_sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.all_to_all' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.all_to_all [{"a"}: 0->1] %a out_sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.collective_permute' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.collective_permute %a out_sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.all_reduce' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.all_reduce {"a"} %a out_sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.replicated_to_unreduced' op unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.replicated_to_unreduced {"a"} %a out_sharding=<@m, [{"q"}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.reshard' op no mesh @n in this module}}
  %0 = sdy.reshard %a <@n, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.reshard' op sharding [_a] has 1 dimensions, but the array has rank 2}}
  %0 = sdy.reshard %a <@m, [{"a"}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.reshard' op a value of type 'i32' cannot be split}}
  %0 = sdy.reshard %i <@m, [{}]> : i32
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.reshard' op a sharding on a maximal mesh has no dimensions}}
  %0 = sdy.reshard %a <mesh<[], device_ids=[1]>, [{}, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{expected a priority such as p1}}
  %0 = sdy.reshard %a <@m, [{}q1, {}]> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'mean' is no kind of reduction}}
  %0 = sdy.reshard %a <@m, [{}, {}], unreduced=mean{"a"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{expected 'unreduced', or replicated}}
  %0 = sdy.reshard %a <@m, [{}, {}], wrong={"a"}> : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'BOTH' is no direction; write NONE, FORWARD or BACKWARD}}
  %0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.manual_computation' op has 1 operands and 0 shardings for them}}
  sdy.manual_computation(%a) in_shardings=[] out_shardings=[] manual_axes={} (%b: tensor<8x4xf32>) { sdy.return } : (tensor<8x4xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.manual_computation' op operand #0: unknown axis 'q': the mesh has the axes a, b}}
  sdy.manual_computation(%a) in_shardings=[<@m, [{"q"}, {}]>] out_shardings=[] manual_axes={} (%b: tensor<8x4xf32>) { sdy.return } : (tensor<8x4xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.manual_computation' op has 1 operands and 0 results, but its region has 0 arguments and returns 0 values}}
  sdy.manual_computation(%a) in_shardings=[<@m, [{}, {}]>] out_shardings=[] manual_axes={} () { sdy.return } : (tensor<8x4xf32>) -> ()
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.manual_computation' op result #0: unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{"q"}, {}]>] manual_axes={} (%b: tensor<8x4xf32>) { sdy.return %b : tensor<8x4xf32> } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.named_computation' op has 1 operands and 0 shardings for them}}
  %0 = sdy.named_computation<"g">(%a) in_shardings=[] out_shardings=[<@m, [{}, {}]>] (%b: tensor<8x4xf32>) { sdy.return %b : tensor<8x4xf32> } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.named_computation' op result #0: unknown axis 'q': the mesh has the axes a, b}}
  %0 = sdy.named_computation<"g">(%a) out_shardings=[<@m, [{"q"}, {}]>] (%b: tensor<8x4xf32>) { sdy.return %b : tensor<8x4xf32> } : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.named_computation' op has 1 operands and 0 results, but its region has 0 arguments and returns 0 values}}
  sdy.named_computation<"g">(%a) () { sdy.return } : (tensor<8x4xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.sharding_rule' must be a #sdy.op_sharding_rule}}
  call @g() {sdy.sharding_rule = 1 : i32} : () -> ()
  return
}
func.func private @g()

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.sharding' on an op must be a #sdy.sharding_per_value}}
  call @g() {sdy.sharding = #sdy.sharding<@m, []>} : () -> ()
  return
}
func.func private @g()

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{'sdy.sharding' has 2 shardings for 0 results}}
  call @g() {sdy.sharding = #sdy.sharding_per_value<[<@m, []>, <@m, []>]>} : () -> ()
  return
}
func.func private @g()

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f() {
  // expected-error @+1 {{sharding of an op without results: a value of type 'none' cannot be split}}
  call @g() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : () -> ()
  return
}
func.func private @g()

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.propagation_barrier' op has the direction 3; expected 0 (NONE), 1 (FORWARD) or 2 (BACKWARD)}}
  %0 = "sdy.propagation_barrier"(%a) <{allowed_direction = 3 : i32}> : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{expected the name of a mesh or a mesh, got "m"}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<"m", [{}]>}) { return }

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
func.func @f(%a: tensor<8x4xf32>, %i: i32) {
  // expected-error @+1 {{sharding of result #0: unknown axis 'q': the mesh has the axes a, b}}
  %0 = call @h() {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"q"}]>]>} : () -> tensor<8xf32>
  return
}
func.func private @h() -> tensor<8xf32>

// -----

// expected-error @+1 {{'sdy.mesh' op the mesh names axis 'a' twice}}
sdy.mesh @m = <["a"=2, "a"=4]>

// -----

// expected-error @+1 {{'sdy.mesh' op the device order names device 1 twice}}
sdy.mesh @m = <["a"=2], device_ids=[1, 1]>

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error @+1 {{sharding of argument #0 of @f: unknown axis 'q': the mesh has the axes a, b}}
func.func private @f(tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"q"}]>})

// -----

sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error @+1 {{sharding of argument #0 of @f: 'sdy.sharding' must be a #sdy.sharding}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = 1 : i32}) { return }

// -----

// expected-note @+1 {{mesh @m is #sdy.mesh<["a"=2, "b"=4]>}}
sdy.mesh @m = <["a"=2, "b"=4]>
// expected-error @+1 {{sharding of result #0 of @f: unknown axis 'q': the mesh has the axes a, b}}
func.func private @f() -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"q"}]>})
