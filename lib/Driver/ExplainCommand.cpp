#include "lib/Driver/Command.h"
#include "lib/Driver/ExplainProgram.h"
#include "lib/Driver/ExportedFolder.h"
#include "lib/Driver/TargetOptions.h"
#include "lib/Explain/Compare.h"
#include "lib/Explain/Render.h"
#include "lib/Explain/Select.h"
#include "runtime/Files.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

absl::Status writeTo(const std::string &path, llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  write(stream);
  return runtime::writeFile(path, text);
}

absl::Status writePageTo(const CommandLine &line, llvm::ArrayRef<const explanation::Facts *> runs) {
  std::optional<std::string> html = line.text("html");
  return html ? writeTo(*html, [&](llvm::raw_ostream &out) { writePage(out, runs); }) : absl::OkStatus();
}

/// Two programs, or one on two machines.
absl::Status explainAgainst(const CommandLine &line) {
  for (const char *option : {"at", "trace"})
    if (line.has(option))
      return aboutOption(option, "it tells of one run: leave out --against and --against-topology");
  std::optional<std::string> topology = line.text("against-topology");
  if (topology && !line.has("topology"))
    return aboutOption("against-topology", "it needs --topology: the machine to hold it against");
  if (topology)
    if (absl::StatusOr<Topology> known = findTopology(*topology, topologyFolder()); !known.ok())
      return aboutOption("against-topology", known.status().message());
  CommandLine other = line.withFile(line.text("against").value_or(line.file()));
  if (topology)
    other = other.withText("topology", *topology);
  absl::StatusOr<Explained> one = explainFile(line);
  if (!one.ok())
    return one.status();
  absl::StatusOr<Explained> two = explainFile(other);
  if (!two.ok())
    return two.status();
  if (absl::Status status = writePageTo(line, {&one->facts, &two->facts}); !status.ok())
    return status;
  explanation::Comparison comparison = explanation::compare(one->facts, two->facts);
  if (line.has("json"))
    writeComparisonJson(llvm::outs(), comparison, 1);
  else
    llvm::outs() << comparisonText(comparison);
  return absl::OkStatus();
}

absl::Status explainProgram(const CommandLine &line) {
  if (line.has("against") || line.has("against-topology"))
    return explainAgainst(line);
  if (line.has("trace") && !line.has("topology"))
    return absl::InvalidArgumentError("option '--trace' needs --topology: the machine whose time it tells");
  absl::StatusOr<Explained> explained = explainFile(line);
  if (!explained.ok())
    return explained.status();
  const explanation::Facts &facts = explained->facts;
  std::optional<std::string> at = line.text("at");
  absl::StatusOr<std::vector<size_t>> selected = std::vector<size_t>();
  if (at)
    selected = select(*at, programFile(line.file()), explained->source, facts.values);
  if (!selected.ok())
    return selected.status();
  if (std::optional<std::string> trace = line.text("trace"))
    if (absl::Status status = writeTo(*trace, [&](llvm::raw_ostream &out) { writeTrace(out, *facts.step); });
        !status.ok())
      return status;
  if (absl::Status status = writePageTo(line, {&facts}); !status.ok())
    return status;
  if (line.has("json"))
    writeJson(llvm::outs(), facts, 1);
  else if (!at)
    llvm::outs() << programText(facts);
  else
    for (size_t number : *selected)
      llvm::outs() << valueText(facts, facts.values[number]);
  return absl::OkStatus();
}

} // namespace

Command explainCommand() {
  return {
      "explain",
      "FILE [options]",
      "who decided each sharding, what each collective costs and why it is there",
      "Says of a program what it sends, why, and what the next best would cost; of a value, who decided how it lies.",
      /*files=*/1,
      withTargetOptions({
          {"against", "FILE", "a second program: how its step, memory and collectives differ"},
          {"against-topology", "T", "a second machine: how the step differs there"},
          {"at", "VALUE|LINE", "one value (%105, %5#1), or those of a line (88, model.py:42)"},
          {"html", "F.html", "write a page with pictures there, which needs nothing else"},
          {"json", nullptr, "everything as JSON"},
          {"trace", "F.json", "write the predicted timeline there, as Perfetto and chrome://tracing read it"},
      }),
      explainProgram};
}

} // namespace shardwright::driver
