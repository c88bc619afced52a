// One collective has one price: the cost model's, the one that an estimate gives the operation, that of its task on the
// timeline, and that which explain prints. 10^5 random ones on seven machines, compared to the last bit. What `cost
// collective` prints is test/tools/cost/same-price.test.
#include "lib/Estimate/Estimate.h"
#include "lib/Explain/Gather.h"
#include "lib/Explain/JsonParts.h"
#include "passes/common/OpCosts.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/AllDialects.h"
#include "test/unit/Sharding/Enumerate.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <random>

using namespace shardwright;

namespace {

constexpr unsigned kSeed = 71;
constexpr int kModules = 42, kCollectives = 400, kPrinted = 6;

/// A collective as text, and what the cost model is asked of it, worked out from the text's own numbers.
struct RandomCollective {
  CollectiveKind op;
  AxisList axes;
  std::string type; ///< of the elements, as prices name it
  std::vector<std::pair<int64_t, int64_t>> pairs;
  double bytes = 0;
  std::string argument, text, result; ///< type of the operand, all between `%r = ` and the types, type of the result
};

class RandomCollectives {
public:
  RandomCollectives(const Mesh &mesh, unsigned seed) : mesh(mesh), random(seed), all(test::allAxisRefs(mesh)) {}

  RandomCollective next() {
    RandomCollective made;
    made.axes = axes();
    int64_t n = numParts(mesh, made.axes);
    static constexpr Element kElements[] = {{"f32", "f32", 4}, {"bf16", "bf16", 2}, {"f64", "f64", 8},
                                            {"f16", "f16", 2}, {"i8", "int8", 1},   {"i32", "f32", 4}};
    const Element &element = kElements[random() % std::size(kElements)];
    made.type = element.type;
    // Bytes over eleven orders of magnitude; most lengths split unevenly.
    int64_t rows = int64_t(std::exp2(number(0, 14))), columns = int64_t(std::exp2(number(0, 22)));
    if (random() % 3 == 0)
      rows = llvm::alignTo(rows, uint64_t(n)), columns = llvm::alignTo(columns, uint64_t(n));
    int64_t block = llvm::divideCeil(rows, n), size = element.bytes;
    auto tensor = [&](int64_t a, int64_t b) {
      return "tensor<" + std::to_string(a) + "x" + std::to_string(b) + "x" + element.name + ">";
    };
    made.argument = made.result = tensor(rows, columns);
    std::string kind = random() % 2 ? "sum" : "max", operand = "%a ";
    switch (random() % 5) {
    case 0:
      made.op = CollectiveKind::AllReduce;
      made.text = "spmd.all_reduce " + kind + " %a over ";
      made.bytes = double(rows) * double(columns * size);
      break;
    case 1:
      made.op = CollectiveKind::AllGather;
      made.text = "spmd.all_gather %a dim 0 over ";
      made.argument = tensor(block, columns);
      made.bytes = double(n * block) * double(columns * size);
      break;
    case 2:
      made.op = CollectiveKind::ReduceScatter;
      made.text = "spmd.reduce_scatter " + kind + " %a dim 0 over ";
      made.result = tensor(block, columns);
      made.bytes = double(n * block) * double(columns * size);
      break;
    case 3:
      made.op = CollectiveKind::AllToAll;
      made.text = "spmd.all_to_all %a split 0 concat 1 over ";
      made.result = tensor(block, n * columns);
      made.bytes = double(n * block) * double(columns * size);
      break;
    default:
      made.op = CollectiveKind::Permute;
      made.pairs = pairsOf(n);
      std::vector<std::string> pairs;
      for (auto [from, to] : made.pairs)
        pairs.push_back("[" + std::to_string(from) + ", " + std::to_string(to) + "]");
      made.text = "spmd.collective_permute %a pairs [" + llvm::join(pairs, ", ") + "] over ";
      made.bytes = double(rows) * double(columns * size);
    }
    return made;
  }

private:
  struct Element {
    const char *name, *type;
    int64_t bytes;
  };

  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); }

  /// One to three axes, whole or in part.
  AxisList axes() {
    AxisList list;
    for (size_t most = 1 + random() % 3, tries = 0; tries < 8 && list.size() < most; ++tries) {
      AxisRef axis = random() % 2 ? AxisRef(mesh.axes()[random() % mesh.numAxes()].name) : all[random() % all.size()];
      if (!overlaps(mesh, list, axis))
        list.push_back(axis);
    }
    return canonicalize(mesh, list);
  }

  /// To the one so far on, around or up to the end; in pairs; the other way round; anyhow.
  std::vector<std::pair<int64_t, int64_t>> pairsOf(int64_t n) {
    std::vector<int64_t> to(n);
    int64_t distance = int64_t(1 + random() % uint64_t(n - 1));
    std::iota(to.begin(), to.end(), 0);
    unsigned how = random() % 5;
    if (how == 3)
      std::reverse(to.begin(), to.end());
    if (how == 4)
      std::shuffle(to.begin(), to.end(), random);
    std::vector<std::pair<int64_t, int64_t>> pairs;
    for (int64_t from = 0; from < n; ++from) {
      int64_t target = how < 2 ? (from + distance) % n : how == 2 ? from ^ 1 : to[from];
      if (target < n && (how != 1 || from + distance < n))
        pairs.push_back({from, target});
    }
    return pairs;
  }

  const Mesh &mesh;
  std::mt19937 random;
  std::vector<AxisRef> all;
};

