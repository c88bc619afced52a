// What the doubles of other libraries ask of this one: operations in streams, checked like kernels and copies.
#ifndef TEST_CUDA_DOUBLE_DRIVER_ROUTINE_H
#define TEST_CUDA_DOUBLE_DRIVER_ROUTINE_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace shardwright::cudadouble {

struct Stream;

struct Range {
  uint64_t address, bytes;
};

/// A routine of a library: what it reads and writes of the device's memory, and how it is computed. `at` gives the
/// bytes of an address; it is good within one of the ranges.
struct Routine {
  std::string name;
  std::vector<Range> reads, writes;
  std::function<void(const std::function<uint8_t *(uint64_t)> &at)> compute;
};

class Services {
public:
  virtual ~Services() = default;
  /// What a call of FUNCTION returns at once, or 0: a fault that the environment asks for.
  virtual int fault(const char *function) = 0;
  virtual void report(const std::string &kind, const std::string &key, const std::string &text) = 0;
  /// Puts it into STREAM, or into the graph that the stream is captured to; an error of the driver API, or 0.
  virtual int enqueue(Routine routine, Stream *stream) = 0;
};

} // namespace shardwright::cudadouble

/// Of this process.
extern "C" shardwright::cudadouble::Services *cuDoubleServices();

#endif // TEST_CUDA_DOUBLE_DRIVER_ROUTINE_H
