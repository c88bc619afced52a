#ifndef RUNTIME_UNFINISHED_H
#define RUNTIME_UNFINISHED_H

#include "absl/status/status.h"

#include <functional>
#include <mutex>
#include <set>
#include <string>

namespace shardwright::runtime {

/// Files and folders that several processes write under another name than their own. Whatever ends one of the
/// processes, those that are left remove them; each knows the names before any of them is made. Any thread.
class Unfinished {
public:
  void note(const std::string &path);
  /// It is whole, or gone.
  void forget(const std::string &path);
  /// Calls `body`, which makes what has been noted or gives it its name; kAborted where all has been removed.
  absl::Status make(const std::function<absl::Status()> &body);
  /// What is noted, if it is there, with all that is in it; nothing is made from here on.
  void removeAll();

private:
  std::mutex mutex;
  std::set<std::string> paths;
  bool isOver = false;
};

} // namespace shardwright::runtime

#endif // RUNTIME_UNFINISHED_H
