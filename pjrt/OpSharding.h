#ifndef PJRT_OPSHARDING_H
#define PJRT_OPSHARDING_H

#include "shardwright/Runtime/Executable.h"

#include "absl/status/statusor.h"

#include <string>

namespace shardwright::pjrt {

/// How an argument or result lies on the partitions, as the message OpSharding: an array of tiles, and the partition of
/// each. kUnimplemented: tiles are of several sizes, which frameworks do not know; `what` is what the message names.
absl::StatusOr<std::string> opSharding(const runtime::Executable &executable, const runtime::Interface &value,
                                       const std::string &what);

/// The product of the sizes.
int64_t partsOf(const runtime::AxisDigits &digits);

} // namespace shardwright::pjrt

#endif // PJRT_OPSHARDING_H
