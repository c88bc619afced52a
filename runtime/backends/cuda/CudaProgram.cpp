#include "runtime/backends/cuda/CudaProgram.h"

#include "runtime/CheckStep.h"
#include "runtime/Layout.h"
#include "runtime/Overlap.h"
#include "shardwright/Runtime/Process.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>
#include <numeric>

namespace shardwright::runtime::cuda {
namespace {

constexpr absl::string_view kPrefix = "cuda:";
/// Bytes that a step reads back to go on: a selector.
constexpr uint64_t kReadBytes = 4;

Members allDevices(int64_t count) {
  Members all(static_cast<size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

bool overlap(const Slot &a, const Slot &b) {
  return a.space == b.space && a.block == b.block && a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes &&
         a.offset != b.offset;
}

KernelsByGpu kernelsByGpu(const Executable &exe, const CudaDevices &devices) {
  KernelsByGpu kernels;
  for (size_t gpu = 0; gpu != devices.numGpus(); ++gpu)
    kernels.push_back(std::make_unique<GpuKernels>(exe, devices, gpu));
  return kernels;
}

} // namespace

CudaProgram::CudaProgram(std::shared_ptr<const Executable> executable, DeviceRange range, CudaDevices &devices)
    : exe(std::move(executable)), set(devices), cuda(devices.driver()), range(range), numDevices(range.count),
      uses(*exe), kernels(kernelsByGpu(*exe, devices)), exchanges(*exe, range, devices, kernels),
      routines(*exe, range, devices), devices(static_cast<size_t>(numDevices)), everyone(allDevices(numDevices)),
      plan(RecordingPlan::make(*exe, devices.driver(), exchanges.runInBodies())), conditions(devices), graph(devices) {}

CudaProgram::~CudaProgram() {
  for (const std::vector<CUdeviceptr> &memory : {constants, axisIndices})
    for (size_t gpu = 0; gpu != memory.size(); ++gpu)
      set.release(set.firstOn(gpu), memory[gpu]);
  for (size_t device = 0; device != scratch.size(); ++device)
    set.release(static_cast<int64_t>(device), scratch[device]);
  set.release(0, counters);
  if (readBytes && set.enter(0).ok())
    cuda.cuMemFreeHost(readBytes);
}

absl::StatusOr<std::unique_ptr<LoadedProgram>> CudaProgram::load(std::shared_ptr<const Executable> executable,
                                                                 DeviceRange range, CudaDevices &devices) {
  absl::string_view architecture = executable->target;
  if (!absl::ConsumePrefix(&architecture, kPrefix))
    return absl::InvalidArgumentError(absl::StrCat("compiled for '", executable->target,
                                                   "', these devices are GPUs: recompile with --target=cuda:sm_90"));
  absl::Status status = devices.checkArchitecture(std::string(architecture));
  std::unique_ptr<CudaProgram> program(new CudaProgram(std::move(executable), range, devices));
  if (status.ok())
    status = program->prepare();
  status = devices.agree(status); // before they wait for each other
  if (status.ok())
    status = program->exchanges.prepare();
  if (!status.ok())
    return status;
  return program;
}

absl::Status CudaProgram::prepare() {
  absl::Status status = checkSteps();
  for (size_t gpu = 0; status.ok() && gpu != set.numGpus(); ++gpu)
    status = prepareGpu(gpu);
  if (status.ok())
    status = set.enter(0);
  if (status.ok())
    status = routines.prepare();
  if (status.ok())
    status = prepareScratch();
  if (status.ok() && plan)
    status = prepareRecording();
  if (status.ok())
    status = set.enter(0);
  if (status.ok())
    status = cuda.status(cuda.cuMemHostAlloc(&readBytes,
                                             std::max(kReadBytes, (plan ? plan->numCounters : 0) * sizeof(uint64_t)),
                                             CU_MEMHOSTALLOC_PORTABLE),
                         "memory of the host");
  return status.ok() ? set.provide(exe->arenaBytes) : status;
}

/// What each of them has of its own.
absl::Status CudaProgram::prepareGpu(size_t gpu) {
  absl::Status status = kernels[gpu]->module.load();
  if (status.ok())
    status = prepareConstants(gpu);
  products.push_back(std::make_unique<Products>(*exe, set, gpu));
  if (status.ok())
    status = products.back()->prepare();
  return status.ok() ? prepareAxisIndices(gpu) : status;
}

/// Whether every step is something that a GPU does.
absl::Status CudaProgram::checkSteps() const {
  for (uint32_t number = 0; number != exe->steps.size(); ++number) {
    const Step &step = exe->steps[number];
    auto bad = [&](const auto &...what) {
      return absl::InvalidArgumentError(absl::StrCat(describeStep(*exe, number), ": ", what...));
    };
    auto hasGeometry = [&](int64_t kernel) {
      return exe->kernels[static_cast<size_t>(kernel)].blocks > 0 &&
             exe->kernels[static_cast<size_t>(kernel)].threads > 0;
    };
    if (step.kind == StepKind::Kernel && !hasGeometry(step.index))
      return bad("kernel '", exe->kernels[step.index].symbol, "' does not say how it is launched");
    if (step.kind == StepKind::Matmul &&
        (exe->matmuls[step.index].kernel < 0 || !hasGeometry(exe->matmuls[step.index].kernel)))
      return bad("the product has no kernel");
    if (step.kind != StepKind::Collective && step.kind != StepKind::Start)
      continue;
    for (uint32_t pair = 0; pair != step.numSlots / 2; ++pair) {
      const Collective &collective = exe->collectives[step.index + pair];
      const bool reduces =
          collective.kind == CollectiveKind::AllReduce || collective.kind == CollectiveKind::ReduceScatter;
      const bool isEmpty = numElements(collective.inShape) == 0 || numElements(collective.outShape) == 0;
      if (collective.kind != CollectiveKind::Permute && collective.kernels.empty() && !isEmpty)
        return bad("the collective has no kernels");
      for (uint32_t kernel : collective.kernels)
        if (reduces ? !hasGeometry(kernel) : exe->kernels[kernel].threads == 0)
          return bad("kernel '", exe->kernels[kernel].symbol, "' does not say how it is launched");
    }
  }
  return absl::OkStatus();
}

absl::Status CudaProgram::prepareConstants(size_t gpu) {
  constants.push_back(0);
  if (exe->constants.empty())
    return absl::OkStatus();
  const int64_t device = set.firstOn(gpu);
  absl::StatusOr<CUdeviceptr> memory = set.allocate(device, exe->constants.size(), "the constants");
  if (!memory.ok())
    return memory.status();
  constants.back() = *memory;
  return set.write(device, reinterpret_cast<void *>(*memory), exe->constants.size(), [&](void *to) {
    std::memcpy(to, exe->constants.data(), exe->constants.size());
    return absl::OkStatus();
  });
}

/// A row of numbers for each device of the GPU.
absl::Status CudaProgram::prepareAxisIndices(size_t gpu) {
  std::vector<int32_t> numbers;
  const int64_t first = set.firstOn(gpu);
  for (int64_t device = first; device != std::min(numDevices, first + set.devicesOnEach()); ++device)
    for (const AxisDigits &axes : exe->axisIndices)
      numbers.push_back(static_cast<int32_t>(blockIndex(*exe, axes, range.first + device)));
  axisIndices.push_back(0);
  if (numbers.empty())
    return absl::OkStatus();
  const uint64_t bytes = numbers.size() * sizeof(int32_t);
  absl::StatusOr<CUdeviceptr> memory = set.allocate(first, bytes, "the devices' places");
  if (!memory.ok())
    return memory.status();
  axisIndices.back() = *memory;
  return set.write(first, reinterpret_cast<void *>(*memory), bytes, [&](void *to) {
    std::memcpy(to, numbers.data(), bytes);
    return absl::OkStatus();
  });
}

/// Copies whose two sides overlap go through memory between them.
absl::Status CudaProgram::prepareScratch() {
  for (const Step &step : exe->steps) {
    copyBytes.push_back(0);
    if (step.kind != StepKind::Copy)
      continue;
    const Slot from = stepBuffer(*exe, exe->stepSlots[step.firstSlot], false).bytes;
    const Slot to = stepBuffer(*exe, exe->stepSlots[step.firstSlot + 1], true).bytes;
    copyBytes.back() = from.bytes;
    if (overlap(from, to))
      scratchBytes = std::max(scratchBytes, from.bytes);
  }
  if (scratchBytes == 0)
    return absl::OkStatus();
  for (int64_t device = 0; device != numDevices; ++device) {
    absl::StatusOr<CUdeviceptr> memory = set.allocate(device, scratchBytes, "memory between copies");
    if (!memory.ok())
      return memory.status();
    scratch.push_back(*memory);
  }
  return absl::OkStatus();
}

absl::Status CudaProgram::prepareRecording() {
  absl::Status status = plan->decides ? conditions.load() : absl::OkStatus();
  if (!status.ok() || plan->numCounters == 0)
    return status;
  absl::StatusOr<CUdeviceptr> memory = set.allocate(0, plan->numCounters * sizeof(uint64_t), "counters of iterations");
  if (memory.ok())
    counters = *memory;
  return memory.status();
}

std::unique_ptr<BlockTable> CudaProgram::makeTable() {
  std::vector<void *> addresses;
  for (int64_t device = 0; device != numDevices; ++device)
    addresses.push_back(reinterpret_cast<void *>(constants[set.gpuOf(device)]));
  return std::make_unique<SlotTable>(uses, addresses);
}

absl::Status CudaProgram::execute(BlockTable &table, Execution &asked) {
  set.beginExecution();
  if (absl::Status status = set.enter(0); !status.ok())
    return status;
  auto &slots = static_cast<SlotTable &>(table);
  slots.moveArenas(set, set.generation());
  rows = slots.rows();
  execution = &asked;
  asked.begin(numDevices);
  started = std::chrono::steady_clock::now();
  routines.begin();
  absl::Status status = run(slots.version());
  if (status.ok())
    status = routines.status();
  exchanges.end(status);
  execution->bytesSent = bytesSent();
  execution = nullptr;
  return status;
}

void CudaProgram::begin() {
  devices.assign(devices.size(), Device());
  exchanges.begin();
}

absl::Status CudaProgram::run(uint64_t addresses) {
  if (plan && !execution->trace) {
    if (!graph.holds(addresses) && graph.isWorthIt(addresses))
      graph.record(addresses, [&] { return record(); });
    if (graph.holds(addresses))
      return runRecorded(addresses);
  }
  begin();
  absl::Status status = enqueue(everyone);
  return status.ok() ? awaitAll() : status;
}

absl::StatusOr<CUgraph> CudaProgram::record() {
  begin();
  GraphRecorder recorder(set, conditions, *plan, *this, counters);
  if (absl::Status status = recorder.record(everyone); !status.ok())
    return status;
  atEnd = devices;
  bodyBytes = recorder.bodyBytes();
  if (absl::Status status = set.switchTo(0); !status.ok())
    return status;
  return recorder.take();
}

absl::Status CudaProgram::runRecorded(uint64_t addresses) {
  exchanges.begin();
  absl::Status status = set.switchTo(0);
  if (status.ok())
    status = graph.launch(addresses);
  const uint64_t bytes = plan->numCounters * sizeof(uint64_t);
  if (status.ok() && bytes != 0)
    status = cuda.status(cuda.cuMemcpyDtoHAsync(readBytes, counters, bytes, set.stream(0)), "reading counters");
  if (status.ok())
    status = exchanges.await(0, "the program, launched as one graph");
  devices = atEnd;
  for (size_t counter = 0; status.ok() && counter != bodyBytes.size(); ++counter) {
    uint64_t runs = 0;
    std::memcpy(&runs, static_cast<const uint8_t *>(readBytes) + counter * sizeof(runs), sizeof(runs));
    for (size_t device = 0; device != bodyBytes[counter].size(); ++device)
      devices[device].bytesSent += runs * bodyBytes[counter][device];
  }
  return status;
}

absl::Status CudaProgram::enqueue(const Members &members, uint32_t begin, uint32_t end) {
  for (int64_t member : members) {
    Device &device = devices[static_cast<size_t>(member)];
    device = {begin, end, false, false, device.bytesSent};
  }
  return enqueue(members);
}

CUdeviceptr CudaProgram::decisionOf(uint32_t step, int64_t device) const {
  return addressOf(rows[device][exe->steps[step].firstSlot]);
}

std::vector<Members> CudaProgram::groupsOf(const Members &members, uint32_t begin, uint32_t end) const {
  std::vector<int64_t> first = everyone; // by device: the first one of its group, or one on the way to it
  auto find = [&](int64_t device) {
    while (first[static_cast<size_t>(device)] != device)
      device = first[static_cast<size_t>(device)];
    return device;
  };
  for (uint32_t number = begin; number != end; ++number)
    if (const Step &step = exe->steps[number]; step.isCollective())
      for (int64_t device : members) {
        const int64_t one = find(device), other = find(exchanges.membersOf(step, device).front());
        first[static_cast<size_t>(std::max(one, other))] = std::min(one, other);
      }
  std::map<int64_t, Members> groups;
  for (int64_t device : members)
    groups[find(device)].push_back(device);
  std::vector<Members> all;
  for (auto &[_, group] : groups)
    all.push_back(std::move(group));
  return all;
}

std::vector<uint64_t> CudaProgram::bytesSent() const {
  std::vector<uint64_t> bytes;
  for (const Device &device : devices)
    bytes.push_back(device.bytesSent);
  return bytes;
}

void CudaProgram::setBytesSent(const std::vector<uint64_t> &bytes) {
  for (size_t device = 0; device != devices.size(); ++device)
    devices[device].bytesSent = bytes[device];
}

absl::Status CudaProgram::enqueue(const Members &members) {
  for (bool isDone = false; !isDone;) {
    isDone = true;
    bool moves = false;
    for (int64_t device : members) {
      Device &own = devices[static_cast<size_t>(device)];
      if (!own.isFinished && !own.waits) {
        moves = true;
        if (absl::Status status = runDevice(device); !status.ok())
          return status;
      }
      isDone = isDone && own.isFinished;
    }
    if (!isDone && !moves)
      return describeDeadlock();
  }
  return absl::OkStatus();
}

absl::Status CudaProgram::awaitAll() {
  for (int64_t device = 0; device != numDevices; ++device)
    if (absl::Status status = await(device, "the program"); !status.ok())
      return status;
  return absl::OkStatus();
}

absl::Status CudaProgram::runDevice(int64_t number) {
  Device &device = devices[static_cast<size_t>(number)];
  if (absl::Status status = set.switchTo(number); !status.ok())
    return status;
  while (!device.isFinished && !device.waits) {
    const uint32_t step = device.step;
    if (step == device.end) {
      device.isFinished = true;
      break;
    }
    const int64_t begin = execution->trace ? now() : 0;
    absl::Status status = runStep(number, step);
    if (status.ok() && execution->trace) {
      status = await(number, "the step");
      execution->events[static_cast<size_t>(number)].push_back({step, begin, now()});
    }
    if (!status.ok())
      return annotateStep(status, number, step);
    absl::StatusOr<uint32_t> next = nextStep(number, step);
    if (!next.ok())
      return annotateStep(next.status(), number, step);
    device.step = *next;
  }
  return absl::OkStatus();
}

absl::Status CudaProgram::launch(int64_t device, int64_t kernel, const Step &step) {
  void *parameters[1 << 9];
  if (step.numSlots > std::size(parameters))
    return absl::InvalidArgumentError(
        absl::StrCat("a kernel of ", step.numSlots, " buffers, a GPU's has at most ", std::size(parameters)));
  for (uint32_t i = 0; i != step.numSlots; ++i)
    parameters[i] = const_cast<void **>(rows[device] + step.firstSlot + i);
  return kernels[set.gpuOf(device)]->module.launch(kernel, parameters, set.stream(device));
}

absl::Status CudaProgram::runStep(int64_t device, uint32_t number) {
  const Step &step = exe->steps[number];
  void *const *slots = rows[device] + step.firstSlot;
  switch (step.kind) {
  case StepKind::Matmul: {
    absl::StatusOr<bool> isDone = products[set.gpuOf(device)]->run(exe->matmuls[step.index], step.index, slots, device);
    if (!isDone.ok() || *isDone)
      return isDone.status();
    return launch(device, exe->matmuls[step.index].kernel, step);
  }
  case StepKind::Kernel:
    return launch(device, step.index, step);
  case StepKind::Collective:
  case StepKind::Start:
    return runCollective(device, number);
  case StepKind::Library:
    return routines.enqueue(number, device, slots);
  case StepKind::AxisIndex: {
    const size_t gpu = set.gpuOf(device);
    const uint64_t place = static_cast<uint64_t>(device - set.firstOn(gpu)) * exe->axisIndices.size() + step.index;
    return cuda.status(cuda.cuMemcpyDtoDAsync(addressOf(slots[0]), axisIndices[gpu] + place * sizeof(int32_t),
                                              sizeof(int32_t), set.stream(device)),
                       "a copy");
  }
  case StepKind::Copy:
    return move(device, slots[1], slots[0], copyBytes[number]);
  case StepKind::Check:
    return check(device, number, slots);
  case StepKind::End:
    devices[static_cast<size_t>(device)].isFinished = true;
    return absl::OkStatus();
  case StepKind::Wait:
    return exchanges.awaitStarted(step.target, device);
  default: // those that only decide where it goes on
    return absl::OkStatus();
  }
}

absl::StatusOr<uint32_t> CudaProgram::nextStep(int64_t device, uint32_t number) {
  const Step &step = exe->steps[number];
  void *const *slots = rows[device] + step.firstSlot;
  switch (step.kind) {
  case StepKind::Jump:
    return step.target;
  case StepKind::JumpIfFalse:
    if (absl::Status status = readBack(device, slots[0], 1); !status.ok())
      return status;
    return *static_cast<const uint8_t *>(readBytes) ? number + 1 : step.target;
  case StepKind::Switch: {
    if (absl::Status status = readBack(device, slots[0], sizeof(int32_t)); !status.ok())
      return status;
    int32_t selector;
    std::memcpy(&selector, readBytes, sizeof(selector));
    const std::vector<uint32_t> &targets = exe->switches[step.index];
    const bool isInside = selector >= 0 && static_cast<size_t>(selector) < targets.size();
    return isInside ? targets[static_cast<size_t>(selector)] : targets.back();
  }
  case StepKind::End:
    return number;
  default:
    return number + 1;
  }
}

/// The last member of a group to come moves the data of all; the others wait for it, on the host only.
absl::Status CudaProgram::runCollective(int64_t device, uint32_t number) {
  const Step &step = exe->steps[number];
  devices[static_cast<size_t>(device)].bytesSent += exchanges.bytesSent(step, device);
  if (!exchanges.arrive(number, step, device)) {
    devices[static_cast<size_t>(device)].waits = true;
    return absl::OkStatus();
  }
  for (int64_t member : exchanges.membersOf(step, device))
    devices[static_cast<size_t>(member)].waits = false;
  absl::Status status = exchanges.exchange(number, device, rows);
  return status.ok() ? set.switchTo(device) : status;
}

absl::Status CudaProgram::move(int64_t device, void *to, void *from, uint64_t bytes) {
  const CUdeviceptr target = addressOf(to), source = addressOf(from);
  if (bytes == 0 || target == source)
    return absl::OkStatus();
  const CUstream stream = set.stream(device);
  const bool overlaps = target < source + bytes && source < target + bytes;
  if (!overlaps)
    return cuda.status(cuda.cuMemcpyDtoDAsync(target, source, bytes, stream), "a copy");
  if (bytes > scratchBytes)
    return absl::InternalError(
        absl::StrCat("a copy of ", bytes, " bytes onto itself, there is room for ", scratchBytes));
  const CUdeviceptr between = scratch[static_cast<size_t>(device)];
  CUresult result = cuda.cuMemcpyDtoDAsync(between, source, bytes, stream);
  if (result == CUDA_SUCCESS)
    result = cuda.cuMemcpyDtoDAsync(target, between, bytes, stream);
  return cuda.status(result, "a copy");
}

absl::Status CudaProgram::check(int64_t device, uint32_t number, void *const *slots) {
  const Check &what = exe->checks[exe->steps[number].index];
  const auto bytes = static_cast<uint64_t>(numElements(what.shape)) * elementBytes(what.type);
  absl::StatusOr<HostView> got = set.view(device, slots[0], bytes), want = set.view(device, slots[1], bytes);
  for (const absl::Status &status : {got.status(), want.status()})
    if (!status.ok())
      return status;
  std::string text = failureOf(*exe, number, got->data(), want->data(), execution->rtol, execution->atol);
  if (!text.empty())
    execution->failedChecks.emplace(number, std::move(text));
  return absl::OkStatus();
}

absl::Status CudaProgram::readBack(int64_t device, const void *from, uint64_t bytes) {
  const CUstream stream = set.stream(device);
  CUresult result = cuda.cuMemcpyDtoHAsync(readBytes, addressOf(from), bytes, stream);
  constexpr const char *kWhat = "reading back a decision, or a step before it";
  absl::Status status = result == CUDA_SUCCESS ? exchanges.await(device, kWhat) : cuda.status(result, kWhat);
  return status.ok() ? routines.status() : status; // what it decides on may be what a routine has not made
}

absl::Status CudaProgram::await(int64_t device, const char *what) {
  return exchanges.await(device, absl::StrCat("device ", range.first + device, ": waiting for ", what, " to end"));
}

absl::Status CudaProgram::annotateStep(const absl::Status &status, int64_t device, uint32_t number) const {
  return absl::Status(status.code(), absl::StrCat(describeStep(*exe, number), " on device ", range.first + device, ": ",
                                                  status.message()));
}

absl::Status CudaProgram::describeDeadlock() const {
  std::string text = "the program cannot go on:";
  for (size_t device = 0; device != devices.size() && device != 8; ++device)
    absl::StrAppend(&text, device ? ", " : " ", "device ", range.first + static_cast<int64_t>(device),
                    devices[device].isFinished
                        ? " has finished"
                        : absl::StrCat(" waits in ", describeStep(*exe, devices[device].step - 1)));
  if (devices.size() > 8)
    absl::StrAppend(&text, ", ...");
  return absl::InternalError(text);
}

} // namespace shardwright::runtime::cuda
