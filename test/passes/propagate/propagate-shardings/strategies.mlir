// RUN: shardwright-opt --propagate-shardings=strategy=basic %s | FileCheck %s --check-prefix=BASIC
// RUN: shardwright-opt --propagate-shardings=strategy=aggressive %s | FileCheck %s --check-prefix=AGGRESSIVE
// RUN: shardwright-opt --propagate-shardings=strategy=op-priority %s | FileCheck %s --check-prefix=OP
// RUN: shardwright-opt --propagate-shardings --verify-propagated %s | FileCheck %s --check-prefix=FULL

sharding.mesh @m = <a=2, b=2>

// Both operands want axis a, on different dimensions.
// BASIC-LABEL: func.func @symmetric_conflict
// AGGRESSIVE-LABEL: func.func @symmetric_conflict
// FULL-LABEL: func.func @symmetric_conflict
func.func @symmetric_conflict(%p: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_{a,?}, J?]>},
                              %q: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I?, J_{a,?}]>}) -> tensor<8x8xf32> {
  // BASIC-NOT: sharding.specs
  // BASIC: return
  // AGGRESSIVE: stablehlo.add
  // AGGRESSIVE-SAME: {sharding.specs = [#sharding.spec<@m, [_{a,?}, _?]>]}
  // FULL: stablehlo.add
  // FULL-SAME: {sharding.specs = [#sharding.spec<@m, [_a, _]>]}
  %0 = stablehlo.add %p, %q : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// A strategy alone fills in; the labels of the author stay, open dimensions stay open.
// BASIC-LABEL: func.func @fills_in
// BASIC-SAME: [I_{a,?}, J?]
// BASIC-SAME: -> (tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [_{a,?}, _?]>})
func.func @fills_in(%p: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_{a,?}, J?]>}, %q: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // BASIC: stablehlo.multiply
  // BASIC-SAME: {sharding.specs = [#sharding.spec<@m, [_{a,?}, _?]>]}
  %0 = stablehlo.multiply %p, %q : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// The addition decides before the contraction that stands in front of it.
// AGGRESSIVE-LABEL: func.func @elementwise_first
// OP-LABEL: func.func @elementwise_first
func.func @elementwise_first(%p: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_a, J]>}, %w: tensor<8x8xf32>,
                             %q: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I, J_a]>}) -> tensor<8x8xf32> {
  // AGGRESSIVE: stablehlo.dot_general
  // AGGRESSIVE-SAME: [_{a,?}, _?]
  // OP: stablehlo.dot_general
  // OP-SAME: [_?, _{a,?}]
  %0 = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %0, %q : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// A broadcast follows its consumer instead of binding it.
// OP-LABEL: func.func @broadcast_last
func.func @broadcast_last(%v: tensor<8xf32> {sharding.spec = #sharding.spec<@m, [J_a]>},
                          %p: tensor<8x8xf32> {sharding.spec = #sharding.spec<@m, [I_a, J?]>}) -> tensor<8x8xf32> {
  // OP: stablehlo.broadcast_in_dim
  // OP-SAME: [_{a,?}, _?]
  %0 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %p, %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
