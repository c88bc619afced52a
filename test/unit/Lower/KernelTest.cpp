// Kernels described by hand, compiled, loaded and run: values come from plain loops and libm in double precision.
#include "passes/lower/Codegen.h"
#include "passes/lower/EmitKernel.h"
#include "passes/lower/VectorPlan.h"
#include "shardwright/Runtime/Array.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <numeric>
#include <random>
#include <sys/mman.h>
#include <unistd.h>

using namespace mlir;
using namespace shardwright::lower;
using shardwright::Opcode;

namespace {

using KernelFunction = void (*)(void *const *, int64_t, int64_t);

class KernelTest : public testing::Test {
protected:
  KernelTest() {
    DialectRegistry registry;
    registerKernelDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    f32 = Float32Type::get(&context);
    graph.indexType = IntegerType::get(&context, 32);
  }
  ~KernelTest() override {
    if (library)
      dlclose(library);
  }

  KernelFunction compile() {
    OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
    trip = emitKernel(*module, "kernel", graph);
    auto image = compileKernels(*module, target);
    EXPECT_TRUE(image.ok()) << image.status().ToString();
    if (!image.ok())
      return nullptr;
    int fd = memfd_create("kernel", 0);
    EXPECT_EQ(write(fd, image->data(), image->size()), static_cast<ssize_t>(image->size()));
    library = dlopen(("/proc/self/fd/" + std::to_string(fd)).c_str(), RTLD_NOW | RTLD_LOCAL);
    close(fd);
    EXPECT_TRUE(library) << dlerror();
    return library ? reinterpret_cast<KernelFunction>(dlsym(library, "kernel")) : nullptr;
  }

  /// out[i] = op(in[i]) over n elements.
  KernelFunction elementwise(Opcode op, int64_t n) {
    graph.buffers = {{f32, n}, {f32, n}};
    IndexExpr i = graph.newLoop(n);
    graph.numOuter = 1;
    Nest nest;
    nest.stores.push_back({1, i, graph.apply(op, f32, {graph.load(0, i, nullptr)})});
    graph.nests.push_back(nest);
    return compile();
  }

