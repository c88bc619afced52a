#include "test/cuda-double/memory/Clocks.h"

#include <algorithm>

namespace shardwright::cudadouble {

void Clock::add(QueueId queue, OperationId operation) {
  if (queue >= last.size())
    last.resize(queue + 1, 0);
  last[queue] = std::max(last[queue], operation);
}

void Clock::join(const Clock &other) {
  if (other.last.size() > last.size())
    last.resize(other.last.size(), 0);
  for (size_t i = 0; i < other.last.size(); ++i)
    last[i] = std::max(last[i], other.last[i]);
}

bool Clock::covers(const Clock &other) const {
  for (QueueId queue = 0; queue < other.last.size(); ++queue)
    if ((*this)[queue] < other.last[queue])
      return false;
  return true;
}

Clocks::Clocks() {
  operations.emplace_back(); // 0 is none
  newOperation(newQueue("the host"), "the host");
}

QueueId Clocks::newQueue(std::string name) {
  queueNames.push_back(std::move(name));
  ofQueue.emplace_back();
  return static_cast<QueueId>(queueNames.size() - 1);
}

OperationId Clocks::newOperation(QueueId queue, const std::string &name) {
  auto [at, added] = nameIndex.emplace(name, static_cast<uint32_t>(names.size()));
  if (added)
    names.push_back(name);
  OperationId id = static_cast<OperationId>(operations.size());
  operations.push_back({queue, id, 0, at->second, {}});
  ofQueue[queue].push_back(id);
  return id;
}

OperationId Clocks::newEra(OperationId launch, uint32_t era) {
  Operation copy = operations[launch];
  copy.era = era;
  copy.launch = launch;
  OperationId id = static_cast<OperationId>(operations.size());
  operations.push_back(copy);
  ofQueue[copy.queue].push_back(id);
  return id;
}

OperationId Clocks::readersWith(OperationId reader, OperationId operation) {
  auto [at, added] = sets.emplace(std::make_pair(reader, operation), 0);
  if (!added)
    return at->second;
  std::vector<OperationId> readers = operations[reader].readers;
  if (readers.empty())
    readers.push_back(reader);
  readers.push_back(operation);
  Operation set = operations[operation];
  set.launch = operations[operation].launch;
  set.readers = std::move(readers);
  operations.push_back(std::move(set));
  at->second = static_cast<OperationId>(operations.size() - 1);
  return at->second;
}

std::string Clocks::describe(OperationId id) const {
  const Operation &it = operations[id];
  if (id == 0)
    return "nothing";
  std::string text = names[it.name] + " on " + queueNames[it.queue];
  return it.readers.size() > 1 ? text + " and others" : text;
}

bool Clocks::ordered(OperationId id, const Clock &before) const {
  const Operation &it = operations[id];
  if (id == kBeforeAll)
    return true;
  if (it.readers.empty())
    return before[it.queue] >= id;
  return std::all_of(it.readers.begin(), it.readers.end(), [&](OperationId each) { return ordered(each, before); });
}

OperationId Clocks::firstUnordered(const Clock &before) const {
  OperationId first = static_cast<OperationId>(operations.size());
  for (QueueId queue = 0; queue < ofQueue.size(); ++queue) {
    const std::vector<OperationId> &its = ofQueue[queue];
    if (its.empty() || its.back() <= std::max(before[queue], kBeforeAll))
      continue;
    first = std::min(first, *std::upper_bound(its.begin(), its.end(), std::max(before[queue], kBeforeAll)));
  }
  return first;
}

} // namespace shardwright::cudadouble
