#include "runtime/Layout.h"
#include "runtime/Overlap.h"
#include "runtime/backends/host/HostProgram.h"
#include "shardwright/Runtime/Process.h"
#include "shardwright/Runtime/Target.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <map>
#include <thread>

namespace shardwright::runtime::host {

HostProgram::HostProgram(std::shared_ptr<const Executable> executable, int numWorkers)
    : exe(std::move(executable)), numDevices(exe->numDevices()), workers(static_cast<size_t>(numWorkers)),
      devices(static_cast<size_t>(numDevices)), scheduler(*this, numDevices, numWorkers) {}

absl::StatusOr<std::unique_ptr<LoadedProgram>> HostProgram::load(std::shared_ptr<const Executable> executable,
                                                                 const LoadOptions &options) {
  if (absl::Status status = checkTarget(executable->target); !status.ok())
    return status;
  int workers = options.workers > 0 ? options.workers : static_cast<int>(std::thread::hardware_concurrency());
  std::unique_ptr<HostProgram> program(new HostProgram(std::move(executable), std::max(workers, 1)));
  if (absl::Status status = program->prepare(); !status.ok())
    return status;
  return program;
}

absl::Status HostProgram::prepare() {
  if (absl::Status status = prepareKernels(); !status.ok())
    return status;
  if (absl::Status status = prepareMemory(); !status.ok())
    return status;
  prepareSteps();
  return prepareLibrary();
}

absl::Status HostProgram::prepareKernels() {
  if (!exe->kernelImage.empty()) {
    absl::StatusOr<KernelImage> opened = KernelImage::open(exe->kernelImage);
    if (!opened.ok())
      return opened.status();
    image = *std::move(opened);
  }
  for (const Kernel &kernel : exe->kernels) {
    absl::StatusOr<KernelFunction> function = image.find(kernel.symbol);
    if (!function.ok())
      return function.status();
    kernels.push_back(*function);
  }
  return absl::OkStatus();
}

/// All devices live in this process: what they need together is compared with what it may have before anything is asked
/// for, since the system hands out more than there is.
absl::Status HostProgram::checkMemory(uint64_t bytesPerDevice) {
  uint64_t n = static_cast<uint64_t>(numDevices), tables = exe->stepSlots.size() * sizeof(void *), all = 0;
  for (const Collective &collective : exe->collectives) {
    uint64_t group = static_cast<uint64_t>(numParts(collective.axes));
    tables += 64 + (collective.kind == CollectiveKind::AllToAll ? group * sizeof(BoxCopy) : 0);
  }
  tables += (exe->axisIndices.size() + exe->arguments.size() + exe->results.size()) * sizeof(void *);
  uint64_t limit = memoryLimit();
  if (__builtin_add_overflow(bytesPerDevice, tables, &all) || __builtin_mul_overflow(all, n, &all) ||
      __builtin_add_overflow(all, exe->constants.size(), &all) || all > limit)
    return absl::ResourceExhaustedError(absl::StrCat("the program needs ", bytesPerDevice + tables,
                                                     " bytes of memory on each of ", n, " device", n == 1 ? "" : "s",
                                                     ", which share this process; it may have ", limit, " bytes"));
  return absl::OkStatus();
}

/// The blocks of arguments and results one after the other; the bytes of all.
static uint64_t layOutBlocks(const Executable &executable, std::map<const Interface *, uint64_t> &offsets) {
  uint64_t bytes = 0;
  for (const std::vector<Interface> *side : {&executable.arguments, &executable.results})
    for (const Interface &value : *side)
      if (value.alias < 0 && value.place < 0) {
        offsets[&value] = bytes;
        bytes += aligned(localBytes(value));
      }
  return bytes;
}

absl::Status HostProgram::prepareMemory() {
  uint64_t n = static_cast<uint64_t>(numDevices);
  if (absl::Status status = checkMemory(runtime::bytesPerDevice(*exe) - exe->constants.size()); !status.ok())
    return status;
  std::map<const Interface *, uint64_t> offsets;
  uint64_t arenaStride = aligned(exe->arenaBytes), ownStride = layOutBlocks(*exe, offsets);
  std::pair<Memory *, std::pair<uint64_t, const char *>> wanted[] = {
      {&constants, {exe->constants.size(), "the constants"}},
      {&arenas, {arenaStride * n, "the devices' memory"}},
      {&interfaces, {ownStride * n, "arguments and results"}}};
  for (auto &[memory, what] : wanted) {
    absl::StatusOr<Memory> pages = Memory::allocate(what.first, what.second);
    if (!pages.ok())
      return pages.status();
    *memory = *std::move(pages);
  }
  if (!exe->constants.empty())
    std::memcpy(constants.data(), exe->constants.data(), exe->constants.size());

  size_t numStepSlots = exe->stepSlots.size();
  bufferTable.resize(numStepSlots * devices.size());
  argumentBuffers.resize(devices.size());
  resultBuffers.resize(devices.size());
  for (size_t d = 0; d != devices.size(); ++d) {
    uint8_t *arena = arenas.data() + d * arenaStride;
    auto addressOf = [&](const Interface &value) -> void * {
      if (value.place >= 0)
        return arena + value.place;
      const Interface &owner = value.alias < 0 ? value : exe->arguments[static_cast<size_t>(value.alias)];
      return interfaces.data() + d * ownStride + offsets.at(&owner);
    };
    for (const Interface &argument : exe->arguments)
      argumentBuffers[d].push_back(addressOf(argument));
    for (const Interface &result : exe->results)
      resultBuffers[d].push_back(addressOf(result));
    devices[d].buffers = bufferTable.data() + d * numStepSlots;
    for (size_t i = 0; i != numStepSlots; ++i) {
      const Slot &slot = exe->slots[exe->stepSlots[i]];
      void *base = nullptr;
      switch (slot.space) {
      case SlotSpace::Arena:
        base = arena + slot.offset;
        break;
      case SlotSpace::Argument:
        base = static_cast<uint8_t *>(argumentBuffers[d][slot.block]) + slot.offset;
        break;
      case SlotSpace::Result:
        base = static_cast<uint8_t *>(resultBuffers[d][slot.block]) + slot.offset;
        break;
      case SlotSpace::Constant:
        base = constants.data() + slot.offset;
        break;
      }
      devices[d].buffers[i] = base;
    }
  }
  return absl::OkStatus();
}

void HostProgram::prepareSteps() {
  for (const Collective &collective : exe->collectives)
    collectives.emplace_back(*exe, collective);
  for (const AxisDigits &axes : exe->axisIndices) {
    std::vector<int32_t> &row = axisIndices.emplace_back();
    for (int64_t device = 0; device != numDevices; ++device)
      row.push_back(static_cast<int32_t>(blockIndex(*exe, axes, device)));
  }
  size_t largestGroup = 1;
  for (const Step &step : exe->steps) {
    firstRendezvous.push_back(static_cast<uint32_t>(numRendezvous));
    if (step.kind == StepKind::Collective) {
      const CollectivePlan &plan = collectives[step.index];
      numRendezvous += plan.groups.size();
      largestGroup = std::max(largestGroup, plan.groups.front().size());
    }
    uint64_t bytes = 0;
    for (uint32_t i = 0; i != step.numSlots; ++i)
      bytes += exe->slots[exe->stepSlots[step.firstSlot + i]].bytes;
    stepBytes.push_back(bytes);
  }
  rendezvous.reset(new Rendezvous[numRendezvous]);
  for (Worker &worker : workers) {
    worker.ins.resize(largestGroup);
    worker.outs.resize(largestGroup);
  }
}

/// What a routine writes must be apart from what it reads, unless it is made for that.
absl::Status HostProgram::checkLibraryBuffers(const Step &step) {
  const LibraryRoutine &routine = *routines[step.index];
  std::vector<StepBuffer> buffers;
  std::vector<int64_t> partners(step.numSlots, -1);
  size_t inputs = routine.numInputs();
  for (uint32_t i = 0; i != step.numSlots; ++i) {
    buffers.push_back(stepBuffer(*exe, exe->stepSlots[step.firstSlot + i], i >= inputs));
    if (i >= inputs && routine.worksInPlace())
      partners[i] = static_cast<int64_t>(i - inputs);
  }
  return checkApart(buffers, partners);
}

absl::Status HostProgram::prepareLibrary() {
  uint64_t scratch = 0;
  int64_t numWorkers = static_cast<int64_t>(workers.size()), parts = numDevices < numWorkers ? numWorkers : 1;
  for (const Matmul &matmul : exe->matmuls) {
    absl::StatusOr<MatmulStep> plan = MatmulStep::create(matmul, static_cast<int>(numWorkers), parts);
    if (!plan.ok())
      return plan.status();
    scratch = std::max(scratch, plan->scratchBytes());
    matmuls.push_back(*std::move(plan));
  }
  for (const LibraryCall &call : exe->libraryCalls) {
    KernelFunction kernel = nullptr;
    if (!call.kernelSymbol.empty()) {
      absl::StatusOr<KernelFunction> function = image.find(call.kernelSymbol);
      if (!function.ok())
        return function.status();
      kernel = *function;
    }
    absl::StatusOr<std::unique_ptr<LibraryRoutine>> routine =
        makeLibraryRoutine(call, kernel, static_cast<int>(numWorkers));
    if (!routine.ok())
      return routine.status();
    scratch = std::max(scratch, (*routine)->scratchBytes());
    routines.push_back(*std::move(routine));
  }
  for (uint32_t number = 0; number != exe->steps.size(); ++number) {
    const Step &step = exe->steps[number];
    if (step.kind != StepKind::Library)
      continue;
    std::vector<uint64_t> want = routines[step.index]->bufferBytes();
    bool fits = want.size() == step.numSlots;
    for (uint32_t i = 0; fits && i != step.numSlots; ++i)
      fits = exe->slots[exe->stepSlots[step.firstSlot + i]].bytes >= want[i];
    if (!fits)
      return absl::InvalidArgumentError(
          absl::StrCat(describeStep(*exe, number), ": '", exe->libraryCalls[step.index].name, "' takes ", want.size(),
                       " buffers, the step has ", step.numSlots, ", or one is too small"));
    if (absl::Status status = checkLibraryBuffers(step); !status.ok())
      return absl::InvalidArgumentError(absl::StrCat(describeStep(*exe, number), ": ", status.message()));
  }
  for (Worker &worker : workers) {
    absl::StatusOr<Memory> pages = Memory::allocate(scratch, "scratch memory of the workers");
    if (!pages.ok())
      return pages.status();
    worker.scratch = *std::move(pages);
  }
  return absl::OkStatus();
}

} // namespace shardwright::runtime::host

namespace shardwright::runtime {
namespace {
class HostBackend : public Backend {
public:
  const char *name() const override { return "host"; }
  absl::StatusOr<std::unique_ptr<LoadedProgram>> load(std::shared_ptr<const Executable> executable,
                                                      const LoadOptions &options) override {
    return host::HostProgram::load(std::move(executable), options);
  }
};
} // namespace

Backend &hostBackend() {
  static HostBackend backend;
  return backend;
}

} // namespace shardwright::runtime
