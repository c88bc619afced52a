// The functions of nccl.h.
#include "test/cuda-double/nccl/Communicator.h"
#include "test/cuda-double/nccl/Faults.h"
#include "test/cuda-double/nccl/Reduce.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <set>
#include <sstream>
#include <unistd.h>

#define NCCL_API extern "C" __attribute__((visibility("default")))
#define NCCL_CALL(rank)                                                                                                \
  if (int fault = Faults::get().ofCall(__func__, rank))                                                                \
  return static_cast<ncclResult_t>(fault)

using namespace shardwright::cudadouble;

namespace {

constexpr char kIdPrefix[] = "shardwright-double:";
constexpr unsigned kPollMicroseconds = 100;

struct Group {
  int depth = 0;
  std::vector<Call> calls;
  std::vector<std::shared_ptr<Communicator>> begun; ///< whose ranks may be of one process, and come one after the other
};
thread_local Group group;
thread_local std::string lastError;

ncclResult_t failed(ncclResult_t result, const std::string &why) {
  lastError = why;
  return result;
}

std::string hostName() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::optional<int> rankOf(ncclComm_t comm) {
  return comm && comm->its ? std::optional<int>(comm->its->worldRank) : std::nullopt;
}

/// JOB is what the communicator does now: of one that blocks until it is done, which within a group is at its end.
ncclResult_t begin(const std::shared_ptr<Communicator> &comm, std::function<bool()> job) {
  if (group.depth == 0)
    return comm->begin(std::move(job));
  group.begun.push_back(comm);
  const ncclResult_t result = comm->beginBeside(std::move(job));
  return comm->blocking ? ncclSuccess : result;
}

ncclResult_t isReady(ncclComm_t comm, const char *function) {
  if (!comm || !comm->its)
    return failed(ncclInvalidArgument, std::string(function) + ": no communicator");
  if (comm->its->state == ncclInProgress) {
    shardwrightDoubleReport("nccl-usage", std::string(function) + ": the last call of " + comm->its->describe() +
                                              " is still in progress");
    return ncclInvalidUsage;
  }
  if (comm->its->finalized)
    shardwrightDoubleReport("nccl-usage", std::string(function) + " after ncclCommFinalize");
  return comm->its->state;
}

/// Of what all ranks have said on joining: size, host and device.
ncclResult_t checkJoined(Communicator &comm, const std::vector<std::string> &said) {
  std::set<std::string> devices;
  for (const std::string &one : said) {
    std::istringstream in(one);
    int size = 0;
    std::string host, bus;
    in >> size >> host >> bus;
    if (size != comm.size) {
      comm.error = "ranks disagree on their number: " + std::to_string(comm.size) + " and " + std::to_string(size);
      return ncclInvalidUsage;
    }
    if (!devices.insert(host + " " + bus).second) {
      comm.error = "Duplicate GPU detected: " + bus + " of " + host;
      return ncclInvalidUsage;
    }
  }
  return ncclSuccess;
}

ncclResult_t enqueue(const std::vector<Call> &calls) {
  std::vector<std::vector<Call>> works;
  for (const Call &call : calls) {
    auto same = std::find_if(works.begin(), works.end(), [&](const std::vector<Call> &work) {
      return work.front().comm == call.comm && work.front().stream == call.stream;
    });
    if (same == works.end())
      same = works.insert(works.end(), std::vector<Call>());
    same->push_back(call);
  }
  for (std::vector<Call> &work : works)
    if (int error = shardwrightDoubleEnqueue(work.front().stream, makeWork(work)))
      return failed(ncclUnhandledCudaError, "the driver's error " + std::to_string(error));
  return ncclSuccess;
}

/// What was begun within a group: until all of it is done that blocks; ncclInProgress where some does not.
ncclResult_t awaitBlocking(const std::vector<std::shared_ptr<Communicator>> &begun) {
  ncclResult_t result = ncclSuccess;
  for (bool isDone = false; !isDone;) {
    isDone = true;
    result = ncclSuccess;
    for (const std::shared_ptr<Communicator> &comm : begun) {
      const ncclResult_t state = comm->blocking ? comm->poll() : comm->state;
      isDone = isDone && !(comm->blocking && state == ncclInProgress);
      if (state != ncclSuccess)
        result = state;
    }
    if (!isDone)
      usleep(kPollMicroseconds);
  }
  return result;
}

/// A communicator connects its ranks when it is first used: one that does not block does so beside its caller.
ncclResult_t launch(std::vector<Call> calls) {
  std::vector<std::shared_ptr<Communicator>> fresh;
  for (const Call &call : calls)
    if (!call.comm->blocking && !call.comm->launched && std::find(fresh.begin(), fresh.end(), call.comm) == fresh.end())
      fresh.push_back(call.comm);
  for (const Call &call : calls)
    call.comm->launched = true;
  if (fresh.empty())
    return enqueue(calls);
  auto polls = std::make_shared<int>(0);
  for (size_t i = 0; i < fresh.size(); ++i)
    fresh[i]->begin([calls, polls, comm = fresh[i].get(), isFirst = i == 0] {
      if (!isFirst)
        return *polls > 1;
      if (++*polls < 2)
        return false;
      if (ncclResult_t result = enqueue(calls))
        comm->state = result;
      return true;
    });
  return ncclInProgress;
}

ncclResult_t add(Call call, ncclComm_t comm, const char *function) {
  if (int fault = Faults::get().ofCall(function, rankOf(comm)))
    return static_cast<ncclResult_t>(fault);
  if (ncclResult_t result = isReady(comm, function))
    return result;
  call.comm = comm->its;
  if (bytesOf(call.type) == 0 || !nameOfReduction(call.reduction) || call.peer < 0 || call.peer >= comm->its->size)
    return failed(ncclInvalidArgument, std::string(function) + ": a type, a reduction or a rank that there is not");
  if (group.depth > 0) {
    group.calls.push_back(std::move(call));
    return ncclSuccess;
  }
  return launch({std::move(call)});
}

uint64_t addressOf(const void *pointer) { return reinterpret_cast<uint64_t>(pointer); }

} // namespace

