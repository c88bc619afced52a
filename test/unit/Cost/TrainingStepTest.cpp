#include "shardwright/Cost/TrainingStep.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace shardwright::cost {
namespace {

Decoder llama8b() {
  Decoder d;
  d.layers = 32;
  d.width = 4096;
  d.heads = 32;
  d.kvHeads = 8;
  d.headSize = 128;
  d.hidden = 14336;
  d.vocabulary = 128256;
  d.sequence = 8192;
  d.isGated = true;
  return d;
}

/// Products alone take time, and nothing is exposed beside them.
TrainingMachine fast() {
  TrainingMachine m;
  m.flopsPerSecond = 1e15;
  m.attentionFlopsPerSecond = m.memoryBytesPerSecond = m.domainBytesPerSecond = m.networkBytesPerSecond = 1e30;
  m.domain = 8;
  return m;
}

TrainingHabits none() { return {}; }

double part(const TrainingStep &step, const std::string &name) {
  for (const TrainingPart &part : step.parts)
    if (part.name == name)
      return part.seconds;
  return 0;
}

TEST(TrainingStep, CountsWeights) {
  Decoder d = llama8b();
  EXPECT_EQ(d.attentionWeights(), 4096.0 * 128 * (2 * 32 + 2 * 8));
  EXPECT_EQ(d.perceptronWeights(), 3.0 * 4096 * 14336);
  EXPECT_NEAR(d.totalWeights(), 7.5e9, 0.01e9) << "8.03e9 with the embedding that is not tied";
  d.experts = 8;
  d.chosenExperts = 2;
  d.sharedExperts = 1;
  d.expertHidden = 100;
  d.denseLayers = 8;
  EXPECT_EQ(d.usedHidden(), 0.25 * 14336 + 0.75 * 300);
  EXPECT_EQ(d.perceptronWeights(), 3 * 4096 * (0.25 * 14336 + 0.75 * 900));
  EXPECT_EQ(d.expertWeights(), 24.0 * 8 * 3 * 4096 * 100);
}

TEST(TrainingStep, IsSixFlopsAWeightAndToken) {
  Decoder d = llama8b();
  TrainingPlan p;
  p.sequences = 16;
  p.microbatch = 2;
  double tokens = 16 * 8192, attention = 12.0 * 32 * 32 * 128 * 8192;
  EXPECT_DOUBLE_EQ(trainingFlops(d, p, false), tokens * (6 * d.totalWeights() + attention));
  EXPECT_DOUBLE_EQ(trainingFlops(d, p, true), tokens * (6 * d.totalWeights() + attention / 2));
  EXPECT_NEAR(trainingStep(d, p, fast(), none()).seconds, tokens * 6 * d.totalWeights() / 1e15, 1e-9);
  p.recomputed = 1;
  EXPECT_NEAR(trainingStep(d, p, fast(), none()).seconds,
              tokens * (8 * d.totalWeights() - 2 * d.embeddingWeights()) / 1e15, 1e-9)
      << "the last product is not done again";
}

TEST(TrainingStep, AttentionIsTheLowerHalf) {
  Decoder d = llama8b();
  TrainingPlan p;
  TrainingMachine m = fast();
  m.attentionFlopsPerSecond = 1e14;
  // Two products of s x s/2 x (heads of a layer), 2 FLOPs each, 3.5 times.
  EXPECT_NEAR(part(trainingStep(d, p, m, none()), "attention"), 3.5 * 32 * 2 * 8192.0 * 8192 * 4096 / 1e14, 1e-6);
}

TEST(TrainingStep, PartsAddUp) {
  TrainingPlan p;
  p.tensor = p.pipeline = p.context = p.data = p.fsdp = 2;
  p.sequences = 64;
  TrainingHabits h{10, 3, 0.7, 26, 0.2, 1, 0.3, 1, 1, 4, 0.01, 12, 0.03, 16, 14, 4, 1};
  TrainingMachine m = fast();
  m.memoryBytesPerSecond = 3e12;
  m.attentionFlopsPerSecond = 5e14;
  m.domainBytesPerSecond = 3e11;
  m.networkBytesPerSecond = 4e10;
  TrainingStep step = trainingStep(llama8b(), p, m, h);
  double seconds = 0, bytes = 0;
  for (const TrainingPart &part : step.parts) {
    EXPECT_GT(part.seconds, 0) << part.name;
    seconds += part.seconds;
  }
  for (const TrainingPart &part : step.memory)
    bytes += part.seconds;
  EXPECT_NEAR(seconds, step.seconds, 1e-9);
  EXPECT_NEAR(bytes, step.peakBytes, 1);
}

TEST(TrainingStep, TensorSplitsMoveWhatFourAllReducesMove) {
  TrainingPlan p;
  p.tensor = 8;
  TrainingMachine m = fast();
  m.domainBytesPerSecond = 3e11;
  double activation = 2.0 * 8192 * 4096;
  EXPECT_NEAR(part(trainingStep(llama8b(), p, m, none()), "tensor exchanges"), 32 * 4 * 2 * 7.0 / 8 * activation / 3e11,
              1e-9);
}

TEST(TrainingStep, WeightsAreGatheredBesideTheLayersWork) {
  TrainingPlan p;
  p.fsdp = 8;
  p.sequences = 8;
  TrainingMachine m = fast();
  EXPECT_NEAR(part(trainingStep(llama8b(), p, m, none()), "weights and their gradients"), 0, 1e-9);
  m.domainBytesPerSecond = 1e8; // so slow that the gathers are all there is
  Decoder d = llama8b();
  double gathers = 32 * 3 * 2 * (d.attentionWeights() + d.perceptronWeights()) * 7 / 8 / 1e8;
  TrainingStep slow = trainingStep(d, p, m, none());
  EXPECT_NEAR(part(slow, "weights and their gradients") + part(slow, "products"), gathers, 1e-6 * gathers);
}

/// Layers alone: no head that one stage has more than others.
Decoder withoutHead() {
  Decoder d = llama8b();
  d.vocabulary = 0;
  return d;
}

TEST(TrainingStep, ABubbleIsOneMicrobatchForEachOtherStage) {
  TrainingPlan p;
  p.pipeline = 4;
  p.sequences = 12;
  TrainingStep step = trainingStep(withoutHead(), p, fast(), none());
  EXPECT_NEAR(part(step, "pipeline bubble") / step.seconds, 3.0 / 15, 1e-9);
  TrainingHabits shorter = none();
  shorter.pipelineChunks = 8;
  EXPECT_NEAR(part(trainingStep(withoutHead(), p, fast(), shorter), "pipeline bubble"),
              part(step, "pipeline bubble") / 8, 1e-9);
  p.schedule = TrainingSchedule::OneForwardOneBackward;
  EXPECT_NEAR(part(trainingStep(withoutHead(), p, fast(), shorter), "pipeline bubble"), part(step, "pipeline bubble"),
              1e-9)
      << "a schedule that is known";
  p.chunks = 2;
  EXPECT_NEAR(part(trainingStep(withoutHead(), p, fast(), none()), "pipeline bubble"),
              part(step, "pipeline bubble") / 2, 1e-9);
  p.chunks = 1;
  p.schedule = TrainingSchedule::ZeroBubble;
  // Forward, gradients of activations and of weights take as long as each other.
  EXPECT_NEAR(part(trainingStep(withoutHead(), p, fast(), none()), "pipeline bubble"),
              part(step, "pipeline bubble") / 3, 1e-9);
}

TEST(TrainingStep, TheHeadIsBalancedByFewerLayers) {
  EXPECT_DOUBLE_EQ(splitStages(8, 4, 1, 1, 0).seconds, 2);
  EXPECT_DOUBLE_EQ(splitStages(8, 4, 1, 1, 0.5).seconds, 2.5) << "2 2 2 and 2 with the head";
  EXPECT_DOUBLE_EQ(splitStages(8, 4, 1, 1, 3).seconds, 3) << "3 3 2 and the head";
  EXPECT_EQ(splitStages(126, 16, 8, 1, 0.5).lastLayers, 0) << "a part for the embedding, one for the head";
  EXPECT_DOUBLE_EQ(splitStages(126, 16, 8, 1, 0.5).seconds, 8);
  Decoder d = llama8b();
  TrainingPlan p;
  p.pipeline = 4;
  p.sequences = 12;
  TrainingStep step = trainingStep(d, p, fast(), none());
  double layers = part(step, "products") / 12, head = part(step, "logits") / 12; // of the average stage
  double busiest = splitStages(32, 4, 1, layers / 8, head * 4).seconds;
  EXPECT_NEAR(part(step, "uneven stages"), 12 * (busiest - layers - head), 1e-9);
  EXPECT_GT(part(step, "uneven stages"), 0);
}

TEST(TrainingStep, KeysAndValuesGoRoundASplitContext) {
  TrainingPlan p;
  p.context = 4;
  TrainingMachine m = fast();
  m.domainBytesPerSecond = 3e11;
  // Of 8 heads of keys and values, once forward and twice backward.
  EXPECT_NEAR(part(trainingStep(llama8b(), p, m, none()), "context exchanges"),
              32 * 3 * 3.0 * 2 * (8192 / 4) * (2 * 8 * 128) / 3e11, 1e-9);
  p.tensor = 16; // each of them has a head
  EXPECT_NEAR(part(trainingStep(llama8b(), p, m, none()), "context exchanges"),
              32 * 3 * 3.0 * 2 * (8192 / 4) * (2 * 128) / m.domainBytesPerSecond *
                  (m.domainBytesPerSecond / std::min(m.domainBytesPerSecond, m.networkBytesPerSecond)),
              1e-9);
}

TEST(TrainingStep, FewTokensWaitForWeights) {
  TrainingMachine m = fast();
  m.memoryBytesPerSecond = 1e12;
  Decoder d = llama8b();
  d.sequence = 16;
  d.vocabulary = 0;
  TrainingPlan p;
  // Weights, and what a token brings to the products of attention and of the perceptron.
  double weights = 32 * (d.attentionWeights() + d.perceptronWeights());
  double tokens = 32 * 16.0 * 2 * (2 * 4096 + 2 * (32 + 8) * 128 + 2 * 4096 + 3 * 14336);
  // Read twice, and their gradients written once.
  EXPECT_NEAR(part(trainingStep(d, p, m, none()), "products"), (weights * 3 * 2 + 3 * tokens) / 1e12, 1e-9);
  p.sequences = 2; // ... or added up with 32 bits
  EXPECT_NEAR(part(trainingStep(d, p, m, none()), "products"), 2 * (weights * (2 * 2 + 8) + 3 * tokens) / 1e12, 1e-9);
}

TEST(TrainingStep, NarrowProductsWaitForTokens) {
  TrainingMachine m = fast();
  m.domain = 1024;
  m.memoryBytesPerSecond = 3e12;
  Decoder d = llama8b();
  d.vocabulary = 0;
  TrainingPlan p;
  double one = part(trainingStep(d, p, m, none()), "products");
  p.tensor = 8;
  EXPECT_NEAR(part(trainingStep(d, p, m, none()), "products"), one / 8, 1e-9);
  p.tensor = 512; // eight columns of queries: what is read does not get less
  EXPECT_GT(part(trainingStep(d, p, m, none()), "products"), one / 64);
}

TEST(TrainingStep, OffloadedActivationsAreThoseOfTwoLayers) {
  TrainingPlan p;
  TrainingHabits h = none();
  h.widthKept = 3;
  auto activations = [&] { return trainingStep(llama8b(), p, fast(), h).memory[1].seconds; };
  double all = activations();
  p.offloads = true;
  EXPECT_NEAR(activations(), all * 2 / 32, 1);
}

TEST(TrainingStep, ZeroSharesStates) {
  TrainingPlan p;
  p.data = 8;
  p.sequences = 16;
  Decoder d = withoutHead();
  auto states = [&](int64_t zero, double sequences) {
    p.zero = zero;
    p.sequences = sequences;
    return trainingStep(d, p, fast(), none()).memory.front().seconds / d.totalWeights();
  };
  EXPECT_NEAR(states(0, 16), 16, 1e-6);
  EXPECT_NEAR(states(1, 16), 4 + 12.0 / 8, 1e-6);
  EXPECT_NEAR(states(2, 16), 4 + 12.0 / 8, 1e-6) << "gradients are added up over two passes";
  EXPECT_NEAR(states(2, 8), 2 + 14.0 / 8, 1e-6);
}

TEST(TrainingStep, MembersOfADomainShareTheWaysOut) {
  TrainingMachine m = fast();
  m.networkBytesPerSecond = 1e9;
  m.flopsPerSecond = 1e30;
  TrainingPlan p;
  p.sequences = p.fsdp = 16;
  double wide = part(trainingStep(llama8b(), p, m, none()), "weights and their gradients");
  p.tensor = 8;
  double narrow = part(trainingStep(llama8b(), p, m, none()), "weights and their gradients");
  EXPECT_NEAR(narrow / wide, 1, 1e-6) << "an eighth of the weights, an eighth of the ways out of the node";
}

TEST(TrainingStep, MoreOfAnythingIsNeverFaster) {
  TrainingHabits h{10, 3, 0.7, 26, 0.2, 1, 0.3, 1, 1, 4, 0.01, 12, 0.03, 16, 14, 4, 1};
  TrainingMachine m = fast();
  m.memoryBytesPerSecond = 3e12;
  m.domainBytesPerSecond = 3e11;
  m.networkBytesPerSecond = 4e10;
  TrainingPlan p;
  p.tensor = 4;
  p.fsdp = 8;
  p.sequences = 64;
  double base = trainingStep(llama8b(), p, m, h).seconds;
  for (auto grow : {+[](Decoder &d) { d.layers *= 2; }, +[](Decoder &d) { d.hidden *= 2; },
                    +[](Decoder &d) { d.vocabulary *= 2; }, +[](Decoder &d) { d.sequence *= 2; }}) {
    Decoder d = llama8b();
    grow(d);
    EXPECT_GT(trainingStep(d, p, m, h).seconds, base);
  }
  for (auto slow :
       {+[](TrainingMachine &m) { m.flopsPerSecond /= 2; }, +[](TrainingMachine &m) { m.domainBytesPerSecond /= 2; },
        +[](TrainingMachine &m) { m.memoryBytesPerSecond /= 2; }}) {
    TrainingMachine machine = m;
    slow(machine);
    EXPECT_GT(trainingStep(llama8b(), p, machine, h).seconds, base);
  }
  p.recomputed = 1;
  TrainingStep again = trainingStep(llama8b(), p, m, h);
  EXPECT_GT(again.seconds, base);
}

} // namespace
} // namespace shardwright::cost
