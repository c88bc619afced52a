// Where one way to spread a training step becomes better than another: by the roofs of a machine alone, and on
// published runs.
#include "shardwright/Plan/TrainingPlans.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace shardwright::plan {
namespace {

using cost::TrainingPlan;
using llvm::json::Object;

// The shipped machines of this tree; a test lies in no folder that has them beside it.
[[maybe_unused]] const int kFolder = setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, /*overwrite=*/1);

/// Products and links take time, and whatever can be hidden is.
TrainingSearch onRoofs(double flopsPerSecond, double bytesPerSecond, int64_t dimensions) {
  TrainingSearch search;
  cost::TrainingMachine &m = search.task.machine;
  m.flopsPerSecond = flopsPerSecond;
  m.attentionFlopsPerSecond = m.memoryBytesPerSecond = 1e30;
  m.domain = int64_t(1) << 40;
  m.dimensions = dimensions;
  m.domainBytesPerSecond = bytesPerSecond;
  cost::TrainingHabits &h = search.task.habits;
  h.exposed = h.tensorExposed = h.tensorOverlapped = h.contextExposed = h.expertExposed = 0;
  search.task.recomputed = {0};
  return search;
}

/// LLaMA 2 13B or 70B on TPU v5p, as the scaling book counts: 459e12 FLOPs/s, 180e9 bytes/s along each of three axes.
TrainingSearch v5p(int64_t width, int64_t heads, int64_t hidden, int64_t layers) {
  TrainingSearch search = onRoofs(4.59e14, 1.8e11, 3);
  cost::Decoder &d = search.task.decoder;
  d.layers = layers;
  d.width = width;
  d.heads = heads;
  d.kvHeads = 8;
  d.headSize = 128;
  d.hidden = hidden;
  d.vocabulary = 32000;
  d.isGated = true;
  // Pipelines and split sequences are not among the book's choices.
  search.limits.pipeline = search.limits.context = 1;
  return search;
}

PlannedTraining bestOf(const TrainingSearch &search) {
  absl::StatusOr<TrainingPlans> plans = planTraining(search, 1);
  EXPECT_TRUE(plans.ok()) << plans.status().message();
  EXPECT_FALSE(plans->best.empty());
  return plans->best.front();
}

double partOf(const cost::TrainingStep &step, const std::string &name) {
  for (const cost::TrainingPart &part : step.parts)
    if (part.name == name)
      return part.seconds;
  return 0;
}

/// Of a step, what products do not hide.
double exposedShare(const cost::TrainingStep &step) {
  return 1 - (partOf(step, "products") + partOf(step, "logits")) / step.seconds;
}

/// The fewest tokens of a device that hide all exchanges, halved from above.
double leastTokens(TrainingSearch search, int64_t devices) {
  search.task.devices = devices;
  double least = 0;
  for (int64_t tokens = 16384; tokens >= 16; tokens /= 2) {
    search.task.decoder.sequence = tokens;
    search.task.sequences = double(devices);
    if (exposedShare(bestOf(search).step) < 0.02)
      least = double(tokens);
  }
  return least;
}

double alpha() { return 4.59e14 / 1.8e11; }

void expectWithinPowerOfTwo(double found, double book, const char *what) {
  EXPECT_GE(found, book / 2) << what;
  EXPECT_LE(found, book * 2) << what;
}

// Scaling book, `fsdp_critical_batch_axes` (850) and `mixed_critical_batch` (alpha^2 / 2F).
TEST(TrainingCrossovers, TokensThatHideExchanges) {
  for (auto [width, hidden, layers] : {std::tuple(8192, 28672, 80), {5120, 13824, 40}}) {
    TrainingSearch search = v5p(width, width / 128, hidden, layers);
    TrainingSearch whole = search;
    whole.limits.tensor = 1;
    expectWithinPowerOfTwo(leastTokens(whole, 4096), alpha() / 3, "without a tensor split");
    expectWithinPowerOfTwo(leastTokens(search, 4096), alpha() * alpha() / (2 * hidden), "with one");
  }
}

