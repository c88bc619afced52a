#ifndef TOOLS_BOOK_COLLECTIVEROW_H
#define TOOLS_BOOK_COLLECTIVEROW_H

#include "shardwright/Cost/Collective.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"

#include <memory>

namespace shardwright::book {

/// Answers rows of measured collectives: {op, bytes, n, nodes, domain, device, hardware, harness, library, pattern,
/// algorithm, concurrent_groups, rank_placement} as in the shared data. Remembers machines and prices between rows.
class CollectiveRows {
public:
  explicit CollectiveRows(std::string folder) : folder(std::move(folder)) {}

  /// Seconds for the quantity `time`, bytes/s for `bus_bandwidth` (of 16 GiB where the row has no size). Errors: a
  /// field is missing or of another type; no machine has that device, or so many of them.
  absl::StatusOr<double> predict(llvm::StringRef quantity, const llvm::json::Object &inputs);

private:
  /// The name of the machine that a row is about.
  absl::StatusOr<std::string> machineOf(const llvm::json::Object &inputs, int64_t devices);
  absl::StatusOr<const Topology *> topology(const std::string &name);
  absl::StatusOr<const CollectivePrice *> price(const llvm::json::Object &inputs);

  std::string folder;
  std::vector<std::string> names;
  llvm::StringMap<std::unique_ptr<Topology>> topologies;
  llvm::StringMap<std::unique_ptr<CollectiveCosts>> costs;
  llvm::StringMap<std::unique_ptr<CollectivePrice>> prices;
};

} // namespace shardwright::book

#endif // TOOLS_BOOK_COLLECTIVEROW_H
