#ifndef LIB_DRIVER_COSTROWS_H
#define LIB_DRIVER_COSTROWS_H

#include "tools/book/Predict.h"

#include <vector>

namespace shardwright::driver {

/// A query of a file and where it stands, for messages.
struct CostRow {
  book::Query query;
  size_t line;
};

/// One a line, empty lines left out; `-` is stdin. Errors: `FILE:LINE: ` and what book::Query::parse() says.
absl::StatusOr<std::vector<CostRow>> readCostRows(const std::string &path);

} // namespace shardwright::driver

#endif // LIB_DRIVER_COSTROWS_H
