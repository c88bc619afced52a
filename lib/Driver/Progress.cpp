#include "lib/Driver/Progress.h"

#include <cstdio>
#include <unistd.h>

namespace shardwright::driver {

Progress::Progress(std::string step) : step_(std::move(step)), begin_(std::chrono::steady_clock::now()) {
  if (!isatty(STDERR_FILENO))
    return;
  watcher_ = std::thread([this] {
    std::unique_lock<std::mutex> lock(mutex_);
    if (finished_.wait_for(lock, std::chrono::seconds(2), [this] { return done_; }))
      return;
    said_ = true;
    do
      std::fprintf(stderr, "\r\033[K%s ... %.0f s", step_.c_str(), this->seconds());
    while (!finished_.wait_for(lock, std::chrono::seconds(1), [this] { return done_; }));
  });
}

Progress::~Progress() {
  if (!watcher_.joinable())
    return;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  finished_.notify_all();
  watcher_.join();
  if (said_)
    std::fprintf(stderr, "\r\033[K%s: %.1f s\n", step_.c_str(), seconds());
}

double Progress::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

} // namespace shardwright::driver
