// A reduction by a body of its own gathers what each device found: that is part of the op, which the partitioner says.
// RUN: shardwright explain %s | FileCheck %s
// CHECK:      24 bytes  2 x all_gather over {X}
// CHECK-NEXT:   stablehlo.reduce combines what each device found, line [[#]]{{$}}

sharding.mesh @pod = <X=4>
func.func @main(%a: tensor<64xf32> {sharding.spec = #sharding.spec<@pod, [I_X]>}, %i: tensor<64xi32> {sharding.spec = #sharding.spec<@pod, [I_X]>}) -> (tensor<f32>, tensor<i32>) {
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %m:2 = stablehlo.reduce(%a init: %none), (%i init: %zero) across dimensions = [0] : (tensor<64xf32>, tensor<64xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %c = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %c, %x, %y : tensor<i1>, tensor<f32>
    %w = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %m#0, %m#1 : tensor<f32>, tensor<i32>
}
