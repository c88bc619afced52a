// Programs built in C++: run on several devices, against loops.
#include "shardwright/Compiler/Graph.h"
#include "shardwright/Compiler.h"
#include "shardwright/Runtime/Runtime.h"
#include "test/unit/Compiler/Programs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace shardwright;
using namespace shardwright::compiler;
using namespace shardwright::graph;
using runtime::Array;
using runtime::ElementType;

namespace {

std::vector<float> randomElements(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> distribution(-1, 1);
  std::vector<float> elements(count);
  for (float &element : elements)
    element = distribution(random);
  return elements;
}

Array integers(std::vector<int64_t> shape, const std::vector<int32_t> &elements) {
  Array array = Array::zeros(ElementType::I32, std::move(shape));
  std::memcpy(array.bytes.data(), elements.data(), array.bytes.size());
  return array;
}

/// The results of a graph; none, and a failure, where something is wrong.
std::vector<Array> run(const Graph &graph, const std::vector<Array> &arguments, int64_t devices) {
  SessionOptions options;
  options.topologyFolder = TOPOLOGIES;
  absl::StatusOr<std::string> text = graph.text();
  EXPECT_TRUE(text.ok()) << text.status();
  if (!text.ok())
    return {};
  auto executable = Session(options).compile({*text, "graph"});
  EXPECT_TRUE(executable.ok()) << executable.status() << "\n" << *text;
  if (!executable.ok())
    return {};
  EXPECT_EQ(executable->numDevices(), devices);
  auto program = runtime::Program::load(*executable);
  EXPECT_TRUE(program.ok()) << program.status();
  auto results = (*program)->run(arguments);
  EXPECT_TRUE(results.ok()) << results.status();
  return results.ok() ? *results : std::vector<Array>();
}

void expectNear(const Array &array, const std::vector<double> &wanted, double tolerance = 1e-5) {
  ASSERT_EQ(static_cast<size_t>(array.numElements()), wanted.size());
  for (size_t i = 0; i < wanted.size(); ++i)
    ASSERT_NEAR(runtime::realElement(array, static_cast<int64_t>(i)), wanted[i], tolerance) << "element " << i;
}

TEST(Graph, LayersOfAPerceptron) {
  const size_t B = 8, D = 6, F = 4;
  Graph graph({{"X", 4}, {"Y", 2}}, {{"B", B}, {"D", D}, {"F", F}});
  Tensor x = graph.argument("x[B_X, D]"), w = graph.argument("w[D, F_Y]"), b = graph.argument("b[F?]");
  Tensor h = relu(dot("[B, F]", x, w) + b) * 2;
  graph.result(h, "[B_X, F_Y]");
  // Summed over what is split over Y, and with its dimensions the other way.
  graph.result(dot("[D, B]", h, w));
  EXPECT_EQ(h.names(), (std::vector<std::string>{"B", "F"}));
  EXPECT_EQ(h.shape(), (std::vector<int64_t>{8, 4}));

  const std::vector<float> xs = randomElements(B * D, 1), ws = randomElements(D * F, 2), bs = randomElements(F, 3);
  std::vector<double> first(B * F), second(D * B);
  for (size_t i = 0; i < B; ++i)
    for (size_t f = 0; f < F; ++f) {
      double sum = bs[f];
      for (size_t d = 0; d < D; ++d)
        sum += double(xs[i * D + d]) * ws[d * F + f];
      first[i * F + f] = 2 * std::max(sum, 0.0);
      for (size_t d = 0; d < D; ++d)
        second[d * B + i] += first[i * F + f] * ws[d * F + f];
    }
  std::vector<Array> results = run(graph, {arrayOf({8, 6}, xs), arrayOf({6, 4}, ws), arrayOf({4}, bs)}, 8);
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[1].shape, (std::vector<int64_t>{6, 8}));
  expectNear(results[0], first);
  expectNear(results[1], second);
}

