#include "shardwright/Cost/TrainingStep.h"

#include "absl/strings/str_format.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cmath>

namespace shardwright::cost {

static double product(int64_t a, int64_t b) { return static_cast<double>(a) * static_cast<double>(b); }

/// What each of n members sends of an array that all of them hold in the end.
static double ringShare(int64_t members) { return static_cast<double>(members - 1) / static_cast<double>(members); }

double TrainingPlan::passes() const { return std::max(1.0, sequences / static_cast<double>(replicas()) / microbatch); }

StageSplit splitStages(int64_t layers, int64_t stages, int64_t chunks, double layer, double head) {
  // With k layers in each part before the last, the last has what is left: the one falls with k, the other rises.
  const double all = static_cast<double>(layers), parts = static_cast<double>(stages * chunks);
  const double even = std::floor((all + head / layer) / parts);
  StageSplit best{all * layer + head, layers};
  for (double k : {even, even + 1}) {
    double left = std::max(0.0, all - (parts - 1) * k), part = std::min(k, all) * layer;
    double seconds = static_cast<double>(chunks - 1) * part + std::max(part, left * layer + head);
    if (seconds < best.seconds)
      best = {seconds, static_cast<int64_t>(left)};
  }
  return best;
}

namespace {

/// An activation, a weight and a gradient that is sent have 16 bits; gradients are added up with 32 where a stage
/// keeps them whole.
constexpr double kElementBytes = 2, kSumBytes = 4;

class StepModel {
public:
  StepModel(const Decoder &d, const TrainingPlan &p, const TrainingMachine &m, const TrainingHabits &h)
      : d(d), p(p), m(m), h(h), layers(static_cast<double>(d.layers) / static_cast<double>(p.pipeline)),
        split(tokens() / static_cast<double>(p.tensor)),
        own(heldWeights() / static_cast<double>(p.tensor * p.pipeline * p.weightShards())), layer(layerOf()),
        head(headSeconds()), busiest(splitStages(d.layers, p.pipeline, p.chunks, layer.seconds(), head).seconds) {}

  TrainingStep run() {
    TrainingStep out;
    auto add = [&](const char *name, double seconds, std::string derivation) {
      if (seconds == 0)
        return;
      out.parts.push_back({name, seconds, std::move(derivation)});
      out.seconds += seconds;
    };
    double times = p.passes() * layers;
    std::string each = absl::StrFormat("%g layers x %g microbatches of %g tokens", layers, p.passes(), split);
    add("products", times * layer.products, each);
    add("attention", times * layer.attention, each);
    add("between products", times * layer.between, "activations read and written");
    add("weights and their gradients", times * layer.weights, "gathered and scattered beside the layers' work");
    add("tensor exchanges", times * layer.tensor, "activations, twice a layer each way");
    add("context exchanges", times * layer.context, "keys and values, once forward, twice backward");
    add("tokens to experts and back", times * layer.experts, "once each way, forward and backward");
    add("waiting for launches", times * layer.launches, "kernels are shorter than their launches");
    add("logits", p.passes() * head / stages(), absl::StrFormat("%g of %d", split, d.vocabulary));
    add("uneven stages", p.passes() * uneven(), "the busiest beside the mean");
    add("pipeline bubble", bubble(), absl::StrFormat("%d stages, %g microbatches", p.pipeline, p.passes()));
    add("sends between stages", sends(), "activations and their gradients");
    add("combining gradients", gradients(), "beside half of the last backward pass");
    add("waiting for the slowest", straggling(), absl::StrFormat("%g domains of %d devices", domains(), m.domain));
    add("optimizer", optimizer(), absl::StrFormat("%g parameters x %g bytes", own / spread(), h.optimizerBytes));
    for (const Kept &kept : memory()) {
      out.memory.push_back({kept.name, kept.bytes, ""});
      out.peakBytes += kept.bytes;
    }
    return out;
  }

  TrainingTotals totals() const {
    double scheduled = bubble() + sends();
    TrainingTotals out;
    out.slowest = 1 + h.straggling * std::log2(domains());
    out.stagedSeconds = beforeStraggling() - gradients();
    out.steadySeconds = out.slowest * (beforeStraggling() - scheduled) + optimizer();
    out.seconds = out.steadySeconds + out.slowest * scheduled;
    for (const Kept &kept : memory())
      out.peakBytes += kept.bytes;
    return out;
  }

  StageSeconds stage() const {
    return {layer.seconds(), head, forwardShare(), weightGradientShare(), p.pipeline > 1 ? send() : 0};
  }

private:
  /// Seconds of a layer for one microbatch, forward and backward.
  struct Layer {
    double products, attention, between, weights = 0, tensor = 0, context = 0, experts = 0, launches = 0;
    double forward = 0; ///< of what is computed
    double seconds() const { return products + attention + between + weights + tensor + context + experts + launches; }
  };
  /// Of one pass: forward, or to gradients of activations; and to those of weights.
  struct Products {
    double forward, weightGradients;
  };
  struct Kept {
    const char *name;
    double bytes;
  };

