#include "runtime/backends/cuda/CudaDevices.h"

#include "runtime/backends/cuda/CudaProgram.h"
#include "runtime/backends/cuda/GpuChoice.h"
#include "runtime/backends/cuda/NcclCommunicators.h"

#include "shardwright/Runtime/Target.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime::cuda {

namespace {

void *pointerTo(CUdeviceptr address) { return reinterpret_cast<void *>(address); }

} // namespace

absl::StatusOr<std::unique_ptr<CudaDevices>> CudaDevices::open(const DeviceSetOptions &options) {
  absl::StatusOr<const Driver *> driver = Driver::get();
  // Processes agree on each outcome before they go on: what ends one of them ends all.
  auto agreed = [&](const absl::Status &mine) { return options.processes ? options.processes->agree(mine) : mine; };
  if (absl::Status status = agreed(driver.status()); !status.ok())
    return status;
  std::unique_ptr<CudaDevices> devices(new CudaDevices(**driver, options));
  if (absl::Status status = devices->chooseGpus(options); !status.ok())
    return status;
  if (absl::Status status = agreed(devices->start()); !status.ok())
    return status;
  return devices;
}

CudaDevices::CudaDevices(const Driver &driver, const DeviceSetOptions &options)
    : cuda(driver), count(options.devices), memoryLimit(options.memory),
      peers(options.processes, options.gpus.deadline) {
  current.arenas.resize(static_cast<size_t>(count), nullptr);
}

absl::Status CudaDevices::chooseGpus(const DeviceSetOptions &options) {
  absl::StatusOr<std::vector<CUdevice>> chosen = cuda::chooseGpus(options.processes, cuda, count, options.gpus);
  if (!chosen.ok())
    return chosen.status();
  for (CUdevice handle : *chosen)
    gpus.emplace_back().handle = handle;
  return absl::OkStatus();
}

absl::StatusOr<NcclCommunicators *> CudaDevices::communicators() {
  if (!nccl) {
    absl::StatusOr<std::unique_ptr<NcclCommunicators>> opened = NcclCommunicators::open(peers, *this);
    if (!opened.ok())
      return opened.status();
    nccl = *std::move(opened);
  }
  return nccl.get();
}

absl::Status CudaDevices::start(Gpu &gpu) {
  auto check = [&](CUresult result, const char *what) { return cuda.status(result, what); };
  char text[256] = {};
  if (cuda.cuDeviceGetName(text, sizeof(text) - 1, gpu.handle) == CUDA_SUCCESS)
    gpu.name = text;
  absl::Status status =
      check(cuda.cuDeviceGetAttribute(&gpu.major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, gpu.handle),
            "the GPU's architecture");
  if (status.ok())
    status = check(cuda.cuDeviceGetAttribute(&gpu.minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, gpu.handle),
                   "the GPU's architecture");
  return status.ok() ? check(cuda.cuDevicePrimaryCtxRetain(&gpu.context, gpu.handle), "the GPU's context") : status;
}

absl::Status CudaDevices::start() {
  absl::Status status;
  for (size_t gpu = 0; status.ok() && gpu != gpus.size(); ++gpu)
    status = start(gpus[gpu]);
  for (int64_t queue = 0; status.ok() && queue != 2 * count; ++queue) {
    status = enter(queue / 2);
    if (status.ok())
      status = cuda.status(cuda.cuStreamCreate(&streams.emplace_back(nullptr), CU_STREAM_NON_BLOCKING), "a stream");
    if (status.ok())
      status = cuda.status(cuda.cuEventCreate(&events.emplace_back(nullptr), CU_EVENT_DISABLE_TIMING), "an event");
  }
  if (status.ok())
    blocks.reset(new BlockPool(*this, count, memoryLimit)); // its base is nobody else's business
  return status;
}

CudaDevices::~CudaDevices() {
  nccl.reset();
  blocks.reset();
  releaseArenas(current.arenas);
  releaseArenas(next);
  if (staged && enter(0).ok())
    cuda.cuMemFreeHost(staged);
  for (size_t queue = 0; queue != streams.size(); ++queue) {
    if (!enter(static_cast<int64_t>(queue / 2)).ok())
      continue;
    if (queue < events.size() && events[queue])
      cuda.cuEventDestroy(events[queue]);
    if (streams[queue])
      cuda.cuStreamDestroy(streams[queue]);
  }
  for (const Gpu &gpu : gpus)
    if (gpu.context)
      cuda.cuDevicePrimaryCtxRelease(gpu.handle);
}

