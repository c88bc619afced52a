#include "shardwright/Cost/Measurements.h"

#include "gtest/gtest.h"

using namespace shardwright;

namespace {

std::string file(const std::string &set) { return R"({"device": "d", "sets": [)" + set + "]}"; }

std::string set(const std::string &curve) {
  return R"({"domain": "node", "library": "nccl", "curves": [)" + curve + "]}";
}

std::string problem(const std::string &text) {
  absl::StatusOr<Measurements> measurements = parseMeasurements(text, "d.json");
  return measurements.ok() ? "none" : std::string(measurements.status().message());
}

constexpr const char *kCurve =
    R"({"op": "all_reduce", "n": 8, "rows": 3, "log2_bytes": [10, 20], "seconds": [1e-5, 1e-3]})";

TEST(Measurements, Validation) {
  EXPECT_EQ(problem(file(set(kCurve))), "none");
  EXPECT_EQ(problem("[]"), "d.json: an object is wanted here, this is array");
  EXPECT_EQ(problem(R"({"device": "d"})"), "d.json: sets: is missing; give a list");
  EXPECT_EQ(problem(R"({"device": "d", "levels": 0, "sets": [1]})"), "d.json: levels: 0 is below 1");
  EXPECT_EQ(problem(file("1")), "d.json: sets[0]: an object is wanted here, this is number");
  EXPECT_EQ(problem(file(R"({"domain": "house", "curves": [)" + std::string(kCurve) + "]}")),
            "d.json: sets[0].domain: 'house' is none of node, rack, network");
  EXPECT_EQ(problem(file(R"({"domain": "network", "curves": [)" + std::string(kCurve) + "]}")),
            "d.json: sets[0].topology: is missing; name the machine that the network belongs to");
  EXPECT_EQ(problem(file(set("2"))), "d.json: sets[0].curves[0]: an object is wanted here, this is number");
  EXPECT_EQ(problem(file(set(R"({"op": "a", "n": 1, "rows": 0, "log2_bytes": [1], "seconds": [1]})"))),
            "d.json: sets[0].curves[0].n: 1 is below 2");
  EXPECT_EQ(problem(file(set(R"({"op": "a", "n": 2, "rows": -1, "log2_bytes": [1], "seconds": [1]})"))),
            "d.json: sets[0].curves[0].rows: -1 is below 0");
  EXPECT_EQ(problem(file(set(R"({"op": "a", "n": 2, "rows": 0, "log2_bytes": [1, 2], "seconds": [1]})"))),
            "d.json: sets[0].curves[0].seconds: 1 times for 2 sizes; give one for each");
  EXPECT_EQ(problem(file(set(R"({"op": "a", "n": 2, "rows": 0, "log2_bytes": [2, 2], "seconds": [1, 1]})"))),
            "d.json: sets[0].curves[0].log2_bytes: 2.0 does not ascend from 2.0");
  EXPECT_EQ(problem(file(set(R"({"op": "a", "n": 2, "rows": 0, "log2_bytes": [2], "seconds": [0]})"))),
            "d.json: sets[0].curves[0].seconds: 0 is not a number above 0");
  EXPECT_EQ(problem(file(set(R"({"op": "a", "n": 2, "rows": 0, "log2_bytes": ["x"], "seconds": [1]})"))),
            "d.json: sets[0].curves[0].log2_bytes: \"x\" is not a number");
}

// Between knots lines in logarithms, a floor below, the last bandwidth above, never descending.
TEST(Measurements, Curves) {
  Curve curve({{10, -17}, {20, -10}, {21, -11}});
  EXPECT_DOUBLE_EQ(curve.seconds(1 << 10), std::exp2(-17));
  EXPECT_DOUBLE_EQ(curve.seconds(4), std::exp2(-17));
  EXPECT_DOUBLE_EQ(curve.seconds(1 << 15), std::exp2(-13.5));
  EXPECT_DOUBLE_EQ(curve.seconds(1 << 21), std::exp2(-10));
  EXPECT_DOUBLE_EQ(curve.seconds(1 << 24), std::exp2(-7));
}

TEST(Measurements, SetsMostLikeWhatIsAskedComeFirst) {
  auto named = [](const char *library, const char *harness, int64_t rows) {
    MeasuredSet set;
    set.domain = "node";
    set.library = library;
    set.harness = harness;
    set.curves.push_back({"all_reduce", 8, rows, Curve({{10, -17}})});
    return set;
  };
  Measurements measurements{"d", 1, {named("nccl", "a", 5), named("nccl", "b", 9), named("xla", "a", 50)}};
  auto first = [&](const MeasuredBy &by) { return rankSets(measurements, {"node"}, "", by).front(); };
  EXPECT_EQ(first({"nccl", "a", "", ""})->curves[0].rows, 5);
  EXPECT_EQ(first({"nccl", "", "", ""})->curves[0].rows, 9);
  EXPECT_EQ(first({"", "", "", ""})->curves[0].rows, 50);
  EXPECT_TRUE(rankSets(measurements, {"network"}, "", {}).empty());
}

} // namespace