TEST(Graph, CausalAttention) {
  const size_t B = 2, T = 8, H = 4, K = 2;
  Graph graph({{"data", 2}, {"model", 4}}, {{"B", B}, {"T", T}, {"S", T}, {"H", H}, {"K", K}, {"D", H * K}});
  Tensor x = graph.argument("x[B_data, T, D]");
  Tensor q = reshape(x, "[B, T, H, K]"), k = reshape(x, "[B, S, H, K]");
  Tensor scores = dot("[B, H, T, S]", q, k) / std::sqrt(double(K));
  Tensor sees = lessEqual(broadcast(graph.iota("S"), "[T, S]"), broadcast(graph.iota("T"), "[T, S]"));
  scores = select(sees, scores, graph.constant(-1e9));
  Tensor mixed = constrain(dot("[B, T, H, K]", softmax(scores, "S"), k), "[B_data, T, H_model, K]");
  graph.result(reshape(mixed, "[B, T, D]"));

  const std::vector<float> xs = randomElements(B * T * H * K, 4);
  auto at = [&](size_t b, size_t t, size_t h, size_t k) { return double(xs[((b * T + t) * H + h) * K + k]); };
  std::vector<double> wanted(xs.size());
  for (size_t b = 0; b < B; ++b)
    for (size_t h = 0; h < H; ++h)
      for (size_t t = 0; t < T; ++t) {
        std::vector<double> weights;
        double total = 0;
        for (size_t s = 0; s <= t; ++s) {
          double score = 0;
          for (size_t k = 0; k < K; ++k)
            score += at(b, t, h, k) * at(b, s, h, k);
          weights.push_back(std::exp(score / std::sqrt(double(K))));
          total += weights.back();
        }
        for (size_t s = 0; s <= t; ++s)
          for (size_t k = 0; k < K; ++k)
            wanted[((b * T + t) * H + h) * K + k] += weights[s] / total * at(b, s, h, k);
      }
  std::vector<Array> results = run(graph, {arrayOf({2, 8, 8}, xs)}, 8);
  ASSERT_EQ(results.size(), 1u);
  expectNear(results[0], wanted);
}

TEST(Graph, RowsOfATable) {
  const size_t V = 8, D = 4;
  Graph graph({{"x", 2}}, {{"V", V}, {"D", D}, {"N", 6}, {"M", 3}});
  Tensor table = graph.argument("table[V_x, D]"), ids = graph.argument("[N]", ElementType::I32);
  Tensor rows = take(table, "V", ids);
  Tensor centered = rows - mean(rows, "D");
  graph.result(centered * rsqrt(mean(centered * centered, "D") + 1e-3), "[N_x, D]");
  graph.result(slice(largest(rows, "D"), "N", 2, "M"));
  graph.result(sum(convert(equal(ids, ids), ElementType::I32), "N"));

  const std::vector<float> elements = randomElements(V * D, 5);
  const std::vector<int32_t> numbers{3, 0, 7, 7, 2, 5};
  std::vector<double> wanted, most;
  for (int32_t row : numbers) {
    double mean = 0, square = 0, large = -1;
    for (size_t d = 0; d < D; ++d) {
      mean += double(elements[row * D + d]) / D;
      large = std::max(large, double(elements[row * D + d]));
    }
    for (size_t d = 0; d < D; ++d)
      square += std::pow(elements[row * D + d] - mean, 2) / D;
    for (size_t d = 0; d < D; ++d)
      wanted.push_back((elements[row * D + d] - mean) / std::sqrt(square + 1e-3));
    most.push_back(large);
  }
  std::vector<Array> results = run(graph, {arrayOf({8, 4}, elements), integers({6}, numbers)}, 2);
  ASSERT_EQ(results.size(), 3u);
  expectNear(results[0], wanted);
  expectNear(results[1], {most[2], most[3], most[4]});
  expectNear(results[2], {6});
}

