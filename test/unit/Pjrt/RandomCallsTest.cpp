// Calls of the table in any order, with good and bad arguments: none may crash, and what they compute is right.
#include "Plugin.h"

#include <cstdlib>
#include <iostream>
#include <memory>
#include <random>

namespace shardwright::pjrt::test {
namespace {

constexpr size_t kDevices = 3;

/// A buffer and what it must hold; empty values: it is a result of what may have failed.
struct Known {
  Buffer *buffer;
  size_t device;
  std::vector<float> values;
  bool isDeleted = false;
  int views = 0;
};

/// One device computes x y + 1, the first argument donated or not.
std::string programOf(int64_t length, bool isDonated) {
  const std::string type = "tensor<" + std::to_string(length) + "xf32>";
  return "module @jit_random {\n  func.func public @main(%x: " + type +
         (isDonated ? " {tf.aliasing_output = 0 : i32}" : "") + ", %y: " + type + ") -> " + type +
         " {\n    %0 = stablehlo.multiply %x, %y : " + type + "\n    %1 = stablehlo.constant dense<1.0> : " + type +
         "\n    %2 = stablehlo.add %0, %1 : " + type + "\n    return %2 : " + type + "\n  }\n}";
}

class RandomCalls {
public:
  explicit RandomCalls(unsigned seed) : random(seed), client(kDevices) {
    for (size_t device = 0; device != kDevices; ++device)
      for (bool isDonated : {false, true})
        programs.push_back(std::make_unique<TestProgram>(client, programOf(lengthOf(device), isDonated),
                                                         compileOptions({static_cast<int64_t>(device)})));
  }
  ~RandomCalls() {
    for (Known &known : buffers)
      destroy(known.buffer);
  }

  void step() {
    switch (below(10)) {
    case 0:
    case 1:
      return make();
    case 2:
    case 3:
      return execute();
    case 4:
      return look();
    case 5:
      return copy();
    case 6:
      return remove();
    case 7:
      return view();
    case 8:
      return compileGarbage();
    default:
      return callGarbage();
    }
  }

private:
  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random); }
  static int64_t lengthOf(size_t device) { return device == 0 ? 1 : device == 1 ? 17 : 4096; }
  Known *any() { return buffers.empty() ? nullptr : &buffers[below(buffers.size())]; }

  void make() {
    const size_t device = below(kDevices);
    std::vector<float> values(static_cast<size_t>(lengthOf(device)));
    for (float &value : values)
      value = static_cast<float>(below(5)) - 2;
    buffers.push_back({put(client, device, ElementCode::F32, values, {lengthOf(device)}), device, values});
  }

  void execute() {
    Known *x = any(), *y = any();
    if (!x)
      return;
    const size_t device = below(4) == 0 ? below(kDevices) : x->device;
    const bool isDonated = below(2) != 0;
    auto [outcome, out] = programs[2 * device + isDonated]->run({{x->buffer, y->buffer}});
    const bool isGood =
        x->device == device && y->device == device && !x->isDeleted && !y->isDeleted && !(isDonated && x == y);
    ASSERT_EQ(outcome.ok(), isGood) << outcome;
    if (!isGood)
      return;
    std::vector<float> want;
    for (size_t i = 0; i != x->values.size(); ++i)
      want.push_back(x->values[i] * y->values[i] + 1);
    x->isDeleted = isDonated && x->views == 0;
    ASSERT_EQ(isDeleted(x->buffer), x->isDeleted);
    buffers.push_back({out[0][0], device, want});
  }

  void look() {
    Known *known = any();
    if (!known || known->isDeleted)
      return;
    ASSERT_EQ(get<float>(known->buffer), known->values);
  }

  void copy() {
    Known *known = any();
    if (!known)
      return;
    auto copy = fresh<args::Buffer_CopyToDevice>();
    copy.buffer = known->buffer;
    copy.dst_device = client.devices[known->device];
    ASSERT_EQ(call(copy).ok(), !known->isDeleted);
    if (!known->isDeleted)
      buffers.push_back({copy.dst_buffer, known->device, std::vector<float>(known->values)});
  }

