#ifndef PASSES_LOWER_CUDA_THREADEMITTER_H
#define PASSES_LOWER_CUDA_THREADEMITTER_H

#include "passes/lower/EmitOps.h"
#include "passes/lower/NodeEmitter.h"
#include "passes/lower/cuda/DeviceBuilder.h"
#include "passes/lower/cuda/EmitThreads.h"
#include "passes/lower/cuda/LoadConditions.h"
#include "passes/lower/cuda/ThreadPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::lower::cuda {

/// Steps along a row that are written out one behind the other, of one element and of several, and 32-bit registers
/// that their loads may take before any of it is used.
constexpr int64_t kNarrowTogether = 8, kWideTogether = 4;
constexpr double kLoadRegisters = 48;

/// Element `base` + `stride` x lane + `wide`[lane].
struct Address {
  mlir::Value base;
  int64_t stride = 0;
  mlir::Value wide;
  bool isAligned = true; ///< `base` is a multiple of the lanes
};

/// What the threads of one kernel do, by a plan: its parts are EmitThreads.cpp (points, loads and stores), EmitRows.cpp
/// (what teams share), EmitTile.cpp and EmitUpdates.cpp.
class ThreadEmitter : NodeEmitter {
public:
  ThreadEmitter(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef symbol, const KernelGraph &kernel,
                ThreadPlan planned)
      : NodeEmitter(kernel, planned.loops, loc), module(module), symbol(symbol), plan(std::move(planned)),
        indexType(mlir::IntegerType::get(module.getContext(), indexBits())),
        conditions(conditionsOfLoads(this->kernel)) {}

  Geometry emit();

private:
  using MergedLoop = LoopPlan::MergedLoop;

  unsigned indexBits() const;
  void emitBuffers(mlir::OpBuilder &b, mlir::func::FuncOp function);
  void emitPlace(mlir::OpBuilder &b);
  void emitPoints();
  /// A block's square, and a thread's place in it.
  struct Square {
    mlir::Value beside, above, firstMinor, firstMajor;
    int64_t minorPoints = 1, majorPoints = 1;
    uint64_t minorMask = 0;
    llvm::SmallVector<mlir::Value> shared; ///< of each load that is turned
  };
  void emitTile();
  void makeSquare(Square &square);
  void loadSquare(const Square &square);
  void storeSquare(const Square &square);
  /// From the open scope on: the points of the minor loops, or the one of the major loop.
  void enterMinor(const Square &square, mlir::Value point);
  void enterMajor(const Square &square, mlir::Value point);
  void addBound(uint64_t mask, mlir::Value point, int64_t points);
  mlir::Value cell(const Square &square, size_t load, mlir::Value row, mlir::Value column);
  mlir::Value sum(mlir::Value x, mlir::Value y) { return mlir::arith::AddIOp::create(here(), loc, x, y); }
  void emitInOrder(size_t level);
  void emitNests();
  void emitNest(size_t n);
  llvm::SmallVector<mlir::Value> emitNestLoops(size_t n, size_t level, llvm::SmallVector<mlir::Value> running);
  /// A step of a thread along the loop that its team shares: where it is, and what has been computed there.
  struct Step {
    std::unique_ptr<Scope> scope;
    mlir::Value place, isInside; ///< isInside: null where every thread is within the row
  };
  llvm::SmallVector<mlir::Value> emitShared(size_t n, const MergedLoop &merged, llvm::SmallVector<mlir::Value> running);
  llvm::SmallVector<mlir::Value> emitSteps(size_t n, const MergedLoop &merged, llvm::MutableArrayRef<Step> steps,
                                           llvm::SmallVector<mlir::Value> running);
  std::vector<Step> makeSteps(const MergedLoop &merged, mlir::Value first, int64_t count, bool isUneven);
  /// Of so many lanes each, the steps whose loads registers hold at a time.
  size_t stepsTogether(llvm::ArrayRef<const Node *> loads, int64_t lanesOfEach) const;
  void enter(const MergedLoop &merged, Step &step);
  void leave(const MergedLoop &merged, Step &step);
  uint64_t maskOf(unsigned loop) const;
  llvm::SmallVector<mlir::Value> emitPoint(size_t n, llvm::ArrayRef<mlir::Value> running);
  mlir::Value isOwn();
  void emitOwned(size_t n, mlir::OpBuilder inside);
  bool ownsByWarp() const;
  void emitUpdates(size_t n, const MergedLoop &merged);
  void emitUpdatesOf(size_t n, const MergedLoop &merged, mlir::Value first, mlir::Value bits);
  void emitStore(const Store &store, bool byOne);
  /// Of the points of several loops, numbered row-major, `left` the number: their variables, the last one's in steps of
  /// the lanes where these lie along it.
  void setLoops(llvm::ArrayRef<MergedLoop> merged, mlir::Value left);
  /// What all threads of a team have accumulated, in each of them.
  mlir::Value combineTeam(const AccumulatorSpec &acc, Opcode op, mlir::Value own);
  void emitScan(size_t n);
  void syncTeam();

