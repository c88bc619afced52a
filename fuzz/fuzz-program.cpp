// Programs as text, through the phases of the compiler: whatever is read is refused with a message, or becomes a
// per-device program.
#include "passes/common/Limits.h"
#include "passes/import/Passes.h"
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

/// Fails with a message, or not at all.
static bool run(mlir::ModuleOp module, const char *pipeline, const int &errors) {
  mlir::PassManager passes(module.getContext());
  passes.enableVerifier(false);
  if (mlir::failed(mlir::parsePassPipeline(pipeline, passes)))
    std::abort();
  int before = errors;
  if (mlir::succeeded(passes.run(module)) && mlir::succeeded(mlir::verify(module)))
    return true;
  if (errors == before) {
    llvm::errs() << pipeline << " failed and gave no reason\n";
    std::abort();
  }
  return false;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static mlir::MLIRContext &context = makeContext();
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
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
  return 0;
}
