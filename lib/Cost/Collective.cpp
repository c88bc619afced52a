#include "shardwright/Cost/Collective.h"
#include "lib/Cost/FirstPrinciples.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

namespace shardwright {
namespace {

/// Prices that have no measured sizes are sampled from one byte to 16 TiB, four times an octave: lines between the
/// samples are within 0.1 % of latency + bytes / bandwidth.
constexpr double kLargest = 44, kSampling = 0.25;

std::string measuredName(CollectiveKind op, llvm::StringRef pattern) {
  std::string text(collectiveName(op));
  if (pattern.empty() && op == CollectiveKind::Permute)
    pattern = "ring_shift";
  return pattern.empty() ? text : text + "/" + pattern.str();
}

/// Operations that move data alike, nearest first: where one was never measured, the other one's distance from first
/// principles stands in.
std::vector<std::pair<CollectiveKind, std::string>> similarOps(CollectiveKind op, llvm::StringRef pattern) {
  using Op = CollectiveKind;
  std::vector<std::pair<Op, std::string>> ops = {{op, pattern.str()}};
  auto add = [&](std::initializer_list<Op> others) {
    for (Op other : others)
      ops.emplace_back(other, "");
  };
  switch (op) {
  case Op::AllReduce:
    add({Op::AllReduce, Op::ReduceScatter, Op::AllGather});
    break;
  case Op::AllGather:
    add({Op::ReduceScatter, Op::AllReduce});
    break;
  case Op::ReduceScatter:
    add({Op::ReduceScatter, Op::AllGather, Op::AllReduce});
    break;
  case Op::Broadcast:
  case Op::AllToAll:
    add({Op::AllGather, Op::ReduceScatter, Op::AllReduce});
    break;
  case Op::Permute:
  case Op::SendRecv:
    if (pattern == kBidirectionalRing)
      add({Op::Permute});
    ops.emplace_back(Op::Permute, "one-way_half_to_half");
    add({Op::SendRecv, Op::AllGather, Op::AllToAll, Op::AllReduce});
    break;
  }
  return ops;
}

/// The first devices of the machine, as measurements take them.
absl::StatusOr<GroupAssignment> firstDevices(llvm::ArrayRef<Level> levels, int64_t members) {
  return placeGroup(levels, {{members, 1}}, members);
}

/// So many children of each level, of levels that are no tori.
GroupAssignment groupOf(llvm::ArrayRef<Level> levels, llvm::ArrayRef<int64_t> members, int64_t devices) {
  GroupAssignment group;
  int64_t below = 1;
  for (auto [number, level] : llvm::enumerate(levels)) {
    if (members[number] > 1)
      group.spans.push_back({number, 0, members[number], level.size, group.members, below});
    group.members *= members[number];
    below *= level.size;
  }
  group.groups = std::max<int64_t>(1, devices / group.members);
  return group;
}

std::string describe(const MeasuredSet &set, const MeasuredCurve &curve) {
  std::string text = llvm::formatv("{0} over {1}, {2}", curve.op, curve.members, set.hardware);
  text += set.harness.empty() ? "" : ", " + set.harness;
  return text + (curve.rows ? llvm::formatv(" ({0} measurements)", curve.rows).str()
                            : " (expected from other operations, sizes and machines)");
}

} // namespace

double wireFactor(CollectiveKind op, int64_t members) {
  double n = double(members);
  switch (op) {
  case CollectiveKind::AllReduce:
    return 2 * (n - 1) / n;
  case CollectiveKind::AllGather:
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
    return (n - 1) / n;
  default:
    return 1;
  }
}

double bufferBytes(CollectiveKind op, int64_t members, double in, double out, int64_t splitLength) {
  auto n = static_cast<double>(members);
  if (op == CollectiveKind::AllGather)
    return n * in;
  if (op == CollectiveKind::ReduceScatter)
    return n * out;
  if (op != CollectiveKind::AllToAll || splitLength == 0)
    return in;
  return n * (in / static_cast<double>(splitLength)) * static_cast<double>((splitLength + members - 1) / members);
}

double bytesOfSent(CollectiveKind op, int64_t members, double sent) {
  double n = double(members);
  if (members == 1)
    return sent;
  switch (op) {
  case CollectiveKind::AllReduce: // of so many bytes at least that 2(n-1)/n of them are no fewer
    return std::ceil(sent * n / (2 * (n - 1)));
  case CollectiveKind::AllGather:
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
    return sent * n / (n - 1);
  default:
    return sent;
  }
}

double CollectivePrice::seconds(double bytes) const {
  return curve.empty() || bytes <= 0 ? 0 : std::max(curve.seconds(bytes), bytes * linkSecondsPerByte);
}

double CollectivePrice::busBandwidth(double bytes) const {
  double time = seconds(bytes);
  return time > 0 ? bytes * wireFactor(op, members) / time : 0;
}

std::string explain(const CollectivePrice &price, double bytes) {
  std::string text;
  for (const std::string &line : price.derivation)
    text += line + "\n";
  if (price.members == 1)
    return text;
  double time = price.seconds(bytes), link = bytes * price.linkSecondsPerByte;
  text += llvm::formatv("links alone: {0:f2} us, {1:f1}% of the price\n", link * 1e6, 100 * link / time);
  text +=
      llvm::formatv("price: {0:f2} us, {1:f2} GB/s of bus bandwidth\n", time * 1e6, price.busBandwidth(bytes) / 1e9);
  return text;
}

/// A measured curve, and what first principles say of the same.
struct CollectiveCosts::Reference {
  const MeasuredSet *set;
  const MeasuredCurve *measured;
  GroupAssignment group;
  std::vector<Algorithm> principles;
  bool same; ///< the very operation over as many members
  double weight = 1;

