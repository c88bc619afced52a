// Allocations, copies, fills.
#include "test/cuda-double/driver/Api.h"

#include <algorithm>

using namespace shardwright::cudadouble;

namespace {

Node copyNode(uint64_t to, uint64_t from, size_t bytes, bool toHost, bool fromHost) {
  Node node;
  node.kind = Node::Copy;
  node.to = to;
  node.from = from;
  node.bytes = bytes;
  node.toHost = toHost;
  node.fromHost = fromHost;
  return node;
}

// CUDA_MEMCPY2D.
constexpr int kDeviceMemory = 2;
struct Copy2D {
  size_t fromX, fromY;
  int fromType;
  const void *fromHost;
  CUdeviceptr from;
  void *fromArray;
  size_t fromPitch;
  size_t toX, toY;
  int toType;
  void *toHost;
  CUdeviceptr to;
  void *toArray;
  size_t toPitch;
  size_t width, height;
};

uint64_t addressOf(const void *pointer) { return reinterpret_cast<uint64_t>(pointer); }

// In the NULL stream, and the host waits for it.
int copyNow(Call &call, const char *function, Node node) {
  if (int error = call.driver.forbiddenInCapture(function))
    return error;
  if (node.bytes == 0)
    return Success;
  Stream &stream = call.context->legacy;
  if (int error = call.driver.enqueue(stream, std::move(node)))
    return error;
  call.driver.hostWaits(stream.clock);
  return call.context->sticky;
}

// In STREAM. A copy of memory of the host that is not pinned returns when it is done.
int copyInStream(Call &call, CUstream handle, Node node) {
  Stream *stream = call.driver.streamOf(handle);
  if (!stream)
    return InvalidHandle;
  if (node.bytes == 0)
    return Success;
  const bool pageable =
      (node.toHost && !call.driver.space.find(node.to)) || (node.fromHost && !call.driver.space.find(node.from));
  if (int error = call.driver.enqueue(*stream, std::move(node)))
    return error;
  if (pageable && !stream->capture) {
    call.driver.finish(*stream);
    call.driver.hostWaits(stream->clock);
  }
  return Success;
}

int fill(Call &call, CUdeviceptr to, uint32_t value, unsigned unit, size_t bytes, Stream *stream) {
  if (!stream)
    return InvalidHandle;
  if (bytes == 0)
    return Success;
  Node node;
  node.kind = Node::Fill;
  node.to = to;
  node.bytes = bytes;
  node.value = value;
  node.unit = unit;
  return call.driver.enqueue(*stream, std::move(node));
}

} // namespace

DOUBLE_API cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes) {
  DOUBLE_CALL(CurrentContext);
  if (!pointer || bytes == 0)
    return InvalidValue;
  if (int error = call.driver.forbiddenInCapture("cuMemAlloc"))
    return error;
  if (int fault = call.driver.requestedFault("alloc", ""))
    return fault;
  if (bytes > call.driver.settings.memory -
                  std::min(call.driver.settings.memory, call.driver.space.bytesOf(call.context->device)))
    return OutOfMemory;
  Allocation *made = call.driver.space.allocate(bytes, AddressSpace::Owner::User, {}, call.context->device);
  if (!made)
    return OutOfMemory;
  ++call.driver.allocations;
  *pointer = made->base;
  return Success;
}

DOUBLE_API cuMemFree_v2(CUdeviceptr pointer) {
  DOUBLE_CALL(CurrentContext);
  if (pointer == 0)
    return Success;
  if (int error = call.driver.forbiddenInCapture("cuMemFree"))
    return error;
  Allocation *its = call.driver.space.find(pointer);
  if (!its || its->base != pointer || its->host || its->name.rfind("variable", 0) == 0) {
    const bool twice = call.driver.space.wasFreed(pointer);
    call.driver.report(twice ? "double-free" : "free", std::to_string(pointer),
                       std::string("cuMemFree: ") + (twice ? "freed twice: " : "no allocation begins there: ") +
                           call.driver.space.describe(pointer));
    return InvalidValue;
  }
  call.driver.space.free(pointer);
  return Success;
}