NCCL_API ncclResult_t ncclGetVersion(int *version) {
  *version = Faults::get().version();
  return ncclSuccess;
}

NCCL_API const char *ncclGetErrorString(ncclResult_t result) {
  constexpr const char *texts[] = {"no error",
                                   "unhandled cuda error",
                                   "unhandled system error",
                                   "internal error",
                                   "invalid argument",
                                   "invalid usage",
                                   "remote process exited or there was a network error",
                                   "NCCL operation in progress"};
  return result >= 0 && result <= ncclInProgress ? texts[result] : "unknown result code";
}

NCCL_API const char *ncclGetLastError(ncclComm_t comm) {
  return comm && comm->its && !comm->its->error.empty() ? comm->its->error.c_str() : lastError.c_str();
}

NCCL_API ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
  NCCL_CALL({});
  const std::string folder = Board::make();
  if (folder.empty())
    return ncclSystemError;
  std::memset(id->internal, 0, sizeof id->internal);
  std::strncpy(id->internal, (kIdPrefix + folder).c_str(), sizeof id->internal - 1);
  return ncclSuccess;
}

NCCL_API ncclResult_t ncclCommInitRankConfig(ncclComm_t *made, int size, ncclUniqueId id, int rank,
                                             ncclConfig_t *config) {
  NCCL_CALL(rank);
  const std::string text(id.internal, strnlen(id.internal, sizeof id.internal));
  if (text.rfind(kIdPrefix, 0) != 0 || rank < 0 || rank >= size || (config && config->magic != kConfigMagic))
    return failed(ncclInvalidArgument, "ncclCommInitRankConfig: an id, a rank or a configuration that cannot be");
  const int device = shardwrightDoubleDevice();
  if (device < 0)
    return failed(ncclUnhandledCudaError, "no context is current");
  const bool blocking = !config || config->blocking != 0;
  auto comm =
      std::make_shared<Communicator>(Board(text.substr(std::strlen(kIdPrefix))), "world", rank, size, device, blocking);
  comm->worldRank = rank;
  *made = new ncclComm{comm};
  if (Faults::get().neverJoins(rank))
    return begin(comm, [] { return false; });
  auto all = std::make_shared<Exchange>(*comm, "join");
  all->say(std::to_string(size) + " " + hostName() + " " + shardwrightDoublePciBus(device));
  return begin(comm, [all, its = comm.get()] {
    if (!all->hear())
      return false;
    if (ncclResult_t result = checkJoined(*its, all->said))
      its->state = result;
    return true;
  });
}

