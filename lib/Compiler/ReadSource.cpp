#include "lib/Compiler/ReadSource.h"

#include "dialects/vhlo/PortableArtifact.h"
#include "lib/Explain/SourceNames.h"
#include "passes/common/Limits.h"
#include "passes/import/Passes.h"
#include "shardwright/Runtime/ForeignFormat.h"
#include "shardwright/Sharding/Suggest.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <algorithm>
#include <optional>
#include <set>

namespace shardwright::compiler {

/// The innermost bracket that is open where the text ends; none where one is closed by another's end, since then it is
/// not the end of the text that is missing. Brackets in strings and comments do not count.
static std::optional<size_t> openBracket(llvm::StringRef text) {
  constexpr llvm::StringLiteral kOpening = "([{", kClosing = ")]}";
  std::vector<size_t> open;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at)
        at += text[at] == '\\';
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (kOpening.contains(text[at])) {
      open.push_back(at);
    } else if (size_t kind = kClosing.find(text[at]); kind != llvm::StringRef::npos) {
      if (open.empty() || text[open.back()] != kOpening[kind])
        return std::nullopt;
      open.pop_back();
    }
  }
  return open.empty() ? std::nullopt : std::optional(open.back());
}

/// Where a text that does not parse breaks off inside a bracket, says so: the parser speaks of what it expected last.
static void reportEarlyEnd(llvm::SourceMgr &source, mlir::MLIRContext &context) {
  const llvm::MemoryBuffer *buffer = source.getMemoryBuffer(source.getMainFileID());
  std::optional<size_t> bracket = openBracket(buffer->getBuffer());
  if (!bracket)
    return;
  const char *begin = buffer->getBufferStart() + *bracket;
  auto [line, column] = source.getLineAndColumn(llvm::SMLoc::getFromPointer(begin));
  mlir::emitError(mlir::FileLineColLoc::get(&context, buffer->getBufferIdentifier(), line, column))
      << "the file ends before this '" << llvm::StringRef(begin, 1)
      << "' is closed; if it was cut short, copy or export it again";
}

/// What a file is that is no program text. Bytecode is read where it can be: see below.
static absl::Status noProgram(const std::string &path, const runtime::ForeignFormat &format) {
  return absl::InvalidArgumentError(path + " is " + format.what + ", not program text: " + format.instead);
}

/// Bytecode of MLIR's own tools whose attributes and types are all in MLIR's own encoding. A dialect's own encodings
/// belong to the library that wrote it, so the reader's words are not a user's.
static absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> readBytecode(const std::string &path,
                                                                      const llvm::SourceMgr &source,
                                                                      const mlir::ParserConfig &config,
                                                                      const runtime::ForeignFormat &format) {
  mlir::ScopedDiagnosticHandler silent(config.getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceFile<mlir::ModuleOp>(source, config);
  if (!module)
    return noProgram(path, format);
  return module;
}

/// What the operation's dialect has instead.
static std::string whatThereIs(mlir::OperationName name) {
  std::string dialect = "dialect '" + name.getDialectNamespace().str() + "'";
  if (!name.getDialect())
    return "no " + dialect + " is known";
  std::vector<std::string> known;
  for (mlir::RegisteredOperationName each :
       name.getContext()->getRegisteredOperationsByDialect(name.getDialectNamespace()))
    known.push_back(each.stripDialect().str());
  return "the " + dialect + " has none of that name" + didYouMean(name.stripDialect(), known);
}

/// Reports every kind of operation that is not registered once.
static bool hasUnknownOperations(mlir::ModuleOp module) {
  std::set<llvm::StringRef> names;
  module.walk([&](mlir::Operation *op) {
    if (!op->isRegistered() && names.insert(op->getName().getStringRef()).second)
      op->emitError() << "unsupported operation '" << op->getName() << "': " << whatThereIs(op->getName());
  });
  return !names.empty();
}

/// Whether a text may be given to the parser, which is recursive; reports where not.
static bool isWithinLimits(llvm::SourceMgr &source, mlir::MLIRContext &context) {
  const llvm::MemoryBuffer *buffer = source.getMemoryBuffer(source.getMainFileID());
  std::optional<TextExcess> excess = findTextExcess(buffer->getBuffer());
  if (!excess)
    return true;
  llvm::SMLoc place = llvm::SMLoc::getFromPointer(buffer->getBufferStart() + excess->offset);
  auto [line, column] = source.getLineAndColumn(place);
  mlir::emitError(mlir::FileLineColLoc::get(&context, buffer->getBufferIdentifier(), line, column)) << excess->message;
  return false;
}

absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> readSource(const Source &given, mlir::MLIRContext &context,
                                                             bool withNames) {
  llvm::SourceMgr source;
  source.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy({given.text.data(), given.text.size()}, given.name),
                            llvm::SMLoc());
  // Unknown operations are refused by name, below; attributes of other dialects (mhlo., jax., tf.) stand in every
  // export. The verifier has words of its own for unknown operations, so it comes after.
  context.allowUnregisteredDialects();
  mlir::ParserConfig config(&context, /*verifyAfterParse=*/false);
  const llvm::MemoryBuffer &text = *source.getMemoryBuffer(source.getMainFileID());
  mlir::OwningOpRef<mlir::ModuleOp> module;
  if (vhlo::isPortableArtifact(text.getBuffer())) {
    module = vhlo::readPortableArtifact(text.getBuffer(), given.name, &context);
  } else if (auto format = runtime::foreignFormat({text.getBufferStart(), text.getBufferSize()})) {
    if (!mlir::isBytecode(text))
      return noProgram(given.name, *format);
    absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> read = readBytecode(given.name, source, config, *format);
    if (!read.ok())
      return read.status();
    module = *std::move(read);
  } else if (text.getBuffer().take_front(512).contains('\0')) {
    return noProgram(given.name, {"binary data", "save lowered.as_text()"});
  } else {
    if (!isWithinLimits(source, context))
      return absl::InvalidArgumentError("");
    module =
        withNames ? explanation::parseWithNames(source, config) : mlir::parseSourceFile<mlir::ModuleOp>(source, config);
    if (!module)
      reportEarlyEnd(source, context);
  }
  bool good = module && !hasUnknownOperations(*module) &&
              mlir::succeeded(checkSource(*module, /*isText=*/!mlir::isBytecode(text)));
  context.allowUnregisteredDialects(false);
  if (!good)
    return absl::InvalidArgumentError("");
  return module;
}

} // namespace shardwright::compiler
