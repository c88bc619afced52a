// RUN: shardwright-opt %s --drop-shardings --verify-diagnostics

sharding.mesh @pod = <x=2>
func.func @main(%x: tensor<8xf32>) {
  // expected-error @+1 {{a manual region is a program for the devices of its mesh; it needs that mesh and its shardings}}
  sharding.manual(%x) in [<@pod, [_x]>] out [] over {x} (%y: tensor<4xf32>) { sharding.return } : (tensor<8xf32>) -> ()
  return
}
