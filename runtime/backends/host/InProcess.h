#ifndef RUNTIME_BACKENDS_HOST_INPROCESS_H
#define RUNTIME_BACKENDS_HOST_INPROCESS_H

#include "runtime/Communicator.h"
#include "runtime/backends/host/TaskScheduler.h"

#include <functional>
#include <memory>
#include <vector>

namespace shardwright::runtime::host {

/// Groups whose members are all in this process: who starts an exchange does it, with those who are idle.
class InProcess : public Communicator {
public:
  explicit InProcess(TaskScheduler &scheduler) : scheduler(scheduler) {}
  std::unique_ptr<Exchange> plan(const GroupStep &what, std::function<void()> finished) override;

private:
  TaskScheduler &scheduler;
};

} // namespace shardwright::runtime::host

#endif // RUNTIME_BACKENDS_HOST_INPROCESS_H
