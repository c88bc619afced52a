#include "shardwright/Cost/DeviceCosts.h"

#include "lib/Cost/ProductTable.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

namespace shardwright::cost {
namespace {

/// What computes a type that a device has no rate for: any that comes behind it in one of these.
constexpr llvm::StringLiteral kWider[][6] = {{"fp4", "fp8", "bf16", "f16", "f32", "f64"},
                                             {"int4", "int8", "bf16", "f16", "f32", "f64"},
                                             {"tf32", "f32", "f64", "", "", ""}};

double ceilTo(double number, double unit) { return std::ceil(number / unit) * unit; }

/// The longest of three, after the launch.
OpPrice longest(double launch, double math, double memory, std::string derivation) {
  OpPrice price;
  price.seconds = launch + std::max(math, memory);
  price.bound = launch > std::max(math, memory) ? Bound::Launch : math >= memory ? Bound::Compute : Bound::Memory;
  price.derivation = std::move(derivation);
  if (!price.derivation.empty())
    price.derivation += llvm::formatv("price: {0:f2} us, bound by {1}\n", price.seconds * 1e6, name(price.bound)).str();
  return price;
}

std::string launchLine(double seconds) { return llvm::formatv("launch: {0:f2} us\n", seconds * 1e6).str(); }

std::string memoryLine(double bytes, const Memory &memory, double seconds) {
  return llvm::formatv("memory: {0:f0} bytes / ({1:f1} GB/s x {2:f2}) of {3} = {4:f2} us\n", bytes,
                       memory.bytesPerSecond / 1e9, memory.efficiency, memory.name, seconds * 1e6)
      .str();
}

} // namespace

llvm::StringRef name(Bound bound) {
  static constexpr llvm::StringLiteral kNames[] = {"launch", "compute", "memory", "network"};
  return kNames[static_cast<int>(bound)];
}

DeviceCosts::DeviceCosts(Device device, int64_t devices) : device_(std::move(device)) {
  if (device_.sharedCores > 0)
    slowdown_ = std::max(1.0, double(devices) / device_.sharedCores);
  if (!device_.measured.products.empty())
    products_ = std::make_shared<const ProductTable>(device_.measured.products);
}

OpPrice DeviceCosts::shared(OpPrice price) const {
  if (slowdown_ == 1)
    return price;
  price.seconds *= slowdown_;
  if (!price.derivation.empty())
    price.derivation += llvm::formatv("{0:f2} devices share a core: {1:f2} us\n", slowdown_, price.seconds * 1e6).str();
  return price;
}

/// What so many units take.
static double along(llvm::ArrayRef<MeasuredDevice::Slope> slopes, double units) {
  double seconds = 0;
  for (const MeasuredDevice::Slope &slope : slopes)
    seconds += std::max(0.0, units - slope.beyond) * slope.seconds;
  return seconds;
}

MeasuredSteps measuredSteps(const KernelWork &work, const MeasuredDevice &measured) {
  MeasuredSteps steps{0, work.vectorSteps, work.scalarSteps};
  const double filling = measured.wholeVectors(work.columns);
  for (const FunctionWork &part : work.functions)
    if (const MeasuredDevice::FunctionSeconds *known = measured.find(part.function, part.type)) {
      const bool isOfElements = !isReduction(part.function) && !isRoutine(part.function);
      steps.functionSeconds +=
          part.starts * known->startSeconds + part.units * known->seconds * (isOfElements ? filling : 1);
      steps.vector -= part.vectorSteps;
      steps.scalar -= part.scalarSteps;
    }
  steps.vector *= filling;
  return steps;
}

OpPrice DeviceCosts::measuredKernel(const KernelWork &work, bool derives) const {
  const MeasuredDevice &measured = device_.measured;
  const MeasuredSteps steps = measuredSteps(work, measured);
  double math = steps.vector * measured.vectorStepSeconds + steps.scalar * measured.scalarStepSeconds +
                steps.functionSeconds + work.loops * measured.loopSeconds + along(measured.strided, work.stridedSteps);
  double memory = along(measured.traffic, work.bytes());
  if (!derives)
    return longest(device_.secondsBeforeKernel(), math, memory, "");
  OpPrice price = longest(
      device_.secondsBeforeKernel(), math, memory,
      llvm::formatv("measured: {0:f3} us to launch; {1:f3} us for {2:e3} steps in vectors, {3:e3} one by one, {4:e3} "
                    "loops, {5:e3} loads from apart, and {6:f3} us of it for functions; {7:f3} us for {8:f0} bytes\n",
                    device_.secondsBeforeKernel() * 1e6, math * 1e6, steps.vector, steps.scalar, work.loops,
                    work.stridedSteps, steps.functionSeconds * 1e6, memory * 1e6, work.bytes()));
  return price;
}

OpPrice DeviceCosts::measuredProduct(const ProductWork &work, bool derives) const {
  std::string as;
  double peak = peakFlops(work.type, &as);
  const ProductGrid *grid = products_->find(work.type, work.form);
  double scale = 1;
  for (llvm::StringRef other : {"f32", "bf16", "f64"})
    if (!grid && (grid = products_->find(other, work.form)))
      scale = peakFlops(other) / peak;
  OpPrice price;
  // A batch is one call: as if the rows of all stood below one another, or the columns of a convolution's groups
  // beside.
  bool isConvolution = work.form == "convolution";
  price.seconds =
      scale * double(work.passes) * (work.multiplyAdd / 2) *
      grid->seconds(work.m * (isConvolution ? 1 : work.batch), work.n * (isConvolution ? work.batch : 1), work.k);
  price.bound = price.seconds < 2 * scale * grid->least() ? Bound::Launch : Bound::Compute;
  if (derives)
    price.derivation = llvm::formatv("product: {0}x[{1}, {2}] x [{2}, {3}] of {4}, {5}: {6:f2} us as measured, {7:f2} "
                                     "GFLOP/s\n",
                                     work.batch, work.m, work.k, work.n, work.type, work.form, price.seconds * 1e6,
                                     work.flops() / price.seconds / 1e9)
                           .str();
  price.flops = work.flops();
  price.readBytes = work.readBytes;
  price.writtenBytes = work.writtenBytes;
  return price;
}

double DeviceCosts::peakFlops(llvm::StringRef type, std::string *as) const {
  auto found = [&](llvm::StringRef name) {
    std::optional<double> rate = device_.flops(name);
    if (rate && as)
      *as = name.str();
    return rate;
  };
  if (std::optional<double> rate = found(type))
    return *rate;
  for (const auto &chain : kWider) {
    bool behind = false;
    for (llvm::StringRef name : chain) {
      behind |= name == type;
      if (behind && !name.empty())
        if (std::optional<double> rate = found(name))
          return *rate;
    }
  }
  // No type of the data sheet holds it: the slowest, which is the widest.
  if (as)
    *as = device_.flopsPerSecond.front().first;
  return device_.flopsPerSecond.front().second;
}

double DeviceCosts::utilizationPeak(std::string *as) const {
  std::string most;
  double peak = 0;
  for (llvm::StringRef type : {"bf16", "f16", "tf32", "f32"})
    if (std::optional<double> rate = device_.flops(type); rate && *rate > peak) {
      peak = *rate;
      most = type.str();
    }
  if (peak == 0)
    peak = peakFlops("bf16", &most);
  if (as)
    *as = most;
  return peak;
}

namespace {

/// How well a tiling suits a product: the part of what is computed that is wanted, and of the units that work.
struct Fit {
  int64_t m = 1, n = 1;
  double used = 1, busy = 1;
  double shrunk = 1; ///< a smaller tile is loaded more often for what it computes

