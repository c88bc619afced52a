// PTX text as tokens.
#ifndef TEST_CUDA_DOUBLE_PTX_LEXER_H
#define TEST_CUDA_DOUBLE_PTX_LEXER_H

#include <string>
#include <string_view>
#include <vector>

namespace shardwright::cudadouble {

struct Token {
  enum Kind : char { End, Word, Number, String, Punctuation };
  Kind kind = End;
  std::string_view text;
  int line = 0;
};

/// What is wrong with a module, and the line of its text.
struct PtxError {
  int line = 0;
  std::string message;
};

/// Splits TEXT, which must outlive the tokens. A word includes dots and "::": "ld.global.L1::evict_last.b32" is one.
/// The last token is an End. False, and ERROR says why, on a character that PTX does not have.
bool tokenize(std::string_view text, std::vector<Token> &tokens, PtxError &error);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_PTX_LEXER_H
