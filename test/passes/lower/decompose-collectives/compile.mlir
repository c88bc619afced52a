// `compile` makes rings of chunks where the timeline of the step gets shorter: here of a large product, not of a small one. Not for
// targets that wait for each collective, not without a machine that has a price for starting things, and not where that is left out.
// RUN: shardwright compile %s --topology=h100-8 --target=host:async --stop-after=lower -o %t && FileCheck %s < %t
// RUN: shardwright compile %s --topology=h100-8 --stop-after=lower -o %t && FileCheck %s --check-prefix=PLAIN < %t
// RUN: shardwright compile %s --target=host:async --stop-after=lower -o %t && FileCheck %s --check-prefix=PLAIN < %t
// RUN: shardwright compile %s --topology=h100-8 --target=host:async --disable=decompose-collectives --stop-after=lower -o %t && FileCheck %s --check-prefix=PLAIN < %t

// CHECK-COUNT-7: exec.collective collective_permute
// CHECK:         exec.collective all_gather
// CHECK-NOT:     collective_permute

// PLAIN-NOT:     collective_permute
sharding.mesh @mesh = <x=8>
func.func @main(%a: tensor<1024x8192xbf16>, %w: tensor<8192x3584xbf16>, %b: tensor<8x64xbf16>, %v: tensor<64x16xbf16>)
    -> (tensor<8192x3584xbf16>, tensor<64x16xbf16>) {
  %0 = spmd.all_gather %a dim 0 over {x} on @mesh : (tensor<1024x8192xbf16>) -> tensor<8192x8192xbf16>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8192x8192xbf16>, tensor<8192x3584xbf16>) -> tensor<8192x3584xbf16>
  %2 = spmd.all_gather %b dim 0 over {x} on @mesh : (tensor<8x64xbf16>) -> tensor<64x64xbf16>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x16xbf16>) -> tensor<64x16xbf16>
  return %1, %3 : tensor<8192x3584xbf16>, tensor<64x16xbf16>
}
