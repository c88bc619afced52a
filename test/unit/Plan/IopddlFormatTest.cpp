#include "shardwright/Plan/IopddlFormat.h"
#include "test/unit/Plan/RandomProblem.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <fstream>

namespace shardwright::plan {
namespace {

std::string errorOf(const std::string &text) {
  absl::StatusOr<Problem> problem = parseIopddl(text, "p.json");
  return problem.ok() ? "none" : std::string(problem.status().message());
}

/// A problem of two nodes and an edge, with one of its parts replaced.
std::string twoNodes(const std::string &part = "", const std::string &by = "") {
  std::string text = R"({"problem": {"name": "two", "usage_limit": 10,
 "nodes": {"intervals": [[0, 2], [1, 3]], "costs": [[1, 5], [2]], "usages": [[8, 4], [6]]},
 "edges": {"nodes": [[0, 1]], "costs": [[3, 0]]}}})";
  if (size_t at = text.find(part); !part.empty()) {
    EXPECT_NE(at, std::string::npos) << part;
    text.replace(at, part.size(), by);
  }
  return text;
}

void expectSame(const Problem &one, const Problem &other) {
  EXPECT_EQ(one.name, other.name);
  EXPECT_EQ(one.usageLimit, other.usageLimit);
  ASSERT_EQ(one.nodes.size(), other.nodes.size());
  for (size_t i = 0; i < one.nodes.size(); ++i) {
    EXPECT_EQ(one.nodes[i].begin, other.nodes[i].begin);
    EXPECT_EQ(one.nodes[i].end, other.nodes[i].end);
    EXPECT_EQ(one.nodes[i].costs, other.nodes[i].costs);
    EXPECT_EQ(one.nodes[i].usages, other.nodes[i].usages);
  }
  ASSERT_EQ(one.edges.size(), other.edges.size());
  for (size_t i = 0; i < one.edges.size(); ++i) {
    EXPECT_EQ(one.edges[i].first, other.edges[i].first);
    EXPECT_EQ(one.edges[i].second, other.edges[i].second);
    EXPECT_EQ(one.edges[i].costs, other.edges[i].costs);
  }
}

TEST(IopddlFormat, EveryMemberIsRead) {
  absl::StatusOr<Problem> read = parseIopddl(twoNodes(), "p.json");
  ASSERT_TRUE(read.ok()) << read.status();
  Problem want;
  want.name = "two";
  want.nodes = {{0, 2, {1, 5}, {8, 4}}, {1, 3, {2}, {6}}};
  want.edges = {{0, 1, {3, 0}}};
  want.usageLimit = 10;
  expectSame(*read, want);
}

TEST(IopddlFormat, OrderIsFreeAndSomeMembersMayBeAbsent) {
  absl::StatusOr<Problem> read = parseIopddl(
      R"({"problem":{"edges":{"costs":[],"nodes":[]},"nodes":{"usages":[[0]],"costs":[[1000000000000000000]],"intervals":[[3,3]]}}})",
      "p.json");
  ASSERT_TRUE(read.ok()) << read.status();
  Problem want;
  want.nodes = {{3, 3, {kForbidden}, {0}}};
  expectSame(*read, want);
  read = parseIopddl(twoNodes("10", "null"), "p.json");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->usageLimit, std::nullopt);
}

TEST(IopddlFormat, RandomProblemsComeBack) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Problem problem = randomProblem(seed, 12);
    absl::StatusOr<Problem> read = parseIopddl(printIopddl(problem), "p.json");
    ASSERT_TRUE(read.ok()) << read.status();
    expectSame(*read, problem);
  }
}

TEST(IopddlFormat, NamesAreEscaped) {
  Problem problem;
  problem.name = "a \"b\" \\ \n \xc3\xa4";
  absl::StatusOr<Problem> read = parseIopddl(printIopddl(problem), "p.json");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->name, problem.name);
}

