// Plans of training steps against loops over all there are.
#include "shardwright/Plan/TrainingPlans.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <tuple>

namespace shardwright::plan {
namespace {

using cost::TrainingPlan;
using cost::TrainingSchedule;
using cost::TrainingStep;

TrainingStep priced(const TrainingSearch &search, const TrainingPlan &plan) {
  return cost::trainingStep(search.task.decoder, plan, search.task.machine, search.task.habits);
}

/// A task of random sizes, in which every part of a step counts.
TrainingSearch randomSearch(std::mt19937 &random) {
  auto of = [&](std::initializer_list<int64_t> values) {
    return values.begin()[std::uniform_int_distribution<size_t>(0, values.size() - 1)(random)];
  };
  auto between = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  TrainingSearch search;
  cost::Decoder &d = search.task.decoder;
  d.layers = of({2, 5, 12});
  d.heads = of({4, 6, 8});
  d.kvHeads = of({1, 2});
  d.headSize = of({32, 64});
  d.width = d.heads * d.headSize;
  d.hidden = of({512, 1536});
  d.vocabulary = of({1000, 32000});
  d.sequence = of({96, 512, 2048});
  d.isGated = of({0, 1});
  if (of({0, 0, 1})) {
    d.experts = of({4, 6});
    d.chosenExperts = 2;
    d.expertHidden = d.hidden / 2;
    d.denseLayers = of({0, 1});
  }
  cost::TrainingMachine &m = search.task.machine;
  m.flopsPerSecond = 1e14;
  m.attentionFlopsPerSecond = 5e13;
  m.memoryBytesPerSecond = between(5e11, 3e12);
  m.domain = of({2, 4, 8});
  m.dimensions = of({1, 2});
  m.domainBytesPerSecond = between(1e10, 2e11);
  m.networkBytesPerSecond = between(1e9, 2e10);
  m.domainLatencySeconds = 1e-6;
  m.networkLatencySeconds = 5e-6;
  m.layerSeconds = of({0, 1}) ? 1e-4 : 0;
  cost::TrainingHabits &h = search.task.habits;
  h.widthPasses = 10;
  h.hiddenPasses = 4;
  h.compiledPasses = 0.6;
  h.logitBytes = 20;
  h.exposed = between(0, 1);
  h.tensorExposed = 1.2;
  h.tensorOverlapped = 0.3;
  h.contextExposed = between(0, 1);
  h.expertSlowdown = 2;
  h.straggling = 0.01;
  h.optimizerBytes = 12;
  h.stepSeconds = 0.001;
  h.logitMemory = 10;
  h.widthKept = 4;
  h.hiddenKept = 2;
  search.task.devices = of({1, 4, 6, 8, 12});
  search.task.sequences = double(of({6, 8, 24}));
  search.task.recomputed = {0, 0.3, 1};
  return search;
}

using SplitOfDevices = std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, bool>;

/// All plans that the header describes, by loops over numbers rather than divisors.
void forAllPlans(const TrainingSearch &search, const std::function<void(const SplitOfDevices &, TrainingPlan)> &visit) {
  const cost::TrainingTask &task = search.task;
  const int64_t devices = task.devices, sequences = int64_t(task.sequences);
  TrainingPlan p;
  p.sequences = task.sequences;
  p.overlapsAll = search.overlapsAll;
  p.compiled = search.compiled;
  const TrainingPlan plain = p;
  for (int64_t tensor = 1; tensor <= devices; ++tensor)
    for (int64_t pipeline = 1; pipeline <= task.decoder.layers; ++pipeline)
      for (int64_t context = 1; context <= devices; ++context)
        for (int64_t fsdp = 1; fsdp <= devices; ++fsdp)
          for (int64_t data = 1; data <= devices; ++data)
            for (int64_t expert = 1; expert <= std::max<int64_t>(1, task.decoder.experts); ++expert)
              for (int64_t microbatch = 1; microbatch <= sequences; ++microbatch)
                for (bool gathers : {false, true}) {
                  if (tensor * pipeline * context * fsdp * data != devices || task.decoder.heads % tensor ||
                      (context > 1 && task.decoder.sequence % (2 * context)) ||
                      sequences % (fsdp * data * microbatch) || (fsdp * data) % expert ||
                      (task.decoder.experts && task.decoder.experts % expert) ||
                      (gathers && (context == 1 || fsdp > 1)))
                    continue;
                  p = plain;
                  p.tensor = tensor, p.pipeline = pipeline, p.context = context, p.data = data, p.fsdp = fsdp;
                  p.expert = expert, p.microbatch = double(microbatch);
                  const int64_t passes = sequences / (fsdp * data * microbatch);
                  for (int64_t zero = gathers ? 3 : 0; zero <= (gathers ? 3 : passes == 1 ? 2 : 1); ++zero)
                    for (int schedule = 1; schedule <= (pipeline > 1 ? 3 : 1); ++schedule)
                      for (int64_t chunks = 1; chunks <= task.decoder.layers; ++chunks)
                        for (double share : task.recomputed) {
                          p.zero = zero;
                          p.schedule =
                              pipeline > 1 ? TrainingSchedule(schedule) : TrainingSchedule::OneForwardOneBackward;
                          p.chunks = chunks;
                          p.recomputed = share;
                          if (chunks > 1 &&
                              (p.schedule != TrainingSchedule::OneForwardOneBackward || pipeline == 1 ||
                               passes % pipeline || (task.decoder.layers + pipeline - 1) / pipeline % chunks))
                            continue;
                          visit({tensor, pipeline, context, data, fsdp, expert, gathers}, p);
                        }
                }
}

TEST(TrainingPlans, AreThoseOfAllLoops) {
  const uint32_t seed = 405;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  size_t limited = 0, impossible = 0;
  for (int round = 0; round < 60; ++round) {
    TrainingSearch search = randomSearch(random);
    double least = std::numeric_limits<double>::infinity(), most = 0;
    forAllPlans(search, [&](const SplitOfDevices &, const TrainingPlan &plan) {
      double bytes = priced(search, plan).peakBytes;
      least = std::min(least, bytes);
      most = std::max(most, bytes);
    });
    for (double share : {-0.1, 0.0, 0.1, 0.4, 1.0}) {
      search.memoryBytes = (least + share * (most - least)) * (1 + 1e-9);
      std::map<SplitOfDevices, double> bestOf;
      forAllPlans(search, [&](const SplitOfDevices &split, const TrainingPlan &plan) {
        TrainingStep step = priced(search, plan);
        if (step.peakBytes > search.memoryBytes)
          return;
        auto [at, isNew] = bestOf.try_emplace(split, step.seconds);
        at->second = std::min(at->second, step.seconds);
      });
      std::vector<double> seconds;
      for (const auto &[split, best] : bestOf)
        seconds.push_back(best);
      llvm::sort(seconds);
      absl::StatusOr<TrainingPlans> plans = planTraining(search, 5);
      if (seconds.empty() && !plans.ok())
        continue; // no split at all
      ASSERT_TRUE(plans.ok()) << plans.status().message();
      ASSERT_EQ(plans->best.size(), std::min<size_t>(5, seconds.size())) << round << " at " << share;
      for (size_t i = 0; i < plans->best.size(); ++i) {
        EXPECT_NEAR(plans->best[i].step.seconds, seconds[i], 1e-9 * seconds[i])
            << round << " at " << share << ": " << describe(plans->best[i].plan);
        EXPECT_LE(plans->best[i].step.peakBytes, search.memoryBytes);
      }
      limited += share < 1 && plans->withoutLimit.has_value();
      if (seconds.empty()) {
        ++impossible;
        ASSERT_TRUE(plans->leanest.has_value());
        EXPECT_NEAR(plans->leanest->step.peakBytes, least, 1e-9 * least);
      }
    }
  }
  EXPECT_GT(limited, 20u) << "memory binds somewhere";
  EXPECT_GT(impossible, 20u);
}

TEST(TrainingPlans, TotalsAreTheSumsOfTheParts) {
  std::mt19937 random(7);
  for (int round = 0; round < 20; ++round) {
    TrainingSearch search = randomSearch(random);
    forAllPlans(search, [&](const SplitOfDevices &, const TrainingPlan &plan) {
      TrainingStep step = priced(search, plan);
      cost::TrainingTotals totals =
          cost::trainingTotals(search.task.decoder, plan, search.task.machine, search.task.habits);
      ASSERT_NEAR(totals.seconds, step.seconds, 1e-9 * step.seconds) << describe(plan);
      ASSERT_NEAR(totals.peakBytes, step.peakBytes, 1e-9 * step.peakBytes) << describe(plan);
      ASSERT_LE(totals.steadySeconds, totals.seconds);
      for (const cost::TrainingPart &part : step.parts)
        ASSERT_GE(part.seconds, 0) << part.name << " of " << describe(plan);
    });
  }
}

TEST(TrainingPlans, MoreMemoryIsNeverSlowerAndALimitNeverFaster) {
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    TrainingSearch search = randomSearch(random);
    double last = std::numeric_limits<double>::infinity();
    for (double bytes = 1e6; bytes < 1e13; bytes *= 1.5) {
      search.memoryBytes = bytes;
      absl::StatusOr<TrainingPlans> plans = planTraining(search, 1);
      if (!plans.ok() || plans->best.empty())
        continue;
      EXPECT_LE(plans->best.front().step.seconds, last * (1 + 1e-12));
      last = plans->best.front().step.seconds;
      TrainingSearch narrow = search;
      narrow.limits.tensor = narrow.limits.context = 1;
      absl::StatusOr<TrainingPlans> fewer = planTraining(narrow, 1);
      if (fewer.ok() && !fewer->best.empty()) {
        EXPECT_GE(fewer->best.front().step.seconds, last * (1 - 1e-12));
      }
    }
  }
}

TEST(TrainingPlans, AreTheSameTwice) {
  std::mt19937 random(13);
  for (int round = 0; round < 20; ++round) {
    TrainingSearch search = randomSearch(random);
    absl::StatusOr<TrainingPlans> first = planTraining(search, 8), second = planTraining(search, 8);
    if (!first.ok())
      continue;
    ASSERT_EQ(first->best.size(), second->best.size());
    for (size_t i = 0; i < first->best.size(); ++i)
      EXPECT_EQ(describe(first->best[i].plan), describe(second->best[i].plan));
  }
}

TEST(TrainingPlans, RefuseWhatCannotBe) {
  TrainingSearch search;
  search.task.decoder.layers = 1;
  search.task.decoder.heads = 4;
  search.task.devices = 16;
  search.task.sequences = 2;
  EXPECT_EQ(planTraining(search, 1).status().message(),
            "no split of 16 devices has replicas that divide 2 sequences and a tensor split that divides 4 heads: give "
            "another batch");
  search.task.devices = 0;
  EXPECT_EQ(planTraining(search, 1).status().message(),
            "a search for 1 plans of 2 sequences on 0 devices: each must be at least one");
  search.task.devices = int64_t(1) << 40;
  EXPECT_EQ(planTraining(search, 1).status().message(),
            "a search over 1099511627776 devices and 1 layers: at most 1048576 and 4096");
}

TEST(TrainingPlans, SayWhereTwoStepsDiffer) {
  TrainingStep first{3, {{"a", 1, ""}, {"b", 2, ""}}, 0, {}},
      second{5, {{"a", 1, ""}, {"b", 1.5, ""}, {"c", 2.5, ""}}, 0, {}};
  std::vector<PartDifference> found = differences(first, second);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "c");
  EXPECT_DOUBLE_EQ(found[0].seconds, 2.5);
  EXPECT_EQ(found[1].name, "b");
  EXPECT_DOUBLE_EQ(found[1].seconds, -0.5);
}

