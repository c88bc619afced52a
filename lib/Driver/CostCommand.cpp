#include "lib/Driver/CostCommand.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

static llvm::ArrayRef<Command> costCommands() {
  static const std::vector<Command> kCommands = {costCollectiveCommand(), costEvalCommand(), costListCommand(),
                                                 costMatmulCommand(),     costStepCommand(), costTrainingCommand(),
                                                 costQuantityCommand()};
  return kCommands;
}

static llvm::StringRef lastWord(const Command &command) { return llvm::StringRef(command.name).rsplit(' ').second; }

static std::string overview() {
  std::string text = "usage: shardwright cost COMMAND ...\n\n"
                     "how long, how much, and why: prices with the formulas they come from\n";
  for (const Command &command : costCommands()) {
    std::string left = "  " + lastWord(command).str();
    left.resize(14, ' ');
    text += "\n" + left + command.summary;
  }
  return text + "\n\n`shardwright cost COMMAND --help` lists a command's options.\n";
}

static absl::Status cost(llvm::ArrayRef<std::string> words) {
  if (words.empty())
    return absl::InvalidArgumentError("expected a command or a quantity; `shardwright cost --help` lists the commands, "
                                      "`shardwright cost list` the quantities");
  if (words.front() == "--help" || words.front() == "-h") {
    llvm::outs() << overview();
    return absl::OkStatus();
  }
  for (const Command &command : costCommands().drop_back())
    if (words.front() == lastWord(command))
      return runCommand(command, words.drop_front());
  return runCommand(costCommands().back(), words);
}

Command costCommand() {
  Command command{"cost", "COMMAND ...", "times, sizes and limits with the formulas they come from", "", /*files=*/0,
                  {},     nullptr};
  command.runWords = cost;
  return command;
}

} // namespace shardwright::driver