  double efficiency() const { return used * busy * shrunk; }
};

/// Where tiles leave units without work, in the only wave or in the last, the product is cut along k as well, as long
/// as a part is four tiles deep; in more than one wave into few parts, whose sums are added up.
Fit fitOf(const ProductWork &work, const ProductUnits &units, int64_t tileM, int64_t tileN, double shrunk) {
  double m = ceilTo(double(work.m), double(tileM)), n = ceilTo(double(work.n), double(tileN)),
         k = ceilTo(double(work.k), double(units.k));
  Fit fit{tileM, tileN, double(work.m) * double(work.n) * double(work.k) / (m * n * k), 1, shrunk};
  if (units.count > 1) {
    constexpr double kMaxParts = 4;
    const double tiles = double(work.batch) * m / double(tileM) * n / double(tileN), count = double(units.count);
    const double deepest = k / (4 * double(units.k));
    auto busy = [&](double parts) { return tiles * parts / ceilTo(tiles * parts, count); };
    fit.busy = busy(std::max(1.0, std::floor(std::min(count / tiles, deepest))));
    for (double parts = 2; tiles > count && parts <= std::min(kMaxParts, deepest); ++parts)
      fit.busy = std::max(fit.busy, busy(parts));
  }
  return fit;
}

/// A device with many units has smaller tiles for small products: down to a quarter each way.
Fit bestFit(const ProductWork &work, const ProductUnits &units) {
  constexpr double kShrunk = 0.85; // of the rate, for each halving
  Fit best = fitOf(work, units, units.m, units.n, 1);
  for (int64_t m = 1; m <= 4 && units.count > 1; m *= 2)
    for (int64_t n = 1; n <= 4; n *= 2) {
      Fit fit = fitOf(work, units, std::max<int64_t>(1, units.m / m), std::max<int64_t>(1, units.n / n),
                      std::pow(kShrunk, std::log2(double(m * n))));
      best = fit.efficiency() > best.efficiency() ? fit : best;
    }
  return best;
}

} // namespace

/// The result is cut into tiles, a tile is one unit's work, and units wait for the last: what is computed is rounded up
/// to whole tiles, and these to whole waves.
OpPrice DeviceCosts::product(const ProductWork &work) const { return product(work, /*derives=*/true); }

OpPrice DeviceCosts::product(const ProductWork &work, bool derives) const {
  if (work.flops() == 0) // nothing is summed: the result is zeros
    return copy(work.writtenBytes / 2);
  if (products_)
    return shared(measuredProduct(work, derives));
  const ProductUnits &units = device_.products;
  std::string as;
  double peak = peakFlops(work.type, &as);
  Fit fit = bestFit(work, units);
  double computed = work.flops() * double(work.passes);
  double math = computed / (peak * units.efficiency * fit.efficiency());
  const Memory &memory = device_.memories.front();
  double bytes = work.readBytes + work.writtenBytes;
  double traffic = bytes / (memory.bytesPerSecond * memory.efficiency);
  std::string derivation;
  if (derives) {
    std::string passes = work.passes > 1 ? llvm::formatv(", in {0} passes", work.passes).str() : "";
    derivation = llvm::formatv("product: {0}x[{1}, {2}] x [{2}, {3}] of {4}{5}{6}\n", work.batch, work.m, work.k,
                               work.n, work.type, as == work.type ? "" : ", computed as " + as, passes)
                     .str() +
                 launchLine(device_.launchSeconds) +
                 llvm::formatv("compute: {0:e3} FLOPs / ({1:f1} TFLOP/s x {2:f3} reached", computed, peak / 1e12,
                               units.efficiency)
                     .str();
    if (units.m * units.n * units.k > 1)
      derivation += llvm::formatv(" x {0:f3} of tiles of {1}x{2}x{3}", fit.used * fit.shrunk, fit.m, fit.n, units.k);
    if (units.count > 1)
      derivation += llvm::formatv(" x {0:f3} of the {1} units", fit.busy, units.count);
    derivation += llvm::formatv(") = {0:f2} us\n", math * 1e6).str() + memoryLine(bytes, memory, traffic);
  }
  OpPrice price = shared(longest(device_.launchSeconds, math, traffic, std::move(derivation)));
  price.flops = work.flops();
  price.readBytes = work.readBytes;
  price.writtenBytes = work.writtenBytes;
  return price;
}

OpPrice DeviceCosts::kernel(const KernelWork &work) const { return kernel(work, /*derives=*/true); }

/// There and back one after the other: the device waits for it.
OpPrice DeviceCosts::hostRoutine(const KernelWork &work, bool derives) const {
  const RoutineHost &host = *device_.host;
  const double copies = work.bytes() / host.bytesPerSecond, math = work.flops / host.flopsPerSecond;
  OpPrice price;
  price.seconds = host.callSeconds + copies + math;
  price.bound = host.callSeconds > std::max(copies, math) ? Bound::Launch
                : math >= copies                          ? Bound::Compute
                                                          : Bound::Memory;
  price.flops = work.flops;
  price.readBytes = work.readBytes;
  price.writtenBytes = work.writtenBytes;
  if (derives)
    price.derivation =
        llvm::formatv(
            "by a routine of the host: {0:f2} us to call\ncopies: {1:f0} bytes / {2:f1} GB/s of the link = {3:f2} us\n"
            "compute: {4:e3} FLOPs / {5:f1} GFLOP/s = {6:f2} us\nprice: {7:f2} us, bound by {8}\n",
            host.callSeconds * 1e6, work.bytes(), host.bytesPerSecond / 1e9, copies * 1e6, work.flops,
            host.flopsPerSecond / 1e9, math * 1e6, price.seconds * 1e6, name(price.bound))
            .str();
  return price;
}

OpPrice DeviceCosts::kernel(const KernelWork &work, bool derives) const {
  if (work.isRoutine && device_.host)
    return shared(hostRoutine(work, derives));
  if (!device_.measured.isEmpty()) {
    OpPrice price = shared(measuredKernel(work, derives));
    price.flops = work.flops;
    price.readBytes = work.readBytes;
    price.writtenBytes = work.writtenBytes;
    return price;
  }
  const Memory &memory = device_.memories.front();
  const double launch = device_.secondsBeforeKernel();
  // An instruction is half of a multiply-add.
  double rate = device_.vectorFlopsPerSecond / 2;
  double steps = work.vectorSteps + work.scalarSteps + work.stridedSteps;
  double math = steps / rate;
  // What lies apart is moved in lines.
  double bytes = work.bytes();
  if (work.scatteredBytes > 0)
    bytes += work.scatteredBytes * (std::max(1.0, double(device_.lineBytes) / std::max(1.0, work.runBytes)) - 1);
  const double placed = bytes;
  if (work.loops > 0 && !device_.fusion.transposedRows)
    bytes += 2 * work.stridedBytes;
  double traffic = bytes / (memory.bytesPerSecond * memory.efficiency);
  std::string derivation;
  if (derives) {
    derivation =
        launchLine(launch) + llvm::formatv("compute: {0:e3} instructions of an element / {1:f2} T/s = {2:f2} us\n",
                                           steps, rate / 1e12, math * 1e6)
                                 .str();
    if (placed > work.bytes())
      derivation += llvm::formatv("computed places: {0:f0} bytes in runs of {1:f0}, moved in lines of {2}\n",
                                  work.scatteredBytes, work.runBytes, device_.lineBytes)
                        .str();
    if (bytes > placed)
      derivation +=
          llvm::formatv("transposed before: {0:f0} bytes, written and read once more\n", work.stridedBytes).str();
    derivation += memoryLine(bytes, memory, traffic);
  }
  OpPrice price = shared(longest(launch, math, traffic, std::move(derivation)));
  price.flops = work.flops;
  price.readBytes = work.readBytes;
  price.writtenBytes = work.writtenBytes;
  return price;
}

/// A merge sort: log2(length) walks over the rows as long as they do not fit a cache, each a read and a write of
/// everything, and a comparison an element.
OpPrice DeviceCosts::sort(const SortWork &work) const {
  double walks = std::max(1.0, std::ceil(std::log2(std::max(2.0, work.length))));
  if (device_.measured.sortStepSeconds > 0) {
    double seconds = work.rows * work.length * walks * device_.measured.sortStepSeconds;
    OpPrice price = longest(device_.secondsBeforeKernel(), seconds, 0,
                            llvm::formatv("sort: {0:f0} rows of {1:f0}, {2:f0} comparisons an element as measured\n",
                                          work.rows, work.length, walks));
    price.readBytes = price.writtenBytes = work.bytes;
    return shared(price);
  }
  KernelWork walk;
  walk.scalarSteps = 4 * work.rows * work.length * walks;
  walk.readBytes = walk.writtenBytes = work.bytes * walks;
  OpPrice price = kernel(walk);
  price.derivation =
      llvm::formatv("sort: {0:f0} rows of {1:f0}, in {2:f0} walks\n", work.rows, work.length, walks).str() +
      price.derivation;
  price.flops = 0;
  return price;
}

double DeviceCosts::secondsPerMultiplyAdd(ProductWork work) const {
  constexpr int64_t kLarge = 4096;
  auto [place, isNew] = perMultiplyAdd_.try_emplace({work.type, work.passes, work.multiplyAdd}, 0);
  if (!isNew)
    return place->second;
  work.batch = 1;
  work.m = work.n = work.k = kLarge;
  double launch = products_ ? 0 : device_.launchSeconds * slowdown_;
  return place->second = (product(work).seconds - launch) / std::pow(double(kLarge), 3);
}

double DeviceCosts::secondsPerElement(double bytes) const {
  constexpr double kLarge = 1 << 24;
  auto [place, isNew] = perElement_.try_emplace(bytes, 0);
  if (!isNew)
    return place->second;
  KernelWork work;
  work.vectorSteps = kLarge;
  work.writtenBytes = bytes * kLarge;
  return place->second = (kernel(work).seconds - device_.secondsBeforeKernel() * slowdown_) / kLarge;
}

double DeviceCosts::seconds(const KernelWork &work) const { return kernel(work, /*derives=*/false).seconds; }
double DeviceCosts::seconds(const ProductWork &work) const { return product(work, /*derives=*/false).seconds; }

OpPrice DeviceCosts::copy(double bytes) const {
  KernelWork work;
  work.readBytes = work.writtenBytes = bytes;
  return kernel(work);
}

} // namespace shardwright::cost