  void remove() {
    if (buffers.empty())
      return;
    const size_t i = below(buffers.size());
    if (below(2) == 0) {
      auto end = fresh<args::Buffer_Delete>();
      end.buffer = buffers[i].buffer;
      ASSERT_TRUE(call(end).ok());
      buffers[i].isDeleted = true;
    } else {
      destroy(buffers[i].buffer);
      buffers.erase(buffers.begin() + static_cast<long>(i));
    }
  }

  void view() {
    Known *known = any();
    if (!known)
      return;
    if (known->views != 0 && below(2) == 0) {
      auto release = fresh<args::Buffer_DecreaseExternalReferenceCount>();
      release.buffer = known->buffer;
      ASSERT_TRUE(call(release).ok());
      --known->views;
      return;
    }
    auto hold = fresh<args::Buffer_IncreaseExternalReferenceCount>();
    hold.buffer = known->buffer;
    const bool isGood = !known->isDeleted || known->views != 0;
    ASSERT_EQ(call(hold).ok(), isGood);
    known->views += isGood;
    if (!isGood)
      return;
    auto where = fresh<args::Buffer_OpaqueDeviceMemoryDataPointer>();
    where.buffer = known->buffer;
    ASSERT_TRUE(call(where).ok());
    const auto *values = static_cast<const float *>(where.device_memory_ptr);
    auto ready = fresh<args::Buffer_ReadyEvent>();
    ready.buffer = known->buffer;
    ASSERT_TRUE(call(ready).ok());
    ASSERT_TRUE(await(ready.event).ok());
    ASSERT_EQ(std::vector<float>(values, values + known->values.size()), known->values);
  }

  void compileGarbage() {
    std::string code = programOf(3, below(2) != 0), options = compileOptions({0});
    std::string &one = below(2) == 0 ? code : options;
    for (size_t left = 1 + below(4); left != 0; --left)
      one[below(one.size())] = static_cast<char>(below(128));
    auto [outcome, compiled] = tryCompile(client, code, options);
    if (outcome.ok())
      TestProgram end(compiled);
  }

  void callGarbage() {
    // Handles of other kinds, at any function that takes one first and changes nothing of it.
    void *handles[] = {
        nullptr, client.client, client.devices[0], client.memoryOf(0), programs[0]->loaded, programs[0]->executable};
    constexpr size_t kReaders[] = {12, 14, 15, 16, 19, 23, 26, 28, 29, 32, 33, 36, 39, 41, 44, 52, 54, 59, 60, 68, 94};
    struct {
      size_t struct_size;
      void *extension_start;
      void *handle;
      char rest[232];
    } args = {};
    args.struct_size = 16 + below(200);
    args.handle = handles[below(std::size(handles))];
    (void)take(reinterpret_cast<Error *(*)(void *)>(api().functions[kReaders[below(std::size(kReaders))]])(&args));
  }

  std::mt19937 random;
  TestClient client;
  std::vector<std::unique_ptr<TestProgram>> programs; ///< by device and donation
  std::vector<Known> buffers;
};

TEST(Plugin, RandomCalls) {
  const char *given = std::getenv("SHARDWRIGHT_TEST_SEED"), *calls = std::getenv("SHARDWRIGHT_API_CALLS");
  const unsigned seed = given ? static_cast<unsigned>(std::atol(given)) : std::random_device()();
  std::cout << "seed " << seed << " (SHARDWRIGHT_TEST_SEED)" << std::endl;
  RandomCalls sequence(seed);
  for (int i = 0; i != (calls ? std::atoi(calls) : 200) && !testing::Test::HasFatalFailure(); ++i)
    sequence.step();
}

} // namespace
} // namespace shardwright::pjrt::test
