#include "lib/Reshard/Canonical.h"
#include "lib/Reshard/EdgeCosts.h"
#include "lib/Reshard/Search.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/xxhash.h"

#include <unordered_map>

namespace shardwright {

namespace {
struct Key {
  llvm::SmallVector<int64_t, 6> shape;
  int64_t elementBytes;
  Sharding from, to;
  std::string type;
  bool operator==(const Key &o) const {
    return shape == o.shape && elementBytes == o.elementBytes && from == o.from && to == o.to && type == o.type;
  }
};
/// A question about a price, with numbers for shardings.
using Question = llvm::SmallVector<int64_t, 8>;
struct KeyHash {
  size_t operator()(const Key &key) const {
    return llvm::hash_combine(llvm::hash_combine_range(key.shape.begin(), key.shape.end()), key.elementBytes, key.from,
                              key.to, key.type);
  }
  size_t operator()(const Sharding &sharding) const { return hash_value(sharding); }
  size_t operator()(llvm::ArrayRef<int64_t> key) const { return llvm::hash_combine_range(key.begin(), key.end()); }
};
} // namespace

struct ReshardCache::Memory {
  ReshardOptions options;
  Mesh mesh;
  std::unordered_map<Key, absl::StatusOr<ReshardPlan>, KeyHash> plans;
  std::unordered_map<Sharding, int64_t, KeyHash> numbers;
  std::unordered_map<Question, absl::StatusOr<ReshardPrice>, KeyHash> prices;
  /// Of canonical problems; unscaled where prices are in proportion to bytes.
  std::unordered_map<reshard::ProblemKey, ReshardPrice, KeyHash> canonicalPrices;

  /// Of the axes of problems, in order, and the type of elements.
  std::unordered_map<std::string, std::unique_ptr<reshard::GroupPrices>> groupPrices;

  /// Seconds are something else than bytes.
  bool isTimed() const { return options.costs && !options.costs->secondsPerByteSent(); }

