#include "passes/lower/ExecBuilder.h"

#include "dialects/spmd/SpmdOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// What a collective says beside its operands.
struct Exchange {
  CollectiveKind kind{};
  sharding::AxesAttr axes;
  sharding::KindAttr reduction;
  std::optional<int64_t> splitDim, gatherDim;
  DenseI64ArrayAttr pairs;
};

Exchange describe(Operation *op) {
  return llvm::TypeSwitch<Operation *, Exchange>(op)
      .Case([](spmd::AllGatherOp gather) {
        return Exchange{CollectiveKind::AllGather, gather.getAxes(), {}, {}, gather.getDim(), {}};
      })
      .Case([](spmd::AllReduceOp reduce) {
        return Exchange{CollectiveKind::AllReduce, reduce.getAxes(), reduce.getKindAttr(), {}, {}, {}};
      })
      .Case([](spmd::ReduceScatterOp scatter) {
        return Exchange{
            CollectiveKind::ReduceScatter, scatter.getAxes(), scatter.getKindAttr(), scatter.getDim(), {}, {}};
      })
      .Case([](spmd::AllToAllOp exchange) {
        return Exchange{CollectiveKind::AllToAll, exchange.getAxes(),      {},
                        exchange.getSplitDim(),   exchange.getConcatDim(), {}};
      })
      .Case([](spmd::CollectivePermuteOp permute) {
        return Exchange{CollectiveKind::Permute, permute.getAxes(), {}, {}, {}, permute.getPairsAttr()};
      });
}

} // namespace

LogicalResult ExecBuilder::buildCollective(Operation *op) {
  Exchange exchange = describe(op);
  SmallVector<Value> ins, outs;
  for (auto [in, out] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    ins.push_back(bufferOf(in));
    outs.push_back(bufferOf(out));
  }
  auto dim = [&](std::optional<int64_t> number) { return number ? b.getI64IntegerAttr(*number) : IntegerAttr(); };
  Type event = spmd::isStarted(op) ? exec::EventType::get(b.getContext()) : Type();
  auto step = addStep<exec::CollectiveOp>(op, event, exchange.kind, exchange.reduction, ins, outs, exchange.axes,
                                          dim(exchange.splitDim), dim(exchange.gatherDim), exchange.pairs,
                                          b.getTypeArrayAttr(SmallVector<Type>(op->getOperandTypes())),
                                          b.getTypeArrayAttr(SmallVector<Type>(op->getResultTypes())));
  if (event)
    events[op] = step.getEvent();
  return success();
}

/// What is waited for is the whole collective, by whichever of its results is first.
LogicalResult ExecBuilder::buildDone(Operation *op) {
  auto done = cast<spmd::DoneOp>(op);
  Operation *collective = done.getInput().getDefiningOp();
  if (auto event = events.find(collective); event != events.end()) {
    addStep<exec::WaitOp>(collective, event->second);
    events.erase(event);
  }
  buffers[done.getOutput()] = bufferOf(done.getInput());
  return success();
}

LogicalResult ExecBuilder::buildAxisIndex(Operation *op) {
  auto axisIndex = cast<spmd::AxisIndexOp>(op);
  addStep<exec::AxisIndexOp>(op, axisIndex.getAxes(), bufferOf(axisIndex.getResult()));
  return success();
}

} // namespace shardwright::lower
