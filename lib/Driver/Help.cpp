#include "lib/Driver/Help.h"

#include "llvm/ADT/StringExtras.h"

namespace shardwright::driver {

llvm::ArrayRef<std::pair<int, const char *>> exitStatuses() {
  static constexpr std::pair<int, const char *> kStatuses[] = {
      {0, "done"},
      {1, "a comparison or a check that was asked for failed"},
      {2, "the input or the command line is bad"},
      {3, "the machine failed: out of memory, the disk is full, a worker died"},
  };
  return kStatuses;
}

std::string optionUsage(const OptionSpec &option) {
  std::string text = spelled(option.name);
  if (option.value)
    text += (llvm::StringRef(option.name).size() == 1 ? " " : "=") + std::string(option.value);
  return text;
}

static std::string row(std::string left, size_t width, llvm::StringRef right) {
  left.resize(std::max(left.size() + 2, width), ' ');
  return "\n  " + left + right.str();
}

static std::string exitStatusLine() {
  std::vector<std::string> parts;
  for (auto [status, meaning] : exitStatuses())
    parts.push_back(std::to_string(status) + " " + meaning);
  return "exit status: " + llvm::join(parts, "; ") + "\n";
}

static std::string groupHelp(const Command &group) {
  std::string name = std::string("shardwright") + (*group.name ? " " : "") + group.name;
  std::string text = "usage: " + name + " " + group.synopsis + "\n\n" + group.summary + "\n";
  for (const Command &command : group.commands)
    text += row(command.word().str(), 12, command.summary);
  text += "\n\n`" + name + " COMMAND --help` lists a command's options.\n";
  if (*group.name)
    return text;
  return text +
         "`shardwright --version` says what this is a build of.\n"
         "\n"
         "begin with a program that JAX printed (docs/tutorials/your-jax-model.md), here model.mlir:\n"
         "  shardwright partition model.mlir                       the program that each device runs\n"
         "  shardwright explain model.mlir --topology=h100-8       what a step takes on eight H100, and why\n"
         "  shardwright run model.mlir --check-against=unpartitioned\n"
         "                                                         runs it on devices of this process\n\n" +
         exitStatusLine();
}

std::string helpText(const Command &command) {
  if (!command.commands.empty())
    return groupHelp(command);
  std::string text = std::string("usage: shardwright ") + command.name + (*command.synopsis ? " " : "") +
                     command.synopsis + "\n\n" + command.description + "\n";
  for (const OptionSpec &option : command.options)
    text += row(optionUsage(option), 28, option.help);
  return text + "\n";
}

} // namespace shardwright::driver
