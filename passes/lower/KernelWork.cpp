// What a kernel costs, read off its graph: a value is computed once for every point of the loops down to the innermost
// that it varies with, and an element that crosses the border is counted once however often it is read.
#include "passes/lower/KernelPlan.h"

#include "passes/common/OpTable.h"
#include "passes/lower/KernelGraph.h"
#include "passes/lower/VectorPlan.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

double elementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * elementBytes(complex.getElementType());
  return type.isIntOrFloat() ? double(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)) : 8;
}

class Counter {
public:
  explicit Counter(const KernelGraph &kernel) : kernel(kernel), plan(planLoops(kernel)) {
    read.resize(kernel.buffers.size());
    written.resize(kernel.buffers.size());
  }

  cost::KernelWork run() {
    for (auto [number, nest] : llvm::enumerate(kernel.nests)) {
      lanes = plan.vector == LoopPlan::Vector::None ? 1 : plan.lanes[number];
      order.clear();
      for (unsigned loop = 0; loop < kernel.numOuter; ++loop)
        order.push_back(loop);
      order.append(nest.loops.begin(), nest.loops.end());
      if (!nest.loops.empty())
        work.loops += points(ArrayRef(order).take_front(order.size() - 1));
      for (const Node *node : nodesOf(nest))
        count(*node);
      for (const Store &store : nest.stores)
        count(store);
    }
    for (auto [number, buffer] : llvm::enumerate(kernel.buffers)) {
      if (buffer.isKept)
        continue;
      work.readBytes += std::min(read[number], double(buffer.elements)) * elementBytes(buffer.type);
      work.writtenBytes += std::min(written[number], double(buffer.elements)) * elementBytes(buffer.type);
    }
    work.parts = plan.outerTrip();
    return work;
  }

private:
  double points(ArrayRef<unsigned> loops) const {
    double product = 1;
    for (unsigned loop : loops)
      product *= double(kernel.loopExtents[loop]);
    return product;
  }
  /// How often a value that varies with those loops is computed.
  double evaluations(uint64_t varies) const {
    size_t depth = 0;
    for (auto [place, loop] : llvm::enumerate(order))
      if (varies >> loop & 1)
        depth = place + 1;
    return points(ArrayRef(order).take_front(depth));
  }
  /// Different elements at most that an index reaches.
  double elements(const IndexExpr &index) const {
    uint64_t varies = kernel.loopsOf(index);
    double product = 1;
    for (unsigned loop : order)
      if (varies >> loop & 1)
        product *= double(kernel.loopExtents[loop]);
    return product;
  }
  void addSteps(double steps, bool varies) { (lanes > 1 && varies ? work.vectorSteps : work.scalarSteps) += steps; }
  bool variesInside(uint64_t loops) const { return !order.empty() && (loops >> order.back() & 1); }

  /// Elements that lie together at a computed place.
  double run(const IndexExpr &index) const {
    int64_t together = 1;
    for (unsigned loop : llvm::reverse(order))
      for (auto [id, coefficient] : index.loops)
        if (id == loop && coefficient == together)
          together *= kernel.loopExtents[loop];
    return double(together);
  }
  void countAccess(unsigned buffer, const IndexExpr &index, std::vector<double> &touched) {
    double count = elements(index);
    touched[buffer] += count;
    if (index.nodes.empty())
      return;
    const Buffer &memory = kernel.buffers[buffer];
    double bytes = std::min(count, double(memory.elements)) * elementBytes(memory.type);
    work.runBytes = bytes > work.scatteredBytes ? run(index) * elementBytes(memory.type) : work.runBytes;
    work.scatteredBytes += bytes;
  }
  bool isStrided(const IndexExpr &index) const {
    for (auto [id, coefficient] : index.loops)
      if (!order.empty() && id == order.back())
        return coefficient != 1 && coefficient != -1;
    return false;
  }

  void count(const Node &node) {
    double times = evaluations(node.loops);
    if (node.kind == NodeKind::Apply) {
      bool isFloat = isa<FloatType>(node.type);
      if (node.op != Opcode::Convert && node.op != Opcode::Bitcast && node.op != Opcode::Select)
        work.flops += isFloat ? times : 0;
      addSteps(times * opcodePrice(node.op, isFloat), variesInside(node.loops));
    } else if (node.kind == NodeKind::Load) {
      countAccess(node.buffer, node.index, read);
      bool vector = lanes > 1 && variesInside(node.loops);
      if (vector && (isStrided(node.index) || !node.index.nodes.empty()))
        work.stridedSteps += times;
      else
        addSteps(times, variesInside(node.loops));
    }
  }
  void count(const Store &store) {
    countAccess(store.buffer, store.offset, written);
    double times = elements(store.offset);
    if (lanes > 1 && isStrided(store.offset))
      work.stridedSteps += times;
    else
      addSteps(times, true);
  }

  const KernelGraph &kernel;
  const LoopPlan plan;
  cost::KernelWork work;
  llvm::SmallVector<unsigned, 8> order; ///< loops around the nest at hand, outermost first
  int64_t lanes = 1;
  std::vector<double> read, written; ///< elements, by buffer
};

} // namespace

cost::KernelWork workOf(const KernelGraph &kernel) { return Counter(kernel).run(); }

} // namespace shardwright::lower
