#include "runtime/StepTree.h"

#include <algorithm>
#include <map>
#include <utility>

namespace shardwright::runtime {
namespace {

/// Programs that are nested deeper are left flat: what walks the tree recurses.
constexpr int kMostDepth = 500;

class Parser {
public:
  explicit Parser(const Executable &executable) : exe(executable) {
    std::map<uint32_t, uint32_t> tests; // by step that they go to
    for (uint32_t i = 0; i != exe.steps.size(); ++i)
      if (exe.steps[i].kind == StepKind::JumpIfFalse)
        tests[exe.steps[i].target] = i;
    for (uint32_t i = 0; i != exe.steps.size(); ++i)
      if (const Step &step = exe.steps[i]; step.kind == StepKind::Jump && step.target <= i)
        if (auto test = tests.find(i + 1); test != tests.end() && test->second >= step.target && test->second < i)
          loops[step.target].push_back({test->second, i});
    for (auto &[begin, all] : loops)
      std::sort(all.begin(), all.end(), [](const Loop &a, const Loop &b) { return a.jump > b.jump; });
  }

  /// The steps [begin, end); of the loops that begin there, those from number `first` on are in it.
  bool block(uint32_t begin, uint32_t end, size_t first, StepBlock &to) {
    for (uint32_t i = begin; i != end;) {
      if (i > end)
        return false;
      const Loop *loop = loopAt(i, i == begin ? first : 0);
      if (loop) {
        const size_t number = static_cast<size_t>(loop - loops[i].data());
        if (loop->jump >= end || !addLoop(i, *loop, number, to))
          return false;
        i = loop->jump + 1;
      } else if (exe.steps[i].kind == StepKind::JumpIfFalse || exe.steps[i].kind == StepKind::Switch) {
        if (!addBranch(i, end, to))
          return false;
        i = to.back().end;
      } else if (exe.steps[i].kind == StepKind::Jump || exe.steps[i].kind == StepKind::End) {
        return false;
      } else {
        if (to.empty() || to.back().kind != StepRegion::Kind::Steps || to.back().end != i)
          to.push_back({StepRegion::Kind::Steps, i, i, 0, {}, {}, std::nullopt, false});
        to.back().exchanges |= exe.steps[i].isCollective();
        to.back().end = ++i;
      }
    }
    return true;
  }

private:
  struct Loop {
    uint32_t test, jump;
  };

  const Loop *loopAt(uint32_t step, size_t first) const {
    auto all = loops.find(step);
    return all == loops.end() || first >= all->second.size() ? nullptr : &all->second[first];
  }

  static void gather(StepRegion &region) {
    auto note = [&](const StepBlock &block) {
      for (const StepRegion &inner : block)
        region.exchanges |= inner.exchanges;
    };
    note(region.condition);
    for (const StepBlock &block : region.blocks)
      note(block);
  }

  bool addLoop(uint32_t begin, const Loop &loop, size_t number, StepBlock &to) {
    if (++depth > kMostDepth)
      return false;
    StepRegion region{StepRegion::Kind::Loop, begin, loop.jump + 1, loop.test, {}, {}, std::nullopt, false};
    region.blocks.emplace_back();
    if (!block(begin, loop.test, number + 1, region.condition) ||
        !block(loop.test + 1, loop.jump, 0, region.blocks.front()))
      return false;
    if (uint32_t known = exe.steps[loop.test].index; known != 0)
      region.trips = known - 1;
    gather(region);
    to.push_back(std::move(region));
    --depth;
    return true;
  }

  bool addBranch(uint32_t decision, uint32_t end, StepBlock &to) {
    if (++depth > kMostDepth)
      return false;
    const Step &step = exe.steps[decision];
    std::vector<uint32_t> begins{decision + 1, step.target};
    if (step.kind == StepKind::Switch)
      begins = exe.switches[step.index];
    if (begins.front() != decision + 1)
      return false;
    for (size_t i = 1; i != begins.size(); ++i)
      if (begins[i] <= begins[i - 1])
        return false;
    if (begins.back() >= end)
      return false;
    // All go on behind the last one, which the first says where it is, or itself.
    uint32_t exit = 0;
    if (begins.size() > 1) {
      exit = exe.steps[begins[1] - 1].target;
    } else {
      for (uint32_t i = begins[0]; i != end && exit == 0; ++i)
        if (exe.steps[i].kind == StepKind::Jump && exe.steps[i].target == i + 1)
          exit = i + 1;
    }
    if (exit <= begins.back() || exit > end)
      return false;
    const auto kind = step.kind == StepKind::Switch ? StepRegion::Kind::Switch : StepRegion::Kind::If;
    StepRegion region{kind, decision, exit, decision, {}, {}, std::nullopt, false};
    begins.push_back(exit);
    for (size_t i = 0; i + 1 != begins.size(); ++i) {
      const Step &jump = exe.steps[begins[i + 1] - 1];
      if (jump.kind != StepKind::Jump || jump.target != exit ||
          !block(begins[i], begins[i + 1] - 1, 0, region.blocks.emplace_back()))
        return false;
    }
    gather(region);
    to.push_back(std::move(region));
    --depth;
    return true;
  }

  int depth = 0;
  const Executable &exe;
  std::map<uint32_t, std::vector<Loop>> loops; ///< by first step, the outermost first
};

} // namespace

std::optional<StepBlock> stepTree(const Executable &executable) {
  StepBlock all;
  if (executable.steps.empty() || executable.steps.back().kind != StepKind::End ||
      !Parser(executable).block(0, static_cast<uint32_t>(executable.steps.size()) - 1, 0, all))
    return std::nullopt;
  return all;
}

} // namespace shardwright::runtime
