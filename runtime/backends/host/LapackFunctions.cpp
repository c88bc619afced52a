#include "runtime/backends/host/LapackFunctions.h"

namespace shardwright::runtime::host {

template <typename S> const LapackFunctions<S> *LapackFunctions<S>::open() {
  static const LapackFunctions *loaded = []() -> const LapackFunctions * {
    // One that bounds its threads, too.
    if (!Lapack::open())
      return nullptr;
    SharedLibrary library = Lapack::library();
    static LapackFunctions table = {};
    auto find = [&](auto *&function, const char *real, const char *complex) {
      library.find(function, kIsComplex ? complex : real);
    };
    find(table.potrf, "dpotrf_", "zpotrf_");
    find(table.trsm, "dtrsm_", "ztrsm_");
    find(table.geqrf, "dgeqrf_", "zgeqrf_");
    find(table.ungqr, "dorgqr_", "zungqr_");
    find(table.unmqr, "dormqr_", "zunmqr_");
    find(table.getrf, "dgetrf_", "zgetrf_");
    find(table.gehrd, "dgehrd_", "zgehrd_");
    find(table.hetrd, "dsytrd_", "zhetrd_");
    find(table.gtsv, "dgtsv_", "zgtsv_");
    find(table.geqp3, "dgeqp3_", "zgeqp3_");
    find(table.geev, "dgeev_", "zgeev_");
    find(table.gees, "dgees_", "zgees_");
    if constexpr (kIsComplex) {
      library.find(table.heevd, "zheevd_");
      library.find(table.gesdd, "zgesdd_");
    } else {
      library.find(table.lagtf, "dlagtf_");
      library.find(table.lagts, "dlagts_");
    }
    return library.isComplete() ? &table : nullptr;
  }();
  return loaded;
}

template struct LapackFunctions<double>;
template struct LapackFunctions<std::complex<double>>;

} // namespace shardwright::runtime::host
