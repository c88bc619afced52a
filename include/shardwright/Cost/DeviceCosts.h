#ifndef SHARDWRIGHT_COST_DEVICECOSTS_H
#define SHARDWRIGHT_COST_DEVICECOSTS_H

#include "shardwright/Cost/Work.h"
#include "shardwright/Topology/Device.h"

#include <map>
#include <memory>
#include <tuple>

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

/// What a kernel takes for functions that were measured by themselves, and its steps beside, in whole vectors.
struct MeasuredSteps {
  double functionSeconds = 0;
  double vector = 0, scalar = 0;
};
MeasuredSteps measuredSteps(const KernelWork &work, const MeasuredDevice &measured);

class ProductTable;

/// Prices of work on one kind of device: the launch, and the longer of arithmetic and traffic. Where kernels and
/// products were measured, what was measured; `devices` that share fewer cores then take that many times longer. Not
/// for several threads at once.
class DeviceCosts {
public:
  explicit DeviceCosts(Device device, int64_t devices = 1);

  const Device &device() const { return device_; }

  OpPrice product(const ProductWork &work) const;
  OpPrice kernel(const KernelWork &work) const;
  OpPrice sort(const SortWork &work) const;
  /// The seconds of those prices alone, without text: for whoever asks by the million.
  double seconds(const ProductWork &work) const;
  double seconds(const KernelWork &work) const;
  /// Bytes from one place to another.
  OpPrice copy(double bytes) const;

  // What decisions take work for before they know what it is part of: without launches, in large pieces.
  /// One multiply-add of a product, of whose `work` only type, passes and multiplyAdd count.
  double secondsPerMultiplyAdd(ProductWork work) const;
  /// One element of so many bytes that a kernel makes.
  double secondsPerElement(double bytes) const;

  /// FLOPs a second for products of the type, by the data sheet. A type that it is silent about is computed in the next
  /// wider one that it knows, whose name `as` then is.
  double peakFlops(llvm::StringRef type, std::string *as = nullptr) const;

  /// What utilisation is measured by, as is usual: the rate of products of 16-bit floats, or of wider ones where that
  /// is higher or no other is known; never that of fp8 or integers. `as`: the type.
  double utilizationPeak(std::string *as = nullptr) const;

  /// How many times longer all takes because cores are shared.
  double slowdown() const { return slowdown_; }

private:
  OpPrice product(const ProductWork &work, bool derives) const;
  OpPrice kernel(const KernelWork &work, bool derives) const;
  OpPrice measuredKernel(const KernelWork &work, bool derives) const;
  OpPrice hostRoutine(const KernelWork &work, bool derives) const;
  OpPrice measuredProduct(const ProductWork &work, bool derives) const;
  OpPrice shared(OpPrice price) const;

  Device device_;
  double slowdown_ = 1;
  std::shared_ptr<const ProductTable> products_; ///< null: nothing was measured
  // Worked out so far: by type, passes and multiplyAdd; by bytes.
  mutable std::map<std::tuple<std::string, int64_t, double>, double> perMultiplyAdd_;
  mutable std::map<double, double> perElement_;
};

} // namespace shardwright::cost

#endif // SHARDWRIGHT_COST_DEVICECOSTS_H