std::string str(llvm::ArrayRef<AxisRef> axes) {
  std::vector<std::string> names;
  for (const AxisRef &axis : axes)
    names.push_back(axis.str());
  return "{" + llvm::join(names, ", ") + "}";
}

/// A function of so many arguments, one for each collective: none is another's like.
std::string moduleOf(const Mesh &mesh, llvm::ArrayRef<RandomCollective> collectives) {
  std::string head, body, values, types;
  for (auto [number, each] : llvm::enumerate(collectives)) {
    std::string index = std::to_string(number), comma = number ? ", " : "";
    std::string text = each.text;
    text.replace(text.find("%a"), 2, "%a" + index);
    head += comma + "%a" + index + ": " + each.argument;
    bool alike = each.op == CollectiveKind::AllReduce || each.op == CollectiveKind::Permute;
    body += "  %r" + index + " = " + text + str(each.axes) +
            " on @mesh : " + (alike ? each.argument : "(" + each.argument + ") -> " + each.result) + "\n";
    values += comma + "%r" + index;
    types += comma + each.result;
  }
  return "sharding.mesh @mesh = " + mesh.str() + "\nfunc.func @main(" + head + ") -> (" + types + ") {\n" + body +
         "  return " + values + " : " + types + "\n}\n";
}

class SamePrice : public testing::TestWithParam<std::pair<const char *, const char *>>, protected AllDialects {
protected:
};

/// The seconds of explain's collectives and of its ops, as JSON has them.
std::pair<std::vector<double>, std::vector<double>> printedSeconds(const explanation::Facts &facts) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  explanation::JsonOut out(stream);
  explanation::writeFacts(out, facts);
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  EXPECT_TRUE(bool(parsed));
  std::pair<std::vector<double>, std::vector<double>> found;
  for (const llvm::json::Value &each : *parsed->getAsObject()->getArray("collectives"))
    found.first.push_back(*each.getAsObject()->getNumber("seconds"));
  for (const llvm::json::Value &each : *parsed->getAsObject()->getObject("step")->getArray("ops"))
    found.second.push_back(*each.getAsObject()->getNumber("seconds"));
  return found;
}

