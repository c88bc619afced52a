#ifndef LIB_EVALUATE_KERNELS_H
#define LIB_EVALUATE_KERNELS_H

#include "lib/Evaluate/CommonRemover.h"
#include "shardwright/Fusion/Fusion.h"
#include "shardwright/Fusion/Kernel.h"
#include "shardwright/Topology/Device.h"

namespace shardwright::evaluation {

/// What the live ops are to kernels, as one graph of all blocks whose nodes and values have the numbers of the
/// program's: which are inlined, and which buffers the others read. Constants of one repeated element that are repeated
/// are such constants; barriers are left out. After a change, looks at what it touches.
class Kernels {
public:
  Kernels(const DeviceProgram &program, const CommonRemover &common, const Device &device)
      : plansProducts(!device.measured.isEmpty()), program(program), common(common), limits(device.fusion) {}

  void update();
  void forgetChanges();

  /// Products take up what Fusion/ProductPlan.h says; otherwise they walk operands in any order.
  const bool plansProducts;
  fusion::OpGraph graph;
  fusion::Inlined inlined;
  /// Of ops that are not inlined.
  std::vector<fusion::NodeReads> reads;
  /// By op: whose buffers of the same block it reads.
  std::vector<llvm::SmallVector<OpId, 3>> makers;
  /// By op: all that decides how it is grouped; 0: it is no kernel.
  std::vector<uint64_t> signatures;
  /// By op: whether it has a place of its own among the kernels.
  enum class Form : uint8_t { None, Light, Reduction, Heavy };
  std::vector<Form> forms;

  /// It runs, or is computed by others.
  bool isThere(OpId op) const { return states[op].isThere; }
  bool isCopy(OpId op) const { return states[op].isCopy; }
  /// The ops whose kernels read the buffer, in all blocks and at their ends, in no order.
  llvm::ArrayRef<OpId> readersOf(LocalId buffer) const { return buffers[buffer]; }
  /// Ops for which something of that is another.
  llvm::ArrayRef<OpId> changed() const { return changes; }
  /// Ops of which others read a buffer than before; some several times.
  llvm::ArrayRef<OpId> readOtherwise() const { return rereads; }

private:
  struct State {
    llvm::SmallVector<LocalId, 3> uses; ///< as registered
    bool isThere = false, isFolded = false, isCopy = false;
    bool isDirty = false, isUndecided = false, isTouched = false, isChanged = false;
    bool wasComputedByOthers = false; ///< since the last look
    bool isNew = false;               ///< in the graph: nobody knows whether it is inlined
    bool isPlanned = true;            ///< of a product: as of ProductPlan
    OpId writes = kNone;              ///< of a product: the transpose that it writes
    OpId writtenBy = kNone;           ///< and of that
  };

  LocalId finalOf(LocalId value) const;
  bool foldsNow(OpId op) const;
  void link(OpId op);
  void attach(OpId op);
  void detach(OpId op);
  void connect(OpId op, bool isThere);
  void leaveLayouts();
  void planProducts();
  void planAround(OpId op);
  void planAgain(OpId op);
  void plan(OpId product);
  void write(OpId transpose, fusion::Node::Written written, OpId by);
  void decide();
  void flood(OpId op);
  void readAgain(OpId op);
  void setReads(OpId op, fusion::NodeReads now);
  void markChanged(OpId op) {
    if (!std::exchange(states[op].isChanged, true))
      changes.push_back(op);
  }
  void touch(OpId op) {
    if (!std::exchange(states[op].isTouched, true))
      touched.push_back(op);
  }
  void undecide(OpId op) {
    if (!std::exchange(states[op].isUndecided, true))
      undecided.push_back(op);
  }
  void undecideMaker(LocalId value) {
    if (int64_t maker = graph.values[value].maker; maker >= 0)
      undecide(static_cast<OpId>(maker));
  }

  const DeviceProgram &program;
  const CommonRemover &common;
  const FusionLimits &limits;
  std::vector<State> states;
  std::vector<fusion::InlinedPrice> prices;
  std::vector<llvm::SmallVector<OpId, 2>> users;   ///< by value, in all blocks: one for each use
  std::vector<unsigned> held;                      ///< by value: uses in other blocks and at ends
  std::vector<llvm::SmallVector<OpId, 2>> buffers; ///< as of readersOf()
  std::vector<uint64_t> marks;                     ///< by value: as of setReads()
  uint64_t lastMark = 0;
  std::vector<std::vector<LocalId>> capturedBy; ///< by region: what it reads of the block around; one for each use
  std::vector<OpId> dirty, undecided, touched, changes, rereads, unplanned;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_KERNELS_H
