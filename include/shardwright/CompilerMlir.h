#ifndef SHARDWRIGHT_COMPILERMLIR_H
#define SHARDWRIGHT_COMPILERMLIR_H

#include "shardwright/Compiler.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

/// Modules of a program that has MLIR itself. All of this is compiled there, against the MLIR and the StableHLO
/// dialect that it links: the compiler has its own, and the two meet in text alone.
namespace shardwright::compiler {

/// A module as a Source's text, with the locations of its operations. Large constants are written out: twice their
/// bytes. The module must verify; several threads may call this on modules of different contexts.
inline std::string sourceText(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  mlir::OpPrintingFlags flags;
  flags.enableDebugInfo().printGenericOpForm();
  module->print(stream, flags);
  return text;
}

} // namespace shardwright::compiler

#endif // SHARDWRIGHT_COMPILERMLIR_H
