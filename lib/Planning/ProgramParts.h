#ifndef LIB_PLANNING_PROGRAMPARTS_H
#define LIB_PLANNING_PROGRAMPARTS_H

#include "lib/Planning/Batch.h"

#include <cstdint>
#include <optional>

namespace shardwright::planning {

/// What an op of a training step is for, where its batch is worked off in microbatches.
struct OpPart {
  /// Forward and Backward are done for each microbatch. Update is what no sample waits for: it is done once.
  enum Pass { Forward, Backward, Update } pass = Forward;
  /// Its operands have the batch, its results do not, and nothing that does follows: gradients of weights, losses.
  bool sumsSamples = false;
  /// How much of it is in layers that repeat: of ops of one kind some may be elsewhere.
  double inLayers = 0;
};

/// Takes a training step apart: passes, layers, update.
///
///   layers of a loop      its iterations, where loops outside of others with the batch have one trip count
///   layers side by side   the greatest common divisor of how often each product of the forward pass, by its types and
///                         attributes, is there twice or more; of so many alike one is in each layer
class ProgramParts {
public:
  /// None of a program that makes no gradients of weights: none of whose products sums over the batch behind its
  /// forward pass, or that returns nothing of a weight's shape.
  static std::optional<ProgramParts> of(const Batch &batch);

  /// Of an op of batch.program().
  OpPart of(mlir::Operation *op) const { return parts.lookup(op); }
  /// 1 where no layers repeat.
  int64_t layers() const { return numLayers; }
  /// What a layer hands to the next one in the forward pass, of the whole batch; 0 where no layers repeat.
  double boundaryBytes() const { return handedOn; }

private:
  friend class PartsFinder;

  llvm::DenseMap<mlir::Operation *, OpPart> parts;
  int64_t numLayers = 1;
  double handedOn = 0;
};

} // namespace shardwright::planning

#endif // LIB_PLANNING_PROGRAMPARTS_H
