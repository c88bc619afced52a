#include "lib/Planning/Microbatches.h"

#include "lib/Planning/FunctionOf.h"
#include "lib/Planning/Meshes.h"
#include "lib/Planning/OpNumbers.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdDialect.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/Bytes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace shardwright::planning {
namespace {

/// Takes the step of a per-device program apart.
class StepTaker {
public:
  StepTaker(const Step &step, const Batch &batch, const std::map<int64_t, Operation *> &ops, const ProgramParts &parts)
      : step(step), batch(batch), ops(ops), parts(parts),
        exposed(step.estimate.busy.communication > 0 ? step.estimate.busy.exposed / step.estimate.busy.communication
                                                     : 0) {}

  MicrobatchCosts take() {
    for (const estimate::PricedOp &op : step.estimate.ops)
      if (!op.isLoop && op.op)
        addSeconds(op);
    scaleSeconds();
    for (const estimate::Memory::Live &live : step.memory.largest)
      addLive(live);
    addGradients();
    return costs;
  }

private:
  Operation *originOf(Operation *op) const {
    const std::optional<int64_t> number = numberOf(op);
    auto origin = number ? ops.find(*number) : ops.end();
    return origin == ops.end() ? nullptr : origin->second;
  }

  OpPart partOf(Operation *op) const {
    Operation *origin = originOf(op);
    return origin ? parts.of(origin) : OpPart();
  }

  /// Of a change of sharding: what it combines comes of an op that sums over samples, if any does.
  OpPart partOfCollective(Operation *op) const {
    Operation *maker = op;
    while (maker && maker->getNumOperands() > 0 && isa<spmd::SpmdDialect>(maker->getDialect()))
      maker = maker->getOperand(0).getDefiningOp();
    const OpPart made = maker ? partOf(maker) : OpPart();
    return made.sumsSamples ? made : partOf(op);
  }

  /// Of a kernel, which is named after its last op: of its product, which takes the time.
  OpPart partOfPriced(const estimate::PricedOp &op) const {
    if (op.isCollective)
      return partOfCollective(op.op);
    const auto product = llvm::find_if(op.fused, [](Operation *each) { return isProduct(each); });
    return partOf(product == op.fused.end() ? op.op : *product);
  }

  void addSeconds(const estimate::PricedOp &op) {
    const double seconds = op.totalSeconds() * (op.isCollective ? exposed : 1);
    const OpPart part = partOfPriced(op);
    if (part.pass == OpPart::Update || (part.sumsSamples && isa<spmd::AllReduceOp>(op.op))) {
      costs.once += seconds;
      return;
    }
    const bool isForward = part.pass == OpPart::Forward;
    (isForward ? costs.layersForward : costs.layersBackward) += part.inLayers * seconds;
    (isForward ? costs.othersForward : costs.othersBackward) += (1 - part.inLayers) * seconds;
    if (!isForward && part.sumsSamples && !op.isCollective)
      costs.weightGradients += seconds;
    if (part.sumsSamples && isa<spmd::ReduceScatterOp>(op.op))
      costs.scattering += seconds;
  }

  /// To what the timeline says of all.
  void scaleSeconds() {
    const double sum = costs.seconds(), factor = sum > 0 ? step.estimate.seconds() / sum : 0;
    for (double *part : {&costs.layersForward, &costs.layersBackward, &costs.othersForward, &costs.othersBackward,
                         &costs.weightGradients, &costs.once, &costs.scattering})
      *part *= factor;
  }

  /// Whether a value of the per-device program has the batch.
  bool hasBatch(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto func = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
      if (!func)
        return false;
      func::FuncOp whole = functionOf(batch.program());
      return batch.isIn(whole.getArgument(argument.getArgNumber()));
    }
    Operation *op = value.getDefiningOp(), *origin = originOf(op);
    if (!origin)
      return true; // What comes of nothing in the program is small, or moves what has it.
    if (origin->getNumResults() == op->getNumResults())
      return batch.isIn(origin->getResult(cast<OpResult>(value).getResultNumber()));
    return llvm::any_of(origin->getResults(), [&](Value result) { return batch.isIn(result); });
  }

  /// Made in the forward pass, or filled by its loops, and read in the backward pass.
  bool waitsForBackward(Value value) const {
    return partOf(value.getDefiningOp()).pass == OpPart::Forward && llvm::any_of(value.getUses(), [&](OpOperand &use) {
             Operation *user = use.getOwner();
             return partOf(user).pass == OpPart::Backward ||
                    (isa<stablehlo::WhileOp>(user) && waitsForBackward(user->getResult(use.getOperandNumber())));
           });
  }

  /// By a loop, whose iterations are layers.
  static bool isHandedOn(Value value) {
    return value.getDefiningOp<stablehlo::WhileOp>() ||
           llvm::any_of(value.getUsers(), [](Operation *user) { return isa<stablehlo::WhileOp>(user); });
  }

  void addLive(const estimate::Memory::Live &live) {
    const auto bytes = static_cast<double>(live.bytes);
    if (live.value)
      held.insert(live.value);
    if (live.value && !hasBatch(live.value)) {
      costs.statesBytes += bytes;
      return;
    }
    Operation *op = live.value ? live.value.getDefiningOp() : nullptr;
    const bool waits = op && isa<func::FuncOp>(op->getParentOp()) && waitsForBackward(live.value);
    const double inLayers = waits && isHandedOn(live.value) ? 1 : op ? partOf(op).inLayers : 0;
    (waits ? costs.layersBytes : costs.workBytes) += inLayers * bytes;
    costs.othersBytes += (1 - inLayers) * bytes;
  }

