#include "shardwright/Topology/Files.h"

#include "gtest/gtest.h"

using namespace shardwright;

namespace {

constexpr const char *kDevice = R"({"name": "d", "summary": "a device", "flops_per_s": {"f32": 1e12},
  "memories": [{"name": "hbm", "bytes": 1e9, "bytes_per_s": 1e12}], "launch_s": 1e-6, "sources": {"all": "made up"}})";

std::string machine(const std::string &levels, const std::string &more = "") {
  return R"({"name": "m", "summary": "a machine", "device": )" + std::string(kDevice) + R"(, "levels": )" + levels +
         more + R"(, "sources": {"all": "made up"}})";
}

std::string level(const std::string &fields) {
  return R"([{"name": "a", "bytes_per_s": 1e9, "latency_s": 1e-6, )" + fields + "}]";
}

std::string torus(const std::string &fields) { return machine(level(R"("kind": "torus", )" + fields)); }

/// TEXT with the first FROM in it as TO.
std::string with(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

const std::string kGood = machine(level(R"("kind": "switch", "size": 8)"));

std::string problem(const std::string &text) {
  absl::StatusOr<Topology> topology = parseTopology(text, "m.json", TOPOLOGIES);
  return topology.ok() ? "none" : std::string(topology.status().message());
}

struct Case {
  std::string text, message;
};

void expectAll(const std::vector<Case> &cases) {
  for (const Case &each : cases)
    EXPECT_EQ(problem(each.text), each.message) << each.text;
}

TEST(Validation, AGoodOne) { EXPECT_EQ(problem(kGood), "none"); }

TEST(Validation, LimitsOfFusionAreRead) {
  std::string text =
      with(kGood, "\"launch_s\"", R"("fusion": {"rows": 132, "instructions": 90, "small_product": 0}, "launch_s")");
  absl::StatusOr<Topology> topology = parseTopology(text, "m.json", TOPOLOGIES);
  ASSERT_TRUE(topology.ok()) << topology.status();
  const FusionLimits &limits = topology->groups.front().device.fusion;
  EXPECT_EQ(limits.rows, 132);
  EXPECT_EQ(limits.instructions, 90);
  EXPECT_EQ(limits.smallProduct, 0);
  EXPECT_EQ(limits.loads, FusionLimits().loads);
}

TEST(Validation, AKernelTakesALaunchWhereNothingElseIsSaid) {
  absl::StatusOr<Topology> plain = parseTopology(kGood, "m.json", TOPOLOGIES);
  ASSERT_TRUE(plain.ok()) << plain.status();
  EXPECT_EQ(plain->groups.front().device.secondsBeforeKernel(), 1e-6);
  absl::StatusOr<Topology> said =
      parseTopology(with(kGood, "\"launch_s\"", R"("kernel_s": 2e-7, "launch_s")"), "m.json", TOPOLOGIES);
  ASSERT_TRUE(said.ok()) << said.status();
  EXPECT_EQ(said->groups.front().device.secondsBeforeKernel(), 2e-7);
  EXPECT_EQ(said->groups.front().device.launchSeconds, 1e-6);
}

TEST(Validation, TheHostOfRoutinesIsRead) {
  auto host = [](const std::string &fields) {
    return with(kGood, "\"launch_s\"", "\"host\": {" + fields + "}, \"launch_s\"");
  };
  const std::string good = R"("flops_per_s": 1e10, "bytes_per_s": 5e10, "call_s": 2e-5)";
  absl::StatusOr<Topology> topology = parseTopology(host(good), "m.json", TOPOLOGIES);
  ASSERT_TRUE(topology.ok()) << topology.status();
  const std::optional<RoutineHost> &read = topology->groups.front().device.host;
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->flopsPerSecond, 1e10);
  EXPECT_EQ(read->bytesPerSecond, 5e10);
  EXPECT_EQ(read->callSeconds, 2e-5);
  EXPECT_FALSE(parseTopology(kGood, "m.json", TOPOLOGIES)->groups.front().device.host.has_value());
  expectAll(
      {{host(R"("flops_per_s": 1e10, "bytes_per_s": 5e10)"), "m.json: device.host.call_s: is missing; give a number"},
       {host(with(good, "5e10", "0")), "m.json: device.host.bytes_per_s: 0.0 is not above 0.0"},
       {with(kGood, "\"launch_s\"", R"("host": 1, "launch_s")"), "m.json: device.host: 1 is not an object"}});
}

