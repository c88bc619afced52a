// Random per-device programs of products next to gathers and reductions, over groups of every shape: as rings of chunks
// they compute what they computed before, by the reference interpreter and as executables. Elements are small whole
// numbers, so that every order of a sum gives the same.
#include "passes/lower/DecomposeCollectives.h"

#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "lib/Driver/Arrays.h"
#include "lib/Interp/Interpret.h"
#include "passes/lower/LowerToHost.h"
#include "shardwright/Runtime/Runtime.h"
#include "test/unit/AllDialects.h"
#include "test/unit/Environment.h"
#include "test/unit/Sharding/Enumerate.h"

#include "mlir/IR/Verifier.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace shardwright;

namespace {

using Dims = std::vector<int64_t>;

/// A loop of a product.
enum Loop { B, M, N, K };

class RingPrograms {
public:
  explicit RingPrograms(unsigned seed) : random(seed) {
    static constexpr const char *kMeshes[] = {"x=2", "x=3", "x=4", "x=2,y=4", "x=4,y=2", "x=8", "x=2,y=2,z=2", "x=5"};
    mesh = test::mesh(kMeshes[random() % std::size(kMeshes)]);
    do {
      std::vector<AxisList> lists = test::allAxisLists(mesh);
      axes = lists[random() % lists.size()];
    } while (axes.empty());
    members = numParts(mesh, axes);
    static constexpr const char *kTypes[][2] = {{"f32", "f32"},
                                                {"bf16", "bf16"},
                                                {"bf16", "f32"},
                                                {"f64", "f64"},
                                                {"i32", "i32"},
                                                {"f16", "f16"},
                                                {"complex<f32>", "complex<f32>"}};
    std::tie(in, out) = std::pair(kTypes[random() % std::size(kTypes)][0], "");
    for (auto &types : kTypes)
      if (in == types[0] && (out.empty() || random() % 2))
        out = types[1];
    for (Loop loop : {M, N, K})
      sizes[loop] = 1 + random() % 4;
    sizes[B] = 1 + random() % 3;
    hasBatch = random() % 3 == 0;
  }

  std::string gather() {
    const bool isLhs = random() % 2;
    std::vector<Loop> loops = loopsOf(isLhs ? M : N);
    const Loop loop = loops[random() % loops.size()];
    chunkThat(loop);
    std::vector<Loop> order = shuffled(loops);
    const int64_t dim = std::find(order.begin(), order.end(), loop) - order.begin();
    Dims whole = shapeOf(order), block = whole;
    block[dim] /= members;
    std::string value = argument(block, in);
    const std::string gathered = name();
    line(gathered + " = spmd.all_gather " + value + " dim " + std::to_string(dim) + over() + " : (" + type(block, in) +
         ") -> " + type(whole, in));
    value = changed(gathered, whole, in);
    for (int times = 1 + random() % 2; times > 0; --times) {
      std::vector<Loop> read = order;
      std::string operand = value;
      if (random() % 3 == 0)
        operand = transposed(operand, read, in);
      if (random() % 3 == 0)
        operand = changed(operand, shapeOf(read), in);
      result(product(isLhs, operand, read), shapeOf(resultLoops()), out);
    }
    if (random() % 4 == 0)
      result(gathered, whole, in);
    return program();
  }

  std::string scatter() {
    std::vector<Loop> loops = resultLoops();
    const Loop loop = loops[random() % loops.size()];
    chunkThat(loop);
    std::string value;
    for (int times = 1 + random() % 2; times > 0; --times) {
      const bool isLhs = random() % 2;
      std::vector<Loop> order = shuffled(loopsOf(isLhs ? M : N));
      std::string operand = changed(argument(shapeOf(order), in), shapeOf(order), in);
      std::string made = product(isLhs, operand, order);
      if (random() % 3 == 0)
        made = changed(made, shapeOf(loops), out);
      if (value.empty()) {
        value = made;
        continue;
      }
      const std::string sum = name();
      line(sum + " = stablehlo.add " + value + ", " + made + " : " + type(shapeOf(loops), out));
      value = sum;
    }
    if (random() % 3 == 0)
      value = transposed(value, loops, out);
    Dims whole = shapeOf(loops), block = whole;
    const int64_t dim = std::find(loops.begin(), loops.end(), loop) - loops.begin();
    block[dim] /= members;
    const std::string scattered = name();
    line(scattered + " = spmd.reduce_scatter sum " + value + " dim " + std::to_string(dim) + over() + " : (" +
         type(whole, out) + ") -> " + type(block, out));
    result(scattered, block, out);
    return program();
  }

  int64_t bound() const { return in == "bf16" || in == "f16" ? 1 : 3; }

private:
  static std::string type(const Dims &shape, const std::string &element) {
    std::string text = "tensor<";
    for (int64_t d : shape)
      text += std::to_string(d) + "x";
    return text + element + ">";
  }
  std::string name() { return "%v" + std::to_string(names++); }
  void line(const std::string &text) { body += "  " + text + "\n"; }
  std::string over() const {
    return " over {" + llvm::join(llvm::map_range(axes, [](const AxisRef &axis) { return axis.str(); }), ", ") +
           "} on @m";
  }

