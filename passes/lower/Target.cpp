#include "passes/lower/Target.h"

#include "shardwright/Sharding/Suggest.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include <memory>
#include <mutex>
#include <optional>

namespace shardwright {
namespace {

using runtime::CpuFeatures;

/// Of ours, not LLVM's.
struct Group {
  llvm::StringLiteral name;
  std::initializer_list<llvm::StringLiteral> features;
};
const Group kGroups[] = {
    {"avx512", {"avx512f", "avx512cd", "avx512bw", "avx512dq", "avx512vl"}},
    {"amx", {"amx-tile", "amx-bf16", "amx-int8"}},
};

/// Not of the CPU: what several processes ask for.
constexpr llvm::StringLiteral kAsync = "async", kTf32 = "tf32";

/// The levels of the x86-64 ABI, ascending; the first is what every CPU has.
constexpr llvm::StringLiteral kLevels[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

/// The runtime's system is Linux, and LLVM builds differ in what vendor they call a PC's.
std::string hostTriple() {
  return llvm::Triple::getArchTypeName(llvm::Triple(llvm::sys::getProcessTriple()).getArch()).str() +
         "-unknown-linux-gnu";
}

/// LLVM's description of a CPU with more or fewer features.
std::unique_ptr<llvm::MCSubtargetInfo> describe(llvm::StringRef cpu, llvm::StringRef features) {
  const std::string triple = hostTriple();
  absl::StatusOr<const llvm::Target *> generator = findCodeGenerator(triple);
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      generator.ok() ? (*generator)->createMCSubtargetInfo(llvm::Triple(triple), cpu, features) : nullptr);
}

/// What `info` says that executables may ask for.
CpuFeatures featuresOf(const llvm::MCSubtargetInfo &info) {
  CpuFeatures features;
  for (const llvm::SubtargetFeatureKV &feature : info.getEnabledProcessorFeatures())
    if (runtime::knownCpuFeatures().count(feature.Key))
      features.insert(feature.Key);
  return features;
}

/// Of a CPU with words as `+avx2` and `-fma`, what they imply included.
CpuFeatures featuresOf(llvm::StringRef cpu, llvm::ArrayRef<std::string> words) {
  return featuresOf(*describe(cpu, llvm::join(words, ",")));
}

/// The CPUs that this architecture's code generator knows, but for those of 32 bits.
std::vector<std::string> knownCpus() {
  std::unique_ptr<llvm::MCSubtargetInfo> info = describe("", "");
  auto all = info->getAllProcessorFeatures();
  const auto *wide = llvm::find_if(all, [](auto &feature) { return llvm::StringRef(feature.Key) == "64bit"; });
  std::vector<std::string> cpus;
  for (const llvm::SubtargetSubTypeKV &cpu : info->getAllProcessorDescriptions())
    if (wide == all.end() || cpu.Implies.getAsBitset().test(wide->Value))
      cpus.push_back(cpu.Key);
  return cpus;
}

/// The least level that has what these features share with the levels: who asks for avx512bf16 means CPUs that have
/// all of v4. Where there are no levels, every CPU.
llvm::StringRef levelOf(const CpuFeatures &features) {
  if (llvm::Triple(hostTriple()).getArch() != llvm::Triple::x86_64)
    return "generic";
  const CpuFeatures most = featuresOf(std::end(kLevels)[-1], {});
  for (llvm::StringRef level : kLevels) {
    const CpuFeatures has = featuresOf(level, {});
    if (llvm::all_of(features, [&](const std::string &name) { return !most.count(name) || has.count(name); }))
      return level;
  }
  llvm_unreachable("the last level has what it shares with itself");
}

/// Microcode against the sampling of gathered data (CVE-2022-40982) makes gathers of these several times slower than as
/// many loads. Virtual machines are not told of it.
constexpr llvm::StringLiteral kSlowGathers[] = {"skylake",        "skylake-avx512", "cascadelake",
                                                "cooperlake",     "cannonlake",     "icelake-client",
                                                "icelake-server", "tigerlake",      "rocketlake"};

MachineTraits traitsOf(llvm::StringRef cpu, const CpuFeatures &features) {
  MachineTraits traits;
  traits.gathers = !llvm::is_contained(kSlowGathers, cpu);
  traits.roundingProducts = !runtime::multipliesBf16(features);
  traits.maskedBits = features.count("avx512vl") ? 512 : features.count("avx") ? 256 : 0;
  return traits;
}

Target makeTarget(std::string spelling, llvm::StringRef cpu, CpuFeatures features) {
  MachineTraits traits = traitsOf(cpu, features);
  return {std::move(spelling), HostCode{hostTriple(), std::move(features), cpu.str()}, traits};
}

absl::StatusOr<Target> parseCuda(llvm::StringRef spelling, llvm::StringRef list) {
  const llvm::StringRef architecture = list.split(',').first;
  llvm::SmallVector<llvm::StringRef> words;
  list.drop_front(architecture.size()).split(words, ',');
  words.erase(words.begin()); // in front of the first comma there is nothing
  for (llvm::StringRef word : words)
    if (word != kAsync && word != kTf32)
      return absl::InvalidArgumentError("'" + word.str() + "' stands behind the architecture '" + architecture.str() +
                                        "', where " + kAsync.str() + " and " + kTf32.str() +
                                        " may stand and nothing else");
  const Device *device = deviceOfArchitecture(architecture);
  if (!device) {
    const std::vector<std::string> known(gpuArchitectures().begin(), gpuArchitectures().end());
    const std::string meant = didYouMean(architecture, known);
    return absl::InvalidArgumentError("no GPU architecture '" + architecture.str() + "'" +
                                      (meant.empty() ? "; there are " + llvm::join(known, ", ") : meant));
  }
  MachineTraits traits;
  traits.lanes = 1;
  traits.thinProducts = true;
  traits.sendsBesideCompute = traits.startsCollectives = llvm::is_contained(words, kAsync);
  traits.tf32Products = llvm::is_contained(words, kTf32);
  // An H100 multiplies 4096x768x50257 of bf16 at 130 TFLOP/s and aligned ones of the size at 700, and moves 2.7 TB/s
  // (benchmark/devices/h100.json): 2.7e12 * (1 / 130e12 - 1 / 700e12) of a byte's time is saved by an operation.
  traits.productAlignment = 16;
  traits.paddedOperations = 60;
  // A product more reads and writes a point of two f32 three times, 48 bytes at 2.7 TB/s, in which products of f32 do
  // 700 operations at 40 TFLOP/s; the matrix of 256 points is 1 MB.
  traits.largestTransform = 256;
  traits.transformOperations = 700;
  traits.attention = cost::AttentionRates::of(*device);
  traits.launchBytes = traits.attention->kernelSeconds * traits.attention->bytesPerSecond;
  return Target{spelling.str(), CudaCode{architecture.str()}, traits};
}

/// The words behind `host:`.
class Parser {
public:
  absl::StatusOr<Target> run(llvm::StringRef spelling, llvm::StringRef list) {
    llvm::SmallVector<llvm::StringRef> names;
    list.split(names, ',');
    if (llvm::is_contained(names, kAsync)) {
      llvm::erase(names, kAsync);
      absl::StatusOr<Target> target = names.empty() ? Target::thisHost() : run(spelling, llvm::join(names, ","));
      if (target.ok()) {
        target->spelling = spelling.str();
        target->traits.sendsBesideCompute = target->traits.startsCollectives = true;
      }
      return target;
    }
    for (llvm::StringRef name : names)
      if (absl::Status status = add(name); !status.ok())
        return status;
    if (!cpu)
      cpu = levelOf(featuresOf("", words)).str();
    return makeTarget(spelling.str(), *cpu, featuresOf(*cpu, words));
  }

private:
  absl::Status add(llvm::StringRef word) {
    llvm::StringRef name = word;
    const bool isWithout = name.consume_front("-");
    if (!isWithout)
      name.consume_front("+");
    const char *sign = isWithout ? "-" : "+";
    for (const Group &group : kGroups)
      if (name == group.name && runtime::knownCpuFeatures().count(group.features.begin()->data())) {
        for (llvm::StringRef feature : group.features)
          words.push_back(sign + feature.str());
        return absl::OkStatus();
      }
    if (runtime::knownCpuFeatures().count(name.str())) {
      words.push_back(sign + name.str());
      return absl::OkStatus();
    }
    if (!llvm::is_contained(cpus, name))
      return unknown(name);
    if (word != name)
      return absl::InvalidArgumentError("'" + word.str() + "' has a sign: only features are added or taken away");
    if (cpu)
      return absl::InvalidArgumentError("there are two CPUs in it, " + *cpu + " and " + name.str());
    cpu = name.str();
    return absl::OkStatus();
  }

