#ifndef LIB_INTERP_INTERPRETER_H
#define LIB_INTERP_INTERPRETER_H

#include "lib/Interp/Shards.h"

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright::interp {

/// The values of a region on every device. A value that is not here is the surrounding region's; there, a device may
/// stand for several of these (a manual region has more devices than what is around it).
class Environment {
public:
  explicit Environment(const Environment *parent = nullptr, std::vector<int64_t> parentDevices = {})
      : parent_(parent), parentDevices_(std::move(parentDevices)) {}

  const Tensor &get(mlir::Value value, int64_t device) const;
  void set(mlir::Value value, DeviceValues values) { values_[value] = std::move(values); }
  void forget(mlir::Value value) { values_.erase(value); }

private:
  const Environment *parent_;
  std::vector<int64_t> parentDevices_; // empty: the same devices
  llvm::DenseMap<mlir::Value, DeviceValues> values_;
};

/// Where an op runs: the devices (positions of a mesh; one, of a mesh without axes, for a global program), those of
/// them that take part in the control flow at hand, and the values they see.
struct Frame {
  const Mesh &mesh;
  std::vector<int64_t> active;
  Environment &values;

  /// One value on all active devices.
  DeviceValues operand(mlir::Value value) const;
};

/// Differences allowed to `check.*` ops, on top of their own.
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};

/// Runs regions op by op: every op on all devices before the next, so that a collective is a plain function over what
/// the devices hold.
class Interpreter {
public:
  explicit Interpreter(Tolerance tolerance = {}) : tolerance_(tolerance) {}

  /// Runs a block with its arguments on the given devices; the operands of its terminator.
  absl::StatusOr<std::vector<DeviceValues>> run(mlir::Block &block, std::vector<DeviceValues> arguments,
                                                const Mesh &mesh, std::vector<int64_t> active,
                                                const Environment *parent, std::vector<int64_t> parentDevices = {});

  /// What the checks said that failed, one line each.
  std::vector<std::string> failedChecks;
  const Tolerance &tolerance() const { return tolerance_; }

private:
  absl::Status runOp(mlir::Operation *op, Frame &frame);
  absl::Status runLocally(mlir::Operation *op, Frame &frame);
  Tolerance tolerance_;
};

/// Ops that need more than one device's operands: control flow, calls, manual regions, collectives, checks. Each sets
/// its results in the frame.
using InterpreterFunction = absl::Status (*)(Interpreter &interpreter, mlir::Operation *op, Frame &frame);
class InterpreterTable {
public:
  template <typename... Ops> void add(InterpreterFunction function) {
    ((functions_[mlir::TypeID::get<Ops>()] = function), ...);
  }
  /// Null for an op that needs its own operands alone.
  InterpreterFunction find(mlir::Operation *op) const { return functions_.lookup(op->getName().getTypeID()); }

private:
  llvm::DenseMap<mlir::TypeID, InterpreterFunction> functions_;
};
void addControlFlow(InterpreterTable &table);
void addManualRegion(InterpreterTable &table);
void addCollectives(InterpreterTable &table);
void addChecks(InterpreterTable &table);

} // namespace shardwright::interp

#endif // LIB_INTERP_INTERPRETER_H
