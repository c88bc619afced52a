#include "passes/pipelines/RegisterAll.h"
#include "dialects/check/CheckOps.h"
#include "dialects/chlo/ChloOps.h"
#include "dialects/exec/ExecDialect.h"
#include "dialects/plan/PlanOps.h"
#include "dialects/sdy/SdyDialect.h"
#include "dialects/sharding/ShardingDialect.h"
#include "dialects/spmd/ShardingRules.h"
#include "dialects/spmd/SpmdDialect.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/import/Passes.h"
#include "passes/lower/Codegen.h"
#include "passes/lower/Passes.h"
#include "passes/partition/Passes.h"
#include "passes/propagate/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/Passes.h"

namespace shardwright {

void registerAllDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::func::FuncDialect>();
  registry.insert<check::CheckDialect>();
  registry.insert<chlo::ChloDialect>();
  registry.insert<exec::ExecDialect>();
  registry.insert<plan::PlanDialect>();
  registry.insert<sdy::SdyDialect>();
  registry.insert<sharding::ShardingDialect>();
  registry.insert<spmd::SpmdDialect>();
  registry.insert<stablehlo::StablehloDialect>();
  spmd::registerShardingRules(registry);
  lower::registerKernelDialects(registry);
  registerExternalDialects(registry);
}

void registerAllPasses() {
  mlir::registerCanonicalizerPass();
  mlir::registerInlinerPass();
  mlir::registerSymbolDCEPass();
  registerImportPasses();
  registerPartitionPasses();
  registerPropagatePasses();
  registerLowerPasses();
}

} // namespace shardwright
