#include "lib/Driver/CostRows.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace shardwright::driver {

absl::StatusOr<std::vector<CostRow>> readCostRows(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer)
    return absl::InvalidArgumentError(path + ": " + buffer.getError().message());
  std::vector<CostRow> rows;
  size_t number = 0;
  for (llvm::StringRef line : llvm::split((*buffer)->getBuffer(), '\n')) {
    ++number;
    if (line.trim().empty())
      continue;
    absl::StatusOr<book::Query> query = book::Query::parse(line);
    if (!query.ok())
      return absl::InvalidArgumentError(path + ":" + std::to_string(number) + ": " +
                                        std::string(query.status().message()));
    rows.push_back({*std::move(query), number});
  }
  return rows;
}

} // namespace shardwright::driver