TEST_P(SamePrice, everywhere) {
  auto [name, meshText] = GetParam();
  absl::StatusOr<Topology> topology = findTopology(name, TOPOLOGIES);
  ASSERT_TRUE(topology.ok()) << topology.status();
  Mesh mesh = *Mesh::parse(meshText);
  // The estimate's own model and another one: prices do not depend on what was asked before.
  absl::StatusOr<CostModel> machine = CostModel::create(*topology, TOPOLOGIES, mesh);
  absl::StatusOr<CostModel> other = CostModel::create(*topology, TOPOLOGIES, mesh);
  ASSERT_TRUE(machine.ok() && other.ok()) << machine.status();
  std::cout << "seed " << kSeed << "\n";
  RandomCollectives random(mesh, kSeed);
  int compared = 0;
  for (int round = 0; round < kModules; ++round) {
    std::vector<RandomCollective> collectives;
    for (int i = 0; i < kCollectives; ++i)
      collectives.push_back(random.next());
    auto module = parse(moduleOf(mesh, collectives));
    ASSERT_TRUE(module);
    absl::StatusOr<estimate::Estimate> estimate = estimate::estimateStep(*module, *machine);
    ASSERT_TRUE(estimate.ok()) << estimate.status();
    std::vector<mlir::Operation *> ops;
    explanation::Facts facts;
    facts.collectives = explanation::gatherCollectives(*module, ops);
    explanation::gatherStep(*estimate, *machine, {}, {}, ops, facts);
    ASSERT_EQ(facts.collectives.size(), collectives.size());
    llvm::DenseMap<mlir::Operation *, uint32_t> numbers;
    for (auto [number, op] : llvm::enumerate(estimate->ops))
      if (op.isCollective)
        numbers[op.op] = uint32_t(number);
    std::vector<double> tasks(estimate->ops.size(), -1);
    for (auto [task, number] : llvm::zip_equal(estimate->step.graph.tasks, estimate->step.opOfTask))
      tasks[number] = task.seconds;
    // What is printed takes longest to read back.
    bool isPrinted = round % kPrinted == 0;
    auto [ofCollectives, ofOps] =
        isPrinted ? printedSeconds(facts) : std::pair<std::vector<double>, std::vector<double>>();
    for (auto [number, each] : llvm::enumerate(collectives)) {
      SCOPED_TRACE("module " + std::to_string(round) + ": %r" + std::to_string(number) + " = " + each.text +
                   str(each.axes) + " : " + each.argument + " -> " + each.result);
      AxisList axes = each.axes;
      // A group has no order, unless it is that of who sends to whom.
      if (each.op != CollectiveKind::Permute)
        std::reverse(axes.begin(), axes.end());
      const CollectivePrice &price = other->collective({each.op, axes, each.type, each.pairs});
      double seconds = price.seconds(each.bytes);
      ASSERT_TRUE(numbers.contains(ops[number]));
      uint32_t priced = numbers[ops[number]];
      ASSERT_GT(seconds, 0);
      ASSERT_EQ(estimate->ops[priced].price.seconds, seconds);
      ASSERT_EQ(tasks[priced], seconds);
      ASSERT_EQ(facts.collectives[number].seconds, seconds);
      ASSERT_EQ(facts.step->ops[priced].seconds, seconds);
      if (isPrinted) {
        ASSERT_EQ(ofCollectives[number], seconds);
        ASSERT_EQ(ofOps[priced], seconds);
      }
      // By what is sent, as reshards ask.
      ASSERT_EQ(price.members, facts.collectives[number].members);
      ASSERT_EQ(price.secondsOfSent(double(facts.collectives[number].bytesSent)), seconds);
      ASSERT_EQ(estimate->ops[priced].bytesSent, facts.collectives[number].bytesSent);
      ASSERT_EQ(CollectiveOpWork(ops[number]).bytes(), each.bytes);
      ++compared;
    }
  }
  std::cout << compared << " collectives on " << name << "\n";
}

INSTANTIATE_TEST_SUITE_P(Machines, SamePrice,
                         testing::Values(std::pair("h200-8", "x=2,y=4"), std::pair("h100-superpod", "x=4,y=2,z=8"),
                                         std::pair("tpu-v5e", "x=16,y=16"), std::pair("tpu-v4-twisted", "x=4,y=4,z=8"),
                                         std::pair("tpu-v5e-multislice", "x=4,y=16,z=16"),
                                         std::pair(INPUTS "/three-nodes.json", "x=18"),
                                         std::pair("flat", "x=2,y=4,z=3")));

} // namespace
