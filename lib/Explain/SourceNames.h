#ifndef LIB_EXPLAIN_SOURCENAMES_H
#define LIB_EXPLAIN_SOURCENAMES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"

#include <optional>
#include <string>

namespace shardwright::explanation {

/// Parses a program so that the location of each op and argument tells what the file calls its values and where it
/// writes them, beside what the location said before. Locations stay with what an op becomes, up to the per-device
/// program, so there a value still has its name.
mlir::OwningOpRef<mlir::ModuleOp> parseWithNames(llvm::SourceMgr &source, const mlir::ParserConfig &config);

/// Where the file writes a value.
struct SourceName {
  std::string name; ///< `%12`, `%5#1`; nothing for an op without results
  std::string file;
  unsigned line = 0, column = 0;

  std::string place() const { return file + ":" + std::to_string(line); }
  bool operator==(const SourceName &other) const {
    return name == other.name && file == other.file && line == other.line && column == other.column;
  }
};

/// For a location behind parseWithNames(): of its result or argument with that number.
std::optional<SourceName> sourceNameOf(mlir::Location location, unsigned result = 0);
std::optional<SourceName> sourceNameOf(mlir::Value value);

/// What the location said before: the author's own place, such as a line of Python. Nothing where it said nothing.
std::optional<mlir::Location> authorsLocation(mlir::Location location);

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_SOURCENAMES_H
