// Programs as text, through the phases of the compiler: whatever is read is refused with a message, or becomes a
// per-device program, whose steps and buffers are planned. Machine code is not made: fuzz-programs does that.
#include "passes/common/Limits.h"
#include "passes/import/Passes.h"
#include "passes/lower/LowerToHost.h"
#include "passes/pipelines/RegisterAll.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace shardwright;

extern const bool kInputsAreText;
const bool kInputsAreText = true;

static mlir::MLIRContext &makeContext() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  registerAllPasses();
  auto *context = new mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return *context;
}

/// What fails must have given a message.
static bool succeededOrSaidWhy(bool success, const char *phase, int errors) {
  if (success || errors != 0)
    return success;
  llvm::errs() << phase << " failed and gave no reason\n";
  std::abort();
}

static bool run(mlir::ModuleOp module, const char *pipeline, const int &errors) {
  mlir::PassManager passes(module.getContext());
  passes.enableVerifier(false);
  if (mlir::failed(mlir::parsePassPipeline(pipeline, passes)))
    std::abort();
  bool success = mlir::succeeded(passes.run(module)) && mlir::succeeded(mlir::verify(module));
  return succeededOrSaidWhy(success, pipeline, errors);
}

/// Constants are written out for the host: gigabytes of them are the machine's limit, which is none of this harness.
static bool isSmall(mlir::ModuleOp module) {
  constexpr int64_t kBytes = int64_t{1} << 20;
  mlir::WalkResult result = module.walk([](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes())
      if (auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type); tensor && tensor.hasStaticShape())
        if (tensor.getNumElements() > kBytes)
          return mlir::WalkResult::interrupt();
    return mlir::WalkResult::advance();
  });
  return !result.wasInterrupted();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static mlir::MLIRContext &context = makeContext();
  std::string text(reinterpret_cast<const char *>(data), size); // ends with a zero byte, as a file's buffer does
  int errors = 0;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    (void)diagnostic.str();
    return mlir::success();
  });
  if (findTextExcess(text))
    return 0;
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceString<mlir::ModuleOp>(text, config);
  if (!module || mlir::failed(checkSource(*module, /*isText=*/true)))
    return 0;
  for (const char *pipeline : {"import", "propagate-shardings", "partition"})
    if (!run(*module, pipeline, errors))
      return 0;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  module->print(stream);
  if (isSmall(*module))
    succeededOrSaidWhy(mlir::succeeded(planMemory(*module)), "lowering", errors);
  return 0;
}
