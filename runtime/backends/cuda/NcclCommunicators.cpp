#include "runtime/backends/cuda/NcclCommunicators.h"

#include "runtime/backends/cuda/CudaDevices.h"
#include "shardwright/Runtime/Runtime.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>
#include <thread>
#include <utility>

namespace shardwright::runtime::cuda {
namespace {

/// A wait looks again at once for as long, then sleeps, longer each time.
constexpr std::chrono::microseconds kLookAtOnce{20}, kLeastSleep{5}, kMostSleep{200};
/// How often the errors of communicators are asked for.
constexpr std::chrono::milliseconds kAskEvery{5};
/// Whoever keeps others waiting is known by then (ProcessGroup::stall); how long the last messages may take at the end.
constexpr const char *kReports = "NCCL reports an error";
constexpr const char *kConnectsGroups = "NCCL has connected groups of GPUs";
constexpr std::chrono::seconds kStallKnown{15}, kFinalizeWithin{5};
/// The color of whoever a split makes no communicator for.
constexpr int kNoColor = -1;

} // namespace

NcclCommunicators::NcclCommunicators(Peers &peers, const CudaDevices &devices, const Nccl &nccl)
    : peers(peers), devices(devices), cuda(devices.driver()), nccl(nccl), numGpus(devices.numGpus()),
      numDevices(static_cast<size_t>(devices.numDevices())), worlds(numGpus, nullptr) {}

absl::StatusOr<std::unique_ptr<NcclCommunicators>> NcclCommunicators::open(Peers &peers, const CudaDevices &devices) {
  absl::StatusOr<const Nccl *> nccl = Nccl::get();
  absl::Status status = nccl.status();
  if (!status.ok() && peers.isAlone())
    status = absl::Status(status.code(), absl::StrCat(status.message(), "; or run on one GPU (--gpus=1)"));
  if (status = peers.agree(status); !status.ok())
    return status;
  std::unique_ptr<NcclCommunicators> all(new NcclCommunicators(peers, devices, **nccl));
  if (status = all->join(); !status.ok())
    return status;
  return all;
}

ncclResult_t NcclCommunicators::together(absl::FunctionRef<ncclResult_t(size_t)> call) {
  auto isTaken = [](ncclResult_t result) { return result == ncclSuccess || result == ncclInProgress; };
  ncclResult_t result = nccl.ncclGroupStart();
  for (size_t gpu = 0; isTaken(result) && gpu != numGpus; ++gpu)
    result = devices.enter(devices.firstOn(gpu)).ok() ? call(gpu) : ncclUnhandledCudaError;
  const ncclResult_t ended = nccl.ncclGroupEnd(); // in any case
  return isTaken(result) ? ended : result;
}

absl::Status NcclCommunicators::join() {
  void *words = nullptr;
  absl::Status status = devices.enter(0);
  if (status.ok())
    status = cuda.status(cuda.cuMemHostAlloc(&words, numDevices * sizeof(uint32_t), CU_MEMHOSTALLOC_PORTABLE),
                         "memory of the host");
  progress = static_cast<volatile uint32_t *>(words);
  ncclUniqueId id{};
  if (status.ok() && peers.rank() == 0)
    status = nccl.status(nccl.ncclGetUniqueId(&id), "NCCL's rendezvous", nullptr);
  status = peers.agree(status);
  if (!status.ok())
    return status;
  std::fill(progress, progress + numDevices, 0);
  absl::StatusOr<std::vector<std::string>> ids =
      peers.gather(peers.rank() == 0 ? std::string(id.internal, sizeof(id.internal)) : std::string());
  if (!ids.ok())
    return ids.status();
  std::memcpy(id.internal, ids->front().data(), std::min(sizeof(id.internal), ids->front().size()));
  peers.setDescribe([this] { return describe(); });
  ncclConfig_t config;
  config.blocking = 0;
  const int all = static_cast<int>(numGpus) * peers.size();
  const ncclResult_t result = together([&](size_t gpu) {
    return nccl.ncclCommInitRankConfig(&worlds[gpu], all, id, static_cast<int>(numberOf(gpu)), &config);
  });
  return awaitCall(worlds, result, "NCCL has connected the GPUs");
}

NcclCommunicators::~NcclCommunicators() {
  if (progress)
    peers.setDescribe(nullptr);
  std::vector<Communicators> made(splits.begin(), splits.end());
  const bool isGood = !isAborted && !peers.hasFailed() && finalize(made) && finalize({worlds});
  made.push_back(worlds);
  for (const Communicators &each : made)
    for (size_t gpu = 0; gpu != numGpus; ++gpu) {
      if (!each[gpu] || isAborted || !devices.enter(devices.firstOn(gpu)).ok())
        continue;
      if (isGood)
        nccl.ncclCommDestroy(each[gpu]);
      else
        nccl.ncclCommAbort(each[gpu]);
    }
  if (progress && devices.enter(0).ok())
    cuda.cuMemFreeHost(const_cast<uint32_t *>(progress));
}

/// Behind its own end, a GPU may still have to send what others wait for.
bool NcclCommunicators::finalize(const std::vector<Communicators> &all) {
  const auto until = Clock::now() + kFinalizeWithin;
  std::vector<ncclComm_t> left;
  bool isGood = true;
  for (const Communicators &each : all)
    for (ncclComm_t comm : each)
      if (comm && isGood) {
        const ncclResult_t state = nccl.ncclCommFinalize(comm);
        isGood = state == ncclSuccess || state == ncclInProgress;
        left.push_back(comm);
      }
  while (isGood && !left.empty()) {
    const ncclResult_t state = stateOf(left.back());
    if (state == ncclSuccess) {
      left.pop_back();
      continue;
    }
    isGood = state == ncclInProgress && Clock::now() < until && !peers.hasFailed();
    std::this_thread::sleep_for(kMostSleep);
  }
  return isGood;
}

/// Groups whose GPUs are not in another one are made by one split.
absl::Status NcclCommunicators::make(const std::vector<Group> &wanted) {
  if (absl::Status status = usable(); !status.ok())
    return status;
  std::vector<std::vector<const Group *>> batches;
  std::vector<std::set<int64_t>> taken; ///< by batch
  const std::vector<int64_t> all = allGpus();
  std::set<std::vector<int64_t>> asked;
  for (const Group &group : wanted) {
    if (groups.count(group.devices) || !asked.insert(group.devices).second)
      continue;
    if (group.gpus == all && !isWorldTaken) {
      isWorldTaken = true;
      std::lock_guard<std::mutex> lock(communicatorsMutex);
      groups[group.devices] = worlds;
      continue;
    }
    size_t batch = 0;
    while (batch != batches.size() &&
           std::any_of(group.gpus.begin(), group.gpus.end(), [&](int64_t gpu) { return taken[batch].count(gpu) != 0; }))
      ++batch;
    if (batch == batches.size()) {
      batches.emplace_back();
      taken.emplace_back();
    }
    batches[batch].push_back(&group);
    taken[batch].insert(group.gpus.begin(), group.gpus.end());
  }
  for (const std::vector<const Group *> &batch : batches)
    if (absl::Status status = split(batch); !status.ok())
      return status;
  return absl::OkStatus();
}

absl::Status NcclCommunicators::split(const std::vector<const Group *> &disjoint) {
  struct Place {
    int color = kNoColor, key = 0;
  };
  std::vector<Place> places(numGpus);
  for (size_t gpu = 0; gpu != numGpus; ++gpu)
    for (size_t color = 0; color != disjoint.size(); ++color) {
      const std::vector<int64_t> &gpus = disjoint[color]->gpus;
      if (auto own = std::find(gpus.begin(), gpus.end(), numberOf(gpu)); own != gpus.end())
        places[gpu] = {static_cast<int>(color), static_cast<int>(own - gpus.begin())};
    }
  Communicators &made = splits.emplace_back(numGpus, nullptr);
  const ncclResult_t result = together([&](size_t gpu) {
    return nccl.ncclCommSplit(worlds[gpu], places[gpu].color, places[gpu].key, &made[gpu], nullptr);
  });
  absl::Status status = awaitCall(worlds, result, kConnectsGroups);
  if (status.ok())
    status = awaitCall(made, ncclInProgress, kConnectsGroups);
  if (!status.ok())
    return status;
  std::lock_guard<std::mutex> lock(communicatorsMutex);
  for (size_t color = 0; color != disjoint.size(); ++color) {
    Communicators &own = groups[disjoint[color]->devices];
    own.assign(numGpus, nullptr);
    for (size_t gpu = 0; gpu != numGpus; ++gpu)
      if (places[gpu].color == static_cast<int>(color))
        own[gpu] = made[gpu];
  }
  return absl::OkStatus();
}

absl::Status NcclCommunicators::usable() const { return isAborted ? peers.status() : absl::OkStatus(); }

void NcclCommunicators::abandon(const absl::Status &status) {
  if (!peers.isAlone())
    return;
  peers.fail(status);
  abortAll();
}

absl::Status NcclCommunicators::awaitCall(const std::vector<ncclComm_t> &comms, ncclResult_t result,
                                          const std::string &what) {
  if (result == ncclSuccess)
    return absl::OkStatus();
  {
    std::lock_guard<std::mutex> lock(mutex);
    waitsFor = what;
  }
  size_t asked = 0, failed = numGpus;
  absl::Status status = waitUntil(
      [&]() -> absl::StatusOr<bool> {
        if (result != ncclInProgress)
          return nccl.status(result, kReports, nullptr);
        for (; asked != comms.size(); ++asked) {
          const ncclResult_t state = comms[asked] ? stateOf(comms[asked]) : ncclSuccess;
          if (state == ncclInProgress)
            return false;
          if (state == ncclSuccess)
            continue;
          failed = asked;
          return nccl.status(state, kReports, comms[asked]);
        }
        return true;
      },
      what, failed);
  std::lock_guard<std::mutex> lock(mutex);
  waitsFor.clear();
  return status;
}

absl::Status NcclCommunicators::await(size_t gpu, CUstream stream, const std::string &what) {
  return waitUntil(
      [&]() -> absl::StatusOr<bool> {
        absl::Status status = devices.enter(devices.firstOn(gpu));
        const CUresult result = status.ok() ? cuda.cuStreamQuery(stream) : CUDA_SUCCESS;
        if (status.ok() && result != CUDA_ERROR_NOT_READY)
          status = cuda.status(result, what);
        if (!status.ok())
          return status;
        return result == CUDA_SUCCESS;
      },
      what, gpu);
}

/// A failure here, which may be the result of another one that everybody will soon know.
absl::Status NcclCommunicators::failedWith(const absl::Status &status, size_t gpu) {
  std::string where;
  {
    std::lock_guard<std::mutex> lock(mutex);
    where = gpu < numGpus ? describeStepAt(markOf(gpu)) : "";
    if (where.empty() && !waitsFor.empty())
      where = absl::StrCat("until ", waitsFor);
  }
  peers.fail(
      absl::Status(status.code(), absl::StrCat(nameOf(gpu), ": ", where, where.empty() ? "" : ": ", status.message())));
  const auto until = Clock::now() + kStallKnown;
  while (!peers.hasFailed() && Clock::now() < until)
    std::this_thread::sleep_for(kMostSleep);
  abortAll();
  return peers.hasFailed() ? peers.status() : status;
}

/// Of communicators, and of GPUs that others wait for. `gpu` becomes the one that has the error.
absl::Status NcclCommunicators::checkErrors(size_t &gpu) {
  std::vector<Communicators> all = {worlds};
  {
    std::lock_guard<std::mutex> lock(communicatorsMutex);
    for (const auto &[key, comms] : groups)
      all.push_back(comms);
  }
  for (const Communicators &comms : all)
    for (gpu = 0; gpu != numGpus; ++gpu) {
      const ncclResult_t state = comms[gpu] ? stateOf(comms[gpu]) : ncclSuccess;
      if (state != ncclSuccess && state != ncclInProgress)
        return nccl.status(state, kReports, comms[gpu]);
    }
  return absl::OkStatus();
}

absl::Status NcclCommunicators::waitUntil(absl::FunctionRef<absl::StatusOr<bool>()> isDone, const std::string &what,
                                          size_t &gpu) {
  const std::chrono::duration<double> deadline(peers.deadline());
  const auto began = Clock::now();
  auto moved = began, asked = began;
  std::vector<uint32_t> at = marks();
  bool hasStalled = false;
  const bool isConnecting = gpu == numGpus;
  std::chrono::microseconds sleep = kLeastSleep;
  for (;;) {
    absl::StatusOr<bool> done = isDone();
    if (!done.ok())
      return failedWith(done.status(), gpu);
    if (*done)
      return absl::OkStatus();
    const auto now = Clock::now();
    if (now - began < kLookAtOnce)
      continue;
    if (peers.hasFailed()) {
      abortAll();
      return peers.status();
    }
    if (now - asked >= kAskEvery) {
      asked = now;
      size_t failed = gpu;
      absl::Status status = checkErrors(failed);
      for (size_t other = 0; status.ok() && !isConnecting && other != numGpus; ++other) {
        status = devices.health(other);
        failed = other;
      }
      if (!status.ok())
        return failedWith(status, failed);
    }
    if (std::vector<uint32_t> current = marks(); current != at) {
      at = std::move(current);
      moved = now;
    }
    // A GPU may compute for as long as it likes: whoever waits for it in a collective says so.
    const auto waiting = std::find_if(at.begin(), at.end(), [](uint32_t mark) { return mark % 2 == 1; });
    const bool waitsForOthers = isConnecting || waiting != at.end();
    if (deadline.count() > 0 && waitsForOthers && now - moved >= deadline) {
      if (!hasStalled)
        reportStall(what, isConnecting ? gpu : devices.gpuOf(waiting - at.begin()));
      hasStalled = true;
      if (now - moved >= deadline + kStallKnown)
        return failedWith(absl::DeadlineExceededError(absl::StrCat(what, " has taken more than ", deadline.count(),
                                                                   " s (--deadline=SECONDS allows more)")),
                          gpu);
    }
    std::this_thread::sleep_for(sleep);
    sleep = std::min(2 * sleep, kMostSleep);
  }
}

/// For the other processes of the step; where all of its GPUs are here, for those that have not come to it.
void NcclCommunicators::reportStall(const std::string &what, size_t gpu) {
  const uint32_t mark = gpu < numGpus ? markOf(gpu) : 0;
  std::string where = describeStepAt(mark);
  std::vector<int64_t> gpus = allGpus();
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!where.empty() && program && program->gpus.size() > (mark - 1) / 2 && !program->gpus[(mark - 1) / 2].empty())
      gpus = program->gpus[(mark - 1) / 2];
  }
  std::vector<int> ranks;
  std::vector<std::string> late;
  for (int64_t number : gpus) {
    const int rank = static_cast<int>(number / static_cast<int64_t>(numGpus));
    const size_t here = static_cast<size_t>(number) % numGpus;
    if (rank != peers.rank() && (ranks.empty() || ranks.back() != rank))
      ranks.push_back(rank);
    else if (rank == peers.rank() && gpu < numGpus && markOf(here) != mark)
      late.push_back(nameOf(here));
  }
  std::string text = absl::StrCat(nameOf(gpu), " has waited ", peers.deadline(), " s (--deadline=SECONDS allows more) ",
                                  where.empty() ? absl::StrCat("until ", what) : where);
  if (ranks.empty() && !late.empty())
    absl::StrAppend(&text, " for ", late.front());
  peers.stall(absl::DeadlineExceededError(text), ranks);
}

