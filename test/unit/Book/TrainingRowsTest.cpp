#include "lib/Cost/TrainingFacts.h"
#include "shardwright/Cost/TrainingRun.h"
#include "tools/book/Predict.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>

namespace shardwright::cost {
namespace {

using book::predict;
using book::Query;
using llvm::json::Object;

// The shipped machines of this tree; a test lies in no folder that has them beside it.
[[maybe_unused]] const int kFolder = setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, /*overwrite=*/1);

Object model() {
  return Object{{"name", "Llama3-8B"}, {"layers", 32}, {"d_model", 4096}, {"heads", 32},
                {"kv_heads", 8},       {"ffn", 14336}, {"vocab", 128256}, {"seq", 8192}};
}

Object row() {
  return Object{{"device", "h100"}, {"hardware", "DGX-H100"},
                {"n_devices", 8},   {"model", model()},
                {"tp", 1},          {"pp", 1},
                {"dp", 1},          {"fsdp", 8},
                {"cp", 1},          {"global_batch", 64},
                {"micro_batch", 2}, {"precision", "bf16"}};
}

Object with(const char *key, llvm::json::Value value) {
  Object changed = row();
  changed[key] = std::move(value);
  return changed;
}

Object without(const char *key) {
  Object changed = row();
  changed.erase(key);
  return changed;
}

std::string error(Object inputs) {
  absl::StatusOr<TrainingRun> run = priceTrainingRun(inputs);
  return run.ok() ? "no error" : std::string(run.status().message());
}

TEST(TrainingRun, ReadsWhatARowSays) {
  absl::StatusOr<TrainingRun> run = priceTrainingRun(row());
  ASSERT_TRUE(run.ok()) << run.status().message();
  EXPECT_TRUE(run->decoder.isGated) << "by the family's name";
  EXPECT_EQ(run->decoder.headSize, 128);
  EXPECT_EQ(run->plan.passes(), 4);
  EXPECT_EQ(run->machine.domain, 8);
  EXPECT_GT(run->flopsPerSecond(""), run->flopsPerSecond("6N+6Lds"));
  EXPECT_LT(run->flopsPerSecond(""), run->machine.peakFlopsPerSecond);
}

TEST(TrainingRun, APipelineHasAMicrobatchForEachStage) {
  Object inputs = with("micro_batch", 64);
  inputs["pp"] = 8;
  inputs["fsdp"] = 1;
  EXPECT_EQ(priceTrainingRun(inputs)->plan.passes(), 8);
}

TEST(TrainingRun, SaysTheOrderOfItsStages) {
  auto planOf = [](const char *key, llvm::json::Value value) {
    Object inputs = with("pp", 8);
    inputs["fsdp"] = 1;
    if (key)
      inputs[key] = std::move(value);
    return priceTrainingRun(inputs)->plan;
  };
  EXPECT_EQ(planOf(nullptr, nullptr).schedule, TrainingSchedule::Published);
  EXPECT_EQ(planOf("schedule", "GPipe").schedule, TrainingSchedule::AllForwardAllBackward);
  EXPECT_EQ(planOf("schedule", "zero bubble").schedule, TrainingSchedule::ZeroBubble);
  EXPECT_EQ(planOf("schedule", "1F1B").schedule, TrainingSchedule::OneForwardOneBackward);
  EXPECT_EQ(planOf("schedule", "interleaved 1F1B").schedule, TrainingSchedule::Published) << "in how many chunks?";
  EXPECT_EQ(planOf("vp", 4).chunks, 4);
  EXPECT_EQ(planOf("vp", 4).schedule, TrainingSchedule::OneForwardOneBackward);
}

TEST(TrainingRun, SlicesAreDomains) {
  Object inputs = with("device", "tpu_v5e");
  inputs["n_devices"] = 512;
  inputs["fsdp"] = 256;
  inputs["dp"] = 2;
  inputs["global_batch"] = 512;
  EXPECT_EQ(priceTrainingRun(inputs)->machine.domain, 256);
  inputs["slices"] = 4;
  EXPECT_EQ(priceTrainingRun(inputs)->machine.domain, 128);
}

TEST(TrainingRun, NeedsNoSplitForATask) {
  absl::StatusOr<TrainingTask> task = readTrainingTask(without("tp"));
  ASSERT_TRUE(task.ok()) << task.status().message();
  EXPECT_EQ(task->devices, 8);
  EXPECT_EQ(task->sequences, 64);
  EXPECT_EQ(task->recomputed.front(), 0);
  EXPECT_EQ(task->recomputed.back(), 1);
}

TEST(TrainingRun, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(error({}), "the row has no model or no device");
  EXPECT_EQ(error(without("tp")), "the row has no number 'tp' of at least 1");
  EXPECT_EQ(error(with("tp", "two")), "the row has no number 'tp' of at least 1");
  EXPECT_EQ(error(with("model", Object{{"layers", 1}})), "inputs.model has no number 'd_model' of at least 1");
  EXPECT_EQ(error(with("tp", 2)), "tp x pp x cp x dp x fsdp is 16, n_devices 8");
  EXPECT_EQ(error(without("global_batch")), "the row has no number 'tokens_per_step' of at least 1");
  EXPECT_EQ(error(with("remat", "all of it")).substr(0, 57),
            "inputs.remat 'all of it' is not known (there is custom, f");
  EXPECT_EQ(error(with("precision", "f8")).substr(0, 51), "inputs.precision 'f8' is not known (there is bf16, ");
  EXPECT_EQ(error(with("device", "abacus")).substr(0, 60),
            "nothing is known of training on 'abacus' (there is v100, a10");
}

TEST(TrainingRun, AnswersQuestions) {
  auto ask = [](const char *quantity, Object inputs) {
    return *predict({"", "dense_16bit", quantity, inputs})->getAsNumber();
  };
  double seconds = ask("step_time", row());
  EXPECT_DOUBLE_EQ(ask("tokens_per_s_per_device", row()), 64 * 8192 / seconds / 8);
  EXPECT_DOUBLE_EQ(ask("mfu", row()), ask("flops_per_s_per_device", row()) / 989.5e12);
  EXPECT_GT(ask("peak_memory_bytes", row()), 8e9 * 16 / 8);
  EXPECT_EQ(predict({"", "dense_16bit", "colour", row()}).status().code(), absl::StatusCode::kUnimplemented);
}

TEST(TrainingFacts, RefusesWhatDoesNotFit) {
  auto problem = [](const char *text) { return std::string(parseTrainingFacts(text, "f.json").status().message()); };
  EXPECT_EQ(problem("[]"), "f.json: an object is wanted here, this is array");
  EXPECT_EQ(problem(R"({"summary": "s"})"), "f.json: habits: is missing; give an object");
  EXPECT_EQ(parseTrainingFacts("{", "f.json").status().message().substr(0, 7), "f.json:");
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[size_t(q * double(values.size() - 1))];
}

/// Speeds per device, published and predicted, of runs of one model on one device.
using Sets = std::map<std::string, std::vector<std::pair<double, double>>>;

/// (right - wrong) / all, over pairs whose published speeds are 15 % or more apart.
double order(const Sets &sets) {
  double right = 0, pairs = 0;
  for (const auto &[name, runs] : sets)
    for (size_t i = 0; i < runs.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        auto [a, x] = runs[i];
        auto [b, y] = runs[j];
        if (std::max(a, b) < 1.15 * std::min(a, b))
          continue;
        ++pairs;
        right += (a < b) == (x < y) && x != y;
      }
  return (2 * right - pairs) / pairs;
}

// The bars of shared/data/README.md, counted as shared/tools/cost_eval.py does.
TEST(TrainingRun, SharedData) {
  auto buffer = llvm::MemoryBuffer::getFile(SHARED_DATA "/training-runs.jsonl");
  if (!buffer)
    GTEST_SKIP() << "no " SHARED_DATA "/training-runs.jsonl";
  std::vector<double> errors, memory;
  Sets sets;
  for (llvm::StringRef line : llvm::split((*buffer)->getBuffer(), '\n')) {
    if (line.trim().empty())
      continue;
    llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(line);
    ASSERT_TRUE(bool(parsed));
    const Object &row = *parsed->getAsObject();
    absl::StatusOr<Query> query = Query::parse(line);
    ASSERT_TRUE(query.ok());
    const Object *also = row.getObject("also");
    if (std::optional<double> peak = also ? also->getNumber("peak_memory_bytes") : std::nullopt)
      memory.push_back(std::abs(priceTrainingRun(query->inputs)->step.peakBytes / *peak - 1));
    if (query->group != "dense_16bit")
      continue;
    absl::StatusOr<llvm::json::Value> answer = predict(*query);
    ASSERT_TRUE(answer.ok()) << line.str() << ": " << answer.status().message();
    double published = *row.getNumber("value"), predicted = *answer->getAsNumber();
    errors.push_back(std::abs(predicted / published - 1));
    const Object &inputs = query->inputs, &trained = *inputs.getObject("model");
    std::string key = trained.getString("name")->str() + "|" + std::to_string(*trained.getInteger("seq")) + "|" +
                      inputs.getString("device")->str() + "|" + inputs.getString("precision").value_or("").str() + "|" +
                      query->quantity;
    if (query->quantity != "step_time")
      sets[key].push_back({published, predicted});
    else if (std::optional<double> tokens = inputs.getNumber("tokens_per_step")) {
      double each = *tokens / *inputs.getNumber("n_devices");
      sets[key].push_back({each / published, each / predicted});
    }
  }
  EXPECT_LE(quantile(errors, 0.5), 0.10);
  EXPECT_LE(quantile(errors, 0.9), 0.20);
  EXPECT_GE(order(sets), 0.8);
  EXPECT_LE(quantile(memory, 0.5), 0.10);
}

} // namespace
} // namespace shardwright::cost
