// Whatever the text, parsers return: a value that prints and parses back, or a message.
#include "shardwright/Sharding/ShardingRule.h"
#include "shardwright/Sharding/Text.h"

#include "gtest/gtest.h"

#include <iostream>
#include <random>

using namespace shardwright;

namespace {
constexpr unsigned kSeed = 3;

/// Deletes, repeats or replaces a few characters.
std::string mutate(std::string text, std::mt19937 &random) {
  static const std::string alphabet = "[](){}<>_,:?=\"'-> pUR019xyzijIJ\\\n";
  for (int edits = random() % 4 + 1; edits > 0 && !text.empty(); --edits) {
    size_t at = random() % text.size();
    switch (random() % 3) {
    case 0:
      text.erase(at, random() % 3 + 1);
      break;
    case 1:
      text.insert(at, text.substr(at, random() % 5));
      break;
    default:
      text[at] = alphabet[random() % alphabet.size()];
    }
  }
  return text;
}

template <typename Check> void forEachMutant(std::initializer_list<const char *> seeds, Check check) {
  std::cout << "seed " << kSeed << "\n";
  std::mt19937 random(kSeed);
  for (const char *seed : seeds)
    for (int i = 0; i < 3000; ++i)
      check(mutate(seed, random));
}
} // namespace

TEST(Mutation, shardings) {
  Mesh mesh = *Mesh::parse("x=4,y=6");
  forEachMutant({"[I_x, J_{y,?} p1, _]{U_x:max, R_{y}}", "[_{x:(1)2,y:(2)3}]{U_{x:(2)2,y}:sum}", "[I_\"x y\", J?]"},
                [&](const std::string &text) {
                  absl::StatusOr<Sharding> sharding = parseWholeSharding(text);
                  if (!sharding.ok()) {
                    EXPECT_FALSE(sharding.status().message().empty());
                    return;
                  }
                  absl::StatusOr<Sharding> again = parseWholeSharding(str(*sharding));
                  ASSERT_TRUE(again.ok()) << text << ": " << str(*sharding);
                  EXPECT_EQ(*again, *sharding) << text;
                  if (verify(mesh, *sharding).ok()) {
                    EXPECT_EQ(verify(mesh, sharding->placement(mesh)).message(), "") << text;
                  }
                });
}

TEST(Mutation, rules) {
  forEachMutant({"([i, k], [k, j])->([i, j]) {i=8, j=16, k=32} reduction={k}",
                 "([ij, z_1])->([i, j]) {i=2, j=4} blocked_propagation={i}, custom"},
                [](const std::string &text) {
                  absl::StatusOr<ShardingRule> rule = parseShardingRule(text);
                  if (!rule.ok())
                    return;
                  absl::StatusOr<ShardingRule> again = parseShardingRule(rule->str());
                  ASSERT_TRUE(again.ok()) << text << ": " << rule->str();
                  EXPECT_EQ(again->str(), rule->str());
                });
}

TEST(Mutation, meshes) {
  forEachMutant({"x=2,y=4", "\"a b\"=2, z=1"}, [](const std::string &text) {
    absl::StatusOr<Mesh> mesh = Mesh::parse(text);
    if (mesh.ok()) {
      EXPECT_EQ(Mesh::parse(mesh->str().substr(1, mesh->str().size() - 2)).value(), *mesh) << text;
    }
  });
}
