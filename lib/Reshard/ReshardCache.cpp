#include "lib/Reshard/Canonical.h"
#include "lib/Reshard/Search.h"
#include "lib/Reshard/StateGraph.h"

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
  /// The same of bounds, and the problems of questions that nothing else was asked of yet.
  std::unordered_map<reshard::ProblemKey, ReshardPrice, KeyHash> canonicalBounds;
  /// By the numbers of the ends: problems between them, whose atoms are the same whatever the array.
  std::unordered_map<uint64_t, absl::StatusOr<reshard::Problem>> ends;
  /// By number: of how many dimensions the sharding was found to be fit for; kUnknown: not looked at.
  std::vector<size_t> ranks;
  static constexpr size_t kUnknown = ~size_t(0);
  struct Canonical {
    std::unique_ptr<reshard::Problem> problem;
    int64_t scale; ///< its bytes times this are those of the question
    reshard::ProblemKey key = {};
    reshard::StateGraph *graph = nullptr; ///< where a machine prices it
  };
  std::unordered_map<Question, Canonical, KeyHash> bounded;
  struct Graph {
    Graph(const reshard::Problem &first, reshard::GroupPrices &prices) : first(first), graph(this->first, &prices) {}
    const reshard::Problem first;
    reshard::StateGraph graph;
  };
  /// By graphKeyOf(), and what else prices depend on.
  std::unordered_map<reshard::ProblemKey, Graph, KeyHash> graphs;

  /// Of the axes of problems, in order, and the type of elements.
  std::unordered_map<std::string, std::unique_ptr<reshard::GroupPrices>> groupPrices;

  /// Seconds are something else than bytes.
  bool isTimed() const { return options.costs && !options.costs->secondsPerByteSent(); }

  void see(const Mesh &asked) {
    if (mesh == asked)
      return;
    plans.clear();
    prices.clear();
    ends.clear();
    ranks.clear();
    bounded.clear();
    graphs.clear();
    mesh = asked;
  }
  int64_t numberOf(const Sharding &sharding) { return numbers.try_emplace(sharding, numbers.size()).first->second; }
  /// What price() is asked, with all that makes no difference left out.
  struct Asked {
    reshard::Shortened array;
    const Sharding &from, &to;
    int64_t fromNumber, toNumber;
    llvm::StringRef type;
    Question question;
  };
  Asked ask(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &from, const Sharding &to,
            llvm::StringRef type);
  absl::Status verifyEnds(const Asked &asked);
  absl::StatusOr<Canonical> canonical(const Asked &asked);
  absl::StatusOr<ReshardPrice> work(const Asked &asked);
  reshard::GroupPrices &groupsOf(const reshard::Problem &problem, llvm::StringRef type);
  static ReshardPrice search(const Canonical &canonical, int64_t scale);
};

ReshardCache::ReshardCache(ReshardOptions options)
    : memory(std::make_unique<Memory>(Memory{std::move(options), Mesh(), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}})) {}

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

ReshardPrice ReshardCache::Memory::search(const Canonical &canonical, int64_t scale) {
  const reshard::Problem &problem = *canonical.problem;
  if (problem.source == problem.target)
    return {};
  std::optional<reshard::EdgeCosts> costs;
  if (canonical.graph)
    costs.emplace(problem, *canonical.graph->prices, scale);
  return cheapestPrice(problem, costs ? &*costs : nullptr, canonical.graph);
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
  Memory::Asked asked = memory->ask(shape, elementBytes, from, to, type);
  auto place = memory->prices.find(asked.question);
  if (place == memory->prices.end())
    place = memory->prices.emplace(asked.question, memory->work(asked)).first;
  if (!place->second.ok())
    return place->second;
  ReshardPrice price = *place->second;
  price.bytesPerDevice *= asked.array.scale;
  if (memory->options.costs && !memory->isTimed())
    price.seconds = static_cast<double>(price.bytesPerDevice) * *memory->options.costs->secondsPerByteSent();
  return price;
}

ReshardCache::Memory::Asked ReshardCache::Memory::ask(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                                      const Sharding &from, const Sharding &to, llvm::StringRef type) {
  if (!isTimed() || !options.costs->isPricedApart(type))
    type = "f32";
  Asked asked{
      reshard::shorten(shape, elementBytes, mesh.numDevices()), from, to, numberOf(from), numberOf(to), type, {}};
  asked.question = {asked.array.elementBytes, asked.fromNumber, asked.toNumber};
  if (isTimed())
    asked.question.append({asked.array.scale, static_cast<int64_t>(llvm::xxh3_64bits(type))});
  asked.question.append(asked.array.shape);
  return asked;
}