TEST(Graph, ElementWiseFunctions) {
  Graph graph({}, {{"N", 4}});
  Tensor x = graph.argument("[N]");
  for (Tensor each :
       {abs(x), cosine(x), exponential(x), logarithm(x + 2), logistic(x), negate(x), rsqrt(x + 2), sine(x), sqrt(x + 2),
        tanh(x), maximum(x, x * 2), minimum(x, x * 2), power(x + 2, x), (x - 1) / 3})
    graph.result(each);
  const std::vector<float> xs{-0.75, -0.25, 0.5, 1};
  using Function = double (*)(double);
  const Function functions[] = {[](double v) { return std::abs(v); },
                                [](double v) { return std::cos(v); },
                                [](double v) { return std::exp(v); },
                                [](double v) { return std::log(v + 2); },
                                [](double v) { return 1 / (1 + std::exp(-v)); },
                                [](double v) { return -v; },
                                [](double v) { return 1 / std::sqrt(v + 2); },
                                [](double v) { return std::sin(v); },
                                [](double v) { return std::sqrt(v + 2); },
                                [](double v) { return std::tanh(v); },
                                [](double v) { return std::max(v, 2 * v); },
                                [](double v) { return std::min(v, 2 * v); },
                                [](double v) { return std::pow(v + 2, v); },
                                [](double v) { return (v - 1) / 3; }};
  std::vector<Array> results = run(graph, {arrayOf({4}, xs)}, 1);
  ASSERT_EQ(results.size(), std::size(functions));
  for (size_t i = 0; i < results.size(); ++i) {
    SCOPED_TRACE("function " + std::to_string(i));
    std::vector<double> wanted;
    for (float each : xs)
      wanted.push_back(functions[i](each));
    expectNear(results[i], wanted);
  }
}

/// The compiler's messages point at the line that built the operation.
TEST(Graph, OperationsHaveThePlacesOfTheirCalls) {
  Graph graph({{"x", 2}}, {{"N", 4}});
  Tensor wrong = logistic(graph.argument("[N_x]", ElementType::I32));
  const int line = __LINE__ - 1;
  graph.result(wrong);
  std::vector<Diagnostic> told;
  SessionOptions options;
  options.handlers.diagnostic = [&](const Diagnostic &diagnostic) { told.push_back(diagnostic); };
  absl::StatusOr<std::string> text = graph.text();
  ASSERT_TRUE(text.ok()) << text.status();
  EXPECT_FALSE(Session(options).compile({*text, "graph"}).ok());
  ASSERT_EQ(told.size(), 1u);
  EXPECT_NE(told[0].text().find("GraphTest.cpp:" + std::to_string(line)), std::string::npos) << told[0].text();
}

struct Wrong {
  const char *message;
  void (*build)(Graph &graph, Tensor x, Tensor w);
};