TEST(Validation, MeasuredFunctionsAreRead) {
  auto measured = [](const std::string &more) {
    return with(kGood, "\"launch_s\"",
                R"("measured": {"vector_step_s": 1e-11, "scalar_step_s": 1e-9, "loop_s": 0, "sort_step_s": 1e-9,
                  "strided_step_s": [{"beyond": 0, "s": 1e-10}], "byte_s": [{"beyond": 0, "s": 1e-11}], "products": [["f32", "nn", 4, 4, 4, 1e-6]])" +
                    more + "}, \"launch_s\"");
  };
  absl::StatusOr<Topology> topology = parseTopology(
      measured(R"(, "functions": [["f64", "power", 0, 8e-9], ["complex", "fft", 4e-7, 1e-10]])"), "m.json", TOPOLOGIES);
  ASSERT_TRUE(topology.ok()) << topology.status();
  const MeasuredDevice &device = topology->groups.front().device.measured;
  ASSERT_NE(device.find(Function::Power, MathType::F64), nullptr);
  EXPECT_EQ(device.find(Function::Power, MathType::F64)->seconds, 8e-9);
  EXPECT_EQ(device.find(Function::Power, MathType::F32), nullptr);
  ASSERT_NE(device.find(Function::Fft, MathType::F32), nullptr);
  EXPECT_EQ(device.find(Function::Fft, MathType::F32)->startSeconds, 4e-7);
  EXPECT_EQ(device.vectorLanes, 1);
  topology = parseTopology(measured(R"(, "vector_lanes": 16)"), "m.json", TOPOLOGIES);
  ASSERT_TRUE(topology.ok()) << topology.status();
  EXPECT_EQ(topology->groups.front().device.measured.vectorLanes, 16);
  // Files that were written before there were any.
  EXPECT_EQ(problem(measured("")), "none");
  expectAll(
      {{measured(R"(, "functions": [["f32", "power", 1e-9]])"),
        "m.json: device.measured.functions: [\"f32\",\"power\",1e-09] is no row of a type (f32, f64, complex), the "
        "name of a function and two times in seconds"}});
}

TEST(Validation, NotJson) {
  std::string message = problem("{\n  \"name\": \"m\",\n  \"summary\" 1}");
  EXPECT_EQ(message, "m.json:3:13: not JSON: missing a colon after a name of object member");
  EXPECT_EQ(problem("[1]"), "m.json: an object is wanted here, this is array");
}

TEST(Validation, FieldsOfAMachine) {
  expectAll({
      {with(kGood, "\"name\": \"m\", ", ""), "m.json: name: is missing; give a text"},
      {with(kGood, "\"m\"", "1"), "m.json: name: 1 is not a text"},
      {with(kGood, "\"m\"", "\"\""), "m.json: name: is empty; give a text"},
      {with(kGood, "\"a machine\"", "[]"), "m.json: summary: [] is not a text"},
      {with(kGood, std::string(", \"device\": ") + kDevice, ""),
       "m.json: device: is missing; give the name of a device, or an object that describes one"},
      {with(kGood, kDevice, "7"), "m.json: device: 7 is neither the name of a device nor an object that describes one"},
      {with(kGood, kDevice, "\"nonesuch\""), std::string("m.json: device: 'nonesuch' is no device: cannot read ") +
                                                 TOPOLOGIES + "/devices/nonesuch.json: No such file or directory"},
      {with(kGood, "\"levels\"", "\"storeys\""), "m.json: levels: is missing; give a list"},
      {machine("[]"), "m.json: levels: is empty; give at least one"},
      {machine("[3]"), "m.json: levels[0]: an object is wanted here, this is number"},
      {machine(level(R"("kind": "switch", "size": 8)"), R"(, "color": "red")"),
       "m.json: color: no such field here; there are name, summary, device, levels, collective_s, sources"},
      {with(kGood, R"(}], "sources": {"all": "made up"}})", "}]}"), "m.json: sources: is missing; give an object"},
  });
}

TEST(Validation, Sources) {
  std::string open = kGood.substr(0, kGood.rfind("{\"all\""));
  expectAll({{open + "{\"all\": 3}}", "m.json: sources.all: say in a text where the numbers come from"},
             {open + "[]}", "m.json: sources: [] is not an object"}});
}

