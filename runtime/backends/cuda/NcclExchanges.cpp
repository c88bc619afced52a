#include "runtime/backends/cuda/NcclExchanges.h"

#include "runtime/Layout.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime::cuda {
namespace {

/// Blocks in memory between begin at multiples of it, as buffers do.
constexpr uint64_t kBlockAlignment = 256;
uint64_t alignedBlock(uint64_t bytes) { return (bytes + kBlockAlignment - 1) / kBlockAlignment * kBlockAlignment; }

const void *pointer(CUdeviceptr address) { return reinterpret_cast<const void *>(address); }
void *target(CUdeviceptr address) { return reinterpret_cast<void *>(address); }

/// A call within a group.
bool isTaken(ncclResult_t result) { return result == ncclSuccess || result == ncclInProgress; }

uint64_t largestBlock(const host::CollectivePlan &plan, uint32_t group, int64_t size) {
  uint64_t most = 0;
  for (int64_t sender = 0; sender != size; ++sender)
    for (int64_t receiver = 0; receiver != size; ++receiver)
      most = std::max(most, plan.between(group, sender, receiver).totalBytes());
  return alignedBlock(most);
}

} // namespace

NcclExchanges::~NcclExchanges() {
  for (size_t device = 0; device != staging.size(); ++device)
    devices.release(static_cast<int64_t>(device), staging[device]);
}

absl::Status NcclExchanges::prepare() {
  absl::StatusOr<NcclCommunicators *> opened = devices.communicators();
  if (!opened.ok())
    return opened.status();
  nccl = *opened;
  std::vector<NcclCommunicators::Group> groups;
  for (size_t i = 0; i != plans.size(); ++i) {
    std::vector<Spread> &all = spreads.emplace_back();
    for (uint32_t group = 0; group != plans[i].groups.size(); ++group) {
      all.push_back(spreadOf(exe.collectives[i], plans[i], group));
      if (!all.back().gpus.empty())
        groups.push_back({plans[i].groups[group], all.back().gpus});
    }
  }
  if (absl::Status status = nccl->make(groups); !status.ok())
    return status;
  program.executable = &exe;
  for (const Step &step : exe.steps) {
    std::vector<int64_t> &gpus = program.gpus.emplace_back();
    if (step.isCollective())
      for (const Spread &spread : spreads[step.index])
        if (!spread.parts.empty() && gpus.empty())
          gpus = spread.gpus;
  }
  return prepareStaging();
}

NcclExchanges::Spread NcclExchanges::spreadOf(const Collective &collective, const host::CollectivePlan &plan,
                                              uint32_t group) const {
  Spread spread;
  const std::vector<int64_t> &positions = plan.groups[group];
  const int64_t firstHere = range.first / devices.devicesOnEach();
  for (size_t member = 0; member != positions.size(); ++member) {
    const int64_t gpu = positions[member] / devices.devicesOnEach(), device = positions[member] - range.first;
    const auto known = std::find(spread.gpus.begin(), spread.gpus.end(), gpu);
    spread.rankOf.push_back(static_cast<int>(known - spread.gpus.begin()));
    if (known == spread.gpus.end())
      spread.gpus.push_back(gpu);
    if (device < 0 || device >= range.count)
      continue;
    const auto here = static_cast<size_t>(gpu - firstHere);
    auto part =
        std::find_if(spread.parts.begin(), spread.parts.end(), [&](const Part &own) { return own.gpu == here; });
    if (part == spread.parts.end())
      part = spread.parts.insert(part, {here, {}, {}});
    part->members.push_back(static_cast<int64_t>(member));
    part->devices.push_back(device);
  }
  if (spread.gpus.size() == 1)
    return {};
  const auto size = static_cast<int64_t>(positions.size());
  spread.way = wayOf(collective, plan, group, spread.gpus.size() == positions.size());
  spread.stride = spread.way == Way::PackedGather ? plan.inBytes()
                  : spread.way == Way::Blocks     ? largestBlock(plan, group, size)
                                                  : alignedBlock(plan.inBytes());
  return spread;
}

