#include "shardwright/Sharding/AxisName.h"

#include "llvm/ADT/StringMap.h"

#include <mutex>

namespace shardwright {

AxisName::AxisName(llvm::StringRef text) {
  if (text.empty())
    return;
  static std::mutex mutex;
  // Never freed: names outlive whatever is destroyed at exit.
  static auto *names = new llvm::StringMap<uint32_t>();
  std::lock_guard<std::mutex> lock(mutex);
  entry = &*names->try_emplace(text, names->size() + 1).first;
}

} // namespace shardwright
