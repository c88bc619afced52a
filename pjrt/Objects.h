#ifndef PJRT_OBJECTS_H
#define PJRT_OBJECTS_H

#include "pjrt/Api.h"
#include "pjrt/CompileOptions.h"
#include "shardwright/Compiler.h"
#include "shardwright/Runtime/Client.h"

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

/// What is behind the pointers of the API.
namespace shardwright::pjrt {

/// Begins everything that a caller holds a pointer to. The first word is null: later versions of the API keep a table
/// of functions there. The second one says what it is, until it is destroyed.
struct Handle {
  explicit Handle(uint64_t kind) : kind(kind) {}
  ~Handle() { *const_cast<volatile uint64_t *>(&kind) = 0; } // not left out as a store that nobody reads
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;

  void *functions = nullptr;
  uint64_t kind;
};

struct Error : Handle {
  static constexpr uint64_t kKind = 0x5357204572726f72;
  static constexpr char kNoun[] = "error";
  explicit Error(absl::Status status) : Handle(kKind), status(std::move(status)) {}

  const absl::Status status;
};
/// Null where it went well.
Error *errorOf(absl::Status status);
/// Of what a caller says: code 0 gives OkStatus.
absl::Status statusOf(int32_t code, const char *message, size_t size);

struct ClientState;

/// The kinds of memory that frameworks speak of, all of which are the host's memory here. Arrays are in the first one
/// unless the framework says otherwise.
inline constexpr absl::string_view kMemoryKinds[] = {"device", "pinned_host", "unpinned_host"};

struct Memory : Handle {
  static constexpr uint64_t kKind = 0x5357204d656d6f72;
  static constexpr char kNoun[] = "memory";
  Memory(Device &device, size_t kindIndex);

  absl::string_view kindName() const { return kMemoryKinds[kindIndex]; }

  Device *const device;
  const size_t kindIndex; ///< of kMemoryKinds
  const std::string debugText, text;
};

struct DeviceDescription : Handle {
  static constexpr uint64_t kKind = 0x5357204465736372;
  static constexpr char kNoun[] = "device description";
  explicit DeviceDescription(int64_t id);

  const int32_t id;
  const std::string debugText, text;
};

/// A device of the client's, all of which are in this process: its id is its number there.
struct Device : Handle {
  static constexpr uint64_t kKind = 0x5357204465766963;
  static constexpr char kNoun[] = "device";
  Device(ClientState &client, int64_t id) : Handle(kKind), client(client), description(id) {}

  int64_t id() const { return description.id; }

  ClientState &client;
  DeviceDescription description;
  Memory memories[std::size(kMemoryKinds)] = {{*this, 0}, {*this, 1}, {*this, 2}};
  Memory *const memoryList[std::size(kMemoryKinds)] = {&memories[0], &memories[1], &memories[2]};
  Device *const self[1] = {this};
};

/// What buffers and executables hold of a client.
struct ClientState {
  std::unique_ptr<runtime::Client> runtime;
  std::unique_ptr<compiler::Session> session;
  std::vector<std::unique_ptr<Device>> devices;
  std::vector<Device *> deviceList;
  std::vector<Memory *> memoryList;

  std::mutex mutex;
  runtime::Event last; ///< of the execution that was submitted last
};

struct Client : Handle {
  static constexpr uint64_t kKind = 0x535720436c69656e;
  static constexpr char kNoun[] = "client";
  explicit Client(std::shared_ptr<ClientState> state) : Handle(kKind), state(std::move(state)) {}

