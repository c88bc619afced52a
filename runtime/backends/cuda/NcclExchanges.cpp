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

bool isCollective(const Step &step) { return step.kind == StepKind::Collective || step.kind == StepKind::Start; }

uint64_t largestBlock(const host::CollectivePlan &plan, uint32_t group, int64_t size) {
  uint64_t most = 0;
  for (int64_t sender = 0; sender != size; ++sender)
    for (int64_t receiver = 0; receiver != size; ++receiver)
      most = std::max(most, plan.between(group, sender, receiver).totalBytes());
  return alignedBlock(most);
}

} // namespace

NcclExchanges::NcclExchanges(const Executable &executable, DeviceRange range, CudaDevices &devices,
                             const KernelModule &kernels)
    : exe(executable), devices(devices), cuda(devices.driver()), copies(executable, cuda, kernels),
      reductions(kernels, copies), position(range.first) {
  for (const Collective &collective : exe.collectives)
    plans.emplace_back(exe, collective);
}

NcclExchanges::~NcclExchanges() { devices.release(staging); }

absl::Status NcclExchanges::prepare() {
  if (std::none_of(exe.steps.begin(), exe.steps.end(), isCollective))
    return absl::OkStatus();
  absl::StatusOr<NcclCommunicators *> opened = devices.communicators();
  if (!opened.ok())
    return opened.status();
  nccl = *opened;
  for (size_t i = 0; i != plans.size(); ++i) {
    const host::CollectivePlan &plan = plans[i];
    const uint32_t group = plan.places[static_cast<size_t>(position)].group;
    const auto size = static_cast<int64_t>(plan.groups[group].size());
    ways.push_back(wayOf(exe.collectives[i], plan));
    stagingBytes.push_back(stagingOf(ways.back(), plan, group, size));
    absl::StatusOr<ncclComm_t> comm = nccl->get(plan.groups);
    if (!comm.ok())
      return comm.status();
    communicators.push_back(*comm);
  }
  program.executable = &exe;
  uint64_t most = 0;
  for (const Step &step : exe.steps) {
    std::vector<int> &ranks = program.ranks.emplace_back();
    if (!isCollective(step))
      continue;
    const host::CollectivePlan &plan = plans[step.index];
    const std::vector<int64_t> &group = plan.groups[plan.places[static_cast<size_t>(position)].group];
    ranks.assign(group.begin(), group.end());
    uint64_t bytes = 0;
    for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
      bytes += stagingBytes[step.index + pair];
    most = std::max(most, bytes);
  }
  if (most == 0)
    return absl::OkStatus();
  absl::StatusOr<CUdeviceptr> memory = devices.allocate(most, "memory between collectives");
  if (!memory.ok())
    return memory.status();
  staging = *memory;
  return absl::OkStatus();
}

void NcclExchanges::begin() {
  if (nccl)
    nccl->setProgram(&program);
}

void NcclExchanges::end() {
  if (nccl)
    nccl->setProgram(nullptr);
}

uint64_t NcclExchanges::bytesSent(const Step &step, int64_t device) const {
  uint64_t bytes = 0;
  for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair)
    bytes += plans[step.index + pair].bytesSent(position + device);
  return bytes;
}

absl::Status NcclExchanges::await(CUstream stream, const std::string &what) {
  return nccl ? nccl->await(stream, what) : cuda.status(cuda.cuStreamSynchronize(stream), what);
}

NcclExchanges::Way NcclExchanges::wayOf(const Collective &collective, const host::CollectivePlan &plan) const {
  const uint32_t group = plan.places[static_cast<size_t>(position)].group;
  const auto size = static_cast<int64_t>(plan.groups[group].size());
  const bool isNative = ncclReductionOf(collective.type, collective.reduction).has_value();
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
    return areInOrder(false, plan.inBytes()) && plan.outBytes() == plan.inBytes() * static_cast<uint64_t>(size)
               ? Way::AllGather
               : Way::PackedGather;
  default:
    return Way::Blocks;
  }
}

uint64_t NcclExchanges::stagingOf(Way way, const host::CollectivePlan &plan, uint32_t group, int64_t size) const {
  const auto members = static_cast<uint64_t>(size);
  switch (way) {
  case Way::PackedScatter:
    return alignedBlock(members * plan.outBytes());
  case Way::Combine:
    return members * alignedBlock(plan.inBytes());
  case Way::PackedGather:
    return alignedBlock(members * plan.inBytes());
  case Way::Blocks:
    return plan.collectiveKind() == CollectiveKind::Permute ? 0 : 2 * members * largestBlock(plan, group, size);
  default:
    return 0;
  }
}

