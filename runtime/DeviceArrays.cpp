#include "runtime/DeviceArrays.h"

#include "runtime/BoxCopy.h"
#include "runtime/FileHeader.h"
#include "runtime/Layout.h"
#include "runtime/Shards.h"
#include "runtime/WholeArrays.h"
#include "runtime/backends/host/Reduce.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::runtime {
namespace {

bool isPartial(const Interface &interface) { return numParts(interface.partial) > 1; }

/// The blocks of one group of devices, combined in its order.
std::vector<uint8_t> combineBlocks(const Interface &interface, const std::vector<const void *> &summands) {
  std::vector<uint8_t> sum(localBytes(interface));
  const size_t size = elementBytes(interface.type);
  const auto elements = static_cast<int64_t>(sum.size() / size);
  const host::CombineFunction combine = host::combineFunction(interface.type, interface.reduction);
  for (int64_t begin = 0; begin < elements; begin += host::kCombineBlock)
    combine(sum.data() + static_cast<size_t>(begin) * size, summands.data(), static_cast<int64_t>(summands.size()),
            static_cast<size_t>(begin) * size, std::min(host::kCombineBlock, elements - begin));
  return sum;
}

class MemoryArray : public ShardedArray {
public:
  MemoryArray(Array array, bool isHere) : array(std::move(array)), isHere(isHere) {}
  ElementType type() const override { return array.type; }
  const std::vector<int64_t> &shape() const override { return array.shape; }
  absl::Status eachBlock(const Use &use) const override {
    return isHere ? use({0, std::vector<int64_t>(array.shape.size(), 0), array.shape, array.bytes.data()})
                  : absl::OkStatus();
  }
  absl::StatusOr<Array> whole() const override { return array; }

private:
  const Array array;
  const bool isHere;
};

/// What a device holds of a value, without the padding behind the end.
class PackedBlock {
public:
  explicit PackedBlock(const Interface &interface) : size(elementBytes(interface.type)) {}
  absl::Status use(size_t number, const ShardBox &box, const void *local, const ShardedArray::Use &use) {
    if (box.valid != box.local) {
      packed.resize(static_cast<size_t>(numElements(box.valid)) * size);
      BoxCopy(size, box.valid, box.local, box.zero, box.valid, box.zero).run(packed.data(), local);
      local = packed.data();
    }
    return use({number, box.start, box.valid, local});
  }

private:
  const size_t size;
  std::vector<uint8_t> packed;
};

class DeviceArray : public ShardedArray {
public:
  DeviceArray(const Executable &executable, const Interface &interface, DeviceRange range, Processes *processes,
              BlockView view)
      : executable(executable), interface(interface), range(range), processes(processes), view(std::move(view)) {}
  ElementType type() const override { return interface.type; }
  const std::vector<int64_t> &shape() const override { return interface.globalShape; }

  absl::Status eachBlock(const Use &use) const override {
    PackedBlock block(interface);
    absl::Status first;
    size_t number = 0;
    for (int64_t owner : blockOwners(executable, interface)) {
      absl::Status status = useBlock(number++, owner, block, use);
      first.Update(status);
    }
    return first;
  }

  absl::StatusOr<Array> whole() const override {
    if (range.count == executable.numDevices())
      return gatherArray(executable, interface, view);
    std::vector<int64_t> needed;
    for (int64_t owner : blockOwners(executable, interface))
      for (int64_t member : groupOf(executable, interface.partial, owner))
        needed.push_back(member);
    absl::StatusOr<Collected> found = collect(needed);
    if (!found.ok())
      return found.status();
    if (processes->rank() != 0)
      return Array{interface.type, interface.globalShape, {}};
    std::vector<const void *> byDevice(static_cast<size_t>(executable.numDevices()));
    for (size_t i = 0; i != needed.size(); ++i)
      byDevice[static_cast<size_t>(needed[i])] = found->blocks[i];
    return gatherArray(executable, interface,
                       [&](int64_t device) { return HostView(byDevice[static_cast<size_t>(device)]); });
  }

