// Random programs of element-wise operations, reductions, broadcasts, reshapes and the like over related shapes: what
// is fused, grouped, vectorised or written in place must compute what the reference interpreter does. Elements are
// small whole numbers, so that every order of a sum gives the same.
#include "lib/Driver/Arrays.h"
#include "lib/Interp/Interpret.h"
#include "passes/lower/LowerToHost.h"
#include "shardwright/Runtime/Runtime.h"
#include "test/unit/AllDialects.h"

#include <gtest/gtest.h>

#include <random>

using namespace shardwright;

namespace {

using Shape = std::vector<int64_t>;

class Generator {
public:
  explicit Generator(unsigned seed) : random(seed) {
    int64_t a = pick({1, 2, 3, 5}), b = pick({1, 2, 4, 7}), c = pick({1, 3, 8, 17, 33});
    shapes = {{a, b, c}, {a * b, c}, {a * b * c}, {a, b}, {a * b}, {a, b, 1}, {c}, {b, c}, {c, a * b}};
  }

  std::string program() {
    std::string arguments, body, results, types;
    for (const Shape &shape : {shapes[0], shapes[1], shapes[4], shapes[6]}) {
      arguments += (values.empty() ? "" : ", ") + ("%v" + std::to_string(values.size())) + ": " + type(shape);
      values.push_back({shape, 4});
    }
    text += "%zero = stablehlo.constant dense<0> : tensor<i32>\n";
    text += "%one = stablehlo.constant dense<1> : tensor<i32>\n";
    text += "%fzero = stablehlo.constant dense<0.0> : tensor<f32>\n";
    text += "%low = stablehlo.constant dense<-1.0e6> : tensor<f32>\n";
    for (int64_t step = 0, steps = pick({6, 12, 25}); step < steps; ++step)
      addOperation();
    for (int i = 0; i < 3; ++i) {
      size_t v = values.size() - 1 - random() % std::min<size_t>(values.size(), 8);
      results += (i ? ", %v" : "%v") + std::to_string(v);
      types += (i ? ", " : "") + type(values[v].shape);
    }
    return "func.func @main(" + arguments + ") -> (" + types + ") {\n" + text + "return " + results + " : " + types +
           "\n}\n";
  }

private:
  struct Value {
    Shape shape;
    int64_t bound; ///< of the magnitude
  };

  int64_t pick(std::vector<int64_t> from) { return from[random() % from.size()]; }
  static std::string type(const Shape &shape, const char *element = "f32") {
    std::string text = "tensor<";
    for (int64_t d : shape)
      text += std::to_string(d) + "x";
    return text + element + ">";
  }
  static int64_t count(const Shape &shape) {
    int64_t n = 1;
    for (int64_t d : shape)
      n *= d;
    return n;
  }
  static std::string list(const Shape &values) {
    std::string text;
    for (int64_t v : values)
      text += (text.empty() ? "" : ", ") + std::to_string(v);
    return text;
  }
  /// One of the last values, so that chains get long.
  size_t recent() { return values.size() - 1 - random() % std::min<size_t>(values.size(), 10); }
  std::string use(size_t v) { return "%v" + std::to_string(v); }

  size_t add(const Shape &shape, int64_t bound, const std::string &right) {
    std::string own = use(values.size());
    // Large numbers would be rounded: they are cut before.
    if (bound > 1 << 16) {
      text += own + "_raw = " + right + "\n" + own + "_lo = stablehlo.constant dense<-9.0> : tensor<f32>\n" + own +
              "_hi = stablehlo.constant dense<9.0> : tensor<f32>\n" + own + " = stablehlo.clamp " + own + "_lo, " +
              own + "_raw, " + own + "_hi : (tensor<f32>, " + type(shape) + ", tensor<f32>) -> " + type(shape) + "\n";
      bound = 9;
    } else {
      text += own + " = " + right + "\n";
    }
    values.push_back({shape, bound});
    return values.size() - 1;
  }

