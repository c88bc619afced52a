// --merge-launches: kernels for GPUs that do not need each other run in one launch.
#include "passes/lower/MergeLaunches.h"

#include "passes/lower/KernelIR.h"
#include "passes/lower/LaunchGroups.h"
#include "passes/lower/LoweringPass.h"
#include "passes/lower/Passes.h"
#include "passes/lower/cuda/EmitThreads.h"

#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <vector>

using namespace mlir;

namespace shardwright {
namespace lower {
namespace {

class LaunchMerger {
public:
  LaunchMerger(exec::ProgramOp program, const MachineTraits &traits, ExecOrigins *origins)
      : program(program), origins(origins) {
    limits.launchBytes = traits.launchBytes;
    findMemory();
  }

  void run() {
    SmallVector<Block *> blocks;
    program->walk([&](Block *block) { blocks.push_back(block); });
    for (Block *block : blocks)
      run(*block);
  }

private:
  /// Numbers memory: buffers that are to become one have one number, so that whoever is done with the one before the
  /// other is written stays so.
  void findMemory() {
    llvm::EquivalenceClasses<unsigned> same;
    auto numberOf = [&](Value buffer) {
      return numbers.try_emplace(buffer, static_cast<unsigned>(numbers.size())).first->second;
    };
    DenseMap<int64_t, Value> results;
    SmallVector<exec::ArgumentOp> donated;
    for (Operation &op : program.getBody().front()) {
      if (!exec::isBuffer(&op))
        continue;
      same.insert(numberOf(op.getResult(0)));
      if (auto result = dyn_cast<exec::ResultOp>(op))
        results[static_cast<int64_t>(result.getNumber())] = result.getBuffer();
      else if (auto argument = dyn_cast<exec::ArgumentOp>(op); argument && argument.getTo())
        donated.push_back(argument);
    }
    program.walk([&](exec::CopyOp copy) { same.unionSets(numberOf(copy.getFrom()), numberOf(copy.getTo())); });
    for (exec::ArgumentOp argument : donated)
      if (Value result = results.lookup(static_cast<int64_t>(*argument.getTo())))
        same.unionSets(numberOf(argument.getBuffer()), numberOf(result));
    llvm::DenseSet<unsigned> own;
    for (auto &[buffer, number] : numbers) {
      number = same.getLeaderValue(number);
      if (!isa<exec::BufferOp>(buffer.getDefiningOp()))
        own.insert(number);
    }
    for (auto [buffer, number] : numbers)
      if (!own.contains(number))
        temporary[number] = std::max(temporary.lookup(number), static_cast<int64_t>(exec::bytesOf(buffer)));
  }

  void run(Block &block) {
    SmallVector<Operation *> ops;
    for (Operation &op : block)
      if (!exec::isBuffer(&op))
        ops.push_back(&op);
    if (llvm::count_if(ops, [](Operation *op) { return isa<exec::LaunchOp>(op); }) < 2)
      return;
    std::vector<GroupedStep> steps;
    for (Operation *op : ops)
      steps.push_back(describe(op));
    findLives(steps, block);
    for (const auto &group : groupLaunches(steps, limits)) {
      for (unsigned number : group)
        ops[number]->moveBefore(&block, block.end());
      if (group.size() > 1)
        merge(llvm::map_to_vector(group, [&](unsigned number) { return cast<exec::LaunchOp>(ops[number]); }));
    }
  }

  GroupedStep describe(Operation *op) {
    GroupedStep step;
    auto add = [](llvm::SmallVector<unsigned, 8> &all, unsigned memory) {
      if (!llvm::is_contained(all, memory))
        all.push_back(memory);
    };
    exec::forEachAccess(op, [&](Operation *, Value buffer, bool writes) {
      add(writes ? step.writes : step.reads, numbers.lookup(buffer));
    });
    if (auto wait = dyn_cast<exec::WaitOp>(op)) // until here all of them are in use
      for (Value buffer : wait.getCollective()->getOperands())
        add(step.writes, numbers.lookup(buffer));
    auto launch = dyn_cast<exec::LaunchOp>(op);
    if (!launch || launch.getBeside())
      return step;
    const Kernel &kernel = kernelOf(launch);
    step.isLaunch = true;
    step.kernel = kernel.number;
    step.isPlain = kernel.shape.isPlain;
    step.sharedBytes = kernel.shape.sharedBytes;
    step.parameters = static_cast<int64_t>(launch.getBuffers().size());
    for (Value buffer : launch.getBuffers())
      step.bytes += static_cast<int64_t>(exec::bytesOf(buffer));
    return step;
  }