NcclExchanges::Way NcclExchanges::wayOf(const Collective &collective, const host::CollectivePlan &plan, uint32_t group,
                                        bool isOneOnEach) const {
  const auto size = static_cast<int64_t>(plan.groups[group].size());
  const bool isNative = isOneOnEach && ncclReductionOf(collective.type, collective.reduction).has_value();
  if (plan.outBytes() == 0 || (plan.inBytes() == 0 && collective.kind != CollectiveKind::AllToAll))
    return plan.outBytes() == 0 ? Way::Nothing : Way::Blocks;
  // Whether the members' blocks lie one behind the other: in the whole that all of them are cut from or make up.
  auto areInOrder = [&](bool inTheirIn, uint64_t bytes) {
    for (int64_t member = 0; member != size; ++member) {
      const BoxCopy box = inTheirIn ? plan.between(group, 0, member) : plan.between(group, member, 0);
      if (box.totalBytes() != bytes || box.denseFrom() != (inTheirIn ? member * static_cast<int64_t>(bytes) : 0) ||
          box.denseTo() != (inTheirIn ? 0 : member * static_cast<int64_t>(bytes)))
        return false;
    }
    return true;
  };
  switch (collective.kind) {
  case CollectiveKind::AllReduce:
    return isNative ? Way::AllReduce : Way::Combine;
  case CollectiveKind::ReduceScatter:
    if (!isNative)
      return Way::Combine;
    return areInOrder(true, plan.outBytes()) ? Way::ReduceScatter : Way::PackedScatter;
  case CollectiveKind::AllGather:
    if (!isOneOnEach)
      return Way::Gather;
    return areInOrder(false, plan.inBytes()) && plan.outBytes() == plan.inBytes() * static_cast<uint64_t>(size)
               ? Way::AllGather
               : Way::PackedGather;
  default:
    return Way::Blocks;
  }
}

uint64_t NcclExchanges::stagingOf(const Spread &spread, const host::CollectivePlan &plan, const Part &part,
                                  int64_t size) const {
  const auto members = static_cast<uint64_t>(size);
  switch (spread.way) {
  case Way::PackedScatter:
    return alignedBlock(members * plan.outBytes());
  case Way::Gather:
  case Way::Combine:
  case Way::PackedGather:
    return alignedBlock(members * spread.stride);
  case Way::Blocks:
    return plan.collectiveKind() == CollectiveKind::Permute ? 0 : 2 * part.members.size() * members * spread.stride;
  default:
    return 0;
  }
}

/// As much as the hungriest step of each device whose stream works for its part.
absl::Status NcclExchanges::prepareStaging() {
  std::vector<uint64_t> most(static_cast<size_t>(range.count), 0);
  for (const Step &step : exe.steps) {
    if (!step.isCollective())
      continue;
    for (uint32_t group = 0; group != spreads[step.index].size(); ++group)
      for (size_t part = 0; part != spreads[step.index][group].parts.size(); ++part) {
        uint64_t bytes = 0;
        for (size_t index = step.index; index != step.index + step.numSlots / 2; ++index) {
          const Spread &spread = spreads[index][group];
          bytes += stagingOf(spread, plans[index], spread.parts[part],
                             static_cast<int64_t>(plans[index].groups[group].size()));
        }
        uint64_t &own = most[static_cast<size_t>(spreads[step.index][group].parts[part].devices.front())];
        own = std::max(own, bytes);
      }
  }
  for (size_t device = 0; device != most.size(); ++device) {
    staging.push_back(0);
    if (most[device] == 0)
      continue;
    absl::StatusOr<CUdeviceptr> memory =
        devices.allocate(static_cast<int64_t>(device), most[device], "memory between collectives");
    if (!memory.ok())
      return memory.status();
    staging.back() = *memory;
  }
  return absl::OkStatus();
}

void NcclExchanges::end(const absl::Status &status) {
  if (!status.ok())
    nccl->abandon(status);
  nccl->setProgram(nullptr);
}

absl::Status NcclExchanges::await(int64_t device, const std::string &what) {
  absl::Status status = nccl->await(devices.gpuOf(device), devices.stream(device), what);
  return status.ok() ? devices.switchTo(device) : status; // it has looked after all GPUs
}

std::vector<NcclExchanges::Move> NcclExchanges::movesOf(const Step &step, uint32_t group, size_t number, bool isBeside,
                                                        void *const *const *rows) const {
  const int64_t hub = spreads[step.index][group].parts[number].devices.front();
  std::vector<Move> moves;
  CUdeviceptr between = staging[static_cast<size_t>(hub)];
  for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair) {
    const size_t index = step.index + pair;
    const Spread &spread = spreads[index][group];
    const Part &part = spread.parts[number];
    const auto size = static_cast<int64_t>(plans[index].groups[group].size());
    Move move{exe.collectives[index],
              plans[index],
              spread,
              part,
              *kernels[part.gpu],
              group,
              size,
              {},
              {},
              between,
              nccl->of(plans[index].groups[group], part.gpu),
              devices.stream({hub, isBeside})};
    for (int64_t device : part.devices) {
      void *const *slots = rows[device] + step.firstSlot + 2 * pair;
      move.ins.push_back(addressOf(slots[0]));
      move.outs.push_back(addressOf(slots[1]));
    }
    between += stagingOf(spread, plans[index], part, size);
    moves.push_back(std::move(move));
  }
  return moves;
}

