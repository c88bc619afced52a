#ifndef PASSES_LOWER_LIVERANGE_H
#define PASSES_LOWER_LIVERANGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace shardwright::lower {

struct VirtualProgram;

/// When a buffer holds something that is still needed: points of the schedule, 2s while step s runs, 2s + 1 between
/// steps s and s + 1.
class LiveRange {
public:
  using Span = std::pair<uint32_t, uint32_t>; ///< first and last point

  LiveRange() = default;
  /// In any order; they may overlap.
  explicit LiveRange(llvm::SmallVector<Span, 1> spans);

  bool empty() const { return all.empty(); }
  uint32_t first() const { return all.front().first; }
  uint32_t last() const { return all.back().second; }
  /// In order, with a gap between each two.
  llvm::ArrayRef<Span> spans() const & { return all; }
  llvm::ArrayRef<Span> spans() && = delete;
  void add(const LiveRange &other);
  bool meets(const LiveRange &other) const;
  /// The points that both have.
  [[nodiscard]] LiveRange common(const LiveRange &other) const;

private:
  llvm::SmallVector<Span, 1> all;
};

/// By buffer. A result lives to the end of the program. This one says where buffers may lie; LiveBytes counts before
/// there are buffers, evaluation::MemoryPeak before there is a program.
std::vector<LiveRange> computeLives(const VirtualProgram &program);

} // namespace shardwright::lower

#endif // PASSES_LOWER_LIVERANGE_H
