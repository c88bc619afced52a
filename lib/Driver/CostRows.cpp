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
    absl::StatusOr<cost::Question> question = cost::Question::parse(line);
    if (!question.ok())
      return absl::InvalidArgumentError(path + ":" + std::to_string(number) + ": " +
                                        std::string(question.status().message()));
    rows.push_back({*std::move(question), number});
  }
  return rows;
}

} // namespace shardwright::driver
