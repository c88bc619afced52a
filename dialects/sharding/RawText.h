#ifndef DIALECTS_SHARDING_RAWTEXT_H
#define DIALECTS_SHARDING_RAWTEXT_H

#include "mlir/IR/OpImplementation.h"

namespace shardwright::sharding {

/// The notation has one parser, in the core, which reads text; MLIR's parser hands out tokens. These two bridge them:
/// the source text from the parser's current token up to the first `stop` character outside all brackets (`>` of an
/// arrow does not count), and the parser moved behind a position of that text. Empty where the text has no such end.
llvm::StringRef textUntil(mlir::AsmParser &parser, char stop);
mlir::ParseResult skipTo(mlir::AsmParser &parser, const char *end);

/// Emits an error of the core about that text: "offset 12: expected ..." is reported at the twelfth character.
void emitTextError(mlir::AsmParser &parser, llvm::StringRef text, llvm::StringRef message);

} // namespace shardwright::sharding

#endif // DIALECTS_SHARDING_RAWTEXT_H
