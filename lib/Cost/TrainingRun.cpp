#include "shardwright/Cost/TrainingRun.h"
#include "lib/Cost/TrainingFacts.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace shardwright::cost {
namespace {

/// The tokens of GPT-2, filled up to a multiple of 128 for eight splits.
constexpr int64_t kVocabulary = 51200;

/// Reads numbers out of an object; the first complaint stays.
class Reader {
public:
  Reader(const llvm::json::Object &object, std::string place, absl::Status &status)
      : object(object), place(std::move(place)), status(status) {}

  bool has(llvm::StringRef key) const { return object.getNumber(key).has_value(); }

  double number(llvm::StringRef key, double least, std::optional<double> otherwise = std::nullopt) {
    const llvm::json::Value *found = object.get(key);
    if ((!found || found->getAsNull()) && otherwise)
      return *otherwise;
    std::optional<double> value = found ? found->getAsNumber() : std::nullopt;
    if (value && std::isfinite(*value) && *value >= least)
      return *value;
    if (status.ok())
      status = absl::InvalidArgumentError(place + " has no number '" + key.str() + "' of at least " +
                                          (least == 0 ? "0" : "1"));
    return 1;
  }
  int64_t count(llvm::StringRef key, std::optional<double> otherwise = std::nullopt) {
    return static_cast<int64_t>(std::min(number(key, 1, otherwise), 1e15));
  }
  int64_t countOrNone(llvm::StringRef key) { return static_cast<int64_t>(std::min(number(key, 0, 0), 1e15)); }

private:
  const llvm::json::Object &object;
  std::string place;
  absl::Status &status;
};

bool isGated(const llvm::json::Object &model, const Decoder &decoder, const TrainingFacts &facts) {
  if (std::optional<bool> given = model.getBoolean("gated_mlp"))
    return *given;
  llvm::StringRef name = model.getString("name").value_or("");
  return decoder.experts || llvm::any_of(facts.gatedFamilies,
                                         [&](llvm::StringRef family) { return name.starts_with_insensitive(family); });
}

Decoder readDecoder(const llvm::json::Object &model, const TrainingFacts &facts, absl::Status &status) {
  Reader read(model, "inputs.model", status);
  Decoder d;
  d.layers = read.count("layers");
  d.width = read.count("d_model");
  d.heads = read.count("heads");
  d.kvHeads = read.count("kv_heads", double(d.heads));
  d.headSize = read.count("head_dim", std::max(1.0, std::floor(double(d.width) / double(d.heads))));
  d.hidden = read.count("ffn", 4.0 * double(d.width));
  d.vocabulary = read.count("vocab", double(kVocabulary));
  d.sequence = read.count("seq");
  d.experts = read.countOrNone("experts");
  d.sharedExperts = read.countOrNone("shared_experts");
  d.denseLayers = read.countOrNone("dense_layers");
  d.queryRank = read.countOrNone("q_lora");
  d.kvRank = read.countOrNone("kv_lora");
  d.parameters = read.number("params", 0, 0);
  if (d.experts) {
    d.chosenExperts = read.count("top_k");
    d.expertHidden = read.count("moe_ffn", double(d.hidden));
  }
  d.isGated = isGated(model, d, facts);
  return d;
}

std::string names(const llvm::StringMap<double> &map) {
  std::vector<std::string> keys;
  for (const auto &entry : map)
    keys.push_back(entry.first().str());
  llvm::sort(keys);
  return llvm::join(keys, ", ");
}

/// The number that a text stands for; `otherwise` where there is no text.
double lookUp(const llvm::json::Object &inputs, llvm::StringRef key, const llvm::StringMap<double> &table,
              double otherwise, absl::Status &status) {
  std::optional<llvm::StringRef> text = inputs.getString(key);
  if (!text)
    return otherwise;
  auto found = table.find(*text);
  if (found != table.end())
    return found->second;
  if (status.ok())
    status = absl::InvalidArgumentError("inputs." + key.str() + " '" + text->str() + "' is not known (there is " +
                                        names(table) + ")");
  return otherwise;
}

double readSequences(const llvm::json::Object &inputs, const Decoder &decoder, absl::Status &status) {
  Reader read(inputs, "the row", status);
  return read.has("global_batch") ? read.number("global_batch", 1)
                                  : read.number("tokens_per_step", 1) / double(decoder.sequence);
}

/// What a row says of the order of a pipeline's stages: `schedule` (GPipe, 1F1B, zero bubble) or the chunks of one.
void readSchedule(const llvm::json::Object &inputs, Reader &read, TrainingPlan &p) {
  if (p.pipeline == 1)
    return;
  llvm::StringRef name = inputs.getString("schedule").value_or("");
  if (name == "GPipe")
    p.schedule = TrainingSchedule::AllForwardAllBackward;
  else if (name == "zero bubble")
    p.schedule = TrainingSchedule::ZeroBubble;
  else if (name == "1F1B" || read.has("vp"))
    p.schedule = TrainingSchedule::OneForwardOneBackward;
  if (p.schedule == TrainingSchedule::OneForwardOneBackward)
    p.chunks = read.count("vp", 1);
}

TrainingPlan readPlan(const llvm::json::Object &inputs, const TrainingTask &task, const TrainingFacts &facts,
                      absl::Status &status) {
  Reader read(inputs, "the row", status);
  TrainingPlan p;
  p.tensor = read.count("tp");
  p.pipeline = read.count("pp");
  p.context = read.count("cp", 1);
  p.data = read.count("dp");
  p.fsdp = read.count("fsdp", 1);
  p.expert = read.count("ep", 1);
  p.sequences = task.sequences;
  double all = std::max(1.0, p.sequences / double(p.replicas()));
  if (read.has("grad_accum"))
    all /= read.number("grad_accum", 1);
  p.microbatch = std::min(read.number("micro_batch", 1, p.pipeline > 1 ? 1.0 : all),
                          std::max(1.0, p.sequences / double(p.replicas())));
  if (p.pipeline > 1) // what stands in the row may be what a replica gets: a pipeline has at least one for each stage
    p.microbatch = std::min(p.microbatch, std::max(1.0, p.sequences / double(p.replicas() * p.pipeline)));
  readSchedule(inputs, read, p);
  p.recomputed = lookUp(inputs, "remat", facts.recomputed, 0, status);
  p.offloads = llvm::is_contained(facts.offloading, inputs.getString("remat").value_or(""));
  p.compiled = inputs.getBoolean("compiled").value_or(false);
  // Where the row does not say: those that split a context share their states, as Megatron-LM's optimizer lets them.
  p.zero = std::clamp<int64_t>(inputs.getInteger("zero").value_or(p.context > 1 ? 1 : 0), 0, 3);
  if (p.weightShards() == 1)
    p.zero = std::min<int64_t>(p.zero, 2); // nobody to gather weights from but replicas
  for (llvm::StringRef key : {"system", "variant"})
    p.overlapsAll |= llvm::is_contained(facts.overlapping, inputs.getString(key).value_or(""));
  if (status.ok() && p.devices() != task.devices)
    status = absl::InvalidArgumentError("tp x pp x cp x dp x fsdp is " + std::to_string(p.devices()) + ", n_devices " +
                                        std::to_string(task.devices));
  return p;
}

std::vector<double> sharesOf(const llvm::StringMap<double> &policies) {
  std::vector<double> shares{0};
  for (const auto &policy : policies)
    shares.push_back(policy.second);
  llvm::sort(shares);
  shares.erase(std::unique(shares.begin(), shares.end()), shares.end());
  return shares;
}

const absl::StatusOr<TrainingFacts> &shippedFacts() {
  static const absl::StatusOr<TrainingFacts> kFacts = readTrainingFacts(topologyFolder());
  return kFacts;
}

} // namespace

