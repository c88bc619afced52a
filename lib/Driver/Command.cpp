#include "lib/Driver/Command.h"

#include "shardwright/Sharding/Suggest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

llvm::ArrayRef<Command> commands() {
  static const std::vector<Command> kCommands = {runCommand(),     compileCommand(), partitionCommand(),
                                                 explainCommand(), reshardCommand(), costCommand(),
                                                 topologyCommand()};
  return kCommands;
}

static std::string overview() {
  std::string text = "usage: shardwright COMMAND ...\n\n"
                     "partitions tensor programs over meshes of devices, and runs them\n";
  for (const Command &command : commands()) {
    std::string left = std::string("  ") + command.name;
    left.resize(14, ' ');
    text += "\n" + left + command.summary;
  }
  return text + "\n\n`shardwright COMMAND --help` lists a command's options.\n";
}

absl::Status runCommand(const Command &command, llvm::ArrayRef<std::string> arguments) {
  if (command.runWords)
    return command.runWords(arguments);
  absl::StatusOr<CommandLine> line = CommandLine::parse(arguments, command.options, command.files);
  if (!line.ok())
    return line.status();
  if (line->wantsHelp()) {
    llvm::outs() << helpText(command.name, command.synopsis, command.description, command.options);
    return absl::OkStatus();
  }
  return command.run(*line);
}

int runCommandLine(const std::vector<std::string> &arguments) {
  if (arguments.empty()) {
    llvm::errs() << overview();
    return 2;
  }
  const std::string &name = arguments.front();
  if (name == "--help" || name == "-h" || name == "help") {
    llvm::outs() << overview();
    return 0;
  }
  std::vector<std::string> names;
  for (const Command &command : commands()) {
    if (name != command.name) {
      names.push_back(command.name);
      continue;
    }
    absl::Status status = runCommand(command, llvm::ArrayRef(arguments).drop_front());
    llvm::outs().flush();
    if (!status.ok() && !status.message().empty())
      llvm::errs() << "shardwright " << name << ": " << std::string(status.message()) << "\n";
    return exitCode(status);
  }
  llvm::errs() << "shardwright: unknown command '" << name << "'; the commands are " << llvm::join(names, ", ")
               << didYouMean(name, names) << "\n";
  return 2;
}

} // namespace shardwright::driver
