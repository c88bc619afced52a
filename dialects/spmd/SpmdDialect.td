#ifndef DIALECTS_SPMD_SPMDDIALECT
#define DIALECTS_SPMD_SPMDDIALECT

include "mlir/IR/DialectBase.td"

def Spmd_Dialect : Dialect {
  let name = "spmd";
  let cppNamespace = "::shardwright::spmd";
  let summary = "the program that every device runs: local shapes, collectives by mesh axes";
  let description = [{
    One program for all devices. Every tensor is the device's own block; what devices exchange is written as collectives
    over axes of the mesh, never as lists of device numbers. A *group* of axes `{x, y}` are the devices that differ only
    along x and y; a device's *block index* in it is x * |y| + y, the leftmost axis major.

    Arguments and results of the function keep what they are globally: their `sharding.spec`, and
    `spmd.global_type = tensor<64x32xf32>`.

    A collective may take several tensors of one element type, each to a result of its own as if it were alone
    (`all_reduce` has an example): one exchange takes hardly longer than each of many small ones.

    Every collective may carry `cause`, a sentence on why it is there, and `spmd.whole_for`, the name of the op for whose
    sake a value is whole on every device: it cannot run on blocks of it, so every device runs all of it. One with
    `spmd.started` goes on beside what follows until a `done` takes what it brings. A `collective_permute` with
    `spmd.bidirectional` is half of what goes round a ring: as much goes the other way round at the same time, and it is
    priced so. The examples speak of this mesh:

    ```mlir
    sharding.mesh @pod = <x=4, y=2>
    ```
  }];
  let dependentDialects = ["::shardwright::sharding::ShardingDialect"];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif
