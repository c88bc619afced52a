#ifndef LIB_DRIVER_PROGRAMFILE_H
#define LIB_DRIVER_PROGRAMFILE_H

#include "lib/Compiler/Pipeline.h"
#include "shardwright/Compiler.h"

#include "absl/status/statusor.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace shardwright::driver {

/// The compiler as the command line calls it: diagnostics and progress on stderr, options as they are spelled there.
const compiler::Session &session();
const std::shared_ptr<const compiler::Environment> &environment();

/// A program that was read from a file.
class ProgramFile {
public:
  /// The file, program.mlir of a folder, or standard input (`-`). Errors: it cannot be read.
  static absl::StatusOr<ProgramFile> read(const std::string &path);

  /// As long as this lives.
  compiler::Source source() const;

private:
  explicit ProgramFile(std::unique_ptr<llvm::MemoryBuffer> buffer) : buffer(std::move(buffer)) {}
  std::unique_ptr<llvm::MemoryBuffer> buffer;
};

/// Reads a program for who looks into it: ProgramFile::read(), Pipeline::read().
absl::StatusOr<std::unique_ptr<compiler::Pipeline>> readProgram(const std::string &path);

} // namespace shardwright::driver

#endif // LIB_DRIVER_PROGRAMFILE_H
