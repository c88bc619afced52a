#include "lib/Driver/SolverOptions.h"

#include "llvm/Support/Threading.h"

namespace shardwright::driver {

const OptionSpec kThreadsOption = {"threads", "N", "that search (default: as many as the processor has)"};
const OptionSpec kSeedOption = {"seed", "N", "of what is random in the search (default 1)"};

absl::Status parseSolverOptions(const CommandLine &line, plan::SolveOptions &options) {
  options.threads = static_cast<int>(llvm::hardware_concurrency().compute_thread_count());
  if (line.has("threads")) {
    absl::StatusOr<int> threads = line.value("threads").threads();
    if (!threads.ok())
      return threads.status();
    options.threads = *threads;
  }
  absl::StatusOr<std::optional<int64_t>> seed = line.integer("seed", 0);
  if (!seed.ok())
    return seed.status();
  options.seed = seed->value_or(options.seed);
  return absl::OkStatus();
}

} // namespace shardwright::driver
