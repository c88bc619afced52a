#include "passes/lower/Interfaces.h"
#include "passes/lower/StepEmitter.h"

#include "dialects/spmd/SpmdOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using shardwright::runtime::Collective;
using shardwright::runtime::CollectiveKind;
using shardwright::runtime::StepKind;

namespace shardwright::lower {

/// Reads and replaces the block index of a device (given by its coordinates) along axes.
static int64_t blockIndex(const Mesh &mesh, const runtime::AxisDigits &axes, ArrayRef<int64_t> coordinates) {
  int64_t block = 0;
  for (const runtime::AxisDigit &digit : axes) {
    int64_t minor = mesh.axes()[digit.axis].size / (digit.pre * digit.size);
    block = block * digit.size + coordinates[digit.axis] / minor % digit.size;
  }
  return block;
}

static void setBlockIndex(const Mesh &mesh, const runtime::AxisDigits &axes, int64_t block,
                          MutableArrayRef<int64_t> coordinates) {
  for (const runtime::AxisDigit &digit : llvm::reverse(axes)) {
    int64_t minor = mesh.axes()[digit.axis].size / (digit.pre * digit.size);
    int64_t &coordinate = coordinates[digit.axis];
    coordinate += (block % digit.size - coordinate / minor % digit.size) * minor;
    block /= digit.size;
  }
}

/// What the op does to one of its operands; its shapes and element type are yet to be said.
static Collective describeCollective(const Mesh &mesh, Operation *op) {
  Collective collective{};
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](spmd::AllGatherOp gather) {
        collective.kind = CollectiveKind::AllGather;
        collective.axes = axisDigits(mesh, gather.getAxes().getValue());
        collective.gatherDim = gather.getDim();
      })
      .Case([&](spmd::AllReduceOp reduce) {
        collective.kind = CollectiveKind::AllReduce;
        collective.axes = axisDigits(mesh, reduce.getAxes().getValue());
        collective.reduction = runtimeReduction(reduce.getKind().getValue());
      })
      .Case([&](spmd::ReduceScatterOp scatter) {
        collective.kind = CollectiveKind::ReduceScatter;
        collective.axes = axisDigits(mesh, scatter.getAxes().getValue());
        collective.splitDim = scatter.getDim();
        collective.reduction = runtimeReduction(scatter.getKind().getValue());
      })
      .Case([&](spmd::AllToAllOp exchange) {
        collective.kind = CollectiveKind::AllToAll;
        collective.axes = axisDigits(mesh, exchange.getAxes().getValue());
        collective.splitDim = exchange.getSplitDim();
        collective.gatherDim = exchange.getConcatDim();
      })
      .Case([&](spmd::CollectivePermuteOp permute) {
        collective.kind = CollectiveKind::Permute;
        collective.axes = axisDigits(mesh, permute.getAxes().getValue());
        for (int64_t device = 0; device < mesh.numDevices(); ++device) {
          SmallVector<int64_t, 4> coordinates = mesh.coordinates(device);
          int64_t block = blockIndex(mesh, collective.axes, coordinates), source = -1;
          for (size_t pair = 0; pair < permute.getNumPairs(); ++pair)
            if (permute.getTarget(pair) == block) {
              setBlockIndex(mesh, collective.axes, permute.getSource(pair), coordinates);
              source = mesh.position(coordinates);
            }
          collective.sources.push_back(source);
        }
      });
  return collective;
}

LogicalResult StepEmitter::scheduleCollective(Operation *op) {
  Collective collective = describeCollective(mesh, op);
  uint32_t first = program.executable.collectives.size();
  SmallVector<BufferAccess> accesses;
  for (auto [in, out] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    collective.type = elementType(in);
    collective.inShape = cast<RankedTensorType>(in.getType()).getShape().vec();
    collective.outShape = cast<RankedTensorType>(out.getType()).getShape().vec();
    program.executable.collectives.push_back(collective);
    uint32_t from = bufferOf(in), to = bufferOf(out);
    accesses.append({{from, true, false}, {to, false, true}});
  }
  VirtualStep &step = addStep(StepKind::Collective, op, first);
  step.accesses.assign(accesses.begin(), accesses.end());
  if (collective.kind == CollectiveKind::AllReduce)
    for (uint32_t access = 0; access < accesses.size(); access += 2)
      step.mayShare.push_back({access, access + 1});
  return success();
}

LogicalResult StepEmitter::scheduleAxisIndex(Operation *op) {
  auto axisIndex = cast<spmd::AxisIndexOp>(op);
  uint32_t index = program.executable.axisIndices.size();
  program.executable.axisIndices.push_back(axisDigits(mesh, axisIndex.getAxes().getValue()));
  uint32_t out = bufferOf(axisIndex.getResult());
  addStep(StepKind::AxisIndex, op, index).accesses = {{out, false, true}};
  return success();
}

} // namespace shardwright::lower