  mlir::Value load(const Node *node, mlir::OpBuilder &b) override;
  Address address(const IndexExpr &e, mlir::Type wideType, mlir::OpBuilder &b);
  mlir::Value indexValue(const Node *node, mlir::OpBuilder &b) override;
  mlir::Value toIndex(const Node *node, mlir::Value value, mlir::Type type, mlir::OpBuilder &b);
  /// Of `type`, as it is stored, from that element on; where the guard is false, zero and no access.
  mlir::Value loadAt(const Node *node, mlir::Type type, mlir::Value at, mlir::Value guard, mlir::OpBuilder &b);
  /// Whether a lane asks for the element, or may ask; null: always.
  mlir::Value isAskedFor(const Node *node, mlir::OpBuilder &b);
  /// Whether all lanes are one access of neighbours.
  bool isOneAccess(const Address &at, unsigned buffer, mlir::Value guard) const;
  /// The element of a lane of `at`.
  mlir::Value laneIndex(const Address &at, int64_t lane, mlir::OpBuilder &b);
  mlir::Value lane(mlir::Value vector, int64_t number, mlir::OpBuilder &b) {
    return llvm::isa<mlir::VectorType>(vector.getType())
               ? mlir::Value(mlir::vector::ExtractOp::create(b, loc, vector, llvm::ArrayRef<int64_t>{number}))
               : vector;
  }

  mlir::Value both(mlir::OpBuilder &b, mlir::Value x, mlir::Value y) {
    return !x ? y : !y ? x : mlir::Value(mlir::arith::AndIOp::create(b, loc, x, y));
  }
  /// Whether the step is within all bounds of these loops; null where there are none.
  mlir::Value isInside(uint64_t ofLoops, mlir::OpBuilder &b) {
    mlir::Value result;
    for (const auto &[mask, inside] : bounds)
      if ((mask & ofLoops) != 0)
        result = both(b, result, inside);
    return result;
  }
  mlir::Value number(mlir::OpBuilder &b, int64_t value) { return DeviceBuilder(b, loc).number(indexType, value); }
  int64_t bytesOf(unsigned buffer) const {
    return storageType(kernel.buffers[buffer].type).getIntOrFloatBitWidth() / 8;
  }

  mlir::ModuleOp module;
  std::string symbol;
  const ThreadPlan plan;
  mlir::Type indexType;                                                           ///< of the thread's own arithmetic
  const llvm::DenseMap<const Node *, llvm::SmallVector<Condition, 2>> conditions; ///< without which loads are left out
  std::vector<mlir::Value> buffers;
  mlir::Value thread, block, member, teamInBlock, isFirst, hasPoint; ///< hasPoint: null where every team has one
  mlir::Value owner;                                                 ///< its number, where elements have owners
  mlir::Value point;
  unsigned numShared = 0;
  /// Loops along which the step that is emitted may be outside, and whether it is inside.
  llvm::SmallVector<std::pair<uint64_t, mlir::Value>, 2> bounds;
  llvm::DenseMap<unsigned, std::vector<Step>> rows; ///< of rows that are kept, by loop
};

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_THREADEMITTER_H
