// A program's view of the double: the driver API through dlopen, in a process of its own for each test, since the
// double ends the process with status 86 when it has found something.
#ifndef TEST_CUDA_DOUBLE_UNIT_DEVICE_H
#define TEST_CUDA_DOUBLE_UNIT_DEVICE_H

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace shardwright::cudadouble::test {

using Pointer = unsigned long long;

class Device {
public:
  /// Loads the library and makes device 0 current; a failure ends the process with status 2.
  Device();
  /// Calls a function of the driver API by its name; what it returns.
  template <class... Arguments> int call(const char *function, Arguments... arguments) {
    return reinterpret_cast<int (*)(Arguments...)>(symbol(function))(arguments...);
  }
  /// The same, and ends the process with status 2 and a message unless it succeeds.
  template <class... Arguments> void must(const char *function, Arguments... arguments) {
    if (int error = call(function, arguments...))
      failed(function, error);
  }
  /// Loads PTX (a head is put in front unless it has one) and finds a kernel; the first one of its text when NAME is
  /// empty.
  void *kernel(const std::string &text, const std::string &name = "k");
  void launch(void *kernel, unsigned blocks, unsigned threads, std::vector<uint64_t> parameters, unsigned shared = 0,
              void *stream = nullptr);
  Pointer allocate(size_t bytes);
  template <class T> Pointer upload(const std::vector<T> &values) {
    Pointer pointer = allocate(values.size() * sizeof(T));
    must("cuMemcpyHtoD_v2", pointer, static_cast<const void *>(values.data()), values.size() * sizeof(T));
    return pointer;
  }
  template <class T> std::vector<T> download(Pointer pointer, size_t count) {
    std::vector<T> values(count);
    must("cuMemcpyDtoH_v2", static_cast<void *>(values.data()), pointer, count * sizeof(T));
    return values;
  }
  void *stream(unsigned flags = 1);
  void *event(unsigned flags = 2);
  /// What allocate() has made and nobody has freed.
  void freeAll();
  void forget(Pointer pointer);

private:
  void *symbol(const char *function);
  [[noreturn]] void failed(const char *function, int error);
  void *library;
  std::vector<Pointer> allocated;
};

struct Outcome {
  int status = -1; // of the process
  std::string messages;
};

/// Runs BODY with a device in a child process, with variables of the environment. BODY frees what it wants to; the rest
/// is freed behind it.
Outcome run(const std::function<void(Device &)> &body, const std::map<std::string, std::string> &environment = {});

/// Ends the child process with status 1 and a message unless two values are equal; for use within BODY.
void expectEqual(double expected, double actual, const std::string &what);
void expect(bool condition, const std::string &what);

/// Entry 'k' with COUNT parameters of 64 bits, loaded to %p0, %p1, ...; %t is the thread of the block, %i that of the
/// grid. %r, %d, %f, %g, %h and %q are registers of 32 and 64 bits, f32, f64, 16 bits, and predicates.
std::string entry(unsigned count, const std::string &body, const std::string &declarations = "");

} // namespace shardwright::cudadouble::test

#endif // TEST_CUDA_DOUBLE_UNIT_DEVICE_H
