#include "test/cuda-double/machine/Launch.h"

#include <algorithm>
#include <memory>

namespace shardwright::cudadouble {

namespace {

// Blocks that are started before the first of them has ended, where they wait for each other.
constexpr size_t kResidentBlocksPerMultiprocessor = 2;
constexpr uint64_t kBlockTurn = 1000000;

} // namespace

Launch::Launch(Machine &machine, const Kernel &kernel, const uint32_t gridSize[3], const uint32_t blockSize[3],
               uint64_t dynamicShared, const void *values, OperationId operation, const Clock &before)
    : machine(machine), kernel(kernel), dynamicShared(dynamicShared), operation(operation),
      before(before), eras{operation} {
  std::copy(gridSize, gridSize + 3, grid);
  std::copy(blockSize, blockSize + 3, block);
  const uint8_t *bytes = static_cast<const uint8_t *>(values);
  parameters.assign(bytes, bytes + kernel.function->parameterBytes);
  limit = Record(machine.clocks().firstUnordered(before)) << kOperationShift;
}

OperationId Launch::eraOperation(uint32_t era) {
  while (eras.size() <= era)
    eras.push_back(machine.clocks().newEra(operation, static_cast<uint32_t>(eras.size())));
  return eras[era];
}

int Launch::run() {
  const uint64_t blocks = uint64_t(grid[0]) * grid[1] * grid[2];
  const size_t resident = kResidentBlocksPerMultiprocessor * machine.multiprocessors();
  std::vector<std::unique_ptr<Block>> running;
  std::unique_ptr<Block> &spare = machine.spareBlock(block[0] * block[1] * block[2]);
  uint64_t next = 0, steps = 0;
  statistics.threads = blocks * block[0] * block[1] * block[2];
  auto finish = [&](const Block &it) {
    for (const Warp &warp : it.warps) {
      statistics.bytesRead += warp.global.bytesRead;
      statistics.bytesWritten += warp.global.bytesWritten;
      statistics.threadInstructions += warp.laneSteps;
    }
  };
  while ((next < blocks || !running.empty()) && !error) {
    // Those that wait get a turn each, then one more begins: a block may wait for what one that has not begun will do.
    for (size_t i = 0; i < running.size() && !error;) {
      running[i]->run(kBlockTurn);
      if (running[i]->done()) {
        finish(*running[i]);
        spare = std::move(running[i]);
        running.erase(running.begin() + static_cast<ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    if (next < blocks && running.size() < resident && !error) {
      std::unique_ptr<Block> started = spare ? std::move(spare) : std::make_unique<Block>();
      started->start(*this, static_cast<uint32_t>(next++));
      started->run(kBlockTurn);
      if (started->done()) {
        finish(*started);
        spare = std::move(started);
      } else {
        running.push_back(std::move(started));
      }
    }
    steps = time;
    if (!error && steps > machine.instructionLimit()) {
      error = kErrorLaunchTimeout;
      machine.report("timeout", kernel.name,
                     "kernel '" + kernel.name + "' has not ended after " + std::to_string(steps) +
                         " instructions of warps");
    }
  }
  statistics.warpInstructions = time;
  return error;
}

} // namespace shardwright::cudadouble
