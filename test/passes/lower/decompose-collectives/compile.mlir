// `compile` takes collectives apart where the timeline of the step gets shorter: here next to a large product, not next to a small one. On
// machines whose permutes are slow, in pieces, on a torus as rings in both directions. Not for targets that wait for each collective, not without a
// machine that takes time to start things, and not where it is left out.
// RUN: shardwright compile %s --topology=h100-8 --target=host:async --stop-after=lower -o %t && FileCheck %s --check-prefix=PIECES < %t
// RUN: shardwright compile %s --topology=tpu-v5p --target=host:async --stop-after=lower -o %t && FileCheck %s --check-prefix=RING < %t
// RUN: shardwright compile %s --topology=h100-8 --stop-after=lower -o %t && FileCheck %s --check-prefix=PLAIN < %t
// RUN: shardwright compile %s --target=host:async --stop-after=lower -o %t && FileCheck %s --check-prefix=PLAIN < %t
// RUN: shardwright compile %s --topology=h100-8 --target=host:async --disable=decompose-collectives --stop-after=lower -o %t && FileCheck %s --check-prefix=PLAIN < %t

// Where it is asked for, partitioning does so whatever the target; the program goes on from there.
// RUN: shardwright partition %s --topology=h100-8 --decompose-collectives -o %t.mlir && FileCheck %s --check-prefix=TEXT < %t.mlir
// RUN: shardwright cost step %t.mlir --topology=h100-8 | FileCheck %s --check-prefix=STEP
// RUN: shardwright compile %t.mlir -o %t.swx
// RUN: not shardwright partition %s --decompose-collectives 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: shardwright compile %s --stop-after=lower -o %t && not shardwright compile %t --topology=h100-8 --decompose-collectives -o %t.swx 2>&1 | FileCheck %s --check-prefix=BEHIND
// BEHIND: option '--decompose-collectives': partition does so, and the program is behind it
// MACHINE: shardwright partition: option '--decompose-collectives' needs --topology: the machine on which steps get shorter

// PIECES-NOT:      exec.collective collective_permute
// PIECES-COUNT-3:  exec.collective all_gather
// PIECES-NOT:      exec.collective collective_permute

// RING-COUNT-8:    exec.collective collective_permute
// RING:            exec.collective all_gather
// RING-NOT:        exec.collective

// PLAIN-NOT:       exec.collective collective_permute
// PLAIN-COUNT-2:   exec.collective all_gather
// PLAIN-NOT:       exec.collective

// TEXT-COUNT-3:    spmd.all_gather
// STEP:            of which exposed 0.
sharding.mesh @mesh = <x=8>
func.func @main(%a: tensor<1024x8192xbf16>, %w: tensor<8192x3584xbf16>, %b: tensor<8x64xbf16>, %v: tensor<64x16xbf16>)
    -> (tensor<8192x3584xbf16>, tensor<64x16xbf16>) {
  %0 = spmd.all_gather %a dim 0 over {x} on @mesh : (tensor<1024x8192xbf16>) -> tensor<8192x8192xbf16>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8192x8192xbf16>, tensor<8192x3584xbf16>) -> tensor<8192x3584xbf16>
  %2 = spmd.all_gather %b dim 0 over {x} on @mesh : (tensor<8x64xbf16>) -> tensor<64x64xbf16>
  %3 = stablehlo.dot_general %2, %v, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x16xbf16>) -> tensor<64x16xbf16>
  return %1, %3 : tensor<8192x3584xbf16>, tensor<64x16xbf16>
}
