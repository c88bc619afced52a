#include "lib/Explain/Gather.h"
#include "lib/Explain/Places.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "lib/Explain/SourceNames.h"
#include "passes/common/Executions.h"
#include "passes/common/OpCosts.h"
#include "passes/common/Reason.h"

namespace shardwright::explanation {

/// `stablehlo.dot_general operand 1` reads better the other way round.
static std::string userInWords(llvm::StringRef user) {
  if (user == "sharding.reshard" || user == "sharding.constraint")
    return "a sharding constraint";
  auto [op, number] = user.split(" operand ");
  return number.empty() ? user.str() : "operand " + number.str() + " of " + op.str();
}

static std::string whoAsks(llvm::StringRef user) {
  if (user.starts_with("result "))
    return "the program returns it so";
  if (user == "loop-carried value" || user == "region result")
    return "it is loop-carried, or the result of a branch";
  if (user == "manual region")
    return "the manual region says so";
  return "the program asks for it";
}

static Cause causeFrom(const Reason &reason) {
  Cause cause;
  cause.user = userInWords(reason.user);
  cause.place = placeFrom(reason.place);
  std::optional<SourceName> name = sourceNameOf(reason.value, reason.valueNumber);
  cause.value = {name ? name->name : "", reason.valueWords, placeFrom(reason.value)};
  cause.from = reason.from;
  cause.to = reason.to;
  cause.placement = reason.placement;
  cause.words = reason.words;
  if (reason.placement.empty())
    cause.asked = whoAsks(reason.user);
  if (reason.next) {
    cause.next.emplace();
    cause.next->placement = reason.next->placement;
    cause.next->words = reason.next->words;
    cause.next->bytes = reason.next->bytes;
    cause.next->flops = reason.next->flops;
    cause.next->touched = reason.next->touched;
    cause.next->collectives = reason.next->collectives;
    cause.next->seconds = reason.next->seconds;
  }
  return cause;
}

static Collective collectiveFrom(mlir::Operation *op, const Mesh &mesh, Executions executed) {
  Collective collective;
  collective.op = op->getName().stripDialect().str();
  auto axes = op->getAttrOfType<sharding::AxesAttr>("axes");
  for (const AxisRef &axis : axes.getValue())
    collective.axes.push_back(axis.str());
  collective.members = numParts(mesh, axes.getValue());
  if (auto kind = op->getAttrOfType<sharding::KindAttr>("kind"))
    collective.kind = name(kind.getValue()).str();
  collective.bytesSent = bytesSent(op);
  collective.executed = executed.times;
  collective.unknownTrips = !executed.isKnown;
  collective.place = placeFrom(op->getLoc());
  for (const Reason &reason : reasonsOf(op->getLoc()))
    collective.causes.push_back(causeFrom(reason));
  if (auto sentence = op->getAttrOfType<mlir::StringAttr>("cause"); sentence && collective.causes.empty())
    collective.partOf = sentence.str();
  return collective;
}

std::vector<Collective> gatherCollectives(mlir::ModuleOp module, std::vector<mlir::Operation *> &ops) {
  std::vector<Collective> collectives;
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(module);
  if (mlir::failed(mesh))
    return collectives;
  ExecutionCounts counts(module);
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (!spmd::isCollective(op))
      return;
    collectives.push_back(collectiveFrom(op, *mesh, counts.of(op)));
    ops.push_back(op);
  });
  return collectives;
}

} // namespace shardwright::explanation