  absl::Status checkCopies() const override {
    std::vector<uint64_t> own;
    absl::Status status;
    for (int64_t device = range.first; status.ok() && device != range.first + range.count; ++device)
      status = hashOf(device, own.emplace_back());
    std::vector<uint64_t> all = own;
    if (status = processes ? processes->agree(status) : status; !status.ok())
      return status;
    if (processes) {
      absl::StatusOr<std::vector<std::string>> parts = processes->gather(
          std::string(reinterpret_cast<const char *>(own.data()), own.size() * sizeof(uint64_t)), /*all=*/false);
      if (!parts.ok())
        return parts.status();
      if (processes->rank() != 0)
        return absl::OkStatus();
      all.clear();
      for (const std::string &part : *parts)
        all.insert(all.end(), reinterpret_cast<const uint64_t *>(part.data()),
                   reinterpret_cast<const uint64_t *>(part.data() + part.size()));
    }
    std::map<std::pair<std::vector<int64_t>, int64_t>, int64_t> first; ///< by block and summand: who holds it
    for (int64_t device = 0; device != static_cast<int64_t>(all.size()); ++device) {
      const auto [known, isNew] = first.try_emplace(
          {blockOf(executable, interface, device).start, blockIndex(executable, interface.partial, device)}, device);
      const uint64_t one = all[static_cast<size_t>(known->second)], other = all[static_cast<size_t>(device)];
      if (one != other)
        return absl::FailedPreconditionError(absl::StrCat(
            "devices ", known->second, " and ", device, " hold the same elements and different bytes (hashes ",
            absl::Hex(one, absl::kZeroPad16), " and ", absl::Hex(other, absl::kZeroPad16), ")"));
    }
    return absl::OkStatus();
  }

private:
  absl::Status hashOf(int64_t device, uint64_t &hash) const {
    absl::StatusOr<HostView> own = view(device - range.first);
    if (!own.ok())
      return own.status();
    PackedBlock block(interface);
    return block.use(0, blockOf(executable, interface, device), own->data(), [&](const ArrayBlock &valid) {
      const auto bytes = static_cast<size_t>(numElements(valid.shape)) * elementBytes(interface.type);
      hash = contentHash({static_cast<const char *>(valid.data), bytes});
      return absl::OkStatus();
    });
  }
  bool isHere(int64_t device) const { return device >= range.first && device < range.first + range.count; }
  int64_t rankOf(int64_t device) const { return device / range.count; }

  /// What one device holds first, or a group of devices has summands of: these come to one process where they are in
  /// several.
  absl::Status useBlock(size_t number, int64_t owner, PackedBlock &block, const Use &use) const {
    const ShardBox box = blockOf(executable, interface, owner);
    if (!isPartial(interface)) {
      if (!isHere(owner))
        return absl::OkStatus();
      absl::StatusOr<HostView> own = view(owner - range.first);
      return own.ok() ? block.use(number, box, own->data(), use) : own.status();
    }
    const std::vector<int64_t> group = groupOf(executable, interface.partial, owner);
    const bool isOneProcess = std::all_of(group.begin(), group.end(),
                                          [&](int64_t member) { return rankOf(member) == rankOf(group.front()); });
    Collected found;
    std::vector<HostView> views;
    if (!isOneProcess) {
      absl::StatusOr<Collected> collected = collect(group);
      if (!collected.ok())
        return collected.status();
      found = *std::move(collected);
    } else if (isHere(owner)) {
      for (int64_t member : group) {
        absl::StatusOr<HostView> own = view(member - range.first);
        if (!own.ok())
          return own.status();
        found.blocks.push_back(own->data());
        views.push_back(*std::move(own));
      }
    }
    if (found.blocks.empty())
      return absl::OkStatus();
    return block.use(number, box, combineBlocks(interface, found.blocks).data(), use);
  }

