#include "lib/Estimate/Launches.h"

#include "dialects/check/CheckOps.h"
#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/contraction/ConvolutionShape.h"
#include "dialects/stablehlo/reduction/SortedDim.h"
#include "passes/common/AttentionTiles.h"
#include "passes/common/Bytes.h"
#include "passes/common/OpCosts.h"
#include "passes/common/ProductUnits.h"
#include "passes/lower/FuseAttention.h"
#include "passes/lower/LibraryCalls.h"
#include "passes/lower/MatmulShape.h"
#include "shardwright/Fusion/ProductPlan.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

namespace shardwright::estimate {
namespace {

mlir::RankedTensorType typeOf(mlir::Value value) { return llvm::dyn_cast<mlir::RankedTensorType>(value.getType()); }

Launch launchOf(mlir::Operation *op, std::string name) {
  Launch launch;
  launch.priced.op = op;
  launch.priced.name = std::move(name);
  llvm::append_range(launch.reads, op->getOperands());
  llvm::append_range(launch.writes, op->getResults());
  return launch;
}

std::string plainName(mlir::Operation *op) { return op->getName().stripDialect().str(); }

cost::OpPrice ofSeconds(double seconds) {
  cost::OpPrice price;
  price.seconds = seconds;
  return price;
}

} // namespace

cost::OpPrice LaunchPricer::priceOf(const cost::KernelWork &work) const {
  return explains ? machine.device().kernel(work) : ofSeconds(machine.device().seconds(work));
}
cost::OpPrice LaunchPricer::priceOf(const cost::ProductWork &work) const {
  return explains ? machine.device().product(work) : ofSeconds(machine.device().seconds(work));
}

bool LaunchPricer::isCopyOfBuffer(mlir::Operation *op) const {
  auto place = plan.nodes.find(op);
  if (place == plan.nodes.end())
    return false;
  const lower::PlannedBlock &planned = plan.blocks[place->second.first];
  return fusion::isCopyOfBuffer(planned.graph.graph, planned.inlined, place->second.second);
}

void LaunchPricer::collectFused(mlir::Operation *op, llvm::SmallVectorImpl<mlir::Operation *> &fused) const {
  llvm::SetVector<mlir::Operation *> all;
  llvm::SmallVector<mlir::Operation *> roots;
  if (const lower::KernelGroup *group = plan.groupAt(op))
    for (const lower::KernelGroup::Member &member : group->members)
      roots.push_back(member.op);
  else
    roots.push_back(op);
  for (mlir::Operation *root : roots)
    all.insert(root);
  for (size_t i = 0; i < all.size(); ++i)
    for (mlir::Value operand : all[i]->getOperands())
      if (plan.fusion.isInlined(operand))
        all.insert(operand.getDefiningOp());
  fused.append(all.begin(), all.end());
}

Launch LaunchPricer::product(mlir::Operation *op, cost::ProductWork work) {
  Launch launch = launchOf(op, plainName(op));
  for (mlir::Value &operand : launch.reads)
    operand = lower::readByProduct(operand, plan.fusion).value;
  work.readBytes = bytesOf(launch.reads);
  work.writtenBytes = bytesOf(op->getResults());
  launch.priced.price = priceOf(work);
  launch.priced.work = work;
  return launch;
}

Launch LaunchPricer::dot(mlir::Operation *op) {
  cost::ProductWork work;
  chooseProductUnits(op, machine.device().device(), work);
  if (plansProducts) {
    auto [block, node] = plan.nodes.lookup(op);
    fusion::ProductPlan planned = fusion::planProduct(plan.blocks[block].graph.graph, node);
    planned.describe(work);
    Launch launch = product(op, std::move(work));
    for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
      cost::KernelWork copy = planned.copyOf(number, double(elementBytes(operand)));
      if (copy.bytes() == 0)
        continue;
      cost::OpPrice copied = priceOf(copy);
      cost::OpPrice &price = launch.priced.price;
      price.seconds += copied.seconds;
      price.derivation += "before it, a copy of an operand in the order in which it is walked:\n" + copied.derivation;
    }
    return launch;
  }
  lower::MatmulShape shape = lower::matmulShape(llvm::cast<stablehlo::DotGeneralOp>(op), plan.fusion);
  work.batch = shape.matmul.batch, work.m = shape.matmul.m, work.n = shape.matmul.n, work.k = shape.matmul.k;
  work.form = std::string(shape.matmul.lhsKStride == 1 || shape.matmul.k == 1 ? "n" : "t") +
              (shape.matmul.rhsNStride == 1 || shape.matmul.n == 1 ? "n" : "t");
  return product(op, std::move(work));
}

