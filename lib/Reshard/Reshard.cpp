#include "shardwright/Reshard/Reshard.h"

#include "lib/Reshard/EdgeCosts.h"
#include "lib/Reshard/Search.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright {

std::optional<CollectiveKind> collectiveOf(ReshardOp op) {
  switch (op) {
  case ReshardOp::AllGather:
    return CollectiveKind::AllGather;
  case ReshardOp::AllToAll:
    return CollectiveKind::AllToAll;
  case ReshardOp::Permute:
    return CollectiveKind::Permute;
  case ReshardOp::ReduceScatter:
    return CollectiveKind::ReduceScatter;
  case ReshardOp::AllReduce:
    return CollectiveKind::AllReduce;
  case ReshardOp::Slice:
  case ReshardOp::MakePartial:
    return std::nullopt;
  }
  return std::nullopt;
}

llvm::StringRef name(ReshardOp op) {
  if (std::optional<CollectiveKind> collective = collectiveOf(op))
    return collectiveName(*collective);
  return op == ReshardOp::Slice ? "slice" : "make_partial";
}

size_t ReshardPlan::numCollectives() const {
  return llvm::count_if(steps, [](const ReshardStep &step) { return isCollective(step.op); });
}

/// Bytes of a whole array that all sums of a plan stay below 2^63 with.
static constexpr double kMostBytes = 1e15;

absl::Status reshard::verifySize(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes) {
  double bytes = elementBytes;
  for (int64_t size : shape)
    bytes *= std::max<int64_t>(size, 1);
  if (bytes > kMostBytes || bytes * mesh.numDevices() > kMostBytes * 1000)
    return absl::InvalidArgumentError(absl::StrCat("an array of ", bytes, " bytes is too large to plan for"));
  return absl::OkStatus();
}

absl::Status reshard::verifyEnds(const Mesh &mesh, size_t rank, const Sharding &from, const Sharding &to) {
  for (const Sharding *end : {&from, &to})
    if (absl::Status status = verify(mesh, *end, rank); !status.ok())
      return status;
  return absl::OkStatus();
}

absl::StatusOr<reshard::Problem> reshard::makeProblem(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                                                      int64_t elementBytes, const Sharding &from, const Sharding &to,
                                                      Ways ways) {
  Problem problem(mesh, shape, elementBytes, from, to, ways);
  if (problem.atoms.size() > kMostAtoms)
    return absl::InvalidArgumentError(absl::StrCat("the reshard has ", problem.atoms.size(),
                                                   " axes and sub-axes, but at most ", kMostAtoms, " can be planned"));
  return problem;
}

double secondsOf(const ReshardStep &step, const CostModel &costs, llvm::StringRef type) {
  std::optional<CollectiveKind> op = collectiveOf(step.op);
  return op ? costs.collective({*op, step.axes, type, step.pairs}).secondsOfSent(double(step.bytesPerDevice)) : 0;
}

absl::StatusOr<ReshardPlan> planReshard(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                        const Sharding &from, const Sharding &to, const ReshardOptions &options) {
  std::optional<reshard::GroupPrices> prices;
  return reshard::plan(mesh, shape, elementBytes, from, to, options, [&](const reshard::Problem &problem) {
    return &prices.emplace(problem.atoms, problem.sizes, problem.excluded, *options.costs, options.type);
  });
}

absl::StatusOr<ReshardPlan> reshard::plan(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                          const Sharding &from, const Sharding &to, const ReshardOptions &options,
                                          llvm::function_ref<GroupPrices *(const Problem &)> pricesOf) {
  if (absl::Status status = reshard::verifyEnds(mesh, shape.size(), from, to); !status.ok())
    return status;
  if (absl::Status status = reshard::verifySize(mesh, shape, elementBytes); !status.ok())
    return status;
  bool isTimed = options.costs && !options.costs->secondsPerByteSent();
  absl::StatusOr<reshard::Problem> made = reshard::makeProblem(
      mesh, shape, elementBytes, from, to, isTimed ? reshard::Ways::Idle : reshard::Ways::Exchanges);
  if (!made.ok())
    return made.status();
  const reshard::Problem &problem = *made;
  ReshardPlan plan;
  plan.peakBytes = problem.localBytes(problem.source);
  if (problem.source == problem.target)
    return plan;
  std::optional<reshard::EdgeCosts> edgeCosts;
  if (isTimed)
    edgeCosts.emplace(problem, *pricesOf(problem));
  std::optional<std::vector<reshard::PathEdge>> path =
      cheapestPath(problem, options.peakLimit, edgeCosts ? &*edgeCosts : nullptr);
  if (!path)
    return absl::InvalidArgumentError(
        absl::StrCat("no reshard stays within the peak of ", options.peakLimit, " bytes per device"));
  const reshard::State *before = &problem.source;
  for (const reshard::PathEdge &edge : *path) {
    ReshardStep step = makeStep(problem, *before, edge);
    if (edge.op == ReshardOp::Permute)
      step.pairs = permutePairs(problem, *before, edge);
    if (options.costs)
      step.seconds = secondsOf(step, *options.costs, options.type);
    plan.bytesPerDevice += step.bytesPerDevice;
    plan.seconds += step.seconds;
    plan.peakBytes = std::max(plan.peakBytes, problem.localBytes(*before) + problem.localBytes(edge.after));
    plan.steps.push_back(std::move(step));
    before = &edge.after;
  }
  return plan;
}

} // namespace shardwright