  double tokens() const { return p.microbatch * static_cast<double>(d.sequence) / static_cast<double>(p.context); }
  double stages() const { return static_cast<double>(p.pipeline); }

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

  /// Of a torus, what groups with so many neighbours between their members have for themselves.
  int64_t dimensionsBeside(int64_t stride) const {
    return stride > 1 ? std::max<int64_t>(1, m.dimensions - 1) : m.dimensions;
  }

  /// What a message waits for beside its bytes, of a group of which one in `stride` devices is a member: a collective
  /// reaches the last member after the logarithm of them.
  double latency(int64_t members, int64_t stride) const {
    return members * stride <= m.domain || m.networkBytesPerSecond == 0 ? m.domainLatencySeconds
                                                                        : m.networkLatencySeconds;
  }
  double collectiveLatency(int64_t members, int64_t stride) const {
    return latency(members, stride) * std::log2(static_cast<double>(members));
  }

  /// Of a layer, that a device multiplies by.
  double weightsAtWork() const {
    return (d.attentionWeights() + d.perceptronWeights() / static_cast<double>(expertSplit())) /
           static_cast<double>(p.tensor);
  }

  Products productsOf() const {
    const double ways = static_cast<double>(p.tensor), width = static_cast<double>(d.width);
    const double copies = d.experts ? static_cast<double>(d.chosenExperts + d.sharedExperts) : 1;
    Products attention = productsWith(d.attentionWeights(), d.attentionWeights() / ways,
                                      2 * width + 2 * static_cast<double>((d.heads + d.kvHeads) * d.headSize) / ways);
    Products perceptron = productsWith(d.usedPerceptronWeights() * (d.experts ? h.expertSlowdown : 1),
                                       d.perceptronWeights() / static_cast<double>(expertSplit()) / ways,
                                       2 * copies * width + (d.isGated ? 3 : 2) * d.usedHidden() / ways);
    return {attention.forward + perceptron.forward, attention.weightGradients + perceptron.weightGradients};
  }

  /// By weights that a token meets, those that are held, and elements of a token that are read or written: a tensor
  /// split makes products narrow, and each reads tokens whole.
  Products productsWith(double met, double held, double elements) const {
    double work = 2 * split * met / m.flopsPerSecond, activations = kElementBytes * tokens() * elements;
    // Gradients of several microbatches are read and written once more each, unless they are scattered.
    double gradientBytes = p.passes() > 1 && p.weightShards() == 1 ? 2 * kSumBytes : kElementBytes;
    return {std::max(work, (kElementBytes * held + activations) / m.memoryBytesPerSecond),
            std::max(work, (gradientBytes * held + activations) / m.memoryBytesPerSecond)};
  }

  Layer layerOf() const {
    const Products once = productsOf();
    const double products = once.forward;
    double attention = split * 2 * product(d.sequence, d.heads * d.headSize) / m.attentionFlopsPerSecond;
    double between = m.passes * (p.compiled ? h.compiledPasses : 1) * split * kElementBytes *
                     (h.widthPasses * static_cast<double>(d.width) + h.hiddenPasses * d.usedHidden()) /
                     m.memoryBytesPerSecond;
    Layer layer{(2 + p.recomputed) * products + once.weightGradients, (3.5 + p.recomputed) * attention,
                (3 + p.recomputed) * between};
    layer.forward = products + attention + between;
    // What hides one exchange does not hide another.
    double idle = layer.seconds();
    const double backward = idle - layer.forward;
    auto seen = [&](double seconds, double share, double beside) {
      double hidden = std::min((1 - share) * seconds, std::min(beside, idle));
      idle -= std::max(0.0, hidden);
      return seconds - hidden;
    };
    if (p.weightShards() > 1) {
      double gather = gatherSeconds();
      layer.weights = beside(layer.forward, gather) + beside(backward, 2 * gather);
      idle -= 3 * gather - layer.weights;
    }
    double activation = kElementBytes * tokens() * static_cast<double>(d.width);
    if (p.context > 1) {
      double steps = (3 + p.recomputed) * static_cast<double>(p.context - 1);
      double seconds = steps * (kElementBytes * tokens() * keyAndValueElements() / speed(p.context, p.tensor, 1) +
                                latency(p.context, p.tensor));
      layer.context = seen(seconds, h.contextExposed, layer.attention);
    }
    if (p.tensor > 1) {
      double exchanges = 4 + (p.recomputed > 0.9 ? 2 : 0);
      double seconds =
          exchanges * 2 * (ringShare(p.tensor) * activation / speed(p.tensor, 1, 1) + collectiveLatency(p.tensor, 1));
      // Products and exchanges go tile by tile where devices write into each other's memory.
      bool overlaps = p.overlapsAll && p.tensor <= m.domain;
      layer.tensor = seen(seconds, overlaps ? h.tensorOverlapped : h.tensorExposed, idle);
    }
    if (p.expert > 1)
      layer.experts = h.expertExposed * 4 * expertSeconds(activation / static_cast<double>(p.tensor));
    layer.launches = std::max(0.0, m.layerSeconds - layer.seconds());
    return layer;
  }