  /// Logarithm of measured over first principles.
  double correction(double log2Bytes) const {
    double bytes = std::exp2(log2Bytes);
    return measured->curve.log2Seconds(log2Bytes) - std::log2(quickest(principles, bytes).seconds(bytes));
  }
};

absl::StatusOr<CollectiveCosts> CollectiveCosts::unmeasured(const Topology &topology) {
  absl::StatusOr<std::vector<Level>> levels = topology.commonLevels();
  if (!levels.ok())
    return levels.status();
  CollectiveCosts costs;
  costs.name_ = topology.name;
  costs.levels_ = *std::move(levels);
  for (const DeviceGroup &group : topology.groups)
    costs.launchSeconds_ = std::max(costs.launchSeconds_, group.device.launchSeconds);
  return costs;
}

absl::StatusOr<CollectiveCosts> CollectiveCosts::create(const Topology &topology, llvm::StringRef folder,
                                                        MeasuredBy by) {
  absl::StatusOr<CollectiveCosts> costs = unmeasured(topology);
  // Nobody measured groups over unlike devices.
  if (!costs.ok() || topology.groups.size() > 1)
    return costs;
  absl::StatusOr<Measurements> measured = topology.measured.empty()
                                              ? readMeasurements(folder, topology.groups.front().device.name)
                                              : parseMeasurements(topology.measured, topology.name + ": measured");
  if (!measured.ok())
    return measured.status();
  costs->measurements_ = *std::move(measured);
  for (const MeasuredSet &set : costs->measurements_.sets)
    for (const MeasuredCurve &curve : set.curves)
      if (llvm::StringRef pattern = llvm::StringRef(curve.op).split('/').second;
          !llvm::is_contained(costs->measuredPatterns_, pattern))
        costs->measuredPatterns_.push_back(pattern.str());
  costs->by_ = std::move(by);
  if (costs->by_.library.empty())
    costs->by_.library = "nccl";
  return costs;
}

/// The curves that come nearest: of the operation itself if there is one, else of a similar one; of as many members, or
/// of the next fewer and the next more, weighted by the distance in the logarithm.
std::vector<CollectiveCosts::Reference> CollectiveCosts::references(CollectiveKind op, const GroupAssignment &group,
                                                                    llvm::StringRef pattern) const {
  bool inside = llvm::all_of(group.spans, [&](const Span &span) { return int64_t(span.level) < measurements_.levels; });
  llvm::SmallVector<llvm::StringRef, 2> domains;
  if (inside)
    domains = {"node", "rack"};
  else
    domains = {"network"};
  std::vector<const MeasuredSet *> sets = rankSets(measurements_, domains, name_, by_);
  for (auto &[similar, itsPattern] : similarOps(op, pattern)) {
    const std::string wanted = measuredName(similar, itsPattern);
    for (const MeasuredSet *set : sets) {
      const MeasuredCurve *below = nullptr, *above = nullptr;
      for (const MeasuredCurve &curve : set->curves) {
        if (curve.op != wanted)
          continue;
        if (curve.members <= group.members && (!below || curve.members > below->members))
          below = &curve;
        if (curve.members >= group.members && (!above || curve.members < above->members))
          above = &curve;
      }
      if (above == below)
        above = nullptr;
      std::vector<Reference> found;
      for (const MeasuredCurve *curve : {below, above}) {
        if (!curve)
          continue;
        absl::StatusOr<GroupAssignment> first = firstDevices(levels_, curve->members);
        if (!first.ok())
          continue;
        bool same = similar == op && curve->members == group.members &&
                    (pattern != kBidirectionalRing || itsPattern == pattern);
        found.push_back({set, curve, *first,
                         algorithms(levels_, launchSeconds_, similar, *first, itsPattern, /*derive=*/false), same});
      }
      if (found.size() == 2) {
        double low = std::log2(below->members), high = std::log2(above->members), at = std::log2(group.members);
        found[1].weight = (at - low) / (high - low);
        found[0].weight = 1 - found[1].weight;
      }
      if (!found.empty())
        return found;
    }
  }
  return {};
}

bool CollectiveCosts::measuresApart(llvm::StringRef type) const { return llvm::is_contained(measuredPatterns_, type); }

/// Another collective that leaves what is wanted and more, for so many times the bytes. Where prices are carried over
/// from what was measured of several operations, on several machines, they may contradict each other without this.
struct CollectiveCosts::Substitute {
  std::string name;
  const CollectivePrice *price; ///< of closedPrice()
  double bytes = 1;