  /// Blocks of other processes, and where they are.
  struct Collected {
    std::vector<std::string> parts; ///< by rank
    std::vector<const void *> blocks;
  };
  /// Those of these devices, in their order, on rank 0; nothing elsewhere.
  absl::StatusOr<Collected> collect(const std::vector<int64_t> &devices) const {
    const uint64_t bytes = localBytes(interface);
    std::string own;
    for (int64_t device : devices) {
      if (!isHere(device))
        continue;
      absl::StatusOr<HostView> block = view(device - range.first);
      if (!block.ok())
        return block.status();
      own.append(static_cast<const char *>(block->data()), bytes);
    }
    absl::StatusOr<std::vector<std::string>> all = processes->gather(std::move(own), /*all=*/false);
    if (!all.ok())
      return all.status();
    Collected found{*std::move(all), {}};
    std::vector<uint64_t> next(found.parts.size(), 0);
    for (int64_t device : processes->rank() == 0 ? devices : std::vector<int64_t>()) {
      const auto rank = static_cast<size_t>(rankOf(device));
      found.blocks.push_back(found.parts[rank].data() + next[rank]);
      next[rank] += bytes;
    }
    return found;
  }

  const Executable &executable;
  const Interface &interface;
  const DeviceRange range;
  Processes *const processes;
  const BlockView view;
};

class SourceArray : public ShardedArray {
public:
  SourceArray(const Executable &executable, const Interface &interface, DeviceRange range,
              std::shared_ptr<const ArraySource> source)
      : executable(executable), interface(interface), range(range), source(std::move(source)) {}
  ElementType type() const override { return interface.type; }
  const std::vector<int64_t> &shape() const override { return interface.globalShape; }

  absl::Status eachBlock(const Use &use) const override {
    std::vector<uint8_t> data;
    size_t number = 0;
    for (int64_t owner : blockOwners(executable, interface)) {
      const size_t own = number++;
      if (owner < range.first || owner >= range.first + range.count)
        continue;
      const ShardBox box = blockOf(executable, interface, owner);
      data.resize(static_cast<size_t>(numElements(box.valid)) * elementBytes(interface.type));
      if (absl::Status status = source->read(box.start, box.valid, data.data()); !status.ok())
        return status;
      if (absl::Status status = use({own, box.start, box.valid, data.data()}); !status.ok())
        return status;
    }
    return absl::OkStatus();
  }
  absl::StatusOr<Array> whole() const override {
    return range.first == 0 ? source->whole() : Array{interface.type, interface.globalShape, {}};
  }

private:
  const Executable &executable;
  const Interface &interface;
  const DeviceRange range;
  const std::shared_ptr<const ArraySource> source;
};

} // namespace

absl::StatusOr<Array> gatherArray(const Executable &executable, const Interface &interface, const BlockView &view) {
  Array whole = Array::zeros(interface.type, interface.globalShape);
  for (int64_t device : blockOwners(executable, interface)) {
    std::vector<const void *> summands;
    std::vector<HostView> views;
    for (int64_t member : groupOf(executable, interface.partial, device)) {
      absl::StatusOr<HostView> block = view(member);
      if (!block.ok())
        return block.status();
      summands.push_back(block->data());
      views.push_back(*std::move(block));
    }
    if (isPartial(interface))
      copyShardOut(executable, interface, device, combineBlocks(interface, summands).data(), whole);
    else
      copyShardOut(executable, interface, device, summands.front(), whole);
  }
  return whole;
}

std::shared_ptr<const ShardedArray> arrayInMemory(Array array, bool isHere) {
  return std::make_shared<MemoryArray>(std::move(array), isHere);
}

ShardedArrays arraysInMemory(std::vector<Array> arrays) {
  ShardedArrays all;
  for (Array &array : arrays)
    all.push_back(arrayInMemory(std::move(array)));
  return all;
}

absl::StatusOr<std::vector<Array>> wholeArrays(const ShardedArrays &arrays) { return wholeOfEach(arrays); }

std::shared_ptr<const ShardedArray> arrayOnDevices(const Executable &executable, const Interface &interface,
                                                   DeviceRange range, Processes *processes, BlockView view) {
  return std::make_shared<DeviceArray>(executable, interface, range, processes, std::move(view));
}

std::shared_ptr<const ShardedArray> arrayOfSource(const Executable &executable, const Interface &interface,
                                                  DeviceRange range, std::shared_ptr<const ArraySource> source) {
  return std::make_shared<SourceArray>(executable, interface, range, std::move(source));
}

} // namespace shardwright::runtime