void NcclCommunicators::abortAll() {
  if (std::exchange(isAborted, true))
    return;
  std::lock_guard<std::mutex> lock(communicatorsMutex);
  for (const std::deque<Communicators> &made : {splits, std::deque<Communicators>{worlds}})
    for (const Communicators &comms : made)
      for (ncclComm_t comm : comms)
        if (comm)
          nccl.ncclCommAbort(comm);
}

void NcclCommunicators::setProgram(const Program *other) {
  std::lock_guard<std::mutex> lock(mutex);
  if (other && !program)
    std::fill(progress, progress + numDevices, 0); // nothing is under way that would write it
  program = other;
}

absl::Status NcclCommunicators::mark(int64_t device, uint32_t step, Mark where, CUstream stream) {
  const uint32_t value = 2 * step + (where == Mark::Before ? 1 : 2);
  return cuda.status(cuda.cuMemsetD32Async(addressOf(const_cast<uint32_t *>(progress + device)), value, 1, stream),
                     absl::StrCat(nameOf(devices.gpuOf(device)), ": noting how far it has come"));
}

/// How far what was asked of it is, or what has failed; that it cannot be asked is a failure, too.
ncclResult_t NcclCommunicators::stateOf(ncclComm_t comm) const {
  ncclResult_t state = ncclSuccess;
  const ncclResult_t asked = nccl.ncclCommGetAsyncError(comm, &state);
  return asked == ncclSuccess ? state : asked;
}

