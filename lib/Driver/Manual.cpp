// Manual pages in roff (man(7)), from the same tables as --help.
#include "lib/Driver/Help.h"
#include "shardwright/Runtime/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright::driver {
namespace {

/// Text as it is: no escape, no hyphen that a reader cannot paste, no line that begins like a request.
std::string escaped(llvm::StringRef text) {
  std::string out;
  for (char letter : text) {
    if (letter == '\\')
      out += "\\e";
    else if (letter == '-')
      out += "\\-";
    else if ((letter == '.' || letter == '\'') && (out.empty() || out.back() == '\n'))
      out += std::string("\\&") + letter;
    else
      out += letter;
  }
  return out;
}

std::string title(llvm::StringRef name, llvm::StringRef summary) {
  return ".TH " + name.upper() + " 1 \"\" \"shardwright " + runtime::version() + "\"\n.SH NAME\n" + escaped(name) +
         " \\- " + escaped(summary) + "\n";
}

std::string optionsText(llvm::ArrayRef<OptionSpec> options) {
  std::string text;
  for (const OptionSpec &option : options)
    text += ".TP\n.B " + escaped(optionUsage(option)) + "\n" + escaped(option.help) + "\n";
  return text;
}

void appendCommands(const Command &group, std::string &text) {
  for (const Command &command : group.commands) {
    if (!command.commands.empty()) {
      appendCommands(command, text);
      continue;
    }
    text += ".SS shardwright " + escaped(command.name) + " " + escaped(command.synopsis) + "\n" +
            escaped(command.description) + "\n" + optionsText(command.options);
  }
}

std::string exitStatusSection() {
  std::string text = ".SH EXIT STATUS\n";
  for (auto [status, meaning] : exitStatuses())
    text += ".TP\n.B " + std::to_string(status) + "\n" + escaped(meaning) + "\n";
  return text;
}

} // namespace

std::string manualPage() {
  const Command &all = allCommands();
  std::string text = title("shardwright", all.summary) + ".SH SYNOPSIS\n.B shardwright\nCOMMAND ...\n.br\n" +
                     ".B shardwright\n\\-\\-version\n.SH COMMANDS\n";
  appendCommands(all, text);
  text += ".SH ENVIRONMENT\n.TP\n.B SHARDWRIGHT_TOPOLOGIES\n"
          "the folder of the machines that \\-\\-topology names, in place of the one that was installed\n";
  return text + exitStatusSection() + ".SH SEE ALSO\nshardwright\\-run(1)\n";
}

std::string runtimeManualPage() {
  std::vector<OptionSpec> options;
  for (const runtime::RunOptionSpec &option : runtime::runOptionSpecs())
    options.push_back({option.name, option.value, option.help});
  return title("shardwright-run", runtime::kRunToolSummary) +
         ".SH SYNOPSIS\n.B shardwright\\-run\nFILE.swx [options]\n.SH OPTIONS\n" + optionsText(options) +
         exitStatusSection() + ".SH SEE ALSO\nshardwright(1)\n";
}

} // namespace shardwright::driver
