#include "runtime/Unfinished.h"

#include <filesystem>
#include <system_error>

namespace shardwright::runtime {

void Unfinished::note(const std::string &path) {
  std::lock_guard<std::mutex> lock(mutex);
  paths.insert(path);
}

void Unfinished::forget(const std::string &path) {
  std::lock_guard<std::mutex> lock(mutex);
  paths.erase(path);
}

absl::Status Unfinished::make(const std::function<absl::Status()> &body) {
  std::lock_guard<std::mutex> lock(mutex);
  return isOver ? absl::AbortedError("the process is about to end") : body();
}

void Unfinished::removeAll() {
  std::lock_guard<std::mutex> lock(mutex);
  isOver = true;
  std::error_code ignored;
  for (const std::string &path : paths)
    std::filesystem::remove_all(path, ignored);
  paths.clear();
}

} // namespace shardwright::runtime