TEST(IopddlFormat, WhatIsNoJson) {
  EXPECT_EQ(errorOf(""), "p.json:1:1: not JSON: the document is empty");
  EXPECT_EQ(errorOf("{\"problem\": {\n \"name\" 3"),
            "p.json:2:9: not JSON: missing a colon after a name of object member");
  EXPECT_EQ(errorOf(twoNodes() + " x"),
            "p.json:3:52: not JSON: the document root must not be followed by other values");
  EXPECT_EQ(errorOf(twoNodes() + std::string(1, '\0') + "x"),
            "p.json:3:51: not JSON: the document root must not be followed by other values");
  EXPECT_EQ(errorOf(twoNodes("6]", "6")), "p.json:2:89: not JSON: missing a comma or ']' after an array element");
}

/// A number is pointed at where it begins, a list or an object behind its bracket, a word behind its end.
TEST(IopddlFormat, WhatIsOfAnotherKind) {
  EXPECT_EQ(errorOf("[1]"), "p.json:1:2: the text is a list; expected an object");
  EXPECT_EQ(errorOf("3"), "p.json:1:1: the text is 3; expected an object");
  EXPECT_EQ(errorOf(twoNodes("[1, 5]", "[1, 5.5]")),
            "p.json:2:57: nodes.costs[0][1] is 5.5; expected a whole number of 64 bits");
  EXPECT_EQ(errorOf(twoNodes("[1, 5]", "[1, 9223372036854775808]")),
            "p.json:2:57: nodes.costs[0][1] is 9223372036854775808; expected a whole number of 64 bits");
  EXPECT_EQ(errorOf(twoNodes("[6]", "[null]")),
            "p.json:2:91: nodes.usages[1][0] is null; expected a whole number of 64 bits");
  EXPECT_EQ(errorOf(twoNodes("[6]", "[[6]]")),
            "p.json:2:88: nodes.usages[1][0] is a list; expected a whole number of 64 bits");
  EXPECT_EQ(errorOf(twoNodes("[6]", "true")), "p.json:2:90: nodes.usages[1] is true; expected a list");
  EXPECT_EQ(errorOf(twoNodes("[[3, 0]]", "{}")), "p.json:3:41: edges.costs is an object; expected a list");
  EXPECT_EQ(errorOf(twoNodes("10", "\"10\"")),
            "p.json:1:48: usage_limit is a string; expected a whole number of 64 bits, or null");
  EXPECT_EQ(errorOf(twoNodes("\"two\"", "2")), "p.json:1:22: name is 2; expected a string");
  EXPECT_EQ(errorOf("{\"problem\": null}"), "p.json:1:17: problem is null; expected an object");
}

TEST(IopddlFormat, NestingIsRefusedBeforeItIsDeep) {
  std::string deep(10'000'000, '[');
  EXPECT_EQ(errorOf(deep), "p.json:1:2: the text is a list; expected an object");
  EXPECT_EQ(errorOf(twoNodes("[6]", deep)),
            "p.json:2:88: nodes.usages[1][0] is a list; expected a whole number of 64 bits");
  std::string objects;
  for (int level = 0; level < 1'000'000; ++level)
    objects += "{\"problem\":";
  EXPECT_EQ(errorOf(objects), "p.json:1:22: unknown member 'problem'");
}

TEST(IopddlFormat, MembersThatAreMissingOrTooMany) {
  EXPECT_EQ(errorOf("{}"), "p.json:1:3: problem is missing");
  EXPECT_EQ(errorOf(R"({"problem": {"nodes": {"costs": [], "usages": []}}})"),
            "p.json:1:50: nodes.intervals is missing");
  EXPECT_EQ(errorOf(twoNodes("usage_limit", "usage_limits")),
            "p.json:1:43: unknown member 'usage_limits'; did you mean usage_limit?");
  EXPECT_EQ(errorOf(twoNodes("\"name\": \"two\", ", "\"usage_limit\": 3, ")),
            "p.json:1:45: usage_limit is given twice");
}

