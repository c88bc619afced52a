#include "lib/Evaluate/MemoryPeak.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright::evaluation {

using Form = ShardingProblem::Region::Form;
using Kind = fusion::OpForm::Kind;

MemoryPeak::Peak MemoryPeak::find() const {
  Peak peak = peakOf(0);
  // Constants lie in the program.
  for (OpId op = 0; op < program.ops.size(); ++op)
    if (kernels.isThere(op) && program.ops[op].what->kind() == Kind::Constant && !kernels.graph.nodes[op].isSplat)
      for (LocalId result : program.ops[op].results) {
        peak.bytes += program.values[result].array->bytes;
        peak.held.push_back({result, program.values[result].array->bytes});
      }
  return peak;
}

MemoryPeak::Peak MemoryPeak::peakOf(uint32_t block) const {
  Lives lives;
  std::vector<Inner> inner;
  addArguments(block, lives);
  const size_t numUnits = schedule.numUnits(block);
  for (size_t place = 0; place < numUnits; ++place)
    schedule.forOps(block, place, [&](OpId op) {
      addResults(op, place, lives);
      if (uint32_t region = program.ops[op].region; region != kNone) {
        Peak most;
        for (uint32_t each : program.regions[region].blocks)
          if (Peak peak = peakOf(each); peak.bytes >= most.bytes)
            most = std::move(peak);
        inner.push_back({2 * place, std::move(most)});
      }
    });
  std::vector<double> change(2 * numUnits + 3);
  for (const Life &life : lives.all) {
    change[life.begin] += life.bytes;
    change[life.end + 1] -= life.bytes;
  }
  for (const Inner &each : inner) {
    change[each.point] += each.peak.bytes;
    change[each.point + 1] -= each.peak.bytes;
  }
  double now = 0;
  Peak peak;
  size_t at = 0;
  for (size_t point = 0; point + 1 < change.size(); ++point) {
    now += change[point];
    if (now <= peak.bytes)
      continue;
    peak.bytes = now;
    at = point;
  }
  for (const Life &life : lives.all)
    if (life.bytes > 0 && life.begin <= at && at <= life.end)
      peak.held.push_back({life.value, life.bytes});
  for (const Inner &each : inner)
    if (each.point == at)
      llvm::append_range(peak.held, each.peak.held);
  return peak;
}

void MemoryPeak::addArguments(uint32_t block, Lives &lives) const {
  for (LocalId value : program.blocks[block].arguments) {
    Life life = lifeOf(value, block, 0);
    if (program.values[value].isKept)
      life.end = 2 * schedule.numUnits(block) + 1;
    lives.add(life);
  }
}

void MemoryPeak::addResults(OpId op, size_t place, Lives &lives) const {
  const DeviceProgram::Op &placed = program.ops[op];
  if (!schedule.isStored(op))
    return;
  // While a region runs, its results are what it carries.
  const size_t begin = 2 * place + (placed.region != kNone);
  for (LocalId result : placed.results) {
    if (placed.region == kNone)
      if (Life *under = writtenOver(op, result, place, lives))
        --under->end;
    lives.add(lifeOf(result, placed.block, begin));
  }
}

/// What the result may lie over: an array of its size that its unit is the last to read, element by element in order.
MemoryPeak::Life *MemoryPeak::writtenOver(OpId op, LocalId result, size_t place, Lives &lives) const {
  const Communication *sent = program.ops[op].what->communication.get();
  const bool isReduced = sent && sent->op == CollectiveKind::AllReduce;
  const LocalArray &array = *program.values[result].array;
  llvm::SmallMapVector<LocalId, bool, 8> isInOrder;
  schedule.forOps(program.ops[op].block, place, [&](OpId member) {
    if (sent && member != op)
      return; // each of collectives that go together reads its own
    for (const fusion::ElementRead &read : kernels.reads[member].reads)
      isInOrder.try_emplace(read.value, true).first->second &= read.divisor == 1 || isReduced;
  });
  for (auto [value, inOrder] : isInOrder) {
    auto known = lives.places.find(value);
    if (!inOrder || known == lives.places.end())
      continue;
    Life &life = lives.all[known->second];
    const LocalArray &from = *program.values[value].array;
    if (life.end == 2 * place && life.begin < life.end && from.elements == array.elements &&
        from.elementBytes == array.elementBytes)
      return &life;
  }
  return nullptr;
}

MemoryPeak::Life MemoryPeak::lifeOf(LocalId value, uint32_t block, size_t begin) const {
  return {value, program.values[value].array->bytes, begin, std::max(begin, lastRead(value, block))};
}

size_t MemoryPeak::lastRead(LocalId value, uint32_t block) const {
  size_t last = 0;
  for (OpId reader : kernels.readersOf(value)) {
    OpId here = program.ancestorIn(block, reader);
    if (program.ops[here].what->runs == DeviceOp::Runs::End)
      return 2 * schedule.numUnits(block) + 1;
    size_t point = 2 * schedule.placeOf(here);
    // What enters a loop and is read by nobody else is what the loop carries.
    if (here == reader && point > 0 && isCarriedOn(value, here))
      --point;
    last = std::max(last, point);
  }
  return last;
}

bool MemoryPeak::isCarriedOn(LocalId value, OpId region) const {
  uint32_t number = program.ops[region].region;
  return number != kNone && program.regions[number].form == Form::Loop && !program.values[value].isKept &&
         llvm::count(kernels.readersOf(value), region) == 1;
}

} // namespace shardwright::evaluation
