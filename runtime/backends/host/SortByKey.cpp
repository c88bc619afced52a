#include "runtime/backends/host/SortLines.h"

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace shardwright::runtime::host {
namespace {

enum class Order { Unsigned, Signed, Float };

/// A key's bits as an unsigned number that is smaller where the key comes earlier.
template <typename Bits> Bits orderedBits(Bits bits, Order order, bool descending) {
  constexpr Bits kSign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  if (order == Order::Signed)
    bits ^= kSign;
  if (order == Order::Float)
    bits = bits & kSign ? static_cast<Bits>(~bits) : static_cast<Bits>(bits | kSign);
  return descending ? static_cast<Bits>(~bits) : bits;
}

/// A key and its position: in one word where both fit, as a pair otherwise. No two are equal, so any sort is stable.
template <typename Bits> struct Entry {
  using Type = std::conditional_t<sizeof(Bits) <= 4, uint64_t, std::pair<uint64_t, uint32_t>>;
  static Type make(Bits key, int64_t at) {
    if constexpr (sizeof(Bits) <= 4)
      return static_cast<uint64_t>(key) << 32 | static_cast<uint64_t>(at);
    else
      return {key, static_cast<uint32_t>(at)};
  }
  static int64_t position(const Type &entry) {
    if constexpr (sizeof(Bits) <= 4)
      return static_cast<uint32_t>(entry);
    else
      return entry.second;
  }
};

/// A sort of what the key's kernel makes of each line. Lines are copied first, so results may lie over operands.
template <typename Bits> class SortByKey : public LibraryRoutine {
public:
  SortByKey(const LibraryCall &call, KernelFunction makeKeys, Order order)
      : makeKeys(makeKeys), lines(call, call.types.size() - 1), order(order), range(call.kernelRange),
        wanted(call.parameters[1]), descending(call.parameters[2] != 0) {}

  std::vector<uint64_t> bufferBytes() const override { return lines.bufferBytes(); }
  size_t numInputs() const override { return lines.sizes.size(); }
  bool worksInPlace() const override { return true; }

  uint64_t scratchBytes() const override {
    return aligned((lines.sizes.size() + 1) * sizeof(void *)) + lines.copiesBytes() +
           aligned(lines.bytes(sizeof(Bits))) + lines.bytes(sizeof(typename Entry<Bits>::Type));
  }

  bool run(void *const *buffers, void *scratch, int) const override {
    size_t operands = lines.sizes.size();
    void **copies = static_cast<void **>(scratch);
    char *next = lines.placeCopies(copies, static_cast<char *>(scratch) + aligned((operands + 1) * sizeof(void *)));
    auto *keys = reinterpret_cast<Bits *>(next);
    auto *entries = reinterpret_cast<typename Entry<Bits>::Type *>(next + aligned(lines.bytes(sizeof(Bits))));
    copies[operands] = keys;
    lines.forEach([&](int64_t base) {
      lines.copyIn(copies, buffers, base);
      makeKeys(copies, 0, range);
      sortLine(keys, entries);
      lines.copyOut(buffers + operands, copies, base, wanted,
                    [&](int64_t at) { return Entry<Bits>::position(entries[at]); });
    });
    return true;
  }

private:
  void sortLine(const Bits *keys, typename Entry<Bits>::Type *entries) const {
    for (int64_t at = 0; at != lines.length; ++at)
      entries[at] = Entry<Bits>::make(orderedBits(keys[at], order, descending), at);
    // A heap of the few that are wanted, or all of them.
    if (wanted <= lines.length / 4)
      std::partial_sort(entries, entries + wanted, entries + lines.length);
    else
      std::sort(entries, entries + lines.length);
  }

  KernelFunction makeKeys;
  SortLines lines;
  Order order;
  int64_t range, wanted;
  bool descending;
};

/// Nothing for types that have no order, or that are not kept as their bits.
std::optional<Order> orderOf(ElementType type) {
  switch (type) {
  case ElementType::I1:
  case ElementType::U8:
  case ElementType::U16:
  case ElementType::U32:
  case ElementType::U64:
    return Order::Unsigned;
  case ElementType::I8:
  case ElementType::I16:
  case ElementType::I32:
  case ElementType::I64:
    return Order::Signed;
  case ElementType::F16:
  case ElementType::BF16:
  case ElementType::F32:
  case ElementType::F64:
    return Order::Float;
  default:
    return std::nullopt;
  }
}

} // namespace

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeSortByKey(const LibraryCall &call, KernelFunction kernel, int) {
  if (absl::Status status = verifySort(call, kernel, "key"); !status.ok())
    return status;
  if (call.parameters.size() != 3 || call.types.size() < 2)
    return absl::InvalidArgumentError(absl::StrCat("a sort by key takes 3 parameters and at least 2 types, not ",
                                                   call.parameters.size(), " and ", call.types.size()));
  int64_t length = call.shapes[0][static_cast<size_t>(call.parameters[0])], wanted = call.parameters[1];
  if (wanted < 0 || wanted > length || length > UINT32_MAX)
    return absl::InvalidArgumentError(
        absl::StrCat("a sort by key cannot make ", wanted, " elements of lines of ", length));
  std::optional<Order> order = orderOf(call.types.back());
  if (!order)
    return absl::InvalidArgumentError("a sort by a key that has no order");
  switch (elementBytes(call.types.back())) {
  case 1:
    return std::make_unique<SortByKey<uint8_t>>(call, kernel, *order);
  case 2:
    return std::make_unique<SortByKey<uint16_t>>(call, kernel, *order);
  case 4:
    return std::make_unique<SortByKey<uint32_t>>(call, kernel, *order);
  default:
    return std::make_unique<SortByKey<uint64_t>>(call, kernel, *order);
  }
}

} // namespace shardwright::runtime::host
