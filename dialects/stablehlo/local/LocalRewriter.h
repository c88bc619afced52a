#ifndef DIALECTS_STABLEHLO_LOCAL_LOCALREWRITER_H
#define DIALECTS_STABLEHLO_LOCAL_LOCALREWRITER_H

#include "dialects/interfaces/LocalOpInterface.h"
#include "dialects/stablehlo/local/LocalContext.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Support/LLVM.h"

#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace shardwright {

/// Writes the per-device program between the ops of the global one. Those stay until all is written, for what is still
/// to be rewritten reads where their values lie. Each op is visited once, behind what it reads: nothing is undone, and
/// no worklist or cast is needed, which a dialect conversion pays for.
class LocalRewriter : public mlir::OpBuilder {
public:
  /// Makes an op local that holds the program together (a function, a reshard, a manual region); nothing for any other.
  using Frame = std::optional<mlir::LogicalResult> (*)(mlir::Operation *op, mlir::ValueRange operands,
                                                       LocalRewriter &rewriter);

  LocalRewriter(const LocalContext &context, Frame frame, mlir::MLIRContext *mlirContext)
      : mlir::OpBuilder(mlirContext), context(context), frame_(frame) {}

  const LocalContext &context;

  /// Makes an op local: by `frame`, by its LocalOpInterface, or by its rule. Fails with a diagnostic.
  mlir::LogicalResult localize(mlir::Operation *op);
  /// By its rule: the op on blocks, with padding masked where it would be combined.
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

  Frame frame_;
  llvm::DenseMap<mlir::Value, mlir::Value> locals_;
  std::vector<mlir::Operation *> replaced_;
  std::vector<std::pair<mlir::Block *, unsigned>> extended_; ///< with how many arguments were there before
};

/// What families write how an op becomes local with: `matchAndRewrite(op, adaptor, rewriter)`, attached by attachLocal.
template <typename Op> struct LocalPattern {
  using OpAdaptor = typename Op::Adaptor;
  using Matched = Op;

  explicit LocalPattern(const LocalContext &context) : context(context) {}

  const LocalContext &context;
};

template <typename Pattern>
struct LocalModel : LocalOpInterface::ExternalModel<LocalModel<Pattern>, typename Pattern::Matched> {
  mlir::LogicalResult makeLocal(mlir::Operation *op, mlir::ValueRange operands, LocalRewriter &rewriter) const {
    auto matched = mlir::cast<typename Pattern::Matched>(op);
    return Pattern(rewriter.context).matchAndRewrite(matched, typename Pattern::OpAdaptor(operands, matched), rewriter);
  }
};
template <typename... Patterns> void attachLocal(mlir::MLIRContext &context) {
  (Patterns::Matched::template attachInterface<LocalModel<Patterns>>(context), ...);
}

} // namespace shardwright

#endif // DIALECTS_STABLEHLO_LOCAL_LOCALREWRITER_H
