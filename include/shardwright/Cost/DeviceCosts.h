#ifndef SHARDWRIGHT_COST_DEVICECOSTS_H
#define SHARDWRIGHT_COST_DEVICECOSTS_H

#include "shardwright/Cost/Work.h"
#include "shardwright/Topology/Device.h"

namespace shardwright::cost {

/// What decides how long something takes.
enum class Bound : uint8_t { Launch, Compute, Memory, Network };
/// `launch`, `compute`, `memory`, `network`.
llvm::StringRef name(Bound bound);

/// One execution on one device.
struct OpPrice {
  double seconds = 0;
  double flops = 0;
  double readBytes = 0, writtenBytes = 0; ///< of the device's memory
  Bound bound = Bound::Launch;
  /// What it is made of, in lines.
  std::string derivation;
};

/// Prices of work on one kind of device: the launch, and the longer of arithmetic and traffic.
class DeviceCosts {
public:
  explicit DeviceCosts(Device device);

  const Device &device() const { return device_; }

  OpPrice product(const ProductWork &work) const;
  OpPrice kernel(const KernelWork &work) const;
  OpPrice sort(const SortWork &work) const;
  /// Bytes from one place to another.
  OpPrice copy(double bytes) const;

  /// FLOPs a second for products of the type, by the data sheet. A type that it is silent about is computed in the next
  /// wider one that it knows, whose name `as` then is.
  double peakFlops(llvm::StringRef type, std::string *as = nullptr) const;

private:
  Device device_;
};

} // namespace shardwright::cost

#endif // SHARDWRIGHT_COST_DEVICECOSTS_H