/// The longest group of the best of all ways to cut.
double shortestLongest(llvm::ArrayRef<double> seconds, int64_t groups) {
  if (groups == 1)
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
  double best = std::numeric_limits<double>::infinity(), head = 0;
  for (size_t cut = 0; cut <= seconds.size(); ++cut) {
    best = std::min(best, std::max(head, shortestLongest(seconds.drop_front(cut), groups - 1)));
    if (cut < seconds.size())
      head += seconds[cut];
  }
  return best;
}

TEST(SplitInOrder, IsTheBestOfAllCuts) {
  const uint32_t seed = 96;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> seconds(std::uniform_int_distribution<size_t>(1, 9)(random));
    for (double &item : seconds)
      item = std::uniform_real_distribution<double>(0.1, 3)(random);
    int64_t groups = std::uniform_int_distribution<int64_t>(1, 5)(random);
    std::vector<int64_t> sizes = splitInOrder(seconds, groups);
    ASSERT_EQ(sizes.size(), size_t(groups));
    double longest = 0;
    size_t at = 0;
    for (int64_t size : sizes) {
      double sum = 0;
      for (int64_t i = 0; i < size; ++i)
        sum += seconds[at++];
      longest = std::max(longest, sum);
    }
    EXPECT_EQ(at, seconds.size());
    EXPECT_GE(sizes.back(), 1) << "what is behind the last layer stays on the last stage";
    EXPECT_NEAR(longest, shortestLongest(seconds, groups), 1e-12);
  }
}

