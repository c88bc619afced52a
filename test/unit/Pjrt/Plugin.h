#ifndef SHARDWRIGHT_TEST_UNIT_PJRT_PLUGIN_H
#define SHARDWRIGHT_TEST_UNIT_PJRT_PLUGIN_H

#include "pjrt/Api.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// The plugin as a framework sees it: a library that is opened, and calls through its table.
namespace shardwright::pjrt::test {

template <typename Args> struct Function;
#define IN(type, name, offset) end = std::max(end, size_t{offset} + sizeof(type));
#define OPTIONAL(type, name, offset) IN(type, name, offset)
#define OUT(type, name, offset) IN(type, name, offset)
#define FUNCTION(number, name, fields)                                                                                 \
  template <> struct Function<args::name> {                                                                            \
    static constexpr size_t slot = number;                                                                             \
    static constexpr size_t size() {                                                                                   \
      size_t end = 16;                                                                                                 \
      fields return end;                                                                                               \
    }                                                                                                                  \
  };
#include "pjrt/Functions.def"
#undef IN
#undef OPTIONAL
#undef OUT
#undef FUNCTION

inline const Api &api() {
  static const Api *table = [] {
    void *library = dlopen(SHARDWRIGHT_PJRT_PLUGIN, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      ADD_FAILURE() << dlerror();
    auto get = reinterpret_cast<const Api *(*)()>(library ? dlsym(library, "GetPjrtApi") : nullptr);
    EXPECT_NE(get, nullptr);
    return get();
  }();
  return *table;
}

/// Arguments as JAX passes them: their size is that of their fields, and what it does not set is garbage.
template <typename Args> Args fresh() {
  Args args;
  std::memset(static_cast<void *>(&args), 0xa5, sizeof(args));
  args.struct_size = Function<Args>::size();
  args.extension_start = nullptr;
  return args;
}

template <typename Args> Error *callRaw(Args *args) {
  return reinterpret_cast<Error *(*)(Args *)>(api().functions[Function<Args>::slot])(args);
}

struct Outcome {
  int32_t code = 0;
  std::string message;
  bool ok() const { return code == 0; }
};
inline std::ostream &operator<<(std::ostream &out, const Outcome &outcome) {
  return out << outcome.code << ": " << outcome.message;
}

/// What an error says; ends it.
inline Outcome take(Error *error) {
  if (!error)
    return {};
  auto code = fresh<args::Error_GetCode>();
  code.error = error;
  EXPECT_EQ(callRaw(&code), nullptr);
  auto message = fresh<args::Error_Message>();
  message.error = error;
  reinterpret_cast<void (*)(args::Error_Message *)>(api().functions[1])(&message);
  Outcome outcome{code.code, std::string(message.message, message.message_size)};
  auto payload = fresh<args::Error_ForEachPayload>();
  payload.error = error;
  EXPECT_EQ(callRaw(&payload), nullptr);
  auto destroy = fresh<args::Error_Destroy>();
  destroy.error = error;
  reinterpret_cast<void (*)(args::Error_Destroy *)>(api().functions[0])(&destroy);
  return outcome;
}

template <typename Args> Outcome call(Args &args) { return take(callRaw(&args)); }

// Codes of errors.
constexpr int32_t kInvalidArgument = 3, kResourceExhausted = 8, kFailedPrecondition = 9, kUnimplemented = 12;

/// Writes the messages that frameworks send.
struct Message {
  std::string text;
  void varint(uint64_t value) {
    for (; value > 127; value /= 128)
      text.push_back(static_cast<char>(value % 128 + 128));
    text.push_back(static_cast<char>(value));
  }
  Message &number(int field, uint64_t value) {
    varint(static_cast<uint64_t>(field) * 8);
    varint(value);
    return *this;
  }
  Message &add(int field, const std::string &bytes) {
    varint(static_cast<uint64_t>(field) * 8 + 2);
    varint(bytes.size());
    text += bytes;
    return *this;
  }
};

/// CompileOptionsProto for partitions on these devices.
inline std::string compileOptions(const std::vector<int64_t> &devices,
                                  const std::map<std::string, std::string> &texts = {}) {
  Message assignment;
  assignment.number(1, 1).number(2, devices.size());
  for (int64_t device : devices) {
    Message ids;
    ids.varint(static_cast<uint64_t>(device));
    assignment.add(3, Message().add(1, ids.text).text);
  }
  Message build;
  build.number(1, static_cast<uint64_t>(-1)).number(4, 1).number(5, devices.size()).number(6, 1);
  build.add(9, assignment.text).number(19, 1).number(23, 1);
  Message options;
  options.add(3, build.text).number(5, static_cast<uint64_t>(-1));
  for (const auto &[name, text] : texts)
    options.add(7, Message().add(1, name).add(2, Message().add(1, text).text).text);
  return options.text;
}

/// A client of so many devices; ends with this.
class TestClient {
public:
  explicit TestClient(int64_t devices) {
    NamedValue option = {};
    option.struct_size = sizeof(option);
    option.name = "num_devices";
    option.name_size = std::strlen(option.name);
    option.type = ValueType::Int64;
    option.int64_value = devices;
    option.value_size = 1;
    auto create = fresh<args::Client_Create>();
    create.create_options = &option;
    create.num_options = 1;
    Outcome outcome = call(create);
    EXPECT_TRUE(outcome.ok()) << outcome;
    client = create.client;
    auto all = fresh<args::Client_AddressableDevices>();
    all.client = client;
    EXPECT_TRUE(call(all).ok());
    this->devices.assign(all.addressable_devices, all.addressable_devices + all.num_addressable_devices);
  }
  ~TestClient() {
    auto destroy = fresh<args::Client_Destroy>();
    destroy.client = client;
    EXPECT_TRUE(call(destroy).ok());
  }

  Memory *memoryOf(size_t device) const {
    auto memory = fresh<args::Device_DefaultMemory>();
    memory.device = devices[device];
    EXPECT_TRUE(call(memory).ok());
    return memory.memory;
  }

  Client *client = nullptr;
  std::vector<Device *> devices;
};

/// Waits for it and ends it.
inline Outcome await(Event *event) {
  auto wait = fresh<args::Event_Await>();
  wait.event = event;
  Outcome outcome = call(wait);
  auto destroy = fresh<args::Event_Destroy>();
  destroy.event = event;
  EXPECT_TRUE(call(destroy).ok());
  return outcome;
}

inline std::pair<Outcome, Buffer *> tryPut(const TestClient &client, size_t device, ElementCode type, const void *data,
                                           std::vector<int64_t> dims, const std::vector<int64_t> *strides = nullptr) {
  auto put = fresh<args::Client_BufferFromHostBuffer>();
  put.client = client.client;
  put.data = data;
  put.type = static_cast<int32_t>(type);
  put.dims = dims.data();
  put.num_dims = dims.size();
  put.byte_strides = strides ? strides->data() : nullptr;
  put.num_byte_strides = strides ? strides->size() : 0;
  put.host_buffer_semantics = 2;
  put.device = nullptr;
  put.memory = client.memoryOf(device);
  put.device_layout = nullptr;
  Outcome outcome = call(put);
  if (!outcome.ok())
    return {outcome, nullptr};
  EXPECT_TRUE(await(put.done_with_host_buffer).ok());
  return {outcome, put.buffer};
}

template <typename T>
Buffer *put(const TestClient &client, size_t device, ElementCode type, const std::vector<T> &values,
            std::vector<int64_t> dims) {
  auto [outcome, buffer] = tryPut(client, device, type, values.data(), std::move(dims));
  EXPECT_TRUE(outcome.ok()) << outcome;
  return buffer;
}

/// The elements, by a copy to the host.
template <typename T> std::vector<T> get(Buffer *buffer) {
  auto fetch = fresh<args::Buffer_ToHostBuffer>();
  fetch.src = buffer;
  fetch.host_layout = nullptr;
  fetch.dst = nullptr;
  Outcome outcome = call(fetch);
  EXPECT_TRUE(outcome.ok()) << outcome;
  std::vector<T> values(fetch.dst_size / sizeof(T));
  T nothing;
  fetch.dst = values.empty() ? &nothing : values.data();
  outcome = call(fetch);
  EXPECT_TRUE(outcome.ok()) << outcome;
  if (!outcome.ok())
    return {};
  outcome = await(fetch.event);
  EXPECT_TRUE(outcome.ok()) << outcome;
  return values;
}

inline void destroy(Buffer *buffer) {
  auto end = fresh<args::Buffer_Destroy>();
  end.buffer = buffer;
  EXPECT_TRUE(call(end).ok());
}

inline bool isDeleted(Buffer *buffer) {
  auto ask = fresh<args::Buffer_IsDeleted>();
  ask.buffer = buffer;
  EXPECT_TRUE(call(ask).ok());
  return ask.is_deleted;
}

inline std::pair<Outcome, LoadedExecutable *> tryCompile(const TestClient &client, std::string code,
                                                         const std::string &options) {
  Program program = {};
  program.struct_size = sizeof(program);
  program.code = code.data();
  program.code_size = code.size();
  program.format = "mlir";
  program.format_size = 4;
  auto compile = fresh<args::Client_Compile>();
  compile.client = client.client;
  compile.program = &program;
  compile.compile_options = options.data();
  compile.compile_options_size = options.size();
  Outcome outcome = call(compile);
  return {outcome, outcome.ok() ? compile.executable : nullptr};
}

/// A compiled program; ends with this.
class TestProgram {
public:
  TestProgram(const TestClient &client, const std::string &code, const std::string &options) {
    auto [outcome, compiled] = tryCompile(client, code, options);
    EXPECT_TRUE(outcome.ok()) << outcome;
    if (compiled)
      own(compiled);
  }
  explicit TestProgram(LoadedExecutable *compiled) { own(compiled); }
  ~TestProgram() {
    auto end = fresh<args::Executable_Destroy>();
    end.executable = executable;
    EXPECT_TRUE(call(end).ok());
    auto endLoaded = fresh<args::LoadedExecutable_Destroy>();
    endLoaded.executable = loaded;
    EXPECT_TRUE(call(endLoaded).ok());
  }

  /// The outputs by partition and result.
  std::pair<Outcome, std::vector<std::vector<Buffer *>>> run(const std::vector<std::vector<Buffer *>> &arguments,
                                                             std::vector<int64_t> kept = {}) const {
    ExecuteOptions options = {};
    options.struct_size = sizeof(options);
    options.non_donatable_input_indices = kept.data();
    options.num_non_donatable_input_indices = kept.size();
    std::vector<std::vector<Buffer *>> outputs(arguments.size(), std::vector<Buffer *>(numOutputs));
    std::vector<Buffer *const *> in;
    std::vector<Buffer **> out;
    for (const std::vector<Buffer *> &row : arguments)
      in.push_back(row.data());
    for (std::vector<Buffer *> &row : outputs)
      out.push_back(row.data());
    std::vector<Event *> done(arguments.size());
    auto execute = fresh<args::LoadedExecutable_Execute>();
    execute.executable = loaded;
    execute.options = &options;
    execute.argument_lists = in.data();
    execute.num_devices = arguments.size();
    execute.num_args = arguments.empty() ? 0 : arguments[0].size();
    execute.output_lists = out.data();
    execute.device_complete_events = done.data();
    execute.execute_device = nullptr;
    Outcome outcome = call(execute);
    if (!outcome.ok())
      return {outcome, {}};
    for (Event *event : done)
      (void)await(event);
    return {outcome, outputs};
  }

  LoadedExecutable *loaded = nullptr;
  Executable *executable = nullptr;
  size_t numOutputs = 0;

private:
  void own(LoadedExecutable *compiled) {
    loaded = compiled;
    auto get = fresh<args::LoadedExecutable_GetExecutable>();
    get.loaded_executable = loaded;
    EXPECT_TRUE(call(get).ok());
    executable = get.executable;
    auto count = fresh<args::Executable_NumOutputs>();
    count.executable = executable;
    EXPECT_TRUE(call(count).ok());
    numOutputs = count.num_outputs;
  }
};

} // namespace shardwright::pjrt::test

#endif // SHARDWRIGHT_TEST_UNIT_PJRT_PLUGIN_H
