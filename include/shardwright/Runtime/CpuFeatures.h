#ifndef SHARDWRIGHT_RUNTIME_CPUFEATURES_H
#define SHARDWRIGHT_RUNTIME_CPUFEATURES_H

#include <functional>
#include <set>
#include <string>

namespace shardwright::runtime {

/// Features of a CPU by LLVM's names (`avx512bf16`), sorted.
using CpuFeatures = std::set<std::string, std::less<>>;

/// Every feature that an executable may ask for on this architecture: instructions that kernels or products gain from.
const CpuFeatures &knownCpuFeatures();

/// Those that the CPU of this machine has and whose registers the system keeps. Read once, from the CPU itself where it
/// is an x86 (Intel's manual, volume 2, CPUID; an emulator answers for the CPU that it emulates), else from
/// /proc/cpuinfo.
const CpuFeatures &thisCpuFeatures();

/// Whether a CPU multiplies bf16 faster than f32: in tiles, or in vectors. Cores that are made to multiply it in tiles
/// (and know fp16 in vectors) take vectors of it at half the speed of f32; a virtual machine may hide the tiles.
bool multipliesBf16(const CpuFeatures &features);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_CPUFEATURES_H
