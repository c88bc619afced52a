// RUN: shardwright-opt %s --import-sdy --split-input-file --verify-diagnostics

// expected-note @+1 {{mesh @mesh is <x=2>}}
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @max = <[], device_ids=[3]>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{a maximal sharding puts a whole value on device 3, but mesh @mesh has devices 0 to 1}}
  %0 = sdy.sharding_constraint %a <@max, []> : tensor<8xf32>
  return
}

// -----

// expected-error @+1 {{in the mesh of a sharding: the device order names device 1 twice}}
func.func @f(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["a"=2], device_ids=[1, 1]>, [{"a"}]>}) { return }

// -----

sdy.mesh @m = <["a"=2]>
func.func @f(%a: i32) {
  // expected-error @+1 {{a value of type 'i32' cannot enter or leave a manual region}}
  sdy.manual_computation(%a) in_shardings=[<@m, []>] out_shardings=[] manual_axes={"a"} (%b: i32) { sdy.return } : (i32) -> ()
  return
}

// -----

sdy.mesh @e = <[]>
func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{a manual region needs a mesh, and this program has none}}
  sdy.manual_computation(%a) in_shardings=[<@e, [{}]>] out_shardings=[] manual_axes={} (%b: tensor<8xf32>) { sdy.return } : (tensor<8xf32>) -> ()
  return
}
