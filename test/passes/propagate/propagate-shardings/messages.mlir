// RUN: shardwright-opt --propagate-shardings=remarks=true --verify-diagnostics %s
// RUN: not shardwright-opt --propagate-shardings=strategy=best %s 2>&1 | FileCheck %s

// CHECK: unknown strategy 'best'; there are basic, aggressive, op-priority and user-priority

sharding.mesh @m = <x=2>

// expected-remark @+2 {{dimension 0 of result #0 of the function is split over x, which came from result #0 of stablehlo.negate through the function}}
// expected-note @+1 {{argument #0 is here}}
func.func @walls(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  // expected-remark @+2 {{dimension 0 of result #0 of stablehlo.negate is split over x, which came from argument #0 through stablehlo.negate}}
  // expected-note @+1 {{result #0 of stablehlo.negate is here}}
  %0 = stablehlo.negate %a : tensor<8xf32>
  // expected-warning @+1 {{no sharding rule for custom call @foo: shardings do not pass it; give it a 'sharding.rule'}}
  %1 = stablehlo.custom_call @foo(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Both members of the group are pinned, differently: neither gives way.
func.func @contradicting_group(%a: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_x]>}, %b: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [_]>}) {
  sharding.group %a, 7 : tensor<8xf32>
  // expected-warning @+1 {{members of sharding group 7 start with different shardings, [_x] and [_]; this one is left out}}
  sharding.group %b, 7 : tensor<8xf32>
  return
}

func.func private @callee(%a: tensor<8xf32>) -> tensor<8xf32>

func.func @calls(%a: tensor<8xf32>) {
  // expected-warning @+1 {{shardings do not pass a call; run inline-calls first}}
  %0 = call @callee(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return
}
