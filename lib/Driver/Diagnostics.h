#ifndef LIB_DRIVER_DIAGNOSTICS_H
#define LIB_DRIVER_DIAGNOSTICS_H

#include "shardwright/Compiler/Diagnostic.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace shardwright::driver {

/// Prints diagnostics on stderr, in colour on a terminal: `file:line:col: error: message`, the line of source with a
/// caret where the file can be read, and the notes behind it in the same form.
class Diagnostics {
public:
  void print(const compiler::Diagnostic &diagnostic);

private:
  void printOne(const compiler::Diagnostic &diagnostic);
  /// Line `number` of a file, from 1; empty where there is none.
  llvm::StringRef sourceLine(llvm::StringRef path, int64_t number);

  llvm::StringMap<std::unique_ptr<llvm::MemoryBuffer>> files_; ///< null: cannot be read
};

} // namespace shardwright::driver

#endif // LIB_DRIVER_DIAGNOSTICS_H
