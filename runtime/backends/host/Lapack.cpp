#include "runtime/backends/host/Lapack.h"

namespace shardwright::runtime::host {

SharedLibrary Lapack::library() {
  // Debian's name for whichever is chosen among those installed; then what others call theirs.
  return SharedLibrary({"liblapack.so.3", "libopenblas.so.0", "libflexiblas.so.3"});
}

const Lapack *Lapack::open() {
  static const Lapack *loaded = []() -> const Lapack * {
    SharedLibrary library = Lapack::library();
    if (!library)
      return nullptr;
    static Lapack table = {};
#define SW_FIND(name) library.find(table.name, #name)
    SW_FIND(dpotrf_);
    SW_FIND(dtrsm_);
    SW_FIND(dgeqrf_);
    SW_FIND(dorgqr_);
    SW_FIND(dgetrf_);
    SW_FIND(dsyevd_);
    SW_FIND(dgesdd_);
#undef SW_FIND
    void (*setThreads)(int);
    library.findOptional(setThreads, "openblas_set_num_threads");
    if (setThreads)
      setThreads(1);
    return library.isComplete() ? &table : nullptr;
  }();
  return loaded;
}

} // namespace shardwright::runtime::host
