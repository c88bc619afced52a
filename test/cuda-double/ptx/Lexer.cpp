#include "test/cuda-double/ptx/Lexer.h"

#include <cctype>

namespace shardwright::cudadouble {

namespace {

bool startsWord(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '%' || c == '.';
}
bool inWord(char c) { return startsWord(c) || std::isdigit(static_cast<unsigned char>(c)); }

// Where the word that begins at AT ends.
size_t endOfWord(std::string_view text, size_t at) {
  while (at < text.size()) {
    if (inWord(text[at]))
      ++at;
    else if (text.substr(at, 2) == "::" && at + 2 < text.size() && inWord(text[at + 2]))
      at += 2;
    else
      break;
  }
  return at;
}

} // namespace

bool tokenize(std::string_view text, std::vector<Token> &tokens, PtxError &error) {
  int line = 1;
  size_t at = 0;
  auto add = [&](Token::Kind kind, size_t end) {
    tokens.push_back({kind, text.substr(at, end - at), line});
    at = end;
  };
  while (at < text.size()) {
    char c = text[at];
    if (c == '\n') {
      ++line;
      ++at;
    } else if (std::isspace(static_cast<unsigned char>(c)) || c == '\0') {
      ++at;
    } else if (text.substr(at, 2) == "//") {
      while (at < text.size() && text[at] != '\n')
        ++at;
    } else if (text.substr(at, 2) == "/*") {
      size_t end = text.find("*/", at + 2);
      if (end == std::string_view::npos) {
        error = {line, "a comment has no end"};
        return false;
      }
      for (; at < end + 2; ++at)
        line += text[at] == '\n';
    } else if (c == '"') {
      size_t end = text.find('"', at + 1);
      if (end == std::string_view::npos) {
        error = {line, "a string has no end"};
        return false;
      }
      tokens.push_back({Token::String, text.substr(at + 1, end - at - 1), line});
      at = end + 1;
    } else if (std::isdigit(static_cast<unsigned char>(c))) {
      size_t end = at + 1;
      bool hexadecimal = text.substr(at, 2) == "0x" || text.substr(at, 2) == "0f" || text.substr(at, 2) == "0F" ||
                         text.substr(at, 2) == "0d" || text.substr(at, 2) == "0D" || text.substr(at, 2) == "0X";
      while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '.' ||
                                   (!hexadecimal && (text[end] == '+' || text[end] == '-') &&
                                    (text[end - 1] == 'e' || text[end - 1] == 'E'))))
        ++end;
      add(Token::Number, end);
    } else if (startsWord(c)) {
      add(Token::Word, endOfWord(text, at));
    } else if (std::string_view(",;{}()[]<>@!+-=|:*").find(c) != std::string_view::npos) {
      add(Token::Punctuation, at + 1);
    } else {
      error = {line, std::string("unexpected character '") + c + "'"};
      return false;
    }
  }
  tokens.push_back({Token::End, {}, line});
  return true;
}

} // namespace shardwright::cudadouble