// ... fully sharded above alpha / axes tokens a device, with a tensor split below.
TEST(TrainingCrossovers, TensorSplitsPayBelowWhatHidesGathers) {
  TrainingSearch search = v5p(8192, 64, 28672, 80);
  search.task.devices = 4096;
  search.task.sequences = 4096;
  double crossover = 0;
  for (int64_t tokens = 16384; tokens >= 64; tokens /= 2) {
    search.task.decoder.sequence = tokens;
    if (bestOf(search).plan.tensor == 1)
      crossover = double(tokens);
    else if (double(tokens) > alpha() / 3 * 2)
      ADD_FAILURE() << "a tensor split at " << tokens << " tokens a device";
  }
  expectWithinPowerOfTwo(crossover, alpha() / 3, "the least tokens without a tensor split");
}

// `mixed_fsdp_ways_opt`: sqrt(B / F * M_X / M_Y * N), where neither exchange is hidden.
TEST(TrainingCrossovers, ReplicasBesideATensorSplit) {
  for (auto [width, hidden, layers, devices, sequences, tokens] :
       {std::tuple<int64_t, int64_t, int64_t, int64_t, int64_t, int64_t>{5120, 13824, 40, 4096, 4096, 732},
        {8192, 28672, 80, 8192, 8192, 512},
        {8192, 28672, 80, 4096, 4096, 128},
        {8192, 28672, 80, 1024, 1024, 64}}) {
    TrainingSearch search = v5p(width, 64, hidden, layers);
    search.task.devices = devices;
    search.task.sequences = double(sequences);
    search.task.decoder.sequence = tokens;
    double best = std::sqrt(double(sequences * tokens) / double(hidden) * 2 * double(devices));
    PlannedTraining found = bestOf(search);
    expectWithinPowerOfTwo(double(found.plan.replicas()), std::min(best, double(devices)),
                           describe(found.plan).c_str());
  }
}

// `dp_max_params`: bytes of memory over bytes of a parameter.
TEST(TrainingCrossovers, ReplicasAsLongAsParametersFit) {
  TrainingSearch search = v5p(4096, 32, 11008, 1);
  search.limits.tensor = search.limits.fsdp = 1;
  search.limits.zero = 0;
  search.task.habits.stateBytes = 10;
  search.memoryBytes = 9.6e10;
  search.task.devices = 64;
  search.task.sequences = 64;
  search.task.decoder.sequence = 8192;
  double most = 0;
  for (int64_t layers = 1; layers <= 512; layers *= 2) {
    search.task.decoder.layers = layers;
    absl::StatusOr<TrainingPlans> plans = planTraining(search, 1);
    ASSERT_TRUE(plans.ok()) << plans.status().message();
    if (!plans->best.empty())
      most = search.task.decoder.totalWeights();
  }
  expectWithinPowerOfTwo(most, 9.6e10 / 10, "the most parameters of pure replicas");
}

// `ep_comms_time` against `ep_math_time` on nodes of eight with 400e9 bytes/s out of each: tokens go to min(k, nodes)
// others, two products of width x hidden work on them.
TEST(TrainingCrossovers, ExpertsFarAwayNeedLargeLayers) {
  for (auto [experts, chosen] : {std::pair<int64_t, int64_t>{64, 8}, {64, 2}, {16, 8}}) {
    TrainingSearch search = onRoofs(9.9e14, 4.5e11, 1);
    search.task.machine.domain = 8;
    search.task.machine.networkBytesPerSecond = 4e11 / 8;
    cost::Decoder &d = search.task.decoder;
    d.layers = 1;
    d.width = 7168;
    d.heads = d.kvHeads = d.headSize = 1;
    d.vocabulary = 1;
    d.sequence = 4096;
    d.experts = experts;
    d.chosenExperts = chosen;
    TrainingPlan plan;
    plan.data = plan.expert = experts;
    plan.sequences = double(experts);
    search.task.habits.expertExposed = 1;
    double needed = 0;
    for (int64_t hidden = 1 << 18; hidden >= 128; hidden /= 2) {
      d.expertHidden = hidden;
      cost::TrainingStep step = cost::trainingStep(d, plan, search.task.machine, search.task.habits);
      if (partOf(step, "products") > partOf(step, "tokens to experts and back"))
        needed = double(hidden);
    }
    double nodes = double(experts) / 8, z = double(experts), k = double(chosen);
    // 4 B k D F / (Z C) = 4 B D (Z - 8) / (W Z) min(8 k / Z, 1), solved for F; three times the products, twice the
    // sends.
    double book = 9.9e14 / 4e11 * (z - 8) * std::min(8 * k / z, 1.0) / k * 2 / 3;
    expectWithinPowerOfTwo(needed, book, (std::to_string(nodes) + " nodes").c_str());
  }
}