  absl::Status unknown(llvm::StringRef name) const {
    std::vector<std::string> known = cpus;
    known.insert(known.end(), runtime::knownCpuFeatures().begin(), runtime::knownCpuFeatures().end());
    for (const Group &group : kGroups)
      known.push_back(group.name.str());
    known.push_back(kAsync.str());
    std::string meant = didYouMean(name, known);
    return absl::InvalidArgumentError(
        "no CPU or feature '" + name.str() + "' of " + llvm::Triple(hostTriple()).getArchName().str() +
        (meant.empty() ? "; they are named as in LLVM, as x86-64-v3 or avx512bf16" : meant));
  }

  const std::vector<std::string> cpus = knownCpus();
  std::optional<std::string> cpu;
  std::vector<std::string> words;
};

} // namespace

const Target &Target::thisHost() {
  static const Target host = makeTarget("", llvm::sys::getHostCPUName(), runtime::thisCpuFeatures());
  return host;
}

absl::StatusOr<std::string> Target::spellingForGpu(int architecture) {
  for (llvm::StringRef known : llvm::reverse(gpuArchitectures())) {
    int number = 0;
    if (!known.drop_front(llvm::StringRef("sm_").size()).getAsInteger(10, number) && number <= architecture)
      return "cuda:" + known.str();
  }
  return absl::InvalidArgumentError("the GPU is sm_" + std::to_string(architecture) + ", programs need " +
                                    gpuArchitectures().front().str() + " or newer");
}

absl::StatusOr<Target> Target::parse(llvm::StringRef spelling) {
  if (spelling == "host") {
    Target host = thisHost();
    host.spelling = spelling.str();
    return host;
  }
  llvm::StringRef list = spelling;
  if (list.consume_front("cuda:"))
    return parseCuda(spelling, list);
  if (!list.consume_front("host:"))
    return absl::InvalidArgumentError("no target '" + spelling.str() +
                                      "'; there are host, which is this machine, host:CPU,FEATURE,..., as "
                                      "host:x86-64-v3 or host:avx512bf16,amx, and cuda:ARCHITECTURE, as cuda:sm_90");
  return Parser().run(spelling, list);
}

std::string HostCode::featureList() const {
  return llvm::join(llvm::map_range(features, [](const std::string &name) { return "+" + name; }), ",");
}

/// The first PTX that has what kernels use on the architecture.
std::string CudaCode::isa() const { return architecture == "sm_100" ? "ptx86" : "ptx80"; }

std::string Target::name() const {
  if (const CudaCode *gpu = cuda())
    return "cuda:" + gpu->architecture;
  const HostCode &cpu = *host();
  return "host:" + cpu.triple + ":" + cpu.cpu + ":" + cpu.featureList();
}

absl::StatusOr<const llvm::Target *> findCodeGenerator(const std::string &triple) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  std::string error;
  if (const llvm::Target *found = llvm::TargetRegistry::lookupTarget(llvm::Triple(triple), error))
    return found;
  return absl::UnavailableError("no code generator for " + triple + ": " + error);
}

} // namespace shardwright
