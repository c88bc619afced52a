#include "shardwright/Fusion/Kernel.h"

#include "lib/Fusion/PlaceSet.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {
namespace {

/// Of the kernel that this thread describes.
PlaceSet &places() {
  static thread_local PlaceSet places;
  return places;
}

class KernelBuilder {
public:
  KernelBuilder(const OpGraph &graph, const Inlined &inlined) : graph(graph), inlined(inlined) {}

  /// What is reduced over a row in one pass is known in the next, and not before.
  void addMembers(llvm::ArrayRef<Group::Member> group) {
    unsigned last = 0;
    for (const Group::Member &member : group) {
      members.push_back(member.node);
      last = std::max(last, member.kind == Group::Kind::Row ? 0 : member.pass);
    }
    for (const Group::Member &member : group)
      if (member.kind == Group::Kind::Reduce && member.pass < last)
        waitedFor.push_back(member.node);
  }

  void addRoot(NodeId number, bool isStored) {
    const Node &root = graph.nodes[number];
    const bool isUpdate = !root.uses.empty() && root.role == Role::Light && root.uses.front().form == Use::Form::Buffer;
    seen.restart(graph.nodes.size());
    visit(number, {1, root.points, false, false, false});
    for (ValueId result : root.results) {
      if (!isStored)
        continue;
      double elements = isUpdate ? root.points : static_cast<double>(graph.values[result].elements);
      kernel.work.vectorSteps += elements;
      kernel.work.writtenBytes += elements * graph.values[result].elementBytes;
      kernel.writes.push_back(result);
    }
    for (auto [use, result] : llvm::zip(root.uses, root.results))
      if (isUpdate && use.form == Use::Form::Buffer) {
        const ValueId written = bufferOf(use.value);
        kernel.shouldShare.push_back({written, result});
        addRead(written);
        scatter(use, root.points, graph.values[result].elementBytes);
      }
    kernel.work.parts = std::max<int64_t>(kernel.work.parts, root.elements);
  }

  Kernel run() {
    for (const Read &read : reads) {
      const OpGraph::Value &value = graph.values[read.value];
      double elements = std::min(read.elements, static_cast<double>(value.elements));
      kernel.work.readBytes += elements * value.elementBytes;
      if (read.isTransposed)
        kernel.work.stridedBytes += elements * value.elementBytes;
      for (ValueId written : kernel.writes)
        if (read.isInPlace && value.elements == graph.values[written].elements &&
            value.elementBytes == graph.values[written].elementBytes)
          kernel.mayShare.push_back({read.value, written});
    }
    return std::move(kernel);
  }

private:
  struct Read {
    ValueId value;
    double elements = 0;
    bool isInPlace = true;
    bool isTransposed = false;
  };

  /// A sum takes its steps; of another reduction, or where a row waits for it, see Function.
  void addReduction(NodeId number, double points, double results) {
    const Node &node = graph.nodes[number];
    Function function = node.function;
    if (llvm::is_contained(waitedFor, number) && function != Function::ReduceGeneral)
      function = function == Function::ReduceMaximum ? Function::RowMaximum : Function::RowSum;
    if (function == Function::None || points <= results)
      return;
    const double steps = function == Function::RowSum ? 0 : node.price * points;
    kernel.work.functions.push_back({function, node.functionType, points, steps, 0, results});
  }

  void narrowTo(double columns) {
    double &known = kernel.work.columns;
    known = known == 0 ? columns : std::min(known, columns);
  }

  ValueId bufferOf(ValueId value) const {
    while (graph.values[value].maker >= 0 && isCopyOfBuffer(graph, inlined, graph.values[value].maker))
      value = graph.maker(value)->uses.front().value;
    return value;
  }

  Read &addRead(ValueId value) {
    auto known = llvm::find_if(reads, [&](const Read &read) { return read.value == value; });
    if (known != reads.end())
      return *known;
    kernel.reads.push_back(value);
    reads.push_back({value});
    return reads.back();
  }

