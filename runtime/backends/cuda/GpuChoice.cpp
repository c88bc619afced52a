#include "runtime/backends/cuda/GpuChoice.h"

#include "runtime/distributed/Machine.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace shardwright::runtime::cuda {

absl::StatusOr<CUdevice> gpuOfProcess(Processes &processes, const Driver &cuda, int64_t devices) {
  absl::Status status;
  const std::string own = machineId();
  absl::StatusOr<std::vector<std::string>> machines = processes.gather(own);
  if (!machines.ok())
    return machines.status();
  const auto here = std::count(machines->begin(), machines->end(), own);
  const auto before = std::count(machines->begin(), machines->begin() + processes.rank(), own);
  int count = 0;
  status = cuda.status(cuda.cuDeviceGetCount(&count), "the GPUs");
  if (status.ok() && devices != 1)
    status = absl::InvalidArgumentError(absl::StrCat(
        "the program runs on ", devices * processes.size(), " devices, which ", processes.size(), " ranks have ",
        devices, " each of: on GPUs a rank has one, start ", devices * processes.size(), " ranks"));
  else if (status.ok() && count != 1 && before >= count)
    status = absl::InvalidArgumentError(absl::StrCat(here, " ranks on ", hostName(), ", which has ", count,
                                                     " GPUs: each needs one of its own, start no more ranks there"));
  CUdevice gpu = 0;
  char bus[64] = "";
  if (status.ok())
    status = cuda.status(cuda.cuDeviceGet(&gpu, count == 1 ? 0 : static_cast<int>(before)), "a GPU");
  if (status.ok())
    status = cuda.status(cuda.cuDeviceGetPCIBusId(bus, sizeof(bus), gpu), "where the GPU is");
  if (status = processes.agree(status); !status.ok())
    return status;
  absl::StatusOr<std::vector<std::string>> gpus = processes.gather(absl::StrCat(own, " ", bus, " ", hostName()));
  if (!gpus.ok())
    return gpus.status();
  std::map<std::string, size_t> known;
  for (size_t other = 0; other != gpus->size(); ++other) {
    const std::string &text = (*gpus)[other];
    const size_t end = text.rfind(' ');
    const auto [first, isNew] = known.try_emplace(text.substr(0, end), other);
    if (!isNew)
      return processes.agreeOn(absl::InvalidArgumentError(
          absl::StrCat("ranks ", first->second, " and ", other, " have one GPU, ",
                       text.substr(text.find(' ') + 1, end - text.find(' ') - 1), " on ", text.substr(end + 1),
                       ": each needs one of its own, start as many ranks on a machine as it has GPUs")));
  }
  return gpu;
}

} // namespace shardwright::runtime::cuda
