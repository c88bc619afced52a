#include "shardwright/Cost/TrainingStep.h"

#include "absl/strings/str_format.h"

#include <algorithm>
#include <cmath>

namespace shardwright::cost {

static double product(int64_t a, int64_t b) { return static_cast<double>(a) * static_cast<double>(b); }

/// What each of n members sends of an array that all of them hold in the end.
static double ringShare(int64_t members) { return static_cast<double>(members - 1) / static_cast<double>(members); }

double Decoder::attentionWeights() const {
  double queries = queryRank ? product(width + heads * headSize, queryRank) : product(width, heads * headSize);
  double keysAndValues =
      kvRank ? product(width + 2 * heads * headSize, kvRank) : product(width, 2 * kvHeads * headSize);
  return queries + keysAndValues + product(heads * headSize, width);
}

/// Layers of one kind weigh as many as there are.
static double average(const Decoder &d, double dense, double sparse) {
  double share = static_cast<double>(std::min(d.denseLayers, d.layers)) / static_cast<double>(d.layers);
  return d.experts ? share * dense + (1 - share) * sparse : dense;
}

static double perceptron(const Decoder &d, double elements) {
  return static_cast<double>(d.width) * elements * (d.isGated ? 3 : 2);
}

double Decoder::perceptronWeights() const {
  double sparse = product(experts + sharedExperts, expertHidden);
  return perceptron(*this, average(*this, static_cast<double>(hidden), sparse));
}

double Decoder::usedHidden() const {
  return average(*this, static_cast<double>(hidden), product(chosenExperts + sharedExperts, expertHidden));
}

double Decoder::usedPerceptronWeights() const { return perceptron(*this, usedHidden()); }

double Decoder::expertWeights() const {
  return experts ? product(layers - std::min(denseLayers, layers), experts) * perceptron(*this, double(expertHidden))
                 : 0;
}

double Decoder::totalWeights() const {
  if (parameters > 0)
    return parameters;
  return static_cast<double>(layers) * (attentionWeights() + perceptronWeights()) + embeddingWeights();
}

double TrainingPlan::passes() const { return std::max(1.0, sequences / static_cast<double>(replicas()) / microbatch); }

namespace {

class StepModel {
public:
  StepModel(const Decoder &d, const TrainingPlan &p, const TrainingMachine &m, const TrainingHabits &h)
      : d(d), p(p), m(m), h(h), layers(static_cast<double>(d.layers) / static_cast<double>(p.pipeline)),
        split(tokens() / static_cast<double>(p.tensor)),
        own(heldWeights() / static_cast<double>(p.tensor * p.pipeline * p.fsdp)) {}

  TrainingStep run() {
    Layer layer = layerOf();
    double head = headSeconds() / static_cast<double>(p.pipeline), micro = layers * layer.seconds() + head;
    double times = p.passes() * layers;
    std::string each = absl::StrFormat("%g layers x %g microbatches of %g tokens", layers, p.passes(), split);
    add("products", times * layer.products, each);
    add("attention", times * layer.attention, each);
    add("between products", times * layer.between, "activations read and written");
    add("weights and their gradients", times * layer.weights, "gathered and scattered beside the layers' work");
    add("tensor exchanges", times * layer.tensor, "activations, twice a layer each way");
    add("tokens to experts and back", times * layer.experts, "once each way, forward and backward");
    add("waiting for launches", times * layer.launches, "kernels are shorter than their launches");
    add("logits", p.passes() * head, absl::StrFormat("%g of %d", split, d.vocabulary));
    add("pipeline bubble", static_cast<double>(p.pipeline - 1) * micro / h.pipelineChunks,
        absl::StrFormat("%d stages, %g microbatches", p.pipeline, p.passes()));
    add("combining gradients", gradients(micro / 2), "beside half of the last backward pass");
    double domains = std::max(1.0, static_cast<double>(p.devices()) / static_cast<double>(m.domain));
    add("waiting for the slowest", out.seconds * h.straggling * std::log2(domains),
        absl::StrFormat("%g domains of %d devices", domains, m.domain));
    add("optimizer", own * h.optimizerBytes / m.memoryBytesPerSecond + h.stepSeconds,
        absl::StrFormat("%g parameters x %g bytes", own, h.optimizerBytes));
    remember();
    return std::move(out);
  }

private:
  /// Seconds of a layer for one microbatch, forward and backward.
  struct Layer {
    double products, attention, between, weights = 0, tensor = 0, experts = 0, launches = 0;
    double seconds() const { return products + attention + between + weights + tensor + experts + launches; }
  };

  double tokens() const { return p.microbatch * static_cast<double>(d.sequence) / static_cast<double>(p.context); }

  /// What two things take that run side by side, beyond the first.
  double beside(double first, double second) const {
    return std::max(first, second) + h.exposed * std::min(first, second) - first;
  }

  /// Bytes a second of a device in a group whose members are `stride` devices apart. Members of one domain share the
  /// ways out of it.
  double speed(int64_t members, int64_t stride, int64_t dimensions) const {
    double inside = m.domainBytesPerSecond * static_cast<double>(dimensions);
    if (members * stride <= m.domain || m.networkBytesPerSecond == 0)
      return inside;
    return std::min(inside, m.networkBytesPerSecond * static_cast<double>(std::max<int64_t>(1, m.domain / stride)));
  }

