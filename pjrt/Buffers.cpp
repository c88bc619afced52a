#include "pjrt/Call.h"
#include "pjrt/HostArray.h"

#include "absl/strings/str_cat.h"

#include <utility>

namespace shardwright::pjrt {
namespace {

using runtime::BufferType;

/// Where a buffer of the caller's is to be: a memory, or the default one of a device, or of the first one.
absl::StatusOr<Memory *> placeOf(Client &client, Device *device, Memory *memory) {
  Device *place = memory ? memory->device : device ? device : client.state->deviceList.front();
  if (&place->client != client.state.get())
    return absl::InvalidArgumentError(absl::StrCat("the ", memory ? "memory" : "device", " is another client's"));
  if (device && place != device)
    return absl::InvalidArgumentError(
        absl::StrCat("the memory is that of device ", place->id(), ", device ", device->id(), " is asked for"));
  return memory ? memory : &place->memories[0];
}

absl::Status checkDense(const MemoryLayout *layout, const BufferType &type) {
  absl::StatusOr<std::vector<int64_t>> strides = stridesOf(layout, type);
  if (!strides.ok())
    return strides.status();
  if (*strides != denseStrides(type) && bytesOf(type) != 0)
    return absl::UnimplementedError("a buffer on a device is dense, its last dimension innermost");
  return absl::OkStatus();
}

/// Whether all elements lie within so many bytes.
absl::Status checkWithin(const BufferType &type, const std::vector<int64_t> &strides, size_t room) {
  if (bytesOf(type) == 0)
    return absl::OkStatus();
  auto end = static_cast<int64_t>(runtime::elementBytes(type.type));
  for (size_t d = 0; d != strides.size(); ++d) {
    int64_t reach;
    if (strides[d] < 0 || __builtin_mul_overflow(strides[d], type.shape[d] - 1, &reach) ||
        __builtin_add_overflow(end, reach, &end))
      return absl::InvalidArgumentError(
          absl::StrCat("a stride of ", strides[d], " bytes leaves the memory to copy to"));
  }
  if (static_cast<uint64_t>(end) > room)
    return absl::InvalidArgumentError(absl::StrCat("the array reaches over ", end, " bytes, there is room for ", room));
  return absl::OkStatus();
}

absl::Status wasDeleted(const Buffer &buffer) {
  const BufferType &type = buffer.buffer->type();
  return absl::FailedPreconditionError(absl::StrCat("the buffer ", runtime::describeType(type.type, type.shape),
                                                    " on device ", buffer.device->id(), " has been ",
                                                    buffer.buffer->isDonated() ? "donated" : "deleted"));
}

/// What the buffer holds, for as long as the result lives.
absl::StatusOr<runtime::HeldMemory> holdOf(const Buffer &buffer) {
  absl::StatusOr<runtime::HeldMemory> held = buffer.buffer->hold();
  return absl::IsFailedPrecondition(held.status()) ? wasDeleted(buffer) : held;
}

/// Calls `copy` when the buffer is ready, with its memory; gives what becomes of it.
absl::StatusOr<Event *> whenReady(const Buffer &buffer, std::function<void(const void *)> copy) {
  absl::StatusOr<runtime::HeldMemory> held = holdOf(buffer);
  if (!held.ok())
    return held.status();
  Promise copied;
  buffer.buffer->ready().onReady(
      [copied, held = *std::move(held), copy = std::move(copy)](const absl::Status &status) mutable {
        if (status.ok())
          copy(held.data());
        held = runtime::HeldMemory();
        copied.set(status);
      });
  return new Event(copied);
}

absl::StatusOr<Buffer *> copyTo(const Buffer &buffer, Memory *memory) {
  if (&memory->device->client != buffer.client.get())
    return absl::InvalidArgumentError("the device is another client's: copy through the host");
  absl::StatusOr<std::unique_ptr<runtime::Buffer>> copy =
      buffer.client->runtime->copyToDevice(*buffer.buffer, memory->device->id());
  if (!copy.ok())
    return absl::IsFailedPrecondition(copy.status()) ? wasDeleted(buffer) : copy.status();
  return new Buffer(buffer.client, memory, *std::move(copy));
}

} // namespace

absl::Status answer(args::Client_BufferFromHostBuffer &args) {
  absl::StatusOr<Memory *> memory = placeOf(*args.client, args.device, args.memory);
  if (!memory.ok())
    return memory.status();
  absl::StatusOr<BufferType> type = bufferTypeOf(args.type, args.dims, args.num_dims);
  if (!type.ok())
    return type.status();
  if (absl::Status status = checkDense(args.device_layout, *type); !status.ok())
    return status;
  std::vector<int64_t> strides = denseStrides(*type);
  if (args.byte_strides) {
    if (args.num_byte_strides != args.num_dims)
      return absl::InvalidArgumentError(
          absl::StrCat(args.num_byte_strides, " strides are given for ", args.num_dims, " dimensions"));
    strides.assign(args.byte_strides, args.byte_strides + args.num_dims);
  }
  if (!args.data && bytesOf(*type) != 0)
    return absl::InvalidArgumentError(absl::StrCat("the data of a buffer of ", bytesOf(*type), " bytes is null"));
  const std::vector<int64_t> dense = denseStrides(*type);
  absl::StatusOr<std::unique_ptr<runtime::Buffer>> buffer =
      args.client->state->runtime->bufferFrom((*memory)->device->id(), *type, [&](void *bytes) {
        copyStrided(*type, bytes, dense, args.data, strides);
        extendNarrow(*type, bytes);
        return absl::OkStatus();
      });
  if (!buffer.ok())
    return buffer.status();
  args.buffer = new Buffer(args.client->state, *memory, *std::move(buffer));
  args.done_with_host_buffer = new Event(runtime::Event());
  return absl::OkStatus();
}

absl::Status answer(args::Client_CreateUninitializedBuffer &args) {
  absl::StatusOr<Memory *> memory = placeOf(*args.client, args.device, args.memory);
  if (!memory.ok())
    return memory.status();
  absl::StatusOr<BufferType> type = bufferTypeOf(args.shape_element_type, args.shape_dims, args.shape_num_dims);
  if (!type.ok())
    return type.status();
  if (absl::Status status = checkDense(args.shape_layout, *type); !status.ok())
    return status;
  absl::StatusOr<std::unique_ptr<runtime::Buffer>> buffer =
      args.client->state->runtime->uninitializedBuffer((*memory)->device->id(), *std::move(type));
  if (!buffer.ok())
    return buffer.status();
  args.buffer = new Buffer(args.client->state, *memory, *std::move(buffer));
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_Destroy &args) {
  delete args.buffer;
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_ElementType &args) {
  args.type = static_cast<int32_t>(codeOf(args.buffer->buffer->type().type));
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_Dimensions &args) {
  args.dims = args.buffer->buffer->type().shape.data();
  args.num_dims = args.buffer->buffer->type().shape.size();
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_UnpaddedDimensions &args) {
  args.unpadded_dims = args.buffer->buffer->type().shape.data();
  args.num_dims = args.buffer->buffer->type().shape.size();
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_DynamicDimensionIndices &) { return absl::OkStatus(); }

absl::Status answer(args::Buffer_GetMemoryLayout &args) {
  Buffer &buffer = *args.buffer;
  const size_t rank = buffer.buffer->type().shape.size();
  {
    std::lock_guard<std::mutex> lock(buffer.mutex);
    for (size_t d = buffer.minorToMajor.size(); d != rank; ++d)
      buffer.minorToMajor.push_back(static_cast<int64_t>(rank - 1 - d));
  }
  args.layout.struct_size = sizeof(args.layout);
  args.layout.type = LayoutType::Tiled;
  args.layout.tiled.struct_size = sizeof(args.layout.tiled);
  args.layout.tiled.minor_to_major = buffer.minorToMajor.data();
  args.layout.tiled.minor_to_major_size = rank;
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_OnDeviceSizeInBytes &args) {
  args.on_device_size_in_bytes = args.buffer->buffer->bytes();
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_Device &args) {
  args.device = args.buffer->device;
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_Memory &args) {
  args.memory = args.buffer->memory;
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_Delete &args) {
  args.buffer->buffer->erase();
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_IsDeleted &args) {
  args.is_deleted = args.buffer->buffer->isErased() || args.buffer->buffer->isDonated();
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_CopyToDevice &args) {
  absl::StatusOr<Buffer *> copy = copyTo(*args.buffer, &args.dst_device->memories[0]);
  args.dst_buffer = copy.ok() ? *copy : nullptr;
  return copy.status();
}

absl::Status answer(args::Buffer_CopyToMemory &args) {
  absl::StatusOr<Buffer *> copy = copyTo(*args.buffer, args.dst_memory);
  args.dst_buffer = copy.ok() ? *copy : nullptr;
  return copy.status();
}

absl::Status answer(args::Buffer_ToHostBuffer &args) {
  const BufferType &type = args.src->buffer->type();
  const uint64_t bytes = args.src->buffer->bytes();
  if (!args.dst) {
    args.dst_size = bytes;
    return absl::OkStatus();
  }
  absl::StatusOr<std::vector<int64_t>> strides = stridesOf(args.host_layout, type);
  if (!strides.ok())
    return strides.status();
  if (absl::Status status = checkWithin(type, *strides, args.dst_size); !status.ok())
    return status;
  absl::StatusOr<Event *> event =
      whenReady(*args.src, [type, strides = *std::move(strides), to = args.dst](const void *from) {
        copyStrided(type, to, strides, from, denseStrides(type));
      });
  args.event = event.ok() ? *event : nullptr;
  return event.status();
}

absl::Status answer(args::Buffer_CopyRawToHost &args) {
  const auto bytes = static_cast<int64_t>(args.buffer->buffer->bytes());
  if (args.offset < 0 || args.transfer_size < 0 || args.offset > bytes || args.transfer_size > bytes - args.offset)
    return absl::InvalidArgumentError(
        absl::StrCat("bytes ", args.offset, " to ", args.offset, " + ", args.transfer_size, " of a buffer of ", bytes));
  if (!args.dst && args.transfer_size != 0)
    return absl::InvalidArgumentError("the memory to copy to is null");
  absl::StatusOr<Event *> event =
      whenReady(*args.buffer, [to = args.dst, offset = args.offset, size = args.transfer_size](const void *from) {
        if (size != 0)
          std::memcpy(to, static_cast<const char *>(from) + offset, static_cast<size_t>(size));
      });
  args.event = event.ok() ? *event : nullptr;
  return event.status();
}

absl::Status answer(args::Buffer_IsOnCpu &args) {
  args.is_on_cpu = true;
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_ReadyEvent &args) {
  args.event = new Event(args.buffer->buffer->ready());
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_UnsafePointer &args) {
  absl::StatusOr<runtime::HeldMemory> held = holdOf(*args.buffer);
  if (held.ok())
    args.buffer_pointer = reinterpret_cast<size_t>(held->data());
  return held.status();
}

absl::Status answer(args::Buffer_IncreaseExternalReferenceCount &args) {
  Buffer &buffer = *args.buffer;
  std::lock_guard<std::mutex> lock(buffer.mutex);
  if (buffer.externalReferences == 0) {
    absl::StatusOr<runtime::HeldMemory> held = holdOf(buffer);
    if (!held.ok())
      return held.status();
    buffer.held = *std::move(held);
  }
  ++buffer.externalReferences;
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_DecreaseExternalReferenceCount &args) {
  Buffer &buffer = *args.buffer;
  runtime::HeldMemory last; // ends outside of the lock
  std::lock_guard<std::mutex> lock(buffer.mutex);
  if (buffer.externalReferences == 0)
    return absl::FailedPreconditionError("the buffer has no external references");
  if (--buffer.externalReferences == 0)
    std::swap(last, buffer.held);
  return absl::OkStatus();
}

absl::Status answer(args::Buffer_OpaqueDeviceMemoryDataPointer &args) {
  {
    std::lock_guard<std::mutex> lock(args.buffer->mutex);
    if (args.buffer->externalReferences != 0) {
      args.device_memory_ptr = const_cast<void *>(args.buffer->held.data());
      return absl::OkStatus();
    }
  }
  absl::StatusOr<runtime::HeldMemory> held = holdOf(*args.buffer);
  if (held.ok())
    args.device_memory_ptr = const_cast<void *>(held->data());
  return held.status();
}

} // namespace shardwright::pjrt
