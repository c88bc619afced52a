#ifndef LIB_DRIVER_COSTROWS_H
#define LIB_DRIVER_COSTROWS_H

#include "shardwright/Cost/Predict.h"

#include <vector>

namespace shardwright::driver {

/// A query of a file and where it stands, for messages.
struct CostRow {
  cost::Query query;
  size_t line;
};

/// One a line, empty lines left out; `-` is stdin. Errors: `FILE:LINE: ` and what cost::Query::parse() says.
absl::StatusOr<std::vector<CostRow>> readCostRows(const std::string &path);

} // namespace shardwright::driver

#endif // LIB_DRIVER_COSTROWS_H
