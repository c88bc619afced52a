#include "runtime/backends/cuda/NcclCommunicators.h"

#include "runtime/distributed/ProcessGroup.h"
#include "shardwright/Runtime/Runtime.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>
#include <numeric>
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
constexpr const char *kConnectsGroups = "NCCL has connected groups of ranks";
constexpr std::chrono::seconds kStallKnown{15}, kFinalizeWithin{5};

} // namespace

absl::StatusOr<std::unique_ptr<NcclCommunicators>> NcclCommunicators::open(Processes &processes, const Driver &driver) {
  absl::StatusOr<const Nccl *> nccl = Nccl::get();
  if (absl::Status status = processes.agree(nccl.status()); !status.ok())
    return status;
  std::unique_ptr<NcclCommunicators> all(new NcclCommunicators(processes, driver, **nccl));
  if (absl::Status status = all->join(); !status.ok())
    return status;
  return all;
}

absl::Status NcclCommunicators::join() {
  void *word = nullptr;
  absl::Status status = cuda.status(cuda.cuMemHostAlloc(&word, sizeof(uint32_t), 0), "memory of the host");
  progress = static_cast<volatile uint32_t *>(word);
  ncclUniqueId id{};
  if (status.ok() && processes.rank() == 0)
    status = nccl.status(nccl.ncclGetUniqueId(&id), "NCCL's rendezvous", nullptr);
  status = processes.agree(status);
  if (!status.ok())
    return status;
  *progress = 0;
  absl::StatusOr<std::vector<std::string>> ids =
      processes.gather(processes.rank() == 0 ? std::string(id.internal, sizeof(id.internal)) : std::string());
  if (!ids.ok())
    return ids.status();
  std::memcpy(id.internal, ids->front().data(), std::min(sizeof(id.internal), ids->front().size()));
  processes.processGroup().setDescribe([this] { return describe(); });
  ncclConfig_t config;
  config.blocking = 0;
  const ncclResult_t result = nccl.ncclCommInitRankConfig(&world, processes.size(), id, processes.rank(), &config);
  return awaitCall(world, result, "NCCL has connected the ranks");
}

NcclCommunicators::~NcclCommunicators() {
  if (progress)
    processes.processGroup().setDescribe(nullptr);
  std::vector<ncclComm_t> all;
  for (const auto &[key, comm] : groups)
    if (comm != world)
      all.push_back(comm);
  if (world)
    all.push_back(world);
  // Behind its own end, a rank may still have to send what others wait for.
  const auto until = Clock::now() + kFinalizeWithin;
  bool isGood = !isAborted && !processes.processGroup().hasFailed();
  for (ncclComm_t comm : all) {
    ncclResult_t state = isGood ? nccl.ncclCommFinalize(comm) : ncclSuccess;
    while (isGood && state == ncclInProgress && Clock::now() < until && !processes.processGroup().hasFailed()) {
      std::this_thread::sleep_for(kMostSleep);
      if (nccl.ncclCommGetAsyncError(comm, &state) != ncclSuccess)
        break;
    }
    isGood = isGood && state == ncclSuccess;
    if (isGood)
      nccl.ncclCommDestroy(comm);
    else if (!isAborted)
      nccl.ncclCommAbort(comm);
  }
  if (progress)
    cuda.cuMemFreeHost(const_cast<uint32_t *>(progress));
}

absl::StatusOr<ncclComm_t> NcclCommunicators::get(const std::vector<std::vector<int64_t>> &partition) {
  if (absl::Status status = usable(); !status.ok())
    return status;
  if (auto known = groups.find(partition); known != groups.end())
    return known->second;
  const int64_t rank = processes.rank();
  std::vector<int64_t> inOrder(static_cast<size_t>(processes.size()));
  std::iota(inOrder.begin(), inOrder.end(), 0);
  auto keep = [&](ncclComm_t comm) {
    std::lock_guard<std::mutex> lock(communicatorsMutex);
    return groups[partition] = comm;
  };
  if (partition.size() == 1 && partition.front() == inOrder)
    return keep(world);
  for (size_t color = 0; color != partition.size(); ++color) {
    const auto own = std::find(partition[color].begin(), partition[color].end(), rank);
    if (own == partition[color].end())
      continue;
    ncclComm_t &made = splits.emplace_back(nullptr);
    const ncclResult_t result = nccl.ncclCommSplit(world, static_cast<int>(color),
                                                   static_cast<int>(own - partition[color].begin()), &made, nullptr);
    absl::Status status = awaitCall(world, result, kConnectsGroups);
    if (status.ok() && made)
      status = awaitCall(made, ncclInProgress, kConnectsGroups);
    if (!status.ok())
      return status;
    return keep(made);
  }
  return absl::InternalError(absl::StrCat("rank ", rank, " is in no group of a collective"));
}

absl::Status NcclCommunicators::usable() const {
  return isAborted ? processes.processGroup().status() : absl::OkStatus();
}

absl::Status NcclCommunicators::awaitCall(ncclComm_t comm, ncclResult_t result, const std::string &what) {
  if (result == ncclSuccess)
    return absl::OkStatus();
  {
    std::lock_guard<std::mutex> lock(mutex);
    waitsFor = what;
  }
  absl::Status status = waitUntil(
      [&]() -> absl::StatusOr<bool> {
        ncclResult_t state = result;
        if (result == ncclInProgress)
          if (ncclResult_t failed = nccl.ncclCommGetAsyncError(comm, &state); failed != ncclSuccess)
            state = failed;
        if (state == ncclSuccess || state == ncclInProgress)
          return state == ncclSuccess;
        return nccl.status(state, kReports, comm);
      },
      what);
  std::lock_guard<std::mutex> lock(mutex);
  waitsFor.clear();
  return status;
}