  MLIRContext context;
  shardwright::Target target = shardwright::Target::thisHost();
  KernelGraph graph;
  Type f32;
  int64_t trip = 0;
  void *library = nullptr;
};

double ulps(float got, double want) {
  if (std::isnan(got) || std::isnan(want))
    return std::isnan(got) == std::isnan(want) ? 0 : INFINITY;
  if (std::isinf(static_cast<float>(want)) || std::isinf(got))
    return got == static_cast<float>(want) ? 0 : INFINITY;
  float rounded = static_cast<float>(want);
  double unit = std::max<double>(std::nextafterf(std::fabs(rounded), INFINITY) - std::fabs(rounded), 1.1754944e-38);
  return std::fabs(got - want) / unit;
}

struct Function {
  const char *name;
  Opcode op;
  double (*reference)(double);
  double low, high, maxUlps;
};

class MathTest : public KernelTest, public testing::WithParamInterface<Function> {};

TEST_P(MathTest, IsAccurateEverywhere) {
  const Function &f = GetParam();
  constexpr int64_t n = 200003;
  KernelFunction kernel = elementwise(f.op, n);
  ASSERT_TRUE(kernel);
  std::vector<float> in(n), out(n);
  std::mt19937 random(7);
  std::uniform_real_distribution<float> uniform(f.low, f.high);
  for (int64_t i = 0; i < n; ++i) {
    // Half spread evenly over the range, half over the exponents down to tiny values.
    in[i] = uniform(random);
    if (i % 2)
      in[i] *= std::ldexp(1.0f, -static_cast<int>(random() % 60));
  }
  const float special[] = {0.0f,   -0.0f,   INFINITY, -INFINITY, NAN,    1.0f,   -1.0f,
                           1e-40f, 3.4e38f, -3.4e38f, 88.0f,     -88.0f, 100.0f, -110.f};
  std::copy(std::begin(special), std::end(special), in.begin());
  void *buffers[] = {in.data(), out.data()};
  kernel(buffers, 0, trip);
  double worst = 0;
  int64_t at = 0;
  for (int64_t i = 0; i < n; ++i)
    if (double error = ulps(out[i], f.reference(in[i])); error > worst) {
      worst = error;
      at = i;
    }
  EXPECT_LE(worst, f.maxUlps) << f.name << "(" << in[at] << ") = " << out[at] << ", want " << f.reference(in[at]);
}

INSTANTIATE_TEST_SUITE_P(Functions, MathTest,
                         testing::Values(Function{"exp", Opcode::Exp, std::exp, -110, 90, 2},
                                         Function{"log", Opcode::Log, std::log, 0, 1e6, 2},
                                         Function{"tanh", Opcode::Tanh, std::tanh, -12, 12, 2.5},
                                         Function{"log1p", Opcode::Log1p, std::log1p, -1, 100, 3},
                                         Function{"expm1", Opcode::Expm1, std::expm1, -20, 20, 3},
                                         Function{"sin", Opcode::Sine, std::sin, -1e5, 1e5, 2},
                                         Function{"cos", Opcode::Cosine, std::cos, -1e5, 1e5, 2},
                                         Function{"rsqrt", Opcode::Rsqrt, [](double x) { return 1 / std::sqrt(x); }, 0,
                                                  1e6, 2},
                                         Function{"logistic", Opcode::Logistic,
                                                  [](double x) { return 1 / (1 + std::exp(-x)); }, -80, 30, 3}),
                         [](const auto &info) { return std::string(info.param.name); });

/// Elements, and the types they are read and stored as.
struct Narrowing {
  int64_t n;
  const char *from, *to;
};

class NarrowingTest : public KernelTest, public testing::WithParamInterface<Narrowing> {
protected:
  Type type(llvm::StringRef name) { return parseType(name, &context); }
};

// Where one lane was left of a vector of narrower elements than were computed with, LLVM stored it as wide as it was.
TEST_P(NarrowingTest, StaysInItsBuffer) {
  constexpr size_t kBehind = 8;
  auto [n, from, to] = GetParam();
  graph.buffers = {{type(from), n}, {type(from), n}, {type(to), n}};
  IndexExpr i = graph.newLoop(n);
  graph.numOuter = 1;
  Nest nest;
  // Something that narrow elements would not do as well.
  const Node *larger = graph.apply(Opcode::Maximum, type(from), {graph.load(0, i, nullptr), graph.load(1, i, nullptr)});
  nest.stores.push_back({2, i, graph.apply(Opcode::Convert, type(to), {larger})});
  graph.nests.push_back(nest);
  KernelFunction kernel = compile();
  ASSERT_TRUE(kernel);
  std::vector<uint8_t> a(8 * n, 1), b(8 * n, 2), out(type(to).getIntOrFloatBitWidth() / 8 * n + kBehind, 0xab);
  void *buffers[] = {a.data(), b.data(), out.data()};
  kernel(buffers, 0, trip);
  EXPECT_NE(out[out.size() - kBehind - 1], 0xab) << "the last element is not written";
  EXPECT_EQ(std::count(out.end() - kBehind, out.end(), 0xab), ptrdiff_t{kBehind});
}

std::vector<Narrowing> narrowings() {
  std::vector<Narrowing> all;
  for (int64_t n : {2, 15, 17, 33})
    for (auto [from, to] : {std::pair{"f32", "bf16"},
                            {"f32", "f16"},
                            {"bf16", "bf16"},
                            {"f32", "i8"},
                            {"i32", "i8"},
                            {"i32", "i16"},
                            {"i64", "i32"},
                            {"i64", "i8"}})
      all.push_back({n, from, to});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Types, NarrowingTest, testing::ValuesIn(narrowings()), [](const auto &info) {
  return std::string(info.param.from) + "to" + info.param.to + "of" + std::to_string(info.param.n);
});

#if defined(__x86_64__)

/// out[i] = in[i] in the other type, for a CPU that has no instructions for f16.
class HalfTest : public KernelTest {
protected:
  KernelFunction convert(Type from, Type to, int64_t n) {
    absl::StatusOr<shardwright::Target> old = shardwright::Target::parse("host:x86-64");
    EXPECT_TRUE(old.ok());
    target = *old;
    graph.buffers = {{from, n}, {to, n}};
    IndexExpr i = graph.newLoop(n);
    graph.numOuter = 1;
    Nest nest;
    nest.stores.push_back({1, i, graph.apply(Opcode::Convert, to, {graph.load(0, i, nullptr)})});
    graph.nests.push_back(nest);
    return compile();
  }
  Type f16 = Float16Type::get(&context);
};

TEST_F(HalfTest, EveryHalfIsReadWithoutInstructions) {
  constexpr int64_t n = 1 << 16;
  KernelFunction kernel = convert(f16, f32, n);
  ASSERT_TRUE(kernel);
  std::vector<uint16_t> in(n);
  std::vector<float> out(n);
  std::iota(in.begin(), in.end(), 0);
  void *buffers[] = {in.data(), out.data()};
  kernel(buffers, 0, trip);
  for (int64_t i = 0; i < n; ++i) {
    float want = shardwright::runtime::f16ToFloat(in[i]);
    ASSERT_TRUE(std::isnan(want) ? std::isnan(out[i]) : out[i] == want && std::signbit(out[i]) == std::signbit(want))
        << in[i] << " is " << want << ", got " << out[i];
  }
}

TEST_F(HalfTest, FloatsAreRoundedWithoutInstructions) {
  constexpr int64_t n = 1 << 20;
  KernelFunction kernel = convert(f32, f16, n);
  ASSERT_TRUE(kernel);
  std::vector<float> in(n);
  std::vector<uint16_t> out(n);
  std::mt19937 random(11);
  for (int64_t i = 0; i < n; ++i) {
    // A half, the middle to the next one, or beside it; and any bits.
    uint32_t half = random() & 0xffff;
    float low = shardwright::runtime::f16ToFloat(static_cast<uint16_t>(half));
    float high = shardwright::runtime::f16ToFloat(static_cast<uint16_t>(half + 1));
    float middle = low + (high - low) / 2;
    uint32_t bits = static_cast<uint32_t>(random());
    std::memcpy(&in[i], &bits, sizeof(bits));
    const float choices[] = {low, middle, std::nextafterf(middle, INFINITY), std::nextafterf(middle, -INFINITY), in[i]};
    in[i] = choices[i % 5];
  }
  void *buffers[] = {in.data(), out.data()};
  kernel(buffers, 0, trip);
  for (int64_t i = 0; i < n; ++i) {
    uint16_t want = shardwright::runtime::floatToF16(in[i]);
    bool isNaN = std::isnan(in[i]);
    ASSERT_TRUE(isNaN ? (out[i] & 0x7fff) > 0x7c00 : out[i] == want) << in[i] << " is " << want << ", got " << out[i];
  }
}

#endif

TEST_F(KernelTest, ReducesRowsWithARest) {
  constexpr int64_t rows = 7, columns = 37;
  graph.buffers = {{f32, rows * columns}, {f32, rows}};
  IndexExpr i = graph.newLoop(rows);
  graph.numOuter = 1;
  IndexExpr j = graph.newLoop(columns);
  const Node *x = graph.load(0, graph.add(graph.scale(i, columns), j), nullptr);
  Nest nest;
  nest.loops = {1};
  const Node *running = graph.accumulator(f32, 0, 0, 3);
  const Node *result = graph.local(f32, 0, 0);
  nest.accumulators.push_back(
      {graph.constant(f32, FloatAttr::get(f32, 2.0)), running, graph.apply(Opcode::Add, f32, {running, x}), result});
  Nest last;
  last.stores.push_back({1, i, graph.apply(Opcode::Multiply, f32, {result, result})});
  graph.nests = {nest, last};
  KernelFunction kernel = compile();
  ASSERT_TRUE(kernel);
  std::vector<float> in(rows * columns), out(rows, -1);
  for (size_t k = 0; k < in.size(); ++k)
    in[k] = static_cast<float>(k % 11) - 4;
  void *buffers[] = {in.data(), out.data()};
  kernel(buffers, 1, trip);
  EXPECT_EQ(out[0], -1) << "outside the range asked for";
  for (int64_t r = 1; r < rows; ++r) {
    float sum = 2;
    for (int64_t c = 0; c < columns; ++c)
      sum += in[r * columns + c];
    EXPECT_EQ(out[r], sum * sum);
  }
}

TEST_F(KernelTest, TransposesByGather) {
  constexpr int64_t n = 19, m = 23;
  graph.buffers = {{f32, n * m}, {f32, n * m}};
  IndexExpr i = graph.newLoop(n), j = graph.newLoop(m);
  graph.numOuter = 2;
  Nest nest;
  nest.stores.push_back({1, graph.linearize({i, j}, {n, m}), graph.load(0, graph.linearize({j, i}, {m, n}), nullptr)});
  graph.nests.push_back(nest);
  KernelFunction kernel = compile();
  ASSERT_TRUE(kernel);
  std::vector<float> in(n * m), out(n * m);
  for (size_t k = 0; k < in.size(); ++k)
    in[k] = k;
  void *buffers[] = {in.data(), out.data()};
  kernel(buffers, 0, trip);
  for (int64_t r = 0; r < n; ++r)
    for (int64_t c = 0; c < m; ++c)
      ASSERT_EQ(out[r * m + c], in[c * n + r]);
}

/// sum over k of (x[k, c + start] - y[i, c]) w[k, i], where `start` is a number from memory, or none.
LoopPlan planOfSums(KernelGraph graph, Type f32, bool hasStart) {
  constexpr int64_t rows = 8, columns = 3, depth = 16;
  Type i32 = IntegerType::get(f32.getContext(), 32);
  graph.indexType = i32;
  graph.buffers = {
      {f32, 2 * depth * columns}, {f32, rows * columns}, {f32, depth * rows}, {f32, rows * columns}, {i32, 1}};
  IndexExpr i = graph.newLoop(rows), c = graph.newLoop(columns), k = graph.newLoop(depth);
  graph.numOuter = 2;
  IndexExpr x = graph.add(graph.scale(k, columns), c);
  if (hasStart) {
    const Node *start = graph.load(4, IndexExpr::number(0), nullptr);
    start = graph.apply(Opcode::Multiply, i32, {start, graph.integer(i32, depth)});
    start = graph.apply(Opcode::Maximum, i32, {start, graph.integer(i32, 0)});
    start = graph.apply(Opcode::Minimum, i32, {start, graph.integer(i32, depth)});
    x = graph.add(x, graph.scale(graph.fromNode(start), columns));
  }
  const Node *from = graph.load(1, graph.linearize({i, c}, {rows, columns}), nullptr);
  const Node *weight = graph.load(2, graph.linearize({k, i}, {depth, rows}), nullptr);
  const Node *term = graph.apply(Opcode::Subtract, f32, {graph.load(0, x, nullptr), from});
  Nest nest;
  nest.loops = {2};
  const Node *running = graph.accumulator(f32, 0, 0, 7), *result = graph.local(f32, 0, 0);
  nest.accumulators.push_back(
      {graph.constant(f32, FloatAttr::get(f32, 0.0)), running,
       graph.apply(Opcode::Add, f32, {running, graph.apply(Opcode::Multiply, f32, {term, weight})}), result});
  Nest last;
  last.stores.push_back({3, graph.linearize({i, c}, {rows, columns}), result});
  graph.nests = {nest, last};
  return planLoops(graph);
}

TEST_F(KernelTest, IsRunInVectorsAlongTheSameLoopWhereverItsOperandsBegin) {
  LoopPlan plain = planOfSums({}, f32, false), shifted = planOfSums({}, f32, true);
  EXPECT_EQ(plain.vector, shifted.vector);
  EXPECT_EQ(plain.lanes, shifted.lanes);
}

} // namespace
