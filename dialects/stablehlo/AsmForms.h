#ifndef DIALECTS_STABLEHLO_ASMFORMS_H
#define DIALECTS_STABLEHLO_ASMFORMS_H

#include "dialects/stablehlo/StablehloOps.h"

/// The pieces of operation syntax that the declarative formats name by `custom<...>`. For each piece there is
/// a parse function that appends to the state and a print function that is its inverse.
namespace shardwright::stablehlo {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

//===-- Types: one type when all agree, else the function type ---------------------------------------------------===//

mlir::ParseResult parseTypesOrFunction(mlir::OpAsmParser &parser, llvm::ArrayRef<mlir::Type *> operands,
                                       mlir::Type &result);
void printTypesOrFunction(mlir::OpAsmPrinter &printer, mlir::TypeRange operands, mlir::Type result);

template <typename... Types> mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser, Types &...types) {
  llvm::SmallVector<mlir::Type *> all{&types...};
  mlir::Type *result = all.pop_back_val();
  return parseTypesOrFunction(parser, all, *result);
}

template <typename... Types> void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, Types... types) {
  printTypesOrFunction(printer, op->getOperandTypes(), op->getResult(0).getType());
}

/// `P, T` when both branches and the result are `T`.
mlir::ParseResult parseSelectTypes(mlir::OpAsmParser &parser, mlir::Type &pred, mlir::Type &onTrue, mlir::Type &onFalse,
                                   mlir::Type &result);
void printSelectTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Type pred, mlir::Type onTrue,
                      mlir::Type onFalse, mlir::Type result);

/// The complex type when both operands hold its parts.
mlir::ParseResult parseComplexTypes(mlir::OpAsmParser &parser, mlir::Type &lhs, mlir::Type &rhs, mlir::Type &result);
void printComplexTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Type lhs, mlir::Type rhs,
                       mlir::Type result);

/// The tuple type when its members are the operands' types.
mlir::ParseResult parseTupleTypes(mlir::OpAsmParser &parser, llvm::SmallVectorImpl<mlir::Type> &operands,
                                  mlir::Type &result);
void printTupleTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::TypeRange operands, mlir::Type result);

//===-- Attributes and operands -----------------------------------------------------------------------------------===//

/// `e5m10`.
mlir::ParseResult parseFloatFormat(mlir::OpAsmParser &parser, mlir::IntegerAttr &exponent, mlir::IntegerAttr &mantissa);
void printFloatFormat(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::IntegerAttr exponent,
                      mlir::IntegerAttr mantissa);

/// `[0:8, 1:5:2]`.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &start,
                                   mlir::DenseI64ArrayAttr &limit, mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseI64ArrayAttr start,
                      mlir::DenseI64ArrayAttr limit, mlir::DenseI64ArrayAttr strides);

/// `%a, %b, `: every operand followed by a comma.
mlir::ParseResult parseCommaEnded(mlir::OpAsmParser &parser, Operands &operands);
void printCommaEnded(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::OperandRange operands);

/// `@target`, which is a string and no symbol.
mlir::ParseResult parseCallTarget(mlir::OpAsmParser &parser, mlir::StringAttr &target);
void printCallTarget(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::StringAttr target);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`.
mlir::ParseResult parseDotDimensions(mlir::OpAsmParser &parser, DotDimensionNumbersAttr &dimensions);
void printDotDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *op, DotDimensionNumbersAttr dimensions);

/// `, precision = [DEFAULT, HIGH]`, `, algorithm = <...>`, both or nothing.
mlir::ParseResult parseDotPrecision(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision, DotAlgorithmAttr &algorithm);
void printDotPrecision(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr precision,
                       DotAlgorithmAttr algorithm);
mlir::ParseResult parseDotPrecision(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision);
void printDotPrecision(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ArrayAttr precision);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
mlir::ParseResult parseConvDimensions(mlir::AsmParser &parser, ConvDimensionNumbersAttr &dimensions);
void printConvDimensions(mlir::AsmPrinter &printer, ConvDimensionNumbersAttr dimensions);
void printConvDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *op, ConvDimensionNumbersAttr dimensions);

/// `{stride = [2, 2], pad = [[0, 1], [0, 1]], ...}`.
mlir::ParseResult parseWindow(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &strides,
                              mlir::DenseIntElementsAttr &padding, mlir::DenseI64ArrayAttr &lhsDilation,
                              mlir::DenseI64ArrayAttr &rhsDilation, mlir::DenseBoolArrayAttr &reversal);
void printWindow(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseI64ArrayAttr strides,
                 mlir::DenseIntElementsAttr padding, mlir::DenseI64ArrayAttr lhsDilation,
                 mlir::DenseI64ArrayAttr rhsDilation, mlir::DenseBoolArrayAttr reversal);

/// The elements of a constant, `dense<...> : type`. A large tensor of bools is written as one quoted string whose
/// encoding depends on who wrote it: MLIR packs eight elements in a byte, newer versions spend a byte on each. The
/// parser reads both (the lengths tell), the printer writes neither.
mlir::ParseResult parseElements(mlir::OpAsmParser &parser, mlir::ElementsAttr &value);
void printElements(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::ElementsAttr value);

/// `[1, 2, 3]`.
mlir::ParseResult parseDims(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &dims);
void printDims(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dims);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_ASMFORMS_H
