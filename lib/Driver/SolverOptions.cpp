#include "lib/Driver/SolverOptions.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"

namespace shardwright::driver {

const OptionSpec kThreadsOption = {"threads", "N", "that search (default: as many as the processor has)"};
const OptionSpec kSeedOption = {"seed", "N", "of what is random in the search (default 1)"};

absl::Status parseSolverOptions(const CommandLine &line, plan::SolveOptions &options) {
  absl::StatusOr<std::optional<int64_t>> threads = line.integer("threads", 1);
  if (!threads.ok())
    return threads.status();
  constexpr int64_t kMostThreads = 1024;
  if (threads->value_or(1) > kMostThreads)
    return aboutOption("threads", llvm::formatv("needs at most {0}, got {1}", kMostThreads, **threads).str());
  options.threads = static_cast<int>(threads->value_or(llvm::hardware_concurrency().compute_thread_count()));
  absl::StatusOr<std::optional<int64_t>> seed = line.integer("seed", 0);
  if (!seed.ok())
    return seed.status();
  options.seed = seed->value_or(options.seed);
  return absl::OkStatus();
}

} // namespace shardwright::driver