  std::vector<Loop> loopsOf(Loop free) const { return hasBatch ? std::vector{B, free, K} : std::vector{free, K}; }
  std::vector<Loop> resultLoops() const { return hasBatch ? std::vector{B, M, N} : std::vector{M, N}; }
  Dims shapeOf(const std::vector<Loop> &loops) const {
    Dims shape;
    for (Loop loop : loops)
      shape.push_back(sizes[loop]);
    return shape;
  }
  std::vector<Loop> shuffled(std::vector<Loop> loops) {
    std::shuffle(loops.begin(), loops.end(), random);
    return loops;
  }
  void chunkThat(Loop loop) { sizes[loop] = members * static_cast<int64_t>(1 + random() % 3); }

  /// Of the local shape; each device has elements of its own.
  std::string attributes(const Dims &shape, const std::string &element) const {
    Dims global = shape;
    global[0] *= mesh.numDevices();
    std::string spec = "_{";
    for (const MeshAxis &axis : mesh.axes())
      spec += (spec.size() > 2 ? "," : "") + axis.name.str();
    spec += "}";
    for (size_t d = 1; d < shape.size(); ++d)
      spec += ", _";
    return " {sharding.spec = #sharding.spec<@m, [" + spec + "]>, spmd.global_type = " + type(global, element) + "}";
  }
  std::string argument(const Dims &shape, const std::string &element) {
    const std::string own = name();
    arguments += (arguments.empty() ? "" : ", ") + own + ": " + type(shape, element) + attributes(shape, element);
    return own;
  }
  void result(const std::string &value, const Dims &shape, const std::string &element) {
    results += (results.empty() ? "" : ", ") + value;
    types += (types.empty() ? "" : ", ") + type(shape, element);
    resultTypes += (resultTypes.empty() ? "" : ", ") + type(shape, element) + attributes(shape, element);
  }
  std::string program() const {
    std::string axisList;
    for (const MeshAxis &axis : mesh.axes())
      axisList += (axisList.empty() ? "" : ", ") + axis.name.str() + "=" + std::to_string(axis.size);
    return "sharding.mesh @m = <" + axisList + ">\nfunc.func @main(" + arguments + ") -> (" + resultTypes + ") {\n" +
           body + "  return " + results + " : " + types + "\n}\n";
  }

  /// Element by element: nothing, or something that keeps small whole numbers small.
  std::string changed(const std::string &value, const Dims &shape, const std::string &element) {
    const std::string own = name(), t = type(shape, element);
    const bool isOrdered = element != "complex<f32>";
    switch (isOrdered ? random() % 6 : 6 * (random() % 2)) {
    case 0:
      line(own + " = stablehlo.negate " + value + " : " + t);
      return own;
    case 1:
      line(own + " = stablehlo.maximum " + value + ", " + argument(shape, element) + " : " + t);
      return own;
    case 2: {
      const int64_t kept = random() % shape.size();
      const std::string row = argument({shape[kept]}, element), spread = name();
      line(spread + " = stablehlo.broadcast_in_dim " + row + ", dims = [" + std::to_string(kept) + "] : (" +
           type({shape[kept]}, element) + ") -> " + t);
      line(own + " = stablehlo.minimum " + spread + ", " + value + " : " + t);
      return own;
    }
    case 3: {
      const std::string zero = name();
      line(zero + " = stablehlo.constant dense<" + (element == "i32" ? "0" : "0.0") + "> : " + t);
      line(own + " = stablehlo.subtract " + zero + ", " + value + " : " + t);
      return own;
    }
    default:
      return value;
    }
  }

  std::string transposed(const std::string &value, std::vector<Loop> &loops, const std::string &element) {
    const Dims from = shapeOf(loops);
    std::vector<size_t> dims(loops.size());
    std::iota(dims.begin(), dims.end(), 0);
    std::shuffle(dims.begin(), dims.end(), random);
    std::vector<Loop> to;
    std::string list;
    for (size_t d : dims) {
      to.push_back(loops[d]);
      list += (list.empty() ? "" : ", ") + std::to_string(d);
    }
    loops = to;
    const std::string own = name();
    line(own + " = stablehlo.transpose " + value + ", dims = [" + list + "] : (" + type(from, element) + ") -> " +
         type(shapeOf(loops), element));
    return own;
  }

