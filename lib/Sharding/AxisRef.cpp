#include "shardwright/Sharding/AxisRef.h"

#include "lib/Sharding/Cursor.h"
#include "shardwright/Sharding/Suggest.h"

#include "absl/strings/str_cat.h"

#include <numeric>
#include <tuple>

namespace shardwright {

namespace {
/// A reference as the half-open range of digits [begin, end) of its axis: begin and end are the numbers of positions
/// that the digits before, and up to and including it, distinguish. X:(2)4 is [2, 8).
struct Digits {
  int64_t begin, end;
};
} // namespace

static int64_t axisSize(const Mesh &mesh, AxisName name) {
  std::optional<size_t> index = mesh.find(name);
  return index ? mesh.axes()[*index].size : 1;
}

static Digits digits(const Mesh &mesh, const AxisRef &axis) {
  if (axis.sub)
    return {axis.sub->pre, axis.sub->pre * axis.sub->size};
  return {1, axisSize(mesh, axis.name)};
}

/// Both ranges are runs of digits of one mixed-radix number: every boundary divides the next.
static bool nest(Digits a, Digits b) {
  int64_t cuts[] = {a.begin, a.end, b.begin, b.end};
  std::sort(std::begin(cuts), std::end(cuts));
  for (int i = 0; i < 3; ++i)
    if (cuts[i + 1] % cuts[i] != 0)
      return false;
  return true;
}

bool AxisRef::operator<(const AxisRef &other) const {
  auto key = [](const AxisRef &axis) {
    return std::make_tuple(axis.name, axis.sub ? axis.sub->pre : 0, axis.sub ? axis.sub->size : 0);
  };
  return key(*this) < key(other);
}

int64_t AxisRef::size(const Mesh &mesh) const { return sub ? sub->size : axisSize(mesh, name); }

std::string AxisRef::str() const {
  std::string out = quoteIfNeeded(name.text());
  return sub ? absl::StrCat(out, ":(", sub->pre, ")", sub->size) : out;
}

llvm::hash_code hash_value(const AxisRef &axis) {
  return llvm::hash_combine(axis.name, axis.sub ? axis.sub->pre : 0, axis.sub ? axis.sub->size : 0);
}

AxisRef makeAxisRef(const Mesh &mesh, AxisName name, int64_t pre, int64_t size) {
  if (pre == 1 && size == axisSize(mesh, name))
    return AxisRef(name);
  return AxisRef(name, pre, size);
}

static AxisRef fromDigits(const Mesh &mesh, AxisName name, Digits d) {
  return makeAxisRef(mesh, name, d.begin, d.end / d.begin);
}

bool contains(const Mesh &mesh, const AxisRef &outer, const AxisRef &inner) {
  if (outer.name != inner.name)
    return false;
  Digits o = digits(mesh, outer), i = digits(mesh, inner);
  return i.begin % o.begin == 0 && o.end % i.end == 0 && nest(o, i);
}

bool overlaps(const Mesh &mesh, const AxisRef &a, const AxisRef &b) {
  if (a.name != b.name)
    return false;
  Digits x = digits(mesh, a), y = digits(mesh, b);
  if (x.begin == x.end || y.begin == y.end)
    return false;
  return !nest(x, y) || std::max(x.begin, y.begin) < std::min(x.end, y.end);
}

bool isPrefixOf(const Mesh &mesh, const AxisRef &prefix, const AxisRef &axis) {
  return prefix.preSize() == axis.preSize() && contains(mesh, axis, prefix);
}

std::optional<AxisRef> overlap(const Mesh &mesh, const AxisRef &a, const AxisRef &b) {
  Digits x = digits(mesh, a), y = digits(mesh, b);
  if (!overlaps(mesh, a, b) || !nest(x, y))
    return std::nullopt;
  return fromDigits(mesh, a.name, {std::max(x.begin, y.begin), std::min(x.end, y.end)});
}

std::optional<AxisRef> merge(const Mesh &mesh, const AxisRef &major, const AxisRef &minor) {
  Digits x = digits(mesh, major), y = digits(mesh, minor);
  if (major.name != minor.name || x.end != y.begin)
    return std::nullopt;
  return fromDigits(mesh, major.name, {x.begin, y.end});
}

std::optional<std::pair<AxisRef, std::optional<AxisRef>>> split(const Mesh &mesh, const AxisRef &axis,
                                                                int64_t majorSize) {
  Digits d = digits(mesh, axis);
  if (majorSize < 2 || axis.size(mesh) % majorSize != 0)
    return std::nullopt;
  int64_t middle = d.begin * majorSize;
  std::optional<AxisRef> rest;
  if (middle != d.end)
    rest = fromDigits(mesh, axis.name, {middle, d.end});
  return std::make_pair(fromDigits(mesh, axis.name, {d.begin, middle}), rest);
}

llvm::SmallVector<AxisRef, 2> subtract(const Mesh &mesh, const AxisRef &axis, const AxisRef &hole) {
  if (!overlaps(mesh, axis, hole))
    return {axis};
  llvm::SmallVector<AxisRef, 2> out;
  std::optional<AxisRef> common = overlap(mesh, axis, hole);
  if (!common)
    return out;
  Digits d = digits(mesh, axis), h = digits(mesh, *common);
  if (d.begin < h.begin)
    out.push_back(fromDigits(mesh, axis.name, {d.begin, h.begin}));
  if (h.end < d.end)
    out.push_back(fromDigits(mesh, axis.name, {h.end, d.end}));
  return out;
}

std::optional<AxisRef> commonPrefix(const Mesh &mesh, const AxisRef &a, const AxisRef &b) {
  if (a.name != b.name || a.preSize() != b.preSize())
    return std::nullopt;
  int64_t size = std::gcd(a.size(mesh), b.size(mesh));
  if (size == 1)
    return std::nullopt;
  return makeAxisRef(mesh, a.name, a.preSize(), size);
}

absl::Status verifyAxis(const Mesh &mesh, const AxisRef &axis) {
  std::optional<size_t> index = mesh.find(axis.name);
  if (!index)
    return absl::InvalidArgumentError(
        absl::StrCat("unknown axis '", axis.name.str(), "': ", axesInsteadOf(mesh, axis.name)));
  if (!axis.sub)
    return absl::OkStatus();
  int64_t size = mesh.axes()[*index].size;
  auto [pre, part] = *axis.sub;
  if (pre < 1 || part < 2)
    return absl::InvalidArgumentError(absl::StrCat("sub-axis '", axis.str(), "' has ", pre,
                                                   " more major positions and size ", part,
                                                   "; they must be at least 1 and 2"));
  if (pre > size || part > size || size % (pre * part) != 0)
    return absl::InvalidArgumentError(
        absl::StrCat("sub-axis '", axis.str(), "' does not divide axis '", axis.name.str(), "' of size ", size));
  if (part == size)
    return absl::InvalidArgumentError(
        absl::StrCat("sub-axis '", axis.str(), "' is the whole axis; write '", axis.name.str(), "'"));
  return absl::OkStatus();
}

} // namespace shardwright
