#include "lib/Reshard/Canonical.h"
#include "lib/Reshard/Search.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <unordered_map>

namespace shardwright {

namespace {
struct Key {
  llvm::SmallVector<int64_t, 6> shape;
  int64_t elementBytes;
  Sharding from, to;
  bool operator==(const Key &o) const {
    return shape == o.shape && elementBytes == o.elementBytes && from == o.from && to == o.to;
  }
};
/// A question about a price, with numbers for shardings.
using Question = llvm::SmallVector<int64_t, 8>;
struct KeyHash {
  size_t operator()(const Key &key) const {
    return llvm::hash_combine(llvm::hash_combine_range(key.shape.begin(), key.shape.end()), key.elementBytes, key.from,
                              key.to);
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
  /// Of canonical problems, unscaled.
  std::unordered_map<reshard::ProblemKey, ReshardPrice, KeyHash> canonicalPrices;

  void see(const Mesh &asked) {
    if (mesh == asked)
      return;
    plans.clear();
    prices.clear();
    mesh = asked;
  }
  int64_t numberOf(const Sharding &sharding) { return numbers.try_emplace(sharding, numbers.size()).first->second; }
  absl::StatusOr<ReshardPrice> work(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                    const Sharding &from, const Sharding &to);
};

ReshardCache::ReshardCache(ReshardOptions options)
    : memory(std::make_unique<Memory>(Memory{std::move(options), Mesh(), {}, {}, {}, {}})) {}

ReshardCache::~ReshardCache() = default;

absl::StatusOr<const ReshardPlan *> ReshardCache::plan(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                                                       int64_t elementBytes, const Sharding &from, const Sharding &to) {
  memory->see(mesh);
  Key key{llvm::SmallVector<int64_t, 6>(shape), elementBytes, from, to};
  auto place = memory->plans.find(key);
  if (place == memory->plans.end()) {
    absl::StatusOr<ReshardPlan> plan = planReshard(mesh, shape, elementBytes, from, to, memory->options);
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

static ReshardPrice searchPrice(const reshard::Problem &problem) {
  ReshardPrice price;
  if (problem.source == problem.target)
    return price;
  // Without a peak limit there is always a path.
  const std::vector<reshard::PathEdge> path = cheapestPath(problem, {}).value();
  for (const reshard::PathEdge &edge : path) {
    price.bytesPerDevice += edge.bytes;
    price.collectives += isCollective(edge.op);
  }
  return price;
}

absl::StatusOr<ReshardPrice> ReshardCache::price(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                                 const Sharding &from, const Sharding &to) {
  if (memory->options.seconds || memory->options.peakLimit) {
    absl::StatusOr<const ReshardPlan *> made = plan(mesh, shape, elementBytes, from, to);
    if (!made.ok())
      return made.status();
    return ReshardPrice{(*made)->bytesPerDevice, static_cast<int64_t>((*made)->numCollectives())};
  }
  if (absl::Status status = reshard::verifySize(mesh, shape, elementBytes); !status.ok())
    return status;
  memory->see(mesh);
  reshard::Shortened array = reshard::shorten(shape, elementBytes, mesh.numDevices());
  Question question{array.elementBytes, memory->numberOf(from), memory->numberOf(to)};
  question.append(array.shape);
  auto place = memory->prices.find(question);
  if (place == memory->prices.end())
    place = memory->prices.emplace(question, memory->work(mesh, array.shape, array.elementBytes, from, to)).first;
  if (!place->second.ok())
    return place->second;
  return ReshardPrice{place->second->bytesPerDevice * array.scale, place->second->collectives};
}

absl::StatusOr<ReshardPrice> ReshardCache::Memory::work(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                                                        int64_t elementBytes, const Sharding &from,
                                                        const Sharding &to) {
  if (absl::Status status = reshard::verifyEnds(mesh, shape.size(), from, to); !status.ok())
    return status;
  if (sendsNothing(mesh, shape, from, to))
    return ReshardPrice();
  absl::StatusOr<reshard::Problem> problem = reshard::makeProblem(mesh, shape, elementBytes, from, to);
  if (!problem.ok())
    return problem.status();
  auto [canonical, scale] = reshard::canonicalize(*problem);
  auto [place, isNew] = canonicalPrices.try_emplace(keyOf(canonical));
  if (isNew)
    place->second = searchPrice(canonical);
  return ReshardPrice{place->second.bytesPerDevice * scale, place->second.collectives};
}

} // namespace shardwright