absl::Status NcclExchanges::exchange(uint32_t number, int64_t device, void *const *const *rows) {
  if (absl::Status status = nccl->usable(); !status.ok())
    return status;
  const Step &step = exe.steps[number];
  const CUstream stream = devices.stream(device);
  std::vector<Move> moves;
  CUdeviceptr between = staging;
  for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair) {
    const size_t index = step.index + pair;
    const host::CollectivePlan &plan = plans[index];
    const auto [group, self] = plan.places[static_cast<size_t>(position)];
    void *const *slots = rows[device] + step.firstSlot + 2 * pair;
    moves.push_back({exe.collectives[index], plan, group, self, static_cast<int64_t>(plan.groups[group].size()),
                     addressOf(slots[0]), addressOf(slots[1]), between, communicators[index], stream});
    between += stagingBytes[index];
  }
  absl::Status status = nccl->mark(number, NcclCommunicators::Mark::Before, stream);
  for (size_t i = 0; status.ok() && i != moves.size(); ++i)
    status = pack(moves[i], ways[step.index + i]);
  if (!status.ok())
    return status;
  const Nccl &library = nccl->library();
  ncclResult_t result = library.ncclGroupStart();
  for (size_t i = 0; isTaken(result) && i != moves.size(); ++i)
    result = call(moves[i], ways[step.index + i]);
  const ncclResult_t ended = library.ncclGroupEnd(); // in any case
  if (isTaken(result))
    result = ended;
  status = nccl->awaitCall(moves.front().comm, result, "NCCL has taken the collective");
  for (size_t i = 0; status.ok() && i != moves.size(); ++i)
    status = unpack(moves[i], ways[step.index + i]);
  return status.ok() ? nccl->mark(number, NcclCommunicators::Mark::Behind, stream) : status;
}

absl::Status NcclExchanges::pack(const Move &move, Way way) {
  switch (way) {
  case Way::PackedScatter:
    return packScatter(move);
  case Way::Blocks:
    return packBlocks(move);
  default:
    return absl::OkStatus();
  }
}

ncclResult_t NcclExchanges::call(const Move &move, Way way) {
  const Nccl &library = nccl->library();
  const host::CollectivePlan &plan = move.plan;
  const NcclReduction reduction =
      ncclReductionOf(move.collective.type, move.collective.reduction).value_or(NcclReduction{ncclUint8, ncclSum});
  const uint64_t elements = plan.outBytes() / plan.bytesPerElement() * reduction.numbers;
  switch (way) {
  case Way::AllReduce:
    return library.ncclAllReduce(pointer(move.in), target(move.out), elements, reduction.type, reduction.op, move.comm,
                                 move.stream);
  case Way::ReduceScatter:
  case Way::PackedScatter:
    return library.ncclReduceScatter(pointer(way == Way::ReduceScatter ? move.in : move.staging), target(move.out),
                                     elements, reduction.type, reduction.op, move.comm, move.stream);
  case Way::AllGather:
  case Way::PackedGather:
    return library.ncclAllGather(pointer(move.in), target(way == Way::AllGather ? move.out : move.staging),
                                 plan.inBytes(), ncclUint8, move.comm, move.stream);
  case Way::Combine: {
    ncclResult_t result = ncclSuccess;
    for (int64_t member = 0; isTaken(result) && member != move.size; ++member) {
      result = library.ncclSend(pointer(move.in), plan.inBytes(), ncclUint8, static_cast<int>(member), move.comm,
                                move.stream);
      if (isTaken(result))
        result = library.ncclRecv(target(move.staging + static_cast<uint64_t>(member) * alignedBlock(plan.inBytes())),
                                  plan.inBytes(), ncclUint8, static_cast<int>(member), move.comm, move.stream);
    }
    return result;
  }
  case Way::Blocks:
    return callBlocks(move);
  case Way::Nothing:
    break;
  }
  return ncclSuccess;
}

absl::Status NcclExchanges::unpack(const Move &move, Way way) {
  absl::Status status;
  switch (way) {
  case Way::Combine:
    return combine(move);
  case Way::PackedGather:
    for (int64_t sender = 0; status.ok() && sender != move.size; ++sender)
      status = copies.copyBox(move.collective, move.plan.between(move.group, sender, move.self), move.out,
                              move.staging + static_cast<uint64_t>(sender) * move.plan.inBytes(), move.stream);
    return status;
  case Way::Blocks:
    return unpackBlocks(move);
  default:
    return status;
  }
}

