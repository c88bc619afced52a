#include "lib/Topology/Json.h"
#include "shardwright/Plan/IopddlFormat.h"
#include "shardwright/Sharding/Suggest.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <rapidjson/reader.h>

#include <array>
#include <bitset>
#include <limits>
#include <optional>
#include <utility>

namespace shardwright::plan {
namespace {

/// An object of the format. Each has one place, so that a reader needs no stack.
enum class Object { None, Root, Problem, Nodes, Edges };

Object outerOf(Object object) {
  switch (object) {
  case Object::Nodes:
  case Object::Edges:
    return Object::Problem;
  case Object::Problem:
    return Object::Root;
  case Object::Root:
  case Object::None:
    break;
  }
  return Object::None;
}

/// The members of all objects; tables, lists of lists of whole numbers, come last.
enum Member { kProblem, kName, kLimit, kNodes, kEdges, kIntervals, kNodeCosts, kUsages, kEdgeNodes, kEdgeCosts };
constexpr size_t kNumMembers = kEdgeCosts + 1, kNumTables = kNumMembers - kIntervals;

struct MemberSpec {
  Object in;
  llvm::StringLiteral key, path;
  bool isOptional = false;
  Object object = Object::None; ///< that it is
};
constexpr MemberSpec kMembers[kNumMembers] = {
    {Object::Root, "problem", "problem", false, Object::Problem},
    {Object::Problem, "name", "name", true},
    {Object::Problem, "usage_limit", "usage_limit", true},
    {Object::Problem, "nodes", "nodes", false, Object::Nodes},
    {Object::Problem, "edges", "edges", false, Object::Edges},
    {Object::Nodes, "intervals", "nodes.intervals"},
    {Object::Nodes, "costs", "nodes.costs"},
    {Object::Nodes, "usages", "nodes.usages"},
    {Object::Edges, "nodes", "edges.nodes"},
    {Object::Edges, "costs", "edges.costs"},
};

using Table = std::vector<std::vector<int64_t>>;

/// Takes the events of RapidJSON's reader; the first that does not belong there ends it with an error. Nothing nests
/// deeper than the format does, so the reader's recursion is bounded.
class Handler {
public:
  const std::string &error() const { return error_; }
  absl::StatusOr<Problem> problem();

  bool Int(int number) { return Int64(number); }
  bool Uint(unsigned number) { return Int64(number); }
  bool Int64(int64_t number) {
    if (depth_ == 2) {
      row_.push_back(number);
      return true;
    }
    if (member_ != kLimit)
      return refuse(absl::StrCat(number));
    limit_ = number;
    return endValue();
  }
  bool Uint64(uint64_t number) {
    return number <= uint64_t(std::numeric_limits<int64_t>::max()) ? Int64(int64_t(number))
                                                                   : refuse(absl::StrCat(number));
  }
  bool Double(double number) { return refuse(shardwright::print(number)); }
  bool RawNumber(const char *digits, rapidjson::SizeType size, bool) { return refuse(std::string(digits, size)); }
  bool Null() { return member_ == kLimit ? endValue() : refuse("null"); }
  bool Bool(bool value) { return refuse(value ? "true" : "false"); }
  bool String(const char *text, rapidjson::SizeType size, bool) {
    if (member_ != kName)
      return refuse("a string");
    name_.assign(text, size);
    return endValue();
  }

  bool StartObject();
  bool Key(const char *text, rapidjson::SizeType size, bool);
  bool EndObject(rapidjson::SizeType);

  bool StartArray() {
    bool isTable = member_ && *member_ >= kIntervals;
    return isTable && depth_ < 2 ? (++depth_, true) : refuse("a list");
  }
  bool EndArray(rapidjson::SizeType) {
    if (--depth_ == 0)
      return endValue();
    table().emplace_back(row_);
    row_.clear();
    return true;
  }

private:
  bool fail(std::string why) {
    error_ = std::move(why);
    return false;
  }
  /// What is there is not what the format has there.
  bool refuse(std::string what) { return fail(absl::StrCat(path(), " is ", what, "; expected ", expected())); }
  std::string path();
  const char *expected() const;
  bool endValue() {
    member_.reset();
    return true;
  }
  Table &table() { return tables_[*member_ - kIntervals]; }
  Table &table(Member member) { return tables_[member - kIntervals]; }
  absl::Status checkTables();