  void addOperation() {
    size_t x = recent();
    const Value v = values[x];
    const std::string in = use(x), t = type(v.shape);
    auto other = [&] {
      for (int i = 0; i < 30; ++i)
        if (size_t y = recent(); values[y].shape == v.shape)
          return y;
      return x;
    };
    switch (random() % 12) {
    case 0:
    case 1: {
      size_t y = other();
      const char *ops[] = {"add", "subtract", "maximum", "minimum"};
      add(v.shape, v.bound + values[y].bound,
          std::string("stablehlo.") + ops[random() % 4] + " " + in + ", " + use(y) + " : " + t);
      return;
    }
    case 2:
      add(v.shape, v.bound, std::string("stablehlo.") + (random() % 2 ? "negate " : "abs ") + in + " : " + t);
      return;
    case 3: {
      size_t y = other();
      std::string own = use(values.size());
      text += own + "_c = stablehlo.compare GT, " + in + ", " + use(y) + " : (" + t + ", " + t + ") -> " +
              type(v.shape, "i1") + "\n";
      add(v.shape, std::max(v.bound, values[y].bound),
          "stablehlo.select " + own + "_c, " + use(y) + ", " + in + " : " + type(v.shape, "i1") + ", " + t);
      return;
    }
    case 4: {
      size_t y = other();
      if (v.bound * values[y].bound < 1 << 20)
        add(v.shape, v.bound * values[y].bound, "stablehlo.multiply " + in + ", " + use(y) + " : " + t);
      return;
    }
    case 5:
    case 6:
      return addReduction(x, random() % 3 ? 1 : 0);
    case 7:
    case 8:
      return addBroadcast(x);
    case 9:
      for (const Shape &to : shapes)
        if (to != v.shape && count(to) == count(v.shape) && random() % 2) {
          add(to, v.bound, "stablehlo.reshape " + in + " : (" + t + ") -> " + type(to));
          return;
        }
      return;
    case 10:
      return addMovement(x);
    default:
      // bf16 holds whole numbers up to 256.
      if (v.bound <= 256) {
        std::string own = use(values.size());
        text += own + "_h = stablehlo.convert " + in + " : (" + t + ") -> " + type(v.shape, "bf16") + "\n";
        add(v.shape, v.bound, "stablehlo.convert " + own + "_h : (" + type(v.shape, "bf16") + ") -> " + t);
      }
    }
  }

  void addReduction(size_t x, bool isSuffix) {
    const Value v = values[x];
    if (v.shape.empty())
      return;
    size_t kept = random() % v.shape.size();
    Shape dims, to;
    for (size_t d = 0; d < v.shape.size(); ++d)
      if ((d >= kept) == isSuffix)
        dims.push_back(d);
      else
        to.push_back(v.shape[d]);
    bool isSum = random() % 2;
    add(to, isSum ? v.bound * count(v.shape) : 1000000,
        "stablehlo.reduce(" + use(x) + " init: " + (isSum ? "%fzero" : "%low") + ") applies stablehlo." +
            (isSum ? "add" : "maximum") + " across dimensions = [" + list(dims) + "] : (" + type(v.shape) +
            ", tensor<f32>) -> " + type(to));
  }

  void addBroadcast(size_t x) {
    const Value v = values[x];
    const Shape &to = shapes[random() % shapes.size()];
    // The operand's dimensions go to equal ones, from the front or from the back.
    Shape dims;
    bool fromFront = random() % 2;
    size_t rank = v.shape.size();
    if (rank > to.size())
      return;
    for (size_t d = 0; d < rank; ++d) {
      dims.push_back(fromFront ? d : to.size() - rank + d);
      if (v.shape[d] != 1 && v.shape[d] != to[dims.back()])
        return;
    }
    add(to, v.bound,
        "stablehlo.broadcast_in_dim " + use(x) + ", dims = [" + list(dims) + "] : (" + type(v.shape) + ") -> " +
            type(to));
  }

