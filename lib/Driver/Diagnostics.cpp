#include "lib/Driver/Diagnostics.h"

#include "passes/common/Places.h"

#include "mlir/IR/BuiltinAttributes.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace shardwright::driver {
namespace {

/// Programs hold lines of megabytes; of a long one, this much is shown around the caret.
constexpr size_t kShown = 160;

llvm::SourceMgr::DiagKind kindOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return llvm::SourceMgr::DK_Error;
  case mlir::DiagnosticSeverity::Warning:
    return llvm::SourceMgr::DK_Warning;
  case mlir::DiagnosticSeverity::Remark:
    return llvm::SourceMgr::DK_Remark;
  case mlir::DiagnosticSeverity::Note:
    return llvm::SourceMgr::DK_Note;
  }
  return llvm::SourceMgr::DK_Error;
}

} // namespace

llvm::StringRef Diagnostics::sourceLine(llvm::StringRef path, unsigned number) {
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

void Diagnostics::print(mlir::Diagnostic &diagnostic) {
  llvm::SMDiagnostic(placeOf(diagnostic.getLocation()), kindOf(diagnostic.getSeverity()), diagnostic.str())
      .print(nullptr, llvm::errs());
  mlir::FileLineColLoc place = filePlaceOf(diagnostic.getLocation());
  if (!place || place.getColumn() == 0)
    return;
  llvm::StringRef source = sourceLine(place.getFilename(), place.getLine());
  size_t column = place.getColumn() - 1;
  if (source.empty() || column > source.size())
    return;
  size_t begin = source.size() <= kShown ? 0 : column - std::min(column, kShown / 2);
  llvm::errs() << source.substr(begin, kShown) << "\n" << std::string(column - begin, ' ') << "^\n";
}

Diagnostics::Diagnostics(mlir::MLIRContext &context)
    : handler_(&context, [this](mlir::Diagnostic &diagnostic) {
        errors_ += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
        print(diagnostic);
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          print(note);
        return mlir::success();
      }) {}

} // namespace shardwright::driver
