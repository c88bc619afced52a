#include "lib/Topology/Parse.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright {
namespace {

constexpr LevelKind kKinds[] = {LevelKind::Switch, LevelKind::PointToPoint, LevelKind::Bus, LevelKind::Torus};
constexpr double kFastest = 1e18; // bytes/s: far beyond any machine, so that a slip of the exponent is seen

std::string brackets(llvm::ArrayRef<int64_t> shape) {
  return "[" + llvm::join(llvm::map_range(shape, [](int64_t length) { return std::to_string(length); }), ", ") + "]";
}

LevelKind parseKind(Fields &fields) {
  std::string text = fields.text("kind");
  for (LevelKind kind : kKinds)
    if (name(kind) == text)
      return kind;
  fields.report("kind", "'" + text + "' is none of switch, point_to_point, bus, torus");
  return LevelKind::Switch;
}

llvm::SmallVector<int64_t, 3> parseShape(Fields &fields) {
  llvm::SmallVector<int64_t, 3> shape;
  const Json *lengths = fields.list("shape");
  if (!lengths)
    return shape;
  for (const Json &length : lengths->GetArray()) {
    if (wholeOf(length).value_or(0) < 1)
      fields.report("shape", print(length) + " is not a length of at least 1");
    else
      shape.push_back(length.GetInt64());
  }
  if (lengths->Size() > 3)
    fields.report("shape", "has " + std::to_string(lengths->Size()) + " dimensions; at most 3 are known");
  return shape;
}

/// A twist joins the ends of a shorter dimension with a shift of half the longest one, which must be twice as long.
void verifyTwist(Fields &fields, const Level &level) {
  llvm::SmallVector<int64_t, 3> sorted(level.shape);
  llvm::sort(sorted);
  bool twice = sorted.size() == 3 && sorted[2] == 2 * sorted[0] && (sorted[1] == sorted[0] || sorted[1] == sorted[2]);
  if (!twice)
    fields.report("twisted",
                  "a torus of shape " + brackets(level.shape) + " has no twist; n x n x 2n and n x 2n x 2n do");
  else if (!llvm::all_of(level.wrap, [](bool joined) { return joined; }))
    fields.report("twisted", "the ends of every dimension must be joined for a twist");
}

void parseTorus(Fields &fields, Level &level) {
  level.shape = parseShape(fields);
  level.size = 1;
  for (int64_t length : level.shape)
    if (__builtin_mul_overflow(level.size, length, &level.size) || level.size > kMostDevices) {
      level.size = 1;
      fields.report("shape", brackets(level.shape) + " has more than " + std::to_string(kMostDevices) + " positions");
      break;
    }
  level.wrap = parseWrap(fields, level.shape);
  level.twisted = fields.flag("twisted", false);
  if (level.twisted)
    verifyTwist(fields, level);
}

Level parseLevel(Fields fields) {
  Level level;
  level.name = fields.text("name");
  level.kind = parseKind(fields);
  if (level.kind == LevelKind::Torus)
    parseTorus(fields, level);
  else
    level.size = fields.count("size", 1);
  level.bytesPerSecond = fields.number("bytes_per_s", {0, kFastest, /*open=*/true});
  level.latencySeconds = fields.number("latency_s", {0, 1});
  level.efficiency = fields.number("efficiency", {0, 1, /*open=*/true}, 1);
  if (level.kind == LevelKind::Switch) {
    level.oversubscription = fields.number("oversubscription", {1}, 1);
    level.rails = fields.count("rails", 1, 1);
    level.inNetworkReductionFrom = fields.count("in_network_reduction_from", 2, 0);
  }
  if (level.kind == LevelKind::Bus) {
    level.totalBytesPerSecond = fields.number("total_bytes_per_s", {0, kFastest, /*open=*/true});
    if (level.totalBytesPerSecond < level.bytesPerSecond)
      fields.report("total_bytes_per_s", print(level.totalBytesPerSecond) + " is below the " +
                                             print(level.bytesPerSecond) +
                                             " bytes/s of one child; give what all reach");
  }
  fields.finish();
  return level;
}

} // namespace

llvm::StringRef name(LevelKind kind) {
  switch (kind) {
  case LevelKind::Switch:
    return "switch";
  case LevelKind::PointToPoint:
    return "point_to_point";
  case LevelKind::Bus:
    return "bus";
  case LevelKind::Torus:
    return "torus";
  }
  return "";
}

llvm::SmallVector<bool, 3> parseWrap(Fields &fields, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<bool, 3> wrap(shape.size(), false);
  const Json *value = fields.any("wrap");
  auto number = [&](llvm::StringRef key) -> int64_t {
    const Json *only = value->IsObject() && value->MemberCount() == 1 ? memberOf(*value, key) : nullptr;
    return only ? wholeOf(*only).value_or(0) : 0;
  };
  if (!value) {
    fields.report("wrap", R"(is missing; give "all", "none", {"at": length}, {"multiple_of": length} or a list)");
  } else if (*value == "all") {
    wrap.assign(shape.size(), true);
  } else if (int64_t at = number("at"); at > 0) {
    llvm::transform(shape, wrap.begin(), [&](int64_t length) { return length == at; });
  } else if (int64_t of = number("multiple_of"); of > 0) {
    wrap.assign(shape.size(), llvm::all_of(shape, [&](int64_t length) { return length % of == 0; }));
  } else if (value->IsArray() && llvm::all_of(value->GetArray(), [](const Json &flag) { return flag.IsBool(); })) {
    if (value->Size() != shape.size())
      fields.report("wrap", "is given for " + std::to_string(value->Size()) + " dimensions, the shape " +
                                brackets(shape) + " has " + std::to_string(shape.size()));
    for (auto [joined, flag] : llvm::zip(wrap, value->GetArray()))
      joined = flag.GetBool();
  } else if (*value != "none") {
    fields.report("wrap",
                  print(*value) + R"( is none of "all", "none", {"at": length}, {"multiple_of": length} and a list)");
  }
  return wrap;
}

std::vector<Level> parseLevels(Fields &fields, bool required) {
  std::vector<Level> levels;
  if (!required && !fields.has("levels")) {
    fields.any("levels");
    return levels;
  }
  const Json *list = fields.list("levels");
  if (!list)
    return levels;
  for (auto [i, written] : llvm::enumerate(list->GetArray())) {
    std::string place = fields.placeOf("levels") + "[" + std::to_string(i) + "]";
    Fields level(fields.complaint, written, place);
    if (!written.IsObject())
      break;
    levels.push_back(parseLevel(std::move(level)));
    for (const Level &other : llvm::ArrayRef(levels).drop_back())
      if (other.name == levels.back().name)
        fields.complaint.report(place + ".name", "'" + other.name + "' is there twice; every level has its own name");
  }
  return levels;
}

} // namespace shardwright
