#ifndef LIB_FUSION_LIVEBYTES_H
#define LIB_FUSION_LIVEBYTES_H

#include "lib/Fusion/ByteChanges.h"
#include "shardwright/Fusion/Sequence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace shardwright::fusion {

/// How many bytes of a block's values are alive at each of its operations, as lowering will have it: what depends on
/// nothing but what is there before the block is computed right before its first use; constants, broadcasts and
/// element-wise operations with one user have no buffer. Positions count the block's operations. lower::LiveRange is
/// that of the buffers themselves.
class LiveBytes {
public:
  explicit LiveBytes(const Sequence &sequence);

  /// Done in front of `place` instead, which is behind where they are, as what reads them is: whether nowhere more is
  /// alive than the most that was alive before anything moved. Then they are taken to be there.
  bool move(llvm::ArrayRef<uint32_t> moved, size_t place);

  /// What moved since a mark was asked for is where it was.
  size_t mark() const { return before.size(); }
  void undoTo(size_t mark);

private:
  struct Span {
    size_t begin, end; ///< an operation that writes over what it reads does so behind the end
  };
  using Spans = llvm::MapVector<uint32_t, Span>;

  bool hasBuffer(uint32_t value) const;
  /// Of all values that live otherwise then.
  Spans spansWith(llvm::ArrayRef<uint32_t> moved, size_t place) const;

  const Sequence &sequence;
  /// By position: where its operands end that nobody else reads.
  std::vector<size_t> readUntil;
  llvm::DenseMap<uint32_t, Span> spans;          ///< of values with buffers
  std::vector<std::pair<uint32_t, Span>> before; ///< of values that live otherwise, one move after the other
  RangeMax alive;                                ///< by position
  int64_t peak = 0;
};

} // namespace shardwright::fusion

#endif // LIB_FUSION_LIVEBYTES_H
