// What the double of another library (nccl/) asks of the driver's double: work of its own in streams, and memory.
#ifndef TEST_CUDA_DOUBLE_DRIVER_HOOKS_H
#define TEST_CUDA_DOUBLE_DRIVER_HOOKS_H

#include "test/cuda-double/driver/Types.h"

#include <memory>
#include <string>
#include <vector>

namespace shardwright::cudadouble {

/// Work that a library puts in a stream. When its turn comes, what it reads and writes is checked as of a copy; then it
/// runs until it is done, and what is behind it in the stream waits. A graph runs it again in each launch.
class ExternalWork {
public:
  struct Range {
    uint64_t address, bytes;
  };
  virtual ~ExternalWork() = default;
  std::string name;
  int device = 0;
  std::vector<Range> reads, writes;

  /// All has been checked. Called once each time that the work's turn comes.
  virtual void start() = 0;
  /// Whether it is done.
  virtual bool poll() = 0;
};

} // namespace shardwright::cudadouble

/// As kernel launches do, these may be captured.
extern "C" __attribute__((visibility("default"))) int
shardwrightDoubleEnqueue(CUstream stream, const std::shared_ptr<shardwright::cudadouble::ExternalWork> &work);
/// The bytes at an address of the device, all within one allocation, or null.
extern "C" __attribute__((visibility("default"))) uint8_t *shardwrightDoubleMemory(uint64_t address, uint64_t bytes);
/// A finding, which ends the process at once: with several of them, none gets to its ordinary end.
extern "C" __attribute__((visibility("default"))) void shardwrightDoubleReport(const std::string &kind,
                                                                               const std::string &text);
/// The device of the thread's context; -1: none.
extern "C" __attribute__((visibility("default"))) int shardwrightDoubleDevice();
/// `0000:10:00.0`; empty: no such device.
extern "C" __attribute__((visibility("default"))) std::string shardwrightDoublePciBus(int device);

#endif // TEST_CUDA_DOUBLE_DRIVER_HOOKS_H