TEST(Graph, TheFirstWrongCallIsTheError) {
  const Wrong wrongs[] = {
      {"dot: no operand has the name N", [](Graph &, Tensor x, Tensor w) { dot("[B, N]", x, w); }},
      {"dot: only one operand has the name B, which the result lacks; sum() over it before",
       [](Graph &, Tensor x, Tensor w) { dot("[F]", x, w); }},
      {"dot: operands of type f32 and bf16; convert() one",
       [](Graph &, Tensor x, Tensor w) { dot("[B, F]", x, convert(w, ElementType::BF16)); }},
      {"dot: no dimension is called Di; did you mean D?", [](Graph &, Tensor x, Tensor w) { dot("[Di, F]", x, w); }},
      {"add: operands [B, D] and [D, F]: neither has the names of the other; broadcast() one",
       [](Graph &, Tensor x, Tensor w) { add(x, w); }},
      {"add: operands [D, F] and [B, D]: neither has", [](Graph &, Tensor x, Tensor w) { w + x; }},
      {"LT: operands of type f32 and i32; convert() one",
       [](Graph &graph, Tensor x, Tensor) { less(x, graph.iota("B")); }},
      {"select: i1 and two values of one type are expected, not f32, f32 and f32",
       [](Graph &, Tensor x, Tensor) { select(x, x, x); }},
      {"sum: the operand [B, D] has no dimension F", [](Graph &, Tensor x, Tensor) { sum(x, "F"); }},
      {"largest: values of type complex<f32> have no order",
       [](Graph &graph, Tensor, Tensor) { largest(graph.argument("[N]", ElementType::C64), "N"); }},
      {"sum: B_X: names of dimensions without axes are expected; constrain() says how a value is sharded",
       [](Graph &, Tensor x, Tensor) { sum(x, "B_X"); }},
      {"broadcast: [B, F] lacks D of the operand [B, D]", [](Graph &, Tensor x, Tensor) { broadcast(x, "[B, F]"); }},
      {"reshape: [N] has 4 elements, the operand [B, D] has 48", [](Graph &, Tensor x, Tensor) { reshape(x, "[N]"); }},
      {"slice: elements 5 to 9 of 8", [](Graph &, Tensor x, Tensor) { slice(x, "B", 5, "N"); }},
      {"slice: one name of the operand [B, D] and one of its part are expected",
       [](Graph &, Tensor x, Tensor) { slice(x, "F", 0, "N"); }},
      {"take: one name of the table [B, D] is expected",
       [](Graph &graph, Tensor x, Tensor) { take(x, "F", graph.iota("N")); }},
      {"take: indices are integers, not f32", [](Graph &, Tensor x, Tensor w) { take(x, "B", w); }},
      {"take: table and indices both have the name D",
       [](Graph &graph, Tensor x, Tensor) { take(x, "B", graph.iota("D")); }},
      {"constrain: [D, B] of a value [B, D]", [](Graph &, Tensor x, Tensor) { constrain(x, "[D, B_X]"); }},
      {"constrain: [B_Z, D]: ", [](Graph &, Tensor x, Tensor) { constrain(x, "[B_Z, D]"); }},
      {"result: [B] of a value [B, D]", [](Graph &graph, Tensor x, Tensor) { graph.result(x, "[B_X]"); }},
      {"result: is of no graph", [](Graph &graph, Tensor, Tensor) { graph.result(Tensor()); }},
      {"multiply: operand 1 is of no graph", [](Graph &, Tensor x, Tensor) { multiply(x, Tensor()); }},
      {"multiply: operand 1 is of another graph",
       [](Graph &, Tensor x, Tensor) {
         multiply(x, Graph({}, {{"B", 8}}).argument("[B]"));
       }},
      {"argument: two arguments are called x", [](Graph &graph, Tensor, Tensor) { graph.argument("x[B]"); }},
      {"argument: two dimensions are called B", [](Graph &graph, Tensor, Tensor) { graph.argument("[B, B]"); }},
      {"argument: dimension 0 has no name", [](Graph &graph, Tensor, Tensor) { graph.argument("[_X]"); }},
      {"argument: '1x' is no name", [](Graph &graph, Tensor, Tensor) { graph.argument("1x[B]"); }},
      {"constant: 1.500000e+00 is no number of type i32",
       [](Graph &graph, Tensor, Tensor) { graph.constant(1.5, ElementType::I32); }},
      {"iota: one name is expected, not 2", [](Graph &graph, Tensor, Tensor) { graph.iota("B, D"); }},
  };
  for (const Wrong &wrong : wrongs) {
    Graph graph({{"X", 2}}, {{"B", 8}, {"D", 6}, {"F", 4}, {"N", 4}});
    Tensor x = graph.argument("x[B_X, D]"), w = graph.argument("w[D, F]");
    wrong.build(graph, x, w);
    // What follows does nothing and hides nothing.
    graph.result(relu(sum(x, "Nowhere")));
    const std::string message(graph.text().status().message());
    EXPECT_NE(message.find("GraphTest.cpp:"), std::string::npos) << message;
    EXPECT_NE(message.find(wrong.message), std::string::npos) << message << "\nwanted: " << wrong.message;
  }
  EXPECT_EQ(Graph({}, {}).text().status().message(), "nothing is a result of the graph");
  EXPECT_NE(Graph({{"X", 0}}, {}).text().status().message().find("X"), std::string::npos);
  EXPECT_EQ(Graph({}, {{"B", 2}, {"B", 3}}).text().status().message(), "graph:0: two dimensions are called B");
  EXPECT_EQ(Graph({}, {{"B", -2}}).text().status().message(), "graph:0: dimension B has the length -2");
  EXPECT_EQ(Graph({}, {{"B_X", 2}}).text().status().message(),
            "graph:0: 'B_X' is no name of a dimension (letters and digits, a letter first)");
}

} // namespace
