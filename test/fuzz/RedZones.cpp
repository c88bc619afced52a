#include "test/fuzz/RedZones.h"

#include "runtime/backends/host/KernelImage.h"
#include "test/fuzz/Random.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

namespace shardwright::fuzz {
namespace {

using runtime::Executable;
using runtime::Slot;
using runtime::SlotSpace;
using runtime::Step;

/// As much as the widest vector, so that alignment stays what it was.
constexpr size_t kZone = 64;

/// A step's buffers, each between two red zones; what a step names twice is one.
class Buffers {
public:
  Buffers(const Executable &executable, const Step &step, uint64_t seed, uint8_t zone) : zone(zone) {
    Random random(seed);
    for (uint32_t i = 0; i < step.numSlots; ++i) {
      uint32_t number = executable.stepSlots[step.firstSlot + i];
      auto [it, isNew] = memory.try_emplace(number);
      if (isNew)
        fill(it->second, executable, executable.slots[number], random);
      views.push_back(it->second);
      pointers.push_back(it->second.data);
    }
  }

  void *const *data() const { return pointers.data(); }

  /// What was written beside buffer i: "3 bytes behind"; empty where nothing was.
  std::string strays(size_t i) const {
    auto [data, bytes] = views[i];
    auto changed = [&](const uint8_t *from) {
      return std::count_if(from, from + kZone, [&](uint8_t byte) { return byte != zone; });
    };
    if (auto n = changed(data - kZone))
      return std::to_string(n) + " bytes before";
    if (auto n = changed(data + bytes))
      return std::to_string(n) + " bytes behind";
    return "";
  }
  bool isSame(const Buffers &other, size_t i) const {
    return std::memcmp(pointers[i], other.pointers[i], views[i].bytes) == 0;
  }

private:
  struct View {
    uint8_t *data;
    uint64_t bytes;
  };
  struct Memory : View {
    std::vector<uint8_t> zoned;
  };

  void fill(Memory &buffer, const Executable &executable, const Slot &slot, Random &random) {
    // Room to begin at a multiple of 64.
    buffer.zoned.assign(slot.bytes + 3 * kZone, zone);
    auto address = reinterpret_cast<uintptr_t>(buffer.zoned.data());
    buffer.data = buffer.zoned.data() + ((address + 63) / 64 * 64 - address) + kZone;
    buffer.bytes = slot.bytes;
    for (uint64_t b = 0; b < slot.bytes; ++b)
      buffer.data[b] = static_cast<uint8_t>(random.below(2)); // legal as i1 too
    if (slot.space == SlotSpace::Constant)
      std::memcpy(buffer.data, executable.constants.data() + slot.offset, slot.bytes);
  }

  uint8_t zone;
  std::map<uint32_t, Memory> memory; ///< by slot
  std::vector<View> views;           ///< by position in the step
  std::vector<void *> pointers;
};

} // namespace

std::string findStrayAccess(const Executable &executable, uint64_t seed) {
  if (executable.kernelImage.empty())
    return "";
  auto image = runtime::host::KernelImage::open(executable.kernelImage);
  if (!image.ok())
    return std::string(image.status().message());
  Random random(seed);
  for (const Step &step : executable.steps) {
    if (step.kind != runtime::StepKind::Kernel)
      continue;
    const runtime::Kernel &kernel = executable.kernels[step.index];
    auto function = image->find(kernel.symbol);
    if (!function.ok())
      return std::string(function.status().message());
    Buffers whole(executable, step, seed, 0xab), pieces(executable, step, seed, 0x54);
    (*function)(whole.data(), 0, kernel.outerTrip);
    int64_t middle = kernel.outerTrip > 1 ? random.between(1, kernel.outerTrip - 1) : 0;
    if (middle > 0)
      (*function)(pieces.data(), 0, middle);
    (*function)(pieces.data(), middle, kernel.outerTrip);
    for (uint32_t i = 0; i < step.numSlots; ++i) {
      const std::string what = "kernel " + kernel.symbol + " ", which = " its buffer " + std::to_string(i);
      for (const Buffers *buffers : {&whole, &pieces})
        if (std::string strays = buffers->strays(i); !strays.empty())
          return what + "writes " + strays + which;
      if (!whole.isSame(pieces, i))
        return what + "computes" + which + " otherwise in pieces or beside other bytes";
    }
  }
  return "";
}

} // namespace shardwright::fuzz
