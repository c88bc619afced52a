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

  void add(StepKind kind, Operation *op, ArrayRef<std::pair<Value, exec::Access>> accesses) {
    VirtualStep &step = add(kind, op);
    for (auto [buffer, access] : accesses)
      step.accesses.push_back({buffers.lookup(buffer), access != exec::Access::Write, access != exec::Access::Read});
  }

  void addStep(Operation *op) {
    using Accesses = SmallVector<std::pair<Value, exec::Access>>;
    constexpr auto read = exec::Access::Read, write = exec::Access::Write;
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](exec::LaunchOp launch) {
          Accesses all;
          for (auto [buffer, access] :
               llvm::zip_equal(launch.getBuffers(), launch.getAccess().getAsRange<exec::AccessAttr>()))
            all.push_back({buffer, access.getValue()});
          add(StepKind::Kernel, op, all);
          share(launch.getShares());
        })
        .Case([&](exec::MatmulOp product) {
          add(StepKind::Matmul, op, {{product.getLhs(), read}, {product.getRhs(), read}, {product.getOut(), write}});
        })
        .Case([&](exec::CollectiveOp collective) {
          Accesses all;
          for (auto [in, out] : llvm::zip_equal(collective.getIns(), collective.getOuts()))
            all.append({{in, read}, {out, write}});
          add(StepKind::Collective, op, all);
          for (uint32_t in = 0; collective.getKind() == exec::CollectiveKind::AllReduce && in < all.size(); in += 2)
            flat.steps.back().mayShare.push_back({in, in + 1});
        })
        .Case([&](exec::LibraryOp call) {
          Accesses all;
          for (Value in : call.getIns())
            all.push_back({in, read});
          for (Value out : call.getOuts())
            all.push_back({out, write});
          add(StepKind::Library, op, all);
          share(call.getShares());
        })
        .Case([&](exec::AxisIndexOp index) {
          add(StepKind::AxisIndex, op, {{index.getOut(), write}});
        })
        .Case([&](exec::CopyOp copy) {
          add(StepKind::Copy, op, {{copy.getFrom(), read}, {copy.getTo(), write}});
        })
        .Case([&](exec::CheckOp check) {
          add(StepKind::Check, op, {{check.getGot(), read}, {check.getWant(), read}});
        })
        .Case([&](exec::WhileOp loop) { addWhile(loop); })
        .Case([&](exec::IfOp branch) { addIf(branch); })
        .Case([&](exec::SwitchOp branch) { addSwitch(branch); });
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
    add(StepKind::JumpIfFalse, loop, {{loop.getPredicate(), exec::Access::Read}});
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
    add(StepKind::JumpIfFalse, op, {{op.getPredicate(), exec::Access::Read}});
    addBranch(op.getThen(), op, exits);
    flat.steps[branch].target = addBranch(op.getOtherwise(), op, exits);
    for (uint32_t exit : exits)
      flat.steps[exit].target = next();
  }

  void addSwitch(exec::SwitchOp op) {
    SmallVector<uint32_t> exits;
    uint32_t table = flat.switches.size();
    flat.switches.emplace_back();
    add(StepKind::Switch, op, {{op.getSelector(), exec::Access::Read}});
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
};

} // namespace

VirtualProgram flatten(exec::ProgramOp program) { return Flattener().run(program); }

} // namespace shardwright::lower
