// StableHLO portable artifacts: whatever is read is refused with a message, or is a program that can be imported and
// printed.
#include "dialects/vhlo/PortableArtifact.h"
#include "passes/import/Passes.h"
#include "passes/pipelines/RegisterAll.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace shardwright;

extern const bool kInputsAreText;
const bool kInputsAreText = false;

static mlir::MLIRContext &makeContext() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  auto *context = new mlir::MLIRContext(registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  context->allowUnregisteredDialects();
  return *context;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static mlir::MLIRContext &context = makeContext();
  int errors = 0;
  mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    (void)diagnostic.str();
    return mlir::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> module =
      vhlo::readPortableArtifact({reinterpret_cast<const char *>(data), size}, "artifact", &context);
  bool isSound = module && mlir::succeeded(checkSource(*module, /*isText=*/false));
  if (isSound) {
    mlir::PassManager passes(&context);
    passes.enableVerifier(false);
    buildImportPipeline(passes);
    isSound = mlir::succeeded(passes.run(*module));
    std::string printed;
    llvm::raw_string_ostream stream(printed);
    module->print(stream, mlir::OpPrintingFlags().enableDebugInfo(/*enable=*/true));
  }
  if (!isSound && errors == 0) {
    llvm::errs() << "an artifact was refused without a reason\n";
    std::abort();
  }
  return 0;
}
