// A communicator as one of its ranks sees it, and what the ranks of one do together.
#ifndef TEST_CUDA_DOUBLE_NCCL_COMMUNICATOR_H
#define TEST_CUDA_DOUBLE_NCCL_COMMUNICATOR_H

#include "test/cuda-double/driver/Hooks.h"
#include "test/cuda-double/nccl/Board.h"
#include "test/cuda-double/nccl/Types.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace shardwright::cudadouble {

struct Communicator {
  Communicator(Board board, std::string name, int rank, int size, int device, bool blocking)
      : board(std::move(board)), name(std::move(name)), rank(rank), size(size), device(device), blocking(blocking),
        sent(static_cast<size_t>(size)), received(static_cast<size_t>(size)) {}

  Board board;
  const std::string name; ///< "world", or what it was split from and how
  const int rank, size, device;
  const bool blocking;
  int worldRank = 0;
  ncclResult_t state = ncclSuccess;
  std::string error;           ///< of the last call
  std::function<bool()> going; ///< what it does while its state is ncclInProgress: goes on, says whether it is done
  uint64_t calls = 0;          ///< collectives so far
  uint64_t splits = 0;
  std::vector<uint64_t> sent, received; ///< messages to and from each rank
  bool launched = false, finalized = false, aborted = false;

  std::string describe() const { return "rank " + std::to_string(rank) + " of communicator '" + name + "'"; }
  /// Makes `job` what goes on; of a blocking communicator until it is done.
  ncclResult_t begin(std::function<bool()> job);
  /// Until somebody polls.
  ncclResult_t beginBeside(std::function<bool()> job);
  /// Goes on, and tells the state.
  ncclResult_t poll();
};

/// What a rank has said to all others, and hears of them: under `key`, once.
class Exchange {
public:
  Exchange(Communicator &comm, std::string key) : comm(comm), key(std::move(key)), all(comm.size) {}
  void say(const std::string &bytes);
  /// Whether all have said something; then it is in `said`, by rank.
  bool hear();
  std::vector<std::string> said;

private:
  Communicator &comm;
  std::string key;
  std::vector<std::optional<std::string>> all;
};

/// One call between ncclGroupStart and ncclGroupEnd, or alone.
struct Call {
  enum Kind { AllReduce, ReduceScatter, AllGather, Send, Receive } kind;
  uint64_t from = 0, to = 0;
  size_t count = 0;
  int type = 0, reduction = 0, peer = 0;
  std::shared_ptr<Communicator> comm;
  CUstream stream = nullptr;

  /// `ncclAllReduce of 16 float32, sum`
  std::string describe() const;
};

/// Calls of one communicator in one stream, as one piece of work.
std::shared_ptr<ExternalWork> makeWork(std::vector<Call> calls);

} // namespace shardwright::cudadouble

struct ncclComm {
  std::shared_ptr<shardwright::cudadouble::Communicator> its;
};

#endif // TEST_CUDA_DOUBLE_NCCL_COMMUNICATOR_H