  /// Of the weights of a layer, by those that split them.
  double gatherSeconds() const {
    return kElementBytes * weightsAtWork() * ringShare(p.weightShards()) /
               speed(p.weightShards(), p.tensor, dimensionsBeside(p.tensor)) +
           collectiveLatency(p.weightShards(), p.tensor);
  }

  /// Of a token and layer; a tensor split has a share of the heads.
  double keyAndValueElements() const {
    if (d.kvRank)
      return static_cast<double>(d.kvRank);
    return 2 * product(d.kvHeads, d.headSize) / static_cast<double>(std::min(p.tensor, d.kvHeads));
  }

  /// Of an activation to the experts of its tokens, or back: once to each other domain that has some of them, and
  /// inside of it to each of them.
  double expertSeconds(double bytes) const {
    const int64_t stride = p.tensor * p.context;
    const double chosen = static_cast<double>(d.chosenExperts);
    const double there = static_cast<double>(std::max<int64_t>(1, p.expert * stride / std::max(m.domain, stride)));
    const double inside = static_cast<double>(p.expert) / there;
    double seconds = chosen * (1 - 1 / inside) * bytes / speed(1, stride, 1);
    if (there > 1 && m.networkBytesPerSecond > 0) // every device sends by a way of its own
      seconds = std::max(seconds, std::min(chosen, there) * (1 - 1 / there) * bytes / m.networkBytesPerSecond);
    return seconds + collectiveLatency(p.expert, stride);
  }

  int64_t expertSplit() const { return d.experts ? p.expert : 1; }

  /// Replicas hold different experts; those of fsdp are split anyway.
  double heldWeights() const {
    double spread = static_cast<double>(std::min(expertSplit(), p.data));
    return d.totalWeights() - d.expertWeights() * (1 - 1 / spread);
  }

  /// Products of logits, and what reads and writes them.
  double headProducts() const { return 6 * split * product(d.vocabulary, d.width) / m.flopsPerSecond; }
  double headSeconds() const {
    return headProducts() + split * static_cast<double>(d.vocabulary) * h.logitBytes / m.memoryBytesPerSecond;
  }

  /// Of a microbatch through all layers, what is forward; exchanges and gathers are a third of it.
  double forwardShare() const {
    double exchanged = layer.weights + layer.tensor + layer.context + layer.experts + layer.launches;
    return (static_cast<double>(d.layers) * (layer.forward + exchanged / 3) + head / 3) / whole();
  }
  double weightGradientShare() const {
    return (static_cast<double>(d.layers) * productsOf().weightGradients + headProducts() / 3) / whole();
  }

  /// One microbatch through all stages, and what the busiest of them has more than the mean.
  double whole() const { return static_cast<double>(d.layers) * layer.seconds() + head; }
  double uneven() const { return p.pipeline > 1 ? busiest - whole() / stages() : 0; }

  double chunks() const {
    if (p.schedule != TrainingSchedule::Published)
      return static_cast<double>(p.chunks);
    return h.pipelineChunks;
  }

  double bubble() const {
    if (p.pipeline == 1)
      return 0;
    double others = whole() - busiest;
    if (p.schedule == TrainingSchedule::ZeroBubble)
      return others * std::max(forwardShare(), 1 - 2 * weightGradientShare());
    return others / chunks();
  }

  double send() const {
    int64_t stride = p.tensor * p.context * p.fsdp;
    return kElementBytes * split * static_cast<double>(d.width) / speed(p.pipeline, stride, 1) +
           latency(p.pipeline, stride);
  }

  /// Where backwards follow forwards at once, two neighbours wait for each other; with chunks there is always other
  /// work, but for the first microbatch forward and the last one backward.
  double sends() const {
    if (p.pipeline == 1)
      return 0;
    bool alternates = p.schedule == TrainingSchedule::ZeroBubble ||
                      (p.schedule == TrainingSchedule::OneForwardOneBackward && p.chunks == 1);
    double seen = alternates ? 2 * p.passes() * (stages() - 1) / stages() + 2 * (stages() - 2)
                  : p.schedule == TrainingSchedule::OneForwardOneBackward
                      ? 2 * (stages() * static_cast<double>(p.chunks) - 1)
                      : 2 * (stages() - 1);
    // A link carries all chunks' activations one way and their gradients the other.
    double carried = p.passes() * std::max(0.0, 2 * chunks() * send() - busiest);
    return std::max(seen * send(), carried + 2 * (stages() - 1) * send());
  }

