#ifndef DIALECTS_STABLEHLO_LOCAL_LOCALCONTEXT_H
#define DIALECTS_STABLEHLO_LOCAL_LOCALCONTEXT_H

#include "dialects/sharding/PartitionRule.h"
#include "shardwright/Cost/CostModel.h"
#include "shardwright/Placement/Placement.h"
#include "shardwright/Reshard/Reshard.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace shardwright {

/// Where every value of the global program lies, read off before anything is rewritten, and what patterns share.
class LocalContext {
public:
  LocalContext(mlir::ModuleOp module, const CostModel &costs, ReshardCache &reshards, mlir::FlatSymbolRefAttr meshName);

  const Sharding &shardingOf(mlir::Value value) const { return values.find(value)->second.sharding; }
  /// Shape of the global value (inside a manual region: of the value local over its manual axes).
  llvm::ArrayRef<int64_t> globalShape(mlir::Value value) const { return values.find(value)->second.shape; }
  mlir::Type localType(mlir::Value value) const { return values.find(value)->second.local; }
  bool knows(mlir::Value value) const { return values.count(value); }

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
};

/// The local operand of an op with a rule: padding of a contracted dimension would enter the result, so it becomes the
/// identity of the combination.
mlir::Value maskReduced(mlir::Operation *op, const ShardingRule &rule, size_t index, mlir::Value local,
                        mlir::OpBuilder &builder, const LocalContext &context);

/// A copy of the op on local operands, with local result types, and without the annotations of the global program.
mlir::Operation *cloneLocal(mlir::Operation *op, mlir::ValueRange operands, mlir::OpBuilder &builder,
                            const LocalContext &context);

} // namespace shardwright

#endif // DIALECTS_STABLEHLO_LOCAL_LOCALCONTEXT_H