  void addMovement(size_t x) {
    const Value v = values[x];
    std::string in = use(x), t = type(v.shape);
    if (v.shape.size() != 2)
      return;
    int64_t m = v.shape[0], n = v.shape[1];
    switch (random() % 4) {
    case 0:
      add({n, m}, v.bound, "stablehlo.transpose " + in + ", dims = [1, 0] : (" + t + ") -> " + type({n, m}));
      return;
    case 1:
      if (m > 1) {
        std::string own = use(values.size()), cut = type({m - 1, n});
        text += own + "_s = stablehlo.slice " + in + " [1:" + std::to_string(m) + ", 0:" + std::to_string(n) + "] : (" +
                t + ") -> " + cut + "\n";
        add(v.shape, v.bound,
            "stablehlo.pad " + own + "_s, %fzero, low = [1, 0], high = [0, 0], interior = [0, 0] : (" + cut +
                ", tensor<f32>) -> " + t);
      }
      return;
    case 2:
      add({2 * m, n}, v.bound,
          "stablehlo.concatenate " + in + ", " + in + ", dim = 0 : (" + t + ", " + t + ") -> " + type({2 * m, n}));
      return;
    default:
      if (m > 1) {
        std::string own = use(values.size()), row = type({1, n});
        text +=
            own + "_r = stablehlo.slice " + in + " [0:1, 0:" + std::to_string(n) + "] : (" + t + ") -> " + row + "\n";
        add(v.shape, v.bound,
            "stablehlo.dynamic_update_slice " + in + ", " + own + "_r, %one, %zero : (" + t + ", " + row +
                ", tensor<i32>, tensor<i32>) -> " + t);
      }
    }
  }

  std::mt19937 random;
  std::vector<Shape> shapes;
  std::vector<Value> values;
  std::string text;
};

class RandomPrograms : public testing::TestWithParam<unsigned>, protected AllDialects {
protected:
};

TEST_P(RandomPrograms, ComputeWhatTheInterpreterDoes) {
  std::string text = Generator(GetParam()).program();
  SCOPED_TRACE("seed " + std::to_string(GetParam()) + "\n" + text);
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(text);
  ASSERT_TRUE(module);
  auto interface = driver::interfaceOf(*module);
  auto types = interp::argumentTypes(*module);
  ASSERT_TRUE(interface.ok() && types.ok());
  std::mt19937 random(GetParam());
  std::vector<runtime::Array> inputs;
  std::vector<interp::Tensor> tensors;
  for (auto [argument, type] : llvm::zip(interface->arguments, *types)) {
    inputs.push_back(runtime::Array::zeros(argument.type, argument.globalShape));
    float *elements = reinterpret_cast<float *>(inputs.back().bytes.data());
    for (int64_t i = 0; i < inputs.back().numElements(); ++i)
      elements[i] = static_cast<float>(random() % 9) - 4;
    tensors.push_back(driver::toTensor(inputs.back(), type));
  }
  auto outcome = interp::interpret(*module, tensors);
  ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
  for (const char *disabled : {"", "vectors", "fusion", "kernel-groups", "in-place,memory-reuse", "all"}) {
    SCOPED_TRACE(std::string("without '") + disabled + "'");
    auto executable = lowerToHost(*module, *without<LoweringOptions>(disabled));
    ASSERT_TRUE(mlir::succeeded(executable));
    auto program = runtime::Program::load(std::move(*executable));
    ASSERT_TRUE(program.ok()) << program.status().ToString();
    auto results = (*program)->run(inputs);
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    for (auto [r, got] : llvm::enumerate(*results)) {
      auto want = driver::toArray(outcome->results[r]);
      const float *a = reinterpret_cast<const float *>(got.bytes.data());
      const float *b = reinterpret_cast<const float *>(want->bytes.data());
      for (int64_t i = 0; i < got.numElements(); ++i)
        ASSERT_EQ(a[i], b[i]) << "result " << r << ", element " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPrograms, testing::Range(0u, 24u));

} // namespace
