#include "fuzz/Mutate.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstring>

namespace shardwright::fuzz {
namespace {

size_t below(Random &random, size_t bound) { return bound == 0 ? 0 : random() % bound; }

template <typename T> const T &anyOf(const std::vector<T> &values, Random &random) {
  return values[below(random, values.size())];
}

const std::vector<std::string> kNumbers = {"0",
                                           "1",
                                           "-1",
                                           "2",
                                           "3",
                                           "7",
                                           "32",
                                           "128",
                                           "513",
                                           "2147483647",
                                           "4294967296",
                                           "9223372036854775807",
                                           "-9223372036854775808",
                                           "1e400",
                                           "nan",
                                           "4611686018427387904"};
const std::vector<std::string> kTypes = {
    "f32", "bf16", "f16",  "f64",          "i1",           "i4",    "i8",       "i32",
    "i64", "ui8",  "ui32", "complex<f32>", "complex<f64>", "index", "f8E4M3FN", "!stablehlo.token"};

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

/// Words, single punctuation characters, runs of space.
std::vector<std::string> tokensOf(const std::string &text) {
  std::vector<std::string> tokens;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    if (isWord(text[at]))
      while (end < text.size() && isWord(text[end]))
        ++end;
    else if (std::isspace(static_cast<unsigned char>(text[at])))
      while (end < text.size() && std::isspace(static_cast<unsigned char>(text[end])))
        ++end;
    tokens.push_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

std::string joined(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += part;
  return text;
}

bool isNumber(const std::string &token) { return std::isdigit(static_cast<unsigned char>(token[0])); }

/// A word like 16x32xf32, of which one length changes.
std::string withOtherLength(const std::string &word, const std::string &from, const std::string &to) {
  std::string result;
  for (size_t at = 0; at < word.size();) {
    size_t end = std::min(word.find('x', at), word.size());
    std::string part = word.substr(at, end - at);
    result += part == from ? to : part;
    if (end < word.size())
      result += 'x';
    at = end + 1;
  }
  return result;
}

void changeEverywhere(std::vector<std::string> &tokens, Random &random) {
  std::vector<std::string> lengths;
  for (const std::string &token : tokens)
    if (isNumber(token))
      lengths.push_back(token.substr(0, token.find('x')));
  if (lengths.empty())
    return;
  std::string from = anyOf(lengths, random);
  std::string to = random() % 2 ? anyOf(kNumbers, random) : anyOf(lengths, random);
  for (std::string &token : tokens)
    if (isNumber(token))
      token = withOtherLength(token, from, to);
}

void changeType(std::vector<std::string> &tokens, Random &random) {
  const std::string &from = anyOf(kTypes, random), to = anyOf(kTypes, random);
  for (std::string &token : tokens)
    if (token == from)
      token = to;
    else if (token.size() > from.size() && token.compare(token.size() - from.size(), from.size(), from) == 0 &&
             token[token.size() - from.size() - 1] == 'x')
      token = token.substr(0, token.size() - from.size()) + to;
}

void changeToken(std::vector<std::string> &tokens, const std::vector<std::string> &others, Random &random) {
  size_t at = below(random, tokens.size());
  switch (random() % 5) {
  case 0:
    tokens.erase(tokens.begin() + static_cast<ptrdiff_t>(at));
    break;
  case 1:
    tokens.insert(tokens.begin() + static_cast<ptrdiff_t>(at), tokens[at]);
    break;
  case 2:
    std::swap(tokens[at], tokens[below(random, tokens.size())]);
    break;
  case 3:
    tokens[at] = others.empty() ? "" : anyOf(others, random);
    break;
  default: { // one of the same sort
    std::vector<std::string> alike;
    for (const std::string &token : tokens)
      if (isWord(token[0]) == isWord(tokens[at][0]) && isNumber(token) == isNumber(tokens[at]))
        alike.push_back(token);
    tokens[at] = isNumber(tokens[at]) && random() % 2 ? anyOf(kNumbers, random) : anyOf(alike, random);
  }
  }
}

void changeLine(std::vector<std::string> &lines, const std::vector<std::string> &others, Random &random) {
  auto at = lines.begin() + static_cast<ptrdiff_t>(below(random, lines.size()));
  switch (random() % 3) {
  case 0:
    lines.erase(at);
    break;
  case 1:
    lines.insert(lines.begin() + static_cast<ptrdiff_t>(below(random, lines.size())), std::string(*at));
    break;
  default:
    if (!others.empty())
      lines.insert(at, anyOf(others, random));
  }
}

} // namespace

std::string mutateText(const std::string &text, const std::string &others, Random &random) {
  std::vector<std::string> tokens = tokensOf(text);
  std::vector<std::string> foreign = tokensOf(others.substr(0, 4096));
  for (size_t changes = 1 + below(random, 3); changes != 0 && !tokens.empty(); --changes) {
    switch (random() % 8) {
    case 0:
    case 1:
    case 2:
      changeEverywhere(tokens, random);
      break;
    case 3:
      changeType(tokens, random);
      break;
    case 4: {
      std::vector<std::string> lines = linesOf(joined(tokens));
      changeLine(lines, linesOf(others), random);
      tokens = tokensOf(joined(lines));
      break;
    }
    default:
      changeToken(tokens, foreign, random);
    }
  }
  return joined(tokens);
}

std::string mutateBytes(const std::string &bytes, const std::string &others, Random &random) {
  static const int64_t kWords[] = {0,
                                   1,
                                   -1,
                                   2,
                                   3,
                                   8,
                                   31,
                                   32,
                                   33,
                                   63,
                                   64,
                                   255,
                                   256,
                                   65535,
                                   1 << 20,
                                   INT32_MAX,
                                   INT32_MIN,
                                   int64_t{1} << 32,
                                   int64_t{1} << 40,
                                   int64_t{1} << 56,
                                   int64_t{1} << 62,
                                   INT64_MAX,
                                   INT64_MIN};
  std::string result = bytes;
  for (size_t changes = 1 + below(random, 4); changes != 0 && !result.empty(); --changes) {
    size_t at = below(random, result.size());
    switch (random() % 6) {
    case 0:
      result[at] = static_cast<char>(result[at] ^ (1 << random() % 8));
      break;
    case 1:
    case 2:
    case 3: {
      size_t width = size_t{1} << random() % 4;
      int64_t word = kWords[below(random, std::size(kWords))];
      if (random() % 4 == 0) { // near what is there
        word = 0;
        std::memcpy(&word, &result[at], std::min(width, result.size() - at));
        word = static_cast<int64_t>(static_cast<uint64_t>(word) + random() % 17 - 8);
      }
      std::memcpy(&result[at], &word, std::min(width, result.size() - at));
      break;
    }
    case 4:
      result.erase(at, below(random, 32));
      break;
    default: {
      const std::string &from = random() % 2 && !others.empty() ? others : result;
      std::string piece = from.substr(below(random, from.size()), below(random, 32));
      result.insert(at, piece);
    }
    }
  }
  return result;
}

} // namespace shardwright::fuzz
