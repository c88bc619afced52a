#include "lib/Cost/FirstPrinciples.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace shardwright {
namespace {

/// The part of a group at one level, and what its links can do: the dimensions of a torus count as one, since the data
/// can be divided between them.
struct Stage {
  const Level *level = nullptr;
  int64_t members = 1;
  int64_t inside = 1;
  /// Bytes/s at full link speed through one child's link for one group, one way.
  double rate = 0;
  double reached = 1; ///< efficiency
  double latency = 0; ///< of one hop
  int64_t hops = 0;   ///< of a ring, or the farthest member of a torus
  /// Through that link over the bytes of an all_to_all.
  double exchanged = 0;
  bool reduces = false; ///< the switch adds up
  /// Torus: members and rate along each dimension.
  llvm::SmallVector<std::pair<int64_t, double>, 3> dims;

  double speed() const { return rate * reached; }
};

bool sendsToOne(CollectiveKind op) { return op == CollectiveKind::Permute || op == CollectiveKind::SendRecv; }

/// Groups that use the link of one child at once.
double sharing(const Span &span, const GroupAssignment &group) {
  return double(std::clamp<int64_t>(span.devicesBelow / span.inside, 1, group.groups));
}

/// `pattern`: of a permute.
double rateOf(const Level &level, const Span &span, const GroupAssignment &group, CollectiveKind op,
              llvm::StringRef pattern) {
  const bool isBothWays = pattern == kBidirectionalRing && group.members > 2;
  switch (level.kind) {
  case LevelKind::Switch:
    return level.childBytesPerSecond() / sharing(span, group);
  case LevelKind::PointToPoint:
    return level.bytesPerSecond *
           double(!sendsToOne(op) ? span.members - 1
                  : isBothWays    ? 2
                                  : 1) /
           sharing(span, group);
  case LevelKind::Bus: {
    int64_t devices = span.extent * span.devicesBelow, mine = span.members * span.inside;
    double flows = double(span.members * std::clamp<int64_t>(devices / mine, 1, group.groups));
    return std::min(level.bytesPerSecond / sharing(span, group), level.totalBytesPerSecond / flows);
  }
  case LevelKind::Torus: {
    // The end of a line has one neighbour, and groups that interleave along it share its links. A ring sends both ways,
    // and all groups along the dimension pass each of its links.
    double line = level.bytesPerSecond / double(span.spacing);
    double ring = 2 * level.bytesPerSecond * double(span.members) / double(span.extent);
    // A shift takes each link in one direction, and two opposite ones the other one, too; on a line they meet.
    if (level.wrap[span.dim] && isBothWays)
      return 2 * line;
    return level.wrap[span.dim] && !sendsToOne(op) ? std::max(line, ring) : line;
  }
  }
  return level.bytesPerSecond;
}

/// Bytes over the busiest link along one dimension of a torus, over the bytes of an all_to_all, times its one-way rate:
/// k/8 on a ring (k senders, k/4 hops, 2k links), k/4 across the middle of a line; of each group that shares them.
double torusExchange(const Level &level, const Span &span) {
  double line = double(span.members * span.spacing) / 4, ring = double(span.extent) / 8;
  return level.wrap[span.dim] ? std::min(line, ring) : line;
}

void addSpan(Stage &stage, const Level &level, const Span &span, const GroupAssignment &group, CollectiveKind op,
             llvm::StringRef pattern) {
  double rate = rateOf(level, span, group, op, pattern);
  stage.members *= span.members;
  if (level.kind == LevelKind::Torus) {
    stage.hops += level.wrap[span.dim] ? std::min(span.reach, span.extent / 2) : span.reach;
    stage.exchanged = std::max(stage.exchanged, torusExchange(level, span));
    stage.rate = sendsToOne(op) ? std::max(stage.rate, rate) : stage.rate + rate;
    stage.dims.push_back({span.members, rate});
    return;
  }
  stage.hops = level.kind == LevelKind::PointToPoint ? 1 : span.members - 1;
  stage.rate = rate;
  bool alone = group.spans.size() == 1;
  stage.exchanged = span.inside == 1 && !alone
                        ? double(span.members - 1) / double(group.members)
                        : double(span.inside) * (1 - double(span.inside) / double(group.members));
  stage.reduces = level.inNetworkReductionFrom && span.members >= level.inNetworkReductionFrom;
}

std::vector<Stage> stagesOf(llvm::ArrayRef<Level> levels, CollectiveKind op, const GroupAssignment &group,
                            llvm::StringRef pattern) {
  std::vector<Stage> stages;
  for (const Span &span : group.spans) {
    const Level &level = levels[span.level];
    if (stages.empty() || stages.back().level != &level) {
      stages.push_back({&level});
      stages.back().inside = span.inside;
      stages.back().reached = level.efficiency;
      stages.back().latency = level.latencySeconds;
    }
    addSpan(stages.back(), level, span, group, op, pattern);
  }
  for (Stage &stage : stages) {
    if (stage.level->kind != LevelKind::Torus)
      continue;
    // The data can be divided between the dimensions, but all of it passes each of them: of k slices across one, each
    // lacks k - 1 parts of k, for which its n/k members' links along that dimension are the way in.
    if (!sendsToOne(op))
      for (auto [members, rate] : stage.dims)
        stage.rate = std::min(stage.rate, rate * double(stage.members - 1) / double(members - 1));
    // In units of the rate of the stage, as for the other kinds of level.
    bool whole = stage.level->twisted && stage.members == stage.level->size;
    double links = 2.0 * double(stage.level->shape.size());
    double load = whole ? meanHops(*stage.level) / links : stage.exchanged;
    stage.exchanged = load * stage.rate / stage.level->bytesPerSecond;
  }
  return stages;
}

/// Through the link of one child, over the bytes of the operation, when every level sends no more than it must.
double mustSend(const Stage &stage, CollectiveKind op, llvm::StringRef pattern) {
  switch (op) {
  case CollectiveKind::AllReduce:
    return stage.reduces ? 1 : wireFactor(op, stage.members);
  case CollectiveKind::AllGather:
  case CollectiveKind::ReduceScatter:
    return wireFactor(op, stage.members);
  case CollectiveKind::AllToAll:
    return stage.exchanged;
  case CollectiveKind::Permute: // in a ring one member below a child sends out of it, else all may
    return pattern.empty() || pattern == "ring_shift" || pattern == kBidirectionalRing ? 1 : double(stage.inside);
  case CollectiveKind::Broadcast:
  case CollectiveKind::SendRecv:
    return 1;
  }
  return 1;
}

/// Of a tree, in steps from link to link: the logarithm of the members; on a torus the way to the farthest one.
double depth(const Stage &stage) {
  auto steps = double(llvm::Log2_64_Ceil(uint64_t(stage.members)));
  return stage.level->kind == LevelKind::Torus ? std::max(steps, double(stage.hops)) : steps;
}

const Stage &slowest(llvm::ArrayRef<Stage> stages) {
  return *llvm::min_element(stages, [](const Stage &a, const Stage &b) { return a.speed() < b.speed(); });
}

class Maker {
public:
  Maker(std::vector<Stage> stages, double launch, CollectiveKind op, int64_t members, llvm::StringRef pattern,
        bool derive)
      : stages(std::move(stages)), launch(launch), op(op), members(members), pattern(pattern), derive(derive) {}

