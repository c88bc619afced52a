#ifndef DIALECTS_SHARDING_SHARDINGDIALECT
#define DIALECTS_SHARDING_SHARDINGDIALECT

include "mlir/IR/DialectBase.td"

def Sharding_Dialect : Dialect {
  let name = "sharding";
  let cppNamespace = "::shardwright::sharding";
  let summary = "how arrays lie on a mesh of devices, as annotations on a global program";
  let description = [{
    A global program says with this dialect where its arrays should lie: a mesh, attributes on arguments, results and
    ops, and a few ops that pin, change or bind shardings. The notation is that of docs/concepts:

    ```mlir
    sharding.mesh @pod = <x=4, y=2>

    func.func @layer(%a: tensor<64x32xf32> {sharding.spec = #sharding.spec<@pod, [I_x, J_y]>}) -> tensor<64x32xf32> {
      %0 = stablehlo.negate %a {sharding.specs = [#sharding.spec<@pod, [I_x, J?]>]} : tensor<64x32xf32>
      return %0 : tensor<64x32xf32>
    }
    ```

    Carriers: `sharding.spec` on a function's arguments and results; `sharding.specs`, one entry per result, on ops.
    A value without either is open in every dimension. Block arguments have no carrier of their own: the op that owns
    the region speaks for them.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{ void registerAttributes(); }];
}

#endif