Launch LaunchPricer::convolution(mlir::Operation *op) {
  auto convolution = llvm::cast<stablehlo::ConvolutionOp>(op);
  cost::ProductWork work = convolutionShape(convolution);
  chooseProductUnits(op, machine.device().device(), work);
  return product(op, std::move(work));
}

/// A call of lower::fuseAttention().
Launch LaunchPricer::attention(mlir::Operation *op, const lower::AttentionForm &form) {
  Launch launch = launchOf(op, "attention");
  const auto bytes = llvm::map_to_vector(
      op->getOperands(), [](mlir::Value operand) { return static_cast<double>(elementBytes(operand)); });
  const cost::AttentionRates rates = *cost::AttentionRates::of(machine.device().device());
  const cost::AttentionWork work = lower::cuda::kernelOf(form, bytes).work(form.extents);
  launch.priced.price = explains ? cost::price(work, rates) : ofSeconds(cost::seconds(work, rates));
  return launch;
}

/// The form of what is such a call.
static std::optional<lower::AttentionForm> attentionForm(mlir::Operation *op) {
  auto call = llvm::dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call || call.getCallTargetName() != lower::kAttentionCall)
    return std::nullopt;
  std::optional<llvm::ArrayRef<int64_t>> parameters = lower::libraryParameters(op);
  return parameters ? lower::AttentionForm::of(*parameters) : std::nullopt;
}

absl::StatusOr<Launch> LaunchPricer::collective(mlir::Operation *op) {
  Launch launch = launchOf(op, plainName(op));
  launch.priced.isCollective = true;
  CollectiveOpWork asked(op);
  CollectiveWork work = asked.work();
  const CollectivePrice &price = machine.collective(work);
  launch.priced.rendezvous = rendezvousOf(price.members, machine.mesh().numDevices());
  launch.priced.bytesSent = bytesSent(op);
  cost::OpPrice &result = launch.priced.price;
  result.seconds = asked.share() * price.seconds(asked.bytes());
  result.readBytes = bytesOf(op->getOperands());
  result.writtenBytes = bytesOf(op->getResults());
  double links = asked.share() * asked.bytes() * price.linkSecondsPerByte;
  result.bound = 4 * links < result.seconds ? cost::Bound::Launch : cost::Bound::Network;
  if (explains)
    result.derivation = asked.bytes() > 0 ? machine.explain(work, asked.bytes()) : "nothing to send\n";
  if (asked.share() < 1)
    result.derivation += "half of that, which is of both directions\n";
  for (auto [from, to] : llvm::zip_equal(op->getOperands(), op->getResults()))
    if (work.op == CollectiveKind::AllReduce)
      launch.mayShare.push_back({from, to});
  return launch;
}

Launch LaunchPricer::sort(mlir::Operation *op) {
  auto sort = llvm::cast<stablehlo::SortOp>(op);
  Launch launch = launchOf(op, "sort");
  mlir::RankedTensorType type = typeOf(sort.getInputs().front());
  cost::SortWork work;
  work.length = double(type.getDimSize(stablehlo::sortedDim(sort)));
  work.rows = work.length ? double(type.getNumElements()) / work.length : 0;
  work.bytes = bytesOf(op->getOperands());
  launch.priced.price = machine.device().sort(work);
  launch.priced.work = work;
  return launch;
}

