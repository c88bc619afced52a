#ifndef SHARDWRIGHT_RUNTIME_SIMD_H
#define SHARDWRIGHT_RUNTIME_SIMD_H

/// Compiles a function once for each generation of processors and chooses at load. The runtime itself is built for the
/// oldest one; a loop over many elements is worth its vectors. Thread sanitizer cannot follow the choice.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define SW_FOR_EACH_CPU __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SW_FOR_EACH_CPU
#endif

/// Compiled anew in each function that calls it, for that one's processors.
#define SW_INLINE __attribute__((always_inline)) inline

#endif // SHARDWRIGHT_RUNTIME_SIMD_H
