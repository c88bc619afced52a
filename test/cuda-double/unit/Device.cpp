#include "test/cuda-double/unit/Device.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace shardwright::cudadouble::test {

Device::Device() {
  library = dlopen(SHARDWRIGHT_CUDA_DOUBLE, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::fprintf(stderr, "%s\n", dlerror());
    _exit(2);
  }
  int device = 0;
  void *context = nullptr;
  must("cuInit", 0u);
  must("cuDeviceGet", &device, 0);
  must("cuDevicePrimaryCtxRetain", &context, device);
  must("cuCtxSetCurrent", context);
}

void *Device::symbol(const char *function) {
  void *found = dlsym(library, function);
  if (!found) {
    std::fprintf(stderr, "no function '%s'\n", function);
    _exit(2);
  }
  return found;
}

void Device::failed(const char *function, int error) {
  const char *name = "?";
  call("cuGetErrorName", error, &name);
  std::fprintf(stderr, "%s: %s\n", function, name);
  std::fflush(nullptr);
  exit(2);
}

void *Device::kernel(const std::string &text, const std::string &name) {
  std::string module =
      text.find(".version") == std::string::npos ? ".version 8.0\n.target sm_90\n.address_size 64\n" + text : text;
  if (const char *folder = std::getenv("SHARDWRIGHT_TEST_PTX")) { // assemble.test gives what is kept here to ptxas
    static int number = 0;
    std::string file = std::string(folder) + "/" + std::to_string(getpid()) + "-" + std::to_string(++number) + ".ptx";
    if (std::FILE *out = std::fopen(file.c_str(), "w")) {
      std::fputs(module.c_str(), out);
      std::fclose(out);
    }
  }
  void *loaded = nullptr, *found = nullptr;
  must("cuModuleLoadDataEx", &loaded, static_cast<const void *>(module.c_str()), 0u, static_cast<int *>(nullptr),
       static_cast<void **>(nullptr));
  must("cuModuleGetFunction", &found, loaded, name.c_str());
  return found;
}

void Device::launch(void *kernel, unsigned blocks, unsigned threads, std::vector<uint64_t> parameters, unsigned shared,
                    void *stream) {
  std::vector<void *> addresses;
  for (uint64_t &each : parameters)
    addresses.push_back(&each);
  must("cuLaunchKernel", kernel, blocks, 1u, 1u, threads, 1u, 1u, shared, stream, addresses.data(),
       static_cast<void **>(nullptr));
}

Pointer Device::allocate(size_t bytes) {
  Pointer pointer = 0;
  must("cuMemAlloc_v2", &pointer, bytes);
  allocated.push_back(pointer);
  return pointer;
}

void *Device::stream(unsigned flags) {
  void *made = nullptr;
  must("cuStreamCreate", &made, flags);
  return made;
}

void *Device::event(unsigned flags) {
  void *made = nullptr;
  must("cuEventCreate", &made, flags);
  return made;
}

void Device::forget(Pointer pointer) {
  allocated.erase(std::remove(allocated.begin(), allocated.end(), pointer), allocated.end());
}

void Device::freeAll() {
  for (Pointer each : allocated)
    call("cuMemFree_v2", each);
}

Outcome run(const std::function<void(Device &)> &body, const std::map<std::string, std::string> &environment) {
  Outcome outcome;
  int pipes[2];
  if (pipe(pipes))
    return outcome;
  std::fflush(nullptr);
  pid_t child = fork();
  if (child == 0) {
    dup2(pipes[1], 2);
    close(pipes[0]);
    close(pipes[1]);
    for (const auto &[name, value] : environment)
      setenv(name.c_str(), value.c_str(), 1);
    {
      Device device;
      body(device);
      device.freeAll();
    }
    exit(0);
  }
  close(pipes[1]);
  char buffer[4096];
  for (ssize_t count; (count = read(pipes[0], buffer, sizeof buffer)) > 0;)
    outcome.messages.append(buffer, static_cast<size_t>(count));
  close(pipes[0]);
  int status = 0;
  waitpid(child, &status, 0);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

void expect(bool condition, const std::string &what) {
  if (condition)
    return;
  std::fprintf(stderr, "wrong: %s\n", what.c_str());
  std::fflush(nullptr);
  _exit(1);
}

void expectEqual(double expected, double actual, const std::string &what) {
  expect(expected == actual || (expected != expected && actual != actual),
         what + ": " + std::to_string(actual) + " instead of " + std::to_string(expected));
}

std::string entry(unsigned count, const std::string &body, const std::string &declarations) {
  std::string text = declarations + "\n.visible .entry k(";
  for (unsigned i = 0; i < count; ++i)
    text += std::string(i ? ", " : "") + ".param .u64 k_" + std::to_string(i);
  text += ")\n{\n.reg .b32 %r<64>, %t, %i, %n, %c; .reg .b64 %d<64>, %p<8>; .reg .f32 %f<64>; .reg .f64 %g<16>; .reg "
          ".b16 %h<32>; .reg .pred %q<16>;\n"
          "mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; mov.u32 %n, %ntid.x; mad.lo.u32 %i, %c, %n, %t;\n";
  for (unsigned i = 0; i < count; ++i)
    text += "ld.param.u64 %p" + std::to_string(i) + ", [k_" + std::to_string(i) + "];\n";
  return text + body + "\nret;\n}\n";
}

} // namespace shardwright::cudadouble::test
