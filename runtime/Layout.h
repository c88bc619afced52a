#ifndef SHARDWRIGHT_RUNTIME_LAYOUT_H
#define SHARDWRIGHT_RUNTIME_LAYOUT_H

#include "shardwright/Runtime/Executable.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

/// Where a device stands in the mesh and what part of an array it holds. Devices are counted by position: row-major
/// over Executable::meshAxes, the first axis the major one.
namespace shardwright::runtime {

/// The number of positions along `digits` together.
int64_t numParts(const AxisDigits &digits);

/// The device's index along `digits`, the leftmost the major one.
int64_t blockIndex(const Executable &executable, const AxisDigits &digits, int64_t device);

/// The groups of devices that differ only along `axes`: each in the order of its index along `axes`, the groups in the
/// order of their first members.
std::vector<std::vector<int64_t>> deviceGroups(const Executable &executable, const AxisDigits &axes);

/// The devices that hold, with `device`, one value partial along `axes`, in the order of their index along them.
std::vector<int64_t> groupOf(const Executable &executable, const AxisDigits &axes, int64_t device);

/// What one device holds of an argument or result: ceil(n / parts) in each dimension.
std::vector<int64_t> localShape(const Interface &interface);

int64_t numElements(const std::vector<int64_t> &shape);

/// The product of numbers that are not negative, or 2^62 where it is more: an amount that no memory holds and no time
/// is enough for, of which some can still be added.
int64_t boundedProduct(std::initializer_list<int64_t> factors);

/// Bytes of a dense array, or -1 where a dimension is negative or the product does not fit.
int64_t checkedBytes(ElementType type, const std::vector<int64_t> &shape);

/// `[{"x"}, {}]`, with the axes that it is partial over behind.
std::string describeSharding(const Executable &executable, const Interface &interface);

/// Bytes of one device's buffer for an argument or result.
uint64_t localBytes(const Interface &interface);

/// All the memory that a device needs: arena, arguments, results with a block of their own, constants. 2^64 - 1
/// where it is more.
uint64_t bytesPerDevice(const Executable &executable);

inline int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_LAYOUT_H