  Object object_ = Object::None; ///< the innermost that is open
  std::optional<Member> member_; ///< whose value comes
  int depth_ = 0;                ///< in a table: lists that are open
  std::vector<int64_t> row_;
  std::bitset<kNumMembers> seen_;
  std::array<Table, kNumTables> tables_;
  std::string name_, error_;
  std::optional<int64_t> limit_;
};

std::string Handler::path() {
  if (!member_)
    return "the text";
  std::string path = kMembers[*member_].path.str();
  if (depth_ >= 1)
    absl::StrAppend(&path, "[", table().size(), "]");
  if (depth_ == 2)
    absl::StrAppend(&path, "[", row_.size(), "]");
  return path;
}

const char *Handler::expected() const {
  if (!member_ || kMembers[*member_].object != Object::None)
    return "an object";
  if (*member_ == kName)
    return "a string";
  if (*member_ == kLimit)
    return "a whole number of 64 bits, or null";
  return depth_ == 2 ? "a whole number of 64 bits" : "a list";
}

bool Handler::StartObject() {
  Object opened = member_ ? kMembers[*member_].object : Object::Root;
  if (opened == Object::None)
    return refuse("an object");
  object_ = opened;
  return endValue();
}

bool Handler::Key(const char *text, rapidjson::SizeType size, bool) {
  llvm::StringRef key(text, size);
  std::vector<std::string> known;
  for (size_t i = 0; i < kNumMembers; ++i) {
    if (kMembers[i].in != object_)
      continue;
    known.push_back(kMembers[i].key.str());
    if (key != kMembers[i].key)
      continue;
    if (seen_.test(i))
      return fail(kMembers[i].path.str() + " is given twice");
    seen_.set(i);
    member_ = static_cast<Member>(i);
    return true;
  }
  return fail("unknown member '" + key.str() + "'" + didYouMean(key, known));
}

bool Handler::EndObject(rapidjson::SizeType) {
  for (size_t i = 0; i < kNumMembers; ++i)
    if (kMembers[i].in == object_ && !kMembers[i].isOptional && !seen_.test(i))
      return fail(kMembers[i].path.str() + " is missing");
  object_ = outerOf(object_);
  return true;
}

/// That tables fit each other, as far as check() cannot see it.
absl::Status Handler::checkTables() {
  auto differ = [&](Member one, Member other) {
    return absl::InvalidArgumentError(absl::StrCat(kMembers[one].path.str(), " has ", table(one).size(), " entries, ",
                                                   kMembers[other].path.str(), " has ", table(other).size()));
  };
  for (Member member : {kUsages, kIntervals})
    if (table(member).size() != table(kNodeCosts).size())
      return differ(kNodeCosts, member);
  if (table(kEdgeNodes).size() != table(kEdgeCosts).size())
    return differ(kEdgeNodes, kEdgeCosts);
  for (Member member : {kIntervals, kEdgeNodes})
    for (auto [number, row] : llvm::enumerate(table(member)))
      if (row.size() != 2)
        return absl::InvalidArgumentError(
            absl::StrCat(kMembers[member].path.str(), "[", number, "] has ", row.size(), " entries; expected 2"));
  for (auto [number, row] : llvm::enumerate(table(kEdgeNodes)))
    for (int64_t node : row)
      if (node < 0 || node >= int64_t(table(kNodeCosts).size()))
        return absl::InvalidArgumentError(
            absl::StrCat("edges.nodes[", number, "] names node ", node, "; there are ", table(kNodeCosts).size()));
  return absl::OkStatus();
}

absl::StatusOr<Problem> Handler::problem() {
  if (absl::Status status = checkTables(); !status.ok())
    return status;
  Problem problem;
  problem.name = std::move(name_);
  problem.usageLimit = limit_;
  problem.nodes.reserve(table(kNodeCosts).size());
  for (auto [interval, costs, usages] : llvm::zip_equal(table(kIntervals), table(kNodeCosts), table(kUsages)))
    problem.nodes.push_back({interval[0], interval[1], std::move(costs), std::move(usages)});
  problem.edges.reserve(table(kEdgeNodes).size());
  for (auto [nodes, costs] : llvm::zip_equal(table(kEdgeNodes), table(kEdgeCosts)))
    problem.edges.push_back({uint32_t(nodes[0]), uint32_t(nodes[1]), std::move(costs)});
  if (absl::Status status = check(problem); !status.ok())
    return status;
  return problem;
}

} // namespace

absl::StatusOr<Problem> parseIopddl(llvm::StringRef text, llvm::StringRef file) {
  Handler handler;
  rapidjson::StringStream stream(text.data());
  rapidjson::Reader reader;
  rapidjson::ParseResult result = reader.Parse<rapidjson::kParseValidateEncodingFlag>(stream, handler);
  if (!handler.error().empty())
    return absl::InvalidArgumentError(placeInText(text, result.Offset(), file) + ": " + handler.error());
  if (!result.IsError() && stream.Tell() != text.size()) // a zero byte ends a text for the library
    result.Set(rapidjson::kParseErrorDocumentRootNotSingular, stream.Tell());
  if (result.IsError())
    return notJson(result, text, file);
  absl::StatusOr<Problem> problem = handler.problem();
  if (!problem.ok())
    return absl::InvalidArgumentError(absl::StrCat(file.str(), ": ", problem.status().message()));
  return problem;
}

} // namespace shardwright::plan
