#include "shardwright/Runtime/Process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <sys/resource.h>
#include <unistd.h>

namespace shardwright::runtime {
namespace {

const char *toolName = "shardwright";

/// Without the allocator: it may be what failed.
void print(const char *text) {
  for (size_t left = std::strlen(text); left != 0;) {
    ssize_t written = write(STDERR_FILENO, text, left);
    if (written <= 0)
      return;
    text += written;
    left -= static_cast<size_t>(written);
  }
}

/// The control group's limit (version 2, then 1); 2^64 - 1 where there is none.
uint64_t controlGroupLimit() {
  for (const char *path : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::FILE *file = std::fopen(path, "r");
    if (!file)
      continue;
    unsigned long long bytes = 0;
    int read = std::fscanf(file, "%llu", &bytes);
    std::fclose(file);
    if (read == 1 && bytes != 0)
      return bytes;
  }
  return UINT64_MAX;
}

uint64_t addressLimit() {
  rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : UINT64_MAX;
}

/// std::length_error, std::system_error and the like: sizes that no memory holds, threads that cannot be had.
[[noreturn]] void uncaught() {
  const char *reason = "unknown";
  if (std::exception_ptr exception = std::current_exception()) {
    try {
      std::rethrow_exception(exception);
    } catch (const std::exception &known) {
      reason = known.what();
    } catch (...) {
    }
  }
  for (const char *part : {toolName, ": the machine failed: ", reason, "\n"})
    print(part);
  _exit(3);
}

} // namespace

uint64_t memoryLimit() {
  uint64_t machine = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min({machine, controlGroupLimit(), addressLimit()});
}

void outOfMemory() {
  char text[256];
  bool limited = addressLimit() != UINT64_MAX;
  std::snprintf(text, sizeof(text), "%s: out of memory: %s %llu bytes%s\n", toolName,
                limited ? "`ulimit -v` gives this process" : "the machine has",
                static_cast<unsigned long long>(memoryLimit()),
                limited ? "; raise it" : "; make the program or its tensors smaller");
  print(text);
  _exit(3);
}

void guardProcess(const char *tool) {
  toolName = tool;
  std::signal(SIGPIPE, SIG_IGN);
  std::set_new_handler(outOfMemory);
  std::set_terminate(uncaught);
  // The kernel looks at the limit whenever the stack grows, so that it may be raised now.
  rlimit stack;
  if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < kStackBytes) {
    stack.rlim_cur = std::min<rlim_t>(kStackBytes, stack.rlim_max);
    setrlimit(RLIMIT_STACK, &stack);
  }
}

int reportOutputError(int error) {
  const char *reason = std::strerror(error);
  for (const char *part : {toolName, ": cannot write to stdout: ", reason, "\n"})
    print(part);
  return 3;
}

int finishOutput(int status) {
  errno = 0;
  bool good = std::fflush(stdout) == 0 && !std::ferror(stdout);
  return good ? status : reportOutputError(errno ? errno : EIO);
}

} // namespace shardwright::runtime