// Eight devices beside each other: each token goes to k experts, or its activation is summed over all of them.
TEST(TrainingCrossovers, ExpertsRatherThanTensorSplitsForFewChosen) {
  TrainingSearch search = onRoofs(9.9e14, 4.5e11, 1);
  search.task.machine.domain = 8;
  cost::TrainingHabits &h = search.task.habits;
  h.expertExposed = h.tensorExposed = h.tensorOverlapped = 1;
  cost::Decoder &d = search.task.decoder;
  d.layers = 4;
  d.width = 4096;
  d.heads = d.kvHeads = 32;
  d.headSize = 128;
  d.vocabulary = 1000;
  d.sequence = 4096;
  d.experts = 64;
  d.expertHidden = 1024;
  search.task.devices = 8;
  search.task.sequences = 8;
  search.limits.pipeline = search.limits.context = search.limits.fsdp = 1;
  // Either every device has all experts' share or all of its experts; nothing else fits.
  search.task.habits.stateBytes = 16;
  search.memoryBytes = d.totalWeights() * 16 / 6;
  double crossover = 0;
  for (int64_t chosen = 1; chosen <= 64; chosen *= 2) {
    d.chosenExperts = chosen;
    PlannedTraining found = bestOf(search);
    if (found.plan.expert > 1 && found.plan.tensor == 1)
      crossover = double(chosen);
  }
  // 4 k (n - 1) / n T d against 4 * 2 (n - 1) / n T n d: up to k = 2 n.
  expectWithinPowerOfTwo(crossover, 2 * 8, "the most experts of a token that are sent to");
}

Object llama7b(int64_t sequence) {
  // What is published: 4M tokens on as many H100 as there are groups of 1024 tokens in a sequence.
  return Object{{"device", "h100"},
                {"hardware", "DGX-H100"},
                {"n_devices", std::max<int64_t>(4, sequence / 1024)},
                {"model", Object{{"name", "Llama2-7B"},
                                 {"layers", 32},
                                 {"d_model", 4096},
                                 {"heads", 32},
                                 {"kv_heads", 32},
                                 {"ffn", 11008},
                                 {"vocab", 32000},
                                 {"seq", sequence}}},
                {"global_batch", 4194304 / sequence},
                {"precision", "fp8"}};
}

// Published: 610 against 595 TFLOP/s at 32k, 549 against 104 at 512k, 536 against 26.5 at 1M.
TEST(TrainingCrossovers, ContextSplitsFirstPayAt32k) {
  std::map<int64_t, double> gains;
  double first = 0;
  for (int64_t sequence = 4096; sequence <= 1 << 20; sequence *= 2) {
    absl::StatusOr<cost::TrainingTask> task = cost::readTrainingTask(llama7b(sequence));
    ASSERT_TRUE(task.ok()) << task.status().message();
    TrainingSearch search;
    search.memoryBytes = task->machine.memoryBytes;
    search.task = *task;
    search.overlapsAll = search.compiled = false;
    PlannedTraining with = bestOf(search);
    search.limits.context = 1;
    PlannedTraining without = bestOf(search);
    gains[sequence] = without.step.seconds / with.step.seconds;
    if (first == 0 && gains[sequence] > 1.002)
      first = double(sequence);
  }
  expectWithinPowerOfTwo(first, 32768, "the first sequence whose split pays");
  EXPECT_GT(gains[1 << 19], 1.5);
  EXPECT_GT(gains[1 << 20], 4);
}