absl::Status NcclCommunicators::await(CUstream stream, const std::string &what) {
  return waitUntil(
      [&]() -> absl::StatusOr<bool> {
        const CUresult result = cuda.cuStreamQuery(stream);
        if (result == CUDA_SUCCESS || result == CUDA_ERROR_NOT_READY)
          return result == CUDA_SUCCESS;
        return cuda.status(result, what);
      },
      what);
}

/// A failure here, which may be the result of another one that everybody will soon know.
absl::Status NcclCommunicators::failedWith(const absl::Status &status) {
  std::string where;
  {
    std::lock_guard<std::mutex> lock(mutex);
    where = describeStepAt(*progress);
    if (where.empty() && !waitsFor.empty())
      where = absl::StrCat("until ", waitsFor);
  }
  ProcessGroup &group = processes.processGroup();
  group.failUnlessKnown(absl::Status(status.code(), absl::StrCat("rank ", processes.rank(), ": ", where,
                                                                 where.empty() ? "" : ": ", status.message())));
  const auto until = Clock::now() + kStallKnown;
  while (!group.hasFailed() && Clock::now() < until)
    std::this_thread::sleep_for(kMostSleep);
  abortAll();
  return group.hasFailed() ? group.status() : status;
}

absl::Status NcclCommunicators::checkErrors() {
  std::vector<ncclComm_t> all = {world};
  {
    std::lock_guard<std::mutex> lock(communicatorsMutex);
    for (const auto &[key, comm] : groups)
      all.push_back(comm);
  }
  for (ncclComm_t comm : all) {
    ncclResult_t state = ncclSuccess;
    if (!comm)
      continue;
    if (ncclResult_t result = nccl.ncclCommGetAsyncError(comm, &state); result != ncclSuccess)
      state = result;
    if (state != ncclSuccess && state != ncclInProgress)
      return nccl.status(state, kReports, comm);
  }
  return absl::OkStatus();
}

absl::Status NcclCommunicators::waitUntil(absl::FunctionRef<absl::StatusOr<bool>()> isDone, const std::string &what) {
  ProcessGroup &group = processes.processGroup();
  const std::chrono::duration<double> deadline(processes.deadline());
  const auto began = Clock::now();
  auto moved = began, asked = began;
  uint32_t at = *progress;
  bool hasStalled = false;
  const bool isConnecting = [&] {
    std::lock_guard<std::mutex> lock(mutex);
    return !waitsFor.empty();
  }();
  std::chrono::microseconds sleep = kLeastSleep;
  for (;;) {
    absl::StatusOr<bool> done = isDone();
    if (!done.ok())
      return failedWith(done.status());
    if (*done)
      return absl::OkStatus();
    const auto now = Clock::now();
    if (now - began < kLookAtOnce)
      continue;
    if (group.hasFailed()) {
      abortAll();
      return group.status();
    }
    if (now - asked >= kAskEvery) {
      asked = now;
      if (absl::Status status = checkErrors(); !status.ok())
        return failedWith(status);
    }
    if (const uint32_t current = *progress; current != at) {
      at = current;
      moved = now;
    }
    // A GPU may compute for as long as it likes: whoever waits for it in a collective says so.
    const bool waitsForOthers = isConnecting || at % 2 == 1;
    if (deadline.count() > 0 && waitsForOthers && now - moved >= deadline) {
      if (!hasStalled)
        reportStall(what);
      hasStalled = true;
      if (now - moved >= deadline + kStallKnown)
        return failedWith(absl::DeadlineExceededError(
            absl::StrCat(what, " has taken more than ", deadline.count(), " s (--deadline=SECONDS allows more)")));
    }
    std::this_thread::sleep_for(sleep);
    sleep = std::min(2 * sleep, kMostSleep);
  }
}

void NcclCommunicators::reportStall(const std::string &what) {
  const uint32_t at = *progress;
  std::string where = describeStepAt(at);
  std::vector<int> ranks;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!where.empty() && program && program->ranks.size() > (at - 1) / 2)
      ranks = program->ranks[(at - 1) / 2];
  }
  if (ranks.empty()) {
    ranks.resize(static_cast<size_t>(processes.size()));
    std::iota(ranks.begin(), ranks.end(), 0);
  }
  ranks.erase(std::remove(ranks.begin(), ranks.end(), processes.rank()), ranks.end());
  processes.processGroup().stall(
      absl::DeadlineExceededError(absl::StrCat("rank ", processes.rank(), " has waited ", processes.deadline(),
                                               " s (--deadline=SECONDS allows more) ",
                                               where.empty() ? absl::StrCat("until ", what) : where)),
      ranks);
}

void NcclCommunicators::abortAll() {
  if (std::exchange(isAborted, true))
    return;
  std::lock_guard<std::mutex> lock(communicatorsMutex);
  for (const auto &[key, comm] : groups)
    if (comm != world)
      nccl.ncclCommAbort(comm);
  if (world)
    nccl.ncclCommAbort(world);
}

void NcclCommunicators::setProgram(const Program *other) {
  std::lock_guard<std::mutex> lock(mutex);
  if (other && !program)
    *progress = 0; // nothing is under way that would write it
  program = other;
}

absl::Status NcclCommunicators::mark(uint32_t step, Mark where, CUstream stream) {
  const uint32_t value = 2 * step + (where == Mark::Before ? 1 : 2);
  return cuda.status(cuda.cuMemsetD32Async(addressOf(const_cast<uint32_t *>(progress)), value, 1, stream),
                     "noting how far the GPU has come");
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
  const uint32_t at = *progress;
  const std::string where = describeStepAt(at);
  return where.empty() ? "has come to no collective" : absl::StrCat(at % 2 ? "waits " : "is ", where);
}

} // namespace shardwright::runtime::cuda
