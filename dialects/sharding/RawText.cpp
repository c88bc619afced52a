#include "dialects/sharding/RawText.h"

namespace shardwright::sharding {

llvm::StringRef textUntil(mlir::AsmParser &parser, char stop) {
  // MLIR's source buffers end with a zero byte.
  const char *begin = parser.getCurrentLocation().getPointer();
  int depth = 0;
  for (const char *at = begin; *at; ++at) {
    if (*at == '"') {
      while (*++at && *at != '"') {
      }
      if (!*at)
        break;
      continue;
    }
    if (depth == 0 && *at == stop && !(stop == '>' && at != begin && at[-1] == '-'))
      return {begin, static_cast<size_t>(at - begin)};
    if (*at == '[' || *at == '{' || *at == '(')
      ++depth;
    if (*at == ']' || *at == '}' || *at == ')')
      --depth;
    if (depth < 0)
      break;
  }
  return {};
}

void emitTextError(mlir::AsmParser &parser, llvm::StringRef text, llvm::StringRef message) {
  size_t offset = 0;
  llvm::StringRef rest = message;
  if (rest.consume_front("offset ") && !rest.consumeInteger(10, offset) && rest.consume_front(": ") &&
      offset <= text.size())
    message = rest;
  else
    offset = 0;
  parser.emitError(llvm::SMLoc::getFromPointer(text.data() + offset)) << message;
}

/// Reads one token of any kind that the notation uses.
static mlir::ParseResult skipToken(mlir::AsmParser &parser) {
  llvm::StringRef keyword;
  llvm::APInt number;
  std::string string;
  if (mlir::succeeded(parser.parseOptionalKeyword(&keyword)) || mlir::succeeded(parser.parseOptionalLSquare()) ||
      mlir::succeeded(parser.parseOptionalRSquare()) || mlir::succeeded(parser.parseOptionalLBrace()) ||
      mlir::succeeded(parser.parseOptionalRBrace()) || mlir::succeeded(parser.parseOptionalLParen()) ||
      mlir::succeeded(parser.parseOptionalRParen()) || mlir::succeeded(parser.parseOptionalComma()) ||
      mlir::succeeded(parser.parseOptionalColon()) || mlir::succeeded(parser.parseOptionalQuestion()) ||
      mlir::succeeded(parser.parseOptionalEqual()) || mlir::succeeded(parser.parseOptionalArrow()) ||
      mlir::succeeded(parser.parseOptionalString(&string)))
    return mlir::success();
  mlir::OptionalParseResult integer = parser.parseOptionalInteger(number);
  if (integer.has_value())
    return *integer;
  return parser.emitError(parser.getCurrentLocation(), "unexpected character in a sharding");
}

mlir::ParseResult skipTo(mlir::AsmParser &parser, const char *end) {
  while (parser.getCurrentLocation().getPointer() < end)
    if (skipToken(parser))
      return mlir::failure();
  return mlir::success();
}

} // namespace shardwright::sharding
