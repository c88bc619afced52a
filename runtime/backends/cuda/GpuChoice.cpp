#include "runtime/backends/cuda/GpuChoice.h"

#include "runtime/distributed/Machine.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace shardwright::runtime::cuda {
namespace {

std::string gpuCount(int64_t count) { return absl::StrCat(count, count == 1 ? " GPU" : " GPUs"); }

/// A number of GPUs that each have as many of the devices.
absl::Status checkDivides(int64_t gpus, int64_t devices) {
  if (devices % gpus == 0)
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(devices, devices == 1 ? " device" : " devices", " in this process, ",
                                                 gpuCount(gpus), " cannot have as many each: ask for a number that ",
                                                 "divides ", devices, " (--gpus=N)"));
}

int64_t mostThatDivide(int64_t gpus, int64_t devices) {
  while (devices % gpus != 0)
    --gpus;
  return gpus;
}

/// The GPUs that a process may take: those asked for by their numbers, or all that it sees.
absl::StatusOr<std::vector<CUdevice>> candidates(const Driver &cuda, const GpuOptions &asked) {
  int count = 0;
  if (absl::Status status = cuda.status(cuda.cuDeviceGetCount(&count), "the GPUs"); !status.ok())
    return status;
  std::vector<CUdevice> all(static_cast<size_t>(count));
  for (int number = 0; number != count; ++number)
    if (absl::Status status = cuda.status(cuda.cuDeviceGet(&all[static_cast<size_t>(number)], number), "a GPU");
        !status.ok())
      return status;
  if (asked.count > count)
    return absl::InvalidArgumentError(absl::StrCat(gpuCount(asked.count), " asked for, this process sees ", count,
                                                   ": ask for fewer (--gpus=N), or show it more "
                                                   "(CUDA_VISIBLE_DEVICES)"));
  if (asked.which.empty())
    return all;
  std::vector<CUdevice> named;
  for (int64_t number : asked.which) {
    if (number >= count)
      return absl::InvalidArgumentError(
          absl::StrCat("GPU ", number, " asked for, this process sees ", gpuCount(count), ", counted from 0"));
    named.push_back(all[static_cast<size_t>(number)]);
  }
  return named;
}

/// What a process says of itself: its machine, and where the GPUs are that it may take.
struct Offer {
  std::string machine, host;
  std::vector<std::string> gpus;

  std::string text() const { return absl::StrJoin({machine, host, absl::StrJoin(gpus, " ")}, "\n"); }
  static Offer of(const std::string &text) {
    const std::vector<std::string> parts = absl::StrSplit(text, '\n');
    return {parts[0], parts[1], absl::StrSplit(parts[2], ' ', absl::SkipEmpty())};
  }
};

absl::StatusOr<std::vector<Offer>> gatherOffers(Processes &processes, const Driver &cuda,
                                                const absl::StatusOr<std::vector<CUdevice>> &gpus) {
  Offer own{machineId(), hostName(), {}};
  absl::Status status = gpus.status();
  for (size_t i = 0; status.ok() && i != gpus->size(); ++i) {
    char bus[64] = "";
    status = cuda.status(cuda.cuDeviceGetPCIBusId(bus, sizeof(bus), (*gpus)[i]), "where the GPU is");
    own.gpus.emplace_back(bus);
  }
  if (status = processes.agree(status); !status.ok())
    return status;
  absl::StatusOr<std::vector<std::string>> texts = processes.gather(own.text());
  if (!texts.ok())
    return texts.status();
  std::vector<Offer> offers;
  for (const std::string &text : *texts)
    offers.push_back(Offer::of(text));
  return offers;
}

/// Ranks of a machine that see the same GPUs share them: the place of one among those, and how many they are.
std::pair<int64_t, int64_t> shareOf(const std::vector<Offer> &offers, size_t rank) {
  auto shares = [&](const Offer &other) {
    return other.machine == offers[rank].machine && other.gpus == offers[rank].gpus;
  };
  const auto own = offers.begin() + static_cast<std::ptrdiff_t>(rank);
  return {std::count_if(offers.begin(), own, shares), std::count_if(offers.begin(), offers.end(), shares)};
}

