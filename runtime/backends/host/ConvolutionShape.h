#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_CONVOLUTIONSHAPE_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_CONVOLUTIONSHAPE_H

#include "runtime/backends/host/Library.h"
#include "shardwright/Runtime/Array.h"

#include <type_traits>

namespace shardwright::runtime::host {

/// What a convolution's windows read, in logical order of dimensions.
struct ConvolutionShape {
  int64_t spatial;
  int64_t featureGroups, batchGroups;
  std::vector<int64_t> lhs, rhs, out; ///< sizes: batch/input feature, feature/output feature, spatial
  std::vector<int64_t> lhsStrides, rhsStrides, outStrides;
  struct Window {
    int64_t stride, low, lhsDilation, rhsDilation, reversed;
  };
  std::vector<Window> windows;

  int64_t groups() const { return featureGroups * batchGroups; }
};

template <typename T> struct Half { uint16_t bits; };
struct IsBf16 {};
struct IsF16 {};

template <typename T> auto load(const T *at) {
  if constexpr (std::is_same_v<T, Half<IsBf16>>)
    return bf16ToFloat(at->bits);
  else if constexpr (std::is_same_v<T, Half<IsF16>>)
    return f16ToFloat(at->bits);
  else
    return *at;
}
template <typename T, typename Sum> void store(T *at, Sum sum) {
  if constexpr (std::is_same_v<T, Half<IsBf16>>)
    at->bits = floatToBf16(sum);
  else if constexpr (std::is_same_v<T, Half<IsF16>>)
    at->bits = floatToF16(sum);
  else
    *at = static_cast<T>(sum);
}

/// The same as a product of matrices, for the types that makeConvolution() takes but f64 and integers of 64 bits: null
/// where that is not worth gathering what the windows read.
std::unique_ptr<LibraryRoutine> makeConvolutionProduct(const LibraryCall &call, const ConvolutionShape &shape,
                                                       int workers);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_CONVOLUTIONSHAPE_H