  const std::shared_ptr<ClientState> state;
};

/// Something that becomes ready, or fails, without the runtime: by Event_Set, or when bytes have been copied.
class Promise {
public:
  /// False: it is ready already.
  bool set(absl::Status status);
  bool isReady() const;
  absl::Status wait() const;
  void onReady(std::function<void(const absl::Status &)> callback);

private:
  struct Shared;
  std::shared_ptr<Shared> shared = makeShared();
  static std::shared_ptr<Shared> makeShared();
};

/// What it stands for lives on when it is destroyed.
struct Event : Handle {
  static constexpr uint64_t kKind = 0x535720204576656e;
  static constexpr char kNoun[] = "event";
  explicit Event(runtime::Event event) : Handle(kKind), event(std::move(event)) {}
  explicit Event(Promise promise) : Handle(kKind), promise(std::move(promise)) {}

  bool isReady() const { return promise ? promise->isReady() : event.isReady(); }
  absl::Status wait() const { return promise ? promise->wait() : event.wait(); }
  void onReady(std::function<void(const absl::Status &)> callback) {
    promise ? promise->onReady(std::move(callback)) : event.onReady(std::move(callback));
  }

  runtime::Event event;
  std::optional<Promise> promise;
};

struct Buffer : Handle {
  static constexpr uint64_t kKind = 0x5357204275666665;
  static constexpr char kNoun[] = "buffer";
  Buffer(std::shared_ptr<ClientState> client, Memory *memory, std::unique_ptr<runtime::Buffer> buffer)
      : Handle(kKind), client(std::move(client)), memory(memory), device(memory->device), buffer(std::move(buffer)) {}

  const std::shared_ptr<ClientState> client;
  Memory *const memory;
  Device *const device;
  const std::unique_ptr<runtime::Buffer> buffer;
  std::mutex mutex;
  int64_t externalReferences = 0;
  runtime::HeldMemory held;          ///< while there are such references
  std::vector<int64_t> minorToMajor; ///< where it was asked for
};

/// A compiled program, and what is said of it. Shared by what is loaded of it.
struct CompiledProgram {
  std::string name;
  std::string source;       ///< as it was given
  std::string optionsProto; ///< the same
  CompileOptions options;
  runtime::Executable executable;
  std::vector<std::string> parameterShardings, outputShardings; ///< serialized OpSharding messages
  std::vector<size_t> outputMemories;                           ///< of kMemoryKinds

  /// The partition whose arguments the program's position takes.
  int64_t partitionOf(int64_t position) const {
    return executable.deviceOrder.empty() ? position : executable.deviceOrder[static_cast<size_t>(position)];
  }
};

struct Executable : Handle {
  static constexpr uint64_t kKind = 0x5357204578656375;
  static constexpr char kNoun[] = "executable";
  Executable(std::shared_ptr<ClientState> client, std::shared_ptr<CompiledProgram> program);

  const std::shared_ptr<ClientState> client;
  const std::shared_ptr<CompiledProgram> program;
  std::string fingerprint;
  // By output, as the API takes them.
  std::vector<const char *> memoryKinds;
  std::vector<size_t> memoryKindSizes, ranks;
  std::vector<int32_t> types;
  std::vector<int64_t> dimensions;
  std::vector<const char *> parameterShardings, outputShardings;
  std::vector<size_t> parameterShardingSizes, outputShardingSizes;
  // What is made when it is first asked for.
  std::mutex mutex;
  std::vector<NamedValue> costs;
  std::string text;
};

struct LoadedExecutable : Handle {
  static constexpr uint64_t kKind = 0x5357204c6f616465;
  static constexpr char kNoun[] = "loaded executable";
  LoadedExecutable(std::shared_ptr<ClientState> client, std::shared_ptr<CompiledProgram> program,
                   std::unique_ptr<runtime::LoadedExecutable> loaded, std::vector<Device *> devices);

  const std::shared_ptr<ClientState> client;
  const std::shared_ptr<CompiledProgram> program;
  const std::vector<Device *> devices; ///< by partition
  std::vector<LogicalDeviceId> logicalIds;
  const bool isShort; ///< takes less than waking another thread
  std::mutex mutex;
  std::shared_ptr<runtime::LoadedExecutable> loaded; ///< null: deleted
};

} // namespace shardwright::pjrt

#endif // PJRT_OBJECTS_H
