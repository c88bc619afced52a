#include "lib/Driver/Help.h"
#include "runtime/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

absl::Status writeManual(const std::string &folder) {
  if (std::error_code error = llvm::sys::fs::create_directories(folder))
    return absl::InvalidArgumentError("cannot make the folder '" + folder + "': " + error.message());
  if (absl::Status status = runtime::writeFile(folder + "/shardwright.1", manualPage()); !status.ok())
    return status;
  return runtime::writeFile(folder + "/shardwright-run.1", runtimeManualPage());
}

absl::Status help(const CommandLine &line) {
  if (std::optional<std::string> folder = line.text("man"))
    return writeManual(*folder);
  const Command *command = &allCommands();
  for (const std::string &word : line.files()) {
    const Command *next = findCommand(*command, word);
    if (!next && !command->commands.empty() && command->commands.back().takesAnyWord())
      next = &command->commands.back();
    if (!next)
      return unknownCommand(*command, word);
    command = next;
  }
  llvm::outs() << helpText(*command);
  return absl::OkStatus();
}

} // namespace

Command helpCommand() {
  return {"help",
          "[COMMAND ...] [--man=DIR]",
          "what a command does and its options",
          "Prints what `shardwright COMMAND --help` prints, or the list of commands.",
          CommandLine::kAnyFiles,
          {{"man", "DIR", "write the manual pages shardwright.1 and shardwright-run.1 there"}},
          help};
}

} // namespace shardwright::driver
