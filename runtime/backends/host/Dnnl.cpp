#include "runtime/backends/host/Dnnl.h"

#ifdef SHARDWRIGHT_HAVE_DNNL

#include "runtime/backends/host/SharedLibrary.h"
#include "shardwright/Runtime/CpuFeatures.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <mutex>
#include <oneapi/dnnl/dnnl.h>
#include <string>
#include <vector>

namespace shardwright::runtime::host {
namespace {

static_assert(DNNL_VERSION_MAJOR == 2, "the calls below are those of oneDNN 2");

/// The functions used, by name.
struct Api {
  decltype(&dnnl_get_effective_cpu_isa) get_effective_cpu_isa;
  decltype(&dnnl_engine_create) engine_create;
  decltype(&dnnl_stream_create) stream_create;
  decltype(&dnnl_stream_destroy) stream_destroy;
  decltype(&dnnl_memory_desc_init_by_strides) memory_desc_init_by_strides;
  decltype(&dnnl_memory_desc_get_size) memory_desc_get_size;
  decltype(&dnnl_matmul_desc_init) matmul_desc_init;
  decltype(&dnnl_primitive_attr_create) primitive_attr_create;
  decltype(&dnnl_primitive_attr_destroy) primitive_attr_destroy;
  decltype(&dnnl_primitive_attr_set_scratchpad_mode) primitive_attr_set_scratchpad_mode;
  decltype(&dnnl_primitive_desc_create) primitive_desc_create;
  decltype(&dnnl_primitive_desc_destroy) primitive_desc_destroy;
  decltype(&dnnl_primitive_desc_query) primitive_desc_query;
  decltype(&dnnl_primitive_desc_query_md) primitive_desc_query_md;
  decltype(&dnnl_primitive_create) primitive_create;
  decltype(&dnnl_primitive_destroy) primitive_destroy;
  decltype(&dnnl_primitive_execute) primitive_execute;
  decltype(&dnnl_memory_create) memory_create;
  decltype(&dnnl_memory_destroy) memory_destroy;
  decltype(&dnnl_memory_set_data_handle) memory_set_data_handle;
  void (*omp_set_num_threads)(int);
  int (*omp_get_max_threads)();
  dnnl_engine_t engine;
};

/// Null where the library is not there.
const Api *api() {
  static const Api *loaded = []() -> const Api * {
    SharedLibrary library({absl::StrCat("libdnnl.so.", DNNL_VERSION_MAJOR)});
    if (!library)
      return nullptr;
    static Api table = {};
#define SW_FIND(name) library.find(table.name, "dnnl_" #name)
    SW_FIND(get_effective_cpu_isa);
    SW_FIND(engine_create);
    SW_FIND(stream_create);
    SW_FIND(stream_destroy);
    SW_FIND(memory_desc_init_by_strides);
    SW_FIND(memory_desc_get_size);
    SW_FIND(matmul_desc_init);
    SW_FIND(primitive_attr_create);
    SW_FIND(primitive_attr_destroy);
    SW_FIND(primitive_attr_set_scratchpad_mode);
    SW_FIND(primitive_desc_create);
    SW_FIND(primitive_desc_destroy);
    SW_FIND(primitive_desc_query);
    SW_FIND(primitive_desc_query_md);
    SW_FIND(primitive_create);
    SW_FIND(primitive_destroy);
    SW_FIND(primitive_execute);
    SW_FIND(memory_create);
    SW_FIND(memory_destroy);
    SW_FIND(memory_set_data_handle);
#undef SW_FIND
    // Where oneDNN runs on OpenMP, found through its own dependencies: one thread each, for the workers are the
    // threads.
    library.findOptional(table.omp_set_num_threads, "omp_set_num_threads");
    library.findOptional(table.omp_get_max_threads, "omp_get_max_threads");
    if (!library.isComplete() || table.engine_create(&table.engine, dnnl_cpu, 0) != dnnl_success)
      return nullptr;
    return &table;
  }();
  return loaded;
}

/// OpenMP's thread count is the calling thread's own; it is set only where it is not one already.
void useOneThread(const Api &api) {
  if (api.omp_set_num_threads && api.omp_get_max_threads && api.omp_get_max_threads() != 1)
    api.omp_set_num_threads(1);
}

dnnl_data_type_t dataType(ElementType type) {
  switch (type) {
  case ElementType::BF16:
    return dnnl_bf16;
  case ElementType::I8:
    return dnnl_s8;
  case ElementType::I32:
    return dnnl_s32;
  default:
    return dnnl_f32;
  }
}

/// An instruction set's value has a bit for each set that it contains.
bool uses(const Api &library, dnnl_cpu_isa_t set) { return (library.get_effective_cpu_isa() & set) == set; }

class Primitive : public DnnlMatmul {
public:
  explicit Primitive(const Api &api) : api(api) {}

  ~Primitive() override {
    for (Worker &worker : perWorker) {
      for (dnnl_memory_t memory : worker.memories)
        if (memory)
          api.memory_destroy(memory);
      if (worker.stream)
        api.stream_destroy(worker.stream);
    }
    if (primitive)
      api.primitive_destroy(primitive);
  }

