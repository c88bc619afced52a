#include "shardwright/Runtime/Process.h"
#include "shardwright/Runtime/RunCommand.h"
#include "shardwright/Runtime/Version.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace shardwright::runtime;

static std::vector<RunOptionSpec> options() {
  std::vector<RunOptionSpec> all = runOptionSpecs();
  all.push_back(
      {"backend", "NAME",
       "host or cuda: this process has all devices (default: as the program is compiled); mpi: each rank of mpirun "
       "or srun has a part of the devices; tcp: each process that has its rank and the address of rank 0 in its "
       "environment"});
  return all;
}

static std::string help() {
  std::string text = std::string("usage: shardwright-run FILE.swx [options]\n\n") + kRunToolSummary + "\n";
  for (const RunOptionSpec &option : options()) {
    std::string left = std::string("  --") + option.name + (option.value ? std::string("=") + option.value : "");
    left.resize(24, ' ');
    text += "\n" + left + option.help;
  }
  return text + "\n\nexit status: 0 done, 1 a comparison or check failed, 2 bad input, 3 the machine failed\n";
}

static absl::Status parse(int argc, char **argv, RunCommand &command, std::string &file, std::string &backend) {
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument.rfind("-", 0) != 0) {
      if (!file.empty())
        return absl::InvalidArgumentError("one file is run, got '" + file + "' and '" + argument + "'");
      file = argument;
      continue;
    }
    argument.erase(0, argument.find_first_not_of('-'));
    size_t equals = argument.find('=');
    std::string name = argument.substr(0, equals);
    const std::vector<RunOptionSpec> all = options();
    auto known = std::find_if(all.begin(), all.end(), [&](const RunOptionSpec &one) { return name == one.name; });
    if (known == all.end())
      return absl::InvalidArgumentError("unknown option '--" + name + "'; --help lists the options");
    if (!known->value && equals != std::string::npos)
      return absl::InvalidArgumentError("option '--" + name + "' takes no value");
    if (known->value && equals == std::string::npos && i + 1 == argc)
      return absl::InvalidArgumentError("option '--" + name + "' needs a value");
    std::string value = !known->value ? "" : equals == std::string::npos ? argv[++i] : argument.substr(equals + 1);
    if (name == "backend" && value != "host" && value != "cuda" && !networkNamed(value))
      return absl::InvalidArgumentError("this tool has no backend '" + value + "'; it has host, cuda, mpi, tcp");
    if (name == "backend")
      backend = value;
    else if (absl::Status status = command.set(name, value); !status.ok())
      return status;
  }
  return file.empty() ? absl::InvalidArgumentError("which file? usage: shardwright-run FILE.swx") : absl::OkStatus();
}

static absl::Status runFile(const std::string &file, const std::string &backend, const RunCommand &command) {
  LoadOptions load;
  load.processes = command.processes;
  load.gpus = command.gpus;
  absl::StatusOr<std::unique_ptr<Program>> program = Program::loadFile(file, load);
  if (!program.ok())
    return program.status();
  if (absl::Status status = checkBackend(backend, (*program)->executable()); !status.ok())
    return status;
  std::string text;
  absl::Status status = runProgram(**program, command, {}, text);
  std::fputs(text.c_str(), stdout);
  return status;
}

static absl::Status run(int argc, char **argv) {
  RunCommand command;
  std::string file;
  std::string backend;
  if (absl::Status status = parse(argc, argv, command, file, backend); !status.ok())
    return status;
  if (command.noKernels) {
    if (!backend.empty())
      return absl::InvalidArgumentError("options '--no-kernels' and '--backend' do not go together: nothing is run");
    std::string text;
    absl::Status status = inspectFile(file, text);
    std::fputs(text.c_str(), stdout);
    return status;
  }
  const std::optional<ProcessNetwork> network = networkNamed(backend);
  if (!network)
    return runFile(file, backend, command);
  absl::StatusOr<std::shared_ptr<Processes>> connected =
      Processes::connect(*network, {command.deadline, "shardwright-run"});
  if (!connected.ok())
    return connected.status();
  command.processes = *std::move(connected);
  command.processes->endTool(runFile(file, backend, command));
}

int main(int argc, char **argv) {
  guardProcess("shardwright-run");
  if (argc == 2 && std::string(argv[1]) == "--version") {
    std::fputs(("shardwright-run " + version() + "\n" + buildFacts()).c_str(), stdout);
    return finishOutput(0);
  }
  for (int i = 1; i < argc; ++i)
    if (std::string(argv[i]) == "--help" || std::string(argv[i]) == "-h") {
      std::fputs(help().c_str(), stdout);
      return finishOutput(0);
    }
  absl::Status status = run(argc, argv);
  // Before the message, where both go to one place.
  int code = finishOutput(exitCode(status));
  if (!status.ok() && !status.message().empty())
    std::fprintf(stderr, "shardwright-run: %s\n", std::string(status.message()).c_str());
  return code;
}