std::vector<int64_t> NcclCommunicators::allGpus() const {
  std::vector<int64_t> all(numGpus * static_cast<size_t>(peers.size()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

int64_t NcclCommunicators::numberOf(size_t gpu) const {
  return peers.rank() * static_cast<int64_t>(numGpus) + static_cast<int64_t>(gpu);
}

/// `rank 1`, and the GPU where it has several; numGpus: no certain one of them.
std::string NcclCommunicators::nameOf(size_t gpu) const {
  const std::string own = gpu < numGpus ? absl::StrCat("GPU ", gpu) : "";
  if (peers.isAlone())
    return own.empty() ? "this process" : own;
  return absl::StrCat("rank ", peers.rank(), numGpus == 1 || own.empty() ? "" : ", ", numGpus == 1 ? "" : own);
}

uint32_t NcclCommunicators::markOf(size_t gpu) const {
  uint32_t last = 0;
  for (size_t device = 0; device != numDevices; ++device) {
    const uint32_t mark = progress[device];
    if (gpu != numGpus && devices.gpuOf(static_cast<int64_t>(device)) != gpu)
      continue;
    if (mark % 2 == 1)
      return mark;
    last = std::max(last, mark);
  }
  return last;
}

std::string NcclCommunicators::describeStepAt(uint32_t mark) const {
  if (mark == 0 || !program || (mark - 1) / 2 >= program->executable->steps.size())
    return "";
  return absl::StrCat(mark % 2 ? "in " : "behind ", describeStep(*program->executable, (mark - 1) / 2));
}

std::string NcclCommunicators::describe() {
  std::lock_guard<std::mutex> lock(mutex);
  if (!waitsFor.empty())
    return absl::StrCat("waits until ", waitsFor);
  if (!program)
    return "runs no program";
  const uint32_t at = markOf(numGpus);
  const std::string where = describeStepAt(at);
  return where.empty() ? "has come to no collective" : absl::StrCat(at % 2 ? "waits " : "is ", where);
}

} // namespace shardwright::runtime::cuda
