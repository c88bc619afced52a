#ifndef LIB_PLANNING_ANNOTATE_H
#define LIB_PLANNING_ANNOTATE_H

#include "lib/Planning/OpenProgram.h"

#include "mlir/IR/IRMapping.h"

namespace shardwright::planning {

/// Shardings as the author of a program writes them. Values are those of the imported program.
struct Annotations {
  struct OnValue {
    mlir::Value value;
    Sharding sharding;

    bool operator==(const OnValue &other) const { return value == other.value && sharding == other.sharding; }
  };
  std::vector<std::pair<size_t, Sharding>> arguments, results; ///< by number
  std::vector<OnValue> loopResults;
  /// Constraints: the value is brought into the sharding where it is made, and all that use it have it from there.
  /// Several of one value follow each other.
  std::vector<OnValue> constraints;

  bool operator==(const Annotations &other) const {
    return arguments == other.arguments && results == other.results && loopResults == other.loopResults &&
           constraints == other.constraints;
  }
};

/// What a plan says of open arguments, results and loop-carried values, and its constraints.
Annotations annotationsOf(const OpenProgram &open, const plan::Strategies::Decoded &plan);

/// What a device holds of arguments that are sharded so, others as the program says.
double argumentBytes(const OpenProgram &open, const Mesh &mesh, const Annotations &annotations);

struct AnnotatedProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::IRMapping copies; ///< of ops and values of the imported program
};

/// A copy of an imported program with a mesh.
AnnotatedProgram annotate(mlir::ModuleOp imported, const Annotations &annotations);

} // namespace shardwright::planning

#endif // LIB_PLANNING_ANNOTATE_H
