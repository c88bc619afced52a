// Compiled programs: what is said of them, and how they are kept.
#include "pjrt/Call.h"
#include "pjrt/Compile.h"
#include "pjrt/HostArray.h"
#include "pjrt/OpSharding.h"
#include "pjrt/Proto.h"
#include "shardwright/Runtime/Serialize.h"

#include "absl/strings/str_cat.h"

#include <utility>

namespace shardwright::pjrt {
namespace {

/// What one device has of an argument or result.
runtime::BufferType localType(const runtime::Interface &value) {
  runtime::BufferType type{value.type, value.globalShape};
  for (size_t d = 0; d != value.dims.size(); ++d) {
    const int64_t parts = partsOf(value.dims[d]);
    type.shape[d] = (type.shape[d] + parts - 1) / parts;
  }
  return type;
}

/// FNV-1a, of two seeds.
std::string hashOf(absl::string_view a, absl::string_view b) {
  std::string text;
  for (uint64_t hash : {0xcbf29ce484222325, 0x84222325cbf29ce4}) {
    for (absl::string_view part : {a, b})
      for (char byte : part)
        hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3;
    absl::StrAppend(&text, absl::Hex(hash, absl::kZeroPad16));
  }
  return text;
}

void giveEach(const std::vector<std::string> &texts, std::vector<const char *> &pointers, std::vector<size_t> &sizes) {
  for (const std::string &text : texts) {
    pointers.push_back(text.data());
    sizes.push_back(text.size());
  }
}

} // namespace

void giveOwned(std::string text, const char *&bytes, size_t &size, void *&owner, Deleter &deleter) {
  auto *own = new std::string(std::move(text));
  bytes = own->data();
  size = own->size();
  owner = own;
  deleter = [](void *given) { delete static_cast<std::string *>(given); };
}

Executable::Executable(std::shared_ptr<ClientState> client, std::shared_ptr<CompiledProgram> given)
    : Handle(kKind), client(std::move(client)), program(std::move(given)),
      fingerprint(hashOf(program->source, program->optionsProto)) {
  for (size_t kind : program->outputMemories) {
    memoryKinds.push_back(kMemoryKinds[kind].data());
    memoryKindSizes.push_back(kMemoryKinds[kind].size());
  }
  for (const runtime::Interface &result : program->executable.results) {
    const runtime::BufferType local = localType(result);
    types.push_back(static_cast<int32_t>(codeOf(result.type)));
    ranks.push_back(local.shape.size());
    dimensions.insert(dimensions.end(), local.shape.begin(), local.shape.end());
  }
  giveEach(program->parameterShardings, parameterShardings, parameterShardingSizes);
  giveEach(program->outputShardings, outputShardings, outputShardingSizes);
}

absl::Status describeShardings(CompiledProgram &program) {
  auto describe = [&](const std::vector<runtime::Interface> &values, const char *what, std::vector<std::string> &all) {
    for (size_t i = 0; i != values.size(); ++i) {
      absl::StatusOr<std::string> sharding = opSharding(program.executable, values[i], absl::StrCat(what, " ", i));
      if (!sharding.ok())
        return sharding.status();
      all.push_back(*std::move(sharding));
    }
    return absl::OkStatus();
  };
  absl::Status status = describe(program.executable.arguments, "argument", program.parameterShardings);
  return status.ok() ? describe(program.executable.results, "result", program.outputShardings) : status;
}

absl::Status answer(args::Executable_Destroy &args) {
  delete args.executable;
  return absl::OkStatus();
}

absl::Status answer(args::Executable_Name &args) {
  args.executable_name = args.executable->program->name.data();
  args.executable_name_size = args.executable->program->name.size();
  return absl::OkStatus();
}

absl::Status answer(args::Executable_NumReplicas &args) {
  args.num_replicas = 1;
  return absl::OkStatus();
}

absl::Status answer(args::Executable_NumPartitions &args) {
  args.num_partitions = static_cast<size_t>(args.executable->program->executable.numDevices());
  return absl::OkStatus();
}

absl::Status answer(args::Executable_NumOutputs &args) {
  args.num_outputs = args.executable->program->executable.results.size();
  return absl::OkStatus();
}

absl::Status answer(args::Executable_SizeOfGeneratedCodeInBytes &args) {
  args.size_in_bytes = static_cast<int64_t>(args.executable->program->executable.kernelImage.size());
  return absl::OkStatus();
}

absl::Status answer(args::Executable_OutputMemoryKinds &args) {
  args.num_outputs = args.executable->memoryKinds.size();
  args.memory_kinds = args.executable->memoryKinds.data();
  args.memory_kind_sizes = args.executable->memoryKindSizes.data();
  return absl::OkStatus();
}

absl::Status answer(args::Executable_OutputElementTypes &args) {
  args.output_types = args.executable->types.data();
  args.num_output_types = args.executable->types.size();
  return absl::OkStatus();
}

absl::Status answer(args::Executable_OutputDimensions &args) {
  args.num_outputs = args.executable->ranks.size();
  args.dims = args.executable->dimensions.data();
  args.dim_sizes = args.executable->ranks.data();
  return absl::OkStatus();
}

absl::Status answer(args::Executable_Fingerprint &args) {
  args.executable_fingerprint = args.executable->fingerprint.data();
  args.executable_fingerprint_size = args.executable->fingerprint.size();
  return absl::OkStatus();
}

absl::Status answer(args::Executable_GetCompiledMemoryStats &args) {
  const runtime::Executable &executable = args.executable->program->executable;
  args.generated_code_size_in_bytes = static_cast<int64_t>(executable.kernelImage.size());
  for (const runtime::Interface &argument : executable.arguments)
    args.argument_size_in_bytes += static_cast<int64_t>(bytesOf(localType(argument)));
  for (const runtime::Interface &result : executable.results) {
    const auto bytes = static_cast<int64_t>(bytesOf(localType(result)));
    args.output_size_in_bytes += bytes;
    args.alias_size_in_bytes += result.alias >= 0 ? bytes : 0;
  }
  args.temp_size_in_bytes = static_cast<int64_t>(executable.arenaBytes);
  args.peak_memory_in_bytes = args.argument_size_in_bytes + args.output_size_in_bytes - args.alias_size_in_bytes +
                              args.temp_size_in_bytes + static_cast<int64_t>(executable.constants.size());
  args.total_size_in_bytes = args.peak_memory_in_bytes;
  args.total_allocation_bytes = args.peak_memory_in_bytes;
  args.peak_unpadded_heap_bytes = args.peak_memory_in_bytes;
  return absl::OkStatus();
}

uint64_t bytesAccessed(const runtime::Executable &executable) {
  uint64_t bytes = 0;
  for (const runtime::Step &step : executable.steps)
    for (uint32_t i = 0; i != step.numSlots; ++i)
      bytes += executable.slots[executable.stepSlots[step.firstSlot + i]].bytes;
  return bytes;
}

absl::Status answer(args::Executable_GetCostAnalysis &args) {
  Executable &own = *args.executable;
  std::lock_guard<std::mutex> lock(own.mutex);
  if (own.costs.empty()) {
    absl::StatusOr<compiler::Summary> summary = summaryOf(*own.client->session, *own.program);
    if (!summary.ok())
      return summary.status();
    auto add = [&](absl::string_view name, double value) {
      NamedValue cost = {};
      cost.struct_size = sizeof(cost);
      cost.name = name.data();
      cost.name_size = name.size();
      cost.type = ValueType::Float;
      cost.float_value = static_cast<float>(value);
      cost.value_size = 1;
      own.costs.push_back(cost);
    };
    add("flops", static_cast<double>(summary->flopsPerDevice));
    add("bytes accessed", static_cast<double>(bytesAccessed(own.program->executable)));
    add("bytes sent", static_cast<double>(summary->bytesPerDevice));
    add("peak bytes", static_cast<double>(summary->peakBytesPerDevice));
  }
  args.properties = own.costs.data();
  args.num_properties = own.costs.size();
  return absl::OkStatus();
}

absl::Status answer(args::Executable_OptimizedProgram &args) {
  static constexpr absl::string_view kFormat = "mlir";
  if (!args.program || args.program->struct_size < sizeof(Program))
    return absl::InvalidArgumentError("the program to fill in is null or too small");
  Executable &own = *args.executable;
  std::lock_guard<std::mutex> lock(own.mutex);
  if (own.text.empty()) {
    absl::StatusOr<std::string> text = partitionedText(*own.client->session, *own.program);
    if (!text.ok())
      return text.status();
    own.text = *std::move(text);
  }
  // The caller asks for the size first, then makes room for as much.
  Program &program = *args.program;
  program.format = kFormat.data();
  program.format_size = kFormat.size();
  if (program.code) {
    if (program.code_size < own.text.size())
      return absl::InvalidArgumentError(
          absl::StrCat("the program has ", own.text.size(), " bytes, there is room for ", program.code_size));
    std::memcpy(program.code, own.text.data(), own.text.size());
  }
  program.code_size = own.text.size();
  return absl::OkStatus();
}

absl::Status answer(args::Executable_GetCompileOptions &args) {
  giveOwned(args.executable->program->optionsProto, args.serialized_bytes, args.serialized_bytes_size,
            args.serialized_compile_options, args.serialized_compile_options_deleter);
  return absl::OkStatus();
}

absl::Status shardingsOfParameters(args::Shardings &args) {
  args.num_shardings = args.executable->parameterShardings.size();
  args.shardings = args.executable->parameterShardings.data();
  args.sharding_sizes = args.executable->parameterShardingSizes.data();
  return absl::OkStatus();
}

absl::Status shardingsOfOutputs(args::Shardings &args) {
  args.num_shardings = args.executable->outputShardings.size();
  args.shardings = args.executable->outputShardings.data();
  args.sharding_sizes = args.executable->outputShardingSizes.data();
  return absl::OkStatus();
}

// A serialized executable is a message: the version of these fields, what the framework gave, and the `.swx` file.
namespace {
constexpr uint32_t kVersion = 1, kProgramName = 2, kSource = 3, kOptions = 4, kSwx = 5, kOutputMemories = 6;
constexpr uint64_t kOwnVersion = 2;
} // namespace

absl::Status answer(args::Executable_Serialize &args) {
  const CompiledProgram &program = *args.executable->program;
  ProtoWriter message;
  message.number(kVersion, kOwnVersion);
  message.bytes(kProgramName, program.name);
  message.bytes(kSource, program.source);
  message.bytes(kOptions, program.optionsProto);
  message.bytes(kSwx, runtime::serialize(program.executable));
  message.packed(kOutputMemories, {program.outputMemories.begin(), program.outputMemories.end()});
  giveOwned(std::move(message.message), args.serialized_bytes, args.serialized_bytes_size, args.serialized_executable,
            args.serialized_executable_deleter);
  return absl::OkStatus();
}

absl::Status answer(args::Executable_DeserializeAndLoad &args) {
  constexpr char kName[] = "serialized executable";
  if (!args.serialized_executable)
    return absl::InvalidArgumentError("the serialized executable is null");
  auto program = std::make_shared<CompiledProgram>();
  uint64_t version = 0;
  absl::string_view swx;
  std::vector<int64_t> memories;
  absl::Status status =
      eachField({args.serialized_executable, args.serialized_executable_size}, kName, [&](const ProtoField &field) {
        if (field.number == kVersion)
          version = field.value;
        else if (field.number == kProgramName)
          program->name = std::string(field.bytes);
        else if (field.number == kSource)
          program->source = std::string(field.bytes);
        else if (field.number == kOptions)
          program->optionsProto = std::string(field.bytes);
        else if (field.number == kSwx)
          swx = field.bytes;
        else if (field.number == kOutputMemories)
          return appendNumbers(field, kName, memories);
        return absl::OkStatus();
      });
  if (!status.ok())
    return status;
  if (version != kOwnVersion)
    return absl::InvalidArgumentError(absl::StrCat("a serialized executable of version ", version, ": this is version ",
                                                   kOwnVersion, ", compile it again"));
  if (args.overridden_serialized_compile_options)
    program->optionsProto.assign(args.overridden_serialized_compile_options,
                                 args.overridden_serialized_compile_options_size);
  absl::StatusOr<CompileOptions> options = parseCompileOptions(program->optionsProto);
  if (!options.ok())
    return options.status();
  program->options = *std::move(options);
  absl::StatusOr<runtime::Executable> executable = runtime::deserialize(swx, kName);
  if (!executable.ok())
    return executable.status();
  program->executable = *std::move(executable);
  if (memories.size() != program->executable.results.size())
    return absl::InvalidArgumentError(absl::StrCat("a serialized executable with ", program->executable.results.size(),
                                                   " results, and memories of ", memories.size()));
  for (int64_t kind : memories) {
    if (kind < 0 || kind >= static_cast<int64_t>(std::size(kMemoryKinds)))
      return absl::InvalidArgumentError(
          absl::StrCat("a serialized executable with a result in a memory of kind ", kind));
    program->outputMemories.push_back(static_cast<size_t>(kind));
  }
  if (absl::Status described = describeShardings(*program); !described.ok())
    return described;
  absl::StatusOr<LoadedExecutable *> loaded = load(args.client->state, std::move(program));
  args.loaded_executable = loaded.ok() ? *loaded : nullptr;
  return loaded.status();
}

} // namespace shardwright::pjrt
