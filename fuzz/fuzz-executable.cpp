// `.swx` files: whatever is read is refused or sound. What has no kernels (foreign machine code, which nothing can
// check) and is small is run.
#include "runtime/FileHeader.h"
#include "runtime/Layout.h"
#include "shardwright/Runtime/RunCommand.h"
#include "shardwright/Runtime/Runtime.h"
#include "shardwright/Runtime/Serialize.h"

#include <cstdlib>

using namespace shardwright::runtime;

extern const bool kInputsAreText;
const bool kInputsAreText = false;

/// Whether it ends soon and needs little: no way back in the steps, and few operations.
static bool isSmall(const Executable &e) {
  if (!e.kernelImage.empty() || !e.kernels.empty() || e.numDevices() > 64 || e.arenaBytes > 1 << 22)
    return false;
  for (size_t i = 0; i != e.steps.size(); ++i) {
    const Step &step = e.steps[i];
    if ((step.kind == StepKind::Jump || step.kind == StepKind::JumpIfFalse) && step.target <= i)
      return false;
    if (step.kind == StepKind::Switch)
      for (uint32_t target : e.switches[step.index])
        if (target <= i)
          return false;
  }
  for (const Matmul &m : e.matmuls)
    if (boundedProduct({m.batch, m.m, m.n, m.k}) > 1 << 20)
      return false;
  int64_t elements = 0;
  for (const std::vector<Interface> *side : {&e.arguments, &e.results})
    for (const Interface &value : *side)
      elements += std::max<int64_t>(0, checkedBytes(value.type, value.globalShape));
  for (const LibraryCall &call : e.libraryCalls) {
    int64_t product = 1;
    for (const std::vector<int64_t> &shape : call.shapes)
      for (int64_t dim : shape)
        product = boundedProduct({product, std::max<int64_t>(1, dim)});
    if (product > 1 << 22)
      return false;
  }
  return elements < 1 << 22;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string file(reinterpret_cast<const char *>(data), size);
  if (size >= sizeof(FileHeader)) { // as its writer, who is hostile, would seal it
    FileHeader header;
    std::string body = file.substr(sizeof(header));
    std::memcpy(&header, file.data(), sizeof(header));
    header.length = body.size();
    header.hash = contentHash(body);
    std::memcpy(&file[0], &header, sizeof(header));
  }
  absl::StatusOr<Executable> executable = deserialize(file, "fuzz.swx");
  if (!executable.ok())
    return 0;
  if (serialize(*executable) != file)
    std::abort(); // what was read is not what was there
  if (!isSmall(*executable))
    return 0;
  LoadOptions options;
  options.workers = 2;
  absl::StatusOr<std::unique_ptr<Program>> program = Program::load(*std::move(executable), options);
  std::string text;
  if (program.ok())
    runProgram(**program, RunCommand(), {}, text).IgnoreError();
  return 0;
}
