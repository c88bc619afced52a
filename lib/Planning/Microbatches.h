#ifndef LIB_PLANNING_MICROBATCHES_H
#define LIB_PLANNING_MICROBATCHES_H

#include "lib/Planning/MeshPlan.h"
#include "lib/Planning/ProgramParts.h"

#include <map>

namespace shardwright::planning {

/// What a step of a program with the batch of one microbatch takes and holds, taken apart. Seconds are shares of the
/// step as its timeline plays it: of communication, the part that is exposed.
struct MicrobatchCosts {
  /// Forward and backward passes through all layers, and through what is around them.
  double layersForward = 0, layersBackward = 0, othersForward = 0, othersBackward = 0;
  /// Of the backward pass, what makes gradients of weights.
  double weightGradients = 0;
  /// Once a step: what combines gradients that are as large before, and updates.
  double once = 0;
  /// Of the backward pass, what scatters gradients. It may be done once instead, where they are held whole.
  double scattering = 0;
  double layersBytes = 0; ///< at the peak, of what has the batch and waits for the backward pass of layers
  double workBytes = 0;   ///< likewise, of the layer at work
  double othersBytes = 0; ///< likewise, of the rest
  double statesBytes = 0; ///< at the peak, without the batch: parameters, states, gradients
  /// Gradients that wait for those of other microbatches beside what is held at the peak; what they hold more where
  /// they are scattered once.
  double gradientBytes = 0, wholeGradientBytes = 0;

  /// What a part of as many samples takes, as straight lines through these and those of twice as many say.
  MicrobatchCosts extrapolated(const MicrobatchCosts &twice, double part) const;
  double passes() const { return layersForward + layersBackward + othersForward + othersBackward; }
  double seconds() const { return passes() + once; }
};

/// Takes steps of a training program apart, and prices them with fewer samples: sharded as annotations say, on whatever
/// mesh has their axes.
class Microbatches {
public:
  /// None where the batch or the parts of the program cannot be told (Batch.h, ProgramParts.h).
  static std::optional<Microbatches> of(mlir::ModuleOp annotated);

  int64_t batch() const { return whole.size(); }
  int64_t layers() const { return parts.layers(); }
  /// Of the whole batch and all devices.
  double boundaryBytes() const { return parts.boundaryBytes(); }
  /// The same with weights, and what is made of one alone, whole along an axis, where they are gathered and scattered
  /// otherwise; what is kept of them beside (moments) stays as it is. None where no weight has the axis.
  std::optional<Microbatches> withWeightsWhole(AxisName axis) const;
  /// Of a step of the program as it was given, whose ops were numbered (OpNumbers.h).
  MicrobatchCosts take(const Step &step) const;
  /// Of so many samples; none where the program cannot be partitioned with them. As long as partitioning it takes.
  std::optional<MicrobatchCosts> price(int64_t samples, const Mesh &mesh, const PlanningOptions &options) const;
  /// What a device holds of arguments, on a mesh.
  double argumentBytes(const Mesh &mesh) const;

private:
  Microbatches(Batch whole, ProgramParts parts) : whole(std::move(whole)), parts(std::move(parts)) {}

  Batch whole;
  ProgramParts parts;
  std::map<int64_t, mlir::Operation *> ops; ///< of whole.program(), by number
};

} // namespace shardwright::planning

#endif // LIB_PLANNING_MICROBATCHES_H
