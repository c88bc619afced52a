#include "dialects/vhlo/PortableArtifact.h"
#include "passes/common/Limits.h"
#include "passes/import/Passes.h"
#include "passes/pipelines/RegisterAll.h"
#include "passes/pipelines/ToolProcess.h"
#include "shardwright/Runtime/ForeignFormat.h"
#include "shardwright/Runtime/Version.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

/// Says what a file is that holds no program text; stdin can be read only once, so it is left to the parser. Bytecode
/// may be readable.
static bool isForeign(const std::string &path) {
  if (path == "-")
    return false;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return false;
  auto format = shardwright::runtime::foreignFormat({(*buffer)->getBufferStart(), (*buffer)->getBufferSize()});
  if (!format || mlir::isBytecode(**buffer))
    return false;
  llvm::errs() << "shardwright-opt: " << path << " is " << format->what << ", not program text: " << format->instead
               << "\n";
  return true;
}

/// The passes, which people look for, in front of MLIR's own options, which are many.
static void printHelp() {
  llvm::outs() << "usage: shardwright-opt [PASS...] [OPTION...] [FILE]\n\n"
                  "Runs passes over sharded tensor programs: reads FILE (or stdin): text, bytecode or a\n"
                  "StableHLO portable artifact; prints what they leave.\n"
                  "--pass-pipeline='builtin.module(A,B{option=value})' runs several with options; --help-all lists\n"
                  "MLIR's options, among them --mlir-print-ir-after-all, --split-input-file and -o FILE.\n\n"
                  "Pipelines:\n";
  for (llvm::StringRef name : {"import", "partition"})
    mlir::PassPipelineInfo::lookup(name)->printHelpStr(/*indent=*/2, /*descIndent=*/38);
  mlir::printRegisteredPasses();
}

/// Whether a text may be given to the parser, which is recursive; reports where not.
static bool isWithinLimits(const llvm::MemoryBuffer &buffer) {
  if (mlir::isBytecode(buffer))
    return true;
  std::optional<shardwright::TextExcess> excess = shardwright::findTextExcess(buffer.getBuffer());
  if (!excess)
    return true;
  llvm::SourceMgr source;
  source.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(buffer.getMemBufferRef()), llvm::SMLoc());
  source.PrintMessage(llvm::SMLoc::getFromPointer(buffer.getBufferStart() + excess->offset), llvm::SourceMgr::DK_Error,
                      excess->message);
  return false;
}

/// The text of a StableHLO portable artifact, for MLIR's tool, which reads text; null where it is refused.
static std::unique_ptr<llvm::MemoryBuffer> textOfArtifact(const llvm::MemoryBuffer &artifact,
                                                          const mlir::DialectRegistry &registry) {
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  context.allowUnregisteredDialects();
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr noSource;
  mlir::SourceMgrDiagnosticHandler handler(noSource, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      shardwright::vhlo::readPortableArtifact(artifact.getBuffer(), artifact.getBufferIdentifier(), &context);
  if (!module || mlir::failed(shardwright::checkSource(*module, /*isText=*/false)))
    return nullptr;
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, mlir::OpPrintingFlags().enableDebugInfo(/*enable=*/true));
  return llvm::MemoryBuffer::getMemBufferCopy(text, artifact.getBufferIdentifier());
}

/// Before the passes that were asked for, what is read is checked. That includes the verifier, which would otherwise
/// run first, and count the elements of tensors whose number does not fit.
static mlir::MlirOptMainConfig withCheckedSource(const mlir::MlirOptMainConfig &asked) {
  mlir::MlirOptMainConfig config = asked;
  bool verify = asked.shouldVerifyOnParsing();
  config.verifyOnParsing(false);
  config.setPassPipelineSetupFn([asked, verify](mlir::PassManager &passes) {
    if (verify)
      passes.addPass(shardwright::createCheckSourcePass());
    return asked.setupPassPipeline(passes);
  });
  return config;
}

static int run(int argc, char **argv) {
  mlir::DialectRegistry registry;
  shardwright::registerAllDialects(registry);
  shardwright::registerAllPasses();
  llvm::cl::AddExtraVersionPrinter(
      [](llvm::raw_ostream &out) { out << "shardwright-opt " << shardwright::runtime::version() << "\n"; });
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]) == "--help" || llvm::StringRef(argv[i]) == "-h" ||
        llvm::StringRef(argv[i]) == "-help") {
      printHelp();
      return 0;
    }
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]).ltrim('-') == "help-all")
      argv[i] = const_cast<char *>("--help");
  auto [inputName, outputName] =
      mlir::registerAndParseCLIOptions(argc, argv, "shardwright-opt: passes over sharded tensor programs\n", registry);
  mlir::MlirOptMainConfig config = mlir::MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, inputName, outputName, registry));
  if (isForeign(inputName))
    return 2;
  std::string problem;
  std::unique_ptr<llvm::MemoryBuffer> input = mlir::openInputFile(inputName, &problem);
  std::unique_ptr<llvm::ToolOutputFile> output = input ? mlir::openOutputFile(outputName, &problem) : nullptr;
  if (!output) {
    llvm::errs() << "shardwright-opt: " << problem << "\n";
    return 2;
  }
  if (shardwright::vhlo::isPortableArtifact(input->getBuffer())) {
    input = textOfArtifact(*input, registry);
    if (!input)
      return 2;
  }
  if (!isWithinLimits(*input))
    return 2;
  mlir::LogicalResult result = mlir::MlirOptMain(output->os(), std::move(input), registry, withCheckedSource(config));
  output->os().flush();
  if (mlir::failed(result))
    return 2;
  output->keep();
  if (!output->os().has_error())
    return 0;
  llvm::errs() << "shardwright-opt: cannot write to '" << outputName << "': " << output->os().error().message() << "\n";
  output->os().clear_error();
  return 3;
}

int main(int argc, char **argv) {
  shardwright::guardToolProcess("shardwright-opt");
  return shardwright::finishToolOutput(run(argc, argv));
}