Launch LaunchPricer::call(mlir::Operation *op) {
  Launch launch = launchOf(op, plainName(op));
  std::optional<CallWork> known = callWork(op);
  const CallWork computed = known.value_or(CallWork());
  const fusion::OpForm form = formOf(op);
  cost::KernelWork work = cost::KernelWork::ofCall(form.function, form.functionType, computed.flops, computed.isScalar,
                                                   bytesOf(op->getOperands()), bytesOf(op->getResults()));
  launch.priced.price = priceOf(work);
  if (known)
    launch.priced.work = work;
  if (!known) {
    launch.priced.price.derivation =
        "by its bytes alone: what it computes is not known here\n" + launch.priced.price.derivation;
    launch.isByBytes = true;
  }
  return launch;
}

absl::StatusOr<llvm::SmallVector<Launch, 1>> LaunchPricer::launchesOf(mlir::Operation *op) {
  llvm::SmallVector<Launch, 1> launches;
  const lower::KernelGroup *group = plan.groupAt(op);
  if (!group &&
      (plan.isInGroup(op) || plan.fusion.inlined.contains(op) ||
       llvm::isa<stablehlo::ConstantOp, spmd::AxisIndexOp>(op) || llvm::isa<check::CheckDialect>(op->getDialect())))
    return launches;
  // The timeline finds out by itself when what a collective brings is there.
  if (!group && (isCopyOfBuffer(op) || llvm::isa<spmd::DoneOp>(op))) {
    launches.push_back(launchOf(op, plainName(op)));
    launches.back().isAlias = true;
    return launches;
  }
  if (llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op)) {
    launches.push_back(launchOf(op, plainName(op)));
    launches.back().control = op;
  } else if (llvm::isa<stablehlo::DotGeneralOp>(op)) {
    launches.push_back(dot(op));
  } else if (llvm::isa<stablehlo::ConvolutionOp>(op)) {
    launches.push_back(convolution(op));
  } else if (llvm::isa<stablehlo::SortOp>(op)) {
    launches.push_back(sort(op));
  } else if (spmd::isCollective(op)) {
    absl::StatusOr<Launch> launch = collective(op);
    if (!launch.ok())
      return launch.status();
    launches.push_back(*std::move(launch));
  } else if (std::optional<lower::AttentionForm> form = attentionForm(op)) {
    launches.push_back(attention(op, *form));
  } else if (auto kernel = lower::outlineKernel(op, plan); mlir::succeeded(kernel)) {
    Launch launch;
    launch.priced.op = group ? group->members.back().op : op;
    launch.priced.price = priceOf(kernel->work);
    launch.priced.work = kernel->work;
    launch.reads.assign(kernel->reads.begin(), kernel->reads.end());
    launch.writes.assign(kernel->writes.begin(), kernel->writes.end());
    launch.mayShare.assign(kernel->mayShare.begin(), kernel->mayShare.end());
    launches.push_back(std::move(launch));
    // These write into what their operand was.
    size_t updated = llvm::isa<stablehlo::DynamicUpdateSliceOp>(op) ? 1
                     : llvm::isa<stablehlo::ScatterOp>(op)          ? op->getNumResults()
                                                                    : 0;
    for (size_t i = 0; !group && i < updated; ++i) {
      launches.front().shouldShare.push_back({op->getOperand(i), op->getResult(i)});
      launches.front().reads.push_back(op->getOperand(i));
    }
  } else {
    launches.push_back(call(op));
  }
  if (!explains)
    return launches;
  collectFused(op, launches.front().priced.fused);
  for (Launch &launch : launches)
    if (launch.priced.name.empty()) {
      size_t fused = llvm::count_if(launches.front().priced.fused,
                                    [](mlir::Operation *op) { return !llvm::isa<stablehlo::ConstantOp>(op); });
      launch.priced.name = fused > 1 ? llvm::formatv("fusion of {0} ({1})", fused, plainName(launch.priced.op)).str()
                                     : plainName(launch.priced.op);
    }
  return launches;
}

} // namespace shardwright::estimate
