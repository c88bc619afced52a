// When cores sleep, what a block takes depends on what runs before and behind it.
#include "lib/Evaluate/Schedule.h"

namespace shardwright::evaluation {

using LoopForm = ShardingProblem::Region::Form;

/// Blocks that run in turns: a loop's condition and body, or the block alone.
llvm::SmallVector<uint32_t, 2> Schedule::loopOf(uint32_t block) const {
  if (block == 0)
    return {block};
  const DeviceProgram::Region &region = program.regions[program.ops[program.blocks[block].region].region];
  return region.form == LoopForm::Loop ? region.blocks : llvm::SmallVector<uint32_t, 2>{block};
}

/// Of those that are counted.
Rendezvous Schedule::rendezvousIn(uint32_t number) const {
  const DeviceProgram::Region &region = program.regions[number];
  Rendezvous most = Rendezvous::None;
  for (uint32_t block : region.blocks)
    if (region.form == LoopForm::Loop || block == countedBranch(region))
      most = std::max(most, blocks[block].rendezvous);
  return most;
}

void Schedule::addWakingTasks(uint32_t block, std::vector<WakingTask> &tasks) {
  blocks[block].rendezvous = Rendezvous::None;
  for (const Unit &unit : blocks[block].units) {
    const Launch &launch = launches[unit.root];
    const bool isRegion = launch.queue == Launch::Queue::Both;
    const uint32_t region = program.ops[unit.root].region;
    WakingTask task{isRegion ? regionSeconds(region) : launch.seconds};
    if (isRegion)
      task.rendezvous = rendezvousIn(region);
    else if (launch.queue == Launch::Queue::Sends)
      task.rendezvous = rendezvousOf(program.ops[unit.root].what->price->members, costs.mesh().numDevices());
    if (launch.isTogether)
      task.seconds += copiedSeconds(unit, block);
    tasks.push_back(task);
    blocks[block].rendezvous = std::max(blocks[block].rendezvous, task.rendezvous);
  }
}

/// Of the start of a step, then of each unit.
std::vector<double> Schedule::wakingOf(uint32_t number) {
  const Device &device = costs.device().device();
  if (device.wakeSeconds == 0)
    return {};
  const bool isStep = number == 0 && device.stepSeconds > 0;
  std::vector<WakingTask> tasks{{0, isStep ? Rendezvous::All : Rendezvous::None}};
  size_t begin = 1;
  for (uint32_t block : loopOf(number)) {
    if (block == number)
      begin = tasks.size();
    else if (isFree(block) && block < number) // the condition
      continue;
    addWakingTasks(block, tasks);
  }
  std::vector<double> waking = wakingSeconds(device, costs.mesh().numDevices(), tasks, /*repeats=*/number != 0);
  if (begin > 1)
    waking.erase(waking.begin() + 1, waking.begin() + static_cast<ptrdiff_t>(std::min(begin, waking.size())));
  return waking;
}

/// The first of the blocks that run in turns comes last, and then knows the others.
void Schedule::playAll(uint32_t block) {
  play(block);
  if (costs.device().device().wakeSeconds == 0)
    return;
  const llvm::SmallVector<uint32_t, 2> loop = loopOf(block);
  if (block != loop.front()) {
    blocks[loop.front()].isToBePlayed = true;
    return;
  }
  for (uint32_t other : llvm::ArrayRef(loop).drop_front())
    play(other);
}

} // namespace shardwright::evaluation
