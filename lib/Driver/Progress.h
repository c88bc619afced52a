#ifndef LIB_DRIVER_PROGRESS_H
#define LIB_DRIVER_PROGRESS_H

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace shardwright::driver {

/// Times a step. On a terminal, stderr has a line with the seconds of one that takes over two, while it runs.
class Progress {
public:
  explicit Progress(std::string step);
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  double seconds() const;

private:
  std::string step_;
  std::chrono::steady_clock::time_point begin_;
  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false, said_ = false;
  std::thread watcher_; // last: it uses the others
};

} // namespace shardwright::driver

#endif // LIB_DRIVER_PROGRESS_H
