// What a program sends, why, and what the next best would cost.
// RUN: shardwright explain %s | FileCheck %s

// CHECK:      program.mlir: 8 devices, mesh X=4, Y=2
// CHECK-NEXT: each device sends 14.0 KiB, computes 131 kFLOP, holds 28.0 KiB at its peak
// CHECK:      collectives, the costliest first
// CHECK-NEXT: {{^}}    8.00 KiB  1 x all_reduce sum over {Y}{{$}}
// CHECK-NEXT:   for a sharding constraint, line [[#R:]]{{$}}
// CHECK-NEXT:     %C (line [[#R-1]]) is sharded as [_X, _]{U_Y}, is needed as [_X, _]
// CHECK-NEXT:     the program asks for it; left as [_X, _]{U_Y}, 8.00 KiB less are sent a step
// CHECK-NEXT: {{^}}    6.00 KiB  1 x all_gather over {X}{{$}}
// CHECK-NEXT:   for operand 1 of stablehlo.dot_general, line [[#R+1]]{{$}}
// CHECK-NEXT:     %D (line [[#R-3]]) is sharded as [_X, _], is needed as [_, _]
// CHECK-NEXT:     it runs with rows over X (i={X}); next best with contraction over X (k={X}): 3.00 KiB sent more, 1 collective more a step
// CHECK-NOT:  {{.}}

// The constraint pinned the product: it is the author of its sharding. The product is computed cheaper still.
// RUN: shardwright explain %s --at=%%C | FileCheck %s --check-prefix=VALUE
// VALUE:      %C, result of stablehlo.dot_general, line [[#C:]]
// VALUE-NEXT:   tensor<64x128xf32> is sharded as [I_X, K], 8.00 KiB on each of 8 devices
// VALUE-NEXT:   dimension 0 over X: the constraint on it, line [[#C+1]]
// VALUE-NEXT:   computed as [_X, _]{U_Y}: that is cheaper for the op that makes it
// VALUE-NEXT:   1 x all_reduce sum over {Y}, 8.00 KiB each: for a sharding constraint, line [[#C+1]]
// VALUE-NEXT:     %C (line [[#C]]) is sharded as [_X, _]{U_Y}, is needed as [_X, _]
// VALUE-NEXT:     the program asks for it; left as [_X, _]{U_Y}, 8.00 KiB less are sent a step
// VALUE-NOT:  {{.}}

// A way of two ops, from the argument that the author wrote it for.
// RUN: shardwright explain %s --at=%%T | FileCheck %s --check-prefix=WAY
// WAY:      %T, result of stablehlo.tanh, line [[#T:]]
// WAY-NEXT:   tensor<64x16xf32> is sharded as [_X, _], 1.00 KiB on each of 8 devices
// WAY-NEXT:   dimension 0 over X: {{.*}}
// WAY-NEXT:     through {{.*}} to %T

// All values of a line; those that the author wrote need no way.
// RUN: shardwright explain %s --at=44 | FileCheck %s --check-prefix=LINE
// LINE:      %A, argument 0, line 44
// LINE-NEXT:   tensor<64x32xf32> is sharded as [I_X, J_Y], 1.00 KiB on each of 8 devices
// LINE-NEXT:   dimension 0 over X: its annotation, line 44
// LINE-NEXT:   dimension 1 over Y: its annotation, line 44
// LINE:      result 0 of @main, line 44

sharding.mesh @pod = <X=4, Y=2>
func.func @main(%A: tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [I_X, J_Y]>},
                %B: tensor<32x128xf32> {sharding.spec = #sharding.spec<@pod, [J_Y, K]>},
                %D: tensor<128x16xf32> {sharding.spec = #sharding.spec<@pod, [K_X, L]>})
             -> (tensor<64x16xf32> {sharding.spec = #sharding.spec<@pod, [I_X, L]>}) {
  %C = stablehlo.dot_general %A, %B, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  %R = sharding.constraint %C <@pod, [I_X, K]> : tensor<64x128xf32>
  %E = stablehlo.dot_general %R, %D, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x16xf32>) -> tensor<64x16xf32>
  %T = stablehlo.tanh %E : tensor<64x16xf32>
  return %T : tensor<64x16xf32>
}
