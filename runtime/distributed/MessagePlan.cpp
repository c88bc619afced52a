#include "runtime/distributed/MessagePlan.h"

#include "runtime/backends/host/CollectivePlan.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime {
namespace {

/// A piece that is worth a message of its own.
constexpr uint64_t kOwnMessageBytes = 16 << 10;
/// What an all-reduce may send to do without a second phase.
constexpr uint64_t kOnePhaseBytes = 3 << 10;
/// Parts of a sum begin at multiples of this many elements.
constexpr int64_t kShareElements = 64;

class Planner {
public:
  Planner(const GroupStep &what, int rank, int64_t devicesPerProcess)
      : what(what), own(rank), positions(what.plans.front()->groups[what.group]) {
    for (size_t place = 0; place != positions.size(); ++place) {
      const int process = static_cast<int>(positions[place] / devicesPerProcess);
      auto known =
          std::find_if(processes.begin(), processes.end(), [&](const Process &p) { return p.rank == process; });
      if (known == processes.end())
        known = processes.insert(known, {process, {}});
      known->places.push_back(place);
    }
    self = std::find_if(processes.begin(), processes.end(), [&](const Process &p) { return p.rank == own; }) -
           processes.begin();
  }

  MessagePlan plan() {
    for (const Process &process : processes)
      if (process.rank != own)
        result.peers.push_back(process.rank);
    for (size_t pair = 0; pair != what.plans.size(); ++pair) {
      const host::CollectivePlan &plan = *what.plans[pair];
      switch (plan.collectiveKind()) {
      case CollectiveKind::AllReduce:
        planAllReduce(pair, plan);
        break;
      case CollectiveKind::ReduceScatter:
        planReduceScatter(pair, plan);
        break;
      default:
        planBlocks(pair, plan);
      }
    }
    for (Batch &batch : batches)
      close(batch);
    return std::move(result);
  }

private:
  struct Process {
    int rank;
    std::vector<size_t> places; ///< in the group
  };
  /// The message that small pieces for one process of one phase are put into.
  struct Batch {
    size_t phase;
    bool isSent;
    MessagePlan::Message message;
    std::vector<std::pair<size_t, size_t>> summands; ///< of sums that have a piece in it
    std::vector<uint64_t> summandsAt;
  };

  const Process &here() const { return processes[static_cast<size_t>(self)]; }
  uint64_t stage(uint64_t bytes) {
    const uint64_t at = (result.stagingBytes + 63) & ~uint64_t{63};
    result.stagingBytes = at + bytes;
    return at;
  }

  Batch &batchOf(size_t phase, bool isSent, int peer);
  void addMessage(size_t phase, bool isSent, MessagePlan::Message message);
  void close(Batch &batch);
  void addPiece(size_t phase, bool isSent, int peer, size_t member, size_t slot, const BoxCopy &box);
  void addSummand(int peer, uint64_t bytes, size_t sum, size_t summand);
  void share(size_t pair, const host::CollectivePlan &plan);

  void planBlocks(size_t pair, const host::CollectivePlan &plan);
  void planReduceScatter(size_t pair, const host::CollectivePlan &plan);
  void planAllReduce(size_t pair, const host::CollectivePlan &plan);

