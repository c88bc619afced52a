#ifndef PASSES_PARTITION_LOCALREWRITER_H
#define PASSES_PARTITION_LOCALREWRITER_H

#include "passes/partition/LocalContext.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Support/LLVM.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <memory>
#include <vector>

namespace shardwright {

class LocalRewriter;

/// How ops of one kind become local.
class AnyLocalPattern {
public:
  explicit AnyLocalPattern(const LocalContext &context) : context(context) {}
  virtual ~AnyLocalPattern() = default;

  /// Makes what stands for the op in front of it, and tells the rewriter. Fails with a diagnostic.
  virtual mlir::LogicalResult rewrite(mlir::Operation *op, mlir::ValueRange operands,
                                      LocalRewriter &rewriter) const = 0;

protected:
  const LocalContext &context;
};

template <typename Op> class LocalPattern : public AnyLocalPattern {
public:
  using AnyLocalPattern::AnyLocalPattern;
  using OpAdaptor = typename Op::Adaptor;
  using Matched = Op;

  virtual mlir::LogicalResult matchAndRewrite(Op op, OpAdaptor adaptor, LocalRewriter &rewriter) const = 0;
  mlir::LogicalResult rewrite(mlir::Operation *op, mlir::ValueRange operands, LocalRewriter &rewriter) const final {
    auto matched = mlir::cast<Op>(op);
    return matchAndRewrite(matched, OpAdaptor(operands, matched), rewriter);
  }
};

/// The patterns: at most one for a kind of op, and one for all others.
class LocalPatterns {
public:
  explicit LocalPatterns(const LocalContext &context);

  template <typename... Patterns> void add() {
    (add(Patterns::Matched::getOperationName(), std::make_unique<Patterns>(context)), ...);
  }
  void add(llvm::StringRef op, std::unique_ptr<AnyLocalPattern> pattern);

  const AnyLocalPattern &find(mlir::OperationName op) const;
  const AnyLocalPattern &byRule() const { return *byRule_; }

  const LocalContext &context;

private:
  llvm::StringMap<std::unique_ptr<AnyLocalPattern>> patterns_;
  std::unique_ptr<AnyLocalPattern> byRule_;
};

/// Writes the per-device program between the ops of the global one. Those stay until all is written, for what is still
/// to be rewritten reads where their values lie. Each op is visited once, behind what it reads: nothing is undone, and
/// no worklist or cast is needed, which a dialect conversion pays for.
class LocalRewriter : public mlir::OpBuilder {
public:
  LocalRewriter(const LocalPatterns &patterns, mlir::MLIRContext *context)
      : mlir::OpBuilder(context), patterns_(patterns) {}

  /// Makes an op local by its pattern. Fails with a diagnostic.
  mlir::LogicalResult localize(mlir::Operation *op);
  /// The same by its rule: for a pattern that finds nothing special about an op.
  mlir::LogicalResult byRule(mlir::Operation *op, mlir::ValueRange operands);
  /// The same for the ops of a region that holds code of the global program, and for its arguments.
  mlir::LogicalResult localize(mlir::Region &region);
  /// The same for the ops of a block, which come to stand in front of an op; `arguments` are local. Leaves out the
  /// terminator, and gives the local values of what that returns.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>> dissolve(mlir::Block &block, mlir::Operation *before,
                                                           mlir::ValueRange arguments);
  /// Erases the ops and arguments of the global program.
  void eraseGlobal();

  /// What stands for the results of an op of the global program.
  void replaceOp(mlir::Operation *op, mlir::ValueRange local);
  template <typename Op, typename... Arguments> Op replaceOpWithNewOp(mlir::Operation *op, Arguments &&...arguments) {
    auto local = Op::create(*this, op->getLoc(), std::forward<Arguments>(arguments)...);
    replaceOp(op, local->getResults());
    return local;
  }

private:
  mlir::Value localOf(mlir::Value value) const;

  const LocalPatterns &patterns_;
  llvm::DenseMap<mlir::Value, mlir::Value> locals_;
  std::vector<mlir::Operation *> replaced_;
  std::vector<std::pair<mlir::Block *, unsigned>> extended_; ///< with how many arguments were there before
};

// The op families that a rule alone does not make local, a file each in passes/partition/ops/.
void populateFunctionPatterns(LocalPatterns &patterns);
void populateControlFlowPatterns(LocalPatterns &patterns);
void populateReshardPatterns(LocalPatterns &patterns);
void populateSourcePatterns(LocalPatterns &patterns);
void populateReducePatterns(LocalPatterns &patterns);
void populateBroadcastPatterns(LocalPatterns &patterns);
void populateSlicePatterns(LocalPatterns &patterns);
void populateGatherPatterns(LocalPatterns &patterns);
void populateScatterPatterns(LocalPatterns &patterns);
void populateWindowPatterns(LocalPatterns &patterns);
/// Every op with a rule: its local version is the op on blocks, with padding masked where it would be combined.
std::unique_ptr<AnyLocalPattern> makeRulePattern(const LocalContext &context);

} // namespace shardwright

#endif // PASSES_PARTITION_LOCALREWRITER_H
