// Device memory: allocations at addresses of their own, which the host cannot dereference, are never used twice, and
// have gaps between.
#ifndef TEST_CUDA_DOUBLE_MEMORY_ADDRESSSPACE_H
#define TEST_CUDA_DOUBLE_MEMORY_ADDRESSSPACE_H

#include "test/cuda-double/memory/Shadow.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace shardwright::cudadouble {

struct Allocation {
  uint64_t base = 0, bytes = 0;
  uint8_t *data = nullptr;
  Shadow shadow;
  std::string name; // "allocation 3", "variable 'table'"
  bool host = false, constant = false, freed = false;
  int device = 0;

  ~Allocation();
  bool holds(uint64_t address, uint64_t size) const {
    return address >= base && address - base <= bytes && size <= bytes - (address - base);
  }
};

class AddressSpace {
public:
  enum class Owner { User, Host, Module };
  /// Null when the host's memory does not suffice.
  Allocation *allocate(uint64_t bytes, Owner owner, std::string name, int device);
  /// False if no allocation of the user begins there.
  bool free(uint64_t base);
  /// The allocation that holds the address, or null.
  Allocation *find(uint64_t address);
  /// "256 bytes behind allocation 3 (1024 bytes at 0x...)": where an address is that nobody may use.
  std::string describe(uint64_t address) const;
  /// Whether an allocation that began there has been freed.
  bool wasFreed(uint64_t base) const { return freed.count(base) != 0; }

  const std::map<uint64_t, std::unique_ptr<Allocation>> &live() const { return allocations; }
  uint64_t bytesOf(int device) const;
  /// Changes when an allocation goes: pointers to allocations are good for one generation.
  uint64_t generation() const { return generations; }

private:
  std::map<uint64_t, std::unique_ptr<Allocation>> allocations;
  struct Freed {
    uint64_t bytes;
    std::string name;
  };
  std::map<uint64_t, Freed> freed;
  uint64_t next = uint64_t(1) << 44;
  uint64_t number = 0, generations = 1;
};

// Windows of the generic address space.
constexpr uint64_t kSharedWindow = 0x080000000000, kLocalWindow = 0x080100000000, kConstWindow = 0x080200000000,
                   kParamWindow = 0x080300000000;
constexpr uint64_t kWindowBytes = 0x000100000000;

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MEMORY_ADDRESSSPACE_H
