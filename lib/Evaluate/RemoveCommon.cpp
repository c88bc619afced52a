#include "lib/Evaluate/DeviceProgram.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardwright::evaluation {
namespace {

class CommonRemover {
public:
  explicit CommonRemover(DeviceProgram &program) : program(program), same(program.values.size()) {
    for (LocalId value = 0; value < same.size(); ++value)
      same[value] = value;
  }

  void run() {
    rename(0);
    read.assign(program.values.size(), false);
    dropDead(0);
  }

private:
  /// What makes the same of the same is done once; a block sees what blocks around it have.
  void rename(uint32_t block) {
    llvm::SmallVector<Key> added;
    for (OpId number : program.liveOps(block)) {
      DeviceOp &op = program.ops[number];
      for (LocalId &operand : op.operands)
        operand = same[operand];
      if (op.runs == DeviceOp::Runs::Region) {
        for (uint32_t inner : program.regions[op.region].blocks)
          rename(inner);
        op.likeness = likenessOf(op.region);
      }
      if (op.likeness == 0)
        continue;
      Key key{op.likeness, {op.operands.begin(), op.operands.end()}};
      auto [first, isNew] = known.try_emplace(key, number);
      if (isNew) {
        added.push_back(std::move(key));
        continue;
      }
      for (auto [result, before] : llvm::zip_equal(op.results, program.ops[first->second].results))
        same[result] = before;
      op.isDead = true;
    }
    for (LocalId &value : program.blocks[block].yields)
      value = same[value];
    for (const Key &key : added)
      known.erase(key);
  }

  /// Regions of one number do the same with what they are given; 0 where something in them is like nothing else.
  uint64_t likenessOf(uint32_t region) {
    llvm::DenseMap<LocalId, size_t> numbers;
    llvm::hash_code hash = llvm::hash_combine(static_cast<int>(program.regions[region].form));
    for (uint32_t block : program.regions[region].blocks)
      if (!addLikeness(block, numbers, hash))
        return 0;
    return hash;
  }

  bool addLikeness(uint32_t block, llvm::DenseMap<LocalId, size_t> &numbers, llvm::hash_code &hash) {
    auto made = [&](LocalId value) { numbers.try_emplace(value, numbers.size()); };
    auto read = [&](LocalId value) {
      auto known = numbers.find(value);
      hash = known == numbers.end() ? llvm::hash_combine(hash, value) : llvm::hash_combine(hash, true, known->second);
    };
    llvm::for_each(program.blocks[block].arguments, made);
    for (OpId number : program.liveOps(block)) {
      const DeviceOp &op = program.ops[number];
      if (op.likeness == 0)
        return false;
      hash = llvm::hash_combine(hash, op.likeness);
      llvm::for_each(op.operands, read);
      llvm::for_each(op.results, made);
      if (op.runs == DeviceOp::Runs::Region)
        for (uint32_t inner : program.regions[op.region].blocks)
          if (!addLikeness(inner, numbers, hash))
            return false;
    }
    llvm::for_each(program.blocks[block].yields, read);
    return true;
  }

  bool hasEffects(const DeviceOp &op) const {
    if (op.runs != DeviceOp::Runs::Region)
      return op.form && op.form->hasEffects;
    return llvm::any_of(program.regions[op.region].blocks, [&](uint32_t block) {
      return llvm::any_of(program.liveOps(block), [&](OpId number) { return hasEffects(program.ops[number]); });
    });
  }

  void dropDead(uint32_t block) {
    for (LocalId value : program.blocks[block].yields)
      read[value] = true;
    llvm::SmallVector<OpId> order = program.liveOps(block);
    for (OpId number : llvm::reverse(order)) {
      DeviceOp &op = program.ops[number];
      op.isDead |= !hasEffects(op) && llvm::none_of(op.results, [&](LocalId id) { return read[id]; });
      if (op.isDead)
        continue;
      if (op.runs == DeviceOp::Runs::Region)
        for (uint32_t inner : program.regions[op.region].blocks)
          dropDead(inner);
      for (LocalId operand : op.operands)
        read[operand] = true;
    }
  }

public:
  /// They only keep what they hand on from being found the same.
  void dropBarriers() {
    for (LocalId value = 0; value < same.size(); ++value)
      same[value] = value;
    for (DeviceOp &op : program.ops)
      if (op.runs == DeviceOp::Runs::Barrier)
        for (auto [operand, result] : llvm::zip_equal(op.operands, op.results))
          same[result] = operand;
    auto final = [&](LocalId &value) {
      while (same[value] != value)
        value = same[value];
    };
    for (DeviceOp &op : program.ops) {
      llvm::for_each(op.operands, final);
      op.isDead |= op.runs == DeviceOp::Runs::Barrier;
    }
    for (DeviceBlock &block : program.blocks)
      llvm::for_each(block.yields, final);
  }

private:
  using Key = std::pair<uint64_t, std::vector<LocalId>>;
  DeviceProgram &program;
  std::vector<LocalId> same;
  std::vector<bool> read;
  std::map<Key, OpId> known;
};

} // namespace

void foldFills(DeviceProgram &program) {
  using Kind = fusion::OpForm::Kind;
  for (DeviceOp &op : program.ops) {
    if (op.isDead || !op.form || op.form->kind != Kind::Broadcast)
      continue;
    OpId maker = program.values[op.operands.front()].maker;
    const fusion::OpForm *form = maker == kNone ? nullptr : program.ops[maker].form;
    if (!form || form->kind != Kind::Splat || form->isComplex)
      continue;
    op.form = form;
    op.likeness = llvm::hash_combine(op.likeness, program.ops[maker].likeness);
    op.operands.clear();
  }
}

void removeCommon(DeviceProgram &program) { CommonRemover(program).run(); }

void dropBarriers(DeviceProgram &program) { CommonRemover(program).dropBarriers(); }

} // namespace shardwright::evaluation
