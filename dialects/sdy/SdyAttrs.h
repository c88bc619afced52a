#ifndef DIALECTS_SDY_SDYATTRS_H
#define DIALECTS_SDY_SDYATTRS_H

#include "dialects/sharding/ShardingAttrs.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

namespace shardwright::sdy {

/// A mesh as written. Unlike a Mesh it need not describe one: without axes and devices it is the empty mesh, a
/// placeholder; without axes and with one device the maximal mesh, that whole device.
struct MeshText {
  std::vector<MeshAxis> axes;
  std::vector<int64_t> deviceIds;

  bool isEmpty() const { return axes.empty() && deviceIds.empty(); }
  bool isMaximal() const { return axes.empty() && deviceIds.size() == 1; }
  bool operator==(const MeshText &other) const { return axes == other.axes && deviceIds == other.deviceIds; }
};
llvm::hash_code hash_value(const MeshText &mesh);

class AxisRefListAttr;
class ShardingAttr;

} // namespace shardwright::sdy

#define GET_ATTRDEF_CLASSES
#include "dialects/sdy/SdyAttrs.h.inc"

namespace shardwright::sdy {

/// The carriers: `sdy.sharding` on arguments, results and ops; `sdy.sharding_rule` on ops.
constexpr llvm::StringLiteral kShardingAttr = "sdy.sharding";
constexpr llvm::StringLiteral kRuleAttr = "sdy.sharding_rule";

/// `[<@mesh, [{}]>, ...]`: each in its short form, or as MLIR spells an attribute that stands alone
/// (`#sdy.sharding<...>`, an alias).
mlir::ParseResult parseShardingList(mlir::AsmParser &parser, llvm::SmallVectorImpl<ShardingAttr> &shardings);
void printShardingList(mlir::AsmPrinter &printer, llvm::ArrayRef<ShardingAttr> shardings);

} // namespace shardwright::sdy

#endif // DIALECTS_SDY_SDYATTRS_H
