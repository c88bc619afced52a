#include "passes/common/Limits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <array>

namespace shardwright {
namespace {

constexpr int64_t kMaxAliasSize = int64_t{1} << 20;
constexpr size_t kMaxDigits = 1000;
constexpr const char *kLimit = ": this is the limit of what is read";

enum class Character : uint8_t { Plain, Word, Special };

/// What each character is: a table, since a program is read whole and most of its characters mean nothing here.
constexpr std::array<Character, 256> characters() {
  std::array<Character, 256> table{};
  for (int c = 0; c < 256; ++c)
    if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '.')
      table[c] = Character::Word;
  for (unsigned char c : {'"', '/', '(', '[', '{', ')', ']', '}', '<', '>', '#', '!', '+', '*', '-'})
    table[c] = Character::Special;
  return table;
}
constexpr std::array<Character, 256> kCharacters = characters();

/// One pass over the text that counts open brackets. `<` and `>` are counted apart from the others, since `>` also
/// stands alone in some notations.
class Scanner {
public:
  explicit Scanner(llvm::StringRef text) : text(text) {}

  std::optional<TextExcess> run() {
    while (!excess) {
      skip(Character::Plain);
      if (at >= text.size())
        break;
      if (kindAt(at) == Character::Word)
        word();
      else
        special();
    }
    return excess;
  }

private:
  void special();
  void word();
  void alias();
  void operation();
  void open(int64_t &count) {
    ++count;
    reach(depth(), at);
  }
  void close(int64_t &count) {
    count = std::max<int64_t>(0, count - 1);
    if (affine && depth() <= affineDepth)
      affine = false;
    if (depth() == 0)
      current = nullptr;
  }
  Character kindAt(size_t where) const { return kCharacters[static_cast<unsigned char>(text[where])]; }
  void skip(Character kind) {
    while (at < text.size() && kindAt(at) == kind)
      ++at;
  }
  int64_t depth() const { return round + angle; }
  void reach(int64_t nesting, size_t where) {
    if (current)
      current->depth = std::max(current->depth, nesting);
    if (nesting > kMaxNesting)
      exceed(where, "nests more than " + std::to_string(kMaxNesting) + " deep" + kLimit);
  }
  void exceed(size_t where, const std::string &how) {
    if (!excess)
      excess = TextExcess{where, "the program " + how};
  }

  /// What an alias stands for: how deep it nests, and how many aliases it comes to when all are written out.
  struct Alias {
    int64_t depth = 0, size = 1;
  };

  llvm::StringRef text;
  size_t at = 0;
  int64_t round = 0, angle = 0;
  llvm::StringMap<Alias> aliases;
  Alias *current = nullptr; ///< the alias that is being defined
  bool affine = false;      ///< inside affine_map or affine_set, whose operators nest without brackets
  int64_t affineDepth = 0, operations = 0;
  std::optional<TextExcess> excess;
};

void Scanner::special() {
  switch (text[at]) {
  case '"':
    for (at = std::min(text.find_first_of("\"\\", at + 1), text.size()); at < text.size() && text[at] == '\\';)
      at = std::min(text.find_first_of("\"\\", at + 2), text.size());
    break;
  case '/':
    if (text.substr(at).starts_with("//"))
      at = std::min(text.find('\n', at), text.size());
    break;
  case '(':
  case '[':
  case '{':
    open(round);
    break;
  case ')':
  case ']':
  case '}':
    close(round);
    break;
  case '<':
    open(angle);
    break;
  case '>':
    if (at == 0 || text[at - 1] != '-')
      close(angle);
    break;
  case '#':
  case '!':
    return alias();
  case '+':
  case '*':
  case '-':
    operation();
    break;
  default:
    break;
  }
  ++at;
}

void Scanner::word() {
  size_t begin = at;
  skip(Character::Word);
  llvm::StringRef name = text.slice(begin, at);
  if (name.size() <= kMaxDigits && name.front() != 'a' && !affine)
    return;
  if (name.size() > kMaxDigits && llvm::all_of(name, [](char c) { return llvm::isHexDigit(c) || c == 'x'; }))
    exceed(begin, "has a number of " + std::to_string(name.size()) + " digits, more than " +
                      std::to_string(kMaxDigits) + kLimit);
  // MLIR's parser crashes on it.
  if (name == "array" && text.substr(at).starts_with("<index"))
    exceed(begin, "has an array of type index; write array<i64: ...>");
  if (name == "affine_map" || name == "affine_set") {
    affine = true;
    affineDepth = depth();
    operations = 0;
  } else if (affine && (name == "mod" || name == "floordiv" || name == "ceildiv")) {
    operation();
  }
}

void Scanner::operation() {
  if (affine && ++operations > kMaxNesting)
    exceed(at, "has an affine map of more than " + std::to_string(kMaxNesting) + " operators" + kLimit);
}

void Scanner::alias() {
  size_t begin = at++;
  skip(Character::Word);
  llvm::StringRef name = text.slice(begin, at);
  if (depth() == 0 && text.substr(at).ltrim().starts_with("=")) {
    current = &aliases[name];
    return;
  }
  // A result's number, `%0#3`: the parser makes a table of as many entries.
  if (uint64_t number; text[begin] == '#' && !name.drop_front().getAsInteger(10, number) && number > kMaxAliasSize)
    exceed(begin, "names result " + name.drop_front().str() + " of an operation, and none has more than " +
                      std::to_string(kMaxAliasSize));
  auto known = aliases.find(name);
  if (known == aliases.end())
    return;
  reach(depth() + known->second.depth, begin);
  if (!current)
    return;
  current->size = std::min(current->size + known->second.size, 2 * kMaxAliasSize);
  if (current->size > kMaxAliasSize)
    exceed(begin, "has an alias that stands for more than " + std::to_string(kMaxAliasSize) + " others" + kLimit);
}

} // namespace

std::optional<TextExcess> findTextExcess(llvm::StringRef text) { return Scanner(text).run(); }

} // namespace shardwright