/// Which of their offers the ranks take: as many each.
absl::StatusOr<std::vector<std::vector<std::string>>> takenOf(const std::vector<Offer> &offers, int64_t devices,
                                                              const GpuOptions &asked) {
  int64_t each = asked.count ? asked.count : devices;
  for (size_t rank = 0; rank != offers.size(); ++rank) {
    const auto sees = static_cast<int64_t>(offers[rank].gpus.size());
    const int64_t sharers = asked.which.empty() ? shareOf(offers, rank).second : 1;
    if (sees != 1 && sharers * std::max<int64_t>(asked.count, 1) > sees)
      return absl::InvalidArgumentError(
          absl::StrCat(sharers, " ranks on ", offers[rank].host, ", which has ", gpuCount(sees), ": each needs ",
                       asked.count > 1 ? absl::StrCat(asked.count) : "one", " of its own, start no more ranks there"));
    if (!asked.count)
      each = std::min(each, asked.which.empty() ? mostThatDivide(std::max<int64_t>(1, sees / sharers), devices) : sees);
  }
  if (absl::Status status = checkDivides(each, devices); !status.ok())
    return status;
  std::vector<std::vector<std::string>> taken;
  for (size_t rank = 0; rank != offers.size(); ++rank) {
    const std::vector<std::string> &gpus = offers[rank].gpus;
    const int64_t place = asked.which.empty() && gpus.size() != 1 ? shareOf(offers, rank).first : 0;
    const auto first = gpus.begin() + static_cast<std::ptrdiff_t>(place * each);
    taken.emplace_back(first, first + static_cast<std::ptrdiff_t>(each));
  }
  return taken;
}

absl::Status checkDistinct(const std::vector<Offer> &offers, const std::vector<std::vector<std::string>> &taken) {
  std::map<std::pair<std::string, std::string>, size_t> known;
  for (size_t rank = 0; rank != taken.size(); ++rank)
    for (const std::string &gpu : taken[rank])
      if (const auto [first, isNew] = known.try_emplace({offers[rank].machine, gpu}, rank); !isNew)
        return absl::InvalidArgumentError(
            absl::StrCat("ranks ", first->second, " and ", rank, " have one GPU, ", gpu, " on ", offers[rank].host,
                         ": each needs one of its own, start as many ranks on a machine as it has GPUs"));
  return absl::OkStatus();
}

absl::StatusOr<std::vector<CUdevice>> chooseTogether(Processes &processes, const Driver &cuda, int64_t devices,
                                                     const GpuOptions &asked) {
  const int64_t number = asked.which.empty() ? asked.count : static_cast<int64_t>(asked.which.size());
  if (absl::Status status = processes.compare(absl::StrCat(number), "numbers of GPUs"); !status.ok())
    return status;
  const absl::StatusOr<std::vector<CUdevice>> own = candidates(cuda, asked);
  absl::StatusOr<std::vector<Offer>> offers = gatherOffers(processes, cuda, own);
  if (!offers.ok())
    return offers.status();
  absl::StatusOr<std::vector<std::vector<std::string>>> taken = takenOf(*offers, devices, asked);
  absl::Status status = taken.status();
  if (status.ok())
    status = checkDistinct(*offers, *taken);
  if (!status.ok())
    return processes.agreeOn(status);
  const auto rank = static_cast<size_t>(processes.rank());
  std::vector<CUdevice> gpus;
  for (const std::string &bus : (*taken)[rank]) {
    const std::vector<std::string> &all = (*offers)[rank].gpus;
    gpus.push_back((*own)[static_cast<size_t>(std::find(all.begin(), all.end(), bus) - all.begin())]);
  }
  return gpus;
}

} // namespace

absl::StatusOr<std::vector<CUdevice>> chooseGpus(Processes *processes, const Driver &cuda, int64_t devices,
                                                 const GpuOptions &asked) {
  if (processes && processes->size() > 1)
    return chooseTogether(*processes, cuda, devices, asked);
  absl::StatusOr<std::vector<CUdevice>> gpus = candidates(cuda, asked);
  if (!gpus.ok())
    return gpus;
  const auto sees = static_cast<int64_t>(gpus->size());
  const int64_t count = asked.count ? asked.count : asked.which.empty() ? mostThatDivide(sees, devices) : sees;
  if (absl::Status status = checkDivides(count, devices); !status.ok())
    return status;
  gpus->resize(static_cast<size_t>(count));
  return gpus;
}

} // namespace shardwright::runtime::cuda
