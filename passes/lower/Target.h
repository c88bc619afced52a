#ifndef PASSES_LOWER_TARGET_H
#define PASSES_LOWER_TARGET_H

#include "shardwright/Cost/Attention.h"
#include "shardwright/Runtime/CpuFeatures.h"
#include "shardwright/Topology/FusionLimits.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace llvm {
class Target;
} // namespace llvm

namespace shardwright {

/// What lowering asks of the machine that a program is for, whichever it is.
struct MachineTraits {
  /// Products round the f32 that they read: for machines that widen the operands of narrow products anyway; others read
  /// what lies in memory as it is.
  bool roundingProducts = false;

  /// Collectives run while devices compute, so none is kept waiting.
  bool sendsBesideCompute = false;

  /// Steps run beside a collective from its start until something waits for it, so that it is started early.
  bool startsCollectives = false;

  /// The machine multiplies floats of at most 8 bits.
  bool byteFloatProducts = false;

  /// Products walk their operands in any order, and are never taken apart: other targets than the host choose layouts.
  bool anyProductLayout = false;

  /// What products take up of the transposes around them is planned on the graphs of blocks (Fusion/ProductPlan.h),
  /// and operations stay as they are: for estimates.
  bool plansProducts = false;

  /// Where rows of products of bf16 and f16 begin so that matrix units read them at full width, in bytes; 0: wherever.
  int64_t productAlignment = 0;
  /// Operations of a product, for each byte that is moved to align it, from which that is done.
  double paddedOperations = 0;

  /// Points of the longest Fourier transform that is one product with its matrix; 0: transforms are a routine's. And
  /// operations of a product, for each point, that a further product of a transform is worth.
  int64_t largestTransform = 0;
  double transformOperations = 0;

  /// Products of f32 are of tf32 where the device's file says so for the precision that is asked for
  /// (Device::f32Products); else only where the program's algorithm does.
  bool tf32Products = false;

  /// Products with one narrow side and several batches are kernels of the compiler's own, which read batches by two
  /// strides.
  bool thinProducts = false;

  /// Attention as one routine, at these rates; nothing: there are no such routines.
  std::optional<cost::AttentionRates> attention;
  /// Bytes that are moved in the time that one more kernel of a CUDA graph takes.
  double launchBytes = 0;

  /// How large kernels become.
  FusionLimits limits;

  /// Points that kernels compute at a time, a power of two: elements of 32 bits that fill a register.
  int64_t lanes = 16;

  /// An instruction that loads lanes from anywhere is faster than as many loads.
  bool gathers = true;

  /// Of a register that is read and written under a mask; 0 where there is none.
  unsigned maskedBits = 0;
};

/// Code for CPUs.
struct HostCode {
  /// As LLVM spells it, of this process's architecture.
  std::string triple;
  /// What code may use and an executable asks for.
  runtime::CpuFeatures features;
  /// Whose speeds the code generator reckons with, within these features.
  std::string cpu;

  /// `+avx,+avx2`: LLVM's list.
  std::string featureList() const;
};

/// Code for NVIDIA's GPUs: PTX, which the driver makes into that of the GPU that is there.
struct CudaCode {
  /// The least that runs it, as NVIDIA and LLVM spell it: `sm_90`.
  std::string architecture;

  /// Of the instructions that are used, as LLVM spells it: `ptx80`.
  std::string isa() const;
};

/// The machine that a program is compiled for: a value, the same on whatever machine it was made.
struct Target {
  /// This machine.
  static const Target &thisHost();

  /// `host`: this machine. `host:NAME,...`: the CPUs that have these; NAME is a CPU or a level of them as LLVM spells
  /// it (`x86-64-v3`, `znver4`; at most one), a feature (`avx512bf16`), `avx512` or `amx` for what the first CPUs with
  /// it have, or `-FEATURE`, without it. Features bring what they imply; without a CPU they stand on the least level of
  /// x86-64 that has what they share with the levels. `async` among the names is none of these: the devices are in
  /// several processes, and steps run while messages are under way; alone, on this machine. `cuda:sm_90`: GPUs from
  /// that architecture on; `cuda:sm_90,async`: several of them; `cuda:sm_90,tf32`: products of f32 may be of tf32.
  /// Errors (kInvalidArgument): no such target, CPU, feature or architecture, with the nearest names; two CPUs.
  static absl::StatusOr<Target> parse(llvm::StringRef spelling);
  /// The newest architecture that runs on a GPU of that one: `cuda:sm_90` for 90 to 99.
  static absl::StatusOr<std::string> spellingForGpu(int architecture);

  /// As it was spelled; empty where nobody did.
  std::string spelling;
  std::variant<HostCode, CudaCode> code;
  MachineTraits traits;

  /// What it is, null where it is something else.
  const HostCode *host() const { return std::get_if<HostCode>(&code); }
  const CudaCode *cuda() const { return std::get_if<CudaCode>(&code); }
  /// As an executable says it (runtime::checkTarget()): equal names, equal code.
  std::string name() const;
};

/// LLVM's code generator of this process's architecture, or of GPUs. Errors (kUnavailable): this build has none for the
/// triple.
absl::StatusOr<const llvm::Target *> findCodeGenerator(const std::string &triple);

} // namespace shardwright

#endif // PASSES_LOWER_TARGET_H