  /// Of memory that nobody outside the block touches.
  void findLives(std::vector<GroupedStep> &steps, Block &block) {
    DenseMap<unsigned, std::pair<unsigned, unsigned>> lives;
    for (auto [number, step] : llvm::enumerate(steps))
      for (auto *all : {&step.reads, &step.writes})
        for (unsigned memory : *all)
          lives.try_emplace(memory, number, number).first->second.second = number;
    for (auto [buffer, memory] : numbers)
      for (Operation *user : buffer.getUsers())
        if (!block.findAncestorOpInBlock(*user))
          lives.erase(memory);
    for (auto [memory, life] : lives) {
      steps[life.first].born += temporary.lookup(memory);
      steps[life.second].freed += temporary.lookup(memory);
    }
  }

  struct Kernel {
    unsigned number;
    cuda::LaunchShape shape;
  };
  const Kernel &kernelOf(exec::LaunchOp launch) {
    auto [it, isNew] = kernels.try_emplace(launch.getKernelAttr(), Kernel{static_cast<unsigned>(kernels.size()), {}});
    if (isNew)
      it->second.shape = cuda::shapeOf(
          readKernel(program->getParentOfType<ModuleOp>().lookupSymbol<exec::KernelOp>(launch.getKernelAttr())));
    return it->second;
  }

  /// Equal kernels beside each other, the first of each where it was.
  void merge(SmallVector<exec::LaunchOp> launches) {
    DenseMap<Attribute, size_t> places;
    for (exec::LaunchOp launch : launches)
      places.try_emplace(launch.getKernelAttr(), places.size());
    llvm::stable_sort(launches, [&](exec::LaunchOp a, exec::LaunchOp b) {
      return places.lookup(a.getKernelAttr()) < places.lookup(b.getKernelAttr());
    });
    OpBuilder b(launches.back()->getBlock(), launches.back()->getBlock()->end());
    SmallVector<Attribute> beside, accesses;
    SmallVector<Value> buffers;
    SmallVector<int64_t> shares;
    for (exec::LaunchOp launch : launches) {
      for (auto [i, number] : llvm::enumerate(launch.getShares().value_or(ArrayRef<int64_t>())))
        if (i % 2 == 0 && isOnlyOf(launch, launch.getBuffers()[static_cast<size_t>(number)], launches))
          shares.append({static_cast<int64_t>(buffers.size()) + number,
                         static_cast<int64_t>(buffers.size()) + (*launch.getShares())[i + 1]});
      if (launch != launches.front())
        beside.push_back(launch.getKernelAttr());
      llvm::append_range(buffers, launch.getBuffers());
      llvm::append_range(accesses, launch.getAccess());
    }
    exec::LaunchOp first = launches.front();
    auto merged = exec::LaunchOp::create(
        b, first.getLoc(), first.getKernelAttr(), b.getArrayAttr(beside), buffers, b.getArrayAttr(accesses),
        shares.empty() ? DenseI64ArrayAttr() : b.getDenseI64ArrayAttr(shares), first.getSourceAttr());
    Operation *origin = origins ? origins->ops.lookup(first) : nullptr;
    for (exec::LaunchOp launch : launches) {
      if (origins)
        origins->ops.erase(launch);
      launch.erase();
    }
    if (origins)
      origins->ops[merged] = origin;
  }

  /// Whether no other of the launches touches the memory.
  bool isOnlyOf(exec::LaunchOp launch, Value buffer, ArrayRef<exec::LaunchOp> launches) const {
    const unsigned memory = numbers.lookup(buffer);
    return llvm::all_of(launches, [&](exec::LaunchOp other) {
      return other == launch ||
             llvm::none_of(other.getBuffers(), [&](Value each) { return numbers.lookup(each) == memory; });
    });
  }

  exec::ProgramOp program;
  ExecOrigins *origins;
  GroupLimits limits;
  llvm::MapVector<Value, unsigned> numbers; ///< of memory, by buffer
  DenseMap<unsigned, int64_t> temporary;    ///< bytes of memory that no argument or result has
  DenseMap<Attribute, Kernel> kernels;
};

} // namespace

void mergeLaunches(exec::ProgramOp program, const LoweringOptions &choices, ExecOrigins *origins) {
  if (choices.target.cuda() && choices.mergedLaunches)
    LaunchMerger(program, choices.target.traits, origins).run();
}

} // namespace lower

namespace {

class MergeLaunchesPass : public LoweringPass<PassWrapper<MergeLaunchesPass, OperationPass<exec::ProgramOp>>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MergeLaunchesPass)

  StringRef getArgument() const final { return "merge-launches"; }
  StringRef getDescription() const final { return "kernels for GPUs that do not need each other are one launch"; }
  void runOnOperation() override {
    FailureOr<LoweringOptions> chosen = choices();
    if (failed(chosen))
      return signalPassFailure();
    lower::mergeLaunches(getOperation(), *chosen);
  }
};

} // namespace

void registerMergeLaunchesPass() { PassRegistration<MergeLaunchesPass>(); }

} // namespace shardwright