absl::Status NcclExchanges::exchange(uint32_t number, uint32_t group, bool isBeside, void *const *const *rows) {
  if (absl::Status status = nccl->usable(); !status.ok())
    return status;
  const Step &step = exe.steps[number];
  const std::vector<Part> &parts = spreads[step.index][group].parts;
  std::vector<std::vector<Move>> moves; ///< by part
  std::vector<ncclComm_t> comms(devices.numGpus(), nullptr);
  absl::Status status;
  for (size_t i = 0; status.ok() && i != parts.size(); ++i) {
    moves.push_back(movesOf(step, group, i, isBeside, rows));
    comms[parts[i].gpu] = moves.back().front().comm;
    const Queue queue(parts[i].devices.front(), isBeside);
    for (size_t member = 0; status.ok() && member != parts[i].devices.size(); ++member)
      status = devices.order(parts[i].devices[member], queue);
    if (status.ok())
      status = devices.switchTo(queue.device);
    if (status.ok())
      status = nccl->mark(queue.device, number, NcclCommunicators::Mark::Before, devices.stream(queue));
    for (size_t pair = 0; status.ok() && pair != moves.back().size(); ++pair)
      status = pack(moves.back()[pair]);
  }
  if (!status.ok())
    return status;
  const Nccl &library = nccl->library();
  ncclResult_t result = library.ncclGroupStart();
  for (size_t i = 0; i != parts.size(); ++i) {
    if (isTaken(result) && !devices.switchTo(parts[i].devices.front()).ok())
      result = ncclUnhandledCudaError;
    for (size_t pair = 0; isTaken(result) && pair != moves[i].size(); ++pair)
      result = call(moves[i][pair]);
  }
  const ncclResult_t ended = library.ncclGroupEnd(); // in any case
  if (isTaken(result))
    result = ended;
  status = nccl->awaitCall(comms, result, "NCCL has taken the collective");
  for (size_t i = 0; status.ok() && i != parts.size(); ++i) {
    const Queue queue(parts[i].devices.front(), isBeside);
    status = devices.switchTo(queue.device);
    for (size_t pair = 0; status.ok() && pair != moves[i].size(); ++pair)
      status = unpack(moves[i][pair]);
    if (status.ok())
      status = nccl->mark(queue.device, number, NcclCommunicators::Mark::Behind, devices.stream(queue));
  }
  return status;
}

absl::Status NcclExchanges::pack(const Move &move) const {
  switch (move.spread.way) {
  case Way::PackedScatter:
    return packScatter(move);
  case Way::Blocks:
    return packBlocks(move);
  default:
    return absl::OkStatus();
  }
}

ncclResult_t NcclExchanges::call(const Move &move) const {
  const Nccl &library = nccl->library();
  const host::CollectivePlan &plan = move.plan;
  const NcclReduction reduction =
      ncclReductionOf(move.collective.type, move.collective.reduction).value_or(NcclReduction{ncclUint8, ncclSum});
  const uint64_t elements = plan.outBytes() / plan.bytesPerElement() * reduction.numbers;
  const CUdeviceptr in = move.ins.front(), out = move.outs.front(); // of the only one here, but for the last three
  switch (const Way way = move.spread.way) {
  case Way::AllReduce:
    return library.ncclAllReduce(pointer(in), target(out), elements, reduction.type, reduction.op, move.comm,
                                 move.stream);
  case Way::ReduceScatter:
  case Way::PackedScatter:
    return library.ncclReduceScatter(pointer(way == Way::ReduceScatter ? in : move.staging), target(out), elements,
                                     reduction.type, reduction.op, move.comm, move.stream);
  case Way::AllGather:
  case Way::PackedGather:
    return library.ncclAllGather(pointer(in), target(way == Way::AllGather ? out : move.staging), plan.inBytes(),
                                 ncclUint8, move.comm, move.stream);
  case Way::Gather:
  case Way::Combine:
    return callGather(move);
  case Way::Blocks:
    return callBlocks(move);
  case Way::Nothing:
    break;
  }
  return ncclSuccess;
}