TEST(IopddlFormat, TablesThatDoNotFit) {
  EXPECT_EQ(errorOf(twoNodes("[6]", "[6, 7]")), "p.json: nodes.costs[1] has 1 entries, nodes.usages[1] has 2");
  EXPECT_EQ(errorOf(twoNodes(", [6]")), "p.json: nodes.costs has 2 entries, nodes.usages has 1");
  EXPECT_EQ(errorOf(twoNodes(", [1, 3]")), "p.json: nodes.costs has 2 entries, nodes.intervals has 1");
  EXPECT_EQ(errorOf(twoNodes("[3, 0]")), "p.json: edges.nodes has 1 entries, edges.costs has 0");
  EXPECT_EQ(errorOf(twoNodes("[1, 3]", "[1]")), "p.json: nodes.intervals[1] has 1 entries; expected 2");
  EXPECT_EQ(errorOf(twoNodes("[0, 1]", "[0, 1, 1]")), "p.json: edges.nodes[0] has 3 entries; expected 2");
  EXPECT_EQ(errorOf(twoNodes("[0, 1]", "[0, 2]")), "p.json: edges.nodes[0] names node 2; there are 2");
  EXPECT_EQ(errorOf(twoNodes("[0, 1]", "[-1, 1]")), "p.json: edges.nodes[0] names node -1; there are 2");
  EXPECT_EQ(errorOf(twoNodes("[0, 1]", "[4294967296, 1]")),
            "p.json: edges.nodes[0] names node 4294967296; there are 2");
  EXPECT_EQ(errorOf(twoNodes("[3, 0]", "[3, 0, 1]")),
            "p.json: edges.costs[0] has 3 entries; nodes 0 and 1 have 2 and 1 choices, which makes 2");
}

/// A file that is gone with the test.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &content)
      : path_(testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".json.gz") {
    std::ofstream(path_, std::ios::binary) << content;
  }
  ~TemporaryFile() { std::remove(path_.c_str()); }
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

/// A gzip member as its tool writes them.
std::string compressed(const std::string &text) {
  std::string out(compressBound(text.size()) + 32, '\0');
  z_stream stream = {};
  deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = text.size();
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = out.size();
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

absl::StatusOr<Problem> readBack(const std::string &content) {
  TemporaryFile file(content);
  return readIopddl(file.path());
}

TEST(IopddlFormat, CompressedFiles) {
  Problem problem = randomProblem(7, 12);
  std::string text = printIopddl(problem);
  absl::StatusOr<Problem> plain = readBack(text);
  ASSERT_TRUE(plain.ok()) << plain.status();
  expectSame(*plain, problem);
  absl::StatusOr<Problem> read = readBack(compressed(text));
  ASSERT_TRUE(read.ok()) << read.status();
  expectSame(*read, problem);
  // as `cat a.gz b.gz` makes them, and much longer than what the end of the file says
  std::string white(1 << 20, ' ');
  read = readBack(compressed(text.substr(0, 40)) + compressed(text.substr(40)) + compressed(white) + compressed("\n"));
  ASSERT_TRUE(read.ok()) << read.status();
  expectSame(*read, problem);
}

TEST(IopddlFormat, DamagedCompressedFiles) {
  std::string whole = compressed(twoNodes());
  auto why = [&](const std::string &content) {
    std::string message(readBack(content).status().message());
    return message.substr(message.find(".json.gz") + 8);
  };
  EXPECT_EQ(why(whole.substr(0, whole.size() - 9)), ": it ends early");
  EXPECT_EQ(why(whole.substr(0, 2)), ": it ends early");
  std::string damaged = whole;
  damaged[whole.size() - 8] ^= 1;
  EXPECT_EQ(why(damaged), ": incorrect data check");
  EXPECT_EQ(why(whole + "abc"), ": incorrect header check");
}

TEST(IopddlFormat, AFileThatIsNotThere) {
  absl::StatusOr<Problem> read = readIopddl("/nowhere/p.json");
  EXPECT_EQ(read.status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(read.status().message(), "cannot read '/nowhere/p.json': No such file or directory");
}

TEST(IopddlFormat, AnswersHaveAllDigits) {
  Solution solution;
  solution.choices = {3, 0, 12};
  solution.cost = Total(kForbidden) * 7000;
  solution.lowerBound = 5;
  EXPECT_EQ(printAnswer(solution), "{\"cost\":7000000000000000000000,\"lower_bound\":5,\"strategies\":[3,0,12]}\n");
}

} // namespace
} // namespace shardwright::plan
