#include "lib/Evaluate/DeviceProgram.h"
#include "shardwright/Fusion/Sequence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Runs = DeviceOp::Runs;

class BlockCombiner {
public:
  BlockCombiner(DeviceProgram &program, const CostModel &costs, uint32_t block)
      : program(program), costs(costs), block(block) {}

  void run() {
    DeviceBlock &own = program.blocks[block];
    llvm::SmallVector<OpId> live = program.liveOps(block);
    if (llvm::count_if(live, [&](OpId number) { return program.ops[number].runs == Runs::Collective; }) < 2)
      return;
    llvm::for_each(live, [&](OpId number) { add(number); });
    fusion::Sequence::Op end;
    for (LocalId value : own.yields)
      end.reads.push_back(numberOf(value));
    end.numOperands = end.reads.size();
    end.isEnd = end.stays = true;
    sequence.ops.push_back(std::move(end));
    sequence.connect();
    fusion::CombinedCollectives combined = fusion::combineCollectives(sequence);
    if (combined.order.empty())
      return;
    for (llvm::ArrayRef<uint32_t> group : combined.groups)
      join(group);
    own.first = own.last = kNone;
    for (uint32_t position : combined.order)
      if (position < ops.size() && !program.ops[ops[position]].isDead) {
        OpId number = ops[position];
        (own.last == kNone ? own.first : program.ops[own.last].next) = number;
        program.ops[number].next = kNone;
        own.last = number;
      }
  }

private:
  void add(OpId number) {
    const DeviceOp &op = program.ops[number];
    Kind form = op.form ? op.form->kind : Kind::Other;
    fusion::Sequence::Op added;
    for (LocalId operand : op.operands)
      added.reads.push_back(numberOf(operand));
    added.numOperands = added.reads.size();
    if (op.runs == Runs::Region)
      for (LocalId value : program.captured(op.region, block))
        added.reads.push_back(numberOf(value));
    for (LocalId result : op.results)
      added.results.push_back(numberOf(result));
    added.isCollective = op.runs == Runs::Collective;
    added.isInPlace =
        (op.form && op.form->isPointwise) || (added.isCollective && op.communication->op == CollectiveOp::AllReduce);
    added.hasRegions = op.runs == Runs::Region || (op.form && op.form->hasRegions);
    added.stays = (added.hasRegions && form != Kind::Reduction) || (op.form && op.form->hasEffects);
    if (added.isCollective) {
      const Communication &sent = *op.communication;
      added.limit = costs.bytesOfStart(costs.collective({sent.op, sent.axes, sent.priced, sent.pairs}));
      if (!sent.staysAlone)
        added.kind = kindOf(sent);
    }
    sequence.ops.push_back(std::move(added));
    ops.push_back(number);
  }

  int64_t kindOf(const Communication &sent) {
    return kinds.try_emplace(sent.likeness() >> 1, static_cast<int64_t>(kinds.size())).first->second;
  }

  uint32_t numberOf(LocalId value) {
    auto [place, isNew] = numbers.try_emplace(value, sequence.values.size());
    if (!isNew)
      return place->second;
    const LocalValue &local = program.values[value];
    fusion::Sequence::Value added;
    added.bytes = static_cast<int64_t>(local.bytes());
    if (local.maker != kNone)
      if (const fusion::OpForm *form = program.ops[local.maker].form) {
        added.isMade = form->kind == Kind::Splat || form->kind == Kind::Constant ||
                       (form->kind == Kind::Made && program.ops[local.maker].operands.empty());
        added.isView = form->kind == Kind::Broadcast || form->kind == Kind::Reshape;
        added.isElementwise = form->isPointwise;
      }
    sequence.values.push_back(std::move(added));
    return place->second;
  }

  /// In the place of the first.
  void join(llvm::ArrayRef<uint32_t> group) {
    DeviceOp &together = program.ops[ops[group.front()]];
    for (uint32_t position : group.drop_front()) {
      DeviceOp &op = program.ops[ops[position]];
      llvm::append_range(together.operands, op.operands);
      llvm::append_range(together.results, op.results);
      together.communication->bytes += op.communication->bytes;
      op.isDead = true;
    }
  }

  DeviceProgram &program;
  const CostModel &costs;
  const uint32_t block;
  fusion::Sequence sequence;
  std::vector<OpId> ops; ///< by position
  llvm::DenseMap<LocalId, uint32_t> numbers;
  llvm::DenseMap<uint64_t, int64_t> kinds;
};

} // namespace

void combine(DeviceProgram &program, const CostModel &costs) {
  for (uint32_t block = 0; block < program.blocks.size(); ++block)
    BlockCombiner(program, costs, block).run();
}

} // namespace shardwright::evaluation
