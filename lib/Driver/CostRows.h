#ifndef LIB_DRIVER_COSTROWS_H
#define LIB_DRIVER_COSTROWS_H

#include "shardwright/Cost/Predict.h"

#include <vector>

namespace shardwright::driver {

/// A question of a file and where it stands, for messages.
struct CostRow {
  cost::Question question;
  size_t line;
};

/// One a line, empty lines left out; `-` is stdin. Errors: `FILE:LINE: ` and what cost::Question::parse() says.
absl::StatusOr<std::vector<CostRow>> readCostRows(const std::string &path);

} // namespace shardwright::driver

#endif // LIB_DRIVER_COSTROWS_H
