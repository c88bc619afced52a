#include "lib/Driver/Command.h"
#include "lib/Driver/MachineOptions.h"
#include "lib/Driver/ProgramFile.h"
#include "lib/Driver/TargetOptions.h"
#include "runtime/Files.h"
#include "shardwright/Topology/Files.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

/// The file of a command line, as it says.
absl::StatusOr<compiler::Explanation> explainFile(const CommandLine &line) {
  absl::StatusOr<Request> request = readRequest(line);
  if (!request.ok())
    return request.status();
  const bool keepText = line.has("html") && line.file() != "-";
  return session().explain(request->file.source(), request->options, keepText);
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
  absl::StatusOr<compiler::Explanation> one = explainFile(line);
  if (!one.ok())
    return one.status();
  absl::StatusOr<compiler::Explanation> two = explainFile(other);
  if (!two.ok())
    return two.status();
  if (std::optional<std::string> html = line.text("html"))
    if (absl::Status status = runtime::writeFile(*html, one->page(&*two)); !status.ok())
      return status;
  llvm::outs() << (line.has("json") ? one->comparisonJson(*two) : one->comparisonText(*two));
  return absl::OkStatus();
}

absl::Status explainProgram(const CommandLine &line) {
  if (line.has("against") || line.has("against-topology"))
    return explainAgainst(line);
  if (line.has("trace") && !line.has("topology"))
    return absl::InvalidArgumentError("option '--trace' needs --topology: the machine whose time it tells");
  absl::StatusOr<compiler::Explanation> explained = explainFile(line);
  if (!explained.ok())
    return explained.status();
  std::optional<std::string> at = line.text("at");
  absl::StatusOr<std::string> text = at ? explained->textOf(*at) : explained->text();
  if (!text.ok())
    return text.status();
  if (std::optional<std::string> trace = line.text("trace"))
    if (absl::Status status = runtime::writeFile(*trace, *explained->trace()); !status.ok())
      return status;
  if (std::optional<std::string> html = line.text("html"))
    if (absl::Status status = runtime::writeFile(*html, explained->page()); !status.ok())
      return status;
  llvm::outs() << (line.has("json") ? explained->json() : *text);
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
