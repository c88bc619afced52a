// Arguments and results that are partial over several axes, over parts of one, beside dimensions that other axes split and
// do not divide, given away and given back, read twice, and not read at all.
// RUN: shardwright run %s --check-against=interp --repeat=2
// RUN: shardwright run %s --backend=interp --check-against=interp
// RUN: shardwright run %s --disable=all --check-against=interp
// RUN: shardwright compile %s -o %t.swx && rm -rf %t.b
// RUN: shardwright run %s --backend=interp-global --save-outputs=%t.b && shardwright-run %t.swx --expect=%t.b
sharding.mesh @m = <x=4, y=2>
func.func @main(
    %both: tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_, _]{U_{x, y}}>},
    %beside: tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_x, _]{U_y}>},
    %minor: tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_x:(1)2, _]{U_x:(2)2}>},
    %major: tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_, _x:(2)2]{U_{x:(1)2, y}:max}>},
    %given: tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_y, _]{U_x}>, tf.aliasing_output = 5 : i32},
    %unread: tensor<0x3xf32> {sharding.spec = #sharding.spec<@m, [_, _]{U_x}>},
    %scalar: tensor<f32> {sharding.spec = #sharding.spec<@m, []{U_x}>})
    -> (tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_, _]{U_{x, y}}>},
        tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_y, _]{U_x}>},
        tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_x:(1)2, _]{U_x:(2)2:max}>},
        tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_, _]{U_y:min}>},
        tensor<3x3xf32> {sharding.spec = #sharding.spec<@m, [_y, _]{U_x}>},
        tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_y, _]{U_x}>},
        tensor<f32> {sharding.spec = #sharding.spec<@m, []{U_y:product}>},
        tensor<5x3xf32> {sharding.spec = #sharding.spec<@m, [_, _]{U_{x, y}}>}) {
  %0 = stablehlo.add %both, %beside : tensor<5x3xf32>
  %1 = stablehlo.multiply %both, %minor : tensor<5x3xf32>
  %2 = stablehlo.maximum %major, %minor : tensor<5x3xf32>
  %3 = stablehlo.sine %major : tensor<5x3xf32>
  %4 = stablehlo.dot_general %both, %beside, contracting_dims = [0] x [0] : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<3x3xf32>
  %5 = stablehlo.negate %given : tensor<5x3xf32>
  %6 = stablehlo.cosine %scalar : tensor<f32>
  return %0, %1, %2, %3, %4, %5, %6, %both : tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>, tensor<3x3xf32>, tensor<5x3xf32>, tensor<f32>, tensor<5x3xf32>
}