  std::vector<Algorithm> all() {
    bool reduceOrGather =
        op == CollectiveKind::AllReduce || op == CollectiveKind::AllGather || op == CollectiveKind::ReduceScatter;
    if (!reduceOrGather) {
      direct();
      return std::move(found);
    }
    ring();
    if (stages.size() > 1)
      hierarchical();
    if (op == CollectiveKind::AllReduce)
      tree();
    if (stages.size() == 1 && stages.front().reduces)
      inNetwork();
    return std::move(found);
  }

private:
  // Parts of a formula; nothing where it is not asked for.
  std::string perByte(double factor, const Stage &stage) const {
    if (!derive)
      return "";
    return llvm::formatv("{0:f3} x bytes / ({1:f1} GB/s x {2:f2}) over {3}", factor, stage.rate / 1e9, stage.reached,
                         stage.level->name);
  }
  std::string hops(double count, double latency) const {
    return derive ? llvm::formatv("{0:f1} x {1:f2} us", count, latency * 1e6).str() : "";
  }

  void add(const char *name, double latency, double secondsPerByte, const std::string &formula) {
    found.push_back({name, launch + latency, secondsPerByte, ""});
    if (derive)
      found.back().formula = llvm::formatv("{0:f1} us to launch + {1}", launch * 1e6, formula);
  }

  /// One ring through all members: every link is passed once, at the pace of the slowest.
  void ring() {
    double rounds = op == CollectiveKind::AllReduce ? 2 : 1, latency = 0, steps = 0;
    for (const Stage &stage : stages) {
      latency = std::max(latency, stage.latency);
      steps = (steps + 1) * double(stage.hops + 1) - 1;
    }
    const Stage &slow = slowest(stages);
    double factor = wireFactor(op, members);
    add("ring", rounds * steps * latency, factor / slow.speed(),
        hops(rounds * steps, latency) + " + " + perByte(factor, slow));
  }