  void see(const Mesh &asked) {
    if (mesh == asked)
      return;
    plans.clear();
    prices.clear();
    mesh = asked;
  }
  int64_t numberOf(const Sharding &sharding) { return numbers.try_emplace(sharding, numbers.size()).first->second; }
  absl::StatusOr<ReshardPrice> work(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                    const Sharding &from, const Sharding &to, llvm::StringRef type, int64_t scale);
  reshard::GroupPrices &groupsOf(const reshard::Problem &problem, llvm::StringRef type);
  ReshardPrice search(const reshard::Problem &canonical, llvm::StringRef type, int64_t scale);
};

ReshardCache::ReshardCache(ReshardOptions options)
    : memory(std::make_unique<Memory>(Memory{std::move(options), Mesh(), {}, {}, {}, {}, {}})) {}

ReshardCache::~ReshardCache() = default;

absl::StatusOr<const ReshardPlan *> ReshardCache::plan(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                                                       int64_t elementBytes, const Sharding &from, const Sharding &to,
                                                       llvm::StringRef type) {
  memory->see(mesh);
  Key key{llvm::SmallVector<int64_t, 6>(shape), elementBytes, from, to, type.str()};
  auto place = memory->plans.find(key);
  if (place == memory->plans.end()) {
    ReshardOptions options = memory->options;
    options.type = key.type;
    absl::StatusOr<ReshardPlan> plan =
        reshard::plan(mesh, shape, elementBytes, from, to, options,
                      [&](const reshard::Problem &problem) { return &memory->groupsOf(problem, options.type); });
    place = memory->plans.emplace(std::move(key), std::move(plan)).first;
  }
  if (!place->second.ok())
    return place->second.status();
  return &*place->second;
}

/// Every device has what it needs: dimensions are split further, and a value is partial over more axes.
static bool sendsNothing(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, const Sharding &from, const Sharding &to) {
  auto isPartialOver = [&](const PartialAxis &p) { return llvm::is_contained(to.partial, p); };
  auto isSplitFurther = [&](size_t dim) {
    return isPrefixOf(mesh, from.dims[dim].axes, to.dims[dim].axes) && shape[dim] % to.numParts(mesh, dim) == 0;
  };
  return llvm::all_of(from.partial, isPartialOver) && llvm::all_of(llvm::seq(shape.size()), isSplitFurther);
}

reshard::GroupPrices &ReshardCache::Memory::groupsOf(const reshard::Problem &problem, llvm::StringRef type) {
  std::string key = type.str();
  for (const AxisRef &atom : problem.atoms)
    key += ";" + atom.str();
  auto [place, isNew] = groupPrices.try_emplace(std::move(key));
  if (isNew)
    place->second =
        std::make_unique<reshard::GroupPrices>(problem.atoms, problem.sizes, problem.excluded, *options.costs, type);
  return *place->second;
}

ReshardPrice ReshardCache::Memory::search(const reshard::Problem &problem, llvm::StringRef type, int64_t scale) {
  ReshardPrice price;
  if (problem.source == problem.target)
    return price;
  std::optional<reshard::EdgeCosts> costs;
  if (isTimed())
    costs.emplace(problem, groupsOf(problem, type), scale);
  // Without a peak limit there is always a path.
  const std::vector<reshard::PathEdge> path = cheapestPath(problem, 0, costs ? &*costs : nullptr).value();
  for (const reshard::PathEdge &edge : path) {
    price.bytesPerDevice += edge.bytes;
    price.collectives += isCollective(edge.op);
    if (costs)
      price.seconds += costs->seconds(edge.op, reshard::setOf(edge.atoms), edge.bytes);
  }
  return price;
}

absl::StatusOr<ReshardPrice> ReshardCache::price(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                                 const Sharding &from, const Sharding &to, llvm::StringRef type) {
  if (memory->options.peakLimit) {
    absl::StatusOr<const ReshardPlan *> made = plan(mesh, shape, elementBytes, from, to, type);
    if (!made.ok())
      return made.status();
    return ReshardPrice{(*made)->seconds, (*made)->bytesPerDevice, static_cast<int64_t>((*made)->numCollectives())};
  }
  if (absl::Status status = reshard::verifySize(mesh, shape, elementBytes); !status.ok())
    return status;
  memory->see(mesh);
  bool isTimed = memory->isTimed();
  if (!isTimed || !memory->options.costs->isPricedApart(type))
    type = "f32";
  reshard::Shortened array = reshard::shorten(shape, elementBytes, mesh.numDevices());
  Question question{array.elementBytes, memory->numberOf(from), memory->numberOf(to)};
  if (isTimed)
    question.append({array.scale, static_cast<int64_t>(llvm::xxh3_64bits(type))});
  question.append(array.shape);
  auto place = memory->prices.find(question);
  if (place == memory->prices.end())
    place = memory->prices
                .emplace(question, memory->work(mesh, array.shape, array.elementBytes, from, to, type, array.scale))
                .first;
  if (!place->second.ok())
    return place->second;
  ReshardPrice price = *place->second;
  price.bytesPerDevice *= array.scale;
  if (memory->options.costs && !isTimed)
    price.seconds = static_cast<double>(price.bytesPerDevice) * *memory->options.costs->secondsPerByteSent();
  return price;
}

absl::StatusOr<ReshardPrice> ReshardCache::Memory::work(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                                                        int64_t elementBytes, const Sharding &from, const Sharding &to,
                                                        llvm::StringRef type, int64_t arrayScale) {
  if (absl::Status status = reshard::verifyEnds(mesh, shape.size(), from, to); !status.ok())
    return status;
  if (sendsNothing(mesh, shape, from, to))
    return ReshardPrice();
  absl::StatusOr<reshard::Problem> problem = reshard::makeProblem(
      mesh, shape, elementBytes, from, to, isTimed() ? reshard::Ways::Idle : reshard::Ways::Exchanges);
  if (!problem.ok())
    return problem.status();
  auto [canonical, scale] = reshard::canonicalize(*problem);
  reshard::ProblemKey key = keyOf(canonical);
  if (isTimed()) {
    key.push_back(scale * arrayScale);
    key.push_back(static_cast<int64_t>(llvm::xxh3_64bits(type)));
    for (const AxisRef &atom : canonical.atoms)
      key.push_back(options.costs->placeOf(atom));
  }
  auto [place, isNew] = canonicalPrices.try_emplace(std::move(key));
  if (isNew)
    place->second = search(canonical, type, scale * arrayScale);
  return ReshardPrice{place->second.seconds, place->second.bytesPerDevice * scale, place->second.collectives};
}

} // namespace shardwright
