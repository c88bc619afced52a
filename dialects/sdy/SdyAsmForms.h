#ifndef DIALECTS_SDY_SDYASMFORMS_H
#define DIALECTS_SDY_SDYASMFORMS_H

#include "dialects/sdy/SdyAttrs.h"

#include "mlir/IR/OpImplementation.h"

/// Directives of the ops' assembly formats.
namespace shardwright::sdy {

/// `{"a", "b":(2)4}`.
mlir::ParseResult parseAxisNames(mlir::OpAsmParser &parser, sharding::AxesAttr &axes);
void printAxisNames(mlir::OpAsmPrinter &printer, mlir::Operation *op, sharding::AxesAttr axes);

/// `[{"a"}, {}]`: one list a dimension.
mlir::ParseResult parseAxisLists(mlir::OpAsmParser &parser, mlir::ArrayAttr &lists);
void printAxisLists(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr lists);

/// `[{"a"}: 0->1, {"b"}: 2->3]`.
mlir::ParseResult parseMoves(mlir::OpAsmParser &parser, mlir::ArrayAttr &axes, mlir::DenseI64ArrayAttr &from,
                             mlir::DenseI64ArrayAttr &to);
void printMoves(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr axes, mlir::DenseI64ArrayAttr from,
                mlir::DenseI64ArrayAttr to);

/// `max `, or nothing for the sum.
mlir::ParseResult parseOptionalKind(mlir::OpAsmParser &parser, sharding::KindAttr &kind);
void printOptionalKind(mlir::OpAsmPrinter &printer, mlir::Operation *op, sharding::KindAttr kind);

/// `NONE`, `FORWARD`, `BACKWARD`.
mlir::ParseResult parseDirection(mlir::OpAsmParser &parser, mlir::StringAttr &direction);
void printDirection(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::StringAttr direction);

/// `[<@mesh, [{}]>, ...]`.
mlir::ParseResult parseShardings(mlir::OpAsmParser &parser, ShardingPerValueAttr &shardings);
void printShardings(mlir::OpAsmPrinter &printer, mlir::Operation *op, ShardingPerValueAttr shardings);

/// ` in_shardings=[...] out_shardings=[...]`, each of which may be missing.
mlir::ParseResult parseInOut(mlir::OpAsmParser &parser, ShardingPerValueAttr &in, ShardingPerValueAttr &out);
void printInOut(mlir::OpAsmPrinter &printer, mlir::Operation *op, ShardingPerValueAttr in, ShardingPerValueAttr out);

/// `(%a: tensor<f32>) { ... }`.
mlir::ParseResult parseBody(mlir::OpAsmParser &parser, mlir::Region &body);
void printBody(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &body);

} // namespace shardwright::sdy

#endif // DIALECTS_SDY_SDYASMFORMS_H
