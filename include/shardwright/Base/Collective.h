#ifndef SHARDWRIGHT_BASE_COLLECTIVE_H
#define SHARDWRIGHT_BASE_COLLECTIVE_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace shardwright {

/// What the devices of a group exchange, from the per-device program and its prices to the steps of an executable, in
/// which the numbers of the first five stand. Programs have those; the others are priced only.
enum class CollectiveKind : uint8_t { AllGather, ReduceScatter, AllReduce, AllToAll, Permute, Broadcast, SendRecv };

/// By kind: in texts, options and files, and of the operations of `spmd`.
inline constexpr std::string_view kCollectiveNames[] = {
    "all_gather", "reduce_scatter", "all_reduce", "all_to_all", "collective_permute", "broadcast", "send_recv"};

constexpr bool isInPrograms(CollectiveKind kind) { return kind <= CollectiveKind::Permute; }

constexpr std::string_view collectiveName(CollectiveKind kind) { return kCollectiveNames[static_cast<size_t>(kind)]; }

constexpr std::optional<CollectiveKind> parseCollective(std::string_view name) {
  for (size_t i = 0; i != std::size(kCollectiveNames); ++i)
    if (name == kCollectiveNames[i])
      return static_cast<CollectiveKind>(i);
  return std::nullopt;
}

} // namespace shardwright

#endif // SHARDWRIGHT_BASE_COLLECTIVE_H