  /// Two bytes of each gradient pass between those that have the same weights, first over context, then over data,
  /// behind half of a pass.
  double gradients() const {
    double seconds = 0, bytes = 2 * kElementBytes * own;
    if (p.context > 1 && p.weightShards() == 1) {
      seconds += bytes * ringShare(p.context) / speed(p.context, p.tensor, 1);
      bytes /= static_cast<double>(p.context);
    }
    if (p.data > 1)
      seconds +=
          bytes * ringShare(p.data) / speed(p.data, p.devices() / p.data, dimensionsBeside(p.devices() / p.data));
    return std::max(h.exposed * (p.overlapsAll ? h.tensorOverlapped : 1) * seconds, seconds - busiest / 2);
  }

  double domains() const { return std::max(1.0, static_cast<double>(p.devices()) / static_cast<double>(m.domain)); }
  double beforeStraggling() const {
    return p.passes() * (layers * layer.seconds() + head / stages() + uneven()) + bubble() + sends() + gradients();
  }
  double straggling() const { return beforeStraggling() * h.straggling * std::log2(domains()); }
  double optimizer() const { return own / spread() * h.optimizerBytes / m.memoryBytesPerSecond + h.stepSeconds; }

  /// Over how many more than the weights optimizer states are spread.
  double spread() const {
    if (p.zero != 1 && p.zero != 2)
      return 1;
    return static_cast<double>(p.data * (p.weightShards() == 1 ? p.context : 1));
  }

  /// Microbatches whose activations the first stage keeps.
  double alive() const {
    double most = stages();
    if (p.schedule == TrainingSchedule::AllForwardAllBackward)
      most = p.passes();
    else if (p.chunks > 1)
      most += (stages() - 1) / static_cast<double>(p.chunks);
    return std::min(most, p.passes());
  }

  llvm::SmallVector<Kept, 6> memory() const {
    llvm::SmallVector<Kept, 6> out;
    double gradientSpread = p.zero == 2 && p.passes() == 1 ? spread() : 1;
    out.push_back({"parameters, gradients, optimizer states",
                   own * (kElementBytes * (1 + 1 / gradientSpread) + (h.stateBytes - 2 * kElementBytes) / spread())});
    double stage = d.totalWeights() / static_cast<double>(p.tensor * p.pipeline);
    if (p.weightShards() > 1 && p.pipeline > 1)
      out.push_back({"weights and gradients of the stage", stage * (kElementBytes + kSumBytes)});
    double width = static_cast<double>(d.width);
    double all = kElementBytes * split * (h.widthKept * width + h.hiddenKept * d.usedHidden());
    double kept = p.recomputed * kElementBytes * split * width + (1 - p.recomputed) * all;
    // Of what waits with the host, the layer that comes and the one that goes are here.
    double here = p.offloads ? std::min(layers * alive(), 2.0) : layers * alive();
    out.push_back({"activations for the backward pass", kept * here});
    // Gathered over the tensor split for a layer's products: what goes in, its gradient, and the gradient of the
    // result.
    double whole = p.tensor > 1 ? 3 * kElementBytes * split * static_cast<double>(p.tensor) * width : 0;
    out.push_back({"the layer at work", all + whole});
    out.push_back({"logits", split * static_cast<double>(d.vocabulary) * h.logitMemory});
    return out;
  }

  const Decoder &d;
  const TrainingPlan &p;
  const TrainingMachine &m;
  const TrainingHabits &h;
  const double layers; ///< of a stage, in the mean
  const double split;  ///< tokens of a microbatch that a device works on
  const double own;    ///< parameters that a device holds
  const Layer layer;
  const double head;    ///< seconds of the logits of one microbatch
  const double busiest; ///< seconds of one microbatch on the busiest stage
};

} // namespace

TrainingStep trainingStep(const Decoder &decoder, const TrainingPlan &plan, const TrainingMachine &machine,
                          const TrainingHabits &habits) {
  return StepModel(decoder, plan, machine, habits).run();
}

TrainingTotals trainingTotals(const Decoder &decoder, const TrainingPlan &plan, const TrainingMachine &machine,
                              const TrainingHabits &habits) {
  return StepModel(decoder, plan, machine, habits).totals();
}

StageSeconds stageSeconds(const Decoder &decoder, const TrainingPlan &plan, const TrainingMachine &machine,
                          const TrainingHabits &habits) {
  return StepModel(decoder, plan, machine, habits).stage();
}

} // namespace shardwright::cost
