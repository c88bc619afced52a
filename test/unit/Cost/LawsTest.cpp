// Laws that prices keep on every shipped machine, measured or not, for random groups. A case that breaks one is printed
// with its machine, its axes and its bytes.
//
//   bytes          more of them are never cheaper
//   links          no price is below what the links of the topology need at full speed for what must pass them
//   group size     an axis more is never cheaper where every member gets as much from each member: a wider group does
//                  everything that the narrower ones in it do. So what is held fixed is the block of one member: of
//                  all_gather the operand, of reduce_scatter the result, of all_to_all what goes to one member, of
//                  all_reduce the bytes over the members. With the whole array fixed an axis more may well be cheaper:
//                  an all_gather whose members hold half as much lies on twice as many links from the start, and groups
//                  that waited for each other at a way out of a node are one.
//   whole arrays   where neither is so (one group alone, and the axis adds units of an outer switch that does not add
//                  up), the whole array may be held fixed, too
//   symmetry       what lies alike costs the same
#include "shardwright/Cost/CostModel.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Cost/Machines.h"

#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <iostream>
#include <random>

using namespace shardwright;
using namespace shardwright::test;

namespace {

using Op = CollectiveKind;
using Axes = llvm::SmallVector<AxisStride, 8>;
constexpr Op kOps[] = {Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll,
                       Op::Permute,   Op::Broadcast, Op::SendRecv};
/// What a wider group's can stand in for.
constexpr Op kDividing[] = {Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll};
constexpr unsigned kSeed = 5;
constexpr int kGroups = 40;
/// Of curves between their samples.
constexpr double kSampled = 1 + 2e-3;

std::string str(llvm::ArrayRef<AxisStride> axes) {
  std::string text;
  for (const AxisStride &axis : axes)
    text += " " + std::to_string(axis.size) + "@" + std::to_string(axis.stride);
  return text;
}

/// The devices' number in digits as small as the levels of the machine allow: every group is over some of them.
Axes digitsOf(llvm::ArrayRef<Level> levels) {
  Axes digits;
  int64_t below = 1;
  auto add = [&](int64_t size) {
    for (int64_t factor = 2; size > 1; ++factor)
      for (; size % factor == 0; size /= factor) {
        digits.push_back({factor, below});
        below *= factor;
      }
  };
  for (const Level &level : levels) {
    if (level.kind != LevelKind::Torus)
      add(level.size);
    else
      for (int64_t length : llvm::reverse(level.shape))
        add(length);
  }
  return digits;
}

class Laws : public testing::TestWithParam<std::string> {
protected:
  Laws()
      : topology(*findTopology(GetParam(), TOPOLOGIES)), costs(*CollectiveCosts::create(topology, TOPOLOGIES)),
        levels(costs.levels()), devices(topology.numDevices()), digits(digitsOf(levels)), random(kSeed) {
    // `flat` has a million devices, of which a mesh takes few.
    if (devices > (1 << 16)) {
      devices = 64;
      digits.truncate(6);
    }
    std::cout << "seed " << kSeed << "\n";
  }

  GroupAssignment place(llvm::ArrayRef<AxisStride> axes) const { return *placeGroup(levels, axes, devices); }

  /// Some digits, one at least.
  Axes axes() {
    Axes some;
    while (some.empty())
      llvm::copy_if(digits, std::back_inserter(some), [&](const AxisStride &) { return random() % 3 == 0; });
    return some;
  }
  /// Those and some more, where there are more.
  Axes wider(const Axes &some) {
    Axes more;
    llvm::copy_if(digits, std::back_inserter(more),
                  [&](const AxisStride &digit) { return llvm::is_contained(some, digit) || random() % 3 == 0; });
    return more;
  }

  bool addsUp() const {
    return llvm::any_of(levels, [](const Level &level) { return level.inNetworkReductionFrom > 0; });
  }

