#include "lib/Topology/Json.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

#include <charconv>
#include <cstdlib>

namespace shardwright {

/// From left to right without recursion, so that no text is too deep.
class JsonReader {
public:
  JsonReader(llvm::StringRef text, JsonValues &values)
      : text(text), at(text.begin()), end(text.end()), values(values) {}

  bool read() {
    if (size_t offset = 0; !llvm::json::isUTF8(text, &offset)) {
      at += offset;
      why = "this is not UTF-8";
      return false;
    }
    values.reserve(text.size() / 6 + 1); // more than shipped files have
    Next next = Next::Value;
    while (next == Next::Value)
      next = value();
    return next == Next::End;
  }

  std::string error(llvm::StringRef file) const {
    llvm::StringRef before(text.begin(), static_cast<size_t>(at - text.begin()));
    size_t line = before.count('\n') + 1, column = before.size() - (before.rfind('\n') + 1) + 1;
    return llvm::formatv("{0}:{1}:{2}: not JSON: {3}", file, line, column, why).str();
  }

private:
  enum class Next { Value, End, Error };

  Next fail(const llvm::Twine &what) {
    why = what.str();
    return Next::Error;
  }

  void skipSpace() {
    while (at != end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
      ++at;
  }
  bool consume(char c) {
    skipSpace();
    return at != end && *at == c && (++at, true);
  }

  const Json &holder() const { return values[open.back()]; }
  char closer() const { return holder().isObject() ? '}' : ']'; }

  void add(Json::Kind kind, const char *from) {
    values.push_back(Json(kind, llvm::StringRef(from, static_cast<size_t>(at - from))));
  }

  void close() {
    Json &closed = values[open.pop_back_val()];
    closed.within_ = static_cast<uint32_t>(&values.back() - &closed);
    closed.source_ = llvm::StringRef(closed.source_.begin(), static_cast<size_t>(at - closed.source_.begin()));
  }

  Next value() {
    skipSpace();
    const char *from = at;
    switch (at == end ? '\0' : *at) {
    case '{':
    case '[':
      open.push_back(values.size());
      ++at;
      add(*from == '{' ? Json::Kind::Object : Json::Kind::List, from);
      if (!consume(closer()))
        return element();
      close();
      return afterValue();
    case '"':
      return string() ? afterValue() : Next::Error;
    case 't':
      return word("true", Json::Kind::Flag);
    case 'f':
      return word("false", Json::Kind::Flag);
    case 'n':
      return word("null", Json::Kind::Null);
    default:
      return number();
    }
  }

  /// What a list or an object holds next, of an object as far as the colon.
  Next element() {
    if (!holder().isObject())
      return Next::Value;
    skipSpace();
    if (at == end || *at != '"')
      return fail("a name in quotation marks is wanted here");
    if (!string())
      return Next::Error;
    return consume(':') ? Next::Value : fail("':' is wanted here");
  }

  Next afterValue() {
    while (!open.empty()) {
      if (consume(','))
        return element();
      if (!consume(closer()))
        return fail(llvm::Twine("',' or '") + llvm::Twine(closer()) + "' is wanted here");
      close();
    }
    skipSpace();
    return at == end ? Next::End : fail("nothing is wanted after the value");
  }

  Next word(llvm::StringRef spelled, Json::Kind kind) {
    const char *from = at;
    if (!llvm::StringRef(at, static_cast<size_t>(end - at)).starts_with(spelled))
      return fail("a value is wanted here");
    at += spelled.size();
    add(kind, from);
    return afterValue();
  }

  bool string() {
    const char *from = at++;
    bool hasEscapes = false;
    while (at != end && *at != '"' && static_cast<unsigned char>(*at) >= ' ') {
      bool isEscape = *at == '\\' && at + 1 != end;
      hasEscapes |= isEscape;
      at += isEscape ? 2 : 1;
    }
    if (at == end || *at != '"') {
      why = at == end ? "a string has no end" : "a control character must be written as an escape";
      return false;
    }
    ++at;
    add(Json::Kind::Text, from);
    if (!hasEscapes)
      return true;
    llvm::Expected<llvm::json::Value> meant = llvm::json::parse(values.back().source());
    if (meant)
      return true;
    llvm::consumeError(meant.takeError());
    at = from;
    why = "a string has an unknown escape";
    return false;
  }

  bool digits() {
    const char *from = at;
    while (at != end && llvm::isDigit(*at))
      ++at;
    return at != from;
  }

  /// Clinger's fast path (1990): where the digits are a whole number that a float holds and the power of ten is one,
  /// too, a single operation rounds right. Nothing where they are not.
  static std::optional<double> fewDigits(llvm::StringRef number) {
    static constexpr double kTens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr size_t kExact = 15; // digits
    const bool isNegative = number.consume_front("-");
    uint64_t whole = 0;
    int exponent = 0;
    size_t digits = 0, place = 0;
    for (bool isFraction = false; place < number.size(); ++place) {
      if (number[place] == '.') {
        isFraction = true;
      } else if (llvm::isDigit(number[place])) {
        whole = 10 * whole + static_cast<uint64_t>(number[place] - '0');
        exponent -= isFraction;
        if (++digits > kExact)
          return std::nullopt;
      } else {
        break;
      }
    }
    if (llvm::StringRef power = number.substr(place); power.size() > 1) {
      const bool isSmall = power[1] == '-';
      power = power.drop_front(isSmall || power[1] == '+' ? 2 : 1);
      if (power.size() > 2)
        return std::nullopt;
      int written = 0;
      for (char digit : power)
        written = 10 * written + (digit - '0');
      exponent += isSmall ? -written : written;
    }
    if (static_cast<size_t>(std::abs(exponent)) >= std::size(kTens))
      return std::nullopt;
    const auto size = static_cast<double>(whole);
    const double value = exponent < 0 ? size / kTens[-exponent] : size * kTens[exponent];
    return isNegative ? -value : value;
  }

  Next number() {
    const char *from = at;
    at += at != end && *at == '-';
    if (at == end || !llvm::isDigit(*at)) {
      at = from;
      return fail("a value is wanted here");
    }
    if (*at == '0')
      ++at;
    else
      digits();
    if (at != end && *at == '.' && (++at, !digits()))
      return fail("a digit is wanted here");
    if (at != end && (*at == 'e' || *at == 'E')) {
      ++at;
      at += at != end && (*at == '+' || *at == '-');
      if (!digits())
        return fail("a digit is wanted here");
    }
    add(Json::Kind::Number, from);
    Json &read = values.back();
    if (std::optional<double> value = fewDigits(read.source_)) {
      read.number_ = *value;
      return afterValue();
    }
    if (std::from_chars(from, at, read.number_).ec == std::errc())
      return afterValue();
    at = from;
    return fail("the number is outside the range of 64-bit floats");
  }

  llvm::StringRef text;
  const char *at, *end;
  JsonValues &values;
  llvm::SmallVector<size_t, 8> open; ///< lists and objects that have not ended
  std::string why;
};

/// A string without its quotation marks, which says what it means unless there are escapes.
static llvm::StringRef between(llvm::StringRef source) { return source.drop_front().drop_back(); }
static bool isPlain(llvm::StringRef inside) { return !inside.contains('\\'); }

absl::StatusOr<JsonValues> parseJson(llvm::StringRef text, llvm::StringRef file) {
  JsonValues values;
  JsonReader reader(text, values);
  if (!reader.read())
    return absl::InvalidArgumentError(reader.error(file));
  return values;
}

llvm::StringRef Json::kindName() const {
  static constexpr llvm::StringLiteral kNames[] = {"null", "boolean", "number", "string", "array", "object"};
  return kNames[static_cast<size_t>(kind_)];
}

std::optional<int64_t> Json::whole() const {
  int64_t number = 0;
  if (!isNumber() || source_.getAsInteger(10, number))
    return std::nullopt;
  return number;
}

std::string Json::text() const {
  if (llvm::StringRef inside = between(source_); isPlain(inside))
    return inside.str();
  return llvm::cantFail(llvm::json::parse(source_)).getAsString()->str();
}

bool Json::is(llvm::StringRef other) const {
  if (!isText())
    return false;
  llvm::StringRef inside = between(source_);
  return isPlain(inside) ? inside == other : text() == other;
}

std::string Json::compact() const {
  std::string compact;
  bool isInside = false, isEscaped = false;
  for (char c : source_) {
    if (isInside || !llvm::isSpace(c))
      compact.push_back(c);
    if (c == '"' && !isEscaped)
      isInside = !isInside;
    isEscaped = c == '\\' && !isEscaped;
  }
  return compact;
}

size_t Json::size() const {
  return static_cast<size_t>(isObject() ? std::distance(members().begin(), members().end())
                                        : std::distance(elements().begin(), elements().end()));
}

const Json &Json::operator[](size_t number) const { return *std::next(elements().begin(), std::ptrdiff_t(number)); }

const Json *Json::find(llvm::StringRef name) const {
  for (const Json *at = first(); at != next(); at = at->next()->next())
    if (at->is(name))
      return at->next();
  return nullptr;
}

} // namespace shardwright
