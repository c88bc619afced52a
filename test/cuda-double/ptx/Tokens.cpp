// Numbers and expected tokens.
#include "test/cuda-double/ptx/Parser.h"

#include <cstdlib>

namespace shardwright::cudadouble {

bool TokenStream::failAt(int line, std::string message) {
  if (error.message.empty())
    error = {line, std::move(message)};
  return false;
}

bool TokenStream::expect(std::string_view text) {
  if (take(text))
    return true;
  return fail("expected '" + std::string(text) + "' instead of '" + std::string(peek().text) + "'");
}

bool TokenStream::word(std::string_view &text) {
  if (peek().kind != Token::Word)
    return fail("expected a name instead of '" + std::string(peek().text) + "'");
  text = next().text;
  return true;
}

bool TokenStream::integer(int64_t &value) {
  bool negative = false;
  while (is("-") || is("+"))
    negative ^= next().text == "-";
  if (peek().kind != Token::Number)
    return fail("expected a number instead of '" + std::string(peek().text) + "'");
  std::string text(next().text);
  while (!text.empty() && (text.back() == 'U' || text.back() == 'u'))
    text.pop_back();
  char *end = nullptr;
  bool binary = text.size() > 2 && text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
  value =
      static_cast<int64_t>(binary ? std::strtoull(text.c_str() + 2, &end, 2) : std::strtoull(text.c_str(), &end, 0));
  if (*end)
    return fail("'" + text + "' is no integer");
  if (negative)
    value = static_cast<int64_t>(0 - static_cast<uint64_t>(value));
  return true;
}

} // namespace shardwright::cudadouble
