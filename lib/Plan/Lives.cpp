#include "lib/Plan/Lives.h"

#include "shardwright/Fusion/Fusion.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::plan {

using Op = ShardingProblem::Op;

Lives::Lives(const ShardingProblem &program, const Device &device)
    : program(program), madeAt(program.values.size()), readUntil(program.values.size()),
      stored(program.values.size(), true), inlined(program.ops.size()) {
  findRegions();
  for (auto [index, op] : llvm::enumerate(program.ops))
    for (size_t result : op.results)
      if (program.values[result].root == result)
        madeAt[result] = readUntil[result] = static_cast<int64_t>(index);
  findStored(device);
  findReads();
}

void Lives::findRegions() {
  regionOf.resize(program.ops.size(), -1);
  enters.resize(program.ops.size(), -1);
  llvm::SmallVector<int64_t> around{-1};
  size_t next = 0;
  for (size_t op = 0; op < program.ops.size(); ++op) {
    for (; next < program.regions.size() && program.regions[next].enter == op; ++next) {
      parentOf.push_back(around.back());
      around.push_back(enters[op] = static_cast<int64_t>(next));
    }
    while (around.back() >= 0 && program.regions[around.back()].leave == op)
      around.pop_back();
    regionOf[op] = around.back();
  }
}

/// By the whole program's shapes: what becomes part of other kernels depends little on how it is divided.
void Lives::findStored(const Device &device) {
  fusion::OpGraph graph;
  for (const ShardingProblem::Value &value : program.values)
    graph.addValue(value.numElements(), static_cast<double>(value.element.bytes));
  for (auto [index, op] : llvm::enumerate(program.ops)) {
    llvm::SmallVector<llvm::ArrayRef<int64_t>> reads, makes;
    for (size_t operand : op.operands)
      reads.push_back(program.values[operand].shape);
    for (size_t result : op.results)
      makes.push_back(program.values[result].shape);
    fusion::Node node;
    if (op.opClass >= 0)
      node = fusion::nodeOf(program.classes[op.opClass].local.form, reads, makes);
    else if (op.made >= 0)
      node = fusion::nodeOf(program.made[op.made].form, reads, makes);
    node.uses.resize(op.operands.size());
    for (auto [use, operand] : llvm::zip_equal(node.uses, op.operands)) {
      use.value = static_cast<fusion::ValueId>(program.values[operand].root);
      if (op.opClass < 0 || regionOf[index] != regionOf[madeAt[use.value]])
        graph.values[use.value].isHeld = true;
    }
    node.results.assign(op.results.begin(), op.results.end());
    graph.addNode(std::move(node));
  }
  inlined = fusion::planInlined(graph, device.fusion);
  for (auto [index, op] : llvm::enumerate(program.ops))
    for (size_t result : op.results)
      stored[result] = !inlined[index] && !program.values[result].free;
}

int64_t Lives::seenFrom(size_t maker, size_t reader) const {
  auto at = static_cast<int64_t>(reader);
  int64_t region = enters[reader] >= 0 ? parentOf[enters[reader]] : regionOf[reader];
  for (; region >= 0; region = parentOf[region]) {
    const ShardingProblem::Region &around = program.regions[region];
    if (around.enter <= maker && maker < around.leave)
      break;
    at = static_cast<int64_t>(around.leave);
  }
  return at;
}

bool Lives::mayLieOver(const Op &op, size_t root) const {
  if (op.opClass < 0 || !program.classes[op.opClass].local.form.isPointwise)
    return false;
  const ShardingProblem::Value &result = program.values[op.results.front()], &read = program.values[root];
  return result.shape == read.shape && result.element.bytes == read.element.bytes;
}

void Lives::findReads() {
  std::vector<bool> handsOn(program.ops.size()); // What enters is what the loop or barrier holds.
  for (const ShardingProblem::LoopCarried &carried : program.loopCarried)
    handsOn[carried.entry] = true;
  for (size_t index = program.ops.size(); index-- > 0;) {
    const Op &op = program.ops[index];
    if (program.isOtherName(op))
      continue; // Readers of the other name are the root's.
    size_t reader = index;
    if (inlined[index]) // Its readers read what it reads.
      for (size_t result : op.results)
        reader = std::max(reader, static_cast<size_t>(std::max<int64_t>(readUntil[result], 1) - 1));
    for (size_t operand : op.operands) {
      size_t root = program.values[operand].root;
      int64_t until = seenFrom(static_cast<size_t>(madeAt[root]), reader);
      if (inlined[index] || !(handsOn[index] || mayLieOver(op, root)))
        ++until;
      readUntil[root] = std::max(readUntil[root], until);
    }
  }
}

} // namespace shardwright::plan
