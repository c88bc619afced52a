#include "lib/Topology/Json.h"
#include "shardwright/Plan/IopddlFormat.h"

#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

namespace shardwright::plan {
namespace {

TEST(SharedInstances, HaveTheNodesAndEdgesThatAreWrittenDown) {
  std::string folder = SHARED_PROBLEMS;
  auto text = llvm::MemoryBuffer::getFile(folder + "/anchors.json");
  if (!text)
    GTEST_SKIP() << "the instances of the contest are not here: " << folder << "/anchors.json";
  absl::StatusOr<rapidjson::Document> anchors = parseJson((*text)->getBuffer(), "anchors.json");
  ASSERT_TRUE(anchors.ok()) << anchors.status();
  int read = 0;
  for (const auto &member : anchors->GetObject()) {
    const Json &anchor = member.value;
    if (!anchor.IsObject() || !memberOf(anchor, "nodes"))
      continue;
    std::string name = textOf(*memberOf(anchor, "name")).str();
    SCOPED_TRACE(name);
    absl::StatusOr<Problem> problem = readIopddl(folder + "/" + name + ".json.gz");
    ASSERT_TRUE(problem.ok()) << problem.status();
    EXPECT_EQ(problem->name, name);
    EXPECT_EQ(int64_t(problem->nodes.size()), wholeOf(*memberOf(anchor, "nodes")));
    EXPECT_EQ(int64_t(problem->edges.size()), wholeOf(*memberOf(anchor, "edges")));
    EXPECT_EQ(problem->usageLimit, wholeOf(*memberOf(anchor, "usage_limit")));
    ++read;
  }
  EXPECT_EQ(read, 8);
}

} // namespace
} // namespace shardwright::plan
