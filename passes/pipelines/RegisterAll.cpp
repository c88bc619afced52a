#include "passes/pipelines/RegisterAll.h"
#include "dialects/sdy/SdyDialect.h"
#include "dialects/sharding/ShardingDialect.h"
#include "dialects/spmd/SpmdDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/Passes.h"

namespace shardwright {

void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::func::FuncDialect, sdy::SdyDialect, sharding::ShardingDialect, spmd::SpmdDialect>();
}

void registerAllPasses() {
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  mlir::registerInlinerPass();
  mlir::registerSymbolDCEPass();
}

} // namespace shardwright
