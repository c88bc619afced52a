#ifndef SHARDWRIGHT_RUNTIME_BOXCOPY_H
#define SHARDWRIGHT_RUNTIME_BOXCOPY_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardwright::runtime {

/// Copies `count` runs of `bytes` bytes each, which lie `toStride` and `fromStride` bytes apart.
void copyRuns(size_t bytes, char *to, const char *from, int64_t count, int64_t toStride, int64_t fromStride);

/// A copy of a box from one dense row-major array into another, planned once: neighbouring dimensions that lie together
/// in both are joined, so that what runs is a few loops round a memcpy.
class BoxCopy {
public:
  /// Copies nothing.
  BoxCopy() = default;

  /// `box` elements from `from` at `fromStart` to `to` at `toStart`. All of one rank; the box must lie within both.
  BoxCopy(size_t elementBytes, const std::vector<int64_t> &box, const std::vector<int64_t> &from,
          const std::vector<int64_t> &fromStart, const std::vector<int64_t> &to, const std::vector<int64_t> &toStart);

  void run(void *to, const void *from) const;
  /// The two halves of run(): the box by itself, dense and row-major, is what lies between them.
  void pack(void *dense, const void *from) const;
  void unpack(void *to, const void *dense) const;

  struct Loop {
    int64_t count, fromStride, toStride, denseStride; ///< strides in bytes
  };
  /// What run() does: outermost first, round runs of runBytes() contiguous bytes, from where the box begins in both.
  const std::vector<Loop> &outerLoops() const { return loops; }
  uint64_t runBytes() const { return bytes; }
  int64_t fromStart() const { return fromOffset; }
  int64_t toStart() const { return toOffset; }

  bool empty() const { return bytes == 0; }
  /// Of the box.
  uint64_t totalBytes() const;
  /// Where the box begins, in bytes, if it is dense there; else -1.
  int64_t denseFrom() const;
  int64_t denseTo() const;

private:
  void copy(char *to, const char *from, int64_t Loop::*toStride, int64_t Loop::*fromStride) const;
  std::vector<Loop> loops; ///< outermost first
  size_t bytes = 0;        ///< of the contiguous run inside the loops; 0: an empty box
  int64_t fromOffset = 0, toOffset = 0;
};

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_BOXCOPY_H
