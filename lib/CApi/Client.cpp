#include "lib/CApi/Runtime.h"
#include "lib/Compiler/OptionValue.h"
#include "runtime/Layout.h"

#include "absl/strings/str_cat.h"

using namespace shardwright;
using namespace shardwright::capi;

static absl::Status setClientOption(runtime::ClientOptions &options, const std::string &name, const std::string &text) {
  const compiler::OptionValue value{name, text};
  if (name == "backend") {
    options.backend = text;
    return absl::OkStatus();
  }
  if (name == "gpus")
    return options.gpus.set(text);
  if (name == "memory") {
    absl::StatusOr<double> bytes = text == "0" ? 0.0 : value.size();
    if (bytes.ok())
      options.memory = static_cast<uint64_t>(*bytes);
    return bytes.status();
  }
  if (name == "workers") {
    absl::StatusOr<int> workers = text == "0" ? 0 : value.threads();
    if (workers.ok())
      options.workers = *workers;
    return workers.status();
  }
  if (name == "devices") {
    absl::StatusOr<int64_t> devices = value.integer(1);
    if (devices.ok())
      options.devices = *devices;
    return devices.status();
  }
  return absl::InvalidArgumentError("unknown option '" + name + "'; there are devices, workers, memory, backend, gpus");
}

SwStatus *swClientOptionsCreate(SwClientOptions **options) {
  return call(__func__, {{options, "options"}}, [&] {
    *options = new SwClientOptions;
    return absl::OkStatus();
  });
}
SwStatus *swClientOptionsSet(SwClientOptions *options, const char *name, const char *value) {
  return call(__func__, {{options, "options"}, {name, "name"}},
              [&] { return setClientOption(options->options, name, textOf(value)); });
}
void swClientOptionsDestroy(SwClientOptions *options) { delete options; }

SwStatus *swClientCreate(const SwClientOptions *options, SwClient **client) {
  if (client)
    *client = nullptr;
  return call(__func__, {{client, "client"}}, [&] {
    return give(runtime::Client::create(options ? options->options : runtime::ClientOptions()), client);
  });
}
int64_t swClientNumDevices(const SwClient *client) { return client ? client->client->numDevices() : 0; }

static bool hasDevice(const SwClient *client, int64_t device) {
  return device >= 0 && device < swClientNumDevices(client);
}
uint64_t swClientBytesInUse(const SwClient *client, int64_t device) {
  return hasDevice(client, device) ? client->client->bytesInUse(device) : 0;
}
uint64_t swClientPeakBytesInUse(const SwClient *client, int64_t device) {
  return hasDevice(client, device) ? client->client->peakBytesInUse(device) : 0;
}
void swClientDestroy(SwClient *client) { delete client; }

bool swEventIsReady(const SwEvent *event) { return event && event->event.isReady(); }
SwStatus *swEventWait(const SwEvent *event) {
  return call(__func__, {{event, "event"}}, [&] { return event->event.wait(); });
}
SwStatus *swEventOnReady(const SwEvent *event, SwEventCallback callback, void *context) {
  return call(__func__, {{event, "event"}, {reinterpret_cast<const void *>(callback), "callback"}}, [&] {
    event->event.onReady([=](const absl::Status &status) {
      SwStatus *told = toC(status);
      callback(told, context);
      swStatusDestroy(told);
    });
    return absl::OkStatus();
  });
}
void swEventDestroy(SwEvent *event) { delete event; }

SwStatus *swClientBufferFromHost(SwClient *client, int64_t device, SwElementType type, const int64_t *shape,
                                 size_t rank, const void *bytes, size_t size, SwBuffer **buffer) {
  if (buffer)
    *buffer = nullptr;
  // Of a scalar there is no shape, of an empty array no byte.
  return call(
      __func__,
      {{client, "client"}, {rank ? shape : &device, "shape"}, {size ? bytes : &device, "bytes"}, {buffer, "buffer"}},
      [&]() -> absl::Status {
        if (!hasDevice(client, device))
          return absl::InvalidArgumentError(absl::StrCat("device ", device, " of ", client->client->numDevices()));
        if (swElementTypeBytes(type) == 0)
          return absl::InvalidArgumentError(absl::StrCat("there is no element type ", static_cast<int>(type)));
        runtime::BufferType held{static_cast<runtime::ElementType>(type), {}};
        held.shape.assign(shape, shape + rank);
        const int64_t want = runtime::checkedBytes(held.type, held.shape);
        if (want < 0 || static_cast<uint64_t>(want) != size)
          return absl::InvalidArgumentError(absl::StrCat(runtime::describeType(held.type, held.shape), " has ", want,
                                                         " bytes, ", size, " are given"));
        return give(client->client->bufferFromHost(device, std::move(held), bytes), buffer);
      });
}
int64_t swBufferDevice(const SwBuffer *buffer) { return buffer ? buffer->buffer->device() : 0; }
SwElementType swBufferElementType(const SwBuffer *buffer) {
  return buffer ? static_cast<SwElementType>(buffer->buffer->type().type) : SW_I1;
}
size_t swBufferRank(const SwBuffer *buffer) { return buffer ? buffer->buffer->type().shape.size() : 0; }
const int64_t *swBufferShape(const SwBuffer *buffer) {
  return swBufferRank(buffer) ? buffer->buffer->type().shape.data() : nullptr;
}
size_t swBufferBytes(const SwBuffer *buffer) { return buffer ? buffer->buffer->bytes() : 0; }
SwStatus *swBufferReady(const SwBuffer *buffer, SwEvent **event) {
  return call(__func__, {{buffer, "buffer"}, {event, "event"}}, [&] {
    *event = new SwEvent{buffer->buffer->ready()};
    return absl::OkStatus();
  });
}
SwStatus *swBufferCopyTo(const SwBuffer *buffer, void *bytes, size_t size) {
  return call(__func__, {{buffer, "buffer"}, {size ? bytes : &size, "bytes"}}, [&] {
    if (size != buffer->buffer->bytes())
      return absl::InvalidArgumentError(
          absl::StrCat("the buffer has ", buffer->buffer->bytes(), " bytes, there is room for ", size));
    return buffer->buffer->copyTo(bytes);
  });
}
SwStatus *swBufferErase(SwBuffer *buffer) {
  return call(__func__, {{buffer, "buffer"}}, [&] {
    buffer->buffer->erase();
    return absl::OkStatus();
  });
}
bool swBufferIsErased(const SwBuffer *buffer) { return buffer && buffer->buffer->isErased(); }
bool swBufferIsDonated(const SwBuffer *buffer) { return buffer && buffer->buffer->isDonated(); }
void swBufferDestroy(SwBuffer *buffer) { delete buffer; }

SwElementType swArrayElementType(const SwArray *array) {
  return array ? static_cast<SwElementType>(array->array.type) : SW_I1;
}
size_t swArrayRank(const SwArray *array) { return array ? array->array.shape.size() : 0; }
const int64_t *swArrayShape(const SwArray *array) { return swArrayRank(array) ? array->array.shape.data() : nullptr; }
void *swArrayData(SwArray *array) { return array ? array->array.bytes.data() : nullptr; }
size_t swArrayBytes(const SwArray *array) { return array ? array->array.bytes.size() : 0; }
void swArrayDestroy(SwArray *array) { delete array; }