absl::Status NcclExchanges::unpack(const Move &move) const {
  switch (move.spread.way) {
  case Way::Combine:
    return combine(move);
  case Way::Gather:
  case Way::PackedGather:
    return unpackGather(move);
  case Way::Blocks:
    return unpackBlocks(move);
  default:
    return absl::OkStatus();
  }
}

/// Blocks go from where they lie to where they are wanted, or by way of the first and the second half of the memory
/// between.
absl::Status NcclExchanges::packBlocks(const Move &move) const {
  const CopyKernels &copies = move.kernels.copies;
  absl::Status status;
  for (size_t own = 0; status.ok() && own != move.outs.size(); ++own)
    if (move.plan.isPadded(move.group, move.part.members[own]))
      status = copies.clear(move.outs[own], move.plan.outBytes(), move.stream);
  CUdeviceptr place = move.staging;
  for (size_t own = 0; own != move.ins.size(); ++own)
    for (int64_t receiver = 0; status.ok() && receiver != move.size; ++receiver, place += move.spread.stride) {
      const BoxCopy box = move.plan.between(move.group, move.part.members[own], receiver);
      const auto here = std::find(move.part.members.begin(), move.part.members.end(), receiver);
      if (here != move.part.members.end())
        status = copies.copyBox(move.collective, box, move.outs[static_cast<size_t>(here - move.part.members.begin())],
                                move.ins[own], move.stream);
      else if (!box.empty() && box.denseFrom() < 0)
        status = copies.copyBox(move.collective, box, place, move.ins[own], move.stream, CopyKernels::Form::Pack);
    }
  return status;
}

/// Messages between two GPUs go in the order of senders, and of their receivers.
ncclResult_t NcclExchanges::callBlocks(const Move &move) const {
  const Nccl &library = nccl->library();
  const uint64_t stride = move.spread.stride, half = move.ins.size() * static_cast<uint64_t>(move.size) * stride;
  auto ownOf = [&](int64_t member) {
    const std::vector<int64_t> &members = move.part.members;
    return static_cast<size_t>(std::find(members.begin(), members.end(), member) - members.begin());
  };
  auto placeOf = [&](size_t own, int64_t other) {
    return move.staging + (own * static_cast<uint64_t>(move.size) + static_cast<uint64_t>(other)) * stride;
  };
  ncclResult_t result = ncclSuccess;
  for (int64_t sender = 0; sender != move.size; ++sender)
    for (int64_t receiver = 0; isTaken(result) && receiver != move.size; ++receiver) {
      const bool sends = move.isHere(sender), receives = move.isHere(receiver);
      if (sends == receives)
        continue;
      const BoxCopy box = move.plan.between(move.group, sender, receiver);
      if (box.empty())
        continue;
      if (sends) {
        const size_t own = ownOf(sender);
        const CUdeviceptr from =
            box.denseFrom() < 0 ? placeOf(own, receiver) : move.ins[own] + static_cast<uint64_t>(box.denseFrom());
        result = library.ncclSend(pointer(from), box.totalBytes(), ncclUint8,
                                  move.spread.rankOf[static_cast<size_t>(receiver)], move.comm, move.stream);
      } else {
        const size_t own = ownOf(receiver);
        const CUdeviceptr to =
            box.denseTo() < 0 ? half + placeOf(own, sender) : move.outs[own] + static_cast<uint64_t>(box.denseTo());
        result = library.ncclRecv(target(to), box.totalBytes(), ncclUint8,
                                  move.spread.rankOf[static_cast<size_t>(sender)], move.comm, move.stream);
      }
    }
  return result;
}

absl::Status NcclExchanges::unpackBlocks(const Move &move) const {
  const uint64_t stride = move.spread.stride;
  CUdeviceptr place = move.staging + move.ins.size() * static_cast<uint64_t>(move.size) * stride;
  absl::Status status;
  for (size_t own = 0; own != move.outs.size(); ++own)
    for (int64_t sender = 0; status.ok() && sender != move.size; ++sender, place += stride) {
      const BoxCopy box = move.plan.between(move.group, sender, move.part.members[own]);
      if (!move.isHere(sender) && !box.empty() && box.denseTo() < 0)
        status = move.kernels.copies.copyBox(move.collective, box, move.outs[own], place, move.stream,
                                             CopyKernels::Form::Unpack);
    }
  return status;
}