  Topology topology;
  CollectiveCosts costs;
  llvm::ArrayRef<Level> levels;
  int64_t devices;
  Axes digits;
  std::mt19937 random;
};

TEST_P(Laws, MoreBytesAreNeverCheaper) {
  for (int i = 0; i < kGroups / 4; ++i) {
    Axes some = axes();
    for (Op op : kOps) {
      CollectivePrice price = costs.price(op, place(some), "", /*derive=*/false);
      double before = 0;
      for (double log = 0; log < 44; log += 0.01) {
        double seconds = price.seconds(std::exp2(log));
        ASSERT_TRUE(std::isfinite(seconds) && seconds >= before) << collectiveName(op) << str(some) << " at 2^" << log;
        before = seconds;
      }
    }
  }
}

TEST_P(Laws, AWiderGroupIsNeverCheaper) {
  for (int i = 0; i < kGroups; ++i) {
    Axes some = axes(), more = wider(some);
    GroupAssignment narrow = place(some), wide = place(more);
    double times = double(wide.members) / double(narrow.members);
    for (Op op : kDividing) {
      CollectivePrice one = costs.price(op, narrow), other = costs.price(op, wide, "", /*derive=*/false);
      // What was measured of the very group stands, and may contradict what was measured of a wider one.
      if (llvm::StringRef(one.derivation.back()).starts_with("measured"))
        continue;
      for (double log = 2; log < 38; log += 0.37) {
        double bytes = std::exp2(log);
        ASSERT_LE(one.seconds(bytes), other.seconds(bytes * times) * kSampled)
            << collectiveName(op) << " of 2^" << log << " over" << str(some) << ", then" << str(more);
      }
    }
  }
}

// A tree whose switches add nothing up, one group alone: an outer level more does not make an array cheaper.
TEST_P(Laws, AnOuterLevelIsNeverCheaperForTheWholeArray) {
  if (costs.isMeasured() || addsUp() || llvm::any_of(levels, [](const Level &level) {
        return level.kind == LevelKind::Torus || level.kind == LevelKind::PointToPoint;
      }))
    return;
  for (int i = 0; i < kGroups; ++i) {
    Axes some = axes(), more = some;
    const AxisStride &outermost = digits.back();
    if (llvm::is_contained(some, outermost))
      continue;
    more.push_back(outermost);
    GroupAssignment narrow = place(some), wide = place(more);
    narrow.groups = wide.groups = 1;
    for (Op op : kDividing) {
      CollectivePrice one = costs.price(op, narrow, "", false), other = costs.price(op, wide, "", false);
      for (double log = 2; log < 38; log += 0.37) {
        double bytes = std::exp2(log);
        ASSERT_LE(one.seconds(bytes), other.seconds(bytes) * kSampled)
            << collectiveName(op) << " of 2^" << log << " over" << str(some) << ", then" << str(more);
      }
    }
  }
}

/// Bytes that leave (or reach) `inside` of `members` members at least, over the bytes of the operation.
double mustCross(Op op, double inside, double members, bool addsUp) {
  double outside = 1 - inside / members;
  switch (op) {
  case Op::AllReduce: // its summand or the sum of each element; without help, both of those that others add up
    return addsUp ? 1 : 2 * outside;
  case Op::AllToAll:
    return inside * outside;
  case Op::AllGather:
  case Op::ReduceScatter:
    return outside;
  default:
    return 1;
  }
}

/// Of a hierarchy: whatever a unit lacks comes in over its own way out and those of the outer levels that end at its
/// devices, and all groups want it at once. Of a torus: both halves of a dimension, over the links that join them.
TEST_P(Laws, NothingIsFasterThanTheLinks) {
  for (int i = 0; i < kGroups; ++i) {
    Axes some = axes();
    GroupAssignment group = place(some);
    for (Op op : kOps) {
      if (op == Op::SendRecv) // of any two
        continue;
      CollectivePrice price = costs.price(op, group, "", /*derive=*/false);
      double least = 0, below = 1;
      for (auto [number, level] : llvm::enumerate(levels)) {
        double inside = 1;
        for (const Span &span : group.spans)
          inside *= span.level < number ? double(span.members) : 1;
        if (inside == double(group.members))
          break;
        if (level.kind == LevelKind::Torus) {
          for (const Span &span : group.spans)
            if (span.level == number && span.level + 1 == levels.size() && !level.twisted && op != Op::Permute &&
                op != Op::Broadcast) {
              double half = 0, length = double(level.shape[span.dim]);
              llvm::SmallVector<int64_t, 8> at = {0};
              for (const AxisStride &axis : some)
                if (axis.stride >= span.devicesBelow && axis.stride < span.devicesBelow * span.extent)
                  for (size_t place = at.size(); place-- > 0;)
                    for (int64_t step = 1; step < axis.size; ++step)
                      at.push_back(at[place] + step * axis.stride / span.devicesBelow);
              double lower = double(llvm::count_if(at, [&](int64_t position) { return position < length / 2; }));
              for (double part : {lower, double(at.size()) - lower})
                if (part > 0 && part < double(at.size()))
                  half = std::max(half, mustCross(op, double(group.members) * part / double(at.size()),
                                                  double(group.members), true));
              double links = double(devices) / length * (level.wrap[span.dim] ? 2 : 1);
              least = std::max(least, half * double(group.groups) / links / level.bytesPerSecond);
            }
        } else {
          double ways = 0, wayBelow = below;
          for (const Level &way : levels.drop_front(number)) {
            ways += way.childBytesPerSecond() * below / wayBelow;
            wayBelow *= double(way.size);
          }
          double groups = std::max(1.0, std::min(below / inside, double(group.groups)));
          least = std::max(least, groups * mustCross(op, inside, double(group.members), addsUp()) / ways);
        }
        below *= double(level.size);
      }
      for (double log = 2; log < 40; log += 1.3)
        ASSERT_GE(price.seconds(std::exp2(log)), std::exp2(log) * least * (1 - 1e-9))
            << collectiveName(op) << " of 2^" << log << " over" << str(some);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, Laws, testing::ValuesIn(*topologyNames(TOPOLOGIES)), [](const auto &machine) {
  std::string text = machine.param;
  llvm::replace(text, '-', '_');
  return text;
});

AxisList over(std::initializer_list<const char *> names) {
  AxisList axes;
  for (const char *name : names)
    axes.push_back(AxisRef(AxisName(name)));
  return axes;
}

void expectAlike(const CostModel &costs, const AxisList &a, const CostModel &otherCosts, const AxisList &b) {
  for (Op op : kOps)
    for (double bytes : {1.0, 1e3, 3e5, 1e8, 4e10})
      EXPECT_EQ(costs.collective({op, a}).seconds(bytes), otherCosts.collective({op, b}).seconds(bytes))
          << costs.name() << ": " << collectiveName(op) << " of " << bytes;
}

// A torus of equal dimensions is the same seen from either.
TEST(Symmetry, AxesOfATorus) {
  Topology torus = makeMachine({makeTorus({4, 4}, /*wrap=*/true, 1e9, 1e-6)}),
           lines = makeMachine({makeTorus({8, 8}, /*wrap=*/false, 1e9, 1e-6)});
  CostModel four = *CostModel::create(torus, "no-folder", *Mesh::parse("x=4,y=4")),
            eight = *CostModel::create(lines, "no-folder", *Mesh::parse("x=8,y=8"));
  for (const CostModel *costs : {&four, &eight})
    expectAlike(*costs, over({"x"}), *costs, over({"y"}));
  CostModel shipped = *CostModel::create(*findTopology("tpu-v5e", TOPOLOGIES), TOPOLOGIES, *Mesh::parse("x=16,y=16"));
  expectAlike(shipped, over({"x"}), shipped, over({"y"}));
  for (auto [pre, size] : {std::pair<int64_t, int64_t>(1, 4), {2, 4}, {4, 4}, {1, 8}, {8, 2}})
    expectAlike(shipped, {AxisRef("x", pre, size)}, shipped, {AxisRef("y", pre, size)});
}

// To a switch all its devices are alike: groups of as many cost the same however they lie, and whatever the order in
// which the mesh counts its devices.
TEST(Symmetry, DevicesOfASwitch) {
  for (const char *machine : {"h200-8", "b200-8", "v100-8", "flat"}) {
    Topology topology = *findTopology(machine, TOPOLOGIES);
    CostModel plain = *CostModel::create(topology, TOPOLOGIES, *Mesh::parse("x=2,y=4"));
    CostModel turned = *CostModel::create(topology, TOPOLOGIES, *Mesh::parse("x=2,y=4"), AxisOrder{1, 0});
    CostModel mixed =
        *CostModel::create(topology, TOPOLOGIES, *Mesh::create({{"x", 2}, {"y", 4}}, {5, 2, 0, 7, 1, 3, 6, 4}));
    for (const CostModel *other : {&turned, &mixed})
      for (const AxisList &axes : {over({"x"}), over({"y"}), over({"x", "y"})})
        expectAlike(plain, axes, *other, axes);
    expectAlike(plain, over({"x", "y"}), plain, over({"y", "x"}));
    expectAlike(plain, over({"x"}), plain, {AxisRef("y", 1, 2)});
    expectAlike(plain, over({"x"}), plain, {AxisRef("y", 2, 2)});
  }
}

} // namespace
