#include "shardwright/Plan/IopddlFormat.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"

#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>

namespace shardwright::plan {
namespace {

using JsonWriter = rapidjson::Writer<rapidjson::StringBuffer>;

void write(JsonWriter &json, llvm::ArrayRef<int64_t> row) {
  json.StartArray();
  for (int64_t entry : row)
    json.Int64(entry);
  json.EndArray();
}

void writeTotal(JsonWriter &json, Total total) {
  std::string digits = str(total);
  json.RawValue(digits.data(), digits.size(), rapidjson::kNumberType);
}

/// A table with a row of each of `parts`.
template <typename Parts, typename RowOf>
void writeTable(JsonWriter &json, const char *name, const Parts &parts, RowOf rowOf) {
  json.Key(name);
  json.StartArray();
  for (const auto &part : parts)
    write(json, rowOf(part));
  json.EndArray();
}

std::string textOf(const rapidjson::StringBuffer &buffer) { return {buffer.GetString(), buffer.GetSize()}; }

constexpr llvm::StringLiteral kGzipMagic = "\x1f\x8b";

/// The text of a gzip file of one member or several, and a zero byte behind it. zlib: `inflate`, told to expect gzip's
/// frame.
absl::StatusOr<llvm::SmallVector<char, 0>> gunzip(llvm::StringRef file, llvm::StringRef name) {
  // Deflate makes at most 1032 bytes out of one; what a file ends in is its length, which may be a lie.
  constexpr size_t kMostPerByte = 1032, kStep = size_t(1) << 16;
  size_t claimed = file.size() < 4 ? 0 : llvm::support::endian::read32le(file.end() - 4);
  llvm::SmallVector<char, 0> text;
  text.resize_for_overwrite(std::min(claimed, file.size() * kMostPerByte) + kStep);
  z_stream stream = {};
  constexpr int kGzip = 16;
  if (inflateInit2(&stream, MAX_WBITS + kGzip) != Z_OK)
    return absl::ResourceExhaustedError("cannot decompress " + name.str() + ": out of memory");
  size_t size = 0;
  int result = Z_OK;
  const char *next = file.begin();
  while (result == Z_OK || (result == Z_STREAM_END && next != file.end())) {
    if (result == Z_STREAM_END)
      inflateReset(&stream);
    if (text.size() - size < kStep)
      text.resize_for_overwrite(2 * text.size());
    constexpr size_t kMost = std::numeric_limits<uInt>::max();
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(next)); // which zlib does not write
    stream.avail_in = static_cast<uInt>(std::min<size_t>(file.end() - next, kMost));
    stream.next_out = reinterpret_cast<Bytef *>(text.data() + size);
    stream.avail_out = static_cast<uInt>(std::min(text.size() - size, kMost));
    result = inflate(&stream, Z_NO_FLUSH);
    next = reinterpret_cast<const char *>(stream.next_in);
    size = reinterpret_cast<char *>(stream.next_out) - text.data();
  }
  std::string why = result == Z_STREAM_END  ? ""
                    : result == Z_BUF_ERROR ? "it ends early"
                    : stream.msg            ? stream.msg
                                            : zError(result);
  inflateEnd(&stream);
  if (!why.empty())
    return absl::InvalidArgumentError("cannot decompress " + name.str() + ": " + why);
  text.truncate(size);
  text.push_back('\0');
  return text;
}

} // namespace

absl::StatusOr<Problem> readIopddl(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!buffer)
    return absl::NotFoundError("cannot read '" + path + "': " + buffer.getError().message());
  llvm::StringRef content = (*buffer)->getBuffer();
  if (!content.starts_with(kGzipMagic))
    return parseIopddl(content, path);
  absl::StatusOr<llvm::SmallVector<char, 0>> text = gunzip(content, path);
  if (!text.ok())
    return text.status();
  return parseIopddl(llvm::StringRef(text->data(), text->size() - 1), path);
}

std::string printIopddl(const Problem &problem) {
  rapidjson::StringBuffer buffer;
  JsonWriter json(buffer);
  json.StartObject();
  json.Key("problem");
  json.StartObject();
  json.Key("name");
  json.String(problem.name.data(), problem.name.size());
  json.Key("nodes");
  json.StartObject();
  writeTable(json, "intervals", problem.nodes, [](const Problem::Node &node) {
    return std::array<int64_t, 2>{node.begin, node.end};
  });
  writeTable(json, "costs", problem.nodes, [](const Problem::Node &node) { return llvm::ArrayRef(node.costs); });
  writeTable(json, "usages", problem.nodes, [](const Problem::Node &node) { return llvm::ArrayRef(node.usages); });
  json.EndObject();
  json.Key("edges");
  json.StartObject();
  writeTable(json, "nodes", problem.edges, [](const Problem::Edge &edge) {
    return std::array<int64_t, 2>{edge.first, edge.second};
  });
  writeTable(json, "costs", problem.edges, [](const Problem::Edge &edge) { return llvm::ArrayRef(edge.costs); });
  json.EndObject();
  if (problem.usageLimit) {
    json.Key("usage_limit");
    json.Int64(*problem.usageLimit);
  }
  json.EndObject();
  json.EndObject();
  return textOf(buffer) + "\n";
}

std::string printAnswer(const Solution &solution) {
  rapidjson::StringBuffer buffer;
  JsonWriter json(buffer);
  json.StartObject();
  json.Key("cost");
  writeTotal(json, solution.cost);
  json.Key("lower_bound");
  writeTotal(json, solution.lowerBound);
  json.Key("strategies");
  json.StartArray();
  for (uint32_t choice : solution.choices)
    json.Uint(choice);
  json.EndArray();
  json.EndObject();
  return textOf(buffer) + "\n";
}

} // namespace shardwright::plan
