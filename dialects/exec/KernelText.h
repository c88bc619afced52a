#ifndef DIALECTS_EXEC_KERNELTEXT_H
#define DIALECTS_EXEC_KERNELTEXT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

#include <cstdint>
#include <utility>

namespace shardwright::exec {

/// A place as the attribute of an op holds it, beside the op's terms: a constant, pairs of a loop and its coefficient,
/// and a coefficient for each of the terms, which are integers that the kernel computes.
struct Place {
  int64_t constant = 0;
  llvm::SmallVector<std::pair<unsigned, int64_t>, 4> loops;
  llvm::SmallVector<int64_t, 1> coefficients; ///< by term

  /// `number of loops, constant, loop, coefficient, ..., coefficients`.
  llvm::SmallVector<int64_t> words() const;
  /// Fails where the words are none of a place with so many terms.
  static mlir::FailureOr<Place> of(llvm::ArrayRef<int64_t> words, size_t numTerms);
};

/// `[3 + 8*l0 + l1 - 4*%5 : i32]`: with the terms' types behind them where there are terms.
mlir::ParseResult parsePlace(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &place,
                             llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &terms,
                             llvm::SmallVectorImpl<mlir::Type> &types);
void printPlace(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::DenseI64ArrayAttr place,
                mlir::OperandRange terms, mlir::TypeRange types);

} // namespace shardwright::exec

#endif // DIALECTS_EXEC_KERNELTEXT_H
