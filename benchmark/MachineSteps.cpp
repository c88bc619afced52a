// MachineSteps FILE TOPOLOGY: seconds of a step of the program on a machine, partitioned by bytes (`flat`) and for it.
#include "lib/Compiler/Pipeline.h"
#include "lib/Estimate/Estimate.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace shardwright;

namespace {

/// Of the program as it is partitioned for one machine, run on another.
absl::StatusOr<double> secondsOf(llvm::StringRef text, const std::string &decidedFor, const std::string &runOn) {
  auto environment = std::make_shared<compiler::Environment>(compiler::SessionOptions());
  absl::StatusOr<std::unique_ptr<compiler::Pipeline>> program =
      compiler::Pipeline::read({absl::string_view(text.data(), text.size()), "program"}, environment);
  if (!program.ok())
    return program.status();
  compiler::Options options;
  options.machine.topology = decidedFor;
  absl::StatusOr<compiler::Target> target = compiler::resolve(options, *environment);
  if (!target.ok())
    return target.status();
  if (absl::Status status = (*program)->compile(compiler::Phase::Partition, *target); !status.ok())
    return status;
  absl::StatusOr<MachineOptions> machine = environment->machine({runOn, ""});
  if (!machine.ok())
    return machine.status();
  absl::StatusOr<CostModel> costs = environment->costModel(*machine, (*program)->mesh());
  if (!costs.ok())
    return costs.status();
  absl::StatusOr<estimate::Estimate> estimate = estimate::estimateStep((*program)->module(), *costs, target->host);
  if (!estimate.ok())
    return estimate.status();
  return estimate->seconds();
}

} // namespace

int main(int count, char **words) {
  if (count != 3) {
    llvm::errs() << "usage: MachineSteps FILE TOPOLOGY\n";
    return 2;
  }
  const std::string file = words[1], machine = words[2];
  auto text = llvm::MemoryBuffer::getFile(file);
  if (!text) {
    llvm::errs() << "MachineSteps: error: '" << file << "': " << text.getError().message() << "\n";
    return 2;
  }
  for (const std::string &decidedFor : {std::string("flat"), machine}) {
    absl::StatusOr<double> seconds = secondsOf((*text)->getBuffer(), decidedFor, machine);
    if (!seconds.ok()) {
      llvm::errs() << "MachineSteps: error: " << std::string(seconds.status().message()) << "\n";
      return 2;
    }
    llvm::outs() << *seconds << "\n";
  }
  return 0;
}
