#ifndef SHARDWRIGHT_COST_TRAININGSTEP_H
#define SHARDWRIGHT_COST_TRAININGSTEP_H

#include <cstdint>
#include <string>
#include <vector>

/// A training step of a decoder in closed form: what can be said before there is a program. docs/concepts/training.md
/// derives each term. Times in seconds, a multiply-add is two FLOPs.
namespace shardwright::cost {

/// A decoder: attention and a perceptron in every layer, an embedding that is also the last product.
struct Decoder {
  int64_t layers = 1, width = 1, heads = 1, kvHeads = 1, headSize = 1, hidden = 1, vocabulary = 1, sequence = 1;
  /// Three products in a perceptron rather than two.
  bool isGated = false;
  /// Perceptrons of `expertHidden` that there are in a layer, that a token is sent to, and that every token passes;
  /// none: one of `hidden`. The first `denseLayers` have that one all the same.
  int64_t experts = 0, chosenExperts = 0, sharedExperts = 0, expertHidden = 0, denseLayers = 0;
  /// Queries, and keys with values, pass through vectors of so many elements; 0: directly.
  int64_t queryRank = 0, kvRank = 0;
  /// All of them; 0: from the sizes.
  double parameters = 0;

  double attentionWeights() const;      ///< of a layer
  double perceptronWeights() const;     ///< stored, of the average layer
  double usedPerceptronWeights() const; ///< that one token meets, of the average layer
  double usedHidden() const;            ///< hidden elements of one token, of the average layer
  double expertWeights() const;         ///< of all layers; not of shared experts
  double totalWeights() const;
  double embeddingWeights() const { return static_cast<double>(vocabulary) * static_cast<double>(width); }
};

/// In which order the stages of a pipeline work; Timeline/Pipeline.h plays all but the first.
///   Published               not known: bubbles as short as those of published runs
///   AllForwardAllBackward   GPipe; the activations of all microbatches are kept
///   OneForwardOneBackward   1F1B, with TrainingPlan::chunks parts of the model on a stage
///   ZeroBubble              ZB-H1: gradients of weights fill the bubble
enum class TrainingSchedule { Published, AllForwardAllBackward, OneForwardOneBackward, ZeroBubble };

/// How a step is spread: tensor x pipeline x context x data x fsdp devices, the first of these next to each other;
/// experts inside data x fsdp.
struct TrainingPlan {
  int64_t tensor = 1, pipeline = 1, context = 1, data = 1, fsdp = 1, expert = 1;
  /// Sequences of the step, and of one pass through the model on one replica.
  double sequences = 1, microbatch = 1;
  /// The share of the forward pass that is computed again for the backward pass, 0 to 1.
  double recomputed = 0;
  /// What the backward pass needs waits in the memory of the host; what moving it takes is not counted.
  bool offloads = false;
  /// The system is known to run tensor and data exchanges beside independent work.
  bool overlapsAll = false;
  /// What those that have the same weights hold a share of each (ZeRO, Rajbhandari et al., 2020): 1 optimizer states,
  /// 2 gradients as well, where a step is one pass, 3 weights as well, over context. Weights split over fsdp are split
  /// over context, too.
  int64_t zero = 0;
  TrainingSchedule schedule = TrainingSchedule::Published;
  /// Parts of the model on a stage, OneForwardOneBackward only.
  int64_t chunks = 1;
  /// A compiler fused what is between products, where programs of that framework often go without.
  bool compiled = false;