TEST(Validation, Devices) {
  expectAll({
      {with(kGood, R"({"f32": 1e12})", "{}"),
       "m.json: device.flops_per_s: is empty; give the rate of one element type at least"},
      {with(kGood, R"("f32")", R"("f31")"),
       "m.json: device.flops_per_s.f31: no such field here; there are f64, f32, tf32, "
       "bf16, f16, fp8, fp4, int8, int4"},
      {with(kGood, "{\"f32\": 1e12}",
            "{\"f32\": 1e12}, \"f32_products\": {\"default\": \"tf32\", \"high\": \"f32\", \"highest\": \"f32\"}"),
       "m.json: device.f32_products.default: 'tf32' is computed as 'tf32', which flops_per_s has no rate of; give the "
       "name "
       "of one of its types"},
      {with(kGood, "{\"f32\": 1e12}",
            "{\"f32\": 1e12}, \"f32_products\": {\"default\": \"f32\", \"high\": \"f32_x0\", \"highest\": \"f32\"}"),
       "m.json: device.f32_products.high: 'f32_x0' has no number of passes of at least 1; write for instance 'f32_x3'"},
      {with(kGood, "{\"f32\": 1e12}", "{\"f32\": -1}"), "m.json: device.flops_per_s.f32: -1.0 is not above 0.0"},
      {with(kGood, R"("bytes": 1e9)", R"("bytes": 0)"), "m.json: device.memories[0].bytes: 0.0 is not above 0.0"},
      {with(kGood, R"("bytes": 1e9)", R"("bytes": 1e19)"), "m.json: device.memories[0].bytes: 1e+19 is above 1e+18"},
      {with(kGood, R"([{"name": "hbm")", R"([{"name": "hbm", "bytes": 1, "bytes_per_s": 1}, {"name": "hbm")"),
       "m.json: device.memories[1].name: 'hbm' is there twice; every memory has a name of its own"},
      {with(kGood, R"([{"name": "hbm", "bytes": 1e9, "bytes_per_s": 1e12}])", "[]"),
       "m.json: device.memories: is empty; give at least one"},
      {with(kGood, "\"launch_s\"", R"("products": {"tile": [8, 0, 8]}, "launch_s")"),
       "m.json: device.products.tile: [8,0,8] is no tile; give three numbers of at least 1: rows, columns, depth"},
      {with(kGood, "\"launch_s\"", R"("products": {"tile": [8, 8, 8], "units": 0}, "launch_s")"),
       "m.json: device.products.units: 0 is below 1"},
      {with(kGood, "\"launch_s\"", R"("sends_beside_compute": 1, "launch_s")"),
       "m.json: device.sends_beside_compute: 1 is not true or false"},
      {with(kGood, "\"launch_s\"", R"("fusion": {"loads": 0}, "launch_s")"),
       "m.json: device.fusion.loads: 0 is below 1"},
      {with(kGood, "\"launch_s\"", R"("fusion": {"load": 3}, "launch_s")"),
       "m.json: device.fusion.load: no such field here; there are instructions, loads, group_instructions, members, "
       "buffers, rows, few_elements, small_product, launch, transposed_rows"},
      {with(kGood, "\"launch_s\": 1e-6", "\"launch_s\": 2"), "m.json: device.launch_s: 2.0 is above 1.0"},
      {with(kGood, "\"launch_s\": 1e-6", "\"launch_s\": \"soon\""),
       "m.json: device.launch_s: \"soon\" is not a number"},
      {with(kGood, "\"launch_s\"", "\"kernel_s\": -1e-6, \"launch_s\""),
       "m.json: device.kernel_s: -1e-06 is below 0.0"},
  });
}

