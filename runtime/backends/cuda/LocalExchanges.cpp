#include "runtime/backends/cuda/LocalExchanges.h"

#include <cstddef>

namespace shardwright::runtime::cuda {

absl::Status LocalExchanges::exchange(const Step &step, uint32_t group, const std::vector<int64_t> &members,
                                      Queue queue, void *const *const *rows) const {
  absl::Status status;
  for (size_t i = 0; status.ok() && i != members.size(); ++i)
    status = devices.order(members[i], queue);
  if (status.ok())
    status = devices.switchTo(queue.device);
  for (uint32_t pair = 0; status.ok() && pair != step.numSlots / 2; ++pair) {
    Blocks blocks{group, {}, {}};
    for (int64_t member : members) {
      void *const *slots = rows[member] + step.firstSlot + 2 * pair;
      blocks.ins.push_back(addressOf(slots[0]));
      blocks.outs.push_back(addressOf(slots[1]));
    }
    status = move(exe.collectives[step.index + pair], plans[step.index + pair], blocks,
                  *kernels[devices.gpuOf(queue.device)], devices.stream(queue));
  }
  return status;
}

absl::Status LocalExchanges::move(const Collective &collective, const host::CollectivePlan &plan, const Blocks &blocks,
                                  const GpuKernels &own, CUstream stream) const {
  const CopyKernels &copies = own.copies;
  const auto size = static_cast<int64_t>(blocks.ins.size());
  absl::Status status;
  switch (collective.kind) {
  case CollectiveKind::AllReduce:
    return own.reductions.combine(collective, blocks.ins, blocks.outs, stream);
  case CollectiveKind::ReduceScatter:
    for (int64_t receiver = 0; status.ok() && receiver != size; ++receiver)
      status = own.reductions.combineBlock(collective, receiver, blocks.ins, blocks.outs[static_cast<size_t>(receiver)],
                                           stream);
    return status;
  case CollectiveKind::AllGather:
    return copies.gather(collective, plan, blocks.group, blocks.ins, blocks.outs, stream);
  default:
    for (int64_t receiver = 0; status.ok() && receiver != size; ++receiver) {
      const CUdeviceptr out = blocks.outs[static_cast<size_t>(receiver)];
      if (plan.isPadded(blocks.group, receiver))
        status = copies.clear(out, plan.outBytes(), stream);
      for (int64_t sender = 0; status.ok() && sender != size; ++sender)
        status = copies.copyBox(collective, plan.between(blocks.group, sender, receiver), out,
                                blocks.ins[static_cast<size_t>(sender)], stream);
    }
    return status;
  }
}

} // namespace shardwright::runtime::cuda
