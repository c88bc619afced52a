// Regions as jumps.
#include "passes/lower/VirtualProgram.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using shardwright::runtime::SlotSpace;
using shardwright::runtime::StepKind;

namespace shardwright::lower {
namespace {

class Flattener {
public:
  VirtualProgram run(exec::ProgramOp program) {
    for (Operation &op : program.getBody().front())
      if (exec::isBuffer(&op))
        addBuffer(&op);
      else
        addStep(&op);
    add(StepKind::End, program);
    return std::move(flat);
  }

private:
  void addBuffer(Operation *op) {
    Value value = op->getResult(0);
    buffers[value] = flat.buffers.size();
    VirtualBuffer buffer;
    buffer.bytes = exec::bytesOf(value);
    buffer.op = op;
    if (auto argument = dyn_cast<exec::ArgumentOp>(op)) {
      buffer.space = SlotSpace::Argument;
      buffer.number = argument.getNumber();
      buffer.isDonated = argument.getDonated();
    } else if (auto result = dyn_cast<exec::ResultOp>(op)) {
      buffer.space = SlotSpace::Result;
      buffer.number = result.getNumber();
    } else if (isa<exec::ConstantOp>(op)) {
      buffer.space = SlotSpace::Constant;
    }
    flat.buffers.push_back(buffer);
  }

  VirtualStep &add(StepKind kind, Operation *op) {
    flat.steps.push_back({kind});
    flat.steps.back().op = op;
    return flat.steps.back();
  }
  uint32_t next() const { return flat.steps.size(); }

  /// A step with the op's operands as its slots, read and written as the op's effects say.
  void addAccessing(StepKind kind, Operation *op) {
    llvm::SmallVector<BufferAccess, 4> &accesses = add(kind, op).accesses;
    for (Value operand : op->getOperands())
      accesses.push_back({buffers.lookup(operand), false, false});
    llvm::SmallVector<MemoryEffects::EffectInstance> effects;
    cast<MemoryEffectOpInterface>(op).getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      BufferAccess &access = accesses[effect.getEffectValue<OpOperand *>()->getOperandNumber()];
      (isa<MemoryEffects::Read>(effect.getEffect()) ? access.reads : access.writes) = true;
    }
  }

  void addStep(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](exec::LaunchOp launch) {
          addAccessing(StepKind::Kernel, op);
          share(launch.getShares());
        })
        .Case([&](exec::MatmulOp) { addAccessing(StepKind::Matmul, op); })
        .Case([&](exec::CollectiveOp collective) { addCollective(collective); })
        .Case([&](exec::WaitOp wait) { addWait(wait); })
        .Case([&](exec::LibraryOp call) {
          addAccessing(StepKind::Library, op);
          share(call.getShares());
        })
        .Case([&](exec::AxisIndexOp) { addAccessing(StepKind::AxisIndex, op); })
        .Case([&](exec::CopyOp) { addAccessing(StepKind::Copy, op); })
        .Case([&](exec::CheckOp) { addAccessing(StepKind::Check, op); })
        .Case([&](exec::WhileOp loop) { addWhile(loop); })
        .Case([&](exec::IfOp branch) { addIf(branch); })
        .Case([&](exec::SwitchOp branch) { addSwitch(branch); });
  }

  /// Slots in pairs of what goes in and where it comes out.
  void addCollective(exec::CollectiveOp op) {
    if (op.getEvent())
      starts[op] = next();
    addAccessing(op.getEvent() ? StepKind::Start : StepKind::Collective, op);
    VirtualStep &step = flat.steps.back();
    const llvm::SmallVector<BufferAccess, 4> all = std::move(step.accesses);
    step.accesses.clear();
    for (size_t pair = 0, count = all.size() / 2; pair != count; ++pair)
      step.accesses.append({all[pair], all[count + pair]});
    for (uint32_t in = 0; op.getKind() == CollectiveKind::AllReduce && in < all.size(); in += 2)
      step.mayShare.push_back({in, in + 1});
  }

  /// Until here all buffers of what was started are in use.
  void addWait(exec::WaitOp wait) {
    const uint32_t start = starts.lookup(wait.getCollective());
    VirtualStep step{StepKind::Wait, start, wait, flat.steps[start].accesses, flat.steps[start].mayShare};
    for (BufferAccess &access : step.accesses)
      std::tie(access.reads, access.writes) = std::pair(true, false);
    flat.steps.push_back(std::move(step));
  }

  void share(std::optional<ArrayRef<int64_t>> pairs) {
    ArrayRef<int64_t> all = pairs.value_or(ArrayRef<int64_t>());
    for (size_t i = 0; i + 1 < all.size(); i += 2)
      flat.steps.back().mayShare.push_back({static_cast<uint32_t>(all[i]), static_cast<uint32_t>(all[i + 1])});
  }

  void addSteps(Region &region) {
    for (Operation &op : region.front())
      addStep(&op);
  }

  /// L: condition; jump if false E; body; jump L; E:
  void addWhile(exec::WhileOp loop) {
    uint32_t begin = next();
    addSteps(loop.getCondition());
    uint32_t branch = next();
    addAccessing(StepKind::JumpIfFalse, loop);
    addSteps(loop.getBody());
    add(StepKind::Jump, loop).target = begin;
    flat.steps[branch].target = next();
  }

  /// Steps of a region, then a jump behind the op; returns where the region begins.
  uint32_t addBranch(Region &region, Operation *op, SmallVectorImpl<uint32_t> &exits) {
    uint32_t begin = next();
    addSteps(region);
    exits.push_back(next());
    add(StepKind::Jump, op);
    return begin;
  }

  void addIf(exec::IfOp op) {
    SmallVector<uint32_t> exits;
    uint32_t branch = next();
    addAccessing(StepKind::JumpIfFalse, op);
    addBranch(op.getThen(), op, exits);
    flat.steps[branch].target = addBranch(op.getOtherwise(), op, exits);
    for (uint32_t exit : exits)
      flat.steps[exit].target = next();
  }

  void addSwitch(exec::SwitchOp op) {
    SmallVector<uint32_t> exits;
    uint32_t table = flat.switches.size();
    flat.switches.emplace_back();
    addAccessing(StepKind::Switch, op);
    flat.steps.back().target = table;
    std::vector<uint32_t> begins;
    for (Region &region : op.getBranches())
      begins.push_back(addBranch(region, op, exits));
    flat.switches[table] = std::move(begins);
    for (uint32_t exit : exits)
      flat.steps[exit].target = next();
  }

  VirtualProgram flat;
  llvm::DenseMap<Value, uint32_t> buffers;
  llvm::DenseMap<Operation *, uint32_t> starts; ///< steps of collectives that are waited for
};

} // namespace

VirtualProgram flatten(exec::ProgramOp program) { return Flattener().run(program); }

} // namespace shardwright::lower
