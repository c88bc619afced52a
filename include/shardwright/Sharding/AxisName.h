#ifndef SHARDWRIGHT_SHARDING_AXISNAME_H
#define SHARDWRIGHT_SHARDING_AXISNAME_H

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringMapEntry.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace shardwright {

/// The name of a mesh axis. Every name is kept once, for as long as the process runs: a reference to an axis is then
/// copied, compared and hashed as a few words, which is most of what propagation and placement do.
class AxisName {
public:
  AxisName() = default;
  AxisName(llvm::StringRef text);
  AxisName(const std::string &text) : AxisName(llvm::StringRef(text)) {}
  AxisName(const char *text) : AxisName(llvm::StringRef(text)) {}

  llvm::StringRef text() const { return entry ? entry->first() : llvm::StringRef(); }
  operator llvm::StringRef() const { return text(); }
  std::string str() const { return text().str(); }
  bool empty() const { return !entry; }

  friend bool operator==(AxisName a, AxisName b) { return a.entry == b.entry; }
  friend bool operator!=(AxisName a, AxisName b) { return a.entry != b.entry; }
  /// Alphabetical.
  friend bool operator<(AxisName a, AxisName b) { return a.text() < b.text(); }
  friend bool operator==(AxisName a, llvm::StringRef b) { return a.text() == b; }
  friend bool operator!=(AxisName a, llvm::StringRef b) { return a.text() != b; }
  friend bool operator==(llvm::StringRef a, AxisName b) { return a == b.text(); }
  friend llvm::hash_code hash_value(AxisName name) { return llvm::hash_value(name.entry ? name.entry->second : 0); }

private:
  /// With its number, in order of appearance; null for the empty name.
  const llvm::StringMapEntry<uint32_t> *entry = nullptr;
};

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_AXISNAME_H
