#include "runtime/backends/host/Lapack.h"

#include <dlfcn.h>
#include <type_traits>

namespace shardwright::runtime::host {
namespace {

/// Debian's name for whichever is chosen among those installed; then what others call theirs.
constexpr const char *kNames[] = {"liblapack.so.3", "libopenblas.so.0", "libflexiblas.so.3"};

void *openAny() {
  for (const char *name : kNames)
    if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

} // namespace

const Lapack *Lapack::open() {
  static const Lapack *loaded = []() -> const Lapack * {
    void *library = openAny();
    if (!library)
      return nullptr;
    static Lapack table = {};
    bool complete = true;
    auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name));
      complete &= function != nullptr;
    };
#define SW_FIND(name) find(table.name, #name)
    SW_FIND(dpotrf_);
    SW_FIND(dtrsm_);
    SW_FIND(dgeqrf_);
    SW_FIND(dorgqr_);
    SW_FIND(dgetrf_);
    SW_FIND(dsyevd_);
    SW_FIND(dgesdd_);
#undef SW_FIND
    if (auto *setThreads = reinterpret_cast<void (*)(int)>(dlsym(library, "openblas_set_num_threads")))
      setThreads(1);
    return complete ? &table : nullptr;
  }();
  return loaded;
}

} // namespace shardwright::runtime::host
