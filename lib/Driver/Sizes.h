#ifndef LIB_DRIVER_SIZES_H
#define LIB_DRIVER_SIZES_H

#include "lib/Driver/CommandLine.h"

namespace shardwright::driver {

/// 64MiB, 1.5GB: what people write for a number of bytes; nothing where the text has no unit of them, or is no number.
std::optional<double> parseSizeWithUnit(llvm::StringRef text);

/// The value of an option that is a number of bytes, with or without a unit. Errors: it is none, or not above 0.
absl::StatusOr<double> parseSize(llvm::StringRef option, llvm::StringRef text);

} // namespace shardwright::driver

#endif // LIB_DRIVER_SIZES_H