/// Blocks go from where they lie to where they are wanted, or by way of the first and the second half of the memory
/// between.
absl::Status NcclExchanges::packBlocks(const Move &move) {
  absl::Status status;
  if (move.plan.isPadded(move.group, move.self))
    status = copies.clear(move.out, move.plan.outBytes(), move.stream);
  const uint64_t stride = largestBlock(move.plan, move.group, move.size);
  for (int64_t receiver = 0; status.ok() && receiver != move.size; ++receiver) {
    const BoxCopy box = move.plan.between(move.group, move.self, receiver);
    if (receiver == move.self)
      status = copies.copyBox(move.collective, box, move.out, move.in, move.stream);
    else if (!box.empty() && box.denseFrom() < 0)
      status = copies.copyBox(move.collective, box, move.staging + static_cast<uint64_t>(receiver) * stride, move.in,
                              move.stream, CopyKernels::Form::Pack);
  }
  return status;
}

ncclResult_t NcclExchanges::callBlocks(const Move &move) {
  const Nccl &library = nccl->library();
  const uint64_t stride = largestBlock(move.plan, move.group, move.size);
  const CUdeviceptr received = move.staging + static_cast<uint64_t>(move.size) * stride;
  ncclResult_t result = ncclSuccess;
  for (int64_t other = 0; isTaken(result) && other != move.size; ++other) {
    if (other == move.self)
      continue;
    const auto place = static_cast<uint64_t>(other) * stride;
    const BoxCopy sent = move.plan.between(move.group, move.self, other);
    if (!sent.empty())
      result = library.ncclSend(
          pointer(sent.denseFrom() < 0 ? move.staging + place : move.in + static_cast<uint64_t>(sent.denseFrom())),
          sent.totalBytes(), ncclUint8, static_cast<int>(other), move.comm, move.stream);
    const BoxCopy box = move.plan.between(move.group, other, move.self);
    if (isTaken(result) && !box.empty())
      result = library.ncclRecv(
          target(box.denseTo() < 0 ? received + place : move.out + static_cast<uint64_t>(box.denseTo())),
          box.totalBytes(), ncclUint8, static_cast<int>(other), move.comm, move.stream);
  }
  return result;
}

absl::Status NcclExchanges::unpackBlocks(const Move &move) {
  const uint64_t stride = largestBlock(move.plan, move.group, move.size);
  const CUdeviceptr received = move.staging + static_cast<uint64_t>(move.size) * stride;
  absl::Status status;
  for (int64_t sender = 0; status.ok() && sender != move.size; ++sender) {
    const BoxCopy box = move.plan.between(move.group, sender, move.self);
    if (sender != move.self && !box.empty() && box.denseTo() < 0)
      status = copies.copyBox(move.collective, box, move.out, received + static_cast<uint64_t>(sender) * stride,
                              move.stream, CopyKernels::Form::Unpack);
  }
  return status;
}

/// Each receiver's block by itself, padded with zeros, whose sum and product are zero.
absl::Status NcclExchanges::packScatter(const Move &move) {
  absl::Status status;
  if (move.plan.isPadded(move.group, move.size - 1))
    status = copies.clear(move.staging, static_cast<uint64_t>(move.size) * move.plan.outBytes(), move.stream);
  for (int64_t receiver = 0; status.ok() && receiver != move.size; ++receiver) {
    const BoxCopy box = move.plan.between(move.group, move.self, receiver);
    if (box.empty())
      continue;
    CUDA_MEMCPY2D copy;
    copy.srcDevice = move.in + static_cast<uint64_t>(box.fromStart());
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

/// The kernel writes the result for all members, which are this one.
absl::Status NcclExchanges::combine(const Move &move) {
  std::vector<CUdeviceptr> blocks;
  for (int64_t member = 0; member != move.size; ++member)
    blocks.push_back(move.staging + static_cast<uint64_t>(member) * alignedBlock(move.plan.inBytes()));
  if (move.collective.kind == CollectiveKind::ReduceScatter)
    return reductions.combineBlock(move.collective, move.self, std::move(blocks), move.out, move.stream);
  const std::vector<CUdeviceptr> outs(blocks.size(), move.out);
  return reductions.combine(move.collective, std::move(blocks), outs, move.stream);
}

} // namespace shardwright::runtime::cuda
