// One launch of a kernel: its blocks run one after the other, in the order of their numbers; those that wait for others
// by turns.
#ifndef TEST_CUDA_DOUBLE_MACHINE_LAUNCH_H
#define TEST_CUDA_DOUBLE_MACHINE_LAUNCH_H

#include "test/cuda-double/machine/BlockOrder.h"
#include "test/cuda-double/machine/Warp.h"

#include <string>
#include <vector>

namespace shardwright::cudadouble {

struct LaunchStatistics {
  uint64_t threads = 0, warpInstructions = 0, threadInstructions = 0;
  uint64_t bytesRead = 0, bytesWritten = 0; // distinct
  uint64_t sectorsRead = 0, sectorsWritten = 0;
  uint64_t sharedAccesses = 0, sharedWavefronts = 0, sharedWavefrontsNeeded = 0;
};

/// What a launch asks of its surroundings.
class Machine {
public:
  virtual ~Machine() = default;
  virtual AddressSpace &memory() = 0;
  virtual Clocks &clocks() = 0;
  /// A finding, once for each KEY.
  virtual void report(const std::string &kind, const std::string &key, const std::string &text) = 0;
  /// cudaGraphSetConditional by OPERATION, which is ordered after BEFORE; what is wrong with it, or nothing.
  virtual std::string setCondition(uint64_t handle, uint32_t value, OperationId operation, const Clock &before) = 0;
  virtual uint64_t instructionLimit() const = 0;
  virtual bool countsSectors() const = 0;
  virtual uint32_t multiprocessors() const = 0;
  /// The one that it runs on.
  virtual int device() const = 0;
  /// A block that nothing runs in any more, with its memory, or null; by its number of threads.
  virtual std::unique_ptr<Block> &spareBlock(uint32_t threads) = 0;
};

class Launch {
public:
  Launch(Machine &machine, const Kernel &kernel, const uint32_t grid[3], const uint32_t block[3],
         uint64_t dynamicShared, const void *parameters, OperationId operation, const Clock &before);
  /// Runs all blocks; what a GPU would return (0, or an error of the driver API).
  int run();

  /// The number of this launch in records of ERA.
  OperationId eraOperation(uint32_t era);
  Record record(uint32_t block, uint32_t epoch, RecordKind kind, uint32_t warp) {
    return makeRecord(eraOperation(epoch / kEpochs), block, epoch % kEpochs, kind, warp, 0);
  }

  Machine &machine;
  const Kernel &kernel;
  uint32_t grid[3], block[3];
  uint64_t dynamicShared;
  std::vector<uint8_t> parameters;
  OperationId operation;
  const Clock &before;
  Record limit;
  BlockOrder order;
  LaunchStatistics statistics;
  int error = 0;
  uint64_t time = 0; // instructions so far, for clocks

private:
  std::vector<OperationId> eras;
};

// Errors of the driver API that a kernel can cause.
constexpr int kErrorIllegalAddress = 700, kErrorLaunchTimeout = 702, kErrorMisalignedAddress = 716,
              kErrorIllegalInstruction = 715, kErrorLaunchFailed = 719;

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_LAUNCH_H