absl::Status CudaDevices::enter(int64_t device) const {
  return cuda.status(cuda.cuCtxSetCurrent(gpus[gpuOf(device)].context), "the GPU's context");
}

absl::Status CudaDevices::health(size_t gpu) const {
  if (absl::Status status = enter(firstOn(gpu)); !status.ok())
    return status;
  const CUresult result = cuda.cuStreamQuery(stream(firstOn(gpu)));
  return result == CUDA_ERROR_NOT_READY ? absl::OkStatus() : cuda.status(result, "what runs on the GPU");
}

std::string CudaDevices::nameOf(size_t gpu) const {
  return gpus.size() == 1 ? absl::StrCat("the GPU (", gpus[gpu].name, ")")
                          : absl::StrCat("GPU ", gpu, " (", gpus[gpu].name, ")");
}

absl::Status CudaDevices::order(Queue first, Queue then) const {
  absl::Status status = first == then ? absl::OkStatus() : switchTo(first.device);
  if (!status.ok() || first == then)
    return status;
  const CUevent event = events[indexOf(first)];
  CUresult result = cuda.cuEventRecord(event, stream(first));
  if (result == CUDA_SUCCESS)
    result = cuda.cuStreamWaitEvent(stream(then), event, 0);
  return cuda.status(result, "ordering streams");
}

absl::Status CudaDevices::checkArchitecture(const std::string &architecture) const {
  absl::string_view digits = architecture;
  int wanted = 0;
  if (!absl::ConsumePrefix(&digits, "sm_") || !absl::SimpleAtoi(digits, &wanted))
    return absl::InvalidArgumentError(absl::StrCat("compiled for '", architecture, "', which is no GPU architecture"));
  for (size_t gpu = 0; gpu != gpus.size(); ++gpu)
    if (const int have = 10 * gpus[gpu].major + gpus[gpu].minor; have < wanted)
      return absl::InvalidArgumentError(absl::StrCat("compiled for ", architecture, ", ", nameOf(gpu), " is sm_", have,
                                                     ": recompile with --target=cuda:sm_", have));
  return absl::OkStatus();
}

absl::StatusOr<CUdeviceptr> CudaDevices::allocate(int64_t device, uint64_t bytes, const char *what) {
  if (absl::Status status = enter(device); !status.ok())
    return status;
  CUdeviceptr address = 0;
  const uint64_t size = std::max<uint64_t>(bytes, 1);
  CUresult result = cuda.cuMemAlloc(&address, size);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    size_t left = 0, total = 0;
    cuda.cuMemGetInfo(&left, &total);
    return absl::ResourceExhaustedError(absl::StrCat(what, ": ", bytes, " bytes asked for, ", nameOf(gpuOf(device)),
                                                     " has ", left, " of ", total, " bytes left"));
  }
  if (absl::Status status = cuda.status(result, what); !status.ok())
    return status;
  return address;
}

void CudaDevices::release(int64_t device, CUdeviceptr address) {
  if (address != 0 && enter(device).ok())
    cuda.cuMemFree(address);
}

absl::StatusOr<void *> CudaDevices::allocate(int64_t device, uint64_t bytes) {
  absl::StatusOr<CUdeviceptr> address = allocate(device, bytes, "the devices' memory");
  if (!address.ok())
    return address.status();
  return pointerTo(*address);
}

void CudaDevices::free(int64_t device, void *address, uint64_t) { release(device, addressOf(address)); }

void *CudaDevices::stage(uint64_t bytes) {
  if (bytes <= stagedBytes)
    return staged;
  if (staged)
    cuda.cuMemFreeHost(std::exchange(staged, nullptr));
  stagedBytes = cuda.cuMemHostAlloc(&staged, bytes, CU_MEMHOSTALLOC_PORTABLE) == CUDA_SUCCESS ? bytes : 0;
  return stagedBytes ? staged : nullptr;
}

absl::Status CudaDevices::write(int64_t device, void *address, uint64_t bytes, const FillMemory &fill) {
  if (bytes == 0)
    return fill(nullptr);
  if (absl::Status status = enter(device); !status.ok())
    return status;
  std::lock_guard<std::mutex> lock(staging);
  void *from = stage(bytes);
  const std::string what = absl::StrCat("writing ", bytes, " bytes of device ", device);
  if (!from)
    return absl::ResourceExhaustedError(absl::StrCat(what, ": the host has no memory to read them from"));
  if (absl::Status status = fill(from); !status.ok())
    return status;
  CUresult result = cuda.cuMemcpyHtoDAsync(addressOf(address), from, bytes, stream(device));
  if (result == CUDA_SUCCESS)
    result = cuda.cuStreamSynchronize(stream(device));
  return cuda.status(result, what);
}

