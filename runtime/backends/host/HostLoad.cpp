#include "runtime/Layout.h"
#include "runtime/backends/host/HostProgram.h"
#include "shardwright/Runtime/Process.h"
#include "shardwright/Runtime/Target.h"

#include "absl/strings/str_cat.h"

#include <cstring>

namespace shardwright::runtime::host {

HostProgram::HostProgram(std::shared_ptr<const Executable> executable, DeviceRange range, HostDevices &hostDevices)
    : exe(std::move(executable)), set(hostDevices), scheduler(set.scheduler()),
      outside(range.count == exe->numDevices() ? nullptr : set.outside()), range(range), numDevices(range.count),
      uses(*exe), devices(static_cast<size_t>(numDevices)) {}

absl::StatusOr<std::unique_ptr<LoadedProgram>> HostProgram::load(std::shared_ptr<const Executable> executable,
                                                                 DeviceRange range, HostDevices &devices) {
  if (absl::Status status = checkTarget(executable->target); !status.ok())
    return status;
  std::unique_ptr<HostProgram> program(new HostProgram(std::move(executable), range, devices));
  if (absl::Status status = program->prepare(); !status.ok())
    return status;
  return program;
}

absl::Status HostProgram::prepare() {
  if (absl::Status status = prepareKernels(); !status.ok())
    return status;
  if (absl::Status status = checkMemory(bytesPerDevice(*exe) - exe->constants.size()); !status.ok())
    return status;
  if (absl::Status status = prepareConstants(); !status.ok())
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

/// Devices of one process: what they need together is compared with what it may have before anything is asked
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

absl::Status HostProgram::prepareConstants() {
  absl::StatusOr<Memory> pages = Memory::allocate(exe->constants.size(), "the constants");
  if (!pages.ok())
    return pages.status();
  constants = *std::move(pages);
  if (!exe->constants.empty())
    std::memcpy(constants.data(), exe->constants.data(), exe->constants.size());
  return absl::OkStatus();
}

void HostProgram::prepareSteps() {
  collectives.emplace(*exe, scheduler, range, outside, [this](uint32_t step, uint32_t group) {
    if (exe->steps[step].kind == StepKind::Start)
      finish(step, collectives->groupAt(step, group));
    else
      complete(step, collectives->groupAt(step, group), -1);
  });
  for (uint32_t number = 0; number != exe->steps.size(); ++number)
    if (const Step &step = exe->steps[number]; step.kind == StepKind::Wait) {
      waits.resize(exe->steps.size());
      waits[step.target] = number;
    }
  for (const AxisDigits &axes : exe->axisIndices) {
    std::vector<int32_t> &row = axisIndices.emplace_back();
    for (int64_t device = 0; device != numDevices; ++device)
      row.push_back(static_cast<int32_t>(blockIndex(*exe, axes, range.first + device)));
  }
  for (const Step &step : exe->steps) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i != step.numSlots; ++i)
      bytes += exe->slots[exe->stepSlots[step.firstSlot + i]].bytes;
    stepBytes.push_back(bytes);
  }
}

absl::Status HostProgram::prepareLibrary() {
  uint64_t scratch = 0;
  int64_t numWorkers = set.numWorkers(), parts = numDevices < numWorkers ? numWorkers : 1;
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
  for (uint32_t number = 0; number != exe->steps.size(); ++number)
    if (exe->steps[number].kind == StepKind::Library)
      if (absl::Status status = checkLibraryStep(*exe, number, *routines[exe->steps[number].index]); !status.ok())
        return status;
  return set.provide(exe->arenaBytes, scratch);
}

} // namespace shardwright::runtime::host
