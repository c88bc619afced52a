#include "runtime/backends/cuda/Conditions.h"

#include <utility>

namespace shardwright::runtime::cuda {
namespace {

/// One thread each. cudaGraphSetConditional is the driver's own: its compiler resolves the name.
constexpr const char *kKernels = R"(
.version 8.0
.target sm_80
.address_size 64

.extern .func cudaGraphSetConditional
(
  .param .b64 cudaGraphSetConditional_param_0,
  .param .b32 cudaGraphSetConditional_param_1
)
;

.func decide(.param .b64 decide_handle, .param .b32 decide_value, .param .b32 decide_body, .param .b32 decide_bodies,
             .param .b64 decide_counters)
{
  .reg .pred %p<3>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<6>;
  ld.param.b64 %rd1, [decide_handle];
  ld.param.b32 %r1, [decide_value];
  {
  .param .b64 param0;
  st.param.b64 [param0+0], %rd1;
  .param .b32 param1;
  st.param.b32 [param1+0], %r1;
  call.uni cudaGraphSetConditional, (param0, param1);
  }
  ld.param.b32 %r2, [decide_body];
  ld.param.b32 %r3, [decide_bodies];
  ld.param.b64 %rd2, [decide_counters];
  setp.ge.u32 %p1, %r2, %r3;
  @%p1 bra $done;
  setp.eq.u64 %p2, %rd2, 0;
  @%p2 bra $done;
  cvta.to.global.u64 %rd3, %rd2;
  mul.wide.u32 %rd4, %r2, 8;
  add.u64 %rd3, %rd3, %rd4;
  ld.global.u64 %rd5, [%rd3];
  add.u64 %rd5, %rd5, 1;
  st.global.u64 [%rd3], %rd5;
$done:
  ret;
}

.visible .entry test(.param .u64 test_handle, .param .u64 test_decision, .param .u64 test_bodies,
                     .param .u64 test_counters)
{
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [test_handle];
  ld.param.u64 %rd2, [test_decision];
  ld.param.u64 %rd3, [test_bodies];
  ld.param.u64 %rd4, [test_counters];
  cvta.to.global.u64 %rd5, %rd2;
  ld.global.u8 %r1, [%rd5];
  setp.ne.u32 %p1, %r1, 0;
  selp.u32 %r2, 1, 0, %p1;
  xor.b32 %r3, %r2, 1;
  cvt.u32.u64 %r4, %rd3;
  {
  .param .b64 param0;
  st.param.b64 [param0+0], %rd1;
  .param .b32 param1;
  st.param.b32 [param1+0], %r2;
  .param .b32 param2;
  st.param.b32 [param2+0], %r3;
  .param .b32 param3;
  st.param.b32 [param3+0], %r4;
  .param .b64 param4;
  st.param.b64 [param4+0], %rd4;
  call.uni decide, (param0, param1, param2, param3, param4);
  }
  ret;
}

.visible .entry select(.param .u64 select_handle, .param .u64 select_decision, .param .u64 select_bodies,
                       .param .u64 select_counters)
{
  .reg .pred %p<2>;
  .reg .b32 %r<5>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [select_handle];
  ld.param.u64 %rd2, [select_decision];
  ld.param.u64 %rd3, [select_bodies];
  ld.param.u64 %rd4, [select_counters];
  cvta.to.global.u64 %rd5, %rd2;
  ld.global.u32 %r1, [%rd5];
  cvt.u32.u64 %r2, %rd3;
  setp.lt.u32 %p1, %r1, %r2;
  sub.u32 %r3, %r2, 1;
  selp.u32 %r4, %r1, %r3, %p1;
  {
  .param .b64 param0;
  st.param.b64 [param0+0], %rd1;
  .param .b32 param1;
  st.param.b32 [param1+0], %r4;
  .param .b32 param2;
  st.param.b32 [param2+0], %r4;
  .param .b32 param3;
  st.param.b32 [param3+0], %r2;
  .param .b64 param4;
  st.param.b64 [param4+0], %rd4;
  call.uni decide, (param0, param1, param2, param3, param4);
  }
  ret;
}
)";

} // namespace

Conditions::~Conditions() {
  for (size_t gpu = 0; gpu != kernels.size(); ++gpu)
    if (kernels[gpu].module && devices.enter(devices.firstOn(gpu)).ok())
      cuda.cuModuleUnload(kernels[gpu].module);
}

absl::Status Conditions::load() {
  for (size_t gpu = 0; gpu != devices.numGpus(); ++gpu) {
    if (absl::Status status = devices.enter(devices.firstOn(gpu)); !status.ok())
      return status;
    Kernels &own = kernels.emplace_back();
    CUresult result = cuda.cuModuleLoadDataEx(&own.module, kKernels, 0, nullptr, nullptr);
    for (auto [function, name] : {std::pair(&own.test, "test"), {&own.select, "select"}})
      if (result == CUDA_SUCCESS)
        result = cuda.cuModuleGetFunction(function, own.module, name);
    if (result != CUDA_SUCCESS)
      return cuda.status(result, "the kernels that decide within a graph");
  }
  return absl::OkStatus();
}

absl::Status Conditions::set(CUgraphConditionalHandle handle, const StepRegion &region, CUdeviceptr decision,
                             CUdeviceptr counters, int64_t device) const {
  uint64_t numBlocks = region.blocks.size();
  void *parameters[] = {&handle, &decision, &numBlocks, &counters};
  const Kernels &own = kernels[devices.gpuOf(device)];
  const CUfunction kernel = region.kind == StepRegion::Kind::Switch ? own.select : own.test;
  return cuda.status(cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, devices.stream(device), parameters, nullptr),
                     "a decision within a graph");
}

} // namespace shardwright::runtime::cuda
