#ifndef TOOLS_BOOK_PREDICT_H
#define TOOLS_BOOK_PREDICT_H

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace shardwright::book {

/// One row of a file of queries: what is asked (`quantity` of `group`), of what.
struct Query {
  std::string id, group, quantity;
  llvm::json::Object inputs;

  /// Reads {"id", "group", "quantity", "inputs"}; of other fields only flops_convention plays a part, as one more
  /// input. Errors: not JSON, a field missing.
  static absl::StatusOr<Query> parse(llvm::StringRef line);
};

/// Answers one kind of query.
struct Predictor {
  const char *what;
  bool (*answers)(const Query &query);
  /// Errors: the inputs do not say enough, or no such thing.
  absl::StatusOr<llvm::json::Value> (*predict)(const Query &query);
};

/// All of them; the first that answers a query is asked.
llvm::ArrayRef<Predictor> predictors();

/// The value in the quantity's unit (SI). Errors as the predictor's; kUnimplemented: none answers such a query.
absl::StatusOr<llvm::json::Value> predict(const Query &query);

} // namespace shardwright::book

#endif // TOOLS_BOOK_PREDICT_H