TEST(SplitInOrder, AgreesWithTheClosedForm) {
  for (int64_t layers = 1; layers <= 40; ++layers)
    for (int64_t stages = 1; stages <= 12; ++stages)
      for (double head : {0.0, 0.1, 0.5, 1.0, 2.3, 7.0}) {
        std::vector<double> items(static_cast<size_t>(layers), 1.0);
        items.push_back(head);
        double longest = 0, sum = 0;
        size_t at = 0;
        for (int64_t size : splitInOrder(items, stages)) {
          sum = std::accumulate(items.begin() + at, items.begin() + at + size, 0.0);
          longest = std::max(longest, sum);
          at += size;
        }
        EXPECT_NEAR(cost::splitStages(layers, stages, 1, 1, head).seconds, longest, 1e-9)
            << layers << " layers, " << stages << " stages, head " << head;
      }
}

// The timeline plays what the closed form says of pipelines.
TEST(TrainingPipeline, IsPlayedAsTheClosedFormSays) {
  const uint32_t seed = 8;
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::vector<double> errors;
  for (int round = 0; round < 60; ++round) {
    TrainingSearch search = randomSearch(random);
    search.task.decoder.layers = 24;
    search.task.decoder.denseLayers = 0;
    search.task.decoder.vocabulary = 1000;
    forAllPlans(search, [&](const SplitOfDevices &, const TrainingPlan &plan) {
      if (plan.pipeline == 1 || plan.passes() < double(plan.pipeline) || plan.recomputed != 0 || plan.zero != 1)
        return;
      PlannedTraining planned{plan, priced(search, plan)};
      absl::StatusOr<double> played = playedSeconds(search.task, planned);
      ASSERT_TRUE(played.ok()) << played.status().message();
      double ratio = planned.step.seconds / *played;
      errors.push_back(std::abs(ratio - 1));
      EXPECT_NEAR(ratio, 1, 0.2) << describe(plan) << ", a link as slow as work";
    });
  }
  ASSERT_GT(errors.size(), 200u);
  llvm::sort(errors);
  EXPECT_LE(errors[errors.size() / 2], 0.01);
  EXPECT_LE(errors[errors.size() * 9 / 10], 0.05);
}

} // namespace
} // namespace shardwright::plan
