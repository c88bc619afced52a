#ifndef TOOLS_BOOK_PLANROWS_H
#define TOOLS_BOOK_PLANROWS_H

#include "shardwright/Sharding/Mesh.h"
#include "tools/book/Predict.h"

namespace shardwright::book {

/// Queries of the group sharding-rule whose answer is a plan: which collectives take what is there to what is asked
/// for. {"collectives": [{"op", "operand", "dim", "axes"}], "output": "C[I, K]"}; see docs/reference/cost.md.
bool isPlanQuery(const Query &query);
absl::StatusOr<llvm::json::Value> plan(const Query &query);

/// Queries of the same group about one sharding: the shape and bytes of a block, replicas, block numbers, validity.
bool isShardingQuery(const Query &query);
absl::StatusOr<llvm::json::Value> describeSharding(const Query &query);

/// inputs.mesh, {"X": 4, "Y": 2}, its axes by name; and inputs.NAME, which must be text.
absl::StatusOr<Mesh> meshOf(const llvm::json::Object &inputs);
absl::StatusOr<llvm::StringRef> textOf(const llvm::json::Object &inputs, llvm::StringRef name);

} // namespace shardwright::book

#endif // TOOLS_BOOK_PLANROWS_H
