#include "passes/pipelines/RegisterAll.h"
#include "shardwright/Runtime/ForeignFormat.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

/// Says what a file is that holds no program text; stdin can be read only once, so it is left to the parser. Bytecode
/// of others than StableHLO may be readable.
static bool isForeign(const std::string &path) {
  if (path == "-")
    return false;
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return false;
  auto format = shardwright::runtime::foreignFormat({(*buffer)->getBufferStart(), (*buffer)->getBufferSize()});
  if (!format || llvm::StringRef(format->what).starts_with("a program in MLIR bytecode"))
    return false;
  llvm::errs() << "shardwright-opt: " << path << " is " << format->what << ", not program text: " << format->instead
               << "\n";
  return true;
}

/// The passes, which people look for, in front of MLIR's own options, which are many.
static void printHelp() {
  llvm::outs() << "usage: shardwright-opt [PASS...] [OPTION...] [FILE.mlir]\n\n"
                  "Runs passes over sharded tensor programs: reads FILE (or stdin), prints what they leave.\n"
                  "--pass-pipeline='builtin.module(A,B{option=value})' runs several with options; --help-all lists\n"
                  "MLIR's options, among them --mlir-print-ir-after-all, --split-input-file and -o FILE.\n\n"
                  "Passes and pipelines, with their options:\n";
  llvm::outs().flush();
  mlir::printRegisteredPasses();
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  shardwright::registerAllDialects(registry);
  shardwright::registerAllPasses();
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]) == "--help" || llvm::StringRef(argv[i]) == "-h" ||
        llvm::StringRef(argv[i]) == "-help") {
      printHelp();
      return 0;
    }
  for (int i = 1; i < argc; ++i)
    if (llvm::StringRef(argv[i]).ltrim('-') == "help-all")
      argv[i] = const_cast<char *>("--help");
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, "shardwright-opt: passes over sharded tensor programs\n", registry);
  if (isForeign(input))
    return 2;
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, input, output, registry));
}
