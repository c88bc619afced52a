// Kernels that read lanes which lie apart, from memory that ends where what they may read ends.
#include "passes/lower/Codegen.h"
#include "passes/lower/EmitKernel.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace shardwright::lower;

namespace {

using KernelFunction = void (*)(void *const *, int64_t, int64_t);

/// Some pages between two that nobody may touch.
class GuardedPages {
public:
  GuardedPages() {
    begin = static_cast<char *>(mmap(nullptr, 3 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) + size;
    EXPECT_EQ(mprotect(begin, size, PROT_READ | PROT_WRITE), 0);
  }
  ~GuardedPages() { munmap(begin - size, 3 * size); }

  /// That many bytes at the pages' beginning or end.
  char *at(bool end, size_t bytes) const { return end ? begin + size - bytes : begin; }

private:
  static constexpr size_t size = 1 << 14;
  char *begin;
};

/// All kernels of a test are compiled at once.
class ScatteredLoads : public testing::TestWithParam<std::pair<const char *, bool>> {
protected:
  ScatteredLoads() {
    DialectRegistry registry;
    registerKernelDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = ModuleOp::create(UnknownLoc::get(&context));
  }
  ~ScatteredLoads() override {
    if (library)
      dlclose(library);
  }

  void add(const KernelGraph &graph) {
    LoopChoices choices;
    choices.gathers = GetParam().second;
    trips.push_back(emitKernel(*module, "kernel" + std::to_string(trips.size()), graph, choices));
  }

  void compile() {
    auto target = shardwright::Target::parse(GetParam().first);
    ASSERT_TRUE(target.ok()) << target.status().ToString();
    auto image = compileKernels(*module, *target);
    ASSERT_TRUE(image.ok()) << image.status().ToString();
    int fd = memfd_create("kernels", 0);
    ASSERT_EQ(write(fd, image->data(), image->size()), static_cast<ssize_t>(image->size()));
    library = dlopen(("/proc/self/fd/" + std::to_string(fd)).c_str(), RTLD_NOW | RTLD_LOCAL);
    close(fd);
    ASSERT_TRUE(library) << dlerror();
  }

  void run(size_t number, std::vector<void *> buffers) {
    auto kernel = reinterpret_cast<KernelFunction>(dlsym(library, ("kernel" + std::to_string(number)).c_str()));
    kernel(buffers.data(), 0, trips[number]);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::vector<int64_t> trips;
  void *library = nullptr;
  GuardedPages input, output;
};

const int64_t kCounts[] = {1, 3, 8, 16, 17, 35};
const int64_t kStrides[] = {-9, -8, -4, -3, -2, -1, 2, 3, 5, 7, 8, 9};

TEST_P(ScatteredLoads, EveryStrideForwardsAndBackwards) {
  const Type types[] = {IntegerType::get(&context, 8), Float32Type::get(&context), Float64Type::get(&context)};
  struct Case {
    int64_t count, stride;
    size_t width;
  };
  std::vector<Case> cases;
  std::deque<KernelGraph> graphs;
  for (Type type : types)
    for (int64_t stride : kStrides)
      for (int64_t count : kCounts) {
        KernelGraph &graph = graphs.emplace_back();
        graph.indexType = IntegerType::get(&context, 32);
        graph.buffers = {{type, (count - 1) * std::abs(stride) + 1}, {type, count}};
        IndexExpr i = graph.newLoop(count);
        graph.numOuter = graph.loopExtents.size();
        IndexExpr from = graph.add(graph.scale(i, stride), IndexExpr::number(stride < 0 ? (1 - count) * stride : 0));
        Nest nest;
        nest.stores.push_back({1, i, graph.load(0, from, nullptr)});
        graph.nests.push_back(nest);
        add(graph);
        cases.push_back({count, stride, type.getIntOrFloatBitWidth() / 8});
      }
  compile();
  for (size_t c = 0; c < cases.size(); ++c)
    for (bool end : {false, true}) {
      auto [count, stride, width] = cases[c];
      const size_t elements = static_cast<size_t>((count - 1) * std::abs(stride) + 1);
      char *in = input.at(end, elements * width), *out = output.at(end, static_cast<size_t>(count) * width);
      for (size_t byte = 0; byte < elements * width; ++byte)
        in[byte] = static_cast<char>(byte * 7 + byte / 256);
      run(c, {in, out});
      for (int64_t i = 0; i < count; ++i) {
        const int64_t from = stride < 0 ? (1 - count + i) * stride : i * stride;
        ASSERT_EQ(std::memcmp(out + i * width, in + from * width, width), 0)
            << i << " of " << count << ", stride " << stride << ", " << width << " bytes";
      }
    }
}

/// out[i] = on[i] ? in[at[i]] : 0, where what is off lies nowhere.
TEST_P(ScatteredLoads, PlacesFromMemoryUnderAGuard) {
  constexpr int64_t size = 37;
  Type f32 = Float32Type::get(&context), i32 = IntegerType::get(&context, 32), i1 = IntegerType::get(&context, 1);
  std::deque<KernelGraph> graphs;
  for (int64_t count : kCounts)
    for (bool isGuarded : {false, true}) {
      KernelGraph &graph = graphs.emplace_back();
      graph.indexType = i32;
      graph.buffers = {{f32, size}, {i32, count}, {i1, count}, {f32, count}};
      IndexExpr i = graph.newLoop(count);
      graph.numOuter = graph.loopExtents.size();
      const Node *guard = isGuarded ? graph.load(2, i, nullptr) : nullptr;
      Nest nest;
      nest.stores.push_back({3, i, graph.load(0, graph.fromNode(graph.load(1, i, nullptr)), guard)});
      graph.nests.push_back(nest);
      add(graph);
    }
  compile();
  for (size_t c = 0; c < std::size(kCounts); ++c)
    for (bool isGuarded : {false, true}) {
      const int64_t count = kCounts[c];
      float *in = reinterpret_cast<float *>(input.at(true, size * sizeof(float)));
      float *out = reinterpret_cast<float *>(output.at(true, static_cast<size_t>(count) * sizeof(float)));
      for (int64_t k = 0; k < size; ++k)
        in[k] = static_cast<float>(k + 1);
      std::vector<int32_t> at(count);
      std::vector<char> on(count);
      for (int64_t i = 0; i < count; ++i) {
        on[i] = !isGuarded || i % 3 != 1;
        at[i] = on[i] ? static_cast<int32_t>(i * 11 % size) : 1 << 28;
      }
      run(2 * c + isGuarded, {in, at.data(), on.data(), out});
      for (int64_t i = 0; i < count; ++i)
        ASSERT_EQ(out[i], on[i] ? static_cast<float>(i * 11 % size + 1) : 0.0f) << i << " of " << count;
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, ScatteredLoads,
                         testing::Values(std::pair("host", true), std::pair("host", false),
                                         std::pair("host:x86-64", true), std::pair("host:x86-64", false)));

} // namespace
