#ifndef SHARDWRIGHT_FUSION_FUSION_H
#define SHARDWRIGHT_FUSION_FUSION_H

#include "shardwright/Fusion/OpGraph.h"
#include "shardwright/Topology/FusionLimits.h"

#include <memory>
#include <optional>

namespace shardwright::fusion {

/// By node: whether it has no buffer of its own, because its users compute what they need of it.
using Inlined = std::vector<bool>;

/// Decides by price: an operation is inlined when computing it again at every use costs no more than writing it to
/// memory and reading it back. Products, reductions over other shapes, collectives and control flow keep their buffers;
/// products read nothing but buffers, which they may round or repeat; nothing but constants crosses a region. Without
/// `enabled`: nothing but constants that repeat one element. Linear in uses.
Inlined planInlined(const OpGraph &graph, const FusionLimits &limits, bool enabled = true);

/// Of an inlined operation, with everything inlined into it.
struct InlinedPrice {
  double perElement = 1; ///< 1: a load
  int64_t loads = 1;
  bool isMade = false; ///< of indices and scalars alone

  bool operator==(const InlinedPrice &other) const {
    return perElement == other.perElement && loads == other.loads && isMade == other.isMade;
  }
};

/// planInlined() of one operation, where those whose values it reads are decided. `prices`, by node: read of those, and
/// set of this one.
bool decideInlined(const OpGraph &graph, const FusionLimits &limits, NodeId node, const Inlined &inlined,
                   std::vector<InlinedPrice> &prices, bool enabled = true);

/// Whether the value is computed by its users.
bool isInlined(const OpGraph &graph, const Inlined &inlined, ValueId value);

/// A reshape of a buffer into another: the same bytes.
bool isCopyOfBuffer(const OpGraph &graph, const Inlined &inlined, NodeId node);

/// What a kernel reads to compute an element: a buffer, and where, as in Use.
struct ElementRead {
  ValueId value;
  int64_t divisor;
};

/// Of a kernel; nothing of a node that is inlined.
struct NodeReads {
  llvm::SmallVector<ElementRead, 3> reads;
  double price = 0; ///< of a point
  /// Kernels of one number whose reads are alike do the same, where nodes have kinds; whatever the numbers of what they
  /// read and compute.
  uint64_t likeness = 0;
};

/// The buffers that the kernel of `root` reads and where, each pair once, in the order of its operands; for a reduction
/// relative to the elements of its inputs.
NodeReads elementReads(const OpGraph &graph, const Inlined &inlined, NodeId root);

/// Operations that are one kernel together. Its points are rows x columns, in row-major order; what one member computes
/// at a point or for a row, the others use at the same point or in the same row. A row is walked in passes: what is
/// reduced over a row in one pass is known in the next.
struct Group {
  enum class Kind : uint8_t {
    Point,  ///< one element a point
    Reduce, ///< a value of each row, from the row's points
    Row,    ///< one element a row
  };
  struct Member {
    NodeId node;
    Kind kind;
    unsigned pass; ///< Point, Reduce: in which it is computed; Row: before which
    bool isStored; ///< somebody else uses a result
  };
  std::vector<Member> members; ///< operands before users
  int64_t elements = 1;        ///< rows x columns
  int64_t columns = 1;         ///< 1: there are no rows to speak of, every point is for itself
  /// Between 1 and `elements`, each a divisor of the next: where members' dimensions begin, so that loops of these
  /// strides walk every member's shape.
  llvm::SmallVector<int64_t> strides;
};

struct Groups {
  std::vector<Group> groups;    ///< of two members at least
  std::vector<int64_t> groupOf; ///< by node; -1: none
  /// Of what is run: the nodes but the inlined ones, so that members of a group follow each other.
  std::vector<NodeId> order;
};

/// Joins kernels that would read what the other computes or reads, where that keeps the order of the block possible
/// and moves no work past what is heavy. Without `enabled`: no groups, only the order.
Groups planGroups(const OpGraph &graph, const Inlined &inlined, const FusionLimits &limits, bool enabled = true);

/// planGroups() of what lies between two heavy operations, which is where groups are. Keeps its memory from one segment
/// to the next.
class SegmentGrouper {
public:
  SegmentGrouper(const OpGraph &graph, const Inlined &inlined, const FusionLimits &limits);
  ~SegmentGrouper();

  struct Segment {
    std::vector<Group> groups; ///< whatever is stored of their members
    std::vector<NodeId> order;
  };
  /// `nodes`: of the segment, in order, without inlined ones. `reads`: by node.
  Segment plan(llvm::ArrayRef<NodeId> nodes, const std::vector<NodeReads> &reads, bool enabled = true);

private:
  class Planner;
  std::unique_ptr<Planner> planner;
};

/// Whether the value is read by anything but the kernel of these operations.
bool isReadOutside(const OpGraph &graph, const Inlined &inlined, ValueId value, llvm::ArrayRef<Group::Member> members);

/// Into which operation sinkReductions() takes a reduction, where both are kernels of their own.
std::optional<NodeId> sinkTarget(const OpGraph &graph, const Inlined &inlined, NodeId reduction);

/// A reduction that is a kernel of its own becomes part of the one kernel that consumes it, as long as that walks
/// exactly the reduction's elements.
void sinkReductions(const OpGraph &graph, const Groups &groups, Inlined &inlined);

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_FUSION_H