  bool create(const MatmulPart &mm, int workers) {
    useOneThread(api);
    dnnl_memory_desc_t descs[4];
    // A dimension of length 1 has whatever stride makes the layout look dense.
    auto describe = [&](dnnl_memory_desc_t &desc, ElementType type, int64_t rows, int64_t columns, int64_t batchStride,
                        int64_t rowStride, int64_t columnStride) {
      if (columns == 1 && rows != 1)
        columnStride = rowStride == 1 ? rows : 1;
      if (rows == 1)
        rowStride = columnStride == 1 || columns == 1 ? columns : 1;
      if (rows == 1 && columns == 1)
        columnStride = 1;
      if (mm.batch == 1)
        batchStride = rows * columns;
      // A matrix that is the same for the whole batch is a batch of one.
      bool repeats = batchStride == 0;
      dnnl_dims_t dims = {repeats ? 1 : mm.batch, rows, columns};
      dnnl_dims_t strides = {repeats ? rows * columns : batchStride, rowStride, columnStride};
      bool flat = mm.batch == 1;
      return api.memory_desc_init_by_strides(&desc, flat ? 2 : 3, dims + flat, dataType(type), strides + flat) ==
             dnnl_success;
    };
    dnnl_matmul_desc_t desc;
    if (!describe(descs[0], mm.lhsType, mm.m, mm.k, mm.lhsBatchStride, mm.lhsMStride, mm.lhsKStride) ||
        !describe(descs[1], mm.rhsType, mm.k, mm.n, mm.rhsBatchStride, mm.rhsKStride, mm.rhsNStride) ||
        !describe(descs[2], mm.outType, mm.m, mm.n, mm.outBatchStride, mm.outMStride, 1) ||
        api.matmul_desc_init(&desc, &descs[0], &descs[1], nullptr, &descs[2]) != dnnl_success)
      return false;
    dnnl_primitive_attr_t attributes;
    if (api.primitive_attr_create(&attributes) != dnnl_success)
      return false;
    api.primitive_attr_set_scratchpad_mode(attributes, dnnl_scratchpad_mode_user);
    dnnl_primitive_desc_t primitiveDesc = nullptr;
    dnnl_status_t status = api.primitive_desc_create(&primitiveDesc, &desc, attributes, api.engine, nullptr);
    api.primitive_attr_destroy(attributes);
    if (status != dnnl_success)
      return false;
    const char *name = "";
    api.primitive_desc_query(primitiveDesc, dnnl_query_impl_info_str, 0, &name);
    bool fast = std::strstr(name, "ref") == nullptr;
    descs[3] = *api.primitive_desc_query_md(primitiveDesc, dnnl_query_scratchpad_md, 0);
    scratch = api.memory_desc_get_size(&descs[3]);
    fast = fast && api.primitive_create(&primitive, primitiveDesc) == dnnl_success;
    api.primitive_desc_destroy(primitiveDesc);
    return fast && makeWorkers(descs, workers);
  }

  uint64_t scratchBytes() const override { return scratch; }

  bool run(int number, const void *lhs, const void *rhs, void *out, void *scratchpad) const override {
    useOneThread(api);
    const Worker &worker = perWorker[static_cast<size_t>(number)];
    void *handles[4] = {const_cast<void *>(lhs), const_cast<void *>(rhs), out, scratchpad};
    for (int i = 0; i != 4; ++i)
      api.memory_set_data_handle(worker.memories[i], handles[i]);
    const dnnl_exec_arg_t arguments[4] = {{DNNL_ARG_SRC, worker.memories[0]},
                                          {DNNL_ARG_WEIGHTS, worker.memories[1]},
                                          {DNNL_ARG_DST, worker.memories[2]},
                                          {DNNL_ARG_SCRATCHPAD, worker.memories[3]}};
    return api.primitive_execute(primitive, worker.stream, 4, arguments) == dnnl_success;
  }

private:
  struct Worker {
    dnnl_stream_t stream = nullptr;
    dnnl_memory_t memories[4] = {};
  };

  bool makeWorkers(const dnnl_memory_desc_t *descs, int workers) {
    perWorker.resize(static_cast<size_t>(workers));
    for (Worker &worker : perWorker) {
      if (api.stream_create(&worker.stream, api.engine, dnnl_stream_default_flags) != dnnl_success)
        return false;
      for (int i = 0; i != 4; ++i)
        if (api.memory_create(&worker.memories[i], &descs[i], api.engine, DNNL_MEMORY_NONE) != dnnl_success)
          return false;
    }
    return true;
  }

  const Api &api;
  dnnl_primitive_t primitive = nullptr;
  uint64_t scratch = 0;
  std::vector<Worker> perWorker;
};

} // namespace

std::unique_ptr<DnnlMatmul> DnnlMatmul::create(const MatmulPart &matmul, int workers) {
  const Api *library = api();
  if (!library)
    return nullptr;
  auto primitive = std::make_unique<Primitive>(*library);
  return primitive->create(matmul, workers) ? std::move(primitive) : nullptr;
}

bool DnnlMatmul::hasFastBf16() {
  const Api *library = api();
  if (!library)
    return false;
  const CpuFeatures &cpu = thisCpuFeatures();
  return multipliesBf16(cpu) &&
         uses(*library, cpu.count("amx-bf16") ? dnnl_cpu_isa_avx512_core_amx : dnnl_cpu_isa_avx512_core_bf16);
}

bool DnnlMatmul::hasFastBytes() {
  const Api *library = api();
  return library && thisCpuFeatures().count("avx512vnni") && uses(*library, dnnl_cpu_isa_avx512_core_vnni);
}

} // namespace shardwright::runtime::host

#else

namespace shardwright::runtime::host {
bool DnnlMatmul::hasFastBf16() { return false; }
bool DnnlMatmul::hasFastBytes() { return false; }
std::unique_ptr<DnnlMatmul> DnnlMatmul::create(const MatmulPart &, int) { return nullptr; }
} // namespace shardwright::runtime::host

#endif
