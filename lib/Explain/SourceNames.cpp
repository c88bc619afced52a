#include "lib/Explain/SourceNames.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Builders.h"

#include "llvm/Support/SourceMgr.h"

namespace shardwright::explanation {
namespace {

/// A name is a location fused of the place in the file and what was there before, with the names as metadata: one for
/// each result.
class Namer {
public:
  Namer(llvm::SourceMgr &source, mlir::MLIRContext *context) : source(source), builder(context) {}

  void name(const mlir::AsmParserState::OperationDefinition &definition) {
    unsigned results = definition.op->getNumResults();
    llvm::SmallVector<mlir::Attribute> names(results, builder.getStringAttr(""));
    llvm::SMLoc begin = definition.loc.Start;
    for (auto [number, group] : llvm::enumerate(definition.resultGroups)) {
      unsigned end =
          number + 1 < definition.resultGroups.size() ? definition.resultGroups[number + 1].startIndex : results;
      std::string name = text(group.definition.loc);
      for (unsigned k = group.startIndex; k < end; ++k)
        names[k] = builder.getStringAttr(
            end - group.startIndex == 1 ? name : name + "#" + std::to_string(k - group.startIndex));
      if (number == 0)
        begin = group.definition.loc.Start;
    }
    definition.op->setLoc(named(definition.op->getLoc(), begin, names));
  }

  void name(const mlir::AsmParserState::BlockDefinition &definition) {
    for (auto [argument, defined] : llvm::zip(definition.block->getArguments(), definition.arguments))
      if (defined.loc.isValid())
        argument.setLoc(named(argument.getLoc(), defined.loc.Start, {builder.getStringAttr(text(defined.loc))}));
  }

private:
  static std::string text(llvm::SMRange range) { return std::string(range.Start.getPointer(), range.End.getPointer()); }

  mlir::Location named(mlir::Location before, llvm::SMLoc begin, llvm::ArrayRef<mlir::Attribute> names) {
    auto [line, column] = source.getLineAndColumn(begin);
    llvm::StringRef file = source.getMemoryBuffer(source.getMainFileID())->getBufferIdentifier();
    mlir::Location place = mlir::FileLineColLoc::get(builder.getContext(), file, line, column);
    llvm::SmallVector<mlir::Location, 2> parts{place};
    auto plain = llvm::dyn_cast<mlir::FileLineColLoc>(before);
    if (!llvm::isa<mlir::UnknownLoc>(before) && !(plain && plain.getFilename() == file && plain.getLine() == line))
      parts.push_back(before);
    return mlir::FusedLoc::get(parts, builder.getArrayAttr(names), builder.getContext());
  }

  llvm::SourceMgr &source;
  mlir::Builder builder;
};

/// The innermost location of parseWithNames() in one.
mlir::FusedLoc namedPart(mlir::Location location) {
  mlir::FusedLoc found;
  location->walk([&](mlir::Location part) {
    auto fused = llvm::dyn_cast<mlir::FusedLoc>(part);
    if (!fused || !llvm::isa_and_nonnull<mlir::ArrayAttr>(fused.getMetadata()))
      return mlir::WalkResult::advance();
    found = fused;
    return mlir::WalkResult::interrupt();
  });
  return found;
}

} // namespace

mlir::OwningOpRef<mlir::ModuleOp> parseWithNames(llvm::SourceMgr &source, const mlir::ParserConfig &config) {
  mlir::AsmParserState state;
  mlir::Block block;
  mlir::Location file = mlir::FileLineColLoc::get(
      config.getContext(), source.getMemoryBuffer(source.getMainFileID())->getBufferIdentifier(), 0, 0);
  if (mlir::failed(mlir::parseAsmSourceFile(source, &block, config, &state)))
    return nullptr;
  Namer namer(source, config.getContext());
  for (const mlir::AsmParserState::OperationDefinition &definition : state.getOpDefs())
    namer.name(definition);
  for (const mlir::AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    namer.name(definition);
  return mlir::detail::constructContainerOpForParserIfNecessary<mlir::ModuleOp>(&block, config.getContext(), file);
}

std::optional<SourceName> sourceNameOf(mlir::Location location, unsigned result) {
  mlir::FusedLoc fused = namedPart(location);
  if (!fused)
    return std::nullopt;
  auto names = llvm::cast<mlir::ArrayAttr>(fused.getMetadata());
  auto place = llvm::cast<mlir::FileLineColLoc>(fused.getLocations().front());
  SourceName name{"", place.getFilename().str(), place.getLine(), place.getColumn()};
  // An argument has a location of its own, with one name.
  if (names.size() == 1)
    result = 0;
  if (result < names.size())
    name.name = llvm::cast<mlir::StringAttr>(names[result]).str();
  return name;
}

std::optional<SourceName> sourceNameOf(mlir::Value value) {
  auto result = llvm::dyn_cast<mlir::OpResult>(value);
  return sourceNameOf(value.getLoc(), result ? result.getResultNumber() : 0);
}

std::optional<mlir::Location> authorsLocation(mlir::Location location) {
  mlir::FusedLoc fused = namedPart(location);
  if (!fused)
    return std::nullopt;
  return fused.getLocations().size() > 1 ? std::optional(fused.getLocations()[1]) : std::nullopt;
}

} // namespace shardwright::explanation