  /// Lowers the curve to what this takes; whether it does anywhere.
  bool lower(Curve &curve) const {
    double shift = std::log2(bytes), links = std::log2(price->linkSecondsPerByte);
    llvm::ArrayRef<Curve::Knot> mine = curve.knots(), its = price->curve.knots();
    double from = std::min(mine.front().log2Bytes, its.front().log2Bytes - shift);
    double to = std::max(mine.back().log2Bytes, its.back().log2Bytes - shift);
    std::vector<Curve::Knot> knots;
    knots.reserve(static_cast<size_t>((to - from) / kSampling) + 1);
    bool isLower = false;
    for (double at = from; at <= std::max(from, to); at += kSampling) {
      double time = curve.log2Seconds(at), other = std::max(price->curve.log2Seconds(at + shift), at + shift + links);
      isLower |= other < time;
      knots.push_back({at, std::min(time, other)});
    }
    if (isLower)
      curve = Curve(std::move(knots));
    return isLower;
  }
};

/// The group with two, three, five, ... times as many children at one level, for every level and prime that has room.
/// Empty on a torus, whose dimensions nobody measured.
std::vector<GroupAssignment> CollectiveCosts::wider(const GroupAssignment &group) const {
  llvm::SmallVector<int64_t, 4> members(levels_.size(), 1);
  for (const Span &span : group.spans)
    members[span.level] = span.members;
  std::vector<GroupAssignment> found;
  int64_t devices = group.members * group.groups, below = 1;
  for (size_t at = 0; at < levels_.size(); below *= levels_[at++].size) {
    if (levels_[at].kind == LevelKind::Torus)
      return {};
    int64_t room = std::clamp<int64_t>(devices / below, 1, levels_[at].size) / members[at];
    for (int64_t factor = 2; room > 1; ++factor) {
      if (room % factor)
        continue;
      while (room % factor == 0)
        room /= factor;
      members[at] *= factor;
      found.push_back(groupOf(levels_, members, devices));
      members[at] /= factor;
    }
  }
  return found;
}

/// The least price of the group or any wider one, whatever was measured.
const CollectivePrice &CollectiveCosts::closedPrice(CollectiveKind op, const GroupAssignment &group,
                                                    llvm::StringRef pattern) const {
  std::vector<int64_t> key{int64_t(op), group.groups};
  for (const Span &span : group.spans)
    key.insert(key.end(), {int64_t(span.level), span.members});
  auto [place, isNew] = closed_.try_emplace({pattern.str(), std::move(key)});
  if (isNew) // the map does not move what it holds
    place->second = price(op, group, pattern, /*derive=*/false, /*asMeasured=*/false);
  return place->second;
}

/// A reduction leaves each member its part, and what others add to nothing; a group's operation is part of a wider
/// group's, in which each member is sent as much by every member.
std::vector<CollectiveCosts::Substitute> CollectiveCosts::substitutes(CollectiveKind op, const GroupAssignment &group,
                                                                      llvm::StringRef pattern) const {
  std::vector<Substitute> found;
  if (op == CollectiveKind::AllGather || op == CollectiveKind::ReduceScatter)
    found.push_back({"an all_reduce over the group", &closedPrice(CollectiveKind::AllReduce, group, ""), 1});
  if (op == CollectiveKind::AllGather || op == CollectiveKind::ReduceScatter || op == CollectiveKind::AllToAll ||
      op == CollectiveKind::AllReduce)
    for (const GroupAssignment &wide : wider(group))
      found.push_back({llvm::formatv("one over {0} devices", wide.members), &closedPrice(op, wide, pattern),
                       double(wide.members) / double(group.members)});
  return found;
}

CollectivePrice CollectiveCosts::price(CollectiveKind op, const GroupAssignment &group, llvm::StringRef pattern,
                                       bool derive) const {
  return price(op, group, pattern, derive, /*asMeasured=*/true);
}

/// `asMeasured`: what was measured of the very group stands, though a wider group's be quicker.
CollectivePrice CollectiveCosts::price(CollectiveKind op, const GroupAssignment &group, llvm::StringRef pattern,
                                       bool derive, bool asMeasured) const {
  CollectivePrice price;
  price.op = op;
  price.members = group.members;
  if (group.members <= 1) {
    price.derivation.push_back("a group of one device sends nothing");
    return price;
  }
  price.linkSecondsPerByte = linkBound(levels_, op, group, pattern);
  std::vector<Reference> known = references(op, group, pattern);
  bool isMeasured = asMeasured && known.size() == 1 && known.front().same && known.front().group.spans == group.spans;
  if (isMeasured && !derive) {
    price.curve = known.front().measured->curve;
    return price;
  }
  std::vector<Algorithm> ways = algorithms(levels_, launchSeconds_, op, group, pattern, derive);
  if (derive) {
    for (const Algorithm &way : ways)
      price.derivation.push_back(way.name + ": " + way.formula);
    for (const Reference &reference : known)
      price.derivation.push_back("measured: " + describe(*reference.set, *reference.measured));
  }
  if (isMeasured) {
    price.curve = known.front().measured->curve;
    return price;
  }
  double from = 0, to = kLargest;
  for (const Reference &reference : known) {
    from = std::max(from, reference.measured->curve.knots().front().log2Bytes);
    to = std::min(to, reference.measured->curve.knots().back().log2Bytes);
  }
  // Without latency a price is a straight line, which one knot says.
  if (known.empty() && llvm::all_of(ways, [](const Algorithm &way) { return way.latency == 0; }))
    to = from;
  std::vector<Curve::Knot> knots;
  for (double at = from; at <= std::max(from, to); at += kSampling) {
    double bytes = std::exp2(at), time = std::log2(quickest(ways, bytes).seconds(bytes));
    for (const Reference &reference : known)
      time += reference.weight * reference.correction(at);
    knots.push_back({at, time});
  }
  price.curve = Curve(std::move(knots));
  // First principles alone agree with each other but for sums, and where switches add up for enough members.
  bool addsUp = llvm::any_of(levels_, [](const Level &level) { return level.inNetworkReductionFrom > 0; });
  if (!known.empty() || (to > from && (addsUp || op == CollectiveKind::AllReduce)))
    for (const Substitute &other : substitutes(op, group, pattern))
      if (other.lower(price.curve) && derive)
        price.derivation.push_back("no more than " + other.name);
  if (derive)
    price.derivation.push_back(known.empty()
                                   ? "nothing measured: the quickest of these"
                                   : "the quickest of these, as far from first principles as what was measured");
  return price;
}

} // namespace shardwright