Object gpt(int64_t layers, int64_t width, int64_t heads, int64_t devices, int64_t batch) {
  return Object{
      {"device", "a100"},
      {"hardware", "A100-80GB + 8xHDR200"},
      {"n_devices", devices},
      {"model",
       Object{
           {"name", "GPT"}, {"layers", layers}, {"d_model", width}, {"heads", heads}, {"vocab", 51200}, {"seq", 2048}}},
      {"global_batch", batch},
      {"precision", "f16"}};
}

// Narayanan et al., 2021, table 2: tensor and pipeline splits against ZeRO-3, 1.06 to 3.3 times as fast.
TEST(TrainingCrossovers, PipelinesRatherThanFullySharded) {
  for (auto [layers, width, heads, devices, batch] : {std::tuple(96, 12288, 96, 384, 1536),
                                                      {96, 12288, 96, 768, 1536},
                                                      {96, 12288, 96, 1536, 1536},
                                                      {105, 20480, 128, 640, 2560},
                                                      {105, 20480, 128, 1120, 2240},
                                                      {105, 20480, 128, 2240, 2240}}) {
    absl::StatusOr<cost::TrainingTask> task = cost::readTrainingTask(gpt(layers, width, heads, devices, batch));
    ASSERT_TRUE(task.ok()) << task.status().message();
    TrainingSearch search;
    search.memoryBytes = task->machine.memoryBytes;
    search.task = *task;
    search.overlapsAll = search.compiled = false;
    PlannedTraining best = bestOf(search);
    EXPECT_GT(best.plan.pipeline, 1);
    EXPECT_GT(best.plan.tensor, 1);
    search.limits = {1, 1, 1, 1, TrainingLimits::kAny, 1, 3};
    EXPECT_GT(bestOf(search).step.seconds, 1.06 * best.step.seconds) << devices << " devices";
  }
}

Object llama(const char *device, int64_t devices, int64_t parameters, int64_t sequence, int64_t batch) {
  std::map<int64_t, Object> models;
  models[8] = Object{{"layers", 32}, {"d_model", 4096}, {"heads", 32}, {"ffn", 14336}};
  models[70] = Object{{"layers", 80}, {"d_model", 8192}, {"heads", 64}, {"ffn", 28672}};
  models[405] = Object{{"layers", 126}, {"d_model", 16384}, {"heads", 128}, {"ffn", 53248}};
  models[512] = Object{{"layers", 128}, {"d_model", 16384}, {"heads", 128}, {"ffn", 65536}};
  Object model = models[parameters];
  model["name"] = "Llama3";
  model["kv_heads"] = 8;
  model["vocab"] = 128256;
  model["seq"] = sequence;
  return Object{{"device", device},          {"hardware", ""},        {"n_devices", devices},
                {"model", std::move(model)}, {"global_batch", batch}, {"precision", "bf16"}};
}