  /// With another argument as the other operand.
  std::string product(bool isLhs, const std::string &operand, const std::vector<Loop> &order) {
    std::vector<Loop> otherOrder = shuffled(loopsOf(isLhs ? N : M));
    const std::string other = argument(shapeOf(otherOrder), in);
    const std::vector<Loop> &lhs = isLhs ? order : otherOrder, &rhs = isLhs ? otherOrder : order;
    auto at = [](const std::vector<Loop> &loops, Loop loop) {
      return std::to_string(std::find(loops.begin(), loops.end(), loop) - loops.begin());
    };
    const std::string own = name();
    line(own + " = stablehlo.dot_general " + (isLhs ? operand : other) + ", " + (isLhs ? other : operand) + ", " +
         (hasBatch ? "batching_dims = [" + at(lhs, B) + "] x [" + at(rhs, B) + "], " : "") + "contracting_dims = [" +
         at(lhs, K) + "] x [" + at(rhs, K) + "] : (" + type(shapeOf(lhs), in) + ", " + type(shapeOf(rhs), in) +
         ") -> " + type(shapeOf(resultLoops()), out));
    return own;
  }

  std::mt19937 random;
  Mesh mesh;
  AxisList axes;
  int64_t members = 1;
  std::string in, out;
  bool hasBatch = false;
  int64_t sizes[4];
  int names = 0;
  std::string arguments, body, results, types, resultTypes;
};

class DecomposeCollectives : public testing::TestWithParam<unsigned>, protected AllDialects {
protected:
  void expectSame(mlir::ModuleOp module, const std::vector<interp::Tensor> &inputs,
                  const std::vector<interp::Tensor> &want) {
    ASSERT_TRUE(mlir::succeeded(mlir::verify(module)));
    auto outcome = interp::interpret(module, inputs);
    ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
    auto executable = lowerToHost(module);
    ASSERT_TRUE(mlir::succeeded(executable));
    auto program = runtime::Program::load(std::move(*executable));
    ASSERT_TRUE(program.ok()) << program.status().ToString();
    std::vector<runtime::Array> arrays;
    for (const interp::Tensor &tensor : inputs)
      arrays.push_back(*driver::toArray(tensor));
    auto results = (*program)->run(arrays);
    ASSERT_TRUE(results.ok()) << results.status().ToString();
    ASSERT_EQ(results->size(), want.size());
    for (size_t r = 0; r < want.size(); ++r) {
      EXPECT_TRUE(outcome->results[r].equals(want[r])) << "interpreted, result " << r;
      EXPECT_TRUE(driver::toTensor((*results)[r], want[r].type()).equals(want[r])) << "run, result " << r;
    }
  }

  void check(const std::string &text, int64_t bound);
};

void DecomposeCollectives::check(const std::string &text, int64_t bound) {
  SCOPED_TRACE("seed " + std::to_string(GetParam()) + "\n" + text);
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(text);
  ASSERT_TRUE(module);
  auto types = interp::argumentTypes(*module);
  ASSERT_TRUE(types.ok());
  std::mt19937 random(GetParam());
  std::vector<interp::Tensor> inputs;
  for (mlir::RankedTensorType type : *types) {
    inputs.emplace_back(type);
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      const int64_t number = static_cast<int64_t>(random() % (2 * bound + 1)) - bound;
      inputs.back().set(i, {number, static_cast<double>(number), 0});
    }
  }
  auto outcome = interp::interpret(*module, inputs);
  ASSERT_TRUE(outcome.ok()) << outcome.status().ToString();
  struct Form {
    int64_t pieces;
    bool bothWays, contracting;
  };
  for (Form form : {Form{0, false, true},
                    {0, true, true},
                    {0, true, false},
                    {1, false, true},
                    {2, false, true},
                    {3, false, false}}) {
    SCOPED_TRACE(std::to_string(form.pieces) + " pieces, " + (form.bothWays ? "both ways" : "one way") +
                 (form.contracting ? "" : ", not contracting"));
    mlir::OwningOpRef<mlir::ModuleOp> decomposed = module->clone();
    lower::DecomposeOptions options;
    options.pieces = form.pieces;
    options.bothWays = form.bothWays;
    options.contracting = form.contracting;
    const bool changed = lower::decomposeCollectives(decomposed->lookupSymbol<mlir::func::FuncOp>("main"), options);
    EXPECT_TRUE(changed || !form.contracting || form.pieces > 1);
    if (changed)
      expectSame(*decomposed, inputs, outcome->results);
  }
}

TEST_P(DecomposeCollectives, GathersInFrontOfProducts) {
  RingPrograms programs(GetParam());
  const std::string text = programs.gather();
  check(text, programs.bound());
}

TEST_P(DecomposeCollectives, ReductionsBehindProducts) {
  RingPrograms programs(GetParam());
  const std::string text = programs.scatter();
  check(text, programs.bound());
}

unsigned numSeeds() { return static_cast<unsigned>(numberFrom("SHARDWRIGHT_DECOMPOSED_PROGRAMS", 10)); }

INSTANTIATE_TEST_SUITE_P(Seeds, DecomposeCollectives, testing::Range(0u, numSeeds()));

} // namespace
