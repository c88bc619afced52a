#include "shardwright/Runtime/Npy.h"

#include "runtime/BoxCopy.h"
#include "runtime/BoxRuns.h"
#include "runtime/Files.h"
#include "runtime/Layout.h"
#include "runtime/NpyHeader.h"
#include "shardwright/Runtime/FloatFormat.h"

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace shardwright::runtime {
namespace {

/// `V1` is how ml_dtypes' types of one byte are saved, whichever it was: the type that it is read as stands for all of
/// them until matchInterface is told which it is.
constexpr ElementType kOpaqueByte = ElementType::F8E4M3FN;

struct Descriptor {
  const char *text; ///< without the byte order
  ElementType type;
};
// Reading takes the first row of a text, writing the first row of a type.
constexpr Descriptor kDescriptors[] = {
    {"b1", ElementType::I1},     {"i1", ElementType::I8},  {"i2", ElementType::I16},   {"i4", ElementType::I32},
    {"i8", ElementType::I64},    {"u1", ElementType::U8},  {"u2", ElementType::U16},   {"u4", ElementType::U32},
    {"u8", ElementType::U64},    {"f2", ElementType::F16}, {"V2", ElementType::BF16},  {"f4", ElementType::F32},
    {"f8", ElementType::F64},    {"c8", ElementType::C64}, {"c16", ElementType::C128}, {"i1", ElementType::I2},
    {"i1", ElementType::I4},     {"u1", ElementType::U2},  {"u1", ElementType::U4},    {"V1", kOpaqueByte},
    {"f1", ElementType::F8E5M2},
};

constexpr absl::string_view kNpyMagic("\x93NUMPY", 6);

template <typename... Ts> absl::Status bad(const Ts &...parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

template <typename... Ts> absl::Status corrupt(const std::string &path, const Ts &...parts) {
  return bad(path, ": corrupt .npy header: ", parts..., "; save it again");
}

/// What follows `'key':` in the header's dictionary, or nothing.
absl::string_view valueOf(absl::string_view header, absl::string_view key) {
  size_t at = header.find(absl::StrCat("'", key, "'"));
  if (at == absl::string_view::npos)
    return {};
  header.remove_prefix(at + key.size() + 2);
  header = absl::StripLeadingAsciiWhitespace(header);
  return absl::ConsumePrefix(&header, ":") ? absl::StripLeadingAsciiWhitespace(header) : absl::string_view();
}

absl::StatusOr<ElementType> parseType(absl::string_view header, const std::string &path) {
  absl::string_view text = valueOf(header, "descr");
  if (text.empty() || (text[0] != '\'' && text[0] != '['))
    return corrupt(path, "no 'descr'");
  if (text[0] == '[')
    return bad(path, ": record arrays are not supported: save each field as an array of its own");
  text = text.substr(1, text.find('\'', 1) - 1);
  if (!text.empty() && text[0] == '>')
    return bad(path, ": element type '", text, "' is big endian: save it as little endian");
  absl::string_view plain = text;
  if (!plain.empty() && (plain[0] == '<' || plain[0] == '|' || plain[0] == '='))
    plain.remove_prefix(1);
  for (const Descriptor &descriptor : kDescriptors)
    if (plain == descriptor.text)
      return descriptor.type;
  return bad(path, ": element type '", text,
             "' is not supported: use b1, i1 to i8, u1 to u8, f2, f4, f8, c8, c16, V1 (floats of at most 8 bits, i2, "
             "i4) or V2 (bf16)");
}

absl::StatusOr<std::vector<int64_t>> parseShape(absl::string_view header, const std::string &path) {
  absl::string_view text = valueOf(header, "shape");
  size_t end = text.find(')');
  if (!absl::ConsumePrefix(&text, "(") || end == absl::string_view::npos)
    return corrupt(path, "no 'shape'");
  std::vector<int64_t> shape;
  for (absl::string_view part : absl::StrSplit(text.substr(0, end - 1), ',')) {
    part = absl::StripAsciiWhitespace(part);
    if (part.empty())
      continue;
    int64_t dim;
    if (!absl::SimpleAtoi(part, &dim) || dim < 0)
      return corrupt(path, "dimension '", part, "'");
    shape.push_back(dim);
  }
  return shape;
}

/// Column-major to row-major.
void convertFortran(Array &array) {
  size_t size = elementBytes(array.type), rank = array.shape.size();
  std::vector<uint8_t> rows(array.bytes.size());
  std::vector<int64_t> index(rank, 0);
  std::vector<int64_t> strides(rank, 1);
  for (size_t d = 1; d < rank; ++d)
    strides[d] = strides[d - 1] * array.shape[d - 1];
  for (size_t to = 0; to < rows.size(); to += size) {
    int64_t from = 0;
    for (size_t d = 0; d != rank; ++d)
      from += index[d] * strides[d];
    std::memcpy(&rows[to], &array.bytes[static_cast<size_t>(from) * size], size);
    for (size_t d = rank; d-- > 0;) {
      if (++index[d] != array.shape[d])
        break;
      index[d] = 0;
    }
  }
  array.bytes = std::move(rows);
}

/// What a file says of its array, and where the elements begin.
struct Header {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  bool isFortran = false;
  size_t dataAt = 0;
};

/// `bytes`: the file's first ones, which hold the header; it has `fileBytes`.
absl::StatusOr<Header> parseHeader(absl::string_view bytes, uint64_t fileBytes, const std::string &path) {
  const size_t all = bytes.size();
  if (!absl::ConsumePrefix(&bytes, kNpyMagic))
    return bad(path, ": not a .npy file: it does not begin with \\x93NUMPY; numpy.save writes one");
  if (bytes.size() < 4)
    return corrupt(path, "the file has ", fileBytes, " bytes");
  int version = static_cast<uint8_t>(bytes[0]);
  if (version < 1 || version > 3)
    return bad(path, ": .npy format version ", version, " is not supported, 1 to 3 are");
  bytes.remove_prefix(2);
  size_t lengthBytes = version == 1 ? 2 : 4;
  uint32_t length = 0;
  if (bytes.size() >= lengthBytes)
    std::memcpy(&length, bytes.data(), lengthBytes);
  if (bytes.size() < lengthBytes || length > bytes.size() - lengthBytes)
    return corrupt(path, "it should have ", length, " bytes, the file ends before");
  absl::string_view text = bytes.substr(lengthBytes, length);
  bytes.remove_prefix(lengthBytes + length);

  Header header;
  absl::StatusOr<ElementType> type = parseType(text, path);
  if (!type.ok())
    return type.status();
  header.type = *type;
  absl::StatusOr<std::vector<int64_t>> shape = parseShape(text, path);
  if (!shape.ok())
    return shape.status();
  header.shape = *std::move(shape);
  absl::string_view order = valueOf(text, "fortran_order");
  header.isFortran = absl::StartsWith(order, "True");
  if (!header.isFortran && !absl::StartsWith(order, "False"))
    return corrupt(path, "no 'fortran_order'");
  header.dataAt = all - bytes.size();
  int64_t want = checkedBytes(header.type, header.shape), have = static_cast<int64_t>(fileBytes - header.dataAt);
  if (want < 0)
    return corrupt(path, "impossible shape ", describeType(header.type, header.shape));
  if (have != want)
    return bad(path, have < want ? ": truncated: " : ": too long: ", describeType(header.type, header.shape), " needs ",
               want, " bytes of data, the file has ", have, "; save it again");
  return header;
}

} // namespace

absl::StatusOr<Array> readNpy(const std::string &path) {
  absl::StatusOr<std::string> content = readFile(path);
  if (!content.ok())
    return content.status();
  absl::StatusOr<Header> header = parseHeader(*content, content->size(), path);
  if (!header.ok())
    return header.status();
  Array array{header->type, std::move(header->shape), {}};
  array.bytes.assign(content->begin() + static_cast<ptrdiff_t>(header->dataAt), content->end());
  if (header->isFortran)
    convertFortran(array);
  return array;
}

std::string npyHeader(ElementType type, const std::vector<int64_t> &shape) {
  const char *text = nullptr;
  for (const Descriptor &descriptor : kDescriptors)
    if (!text && descriptor.type == type)
      text = descriptor.text;
  if (isInexact(type) && elementBytes(type) == 1)
    text = "V1"; // NumPy cannot read `f1`
  bool oneByte = elementBytes(type) == 1;
  std::string header = absl::StrCat("{'descr': '", oneByte ? "|" : "<", text, "', 'fortran_order': False, 'shape': (");
  for (size_t i = 0; i != shape.size(); ++i)
    absl::StrAppend(&header, i ? ", " : "", shape[i]);
  absl::StrAppend(&header, shape.size() == 1 ? ",)" : ")", ", }");
  // The data begins at a multiple of 64; the header ends with a line feed.
  size_t head = kNpyMagic.size() + 4;
  header.append(63 - (head + header.size()) % 64, ' ');
  header += '\n';
  uint16_t length = static_cast<uint16_t>(header.size());
  std::string content(kNpyMagic);
  content += '\x01';
  content += '\0';
  content.append(reinterpret_cast<const char *>(&length), sizeof(length));
  return content + header;
}

absl::Status writeNpy(const std::string &path, const Array &array) {
  std::string content = npyHeader(array.type, array.shape);
  content.append(array.bytes.begin(), array.bytes.end());
  return writeFile(path, content);
}

namespace {

/// Values rounded to the narrower type.
Array rounded(const Array &array, ElementType type) {
  const FloatFormat &format = *floatFormat(type);
  Array narrow = Array::zeros(type, array.shape);
  size_t size = elementBytes(type);
  for (size_t i = 0; i != narrow.bytes.size() / size; ++i) {
    uint32_t bits = encodeFloat(format, realElement(array, static_cast<int64_t>(i)));
    std::memcpy(&narrow.bytes[size * i], &bits, size);
  }
  return narrow;
}

/// Bits of the numbers of a type that is narrower than a byte or as wide, and whether the highest is a sign that fills
/// the byte.
struct NarrowType {
  int width = 8;
  bool isSignedInteger = false;
};

std::optional<NarrowType> narrowType(ElementType type) {
  switch (type) {
  case ElementType::I2:
    return NarrowType{2, true};
  case ElementType::I4:
    return NarrowType{4, true};
  case ElementType::U2:
    return NarrowType{2, false};
  case ElementType::U4:
    return NarrowType{4, false};
  default:
    break;
  }
  if (const FloatFormat *format = floatFormat(type); format && elementBytes(type) == 1)
    return NarrowType{format->width(), false};
  return std::nullopt;
}

/// Integers stand for integers, raw bytes for the bits of floats, and opaque bytes for either.
bool standsFor(ElementType file, ElementType want) {
  switch (want) {
  case ElementType::I2:
  case ElementType::I4:
    return file == ElementType::I8 || file == kOpaqueByte;
  case ElementType::U2:
  case ElementType::U4:
    return file == ElementType::U8 || file == kOpaqueByte;
  default:
    return file == ElementType::U8 || file == kOpaqueByte;
  }
}

/// Whether arrays of a file of that type and shape can be what is wanted.
absl::Status checkMatch(ElementType type, const std::vector<int64_t> &shape, const Interface &want,
                        const std::string &what) {
  std::optional<NarrowType> narrow = narrowType(want.type);
  const bool isRounded = type == ElementType::F32 && isInexact(want.type) && (narrow || want.type == ElementType::BF16);
  if (shape == want.globalShape && (type == want.type || isRounded || (narrow && standsFor(type, want.type))))
    return absl::OkStatus();
  return bad(what, ": '", want.name, "' is ", describeType(want.type, want.globalShape), ", the file holds ",
             describeType(type, shape));
}

/// Elements of such a file as those that are wanted.
absl::StatusOr<Array> convertElements(Array array, const Interface &want, const std::string &what) {
  if (array.type == want.type)
    return array;
  if (array.type == ElementType::F32)
    return rounded(array, want.type);
  std::optional<NarrowType> narrow = narrowType(want.type);
  int64_t high = (int64_t{1} << (narrow->isSignedInteger ? narrow->width - 1 : narrow->width)) - 1;
  int64_t low = narrow->isSignedInteger ? -high - 1 : 0;
  for (size_t i = 0; i != array.bytes.size(); ++i) {
    int64_t value = narrow->isSignedInteger ? static_cast<int8_t>(array.bytes[i]) : array.bytes[i];
    // ml_dtypes saves signed integers without filling the byte with the sign.
    if (array.type == kOpaqueByte && value > high && value <= 2 * high + 1)
      value += 2 * low;
    if (value < low || value > high)
      return bad(what, ": element ", i, " is ", value, ", '", want.name, "' of type ", elementName(want.type),
                 " holds ", low, " to ", high);
    array.bytes[i] = static_cast<uint8_t>(value);
  }
  array.type = want.type;
  return array;
}

/// Reads no more than is asked for, but for arrays in Fortran's order.
class NpySource : public ArraySource {
public:
  NpySource(int file, Header header, Interface want, std::string what)
      : file(file), header(std::move(header)), want(std::move(want)), what(std::move(what)) {}
  ~NpySource() override { close(file); }

  ElementType type() const override { return want.type; }
  const std::vector<int64_t> &shape() const override { return header.shape; }

  absl::Status read(const std::vector<int64_t> &start, const std::vector<int64_t> &box, void *to) const override {
    if (!header.isFortran && header.type == want.type)
      return readRows(start, box, static_cast<uint8_t *>(to));
    Array part = Array::zeros(header.type, box);
    if (header.isFortran) {
      absl::StatusOr<Array> all = readNpy(what);
      if (!all.ok())
        return all.status();
      BoxCopy(elementBytes(header.type), box, header.shape, start, box, std::vector<int64_t>(box.size(), 0))
          .run(part.bytes.data(), all->bytes.data());
    } else if (absl::Status status = readRows(start, box, part.bytes.data()); !status.ok()) {
      return status;
    }
    absl::StatusOr<Array> converted = convertElements(std::move(part), want, what);
    if (!converted.ok())
      return converted.status();
    std::copy(converted->bytes.begin(), converted->bytes.end(), static_cast<uint8_t *>(to));
    return absl::OkStatus();
  }

private:
  absl::Status readRows(const std::vector<int64_t> &start, const std::vector<int64_t> &box, uint8_t *to) const {
    auto readRun = [&](int64_t at, int64_t bytes) -> absl::Status {
      for (int64_t done = 0; done != bytes;) {
        const ssize_t count =
            pread(file, to + done, static_cast<size_t>(bytes - done), static_cast<int64_t>(header.dataAt) + at + done);
        if (count == 0 || (count < 0 && errno != EINTR))
          return bad("cannot read '", what, "': ", count == 0 ? "the file has become shorter" : std::strerror(errno));
        done += std::max<ssize_t>(count, 0);
      }
      to += bytes;
      return absl::OkStatus();
    };
    return eachRun(header.shape, elementBytes(header.type), start, box, readRun);
  }

  const int file;
  const Header header;
  const Interface want;
  const std::string what;
};

} // namespace

absl::StatusOr<Array> matchInterface(Array array, const Interface &want, const std::string &what) {
  if (absl::Status status = checkMatch(array.type, array.shape, want, what); !status.ok())
    return status;
  return convertElements(std::move(array), want, what);
}

absl::StatusOr<std::shared_ptr<const ArraySource>> openNpy(const std::string &path, const Interface &want) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    std::string text = absl::StrCat("cannot open '", path, "': ", std::strerror(errno));
    return errno == ENOENT ? absl::NotFoundError(text) : absl::InvalidArgumentError(text);
  }
  constexpr size_t kMostHeader = 1 << 20;
  struct stat about {};
  fstat(file, &about);
  std::string head(std::min<size_t>(kMostHeader, static_cast<size_t>(about.st_size)), '\0');
  const ssize_t count = S_ISREG(about.st_mode) ? pread(file, head.data(), head.size(), 0) : 0;
  head.resize(static_cast<size_t>(std::max<ssize_t>(count, 0)));
  absl::StatusOr<Header> header = parseHeader(head, static_cast<uint64_t>(about.st_size), path);
  absl::Status status = header.ok() ? checkMatch(header->type, header->shape, want, path) : header.status();
  if (!status.ok()) {
    close(file);
    return status;
  }
  return std::make_shared<NpySource>(file, *std::move(header), want, path);
}

} // namespace shardwright::runtime