// Plans of people who know (Megatron-Bridge, Llama 3, MaxText), with the schedules that they name.
TEST(TrainingCrossovers, MeetExpertsPlans) {
  struct Expert {
    Object inputs;
    int64_t tensor, pipeline, chunks, context, data, fsdp;
    const char *name;
  };
  std::vector<Expert> experts;
  experts.push_back({llama("h100", 1024, 405, 8192, 1536), 8, 8, 8, 2, 8, 1, "405B on 1,024 H100"});
  experts.push_back({llama("h100", 64, 70, 8192, 128), 4, 4, 5, 2, 2, 1, "70B on 64 H100"});
  experts.push_back({llama("h100", 8, 8, 8192, 128), 1, 1, 1, 2, 4, 1, "8B on 8 H100"});
  experts.push_back({llama("h100", 16384, 405, 8192, 2048), 8, 16, 8, 1, 128, 1, "405B on 16,384 H100"});
  experts.push_back({llama("h100", 16384, 405, 131072, 128), 8, 16, 8, 16, 8, 1, "405B on long sequences"});
  experts.push_back({llama("tpu_v6e", 512, 405, 8192, 512), 1, 1, 1, 1, 2, 256, "405B on two slices of v6e"});
  experts.push_back({llama("tpu_v5p", 512, 512, 2048, 512), 8, 1, 1, 1, 1, 64, "512B on v5p"});
  for (const Expert &expert : experts) {
    absl::StatusOr<cost::TrainingTask> task = cost::readTrainingTask(expert.inputs);
    ASSERT_TRUE(task.ok()) << task.status().message();
    TrainingPlan plan;
    plan.tensor = expert.tensor, plan.pipeline = expert.pipeline, plan.chunks = expert.chunks;
    plan.context = expert.context, plan.data = expert.data, plan.fsdp = expert.fsdp;
    plan.zero = 1;
    plan.schedule = cost::TrainingSchedule::OneForwardOneBackward;
    plan.sequences = task->sequences;
    ASSERT_EQ(plan.devices(), task->devices);
    cost::TrainingStep step = cost::trainingStep(task->decoder, plan, task->machine, task->habits);
    TrainingSearch search;
    search.task = *task;
    search.memoryBytes = std::max(task->machine.memoryBytes, step.peakBytes);
    search.overlapsAll = search.compiled = false;
    PlannedTraining best = bestOf(search);
    EXPECT_LE(best.step.seconds, step.seconds) << expert.name << ": " << describe(best.plan);
  }
}

TEST(TrainingCrossovers, AreFoundWithoutPricingAll) {
  absl::StatusOr<cost::TrainingTask> task = cost::readTrainingTask(gpt(128, 25600, 160, 16384, 4096));
  ASSERT_TRUE(task.ok()) << task.status().message();
  TrainingSearch search;
  search.task = *task;
  search.memoryBytes = task->machine.memoryBytes;
  absl::StatusOr<TrainingPlans> plans = planTraining(search, 5);
  ASSERT_TRUE(plans.ok()) << plans.status().message();
  EXPECT_EQ(plans->best.size(), 5u);
  EXPECT_GT(plans->splits, 1000u);
  EXPECT_LT(plans->priced, 100000u) << "each of them takes less than a microsecond";
}

/// A published run, and what its group measured.
struct Published {
  cost::TrainingRun run;
  std::string group;   ///< same work on the same devices
  double slowness = 0; ///< measured, in units that its group shares
};

std::vector<Published> publishedRuns() {
  std::vector<Published> out;
  auto buffer = llvm::MemoryBuffer::getFile(SHARED_DATA "/training-runs.jsonl");
  for (llvm::StringRef line : llvm::split(buffer ? (*buffer)->getBuffer() : "", '\n')) {
    if (line.trim().empty())
      continue;
    llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(line);
    EXPECT_TRUE(bool(parsed));
    const Object &row = *parsed->getAsObject(), &inputs = *row.getObject("inputs"), &model = *inputs.getObject("model");
    llvm::StringRef group = row.getString("group").value_or("");
    if (!group.starts_with("dense"))
      continue;
    absl::StatusOr<cost::TrainingRun> run = cost::priceTrainingRun(inputs);
    EXPECT_TRUE(run.ok()) << line.str() << run.status().message();
    bool isTime = row.getString("quantity") == "step_time";
    double value = *row.getNumber("value");
    std::string key = llvm::formatv("{0} {1} {2} {3} {4} {5} {6} {7}", model.getString("name"), model.getInteger("seq"),
                                    inputs.getString("device"), inputs.getString("hardware"), run->devices,
                                    run->sequences, inputs.getString("precision"), row.getString("quantity"));
    out.push_back({*run, key, isTime ? value : 1 / value});
  }
  return out;
}