absl::Status ReshardCache::Memory::verifyEnds(const Asked &asked) {
  const size_t rank = asked.array.shape.size();
  ranks.resize(numbers.size(), kUnknown);
  size_t &from = ranks[asked.fromNumber], &to = ranks[asked.toNumber];
  if (from == rank && to == rank)
    return absl::OkStatus();
  absl::Status status = reshard::verifyEnds(mesh, rank, asked.from, asked.to);
  if (status.ok())
    from = to = rank;
  return status;
}

absl::StatusOr<ReshardCache::Memory::Canonical> ReshardCache::Memory::canonical(const Asked &asked) {
  const uint64_t numbers = uint64_t(asked.fromNumber) << 32 | uint64_t(asked.toNumber);
  auto known = ends.find(numbers);
  if (known == ends.end())
    known = ends.emplace(numbers,
                         reshard::makeProblem(mesh, asked.array.shape, asked.array.elementBytes, asked.from, asked.to,
                                              isTimed() ? reshard::Ways::Idle : reshard::Ways::Exchanges))
                .first;
  if (!known->second.ok())
    return known->second.status();
  auto problem = std::make_unique<reshard::Problem>(*known->second);
  problem->shape = asked.array.shape;
  problem->elementBytes = asked.array.elementBytes;
  const reshard::CanonicalForm form = reshard::canonicalize(
      *problem, [&](const AxisRef &atom) { return isTimed() ? options.costs->placeOf(atom) : 0; });
  Canonical made{std::move(problem), form.scale};
  made.key = keyOf(*made.problem);
  if (!isTimed())
    return made;
  reshard::ProblemKey graphKey = graphKeyOf(*made.problem);
  for (reshard::ProblemKey *key : {&made.key, &graphKey}) {
    key->push_back(form.scale * asked.array.scale);
    key->push_back(static_cast<int64_t>(llvm::xxh3_64bits(asked.type)));
    llvm::append_range(*key, form.places);
  }
  auto place = graphs.find(graphKey);
  if (place == graphs.end())
    place = graphs.try_emplace(std::move(graphKey), *made.problem, groupsOf(*made.problem, asked.type)).first;
  made.graph = &place->second.graph;
  return made;
}

absl::StatusOr<ReshardPrice> ReshardCache::Memory::work(const Asked &asked) {
  auto known = bounded.find(asked.question);
  std::optional<Canonical> made;
  if (known != bounded.end()) {
    made.emplace(std::move(known->second));
    bounded.erase(known);
  } else {
    if (absl::Status status = verifyEnds(asked); !status.ok())
      return status;
    if (sendsNothing(mesh, asked.array.shape, asked.from, asked.to))
      return ReshardPrice();
    absl::StatusOr<Canonical> problem = canonical(asked);
    if (!problem.ok())
      return problem.status();
    made.emplace(*std::move(problem));
  }
  const int64_t scale = made->scale;
  auto [place, isNew] = canonicalPrices.try_emplace(std::move(made->key));
  if (isNew)
    place->second = search(*made, scale * asked.array.scale);
  return ReshardPrice{place->second.seconds, place->second.bytesPerDevice * scale, place->second.collectives};
}

bool ReshardCache::isTimed() const { return memory->isTimed(); }

ReshardPrice ReshardCache::atLeast(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                   const Sharding &from, const Sharding &to, llvm::StringRef type) {
  if (!isTimed() || !reshard::verifySize(mesh, shape, elementBytes).ok())
    return {};
  memory->see(mesh);
  Memory::Asked asked = memory->ask(shape, elementBytes, from, to, type);
  if (auto known = memory->prices.find(asked.question); known != memory->prices.end()) {
    ReshardPrice price = known->second.ok() ? *known->second : ReshardPrice();
    price.bytesPerDevice *= asked.array.scale;
    return price;
  }
  if (!memory->verifyEnds(asked).ok() || sendsNothing(mesh, asked.array.shape, from, to))
    return {};
  auto place = memory->bounded.find(asked.question);
  if (place == memory->bounded.end()) {
    absl::StatusOr<Memory::Canonical> made = memory->canonical(asked);
    if (!made.ok())
      return {};
    place = memory->bounded.emplace(std::move(asked.question), *std::move(made)).first;
  }
  const Memory::Canonical &canonical = place->second;
  const reshard::Problem &problem = *canonical.problem;
  const int64_t scale = canonical.scale * asked.array.scale;
  auto [bound, isNew] = memory->canonicalBounds.try_emplace(canonical.key);
  if (auto exact = memory->canonicalPrices.find(canonical.key); exact != memory->canonicalPrices.end()) {
    bound->second = exact->second;
  } else if (isNew && !(problem.source == problem.target)) {
    reshard::EdgeCosts costs(problem, *canonical.graph->prices, scale);
    reshard::EdgeCosts::Least least = costs.leastOf(problem, *canonical.graph);
    bound->second = {least.seconds, least.bytes, 0};
  }
  return {bound->second.seconds, bound->second.bytesPerDevice * scale, 0};
}

} // namespace shardwright
