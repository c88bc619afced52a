#ifndef RUNTIME_EXECUTIONJOB_H
#define RUNTIME_EXECUTIONJOB_H

#include "runtime/ClientState.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace shardwright::runtime {

/// One execution on buffers, from its submission to its end; kept by its program for the next one.
class ExecutionJob : public ExecutionQueue::Job {
public:
  explicit ExecutionJob(const ProgramState &program) : table(program.loaded->makeTable()) {}

  void run() override;

  /// Bytes that are copied before or after the program runs.
  struct Copy {
    int64_t device;
    const void *from; ///< null: where the arena of the device has result `result`
    size_t result;
    void *to;
    uint64_t bytes;
  };
  /// An argument that may have failed.
  struct Dependency {
    Event event;
    int64_t device;
    size_t argument;
  };

  std::shared_ptr<ProgramState> program; ///< while it is submitted
  std::shared_ptr<EventState> event;
  const std::unique_ptr<BlockTable> table;
  Execution execution;
  std::vector<BlockRef> held;                     ///< what it runs on
  std::vector<std::shared_ptr<BufferImpl>> given; ///< arguments that somebody may still read
  std::vector<Copy> before, after;
  std::vector<Dependency> dependencies;

private:
  absl::Status execute();
};

/// A buffer that is copied to another device when what it holds is there; ends itself.
class CopyJob : public ExecutionQueue::Job {
public:
  void run() override;

  std::shared_ptr<ClientState> client;
  Event ready; ///< of `from`
  BlockRef from, to;
  std::shared_ptr<EventState> event; ///< of `to`
};

/// Runs `work()` in its turn among the executions of a client, in this thread or another one, and returns afterwards.
template <typename Work> class TurnJob : public ExecutionQueue::Job {
public:
  explicit TurnJob(Work work) : work(std::move(work)) {}
  void run() override {
    work();
    done.store(true, std::memory_order_release);
  }

  Work work;
  std::atomic<bool> done{false};
};
template <typename Work> void runInTurn(ExecutionQueue &queue, Work work) {
  TurnJob<Work> job(std::move(work));
  queue.run(job, job.done);
}

} // namespace shardwright::runtime

#endif // RUNTIME_EXECUTIONJOB_H