TrainingSearch searchFor(const cost::TrainingRun &run) {
  TrainingSearch search;
  search.task = run;
  search.memoryBytes = run.machine.memoryBytes;
  search.offloads = run.plan.offloads;
  return search;
}

bool isSamePlan(const TrainingPlan &a, const TrainingPlan &b) {
  auto of = [](const TrainingPlan &p) {
    return std::tuple(p.tensor, p.pipeline, p.context, p.data, p.fsdp, p.overlapsAll, p.compiled);
  };
  return of(a) == of(b);
}

// A published plan that fits is met with its own programs; and with any programs by its group's best.
TEST(TrainingCrossovers, MeetPublishedPlans) {
  std::vector<Published> runs = publishedRuns();
  if (runs.empty())
    GTEST_SKIP() << "no " SHARED_DATA "/training-runs.jsonl";
  size_t fitting = 0, none = 0;
  for (const Published &published : runs) {
    const cost::TrainingRun &run = published.run;
    TrainingSearch search = searchFor(run);
    absl::StatusOr<TrainingPlans> free = planTraining(search, 1);
    ASSERT_TRUE(free.ok()) << published.group << ": " << free.status().message();
    if (free->best.empty()) {
      ++none;
      continue;
    }
    EXPECT_LE(free->best.front().step.seconds, 1.02 * run.step.seconds) << published.group;
    // What ran did fit: where the model says that it does not, it says too much of other plans as well.
    fitting += run.step.peakBytes <= search.memoryBytes;
    search.memoryBytes = std::max(search.memoryBytes, run.step.peakBytes);
    search.overlapsAll = run.plan.overlapsAll;
    search.compiled = run.plan.compiled;
    EXPECT_LE(bestOf(search).step.seconds, 1.02 * run.step.seconds) << published.group;
  }
  EXPECT_GE(fitting, runs.size() * 3 / 4);
  EXPECT_EQ(none, 0u) << "searches in which nothing fits";
}

// What the best pipelines of published runs take by the closed form is what the timeline plays.
TEST(TrainingCrossovers, BestPipelinesArePlayedAsTheyArePriced) {
  std::map<std::string, PlannedTraining> pipelines;
  for (const Published &published : publishedRuns()) {
    absl::StatusOr<TrainingPlans> plans = planTraining(searchFor(published.run), 3);
    ASSERT_TRUE(plans.ok()) << plans.status().message();
    for (const PlannedTraining &planned : plans->best) {
      const TrainingPlan &plan = planned.plan;
      double tasks = plan.passes() * double(plan.pipeline * plan.chunks);
      if (plan.pipeline == 1 || tasks > 10000 ||
          !pipelines.try_emplace(published.group + describe(plan), planned).second)
        continue;
      absl::StatusOr<double> played = playedSeconds(published.run, planned);
      ASSERT_TRUE(played.ok()) << played.status().message();
      EXPECT_NEAR(*played / planned.step.seconds, 1, 0.02) << describe(plan);
    }
  }
}

TEST(TrainingCrossovers, AreNoPlansThatWereMeasuredSlow) {
  std::map<std::string, std::vector<const Published *>> groups;
  std::vector<Published> runs = publishedRuns();
  for (const Published &published : runs)
    groups[published.group].push_back(&published);
  for (const auto &[name, members] : groups) {
    double fastest = std::numeric_limits<double>::infinity();
    for (const Published *published : members)
      fastest = std::min(fastest, published->slowness);
    absl::StatusOr<TrainingPlans> found = planTraining(searchFor(members.front()->run), 1);
    ASSERT_TRUE(found.ok());
    for (const Published *published : members)
      if (!found->best.empty() && isSamePlan(found->best.front().plan, published->run.plan)) {
        EXPECT_LE(published->slowness, 1.15 * fastest) << name;
      }
  }
}

} // namespace
} // namespace shardwright::plan