NCCL_API ncclResult_t ncclCommSplit(ncclComm_t parent, int color, int key, ncclComm_t *made, ncclConfig_t *config) {
  NCCL_CALL(rankOf(parent));
  if (ncclResult_t result = isReady(parent, __func__))
    return result;
  Communicator &from = *parent->its;
  const bool blocking = config && config->blocking != kUndefined ? config->blocking != 0 : from.blocking;
  *made = nullptr;
  const uint64_t number = from.splits++;
  auto all = std::make_shared<Exchange>(from, "split" + std::to_string(number));
  all->say(std::to_string(color) + " " + std::to_string(key));
  return begin(parent->its, [=, &from] {
    if (!all->hear())
      return false;
    std::vector<std::pair<int, int>> ranks; // key, rank in the parent
    for (int rank = 0; rank < from.size; ++rank) {
      std::istringstream in(all->said[static_cast<size_t>(rank)]);
      int itsColor = 0, itsKey = 0;
      in >> itsColor >> itsKey;
      if (color != kNoColor && itsColor == color)
        ranks.emplace_back(itsKey, rank);
    }
    if (color == kNoColor)
      return true;
    std::sort(ranks.begin(), ranks.end());
    const auto own = std::find(ranks.begin(), ranks.end(), std::make_pair(key, from.rank));
    auto comm = std::make_shared<Communicator>(
        from.board, from.name + "-" + std::to_string(number) + "." + std::to_string(color),
        static_cast<int>(own - ranks.begin()), static_cast<int>(ranks.size()), from.device, blocking);
    comm->worldRank = from.worldRank;
    *made = new ncclComm{std::move(comm)};
    return true;
  });
}

NCCL_API ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *state) {
  NCCL_CALL(rankOf(comm));
  if (!comm || !comm->its || !state)
    return ncclInvalidArgument;
  *state = comm->its->poll();
  return ncclSuccess;
}

NCCL_API ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  NCCL_CALL(rankOf(comm));
  if (ncclResult_t result = isReady(comm, __func__))
    return result;
  Communicator &its = *comm->its;
  its.finalized = true;
  auto all = std::make_shared<Exchange>(its, "finalize");
  all->say("");
  return begin(comm->its, [all] { return all->hear(); });
}

NCCL_API ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  NCCL_CALL(rankOf(comm));
  if (!comm || !comm->its)
    return ncclInvalidArgument;
  if (comm->its->state == ncclInProgress)
    shardwrightDoubleReport("nccl-usage", "ncclCommDestroy while ncclCommFinalize is in progress");
  comm->its->board.leave();
  delete comm;
  return ncclSuccess;
}

NCCL_API ncclResult_t ncclCommAbort(ncclComm_t comm) {
  if (!comm || !comm->its)
    return ncclInvalidArgument;
  comm->its->aborted = true;
  comm->its->going = nullptr;
  comm->its->board.drop();
  delete comm;
  return ncclSuccess;
}

NCCL_API ncclResult_t ncclGroupStart() {
  ++group.depth;
  return ncclSuccess;
}

NCCL_API ncclResult_t ncclGroupEnd() {
  if (group.depth == 0)
    return failed(ncclInvalidUsage, "ncclGroupEnd without ncclGroupStart");
  if (--group.depth > 0)
    return ncclSuccess;
  std::vector<Call> calls;
  calls.swap(group.calls);
  std::vector<std::shared_ptr<Communicator>> begun;
  begun.swap(group.begun);
  if (int fault = Faults::get().ofCall(__func__))
    return static_cast<ncclResult_t>(fault);
  const ncclResult_t result = awaitBlocking(begun);
  if (result != ncclSuccess && result != ncclInProgress)
    return result;
  const ncclResult_t launched = launch(std::move(calls));
  return launched == ncclSuccess ? result : launched;
}

NCCL_API ncclResult_t ncclAllReduce(const void *from, void *to, size_t count, ncclDataType_t type,
                                    ncclRedOp_t reduction, ncclComm_t comm, CUstream stream) {
  return add({Call::AllReduce, addressOf(from), addressOf(to), count, type, reduction, 0, nullptr, stream}, comm,
             __func__);
}

NCCL_API ncclResult_t ncclReduceScatter(const void *from, void *to, size_t count, ncclDataType_t type,
                                        ncclRedOp_t reduction, ncclComm_t comm, CUstream stream) {
  return add({Call::ReduceScatter, addressOf(from), addressOf(to), count, type, reduction, 0, nullptr, stream}, comm,
             __func__);
}

NCCL_API ncclResult_t ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type, ncclComm_t comm,
                                    CUstream stream) {
  return add({Call::AllGather, addressOf(from), addressOf(to), count, type, 0, 0, nullptr, stream}, comm, __func__);
}

NCCL_API ncclResult_t ncclSend(const void *from, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                               CUstream stream) {
  return add({Call::Send, addressOf(from), 0, count, type, 0, peer, nullptr, stream}, comm, __func__);
}

NCCL_API ncclResult_t ncclRecv(void *to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
                               CUstream stream) {
  return add({Call::Receive, 0, addressOf(to), count, type, 0, peer, nullptr, stream}, comm, __func__);
}