  const GroupStep &what;
  const int own;
  const std::vector<int64_t> &positions;
  std::vector<Process> processes; ///< of the group, in the order of their first members
  ptrdiff_t self = 0;
  std::vector<Batch> batches;
  MessagePlan result;
};

Planner::Batch &Planner::batchOf(size_t phase, bool isSent, int peer) {
  for (Batch &batch : batches)
    if (batch.phase == phase && batch.isSent == isSent && batch.message.peer == peer)
      return batch;
  batches.push_back({phase, isSent, {peer, {}}, {}, {}});
  return batches.back();
}

void Planner::addMessage(size_t phase, bool isSent, MessagePlan::Message message) {
  MessagePlan::Phase &to = result.phases[phase];
  (isSent ? to.sends : to.receives).push_back(std::move(message));
}

void Planner::close(Batch &batch) {
  MessagePlan::Message &message = batch.message;
  if (message.pieces.size() == 1) {
    const BoxCopy &box = message.pieces[0].box;
    message.inPlace = batch.isSent ? box.denseFrom() : box.denseTo();
  }
  if (message.inPlace < 0)
    message.staging = stage(message.bytes);
  for (size_t i = 0; i != batch.summands.size(); ++i) {
    const auto [sum, summand] = batch.summands[i];
    result.sums[sum].summands[summand].at = message.staging + batch.summandsAt[i];
  }
  addMessage(batch.phase, batch.isSent, std::move(message));
}

void Planner::addPiece(size_t phase, bool isSent, int peer, size_t member, size_t slot, const BoxCopy &box) {
  const uint64_t bytes = box.totalBytes();
  if (bytes == 0)
    return;
  if (bytes >= kOwnMessageBytes) {
    Batch alone{phase, isSent, {peer, {{member, slot, box, 0}}, bytes}, {}, {}};
    return close(alone);
  }
  MessagePlan::Message &message = batchOf(phase, isSent, peer).message;
  message.pieces.push_back({member, slot, box, message.bytes});
  message.bytes += bytes;
}

void Planner::addSummand(int peer, uint64_t bytes, size_t sum, size_t summand) {
  if (bytes == 0)
    return;
  if (bytes >= kOwnMessageBytes) {
    Batch alone{0, false, {peer, {}, bytes}, {{sum, summand}}, {0}};
    return close(alone);
  }
  Batch &batch = batchOf(0, false, peer);
  batch.summands.push_back({sum, summand});
  batch.summandsAt.push_back(batch.message.bytes);
  batch.message.bytes += bytes;
}

/// What is the same on all members is put together in the first one's out.
void Planner::share(size_t pair, const host::CollectivePlan &plan) {
  for (size_t member = 1; member < here().places.size(); ++member)
    result.shared.push_back({member, pair, plan.outBytes()});
}

void Planner::planBlocks(size_t pair, const host::CollectivePlan &plan) {
  const bool isShared = plan.collectiveKind() == CollectiveKind::AllGather;
  // Of what all receive alike, a process receives one.
  auto receiversOf = [&](const Process &process) { return isShared ? size_t{1} : process.places.size(); };
  for (const Process &process : processes) {
    for (size_t s = 0; s != here().places.size(); ++s)
      for (size_t r = 0; r != receiversOf(process); ++r) {
        const BoxCopy box =
            plan.between(what.group, static_cast<int64_t>(here().places[s]), static_cast<int64_t>(process.places[r]));
        if (process.rank != own)
          addPiece(0, true, process.rank, s, 2 * pair, box);
        else if (!box.empty())
          result.copies.push_back({s, r, pair, box});
      }
    if (process.rank == own)
      continue;
    for (size_t s = 0; s != process.places.size(); ++s)
      for (size_t r = 0; r != receiversOf(here()); ++r)
        addPiece(
            0, false, process.rank, r, 2 * pair + 1,
            plan.between(what.group, static_cast<int64_t>(process.places[s]), static_cast<int64_t>(here().places[r])));
  }
  for (size_t r = 0; r != here().places.size(); ++r)
    if (plan.isPadded(what.group, static_cast<int64_t>(here().places[r])))
      result.padded.push_back({r, pair, plan.outBytes()});
  if (isShared)
    share(pair, plan);
}

void Planner::planReduceScatter(size_t pair, const host::CollectivePlan &plan) {
  auto boxFor = [&](size_t place) { return plan.between(what.group, 0, static_cast<int64_t>(place)); };
  const size_t firstSum = result.sums.size();
  for (size_t r = 0; r != here().places.size(); ++r) {
    if (plan.isPadded(what.group, static_cast<int64_t>(here().places[r])))
      result.padded.push_back({r, pair, plan.outBytes()});
    const BoxCopy box = boxFor(here().places[r]);
    MessagePlan::Sum sum{pair, plan.combineElements(), plan.bytesPerElement(), box.totalBytes(), {}, r};
    sum.inPlace = box.denseTo();
    if (sum.inPlace < 0)
      sum.staging = stage(sum.bytes);
    sum.box = box;
    sum.summands.resize(positions.size());
    result.sums.push_back(std::move(sum));
  }
  for (const Process &process : processes) {
    if (process.rank != own)
      for (size_t s = 0; s != here().places.size(); ++s)
        for (size_t place : process.places)
          addPiece(0, true, process.rank, s, 2 * pair, boxFor(place));
    for (size_t s = 0; s != process.places.size(); ++s)
      for (size_t r = 0; r != here().places.size(); ++r) {
        MessagePlan::Sum &sum = result.sums[firstSum + r];
        MessagePlan::Sum::Summand &summand = sum.summands[process.places[s]];
        summand = {-1, 0};
        if (process.rank != own) {
          addSummand(process.rank, sum.bytes, firstSum + r, process.places[s]);
        } else if (int64_t dense = sum.box.denseFrom(); dense >= 0) {
          summand = {static_cast<int64_t>(s), static_cast<uint64_t>(dense)};
        } else {
          summand.at = stage(sum.bytes);
          result.packs.push_back({s, pair, sum.box, summand.at});
        }
      }
  }
}

void Planner::planAllReduce(size_t pair, const host::CollectivePlan &plan) {
  const size_t size = plan.bytesPerElement();
  const auto elements = static_cast<int64_t>(plan.inBytes() / size), parts = static_cast<int64_t>(processes.size());
  const bool isOnePhase = plan.inBytes() * static_cast<uint64_t>(parts - 1) <= kOnePhaseBytes;
  // What process number p adds up.
  auto rangeOf = [&](int64_t p) -> std::pair<int64_t, int64_t> {
    if (isOnePhase)
      return {0, elements};
    const int64_t each = (elements + parts * kShareElements - 1) / (parts * kShareElements) * kShareElements;
    return {std::min(p * each, elements), std::min((p + 1) * each, elements)};
  };
  auto boxOf = [&](int64_t p) {
    const auto [begin, end] = rangeOf(p);
    return BoxCopy(size, {end - begin}, {elements}, {begin}, {elements}, {begin});
  };
  const auto [begin, end] = rangeOf(self);
  const uint64_t at = static_cast<uint64_t>(begin) * size, bytes = static_cast<uint64_t>(end - begin) * size;
  const size_t number = result.sums.size();
  MessagePlan::Sum sum{pair, plan.combineElements(), size, bytes, {}, 0};
  sum.inPlace = static_cast<int64_t>(at);
  sum.summands.resize(positions.size());
  result.sums.push_back(std::move(sum));
  for (int64_t p = 0; p != parts; ++p) {
    const Process &process = processes[static_cast<size_t>(p)];
    for (size_t s = 0; s != process.places.size(); ++s) {
      MessagePlan::Sum::Summand &summand = result.sums[number].summands[process.places[s]];
      summand = process.rank == own ? MessagePlan::Sum::Summand{static_cast<int64_t>(s), at}
                                    : MessagePlan::Sum::Summand{-1, 0};
      if (process.rank != own)
        addSummand(process.rank, bytes, number, process.places[s]);
    }
    if (process.rank == own)
      continue;
    for (size_t s = 0; s != here().places.size(); ++s)
      addPiece(0, true, process.rank, s, 2 * pair, boxOf(p));
    if (!isOnePhase) {
      addPiece(1, true, process.rank, 0, 2 * pair + 1, boxOf(self));
      addPiece(1, false, process.rank, 0, 2 * pair + 1, boxOf(p));
    }
  }
  share(pair, plan);
}

} // namespace

MessagePlan planMessages(const GroupStep &what, int rank, int64_t devicesPerProcess) {
  return Planner(what, rank, devicesPerProcess).plan();
}

} // namespace shardwright::runtime
