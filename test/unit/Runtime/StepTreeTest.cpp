#include "runtime/StepTree.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace shardwright::runtime {
namespace {

/// Random programs out of loops, branches and steps, as the compiler makes them flat.
class Writer {
public:
  explicit Writer(std::mt19937 &random) : random(random) {}

  Executable write() {
    block(3);
    add(StepKind::End);
    return std::move(exe);
  }

private:
  int pick(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); }
  uint32_t next() const { return static_cast<uint32_t>(exe.steps.size()); }
  uint32_t add(StepKind kind) {
    exe.steps.push_back({kind});
    return next() - 1;
  }

  void block(int depth) {
    for (int i = pick(4); i > 0; --i)
      switch (depth == 0 ? 0 : pick(5)) {
      case 1:
        loop(depth);
        break;
      case 2:
        branch(depth);
        break;
      case 3:
        choice(depth);
        break;
      default:
        add(pick(4) == 0 ? StepKind::Collective : StepKind::Kernel);
      }
  }

  void loop(int depth) {
    const uint32_t begin = next();
    block(depth - 1);
    const uint32_t test = add(StepKind::JumpIfFalse);
    exe.steps[test].index = static_cast<uint32_t>(pick(3));
    block(depth - 1);
    exe.steps[add(StepKind::Jump)].target = begin;
    exe.steps[test].target = next();
  }

  void leave(const std::vector<uint32_t> &jumps) {
    for (uint32_t jump : jumps)
      exe.steps[jump].target = next();
  }

  void branch(int depth) {
    const uint32_t test = add(StepKind::JumpIfFalse);
    block(depth - 1);
    std::vector<uint32_t> jumps{add(StepKind::Jump)};
    exe.steps[test].target = next();
    block(depth - 1);
    jumps.push_back(add(StepKind::Jump));
    leave(jumps);
  }

  void choice(int depth) {
    const uint32_t test = add(StepKind::Switch);
    std::vector<uint32_t> targets, jumps;
    for (int i = 2 + pick(2); i > 0; --i) {
      targets.push_back(next());
      block(depth - 1);
      jumps.push_back(add(StepKind::Jump));
    }
    leave(jumps);
    exe.steps[test].index = static_cast<uint32_t>(exe.switches.size());
    exe.switches.push_back(targets);
  }

  std::mt19937 &random;
  Executable exe;
};

constexpr size_t kMostSteps = 300;

/// The steps that run, by the jumps, where each decision is a number of `decisions`; the last of them is cut off.
std::vector<uint32_t> runFlat(const Executable &exe, std::mt19937 decisions) {
  std::vector<uint32_t> ran;
  for (uint32_t at = 0; ran.size() < kMostSteps && at < exe.steps.size();) {
    const Step &step = exe.steps[at];
    if (step.kind == StepKind::Jump) {
      at = step.target;
      ran.push_back(UINT32_MAX); // so that empty loops end
      continue;
    }
    ran.push_back(at);
    if (step.kind == StepKind::End)
      break;
    const uint32_t decision = decisions();
    if (step.kind == StepKind::JumpIfFalse)
      at = decision % 2 ? at + 1 : step.target;
    else if (step.kind == StepKind::Switch)
      at = exe.switches[step.index][decision % exe.switches[step.index].size()];
    else
      ++at;
  }
  ran.erase(std::remove(ran.begin(), ran.end(), UINT32_MAX), ran.end());
  return ran;
}

