#include "shardwright/Cost/TrainingStep.h"

#include <algorithm>

namespace shardwright::cost {

static double product(int64_t a, int64_t b) { return static_cast<double>(a) * static_cast<double>(b); }

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

double trainingFlops(const Decoder &d, const TrainingPlan &plan, bool causal) {
  double weights =
      static_cast<double>(d.layers) * (d.attentionWeights() + d.usedPerceptronWeights()) + d.embeddingWeights();
  double attention = product(d.layers, d.heads * d.headSize) * static_cast<double>(d.sequence);
  return plan.sequences * static_cast<double>(d.sequence) * (6 * weights + (causal ? 6 : 12) * attention);
}

} // namespace shardwright::cost
