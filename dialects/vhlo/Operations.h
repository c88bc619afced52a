#ifndef DIALECTS_VHLO_OPERATIONS_H
#define DIALECTS_VHLO_OPERATIONS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <tuple>

namespace shardwright::vhlo {

/// A version of StableHLO.
struct Version {
  int64_t major = 0, minor = 0, patch = 0;
  std::string str() const;
  friend bool operator<(const Version &a, const Version &b) {
    return std::tie(a.major, a.minor, a.patch) < std::tie(b.major, b.minor, b.patch);
  }
};

/// The newest StableHLO whose every operation, type and attribute is read: what a PJRT plugin asks JAX to write.
constexpr Version kCurrentVersion = {1, 17, 0};

/// The version in the name of a producer, `StableHLO_v1.17.0`; 0.0.0 where there is none.
Version versionOf(llvm::StringRef producer);

struct Property {
  llvm::StringRef name;
  bool isOptional = false;
};

/// An operation of a portable artifact: of vhlo, chlo, sdy or builtin.
struct KnownOperation {
  /// What it is here: `stablehlo.add`, `func.func`.
  llvm::StringRef name;
  /// In the order in which they are written.
  llvm::SmallVector<Property, 4> properties;
  /// The StableHLO that has it first.
  Version since;
};

/// By its full name, `vhlo.add_v1`; null where there is none.
const KnownOperation *findOperation(llvm::StringRef dialect, llvm::StringRef name);

} // namespace shardwright::vhlo

#endif // DIALECTS_VHLO_OPERATIONS_H
