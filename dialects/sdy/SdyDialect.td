#ifndef DIALECTS_SDY_SDYDIALECT
#define DIALECTS_SDY_SDYDIALECT

include "mlir/IR/DialectBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::shardwright::sdy";
  let summary = "shardings as JAX spells them";
  let description = [{
    The spelling of shardings that JAX prints, read and written with its own syntax. It exists at the border only:
    `--import-sdy` turns it into the `sharding` dialect, `--export-sdy` is the inverse, and nothing between them knows it.
    The examples speak of this mesh:

    ```mlir
    sdy.mesh @m = <["a"=2, "b"=2, "c"=2]>
    ```
  }];
  let dependentDialects = ["::shardwright::sharding::ShardingDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
}

#endif
