#ifndef SHARDWRIGHT_TOPOLOGY_DEVICE_H
#define SHARDWRIGHT_TOPOLOGY_DEVICE_H

#include "shardwright/Topology/Functions.h"
#include "shardwright/Topology/FusionLimits.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardwright {

/// Pairs of a name and what stands for it, in the order of the file.
using Sources = std::vector<std::pair<std::string, std::string>>;

struct Memory {
  std::string name;
  double bytes = 0;
  double bytesPerSecond = 0;
  /// What kernels reach of it, 0 < efficiency <= 1.
  double efficiency = 1;
};

/// How a device cuts products: into tiles of the result, `k` deep at a time, each the work of one of `count` units.
struct ProductUnits {
  int64_t count = 1;
  int64_t m = 1, n = 1, k = 1;
  /// What large products reach of the data sheet, 0 < efficiency <= 1.
  double efficiency = 1;
};

/// How products of f32 are computed at a precision: `passes` products of the type.
struct ProductMode {
  std::string type = "f32";
  int64_t passes = 1;
};

/// The machine's own processors, where a device leaves routines to them: its operands go there and its results come
/// back.
struct RoutineHost {
  double flopsPerSecond = 0;
  double bytesPerSecond = 0; ///< of the link, each way
  double callSeconds = 0;    ///< beside both
};

/// Attention as kernels that keep scores on the chip, where a device has such kernels.
struct FusedAttention {
  double flopsPerSecond = 0; ///< of the products in them, with what is computed between these
};

/// What kernels and products took on a device, in place of what its rates promise; empty where nothing was measured.
struct MeasuredDevice {
  /// `form`: how operands lie in memory, n row-major and t column-major (`nn`, `tn`, `nt`, `tt`); or `convolution`.
  struct Product {
    std::string type, form;
    int64_t m, n, k;
    double seconds;
  };
  std::vector<Product> products;
  /// Each unit takes `seconds` more once there are more than `beyond`: ascending.
  struct Slope {
    double beyond, seconds;
  };
  /// Of a kernel (Cost/Work.h): steps in vectors, steps one by one (of calls), inner loops, loads from apart, and bytes
  /// across its border; traffic goes on beside all others.
  double vectorStepSeconds = 0, scalarStepSeconds = 0, loopSeconds = 0;
  /// So many elements are a vector: rows take whole ones.
  double vectorLanes = 1;
  std::vector<Slope> strided, traffic;
  /// Of one comparison of a sort.
  double sortStepSeconds = 0;
  /// In place of its steps: a call of a routine takes `startSeconds` and `seconds` for each step, a function of
  /// elements `seconds` for each element, a reduction `startSeconds` for each result and `seconds` for each element.
  struct FunctionSeconds {
    Function function;
    MathType type;
    double startSeconds, seconds;
  };
  std::vector<FunctionSeconds> functions;
  /// What a row of so many elements takes in whole vectors, as a multiple of its elements: at least 1; of 0: 1.
  double wholeVectors(double columns) const;
  /// Null where it was not measured; a routine that was not for this type is as for another. Linear.
  const FunctionSeconds *find(Function function, MathType type) const;

  bool isEmpty() const { return traffic.empty(); }
};

/// The element types that rates are given for, the widest first, and the bytes of an element.
struct RateType {
  llvm::StringLiteral name;
  double bytes;
};
llvm::ArrayRef<RateType> rateTypes();

/// What one device can do, by its data sheet. SI units; a multiply-add is 2 FLOPs.
struct Device {
  std::string name;
  std::string summary;
  /// Dense matrix rates by element type, the widest first.
  std::vector<std::pair<std::string, double>> flopsPerSecond;
  /// The first one holds the arrays; the others are caches.
  std::vector<Memory> memories;
  /// From asking for a kernel to its first instruction; what a product takes beside its work.
  double launchSeconds = 0;
  /// What a kernel of elements takes beside its work where kernels are asked for ahead, as in a CUDA graph: less than a
  /// launch. Absent: as long.
  std::optional<double> kernelSeconds;
  ProductUnits products;
  /// Of f32, by StableHLO's precision: DEFAULT, HIGH, HIGHEST.
  std::array<ProductMode, 3> f32Products;
  /// Of arithmetic outside products, in f32; a multiply-add is 2.
  double vectorFlopsPerSecond = 0;
  /// Memory moves so many bytes at least, wherever they lie.
  int64_t lineBytes = 64;
  /// Collectives go on while kernels run; otherwise one waits for the other.
  bool sendsBesideCompute = true;
  /// All devices of a machine share so many cores, as far as they get them; 0: each has its own.
  double sharedCores = 0;
  /// Before the first kernel of a step; and how long the others of the shared cores take, then and after a collective,
  /// until they are back.
  double stepSeconds = 0, wakeSeconds = 0;
  FusionLimits fusion;
  /// Absent: the device has the routines of libraries (a Cholesky factor, a triangular solve) itself.
  std::optional<RoutineHost> host;
  /// Absent: attention is products, and kernels over what they make.
  std::optional<FusedAttention> attention;
  MeasuredDevice measured;
  /// Where the numbers of a field come from.
  Sources sources;

  /// Nothing where the data sheet is silent about the type.
  std::optional<double> flops(llvm::StringRef type) const;
  double secondsBeforeKernel() const { return kernelSeconds.value_or(launchSeconds); }
};

} // namespace shardwright

#endif // SHARDWRIGHT_TOPOLOGY_DEVICE_H
