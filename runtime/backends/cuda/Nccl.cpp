#include "runtime/backends/cuda/Nccl.h"

#include "absl/strings/str_cat.h"

#include <cstdlib>
#include <dlfcn.h>
#include <type_traits>

namespace shardwright::runtime::cuda {
namespace {

/// The first version that splits communicators, as it counts: 10000 x major + 100 x minor + patch.
constexpr int kLeastNccl = 21800;
constexpr const char *kNcclAdvice =
    "programs on several GPUs need NCCL 2.18 or newer (Debian and Ubuntu: libnccl2 of NVIDIA's repository; "
    "pip: nvidia-nccl-cu13 or nvidia-nccl-cu12), in LD_LIBRARY_PATH or named by SHARDWRIGHT_NCCL=FILE";

std::string ncclVersionText(int version) {
  return absl::StrCat(version / 10000, ".", version % 10000 / 100, ".", version % 100);
}

} // namespace

absl::StatusOr<const Nccl *> Nccl::get() {
  static const absl::StatusOr<const Nccl *> library = open();
  return library;
}

absl::StatusOr<const Nccl *> Nccl::open() {
  const char *chosen = std::getenv("SHARDWRIGHT_NCCL");
  const std::string name = chosen && *chosen ? chosen : "libnccl.so.2";
  void *library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *why = dlerror();
    return absl::UnavailableError(absl::StrCat("NCCL cannot be opened: ", why ? why : name, ": ", kNcclAdvice));
  }
  static Nccl nccl;
  std::string missing;
  auto find = [&](auto *&function, const char *symbol) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
    if (!function && missing.empty())
      missing = symbol;
  };
  find(nccl.ncclGetVersion, "ncclGetVersion");
  int version = 0;
  if (!missing.empty() || nccl.ncclGetVersion(&version) != ncclSuccess)
    return absl::UnavailableError(absl::StrCat(name, " is no NCCL: ", kNcclAdvice));
  if (version < kLeastNccl)
    return absl::UnavailableError(absl::StrCat(name, " is NCCL ", ncclVersionText(version), ": ", kNcclAdvice));
  find(nccl.ncclGetUniqueId, "ncclGetUniqueId");
  find(nccl.ncclCommInitRankConfig, "ncclCommInitRankConfig");
  find(nccl.ncclCommSplit, "ncclCommSplit");
  find(nccl.ncclCommFinalize, "ncclCommFinalize");
  find(nccl.ncclCommDestroy, "ncclCommDestroy");
  find(nccl.ncclCommAbort, "ncclCommAbort");
  find(nccl.ncclCommGetAsyncError, "ncclCommGetAsyncError");
  find(nccl.ncclGetErrorString, "ncclGetErrorString");
  find(nccl.ncclGetLastError, "ncclGetLastError");
  find(nccl.ncclGroupStart, "ncclGroupStart");
  find(nccl.ncclGroupEnd, "ncclGroupEnd");
  find(nccl.ncclAllReduce, "ncclAllReduce");
  find(nccl.ncclReduceScatter, "ncclReduceScatter");
  find(nccl.ncclAllGather, "ncclAllGather");
  find(nccl.ncclSend, "ncclSend");
  find(nccl.ncclRecv, "ncclRecv");
  if (!missing.empty())
    return absl::UnavailableError(
        absl::StrCat(name, " is NCCL ", ncclVersionText(version), " and has no ", missing, ": ", kNcclAdvice));
  return &nccl;
}

absl::Status Nccl::status(ncclResult_t result, const std::string &what, ncclComm_t comm) const {
  if (result == ncclSuccess)
    return absl::OkStatus();
  const char *text = ncclGetErrorString(result), *last = ncclGetLastError(comm);
  return absl::UnavailableError(absl::StrCat(what, ": ", text ? text : "an unknown error", " (NCCL's error ", result,
                                             ")", last && *last ? ": " : "", last ? last : "",
                                             "; NCCL_DEBUG=WARN in the environment has NCCL say more"));
}

std::optional<NcclReduction> ncclReductionOf(ElementType type, Reduction reduction) {
  auto when = [](bool isSo, NcclReduction what) { return isSo ? std::optional(what) : std::nullopt; };
  const bool sums = reduction == Reduction::Sum, multiplies = reduction == Reduction::Product;
  const bool picks = reduction == Reduction::Max || reduction == Reduction::Min;
  const ncclRedOp_t op = sums ? ncclSum : multiplies ? ncclProd : reduction == Reduction::Max ? ncclMax : ncclMin;
  switch (type) {
  case ElementType::I1: // 0 and 1: or is the maximum, and the minimum
    return when(reduction != Reduction::Xor,
                {ncclUint8, sums || reduction == Reduction::Max || reduction == Reduction::Or ? ncclMax : ncclMin});
  case ElementType::I2: // a byte each, whose sums wrap at fewer bits
  case ElementType::I4:
    return when(picks, {ncclInt8, op});
  case ElementType::U2:
  case ElementType::U4:
    return when(picks, {ncclUint8, op});
  case ElementType::I8:
    return when(sums || multiplies || picks, {ncclInt8, op});
  case ElementType::U8:
    return when(sums || multiplies || picks, {ncclUint8, op});
  case ElementType::I32:
    return when(sums || multiplies || picks, {ncclInt32, op});
  case ElementType::U32:
    return when(sums || multiplies || picks, {ncclUint32, op});
  case ElementType::I64:
    return when(sums || multiplies || picks, {ncclInt64, op});
  case ElementType::U64:
    return when(sums || multiplies || picks, {ncclUint64, op});
  case ElementType::F16:
    return when(sums || multiplies, {ncclFloat16, op});
  case ElementType::BF16:
    return when(sums || multiplies, {ncclBfloat16, op});
  case ElementType::F32:
    return when(sums || multiplies, {ncclFloat32, op});
  case ElementType::F64:
    return when(sums || multiplies, {ncclFloat64, op});
  case ElementType::C64:
    return when(sums, {ncclFloat32, op, 2});
  case ElementType::C128:
    return when(sums, {ncclFloat64, op, 2});
  default:
    return std::nullopt;
  }
}

} // namespace shardwright::runtime::cuda
