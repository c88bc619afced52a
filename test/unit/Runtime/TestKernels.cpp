// The kernels of the runtime's tests, loaded as a program's kernel image.
#include <cstdint>

#if STEP == 3
int32_t numLoads = 0;
__attribute__((constructor)) static void whenLoaded() { ++numLoads; }
#endif

extern "C" {

void add_one_i32(void *const *buffers, int64_t, int64_t) { ++*static_cast<int32_t *>(buffers[0]); }

/// out = a < b
void less_i32(void *const *buffers, int64_t, int64_t) {
  *static_cast<uint8_t *>(buffers[2]) = *static_cast<int32_t *>(buffers[0]) < *static_cast<int32_t *>(buffers[1]);
}

/// out[i] = in[i] + STEP for i in the range: the second image of the tests has another step.
void add_one_f32(void *const *buffers, int64_t begin, int64_t end) {
  const float *in = static_cast<const float *>(buffers[0]);
  float *out = static_cast<float *>(buffers[1]);
  for (int64_t i = begin; i < end; ++i)
    out[i] = in[i] + STEP;
}

/// Computes for so many cycles of the clock.
void spin(void *const *buffers, int64_t, int64_t) {
  const uint64_t begin = __builtin_ia32_rdtsc();
  while (__builtin_ia32_rdtsc() - begin < *static_cast<uint64_t *>(buffers[0])) {
  }
}

/// A sort's comparator on the first operand: lhs < rhs.
void less_f32(void *const *buffers, int64_t, int64_t) {
  *static_cast<uint8_t *>(buffers[4]) = *static_cast<float *>(buffers[0]) < *static_cast<float *>(buffers[1]);
}
}