  /// Level after level: members below a child work side by side, each on its part.
  void hierarchical() {
    double latency = 0, seconds = 0;
    std::string formula;
    for (const Stage &stage : stages) {
      double factor = mustSend(stage, op, pattern);
      double steps = stage.reduces ? 2 : op == CollectiveKind::AllReduce ? 2 * depth(stage) : double(stage.hops);
      latency += steps * stage.latency;
      seconds += factor / stage.speed();
      formula += (formula.empty() ? "" : " + ") + hops(steps, stage.latency) + " + " + perByte(factor, stage);
    }
    add("hierarchical", latency, seconds, formula);
  }

  /// Two trees, each with half of the data, up and down.
  void tree() {
    double latency = 0;
    for (const Stage &stage : stages)
      latency += 2 * depth(stage) * stage.latency;
    const Stage &slow = slowest(stages);
    add("tree", latency, 2 / slow.speed(), hops(latency * 1e6, 1e-6) + " + " + perByte(2, slow));
  }

  /// The switch adds up, and sends what all want to all.
  void inNetwork() {
    const Stage &stage = stages.front();
    double factor = mustSend(stage, op, pattern);
    add("in-network", 2 * stage.latency, factor / stage.speed(),
        hops(2, stage.latency) + " + " + perByte(factor, stage));
  }

  /// Everybody sends to whom it concerns; the busiest link decides.
  void direct() {
    double latency = 0, seconds = 0;
    std::string busiest;
    for (const Stage &stage : stages) {
      double steps = 1;
      if (op == CollectiveKind::AllToAll)
        steps = stage.level->kind == LevelKind::Torus ? double(stage.hops) : 1 + double(stage.members - 1) / 8;
      else if (op == CollectiveKind::Broadcast)
        steps = depth(stage);
      latency += steps * stage.latency;
      double factor = mustSend(stage, op, pattern), mine = factor / stage.speed();
      if (mine > seconds || &stage == &stages.front())
        busiest = perByte(factor, stage);
      seconds = std::max(seconds, mine);
    }
    add("direct", latency, seconds, hops(latency * 1e6, 1e-6) + " + " + busiest);
  }

  std::vector<Stage> stages;
  double launch;
  CollectiveKind op;
  int64_t members;
  llvm::StringRef pattern;
  bool derive;
  std::vector<Algorithm> found;
};

} // namespace

std::vector<Algorithm> algorithms(llvm::ArrayRef<Level> levels, double launchSeconds, CollectiveKind op,
                                  const GroupAssignment &group, llvm::StringRef pattern, bool derive) {
  if (group.members <= 1)
    return {};
  return Maker(stagesOf(levels, op, group, pattern), launchSeconds, op, group.members, pattern, derive).all();
}

const Algorithm &quickest(llvm::ArrayRef<Algorithm> algorithms, double bytes) {
  return *llvm::min_element(
      algorithms, [&](const Algorithm &a, const Algorithm &b) { return a.seconds(bytes) < b.seconds(bytes); });
}

double linkBound(llvm::ArrayRef<Level> levels, CollectiveKind op, const GroupAssignment &group,
                 llvm::StringRef pattern) {
  double bound = 0;
  if (group.members > 1)
    for (const Stage &stage : stagesOf(levels, op, group, pattern))
      bound = std::max(bound, mustSend(stage, op, pattern) / stage.rate);
  return bound;
}

double meanHops(const Level &torus) {
  llvm::ArrayRef<int64_t> shape = torus.shape;
  size_t longest = size_t(llvm::max_element(shape) - shape.begin());
  auto number = [&](llvm::ArrayRef<int64_t> at) {
    int64_t index = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      index = index * shape[d] + at[d];
    return index;
  };
  std::vector<int64_t> distance(size_t(torus.size), -1);
  std::queue<llvm::SmallVector<int64_t, 3>> next;
  next.push(llvm::SmallVector<int64_t, 3>(shape.size(), 0));
  distance[0] = 0;
  double sum = 0;
  while (!next.empty()) {
    llvm::SmallVector<int64_t, 3> at = next.front();
    next.pop();
    sum += double(distance[size_t(number(at))]);
    for (size_t d = 0; d < shape.size(); ++d)
      for (int64_t step : {-1, 1}) {
        llvm::SmallVector<int64_t, 3> to(at);
        to[d] += step;
        bool around = to[d] < 0 || to[d] >= shape[d];
        if (around && !torus.wrap[d])
          continue;
        to[d] = (to[d] + shape[d]) % shape[d];
        if (around && torus.twisted && shape[d] < shape[longest])
          to[longest] = (to[longest] + shape[longest] / 2) % shape[longest];
        if (distance[size_t(number(to))] >= 0)
          continue;
        distance[size_t(number(to))] = distance[size_t(number(at))] + 1;
        next.push(to);
      }
  }
  return sum / double(torus.size);
}

} // namespace shardwright
