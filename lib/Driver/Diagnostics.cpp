#include "lib/Driver/Diagnostics.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace shardwright::driver {
namespace {

/// Programs hold lines of megabytes; of a long one, this much is shown around the caret.
constexpr size_t kShown = 160;

llvm::SourceMgr::DiagKind kindOf(compiler::Severity severity) {
  switch (severity) {
  case compiler::Severity::Error:
    return llvm::SourceMgr::DK_Error;
  case compiler::Severity::Warning:
    return llvm::SourceMgr::DK_Warning;
  case compiler::Severity::Remark:
    return llvm::SourceMgr::DK_Remark;
  case compiler::Severity::Note:
    return llvm::SourceMgr::DK_Note;
  }
  return llvm::SourceMgr::DK_Error;
}

} // namespace

llvm::StringRef Diagnostics::sourceLine(llvm::StringRef path, int64_t number) {
  auto [file, isNew] = files_.try_emplace(path);
  // Only what can be read again: no pipe.
  if (isNew && llvm::sys::fs::is_regular_file(path))
    if (auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true))
      file->second = std::move(*buffer);
  if (!file->second)
    return "";
  llvm::StringRef rest = file->second->getBuffer();
  for (; number > 1 && !rest.empty(); --number)
    rest = rest.split('\n').second;
  return rest.split('\n').first.rtrim('\r');
}

void Diagnostics::printOne(const compiler::Diagnostic &diagnostic) {
  llvm::SMDiagnostic(diagnostic.place(), kindOf(diagnostic.severity), diagnostic.message).print(nullptr, llvm::errs());
  if (diagnostic.column == 0)
    return;
  llvm::StringRef source = sourceLine(diagnostic.file, diagnostic.line);
  auto column = static_cast<size_t>(diagnostic.column - 1);
  if (source.empty() || column > source.size())
    return;
  size_t begin = source.size() <= kShown ? 0 : column - std::min(column, kShown / 2);
  llvm::errs() << source.substr(begin, kShown) << "\n" << std::string(column - begin, ' ') << "^\n";
}

void Diagnostics::print(const compiler::Diagnostic &diagnostic) {
  printOne(diagnostic);
  for (const compiler::Diagnostic &note : diagnostic.notes)
    printOne(note);
}

} // namespace shardwright::driver