  int64_t devices() const { return tensor * pipeline * context * data * fsdp; }
  int64_t replicas() const { return data * fsdp; }
  /// Passes of a replica through the model in one step, at least 1.
  double passes() const;
  /// Devices that split the weights of a stage beside tensor: they gather them for each layer.
  int64_t weightShards() const { return fsdp > 1 || zero == 3 ? fsdp * context : 1; }
};

/// What a device reaches.
struct TrainingMachine {
  double peakFlopsPerSecond = 0;      ///< of 16-bit products, by the data sheet
  double flopsPerSecond = 0;          ///< of large products
  double attentionFlopsPerSecond = 0; ///< of fused causal attention, counting what the mask leaves
  double memoryBytesPerSecond = 0;
  double memoryBytes = 0; ///< that there are
  /// Of the habits' passes over activations, those that fusion leaves.
  double passes = 1;
  /// Devices that reach each other at full speed: a node, a rack, a slice.
  int64_t domain = 1;
  /// One way, of a device: inside the domain along one of its dimensions, and out of it.
  int64_t dimensions = 1;
  double domainBytesPerSecond = 0, networkBytesPerSecond = 0;
  double domainLatencySeconds = 0, networkLatencySeconds = 0; ///< of a message
  /// A layer's kernels cannot be launched faster, forward and backward together.
  double layerSeconds = 0;
};

/// Properties of training programs rather than of a machine: topologies/training/decoders.json holds them fitted.
struct TrainingHabits {
  /// Reads and writes of an activation between the products of a layer, forward: by elements of width and of hidden.
  double widthPasses = 0, hiddenPasses = 0;
  /// Of them, those that are left where TrainingPlan::compiled.
  double compiledPasses = 1;
  /// Bytes read and written for one logit.
  double logitBytes = 0;
  /// Of what runs beside something longer, the share that is seen nevertheless.
  double exposed = 0;
  /// The share of tensor exchanges that is seen, without and with TrainingPlan::overlapsAll.
  double tensorExposed = 1, tensorOverlapped = 1;
  /// The same of what is sent to experts and back.
  double expertExposed = 1;
  /// Work on experts takes this many times as long as the same FLOPs in one product.
  double expertSlowdown = 1;
  /// Of what is exchanged for attention over a split context, the share that is seen.
  double contextExposed = 1;
  /// Bubbles are this many times shorter than of one chunk a stage, of schedules that are not known.
  double pipelineChunks = 1;
  /// Of a step, what waiting for the slowest costs for each doubling of the domains that work together.
  double straggling = 0;
  double optimizerBytes = 0; ///< read and written for one parameter
  double stepSeconds = 0;    ///< once a step
  /// Memory: of one parameter with its gradient and optimizer states; of one logit; kept for the backward pass, by
  /// elements of width and of hidden.
  double stateBytes = 16, logitMemory = 0, widthKept = 0, hiddenKept = 0;
};

struct TrainingPart {
  std::string name;
  double seconds;
  std::string derivation;
};

struct TrainingStep {
  double seconds = 0;
  std::vector<TrainingPart> parts; ///< they add up
  /// Of one device.
  double peakBytes = 0;
  std::vector<TrainingPart> memory; ///< bytes as `seconds`; they add up
};

/// Products cost their FLOPs, or what reads their weights and adds up their gradients where that takes longer; between
/// them every activation is read and written some times; attention costs the lower half of its score matrix; backward
/// is twice forward (2.5 times in attention, whose scores are computed again). Weights split over fsdp are gathered
/// twice and their gradients scattered once per microbatch, beside the layer's work; tensor splits exchange activations
/// twice a layer, forward and backward; keys and values go round a split context; tokens travel to experts and back;
/// replicas combine gradients once, beside half of the last backward pass. A pipeline goes at the pace of its busiest
/// stage (busiestStage()), m microbatches after each other, and the first one goes through the other stages as well:
/// with p equal stages it takes (m + p - 1) / m as long.
TrainingStep trainingStep(const Decoder &decoder, const TrainingPlan &plan, const TrainingMachine &machine,
                          const TrainingHabits &habits);

/// What trainingStep() comes to, without its parts: for searches.
struct TrainingTotals {
  double seconds = 0, peakBytes = 0;
  double steadySeconds = 0; ///< without what the order of a pipeline's stages decides: bubbles and sends
  double stagedSeconds = 0; ///< what a timeline of the stages shows
  double slowest = 1;       ///< how many times longer that and the exchange of gradients take for the slowest device
};
TrainingTotals trainingTotals(const Decoder &decoder, const TrainingPlan &plan, const TrainingMachine &machine,
                              const TrainingHabits &habits);

/// What one microbatch takes on the stages of a pipeline.
struct StageSeconds {
  double layer = 0, head = 0; ///< of one layer, and of the logits behind the last one: forward and backward
  double forward = 0;         ///< the share of both that is forward
  double weightGradients = 0; ///< the share of both that makes gradients of weights
  double send = 0;            ///< from one stage to the next
};
StageSeconds stageSeconds(const Decoder &decoder, const TrainingPlan &plan, const TrainingMachine &machine,
                          const TrainingHabits &habits);

/// Layers of equal length in their order on the stages of a pipeline, each with `chunks` parts of the model; behind the
/// last layer the head. Parts have as many layers as each other, but for the last, whose work is balanced by them; a
/// part may have none.
struct StageSplit {
  /// Of one microbatch on the busiest stage. With chunks, stages take turns in step: a longer last part is waited for.
  double seconds = 0;
  int64_t lastLayers = 0; ///< of the last part
};
/// The one with the least seconds.
StageSplit splitStages(int64_t layers, int64_t stages, int64_t chunks, double layer, double head);

/// FLOPs of the model for one step, without what is computed again: 6 a weight and token, and of attention 12 s a
/// token, layer and head element, or with `causal` the half of it that the mask leaves.
double trainingFlops(const Decoder &decoder, const TrainingPlan &plan, bool causal);

} // namespace shardwright::cost

#endif // SHARDWRIGHT_COST_TRAININGSTEP_H
