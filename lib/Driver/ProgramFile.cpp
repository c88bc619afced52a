#include "lib/Driver/ProgramFile.h"

#include "lib/Driver/Diagnostics.h"
#include "lib/Driver/ExportedFolder.h"
#include "lib/Driver/Progress.h"

#include <optional>

namespace shardwright::driver {
namespace {

compiler::SessionOptions sessionOptions() {
  compiler::SessionOptions options;
  options.optionPrefix = "--";
  options.handlers.diagnostic = [printer = std::make_shared<Diagnostics>()](const compiler::Diagnostic &diagnostic) {
    printer->print(diagnostic);
  };
  options.handlers.progress = [running =
                                   std::make_shared<std::optional<Progress>>()](const compiler::Progress &progress) {
    if (progress.hasEnded)
      running->reset();
    else
      running->emplace(progress.step);
  };
  return options;
}

} // namespace

const compiler::Session &session() {
  static const compiler::Session kSession(sessionOptions());
  return kSession;
}

const std::shared_ptr<const compiler::Environment> &environment() {
  static const auto kEnvironment = std::make_shared<const compiler::Environment>(sessionOptions());
  return kEnvironment;
}

absl::StatusOr<ProgramFile> ProgramFile::read(const std::string &path) {
  std::string file = programFile(path);
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file, /*IsText=*/true);
  if (!buffer)
    return absl::NotFoundError("cannot read '" + file + "': " + buffer.getError().message());
  return ProgramFile(std::move(*buffer));
}

compiler::Source ProgramFile::source() const {
  return {{buffer->getBufferStart(), buffer->getBufferSize()}, buffer->getBufferIdentifier().str()};
}

absl::StatusOr<std::unique_ptr<compiler::Pipeline>> readProgram(const std::string &path) {
  absl::StatusOr<ProgramFile> file = ProgramFile::read(path);
  if (!file.ok())
    return file.status();
  return compiler::Pipeline::read(file->source(), environment());
}

} // namespace shardwright::driver
