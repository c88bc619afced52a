// --assign-buffers: says where each buffer of a program lies. Copies between what is one are gone then, and so are
// buffers that are one with others.
#include "passes/lower/LoweringPass.h"
#include "passes/lower/Passes.h"
#include "passes/lower/VirtualProgram.h"

using namespace mlir;

namespace shardwright {
namespace lower {

void writePlaces(exec::ProgramOp program, const VirtualProgram &flat, const BufferPlaces &places) {
  OpBuilder b(program.getContext());
  std::vector<int64_t> newBuffer, newStep; // by old number
  int64_t numBuffers = 0, numSteps = 0;
  for (size_t number = 0; number != flat.buffers.size(); ++number) {
    uint32_t root = places.sameAs[number];
    newBuffer.push_back(numBuffers);
    numBuffers += root == number || !isa<exec::BufferOp>(flat.buffers[number].op);
  }
  for (bool isRemoved : places.isRemoved) {
    newStep.push_back(numSteps);
    numSteps += !isRemoved;
  }
  program.setArena(places.arenaBytes);
  const BufferPlaces::Largest &most = places.largest;
  SmallVector<int64_t> largest = {static_cast<int64_t>(most.sharedBytes + most.ownBytes), newStep[most.step]};
  for (auto [buffer, since] : most.since)
    largest.append({newBuffer[buffer], newStep[since]});
  program.setLargest(largest);

  for (auto [step, isRemoved] : llvm::zip_equal(flat.steps, places.isRemoved))
    if (isRemoved)
      step.op->erase();
  llvm::DenseMap<std::pair<unsigned, uint32_t>, Value> blocks;
  for (const VirtualBuffer &buffer : flat.buffers)
    blocks[{static_cast<unsigned>(buffer.space), buffer.number}] = buffer.op->getResult(0);
  for (size_t number = 0; number != flat.buffers.size(); ++number) {
    Operation *op = flat.buffers[number].op;
    uint32_t root = places.sameAs[number];
    if (root != number)
      op->getResult(0).replaceAllUsesWith(flat.buffers[root].op->getResult(0));
    auto buffer = dyn_cast<exec::BufferOp>(op);
    if (buffer && root != number) {
      op->erase();
    } else if (buffer) {
      const runtime::Slot &slot = places.slots[number];
      buffer.setOffset(slot.offset);
      if (slot.space != runtime::SlotSpace::Arena)
        buffer.getBlockMutable().assign(blocks.lookup({static_cast<unsigned>(slot.space), slot.block}));
    }
  }
  for (auto [result, place] : llvm::zip_equal(program.getBody().getOps<exec::ResultOp>(), places.results)) {
    if (place.alias >= 0)
      result.setTakes(place.alias);
    else if (place.offset >= 0)
      result.setOffset(place.offset);
  }
}

} // namespace lower

namespace {

class AssignBuffersPass : public LoweringPass<PassWrapper<AssignBuffersPass, OperationPass<exec::ProgramOp>>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AssignBuffersPass)

  StringRef getArgument() const final { return "assign-buffers"; }
  StringRef getDescription() const final { return "say where the buffers of an exec program lie"; }
  void runOnOperation() override {
    FailureOr<LoweringOptions> chosen = choices();
    if (failed(chosen))
      return signalPassFailure();
    // Steps name what is one by one name: which argument a result took over can no longer be undone.
    if (getOperation().getArena()) {
      getOperation().emitError() << "where the buffers of @" << getOperation().getSymName()
                                 << " lie is decided already: run --assign-buffers on what --lower-to-exec leaves";
      return signalPassFailure();
    }
    lower::VirtualProgram flat = lower::flatten(getOperation());
    lower::writePlaces(getOperation(), flat, lower::placeBuffers(flat, *chosen));
  }
};

} // namespace

void registerAssignBuffersPass() { PassRegistration<AssignBuffersPass>(); }

} // namespace shardwright
