#ifndef LIB_COST_TRAININGFACTS_H
#define LIB_COST_TRAININGFACTS_H

#include "shardwright/Cost/TrainingStep.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace shardwright::cost {

/// One device in one kind of machine, what it reaches of its peak.
struct TrainedDevice {
  std::string device;
  std::string hardware; ///< a word of the text that describes the machine; empty: any
  std::string topology;
  /// Of the peak of 16-bit products, what the products of a training step reach.
  double productsReach = 0;
  /// Of that, what fused causal attention reaches.
  double attentionReach = 0;
  double layerSeconds = 0;
  /// Of the habits' passes over activations, those that its compiler's fusion leaves.
  double passes = 1;
  /// Where it is not what the topology's device has; 0: it is.
  double memoryBytes = 0;
  /// Of its programs, where they are not the habits' (TrainingHabits::stateBytes, logitMemory); 0: they are.
  double stateBytes = 0, logitMemory = 0;
};

/// topologies/training/decoders.json, which benchmark/training/fit writes.
struct TrainingFacts {
  TrainingHabits habits;
  /// Of the peak of the first memory, what streams reach.
  double memoryReach = 0;
  /// The share of the forward pass done again, by the name of the policy.
  llvm::StringMap<double> recomputed;
  /// Of these policies, those whose activations wait in the memory of the host.
  std::vector<std::string> offloading;
  /// Products of a type run this many times as fast as 16-bit ones.
  llvm::StringMap<double> precisions;
  /// Beginnings of the names of models whose perceptrons have three products.
  std::vector<std::string> gatedFamilies;
  /// Names of systems and variants that run exchanges beside independent work.
  std::vector<std::string> overlapping;
  std::vector<TrainedDevice> devices;

  /// The machine of a row of data. Errors (kNotFound): no such device, with those there are; what findTopology() says.
  absl::StatusOr<TrainingMachine> machine(llvm::StringRef device, llvm::StringRef hardware,
                                          llvm::StringRef folder) const;

  /// Errors likewise.
  absl::StatusOr<TrainingHabits> habitsOn(llvm::StringRef device, llvm::StringRef hardware) const;

private:
  absl::StatusOr<const TrainedDevice *> find(llvm::StringRef device, llvm::StringRef hardware) const;
};

/// Errors as of parseTopology().
absl::StatusOr<TrainingFacts> readTrainingFacts(llvm::StringRef folder);
absl::StatusOr<TrainingFacts> parseTrainingFacts(llvm::StringRef text, llvm::StringRef file);

} // namespace shardwright::cost

#endif // LIB_COST_TRAININGFACTS_H
