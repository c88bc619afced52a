#include "lib/Evaluate/DeviceProgram.h"

#include <gtest/gtest.h>

using namespace shardwright;
using namespace shardwright::evaluation;

namespace {

/// Four permutes of one value over four devices. Device 0 sends in two of them, so they become two, not one; and those
/// two send to others, so that neither stands for the other when what is there twice is removed.
TEST(MergePermutes, JointPermutesOfOneValueStayApart) {
  Mesh mesh = *Mesh::create({{"x", 4}});
  DeviceProgram program;
  program.blocks.emplace_back();
  LocalId value = program.addValue({Shape{8}, 4, 0, kNone, false});
  program.blocks[0].arguments.push_back(value);
  for (std::pair<int64_t, int64_t> pair : {std::pair<int64_t, int64_t>(0, 1), {2, 3}, {0, 2}, {1, 3}}) {
    DeviceOp op;
    op.runs = DeviceOp::Runs::Collective;
    op.operands = {value};
    op.communication = Communication{CollectiveOp::Permute, {AxisRef(AxisName("x"))}, {pair}, "f32", "f32", 32};
    op.likeness = op.communication->likeness();
    OpId number = program.append(std::move(op), 0);
    LocalId result = program.addValue({Shape{8}, 4, 0, number, false});
    program.ops[number].results = {result};
    program.blocks[0].yields.push_back(result);
  }
  mergePermutes(program, mesh);
  removeCommon(program);
  std::vector<std::vector<std::pair<int64_t, int64_t>>> sent;
  for (OpId number : program.liveOps(0))
    if (program.ops[number].runs == DeviceOp::Runs::Collective)
      sent.push_back(program.ops[number].communication->pairs);
  EXPECT_EQ(sent, (std::vector<std::vector<std::pair<int64_t, int64_t>>>{{{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}}));
}

} // namespace
