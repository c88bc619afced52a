#include "runtime/MemoryCycle.h"

#include "runtime/Layout.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace shardwright::runtime {
namespace {
/// Cycles of more phases are not kept: their steps are looked up as they come.
constexpr size_t kMostPhases = 4;
} // namespace

MemoryCycle::MemoryCycle(const Executable &executable, std::vector<Feed> given)
    : exe(executable), feeds(std::move(given)), isFed(exe.arguments.size(), false) {
  for (const Feed &feed : feeds)
    isFed[feed.argument] = true;
  // Results that lie in the arena need one that no other program writes over.
  ownsArena = std::any_of(exe.results.begin(), exe.results.end(), [](const Interface &r) { return r.place >= 0; });
  placeFirst();
  std::map<std::vector<Place>, size_t> seen;
  std::vector<Place> arguments = first;
  while (all.size() < kMostPhases) {
    seen[arguments] = all.size();
    all.push_back(makePhase(arguments));
    arguments = all.back().next;
    if (auto it = seen.find(arguments); it != seen.end()) {
      closed = true;
      back = it->second;
      return;
    }
  }
  makeEnough();
}

/// Arguments that will be results in an arena begin there, as if a step had been taken; each other has a block.
void MemoryCycle::placeFirst() {
  std::map<size_t, int64_t> inArena; // argument -> place
  std::set<int64_t> isTaken;
  for (const Feed &feed : feeds)
    if (int64_t place = exe.results[feed.result].place; place >= 0 && isTaken.insert(place).second)
      inArena[feed.argument] = place;
  std::optional<uint32_t> arena;
  if (!inArena.empty())
    arena = newBlock(exe.arenaBytes);
  for (size_t i = 0; i != exe.arguments.size(); ++i)
    if (auto it = inArena.find(i); it != inArena.end())
      first.push_back({*arena, static_cast<uint64_t>(it->second)});
    else
      first.push_back({newBlock(localBytes(exe.arguments[i])), 0});
}

/// A step takes a block only where none is free, so there are never more of a size than arguments, copies and results
/// of it in one step. Results in the arena are arguments for one step: two arenas are enough.
void MemoryCycle::makeEnough() {
  std::map<uint64_t, size_t> most;
  for (const Interface &argument : exe.arguments)
    most[localBytes(argument)] += argument.donated ? 2 : 1;
  for (const Interface &result : exe.results)
    most[localBytes(result)] += result.hasOwnBlock();
  if (ownsArena)
    most[exe.arenaBytes] += 2;
  for (auto [size, count] : most)
    for (size_t have = static_cast<size_t>(std::count(bytes.begin(), bytes.end(), size)); have < count; ++have)
      newBlock(size);
}

uint32_t MemoryCycle::newBlock(uint64_t size) {
  bytes.push_back(size);
  return static_cast<uint32_t>(bytes.size() - 1);
}

uint32_t MemoryCycle::take(uint64_t size, std::vector<bool> &isTaken) {
  isTaken.resize(bytes.size(), false);
  for (uint32_t block = 0; block != bytes.size(); ++block)
    if (bytes[block] == size && !isTaken[block]) {
      isTaken[block] = true;
      return block;
    }
  isTaken.push_back(true);
  return newBlock(size);
}

MemoryCycle::Phase MemoryCycle::makePhase(const std::vector<Place> &arguments) {
  Phase phase;
  phase.arguments = arguments;
  std::vector<bool> isTaken(bytes.size(), false);
  std::map<Place, int64_t> users;
  for (const Place &place : arguments) {
    isTaken[place.block] = true;
    ++users[place];
  }
  // What is written over and needed again is copied.
  for (size_t i = 0; i != arguments.size(); ++i)
    if (exe.arguments[i].donated && (!isFed[i] || users[arguments[i]] > 1)) {
      const uint64_t size = localBytes(exe.arguments[i]);
      phase.arguments[i] = {take(size, isTaken), 0};
      phase.copies.push_back({arguments[i], phase.arguments[i], size});
    }
  if (ownsArena)
    phase.arena = take(exe.arenaBytes, isTaken);
  for (const Interface &result : exe.results)
    if (result.alias >= 0)
      phase.results.push_back(phase.arguments[static_cast<size_t>(result.alias)]);
    else if (result.place >= 0)
      phase.results.push_back({*phase.arena, static_cast<uint64_t>(result.place)});
    else
      phase.results.push_back({take(localBytes(result), isTaken), 0});
  phase.next = arguments;
  for (const Feed &feed : feeds)
    phase.next[feed.argument] = phase.results[feed.result];
  return phase;
}

const MemoryCycle::Phase &MemoryCycle::phaseOf(const std::vector<Place> &arguments) {
  latest = makePhase(arguments);
  return latest;
}

} // namespace shardwright::runtime