DOUBLE_API cuMemGetInfo_v2(size_t *available, size_t *total) {
  DOUBLE_CALL(CurrentContext);
  if (!available || !total)
    return InvalidValue;
  *total = call.driver.settings.memory;
  *available = *total - std::min<uint64_t>(*total, call.driver.space.bytesOf(call.context->device));
  return Success;
}

DOUBLE_API cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  DOUBLE_CALL(CurrentContext);
  if (!pointer || bytes == 0 || flags > 7)
    return InvalidValue;
  if (int error = call.driver.forbiddenInCapture("cuMemHostAlloc"))
    return error;
  Allocation *made =
      call.driver.space.allocate(bytes, AddressSpace::Owner::Host, "pinned memory", call.context->device);
  if (!made)
    return OutOfMemory;
  // What the host writes there is not seen: all of it counts as written.
  made->shadow.whole = makeRecord(kBeforeAll, 0, 0, RecordKind::Plain, 0, 0);
  *pointer = made->data;
  return Success;
}

DOUBLE_API cuMemFreeHost(void *pointer) {
  DOUBLE_CALL(CurrentContext);
  Allocation *its = call.driver.space.find(addressOf(pointer));
  if (!its || !its->host || its->base != addressOf(pointer)) {
    call.driver.report("double-free", "host", "cuMemFreeHost: no pinned memory begins there");
    return InvalidValue;
  }
  call.driver.space.free(its->base);
  return Success;
}

DOUBLE_API cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  DOUBLE_CALL(CurrentContext);
  return copyNow(call, __func__, copyNode(to, addressOf(from), bytes, false, true));
}

DOUBLE_API cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  DOUBLE_CALL(CurrentContext);
  return copyNow(call, __func__, copyNode(addressOf(to), from, bytes, true, false));
}

DOUBLE_API cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  DOUBLE_CALL(CurrentContext);
  return copyNow(call, __func__, copyNode(to, from, bytes, false, false));
}

DOUBLE_API cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  DOUBLE_CALL(CurrentContext);
  return copyInStream(call, stream, copyNode(to, addressOf(from), bytes, false, true));
}

DOUBLE_API cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  DOUBLE_CALL(CurrentContext);
  return copyInStream(call, stream, copyNode(addressOf(to), from, bytes, true, false));
}

DOUBLE_API cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  DOUBLE_CALL(CurrentContext);
  return copyInStream(call, stream, copyNode(to, from, bytes, false, false));
}

// Row by row, each checked as a copy of its own.
DOUBLE_API cuMemcpy2DAsync_v2(const Copy2D *copy, CUstream stream) {
  DOUBLE_CALL(CurrentContext);
  if (!copy || copy->fromType != kDeviceMemory || copy->toType != kDeviceMemory ||
      (copy->height > 1 && (copy->fromPitch < copy->width || copy->toPitch < copy->width)))
    return copy ? static_cast<int>(InvalidValue) : static_cast<int>(InvalidHandle);
  for (size_t row = 0; row < copy->height; ++row) {
    const uint64_t to = copy->to + (copy->toY + row) * copy->toPitch + copy->toX;
    const uint64_t from = copy->from + (copy->fromY + row) * copy->fromPitch + copy->fromX;
    if (int error = copyInStream(call, stream, copyNode(to, from, copy->width, false, false)))
      return error;
  }
  return Success;
}

DOUBLE_API cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t bytes, CUstream stream) {
  DOUBLE_CALL(CurrentContext);
  return fill(call, to, value, 1, bytes, call.driver.streamOf(stream));
}

DOUBLE_API cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream) {
  DOUBLE_CALL(CurrentContext);
  if (to % 4)
    return InvalidValue;
  return fill(call, to, value, 4, 4 * count, call.driver.streamOf(stream));
}

DOUBLE_API cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t bytes) {
  DOUBLE_CALL(CurrentContext);
  if (int error = call.driver.forbiddenInCapture(__func__))
    return error;
  return fill(call, to, value, 1, bytes, &call.context->legacy);
}
