// What lowering does for speed can be left out by name.
// RUN: shardwright-opt %s --lower-to-host=print-schedule -o /dev/null | FileCheck %s --check-prefix=ALL
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=kernel-groups" -o /dev/null | FileCheck %s --check-prefix=GROUPS
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=fusion,kernel-groups" -o /dev/null | FileCheck %s --check-prefix=FUSION
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=product-transposes" -o /dev/null | FileCheck %s --check-prefix=PRODUCTS
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=in-place,kernel-groups" -o /dev/null | FileCheck %s --check-prefix=PLACE
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=memory-reuse,kernel-groups,in-place" -o /dev/null | FileCheck %s --check-prefix=MEMORY
// RUN: shardwright-opt %s --lower-to-host="print-schedule disable=copy-removal" -o /dev/null | FileCheck %s --check-prefix=COPIES
// RUN: not shardwright-opt %s --lower-to-host=disable=speed -o /dev/null 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not shardwright run %s --disable=speed 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: shardwright run %s --disable=all --check-against=interp
// WRONG: there is no 'speed' to disable (there is all, {{(demands, .*)?}}fusion, kernel-groups, vectors,

// ALL: arena 32768 bytes, constants 0 bytes, kernels 2
// ALL-NEXT: 0: kernel k0_tanh (argument 0:16384, arena+0:16384, arena+16384:16384)
// ALL-NEXT: 1: matmul {{.*}} (arena+0:16384, arena+16384:16384, result 0:16384)
// ALL-NEXT: 2: kernel k1_exponential (result 0:16384, result 0:16384)
// ALL-NEXT: 3: end

// GROUPS: kernels 3
// FUSION: kernels 4
// PRODUCTS: kernel k1_transpose
// PLACE: kernel k2_exponential (arena+{{[0-9]+}}:16384, result 0:16384)
// MEMORY: arena 49152 bytes
// COPIES: copy
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.sqrt %x : tensor<64x64xf32>
  %1 = stablehlo.negate %0 : tensor<64x64xf32>
  %2 = stablehlo.exponential %1 : tensor<64x64xf32>
  %3 = stablehlo.tanh %2 : tensor<64x64xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.dot_general %2, %4, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %6 = stablehlo.exponential %5 : tensor<64x64xf32>
  return %6 : tensor<64x64xf32>
}