absl::StatusOr<TrainingTask> readTrainingTask(const llvm::json::Object &inputs) {
  const absl::StatusOr<TrainingFacts> &facts = shippedFacts();
  if (!facts.ok())
    return facts.status();
  const llvm::json::Object *model = inputs.getObject("model");
  std::optional<llvm::StringRef> device = inputs.getString("device");
  if (!model || !device)
    return absl::InvalidArgumentError("the row has no model or no device");
  absl::Status status;
  TrainingTask task;
  task.decoder = readDecoder(*model, *facts, status);
  task.sequences = readSequences(inputs, task.decoder, status);
  task.devices = Reader(inputs, "the row", status).count("n_devices");
  double faster = lookUp(inputs, "precision", facts->precisions, 1, status);
  if (!status.ok())
    return status;
  std::string folder = topologyFolder();
  llvm::StringRef hardware = inputs.getString("hardware").value_or("");
  absl::StatusOr<TrainingMachine> machine = facts->machine(*device, hardware, folder);
  if (!machine.ok())
    return machine.status();
  task.machine = *std::move(machine);
  task.machine.flopsPerSecond *= faster;
  if (int64_t slices = Reader(inputs, "the row", status).count("slices", 1); slices > 1)
    task.machine.domain = std::max<int64_t>(1, std::min(task.machine.domain, task.devices / slices));
  task.habits = *facts->habitsOn(*device, hardware);
  task.recomputed = sharesOf(facts->recomputed);
  return task;
}

absl::StatusOr<TrainingRun> priceTrainingRun(const llvm::json::Object &inputs) {
  absl::StatusOr<TrainingTask> task = readTrainingTask(inputs);
  if (!task.ok())
    return task.status();
  TrainingRun run{*std::move(task), {}, {}};
  absl::Status status;
  run.plan = readPlan(inputs, run, *shippedFacts(), status);
  if (!status.ok())
    return status;
  run.step = trainingStep(run.decoder, run.plan, run.machine, run.habits);
  return run;
}

/// With what is computed again, as Megatron-LM's papers count it.
static double recomputedFlops(const Decoder &d, const TrainingPlan &p) {
  double h = double(d.width), l = double(d.layers), s = double(d.sequence), v = double(d.vocabulary);
  return 96 * p.sequences * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h));
}

double TrainingRun::flopsPerSecond(llvm::StringRef convention) const {
  double flops = convention == "recompute_included" ? recomputedFlops(decoder, plan)
                                                    : trainingFlops(decoder, plan, convention == "6N+6Lds");
  return flops / step.seconds / double(plan.devices());
}

} // namespace shardwright::cost