/// The same, by the tree.
class TreeRun {
public:
  explicit TreeRun(std::mt19937 decisions) : decisions(decisions) {}
  void block(const StepBlock &steps) {
    for (const StepRegion &region : steps)
      one(region);
  }
  std::vector<uint32_t> ran;

private:
  uint32_t step(uint32_t number) {
    ran.push_back(number);
    return decisions();
  }
  void one(const StepRegion &region) {
    if (region.kind == StepRegion::Kind::Steps) {
      for (uint32_t i = region.begin; i != region.end; ++i)
        step(i);
    } else if (region.kind == StepRegion::Kind::Loop) {
      for (block(region.condition); step(region.decision) % 2; block(region.condition)) {
        block(region.blocks.front());
        if (ran.size() > kMostSteps)
          return;
      }
    } else if (region.kind == StepRegion::Kind::If) {
      block(region.blocks[step(region.decision) % 2 ? 0 : 1]);
    } else {
      block(region.blocks[step(region.decision) % region.blocks.size()]);
    }
  }
  std::mt19937 decisions;
};

void expectSame(const Executable &exe, const StepBlock &tree, uint32_t seed) {
  const std::vector<uint32_t> flat = runFlat(exe, std::mt19937(seed));
  TreeRun run{std::mt19937(seed)};
  run.block(tree);
  run.ran.push_back(static_cast<uint32_t>(exe.steps.size()) - 1);
  const size_t common = std::min(flat.size(), run.ran.size());
  EXPECT_GE(common, std::min(flat.size(), size_t{1}));
  EXPECT_TRUE(std::equal(flat.begin(), flat.begin() + static_cast<ptrdiff_t>(common), run.ran.begin()));
}

TEST(StepTree, RandomProgramsRunAlike) {
  for (uint32_t seed = 0; seed != 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    const Executable exe = Writer(random).write();
    const std::optional<StepBlock> tree = stepTree(exe);
    ASSERT_TRUE(tree);
    expectSame(exe, *tree, seed);
  }
}

/// A jump that goes elsewhere makes another program, or none that is a tree.
TEST(StepTree, OtherJumpsAreFound) {
  int trees = 0;
  for (uint32_t seed = 0; seed != 4000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Executable exe = Writer(random).write();
    Step &step = exe.steps[random() % exe.steps.size()];
    step.target = random() % exe.steps.size();
    if (std::optional<StepBlock> tree = stepTree(exe)) {
      expectSame(exe, *tree, seed);
      ++trees;
    }
  }
  EXPECT_GT(trees, 0);
}

TEST(StepTree, DeepOnesStayFlat) {
  auto nested = [](uint32_t depth) {
    Executable exe;
    for (uint32_t i = 0; i != depth; ++i)
      exe.steps.push_back({StepKind::JumpIfFalse, 0, 2 * depth - i});
    for (uint32_t i = 0; i != depth; ++i)
      exe.steps.push_back({StepKind::Jump, 0, depth - 1 - i});
    exe.steps.push_back({StepKind::End});
    return exe;
  };
  EXPECT_TRUE(stepTree(nested(100)));
  EXPECT_FALSE(stepTree(nested(100000)));
}

TEST(StepTree, SaysWhatIsKnown) {
  Executable exe;
  exe.steps = {{StepKind::Kernel},
               {StepKind::JumpIfFalse, 5, 4},
               {StepKind::Collective},
               {StepKind::Jump, 0, 0},
               {StepKind::End}};
  const std::optional<StepBlock> tree = stepTree(exe);
  ASSERT_TRUE(tree && tree->size() == 1);
  const StepRegion &loop = tree->front();
  EXPECT_EQ(loop.kind, StepRegion::Kind::Loop);
  EXPECT_EQ(loop.begin, 0u);
  EXPECT_EQ(loop.end, 4u);
  EXPECT_EQ(loop.decision, 1u);
  EXPECT_EQ(loop.trips, 4);
  EXPECT_TRUE(loop.exchanges);
  EXPECT_FALSE(loop.condition.front().exchanges);
  exe.steps[3].target = 1; // the condition is decided on again without being computed: no while of ours
  EXPECT_EQ(stepTree(exe)->size(), 2u);
  exe.steps[3].target = 2;
  EXPECT_FALSE(stepTree(exe));
}

} // namespace
} // namespace shardwright::runtime
