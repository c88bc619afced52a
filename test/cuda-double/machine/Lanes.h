// Instructions that do the same for each lane. They compute all 32 lanes, so that the compiler makes vectors of the
// loops, and write those that execute the instruction.
#ifndef TEST_CUDA_DOUBLE_MACHINE_LANES_H
#define TEST_CUDA_DOUBLE_MACHINE_LANES_H

#include "test/cuda-double/machine/Warp.h"

namespace shardwright::cudadouble {

template <class D, class A, class Op> void unaryLanes(Warp &warp, const Instruction &in) {
  const A *a = warp.from<A>(in.from[0]);
  D out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = Op()(a[lane]);
  warp.assign(in.to, out);
}

template <class D, class A, class B, class Op> void binaryLanes(Warp &warp, const Instruction &in) {
  const A *a = warp.from<A>(in.from[0]);
  const B *b = warp.from<B>(in.from[1]);
  D out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = Op()(a[lane], b[lane]);
  warp.assign(in.to, out);
}

template <class D, class A, class B, class C, class Op> void ternaryLanes(Warp &warp, const Instruction &in) {
  const A *a = warp.from<A>(in.from[0]);
  const B *b = warp.from<B>(in.from[1]);
  const C *c = warp.from<C>(in.from[2]);
  D out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = Op()(a[lane], b[lane], c[lane]);
  warp.assign(in.to, out);
}

/// Two values of 16 bits in each register.
template <class T, class Op> void unaryPairs(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]);
  T out[64];
  for (int i = 0; i < 64; ++i)
    out[i] = Op()(a[i]);
  warp.assign(in.to, reinterpret_cast<const uint32_t *>(out));
}

template <class T, class Op> void binaryPairs(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  alignas(4) T out[64];
  for (int i = 0; i < 64; ++i)
    out[i] = Op()(a[i], b[i]);
  warp.assign(in.to, reinterpret_cast<const uint32_t *>(out));
}

template <class T, class Op> void ternaryPairs(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]), *c = warp.from<T>(in.from[2]);
  alignas(4) T out[64];
  for (int i = 0; i < 64; ++i)
    out[i] = Op()(a[i], b[i], c[i]);
  warp.assign(in.to, reinterpret_cast<const uint32_t *>(out));
}

/// The handler of OP for the integer type of TYPE's size and sign; bits count as unsigned.
template <template <class> class Of> Handler forInteger(Type type) {
  switch (type) {
  case Type::U16:
  case Type::B16:
    return Of<uint16_t>::handler;
  case Type::U32:
  case Type::B32:
    return Of<uint32_t>::handler;
  case Type::U64:
  case Type::B64:
    return Of<uint64_t>::handler;
  case Type::S16:
    return Of<int16_t>::handler;
  case Type::S32:
    return Of<int32_t>::handler;
  case Type::S64:
    return Of<int64_t>::handler;
  default:
    return nullptr;
  }
}

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_LANES_H
