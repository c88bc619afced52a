#include "lib/Driver/TargetOptions.h"

#include "lib/Compiler/OptionTable.h"
#include "passes/lower/Target.h"
#include "shardwright/Runtime/Target.h"

namespace shardwright::driver {
namespace {

/// As --target says, or --backend, where that is of devices in this process.
absl::StatusOr<std::string> targetOf(const CommandLine &line) {
  const std::string target = line.text("target").value_or(""), backend = line.text("backend").value_or("");
  if (backend != "cuda" && backend != "host")
    return target;
  if (line.has("target") && llvm::StringRef(target).starts_with("cuda:") != (backend == "cuda"))
    return absl::InvalidArgumentError("options '--backend=" + backend + "' and '--target=" + target +
                                      "' do not go together: leave one of them out");
  if (line.has("target") || backend == "host")
    return target;
  absl::StatusOr<int> gpu = runtime::gpuArchitecture();
  if (!gpu.ok())
    return gpu.status();
  return Target::spellingForGpu(*gpu);
}

} // namespace

std::vector<OptionSpec> withTargetOptions(std::vector<OptionSpec> own) {
  addOptions(own, compiler::compileOptions());
  return own;
}

absl::StatusOr<compiler::Options> parseOptions(const CommandLine &line) {
  compiler::Options options;
  if (absl::Status status = line.apply(compiler::compileOptions(), options); !status.ok())
    return status;
  absl::StatusOr<std::string> target = targetOf(line);
  if (!target.ok())
    return target.status();
  options.target = *std::move(target);
  if (absl::Status status = session().check(options); !status.ok())
    return status;
  return options;
}

absl::StatusOr<Request> readRequest(const CommandLine &line) {
  absl::StatusOr<compiler::Options> options = parseOptions(line);
  if (!options.ok())
    return options.status();
  absl::StatusOr<ProgramFile> file = ProgramFile::read(line.file());
  if (!file.ok())
    return file.status();
  return Request{*std::move(options), *std::move(file)};
}

absl::StatusOr<compiler::Target> parseTarget(const CommandLine &line) {
  absl::StatusOr<compiler::Options> options = parseOptions(line);
  if (!options.ok())
    return options.status();
  return compiler::resolve(*options, *environment());
}

} // namespace shardwright::driver
