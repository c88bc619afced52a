#ifndef DIALECTS_SHARDING_SHARDINGATTRS_H
#define DIALECTS_SHARDING_SHARDINGATTRS_H

#include "dialects/sharding/AttrValues.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

#define GET_ATTRDEF_CLASSES
#include "dialects/sharding/ShardingAttrs.h.inc"

namespace shardwright::sharding {

/// The `:(2)4` of `y:(2)4`, where it is there.
mlir::ParseResult parseSubAxis(mlir::AsmParser &parser, AxisRef &axis);
void printSubAxis(mlir::AsmPrinter &printer, const AxisRef &axis);

/// `x` or `y:(2)4`: a name (quoted if it is no identifier), and a sub-axis.
mlir::ParseResult parseAxis(mlir::AsmParser &parser, AxisRef &axis);

// Directives for assembly formats: `{x, y:(2)4}`, the name of a reduction, and `[[0, 1], [1, 2]]`.
mlir::ParseResult parseAxes(mlir::AsmParser &parser, AxesAttr &axes);
void printAxes(mlir::AsmPrinter &printer, mlir::Operation *op, AxesAttr axes);
mlir::ParseResult parseKind(mlir::AsmParser &parser, KindAttr &kind);
void printKind(mlir::AsmPrinter &printer, mlir::Operation *op, KindAttr kind);
mlir::ParseResult parsePairs(mlir::AsmParser &parser, mlir::DenseI64ArrayAttr &pairs);
void printPairs(mlir::AsmPrinter &printer, mlir::Operation *op, mlir::DenseI64ArrayAttr pairs);

} // namespace shardwright::sharding

#endif // DIALECTS_SHARDING_SHARDINGATTRS_H
