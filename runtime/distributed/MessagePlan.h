#ifndef RUNTIME_DISTRIBUTED_MESSAGEPLAN_H
#define RUNTIME_DISTRIBUTED_MESSAGEPLAN_H

#include "runtime/BoxCopy.h"
#include "runtime/Communicator.h"
#include "runtime/backends/host/Reduce.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardwright::runtime {

/// One step of collectives of one group as one process sees it: which bytes go to and come from which other process,
/// and what is done here. Blocks go from their sender to their receivers, each in one hop, whatever the collective.
/// Summands go to whoever adds them up, all of them, so that sums have the order of the group, and with it the same
/// bits, however devices are spread over processes. An all-reduce of few bytes sends them to everybody; a larger one is
/// a reduce-scatter over the processes and an all-gather (Rabenseifner's algorithm): then there are two phases.
///
/// Both ends of a message derive it alike, and messages between two processes are posted in the order in which they
/// stand here.
struct MessagePlan {
  /// Bytes of a member's buffer (2 x pair: its in; one more: its out), as they lie in it and by themselves.
  struct Piece {
    size_t member, slot;
    BoxCopy box;
    uint64_t at; ///< within the message
  };
  struct Message {
    int peer;
    std::vector<Piece> pieces; ///< none of what is received: it stays where it is, to be added up
    uint64_t bytes = 0;
    uint64_t staging = 0; ///< where it lies before it is sent or after it is received,
    int64_t inPlace = -1; ///< unless it does so in the buffer of its only piece, from this byte on
  };
  struct Phase {
    std::vector<Message> sends, receives;
  };
  /// Of one member's in to another one's out, both here.
  struct LocalCopy {
    size_t from, to, pair;
    BoxCopy box;
  };
  /// Of what one member adds: put together in staging, from `at` on.
  struct LocalPack {
    size_t member, pair;
    BoxCopy box;
    uint64_t at;
  };
  /// An element of the result for each of the summands, which are dense: in a member's in, or in staging.
  struct Sum {
    struct Summand {
      int64_t member; ///< -1: in staging
      uint64_t at;
    };
    size_t pair;
    host::CombineFunction combine;
    size_t elementBytes;
    uint64_t bytes;
    std::vector<Summand> summands;
    size_t member;        ///< whose out it goes to:
    int64_t inPlace = -1; ///< from this byte on,
    uint64_t staging = 0; ///< or by way of staging
    BoxCopy box;
  };
  struct Out {
    size_t member, pair;
    uint64_t bytes;
  };

  std::array<Phase, 2> phases;
  std::vector<Out> padded; ///< zero before anything else
  std::vector<LocalCopy> copies;
  std::vector<LocalPack> packs;
  std::vector<Sum> sums;   ///< between the phases
  std::vector<Out> shared; ///< like the first member's, at the end
  uint64_t stagingBytes = 0;
  std::vector<int> peers; ///< the other processes of the group
};

/// `devicesPerProcess`: process r has the positions from r times that on. `rank`: of this process.
MessagePlan planMessages(const GroupStep &what, int rank, int64_t devicesPerProcess);

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_MESSAGEPLAN_H
