// From programs to executions.
#include "pjrt/Call.h"
#include "pjrt/Compile.h"
#include "pjrt/HostArray.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string>
#include <utility>

namespace shardwright::pjrt {
namespace {

/// Whether an execution takes less than waking another thread: few bytes, no loop, no routine of unknown work, one
/// device.
bool isShort(const runtime::Executable &executable) {
  constexpr uint64_t kFewBytes = 64 << 10;
  constexpr int64_t kFewProducts = 1 << 16;
  if (executable.numDevices() != 1)
    return false;
  for (size_t i = 0; i != executable.steps.size(); ++i) {
    const runtime::Step &step = executable.steps[i];
    const bool jumps = step.kind == runtime::StepKind::Jump || step.kind == runtime::StepKind::JumpIfFalse;
    if (step.kind == runtime::StepKind::Library || (jumps && step.target <= i))
      return false;
    if (step.kind == runtime::StepKind::Matmul) {
      const runtime::Matmul &product = executable.matmuls[step.index];
      if (static_cast<double>(product.batch) * static_cast<double>(product.m) * static_cast<double>(product.n) *
              static_cast<double>(product.k) >
          kFewProducts)
        return false;
    }
  }
  return bytesAccessed(executable) <= kFewBytes;
}

compiler::Options compilerOptions(const CompileOptions &options) {
  compiler::Options own = options.compiler;
  own.evenInterface = true;
  if (options.partitions != 1)
    own.devices = options.partitions;
  return own;
}

compiler::Source sourceOf(const CompiledProgram &program) {
  compiler::Source source;
  source.text = program.source;
  return source;
}

/// Results are where the program wants them, in the first kind of memory where it says nothing.
absl::Status chooseOutputMemories(CompiledProgram &program, const std::vector<std::string> &wanted) {
  program.outputMemories.assign(program.executable.results.size(), 0);
  for (size_t i = 0; i != std::min(wanted.size(), program.outputMemories.size()); ++i) {
    if (wanted[i].empty())
      continue;
    const auto *kind = std::find(std::begin(kMemoryKinds), std::end(kMemoryKinds), wanted[i]);
    if (kind == std::end(kMemoryKinds))
      return absl::InvalidArgumentError(absl::StrCat("result ", i, " is to be in a memory of kind '", wanted[i],
                                                     "': there are ", absl::StrJoin(kMemoryKinds, ", ")));
    program.outputMemories[i] = static_cast<size_t>(kind - std::begin(kMemoryKinds));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<CompiledProgram>>
compileProgram(const compiler::Session &session, absl::string_view code, absl::string_view optionsProto) {
  absl::StatusOr<CompileOptions> options = parseCompileOptions(optionsProto);
  if (!options.ok())
    return options.status();
  auto program = std::make_shared<CompiledProgram>();
  program->source = std::string(code);
  program->optionsProto = std::string(optionsProto);
  program->options = *std::move(options);
  absl::StatusOr<compiler::Compilation> compilation = session.read(sourceOf(*program));
  if (!compilation.ok())
    return compilation.status();
  program->name = compilation->moduleName();
  const std::vector<std::string> memoryKinds = compilation->resultMemoryKinds();
  absl::StatusOr<runtime::Executable> executable = compilation->emit(compilerOptions(program->options));
  if (!executable.ok())
    return executable.status();
  program->executable = *std::move(executable);
  if (absl::Status status = describeShardings(*program); !status.ok())
    return status;
  if (absl::Status status = chooseOutputMemories(*program, memoryKinds); !status.ok())
    return status;
  return program;
}

absl::StatusOr<compiler::Compilation> partitionAgain(const compiler::Session &session, const CompiledProgram &program) {
  if (program.source.empty())
    return absl::UnimplementedError("the program was loaded without its source");
  return session.partition(sourceOf(program), compilerOptions(program.options));
}

} // namespace

LoadedExecutable::LoadedExecutable(std::shared_ptr<ClientState> client, std::shared_ptr<CompiledProgram> given,
                                   std::unique_ptr<runtime::LoadedExecutable> own, std::vector<Device *> devices)
    : Handle(kKind), client(std::move(client)), program(std::move(given)), devices(std::move(devices)),
      isShort(pjrt::isShort(program->executable)), loaded(std::move(own)) {
  for (size_t k = 0; k != this->devices.size(); ++k)
    logicalIds.push_back({0, static_cast<int32_t>(k)});
}

absl::StatusOr<compiler::Summary> summaryOf(const compiler::Session &session, const CompiledProgram &program) {
  absl::StatusOr<compiler::Compilation> compilation = partitionAgain(session, program);
  return compilation.ok() ? compilation->summary(compilerOptions(program.options)) : compilation.status();
}

absl::StatusOr<std::string> partitionedText(const compiler::Session &session, const CompiledProgram &program) {
  absl::StatusOr<compiler::Compilation> compilation = partitionAgain(session, program);
  return compilation.ok() ? compilation->stablehlo() : compilation.status();
}

absl::StatusOr<LoadedExecutable *> load(std::shared_ptr<ClientState> client, std::shared_ptr<CompiledProgram> program) {
  const int64_t partitions = program->executable.numDevices();
  if (partitions != program->options.partitions)
    return absl::InvalidArgumentError(absl::StrCat("the program's mesh has ", partitions,
                                                   " devices, the compile options say ", program->options.partitions,
                                                   " partitions"));
  std::vector<int64_t> ids = program->options.devices;
  if (ids.empty()) {
    ids.resize(static_cast<size_t>(partitions));
    std::iota(ids.begin(), ids.end(), 0);
  }
  std::vector<Device *> devices;
  for (int64_t id : ids) {
    if (id < 0 || id >= static_cast<int64_t>(client->deviceList.size()))
      return absl::InvalidArgumentError(
          absl::StrCat("the device assignment names device ", id, ", the client has ", client->deviceList.size()));
    devices.push_back(client->deviceList[static_cast<size_t>(id)]);
  }
  std::vector<int64_t> byPosition;
  for (int64_t position = 0; position != partitions; ++position)
    byPosition.push_back(ids[static_cast<size_t>(program->partitionOf(position))]);
  absl::StatusOr<std::unique_ptr<runtime::LoadedExecutable>> loaded =
      client->runtime->load(program->executable, std::move(byPosition));
  if (!loaded.ok())
    return loaded.status();
  return new LoadedExecutable(std::move(client), std::move(program), *std::move(loaded), std::move(devices));
}

absl::Status answer(args::Client_Compile &args) {
  if (!args.program)
    return absl::InvalidArgumentError("the program is null");
  const Program program = copyOf(*args.program);
  if (!program.code || !program.format)
    return absl::InvalidArgumentError("the program's code or format is null");
  if (!args.compile_options && args.compile_options_size != 0)
    return absl::InvalidArgumentError("the compile options are null");
  const absl::string_view format(program.format, program.format_size);
  if (format != "mlir")
    return absl::UnimplementedError(absl::StrCat("a program in the format '", format, "': only 'mlir' is read"));
  absl::StatusOr<std::shared_ptr<CompiledProgram>> compiled =
      compileProgram(*args.client->state->session, {program.code, program.code_size},
                     {args.compile_options, args.compile_options_size});
  if (!compiled.ok())
    return compiled.status();
  absl::StatusOr<LoadedExecutable *> loaded = load(args.client->state, *std::move(compiled));
  args.executable = loaded.ok() ? *loaded : nullptr;
  return loaded.status();
}

absl::Status answer(args::LoadedExecutable_Destroy &args) {
  delete args.executable;
  return absl::OkStatus();
}

absl::Status answer(args::LoadedExecutable_GetExecutable &args) {
  args.executable = new Executable(args.loaded_executable->client, args.loaded_executable->program);
  return absl::OkStatus();
}

absl::Status answer(args::LoadedExecutable_AddressableDevices &args) {
  args.addressable_devices = args.executable->devices.data();
  args.num_addressable_devices = args.executable->devices.size();
  return absl::OkStatus();
}

absl::Status answer(args::LoadedExecutable_AddressableDeviceLogicalIds &args) {
  args.addressable_device_logical_ids = args.executable->logicalIds.data();
  args.num_addressable_device_logical_ids = args.executable->logicalIds.size();
  return absl::OkStatus();
}

absl::Status answer(args::LoadedExecutable_GetDeviceAssignment &args) {
  std::vector<int64_t> ids;
  for (const Device *device : args.executable->devices)
    ids.push_back(device->id());
  giveOwned(deviceAssignment(ids), args.serialized_bytes, args.serialized_bytes_size, args.serialized_device_assignment,
            args.serialized_device_assignment_deleter);
  return absl::OkStatus();
}

absl::Status answer(args::LoadedExecutable_Delete &args) {
  std::lock_guard<std::mutex> lock(args.executable->mutex);
  args.executable->loaded.reset(); // what still runs holds it
  return absl::OkStatus();
}

absl::Status answer(args::LoadedExecutable_IsDeleted &args) {
  std::lock_guard<std::mutex> lock(args.executable->mutex);
  args.is_deleted = !args.executable->loaded;
  return absl::OkStatus();
}

namespace {

/// The buffers of each position, which the caller gives by partition.
absl::StatusOr<std::vector<std::vector<runtime::Buffer *>>> rowsOf(const args::LoadedExecutable_Execute &args) {
  const LoadedExecutable &own = *args.executable;
  const runtime::Executable &executable = own.program->executable;
  if (args.num_devices != own.devices.size())
    return absl::InvalidArgumentError(absl::StrCat("the program runs on ", own.devices.size(),
                                                   " devices, arguments are given for ", args.num_devices));
  if (args.num_args != executable.arguments.size())
    return absl::InvalidArgumentError(
        absl::StrCat("the program takes ", executable.arguments.size(), " arguments, ", args.num_args, " are given"));
  if ((!args.argument_lists && args.num_args != 0) || (!args.output_lists && !executable.results.empty()))
    return absl::InvalidArgumentError("the lists of arguments or of outputs are null");
  std::vector<std::vector<runtime::Buffer *>> rows(own.devices.size());
  for (size_t position = 0; position != rows.size(); ++position) {
    const auto partition = static_cast<size_t>(own.program->partitionOf(static_cast<int64_t>(position)));
    for (size_t i = 0; i != args.num_args; ++i) {
      const Buffer *const *list = args.argument_lists[partition];
      absl::Status status = list ? checkHandle(list[i]) : absl::InvalidArgumentError("the list is null");
      if (!status.ok())
        return absl::InvalidArgumentError(
            absl::StrCat("argument ", i, " of partition ", partition, ": ", status.message()));
      rows[position].push_back(list[i]->buffer.get());
    }
    if (!executable.results.empty() && !args.output_lists[partition])
      return absl::InvalidArgumentError(absl::StrCat("the list of outputs of partition ", partition, " is null"));
  }
  return rows;
}

absl::StatusOr<runtime::ExecuteOptions> optionsOf(const ExecuteOptions *given, const runtime::Executable &executable) {
  runtime::ExecuteOptions own;
  if (!given)
    return own;
  const ExecuteOptions options = copyOf(*given);
  if (options.num_send_ops != 0 || options.num_recv_ops != 0)
    return absl::UnimplementedError("programs neither send to the host nor receive from it while they run");
  if (options.num_non_donatable_input_indices == 0)
    return own;
  if (!options.non_donatable_input_indices)
    return absl::InvalidArgumentError("the list of arguments that are not donated is null");
  for (const runtime::Interface &argument : executable.arguments)
    own.donate.push_back(argument.donated != 0);
  for (size_t i = 0; i != options.num_non_donatable_input_indices; ++i) {
    const int64_t index = options.non_donatable_input_indices[i];
    if (index < 0 || index >= static_cast<int64_t>(own.donate.size()))
      return absl::InvalidArgumentError(
          absl::StrCat("argument ", index, " is not to be donated, the program takes ", own.donate.size()));
    own.donate[static_cast<size_t>(index)] = false;
  }
  return own;
}

} // namespace

absl::Status answer(args::LoadedExecutable_Execute &args) {
  LoadedExecutable &own = *args.executable;
  const runtime::Executable &executable = own.program->executable;
  std::shared_ptr<runtime::LoadedExecutable> loaded;
  {
    std::lock_guard<std::mutex> lock(own.mutex);
    loaded = own.loaded;
  }
  if (!loaded)
    return absl::FailedPreconditionError("the executable has been deleted");
  if (args.execute_device && (own.devices.size() != 1 || args.execute_device != own.devices.front()))
    return absl::UnimplementedError(absl::StrCat("the program is to run on device ", args.execute_device->id(),
                                                 ", it is compiled for other ones: compile it for that"));
  absl::StatusOr<runtime::ExecuteOptions> options = optionsOf(args.options, executable);
  if (!options.ok())
    return options.status();
  absl::StatusOr<std::vector<std::vector<runtime::Buffer *>>> rows = rowsOf(args);
  if (!rows.ok())
    return rows.status();
  ClientState &client = *own.client;
  bool isIdle = false;
  absl::StatusOr<runtime::ExecutionResults> results;
  {
    std::lock_guard<std::mutex> lock(client.mutex); // so that `last` is the last
    isIdle = client.last.isReady();
    results = loaded->execute(*rows, *options);
    if (results.ok())
      client.last = results->done;
  }
  if (!results.ok())
    return results.status();
  if (own.isShort && isIdle)
    (void)results->done.wait(); // runs it in this thread; an error is the results'
  for (size_t position = 0; position != rows->size(); ++position) {
    const auto partition = static_cast<size_t>(own.program->partitionOf(static_cast<int64_t>(position)));
    for (size_t i = 0; i != executable.results.size(); ++i)
      args.output_lists[partition][i] =
          new Buffer(own.client, &own.devices[partition]->memories[own.program->outputMemories[i]],
                     std::move(results->buffers[position][i]));
    if (args.device_complete_events)
      args.device_complete_events[partition] = new Event(results->done);
  }
  return absl::OkStatus();
}

} // namespace shardwright::pjrt
