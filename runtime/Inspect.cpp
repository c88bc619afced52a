#include "runtime/Backend.h"
#include "runtime/FileHeader.h"
#include "runtime/Files.h"
#include "runtime/Layout.h"
#include "runtime/backends/host/KernelFile.h"
#include "runtime/backends/host/Library.h"
#include "runtime/backends/host/MatmulPlan.h"
#include "shardwright/Runtime/RunCommand.h"
#include "shardwright/Runtime/Serialize.h"
#include "shardwright/Runtime/Target.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// A look at an executable that nobody trusts: it is read as data and checked, nothing of it is loaded.
namespace shardwright::runtime {
namespace {

/// Where a routine wants a kernel, to be made and asked for its buffers: it is never run.
void noKernel(void *const *, int64_t, int64_t) {}

/// Every symbol that the program calls is a function of its image.
absl::Status checkSymbols(const Executable &executable, const host::KernelFile &image) {
  auto check = [&](const std::string &symbol) {
    return image.has(symbol)
               ? absl::OkStatus()
               : absl::InvalidArgumentError(absl::StrCat("the kernel image has no function '", symbol, "'"));
  };
  for (const Kernel &kernel : executable.kernels)
    if (absl::Status status = check(kernel.symbol); !status.ok())
      return status;
  for (const LibraryCall &call : executable.libraryCalls)
    if (absl::Status status = call.kernelSymbol.empty() ? absl::OkStatus() : check(call.kernelSymbol); !status.ok())
      return status;
  return absl::OkStatus();
}

/// What the runtime itself is asked to compute.
absl::Status checkLibrary(const Executable &executable) {
  for (const Matmul &matmul : executable.matmuls)
    if (absl::Status status = host::checkMatmul(matmul); !status.ok())
      return status;
  std::vector<std::unique_ptr<host::LibraryRoutine>> routines;
  for (const LibraryCall &call : executable.libraryCalls) {
    absl::StatusOr<std::unique_ptr<host::LibraryRoutine>> routine =
        host::makeLibraryRoutine(call, call.kernelSymbol.empty() ? nullptr : noKernel, /*workers=*/1);
    if (!routine.ok())
      return routine.status();
    routines.push_back(*std::move(routine));
  }
  for (uint32_t step = 0; step != executable.steps.size(); ++step)
    if (executable.steps[step].kind == StepKind::Library)
      if (absl::Status status = checkLibraryStep(executable, step, *routines[executable.steps[step].index]);
          !status.ok())
        return status;
  return absl::OkStatus();
}

/// `x=2, y=4`
std::string meshText(const Executable &executable) {
  return absl::StrJoin(executable.meshAxes, ", ", [](std::string *out, const MeshAxisInfo &axis) {
    absl::StrAppend(out, axis.name, "=", axis.size);
  });
}

/// `argument 0 ('w'): 8x8xf32, sharded as [{"x"}, {}]`
std::string valueText(const Executable &executable, const char *kind, size_t number, const Interface &value) {
  const std::string place = absl::StrCat(kind, " ", number); // its name where it has no other
  return absl::StrCat(place, value.name == place ? "" : absl::StrCat(" ('", value.name, "')"), ": ",
                      describeType(value.type, value.globalShape), ", sharded as ", describeSharding(executable, value),
                      value.donated ? ", donated" : "", "\n");
}

/// `1 kernel`, `2 kernels`, `2 copies`
std::string counted(int64_t count, const std::string &one, const std::string &many = "") {
  return absl::StrCat(count, " ", count == 1 ? one : many.empty() ? one + "s" : many);
}

/// `2 kernels, 1 collective`
std::string stepsText(const Executable &executable) {
  struct Name {
    StepKind kind;
    const char *one, *many;
  };
  constexpr Name kNames[] = {{StepKind::Kernel, "kernel", ""},
                             {StepKind::Matmul, "matrix product", ""},
                             {StepKind::Collective, "collective", ""},
                             {StepKind::Library, "library call", ""},
                             {StepKind::Copy, "copy", "copies"},
                             {StepKind::AxisIndex, "axis index", "axis indices"},
                             {StepKind::JumpIfFalse, "condition", ""},
                             {StepKind::Switch, "switch", "switches"},
                             {StepKind::Check, "check", ""}};
  std::string text;
  for (const auto &[kind, one, many] : kNames) {
    const auto count = std::count_if(executable.steps.begin(), executable.steps.end(),
                                     [kind = kind](const Step &step) { return step.kind == kind; });
    if (count != 0)
      absl::StrAppend(&text, text.empty() ? "" : ", ", counted(count, one, many));
  }
  return text;
}

} // namespace

absl::Status inspectFile(const std::string &path, std::string &text) {
  absl::StatusOr<std::string> bytes = readFile(path);
  if (!bytes.ok())
    return bytes.status();
  absl::StatusOr<Executable> read = deserialize(*bytes, path);
  if (!read.ok())
    return read.status();
  const Executable &executable = *read;
  auto about = [&](const absl::Status &status) {
    return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
  };
  host::KernelFile image;
  const bool isForGpu = backendOf(executable.target) == "cuda"; // its kernels are text, which the driver reads
  if (!executable.kernelImage.empty() && !isForGpu) {
    absl::StatusOr<host::KernelFile> found = host::KernelFile::read(executable.kernelImage);
    if (!found.ok())
      return about(found.status());
    image = *std::move(found);
  }
  if (!isForGpu)
    for (const absl::Status &status : {checkSymbols(executable, image), checkLibrary(executable)})
      if (!status.ok())
        return about(status);
  const absl::Status target = checkTarget(executable.target);
  const int64_t devices = executable.numDevices();
  absl::StrAppendFormat(&text, "%s: an executable of %d bytes, hash %016x\n", path, bytes->size(),
                        contentHash(absl::string_view(*bytes).substr(sizeof(FileHeader))));
  absl::StrAppend(&text, "target: ", executable.target, "\n  ",
                  !target.ok() ? std::string(target.message())
                  : isForGpu   ? std::string("runs where there is such a GPU")
                               : std::string("runs on this machine"),
                  "\ndevices: ", devices,
                  executable.meshAxes.empty() ? "" : absl::StrCat(", mesh ", meshText(executable)),
                  "\nmemory of each device: ", bytesPerDevice(executable), " bytes, of them ",
                  executable.constants.size(), " of constants\n");
  for (size_t i = 0; i != executable.arguments.size(); ++i)
    absl::StrAppend(&text, valueText(executable, "argument", i, executable.arguments[i]));
  for (size_t i = 0; i != executable.results.size(); ++i)
    absl::StrAppend(&text, valueText(executable, "result", i, executable.results[i]));
  absl::StrAppend(&text, "steps: ", stepsText(executable), "\n");
  if (isForGpu)
    absl::StrAppend(&text, "kernels: ", executable.kernels.size(), ", ", executable.kernelImage.size(),
                    " bytes of PTX\n");
  else if (!executable.kernelImage.empty())
    absl::StrAppend(&text, "kernels: ", counted(static_cast<int64_t>(image.functions.size()), "function"), ", ",
                    image.codeBytes, " bytes of ", image.machine, " machine code",
                    image.imports.empty() ? "" : absl::StrCat("; it calls ", absl::StrJoin(image.imports, ", ")), "\n");
  absl::StrAppend(&text, "everything but the machine code has been checked, and none of that has been loaded\n");
  return absl::OkStatus();
}

} // namespace shardwright::runtime