/// Each receiver's block by itself, padded with zeros, whose sum and product are zero.
absl::Status NcclExchanges::packScatter(const Move &move) const {
  const CopyKernels &copies = move.kernels.copies;
  absl::Status status;
  if (move.plan.isPadded(move.group, move.size - 1))
    status = copies.clear(move.staging, static_cast<uint64_t>(move.size) * move.plan.outBytes(), move.stream);
  for (int64_t receiver = 0; status.ok() && receiver != move.size; ++receiver) {
    const BoxCopy box = move.plan.between(move.group, move.part.members.front(), receiver);
    if (box.empty())
      continue;
    CUDA_MEMCPY2D copy;
    copy.srcDevice = move.ins.front() + static_cast<uint64_t>(box.fromStart());
    copy.dstDevice =
        move.staging + static_cast<uint64_t>(receiver) * move.plan.outBytes() + static_cast<uint64_t>(box.toStart());
    copy.WidthInBytes = box.runBytes();
    copy.Height = 1;
    if (box.outerLoops().size() > 1)
      return absl::InternalError(absl::StrCat("a block of a reduction with ", box.outerLoops().size(), " loops"));
    for (const BoxCopy::Loop &loop : box.outerLoops()) {
      copy.Height = static_cast<size_t>(loop.count);
      copy.srcPitch = static_cast<size_t>(loop.fromStride);
      copy.dstPitch = static_cast<size_t>(loop.toStride);
    }
    if (copy.Height == 1)
      status = copies.copyBytes(copy.dstDevice, copy.srcDevice, copy.WidthInBytes, move.stream);
    else
      status = cuda.status(cuda.cuMemcpy2DAsync(&copy, move.stream), "a copy of rows");
  }
  return status;
}

/// Each block to each other GPU once.
ncclResult_t NcclExchanges::callGather(const Move &move) const {
  const Nccl &library = nccl->library();
  const auto ranks = static_cast<int>(move.spread.gpus.size());
  ncclResult_t result = ncclSuccess;
  for (int64_t member = 0; isTaken(result) && member != move.size; ++member) {
    const CUdeviceptr block = gathered(move, member);
    if (!move.isHere(member))
      result = library.ncclRecv(target(block), move.plan.inBytes(), ncclUint8,
                                move.spread.rankOf[static_cast<size_t>(member)], move.comm, move.stream);
    for (int rank = 0; isTaken(result) && move.isHere(member) && rank != ranks; ++rank)
      if (rank != move.rank())
        result = library.ncclSend(pointer(block), move.plan.inBytes(), ncclUint8, rank, move.comm, move.stream);
  }
  return result;
}

CUdeviceptr NcclExchanges::gathered(const Move &move, int64_t member) const {
  const std::vector<int64_t> &members = move.part.members;
  const auto own = std::find(members.begin(), members.end(), member);
  return own == members.end() || move.spread.way == Way::PackedGather
             ? move.staging + static_cast<uint64_t>(member) * move.spread.stride
             : move.ins[static_cast<size_t>(own - members.begin())];
}

absl::Status NcclExchanges::unpackGather(const Move &move) const {
  return move.kernels.copies.gather(move.collective, move.plan, move.group, allGathered(move), move.outs, move.stream);
}

std::vector<CUdeviceptr> NcclExchanges::allGathered(const Move &move) const {
  std::vector<CUdeviceptr> blocks;
  for (int64_t member = 0; member != move.size; ++member)
    blocks.push_back(gathered(move, member));
  return blocks;
}

/// The kernel writes a result for each member: those that are elsewhere have this GPU's, too.
absl::Status NcclExchanges::combine(const Move &move) const {
  const CombineKernels &reductions = move.kernels.reductions;
  std::vector<CUdeviceptr> blocks = allGathered(move), outs;
  for (size_t member = 0; member != blocks.size(); ++member)
    outs.push_back(move.outs[member % move.outs.size()]);
  if (move.collective.kind == CollectiveKind::AllReduce)
    return reductions.combine(move.collective, std::move(blocks), outs, move.stream);
  absl::Status status;
  for (size_t own = 0; status.ok() && own != move.outs.size(); ++own)
    status = reductions.combineBlock(move.collective, move.part.members[own], blocks, move.outs[own], move.stream);
  return status;
}

} // namespace shardwright::runtime::cuda
