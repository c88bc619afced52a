#ifndef DIALECTS_SDY_SDYASMFORMS_H
#define DIALECTS_SDY_SDYASMFORMS_H

#include "dialects/sdy/SdyOps.h"

#include "mlir/IR/OpImplementation.h"

/// Directives of the ops' assembly formats.
namespace shardwright::sdy {

/// `max `, or nothing for the sum.
mlir::ParseResult parseOptionalKind(mlir::OpAsmParser &parser, sharding::KindAttr &kind);
void printOptionalKind(mlir::OpAsmPrinter &printer, mlir::Operation *op, sharding::KindAttr kind);

/// One of kDirections, by its number.
mlir::ParseResult parseDirection(mlir::OpAsmParser &parser, mlir::IntegerAttr &direction);
void printDirection(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::IntegerAttr direction);

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