TEST(Validation, Levels) {
  expectAll({
      {machine(level(R"("kind": "ring", "size": 8)")),
       "m.json: levels[0].kind: 'ring' is none of switch, point_to_point, bus, torus"},
      {machine(level(R"("kind": "switch", "size": 0)")), "m.json: levels[0].size: 0 is below 1"},
      {machine(level(R"("kind": "switch", "size": 4611686018427387904)")),
       "m.json: levels[0].size: 4611686018427387904 is above 2147483648"},
      {machine(level(R"("kind": "switch", "size": 2.5)")), "m.json: levels[0].size: 2.5 is not a whole number"},
      {with(kGood, "\"bytes_per_s\": 1e9", "\"bytes_per_s\": 0"),
       "m.json: levels[0].bytes_per_s: 0.0 is not above 0.0"},
      {with(kGood, "\"latency_s\": 1e-6", "\"latency_s\": -1e-6"), "m.json: levels[0].latency_s: -1e-06 is below 0.0"},
      {machine(level(R"("kind": "switch", "size": 8, "efficiency": 1.5)")),
       "m.json: levels[0].efficiency: 1.5 is above 1.0"},
      {machine(level(R"("kind": "switch", "size": 8, "oversubscription": 0.5)")),
       "m.json: levels[0].oversubscription: 0.5 is below 1.0"},
      {machine(level(R"("kind": "switch", "size": 8, "rails": 0)")), "m.json: levels[0].rails: 0 is below 1"},
      {machine(level(R"("kind": "switch", "size": 8, "in_network_reduction_from": 1)")),
       "m.json: levels[0].in_network_reduction_from: 1 is below 2"},
      {machine(level(R"("kind": "point_to_point", "size": 8, "rails": 2)")),
       "m.json: levels[0].rails: no such field here; there are name, kind, size, bytes_per_s, latency_s, efficiency"},
      {machine(level(R"("kind": "bus", "size": 4)")), "m.json: levels[0].total_bytes_per_s: is missing; give a number"},
      {machine(level(R"("kind": "bus", "size": 4, "total_bytes_per_s": 1e8)")),
       "m.json: levels[0].total_bytes_per_s: 100000000.0 is below the 1000000000.0 bytes/s of one child; give what all "
       "reach"},
      {with(kGood, "[{\"name\": \"a\"",
            R"([{"name": "a", "kind": "switch", "size": 2, "bytes_per_s": 1, "latency_s": 0}, {"name": "a")"),
       "m.json: levels[1].name: 'a' is there twice; every level has its own name"},
  });
}

TEST(Validation, Tori) {
  expectAll({
      {torus(R"("wrap": "all")"), "m.json: levels[0].shape: is missing; give a list"},
      {torus(R"("shape": [4, 0], "wrap": "all")"), "m.json: levels[0].shape: 0 is not a length of at least 1"},
      {torus(R"("shape": [2, 2, 2, 2], "wrap": "all")"),
       "m.json: levels[0].shape: has 4 dimensions; at most 3 are known"},
      {torus(R"("shape": [4, 4])"), "m.json: levels[0].wrap: is missing; give \"all\", \"none\", {\"at\": length}, "
                                    "{\"multiple_of\": length} or a list"},
      {torus(R"("shape": [4, 4], "wrap": "some")"), "m.json: levels[0].wrap: \"some\" is none of \"all\", \"none\", "
                                                    "{\"at\": length}, {\"multiple_of\": length} and a "
                                                    "list"},
      {torus(R"("shape": [4, 4], "wrap": [true])"),
       "m.json: levels[0].wrap: is given for 1 dimensions, the shape [4, 4] has 2"},
      {torus(R"("shape": [4, 4, 4], "wrap": "all", "twisted": true)"),
       "m.json: levels[0].twisted: a torus of shape [4, 4, 4] has no twist; n x n x 2n and n x 2n x 2n do"},
      {torus(R"("shape": [4, 4, 8], "wrap": "none", "twisted": true)"),
       "m.json: levels[0].twisted: the ends of every dimension must be joined for a twist"},
      {torus(R"("shape": [4, 4, 8], "wrap": "all", "twisted": 1)"),
       "m.json: levels[0].twisted: 1 is not true or false"},
      {torus(R"("shape": [65536, 65536], "wrap": "all")"),
       "m.json: levels[0].shape: [65536, 65536] has more than 2147483648 positions"},
      {torus(R"("shape": [6, 9223372036854775807, 9223372036854775807], "wrap": "all")"),
       "m.json: levels[0].shape: [6, 9223372036854775807, 9223372036854775807] has more than 2147483648 positions"},
  });
}

TEST(Validation, UnlikeGroups) {
  std::string group = R"({"count": 2, "device": )" + std::string(kDevice) + R"(, "levels": )" +
                      level(R"("kind": "switch", "size": 8)") + "}";
  auto mixed = [&](const std::string &groups, const std::string &size) {
    return R"({"name": "m", "summary": "s", "groups": )" + groups + R"(, "levels": )" +
           level(R"("kind": "switch", "size": )" + size) + R"(, "sources": {"all": "made up"}})";
  };
  expectAll({{mixed("[" + group + "]", "2"), "none"},
             {mixed("[]", "2"), "m.json: groups: is empty; give at least one"},
             {mixed("[1]", "2"), "m.json: groups[0]: an object is wanted here, this is number"},
             {mixed("[" + with(group, "2", "0") + "]", "2"), "m.json: groups[0].count: 0 is below 1"},
             {mixed("[" + group + ", " + group + "]", "3"),
              "m.json: levels: have room for 3 units, the groups count 4; make the sizes agree"}});
}

} // namespace