absl::StatusOr<HostView> CudaDevices::view(int64_t device, const void *address, uint64_t bytes) {
  std::vector<uint8_t> copied(bytes);
  if (bytes == 0)
    return HostView(std::move(copied));
  if (absl::Status status = enter(device); !status.ok())
    return status;
  CUresult result = cuda.cuMemcpyDtoHAsync(copied.data(), addressOf(address), bytes, stream(device));
  if (result == CUDA_SUCCESS)
    result = cuda.cuStreamSynchronize(stream(device));
  if (absl::Status status = cuda.status(result, absl::StrCat("reading ", bytes, " bytes of device ", device));
      !status.ok())
    return status;
  return HostView(std::move(copied));
}

absl::Status CudaDevices::copy(int64_t device, void *to, const void *from, uint64_t bytes) {
  if (bytes == 0)
    return absl::OkStatus();
  if (absl::Status status = enter(device); !status.ok())
    return status;
  CUresult result = cuda.cuMemcpyDtoDAsync(addressOf(to), addressOf(from), bytes, stream(device));
  if (result == CUDA_SUCCESS)
    result = cuda.cuStreamSynchronize(stream(device));
  return cuda.status(result, absl::StrCat("copying ", bytes, " bytes of device ", device));
}

absl::Status CudaDevices::provide(uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes <= arenaBytes)
    return absl::OkStatus();
  const uint64_t more = bytes - arenaBytes;
  std::vector<void *> arenas;
  int64_t reserved = 0;
  absl::Status status;
  for (; status.ok() && reserved != count; ++reserved) {
    status = blocks->reserve(reserved, more);
    if (!status.ok())
      break;
    absl::StatusOr<CUdeviceptr> arena = allocate(reserved, bytes, "the devices' arenas");
    status = arena.status();
    if (arena.ok())
      arenas.push_back(pointerTo(*arena));
  }
  if (!status.ok()) {
    for (int64_t device = 0; device != reserved; ++device)
      blocks->unreserve(device, more);
    releaseArenas(arenas);
    return status;
  }
  releaseArenas(next);
  next = std::move(arenas);
  arenaBytes = bytes;
  return absl::OkStatus();
}

void CudaDevices::releaseArenas(const std::vector<void *> &arenas) {
  for (size_t device = 0; device != arenas.size(); ++device)
    release(static_cast<int64_t>(device), addressOf(arenas[device]));
}

void CudaDevices::beginExecution() {
  std::lock_guard<std::mutex> lock(mutex);
  if (next.empty())
    return;
  releaseArenas(current.arenas);
  current.arenas = std::exchange(next, {});
  ++current.generation;
}

absl::StatusOr<std::unique_ptr<LoadedProgram>> CudaDevices::load(std::shared_ptr<const Executable> executable,
                                                                 DeviceRange range) {
  return CudaProgram::load(std::move(executable), range, *this);
}

} // namespace shardwright::runtime::cuda

namespace shardwright::runtime {
namespace {
class CudaBackend : public Backend {
public:
  const char *name() const override { return "cuda"; }
  absl::StatusOr<std::unique_ptr<DeviceSet>> open(const DeviceSetOptions &options) override {
    return cuda::CudaDevices::open(options);
  }
};
} // namespace

absl::StatusOr<int> gpuArchitecture() {
  absl::StatusOr<const cuda::Driver *> driver = cuda::Driver::get();
  if (!driver.ok())
    return driver.status();
  cuda::CUdevice gpu = 0;
  int major = 0, minor = 0;
  cuda::CUresult result = (*driver)->cuDeviceGet(&gpu, 0);
  for (auto [to, attribute] : {std::make_pair(&major, cuda::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                               std::make_pair(&minor, cuda::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)})
    if (result == cuda::CUDA_SUCCESS)
      result = (*driver)->cuDeviceGetAttribute(to, attribute, gpu);
  if (absl::Status status = (*driver)->status(result, "the GPU's architecture"); !status.ok())
    return status;
  return 10 * major + minor;
}

Backend &cudaBackend() {
  static CudaBackend backend;
  return backend;
}

} // namespace shardwright::runtime
