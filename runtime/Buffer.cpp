#include "runtime/ClientState.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <utility>

namespace shardwright::runtime {

std::shared_ptr<BufferImpl> makeBufferImpl(std::shared_ptr<ClientState> client, std::shared_ptr<const BufferType> type,
                                           BlockRef block) {
  auto impl = std::make_shared<BufferImpl>();
  impl->client = std::move(client);
  impl->type = std::move(type);
  impl->device = block->device();
  impl->bytes = block->bytes();
  impl->block = std::move(block);
  return impl;
}

std::string whatBecameOf(const BufferImpl &buffer) {
  return absl::StrCat("the buffer ", describeType(buffer.type->type, buffer.type->shape), " on device ", buffer.device,
                      " has been ", buffer.isDonated ? "given away" : "erased");
}

Buffer::Buffer(std::shared_ptr<BufferImpl> impl) : impl(std::move(impl)) {}
Buffer::~Buffer() { erase(); }

int64_t Buffer::device() const { return impl->device; }
const BufferType &Buffer::type() const { return *impl->type; }
uint64_t Buffer::bytes() const { return impl->bytes; }
Event Buffer::ready() const { return impl->ready; }

absl::Status Buffer::copyTo(void *host) const {
  auto hold = [&]() -> absl::StatusOr<BlockRef> {
    std::lock_guard<std::mutex> lock(impl->client->mutex);
    if (!impl->block)
      return absl::FailedPreconditionError(whatBecameOf(*impl));
    impl->readers.fetch_add(1, std::memory_order_relaxed);
    return impl->block;
  };
  absl::StatusOr<BlockRef> block = hold();
  if (!block.ok())
    return block.status();
  // Nobody writes over it from here on but the execution that computes it.
  absl::Status status = impl->ready.wait();
  if (status.ok() && impl->bytes != 0) {
    absl::StatusOr<HostView> view = impl->client->devices->view(impl->device, (*block)->address(), impl->bytes);
    status = view.status();
    if (view.ok())
      std::memcpy(host, view->data(), impl->bytes);
  }
  impl->readers.fetch_sub(1, std::memory_order_release);
  return status;
}

absl::StatusOr<HeldMemory> Buffer::hold() const {
  if (impl->client->devices->isApart())
    return absl::UnimplementedError("the memory of these devices is not the host's: copy the buffer");
  std::lock_guard<std::mutex> lock(impl->client->mutex);
  if (!impl->block)
    return absl::FailedPreconditionError(whatBecameOf(*impl));
  ++impl->holders;
  auto release = [own = impl, block = impl->block](const void *) {
    std::lock_guard<std::mutex> lock(own->client->mutex);
    --own->holders;
  };
  return HeldMemory(std::shared_ptr<const void>(impl->block->address(), std::move(release)));
}

void Buffer::erase() {
  BlockRef block; // goes outside of the lock
  std::lock_guard<std::mutex> lock(impl->client->mutex);
  std::swap(block, impl->block);
}

bool Buffer::isDonated() const {
  std::lock_guard<std::mutex> lock(impl->client->mutex);
  return impl->isDonated;
}

bool Buffer::isErased() const {
  std::lock_guard<std::mutex> lock(impl->client->mutex);
  return !impl->block && !impl->isDonated;
}

} // namespace shardwright::runtime
