#ifndef SHARDWRIGHT_RESHARD_EVALUATE_H
#define SHARDWRIGHT_RESHARD_EVALUATE_H

#include "shardwright/Reshard/Reshard.h"

namespace shardwright {

/// The local arrays of all devices by position, each row-major in the local shape.
template <typename T> using DeviceBuffers = std::vector<std::vector<T>>;

/// What the devices hold after the plan, computed step by step from what each step says a device does (not from the
/// meaning of the shardings, which tests compare this with). `buffers` are laid out by `from`. T: int64_t or double.
template <typename T>
DeviceBuffers<T> evaluate(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, const Sharding &from,
                          const ReshardPlan &plan, DeviceBuffers<T> buffers);

extern template DeviceBuffers<int64_t> evaluate(const Mesh &, llvm::ArrayRef<int64_t>, const Sharding &,
                                                const ReshardPlan &, DeviceBuffers<int64_t>);
extern template DeviceBuffers<double> evaluate(const Mesh &, llvm::ArrayRef<int64_t>, const Sharding &,
                                               const ReshardPlan &, DeviceBuffers<double>);

/// `a` combined with `b`; and, or, xor of doubles are those of their truth values.
template <typename T> T combine(ReductionKind kind, T a, T b);

} // namespace shardwright

#endif // SHARDWRIGHT_RESHARD_EVALUATE_H