  void scatter(const Use &use, double elements, double elementBytes) {
    double bytes = elements * elementBytes;
    if (use.run == 0)
      return;
    if (bytes > kernel.work.scatteredBytes)
      kernel.work.runBytes = static_cast<double>(use.run) * elementBytes;
    kernel.work.scatteredBytes += bytes;
  }

  /// At how many points something is computed, where (as ElementRead::divisor), and whether neighbours lie apart.
  struct Walk {
    int64_t divisor;
    double points;
    bool isApart, isElsewhere;
    bool isTransposed; ///< apart, but not at computed places
  };

  void visit(NodeId number, const Walk &walk) {
    if (!seen.insert(number, walk.divisor).isNew)
      return;
    const Node &node = graph.nodes[number];
    const double points = walk.points;
    kernel.work.vectorSteps += node.price * points;
    double share = node.points > 0 ? points / node.points : 0;
    if (node.reducesRows && node.elements > 0)
      narrowTo(node.points / static_cast<double>(node.elements));
    if (node.role == Role::Reduction)
      addReduction(number, points, share * static_cast<double>(node.elements));
    else if (node.function != Function::None)
      kernel.work.functions.push_back({node.function, node.functionType, points, node.price * points});
    if (node.role != Role::Expression && node.points > static_cast<double>(node.elements))
      kernel.work.loops += share * static_cast<double>(node.elements);
    for (const Use &use : node.uses) {
      if (use.form == Use::Form::Buffer)
        continue;
      // What is repeated along rows is computed once for each.
      double evaluations = use.evaluations * share;
      if (use.divisor > 1)
        evaluations = std::min(evaluations, std::max(1.0, points / static_cast<double>(use.divisor)));
      add(use, {walk.divisor * use.divisor, evaluations, walk.isApart || use.isApart,
                walk.isElsewhere || node.isElsewhere, walk.isTransposed || (use.isApart && use.run == 0)});
    }
    for (ValueId value : node.captured)
      addRead(bufferOf(value)).isInPlace = false;
  }

  void add(const Use &use, const Walk &walk) {
    ValueId value = bufferOf(use.value);
    const OpGraph::Value &read = graph.values[value];
    if (isInlined(graph, inlined, value)) {
      if (read.maker >= 0)
        visit(static_cast<NodeId>(read.maker), walk);
      return;
    }
    // What is repeated along rows, or is a row that is read for each.
    if (read.elements > 1 && !walk.isElsewhere &&
        (walk.divisor > 1 || walk.points > static_cast<double>(read.elements)))
      narrowTo(static_cast<double>(walk.divisor > 1 ? walk.divisor : read.elements));
    // What another member makes is there.
    if (read.maker >= 0 && llvm::is_contained(members, static_cast<NodeId>(read.maker)))
      return;
    (walk.isApart && read.elements > 1 ? kernel.work.stridedSteps : kernel.work.vectorSteps) += walk.points;
    Read &known = addRead(value);
    known.elements += walk.points;
    known.isInPlace &= walk.divisor == 1;
    known.isTransposed |= walk.isTransposed && read.elements > 1;
    scatter(use, std::min(walk.points, static_cast<double>(read.elements)), read.elementBytes);
  }

  const OpGraph &graph;
  const Inlined &inlined;
  llvm::SmallVector<NodeId, 4> members;
  llvm::SmallVector<NodeId, 2> waitedFor; ///< reductions
  llvm::SmallVector<Read, 16> reads;
  PlaceSet &seen = places();
  Kernel kernel;
};

} // namespace

Kernel kernelOf(const OpGraph &graph, const Inlined &inlined, NodeId root, llvm::ArrayRef<Group::Member> group) {
  KernelBuilder builder(graph, inlined);
  if (group.empty()) {
    builder.addRoot(root, true);
    return builder.run();
  }
  builder.addMembers(group);
  for (const Group::Member &member : group)
    builder.addRoot(member.node, member.isStored);
  return builder.run();
}

} // namespace shardwright::fusion