  Layer layerOf() const {
    double weights = d.attentionWeights() + d.usedPerceptronWeights() * (d.experts ? h.expertSlowdown : 1);
    double products = 2 * split * weights / m.flopsPerSecond;
    double attention = split * 2 * product(d.sequence, d.heads * d.headSize) / m.attentionFlopsPerSecond;
    double between = m.passes * (p.compiled ? h.compiledPasses : 1) * split * 2 *
                     (h.widthPasses * static_cast<double>(d.width) + h.hiddenPasses * d.usedHidden()) /
                     m.memoryBytesPerSecond;
    Layer layer{(3 + p.recomputed) * products, (3.5 + p.recomputed) * attention, (3 + p.recomputed) * between};
    double forward = products + attention + between, backward = layer.seconds() - forward;
    if (p.fsdp > 1) {
      int64_t stride = p.tensor * p.context;
      double bytes = 2 * (d.attentionWeights() + d.perceptronWeights()) / static_cast<double>(p.tensor * expertSplit());
      double gather = bytes * ringShare(p.fsdp) /
                      speed(p.fsdp, stride, stride > 1 ? std::max<int64_t>(1, m.dimensions - 1) : m.dimensions);
      layer.weights = beside(forward, gather) + beside(backward, 2 * gather);
    }
    double activation = 2 * tokens() * static_cast<double>(d.width);
    if (p.tensor > 1) {
      double exchanges = 4 + (p.recomputed > 0.9 ? 2 : 0);
      layer.tensor = (p.overlapsAll ? h.tensorOverlapped : h.tensorExposed) * exchanges * 2 * ringShare(p.tensor) *
                     activation / speed(p.tensor, 1, 1);
    }
    if (p.expert > 1)
      layer.experts = h.expertExposed * 4 * static_cast<double>(d.chosenExperts) * ringShare(p.expert) * activation /
                      static_cast<double>(p.tensor) / speed(p.expert, p.tensor, 1);
    layer.launches = std::max(0.0, m.layerSeconds - layer.seconds());
    return layer;
  }

  int64_t expertSplit() const { return d.experts ? p.expert : 1; }

  /// Replicas hold different experts; those of fsdp are split anyway.
  double heldWeights() const {
    double spread = static_cast<double>(std::min(expertSplit(), p.data));
    return d.totalWeights() - d.expertWeights() * (1 - 1 / spread);
  }

  double headSeconds() const {
    double logits = split * static_cast<double>(d.vocabulary);
    return 6 * logits * static_cast<double>(d.width) / m.flopsPerSecond +
           logits * h.logitBytes / m.memoryBytesPerSecond;
  }

  /// Two bytes of each gradient pass between the replicas, behind `hidden` seconds of work.
  double gradients(double hidden) const {
    if (p.data <= 1)
      return 0;
    double seconds = 2 * ringShare(p.data) * 2 * own / speed(p.data, p.devices() / p.data, 1);
    return std::max(h.exposed * seconds, seconds - hidden) * (p.overlapsAll ? h.tensorOverlapped : 1);
  }

  void remember() {
    double spread = static_cast<double>(p.context * (p.spreadsStates ? p.data : 1));
    keep("parameters, gradients, optimizer states", own * h.stateBytes / spread);
    double stage = d.totalWeights() / static_cast<double>(p.tensor * p.pipeline);
    if (p.fsdp * p.context > 1 && p.pipeline > 1)
      keep("weights and gradients of the stage", stage * (2 + 4));
    double width = static_cast<double>(d.width);
    double all = 2 * split * (h.widthKept * width + h.hiddenKept * d.usedHidden());
    double kept = p.recomputed * 2 * split * width + (1 - p.recomputed) * all;
    double alive = std::min(static_cast<double>(p.pipeline), p.passes());
    keep("activations for the backward pass", layers * kept * alive);
    // Gathered over the tensor split for a layer's products: what goes in, its gradient, and the gradient of the
    // result.
    double whole = p.tensor > 1 ? 3 * 2 * split * static_cast<double>(p.tensor) * width : 0;
    keep("the layer at work", all + whole);
    keep("logits", split * static_cast<double>(d.vocabulary) * h.logitMemory);
  }

  void keep(const char *name, double bytes) {
    out.memory.push_back({name, bytes, ""});
    out.peakBytes += bytes;
  }

  void add(const char *name, double seconds, std::string derivation) {
    if (seconds == 0)
      return;
    out.parts.push_back({name, seconds, std::move(derivation)});
    out.seconds += seconds;
  }

  const Decoder &d;
  const TrainingPlan &p;
  const TrainingMachine &m;
  const TrainingHabits &h;
  const double layers; ///< of a stage
  const double split;  ///< tokens of a microbatch that a device works on
  const double own;    ///< parameters that a device holds
  TrainingStep out;
};

} // namespace

TrainingStep trainingStep(const Decoder &decoder, const TrainingPlan &plan, const TrainingMachine &machine,
                          const TrainingHabits &habits) {
  return StepModel(decoder, plan, machine, habits).run();
}

double trainingFlops(const Decoder &d, const TrainingPlan &plan, bool causal) {
  double weights =
      static_cast<double>(d.layers) * (d.attentionWeights() + d.usedPerceptronWeights()) + d.embeddingWeights();
  double attention = product(d.layers, d.heads * d.headSize) * static_cast<double>(d.sequence);
  return plan.sequences * static_cast<double>(d.sequence) * (6 * weights + (causal ? 6 : 12) * attention);
}

} // namespace shardwright::cost
