#include "runtime/backends/cuda/HostRoutines.h"

#include "runtime/Layout.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime::cuda {

HostRoutines::HostRoutines(const Executable &executable, DeviceRange range, CudaDevices &devices)
    : exe(executable), devices(devices), cuda(devices.driver()), range(range), numDevices(range.count) {}

HostRoutines::~HostRoutines() {
  if (staging && devices.enter(0).ok())
    cuda.cuMemFreeHost(staging);
}

absl::Status HostRoutines::prepare() {
  if (exe.libraryCalls.empty())
    return absl::OkStatus();
  absl::Status status = prepareRoutines();
  return status.ok() ? prepareMemory() : status;
}

absl::Status HostRoutines::prepareRoutines() {
  for (const LibraryCall &call : exe.libraryCalls) {
    if (!call.kernelSymbol.empty())
      return absl::InvalidArgumentError(absl::StrCat("library call '", call.name, "' is given kernel '",
                                                     call.kernelSymbol, "', which is the GPU's: compile for a host"));
    // A device's calls come one after the other: its number stands for a worker's.
    absl::StatusOr<std::unique_ptr<host::LibraryRoutine>> routine =
        host::makeLibraryRoutine(call, nullptr, static_cast<int>(numDevices));
    if (!routine.ok())
      return routine.status();
    uint64_t bytes = 0;
    for (uint64_t own : bufferBytes.emplace_back((*routine)->bufferBytes()))
      bytes += host::aligned(own);
    stagingBytes = std::max(stagingBytes, bytes);
    scratchBytes = std::max(scratchBytes, host::aligned((*routine)->scratchBytes()));
    routines.push_back(*std::move(routine));
  }
  callOf.assign(exe.steps.size(), 0);
  for (uint32_t number = 0; number != exe.steps.size(); ++number) {
    if (exe.steps[number].kind != StepKind::Library)
      continue;
    const host::LibraryRoutine *routine = routines[exe.steps[number].index].get();
    if (absl::Status status = host::checkLibraryStep(exe, number, *routine); !status.ok())
      return status;
    callOf[number] = static_cast<uint32_t>(calls.size() / static_cast<size_t>(numDevices));
    for (int64_t device = 0; device != numDevices; ++device)
      calls.push_back({this, routine, number, device, {}});
  }
  return absl::OkStatus();
}

absl::Status HostRoutines::prepareMemory() {
  const auto count = static_cast<uint64_t>(numDevices);
  absl::StatusOr<host::Memory> memory = host::Memory::allocate(scratchBytes * count, "what routines work with");
  if (!memory.ok())
    return memory.status();
  scratch = *std::move(memory);
  const CUresult result =
      stagingBytes == 0 ? CUDA_SUCCESS : cuda.cuMemHostAlloc(&staging, stagingBytes * count, CU_MEMHOSTALLOC_PORTABLE);
  if (result != CUDA_SUCCESS)
    return absl::ResourceExhaustedError(
        absl::StrCat(cuda.status(result, "memory of the host for its routines").message(), ": ", stagingBytes,
                     " bytes asked for, for each of ", numDevices, " devices"));
  for (Call &call : calls) {
    uint8_t *next = static_cast<uint8_t *>(staging) + static_cast<uint64_t>(call.device) * stagingBytes;
    for (uint64_t bytes : bufferBytes[exe.steps[call.step].index]) {
      call.buffers.push_back(next);
      next += host::aligned(bytes);
    }
  }
  return absl::OkStatus();
}

absl::Status HostRoutines::enqueue(uint32_t number, int64_t device, void *const *slots) {
  Call &call = calls[callOf[number] * static_cast<size_t>(numDevices) + static_cast<size_t>(device)];
  const std::vector<uint64_t> &bytes = bufferBytes[exe.steps[number].index];
  const CUstream stream = devices.stream(device);
  const size_t numInputs = call.routine->numInputs();
  CUresult result = CUDA_SUCCESS;
  for (size_t i = 0; result == CUDA_SUCCESS && i != numInputs; ++i)
    if (bytes[i] != 0)
      result = cuda.cuMemcpyDtoHAsync(call.buffers[i], addressOf(slots[i]), bytes[i], stream);
  if (result == CUDA_SUCCESS)
    result = cuda.cuLaunchHostFunc(stream, run, &call);
  for (size_t i = numInputs; result == CUDA_SUCCESS && i != bytes.size(); ++i)
    if (bytes[i] != 0)
      result = cuda.cuMemcpyHtoDAsync(addressOf(slots[i]), call.buffers[i], bytes[i], stream);
  return cuda.status(result, "calling a routine of the host");
}

/// On a thread of the driver's, which must not call the driver.
void HostRoutines::run(void *call) {
  auto &own = *static_cast<Call *>(call);
  HostRoutines &all = *own.owner;
  uint8_t *scratch = all.scratch.data() + static_cast<uint64_t>(own.device) * all.scratchBytes;
  if (own.routine->run(own.buffers.data(), scratch, static_cast<int>(own.device)))
    return;
  const Call *none = nullptr;
  all.failed.compare_exchange_strong(none, &own);
}

absl::Status HostRoutines::status() const {
  const Call *call = failed.load();
  if (!call)
    return absl::OkStatus();
  return host::libraryError(exe, call->step, range.first + call->device);
}

} // namespace shardwright::runtime::cuda
