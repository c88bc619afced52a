#ifndef LIB_EXPLAIN_SELECT_H
#define LIB_EXPLAIN_SELECT_H

#include "lib/Explain/Facts.h"
#include "lib/Explain/SourceNames.h"

#include "absl/status/statusor.h"

namespace shardwright::explanation {

/// A value as the file writes it, before anything is done to the program.
struct SourceValue {
  SourceName name;
  std::string op;
  /// A call's result: what the called function returns for it.
  std::optional<SourceName> returned;
};

/// Every value that the file names, behind parseWithNames().
std::vector<SourceValue> sourceValues(mlir::ModuleOp module);

/// What `at` asks for: `%105`, `%5#1`, the number of a line of the file, or FILE:LINE of what the author wrote. Indices
/// into `values`. Errors (kInvalidArgument): no such value, with the nearest names; one that import has removed; a line
/// that defines none, with the nearest that do.
absl::StatusOr<std::vector<size_t>> select(const std::string &at, const std::string &file,
                                           const std::vector<SourceValue> &source, const std::vector<Value> &values);

} // namespace shardwright::explanation

#endif // LIB_EXPLAIN_SELECT_H