  /// What goes from microbatches to the update.
  void addGradients() {
    llvm::SetVector<Value> gradients;
    step.perDevice.get()->walk([&](Operation *op) {
      const OpPart part = partOf(op);
      if (isa<spmd::ReduceScatterOp>(op) && partOfCollective(op).sumsSamples)
        costs.wholeGradientBytes += static_cast<double>(bytesOf(op->getOperands()) - bytesOf(op->getResults())) *
                                    static_cast<double>(isa<func::FuncOp>(op->getParentOp()) ? 1 : parts.layers());
      if (part.pass != OpPart::Update || !isa<func::FuncOp>(op->getParentOp()) || op->hasTrait<OpTrait::IsTerminator>())
        return;
      for (Value operand : op->getOperands())
        if (Operation *maker = operand.getDefiningOp(); maker && partOf(maker).pass != OpPart::Update)
          gradients.insert(operand);
    });
    for (Value gradient : gradients)
      if (!held.contains(gradient))
        costs.gradientBytes += static_cast<double>(bytesOf(gradient));
  }

  const Step &step;
  const Batch &batch;
  const std::map<int64_t, Operation *> &ops;
  const ProgramParts &parts;
  const double exposed; ///< of communication
  llvm::DenseSet<Value> held;
  MicrobatchCosts costs;
};

} // namespace

MicrobatchCosts MicrobatchCosts::extrapolated(const MicrobatchCosts &twice, double part) const {
  MicrobatchCosts costs = *this;
  for (auto member :
       {&MicrobatchCosts::layersForward, &MicrobatchCosts::layersBackward, &MicrobatchCosts::othersForward,
        &MicrobatchCosts::othersBackward, &MicrobatchCosts::weightGradients, &MicrobatchCosts::once,
        &MicrobatchCosts::scattering, &MicrobatchCosts::layersBytes, &MicrobatchCosts::workBytes,
        &MicrobatchCosts::othersBytes, &MicrobatchCosts::statesBytes, &MicrobatchCosts::gradientBytes,
        &MicrobatchCosts::wholeGradientBytes})
    costs.*member = std::max(0.0, costs.*member - (1 - part) * (twice.*member - costs.*member));
  return costs;
}

std::optional<Microbatches> Microbatches::of(ModuleOp annotated) {
  OwningOpRef<ModuleOp> numbered;
  if (!numberOf(annotated)) {
    numbered = OwningOpRef<ModuleOp>(annotated.clone());
    numberOps(*numbered);
  }
  std::optional<Batch> batch = Batch::of(numbered ? *numbered : annotated);
  std::optional<ProgramParts> parts = batch ? ProgramParts::of(*batch) : std::nullopt;
  if (!parts)
    return std::nullopt;
  Microbatches microbatches(*std::move(batch), *std::move(parts));
  microbatches.whole.program().walk([&](Operation *op) {
    if (const std::optional<int64_t> number = numberOf(op))
      microbatches.ops.try_emplace(*number, op);
  });
  return microbatches;
}

std::optional<Microbatches> Microbatches::withWeightsWhole(AxisName axis) const {
  IRMapping copies;
  OwningOpRef<ModuleOp> copy(cast<ModuleOp>(whole.program()->clone(copies)));
  func::FuncOp func = functionOf(*copy);
  bool had = false;
  for (Value value : whole.ofWeights()) {
    Value weight = copies.lookup(value);
    sharding::SpecAttr spec = sharding::getSpec(weight);
    if (!spec)
      continue;
    Sharding sharding = spec.getValue();
    for (DimSharding &dim : sharding.dims)
      llvm::erase_if(dim.axes, [&](const AxisRef &each) { return each.name == axis; });
    if (sharding == spec.getValue())
      continue;
    had = true;
    auto without = sharding::SpecAttr::get(spec.getMesh(), sharding);
    sharding::setSpec(weight, without);
    // What takes its place in the next step is sharded alike.
    if (auto argument = dyn_cast<BlockArgument>(weight); argument && argument.getOwner() == &func.getBody().front())
      if (auto result = func.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), "tf.aliasing_output"))
        sharding::setResultSpec(func, static_cast<unsigned>(result.getInt()), without);
  }
  return had ? of(*copy) : std::nullopt;
}

MicrobatchCosts Microbatches::take(const Step &step) const { return StepTaker(step, whole, ops, parts).take(); }

std::optional<MicrobatchCosts> Microbatches::price(int64_t samples, const Mesh &mesh,
                                                   const PlanningOptions &options) const {
  OwningOpRef<ModuleOp> program = whole.withSize(samples);
  if (!program)
    return std::nullopt;
  ScopedDiagnosticHandler quiet(program->getContext(), [](Diagnostic &) { return success(); });
  setMeshOf(*program, mesh);
  if (failed(verify(*program))) // Parts of axes may not be there.
    return std::nullopt;
  absl::StatusOr<Step> step =
      stepOf(*program, std::make_shared<SharedCostModel>(options.machine), options.partition, options.host);
  if (!step.ok())
    return std::nullopt;
  return take(*step);
}

double Microbatches::argumentBytes(const Mesh &mesh) const {
  double bytes = 0;
  func::FuncOp func = functionOf(whole.program());
  for (BlockArgument argument : func.getArguments()) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    sharding::SpecAttr spec = sharding::getSpec(argument);
    if (!type)
      continue;
    const auto local =
        spec ? spec.getValue().localShape(mesh, type.getShape()) : llvm::SmallVector<int64_t, 6>(type.getShape());
    bytes += static_cast<double>(elementBytes(argument)) *
             std::accumulate(local.begin(), local.end(), 1.0, std::multiplies<>());
  }
  return bytes;
}

} // namespace shardwright::planning
