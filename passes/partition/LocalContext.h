#ifndef PASSES_PARTITION_LOCALCONTEXT_H
#define PASSES_PARTITION_LOCALCONTEXT_H

#include "passes/partition/OpRule.h"
#include "shardwright/Reshard/Reshard.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/Transforms/DialectConversion.h"

namespace shardwright {

/// Where every value of the global program lies, read off before the conversion changes anything, and what patterns
/// share.
class LocalContext {
public:
  LocalContext(mlir::ModuleOp module, const CostModel &costs, ReshardCache &reshards, mlir::FlatSymbolRefAttr meshName);

  const Sharding &shardingOf(mlir::Value value) const { return values.find(value)->second.sharding; }
  /// Shape of the global value (inside a manual region: of the value local over its manual axes).
  llvm::ArrayRef<int64_t> globalShape(mlir::Value value) const { return values.find(value)->second.shape; }
  mlir::Type localType(mlir::Value value) const { return values.find(value)->second.local; }
  bool knows(mlir::Value value) const { return values.count(value); }
  /// An op of the global program that is still to be converted (scalar bodies of reducers are not).
  bool isGlobal(mlir::Operation *op) const { return globalOps.count(op); }

  const CostModel &costs;
  const Mesh &mesh;
  mlir::FlatSymbolRefAttr meshName;
  /// Gives reshards the plans they were priced by.
  ReshardCache &reshards;

private:
  struct Info {
    Sharding sharding;
    Shape shape;
    mlir::Type local;
  };
  void enter(mlir::Value value);
  void enterBlock(mlir::Block &block);

  llvm::DenseMap<mlir::Value, Info> values;
  llvm::DenseSet<mlir::Operation *> globalOps;
};

/// A conversion pattern with the context at hand.
template <typename Op> class LocalPattern : public mlir::OpConversionPattern<Op> {
public:
  LocalPattern(const mlir::TypeConverter &converter, mlir::MLIRContext *mlirContext, const LocalContext &context)
      : mlir::OpConversionPattern<Op>(converter, mlirContext, /*benefit=*/2), context(context) {}

protected:
  const LocalContext &context;
};

/// A copy of the op on local operands, with local result types, and without the annotations of the global program.
mlir::Operation *cloneLocal(mlir::Operation *op, mlir::ValueRange operands, mlir::ConversionPatternRewriter &rewriter,
                            const LocalContext &context);

/// The local operand of an op with a rule: padding of a contracted dimension would enter the result, so it becomes the
/// identity of the combination.
mlir::Value maskReduced(mlir::Operation *op, const ShardingRule &rule, size_t index, mlir::Value local,
                        mlir::OpBuilder &builder, const LocalContext &context);

// The op families that a rule alone does not convert, a file each in passes/partition/ops/.
void populateFunctionPatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                              const LocalContext &context);
void populateControlFlowPatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                                 const LocalContext &context);
void populateReshardPatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                             const LocalContext &context);
void populateSourcePatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                            const LocalContext &context);
void populateReducePatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                            const LocalContext &context);
void populateBroadcastPatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                               const LocalContext &context);
void populateSlicePatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                           const LocalContext &context);
void populateGatherPatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                            const LocalContext &context);
void populateScatterPatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                             const LocalContext &context);
void populateWindowPatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                            const LocalContext &context);
/// Every op with a rule: its local version is the op on blocks, with padding masked where it would be combined.
void populateRulePatterns(mlir::RewritePatternSet &patterns, const mlir::TypeConverter &converter,
                          const LocalContext &context);

} // namespace shardwright

#endif // PASSES_PARTITION_LOCALCONTEXT_H
