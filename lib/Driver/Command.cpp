#include "lib/Driver/Command.h"

#include "lib/Driver/CommandLine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

llvm::ArrayRef<Command> commands() {
  static const std::vector<Command> kCommands = {
      {"run", "FILE [options]", "compiles a program, runs @main on the devices of its mesh, compares", runRun},
      {"compile", "FILE -o OUT.swx [options]", "writes an executable for run and shardwright-run", runCompile},
      {"partition", "FILE [options]", "writes the program that each device runs, or a summary of what it sends",
       runPartition},
      {"reshard", "--mesh=... --type=... --from=... --to=... [--json]",
       "prints the cheapest steps from one sharding of an array to another", runReshard},
  };
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
    absl::Status status = command.run({arguments.begin() + 1, arguments.end()});
    llvm::outs().flush();
    if (!status.ok() && !status.message().empty())
      llvm::errs() << "shardwright " << name << ": " << std::string(status.message()) << "\n";
    return exitCode(status);
  }
  llvm::errs() << "shardwright: unknown command '" << name << "'; the commands are " << llvm::join(names, ", ") << "\n";
  return 2;
}

} // namespace shardwright::driver
