#include "passes/lower/cuda/EmitExchange.h"

#include "passes/lower/cuda/DeviceBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower::cuda {

static Opcode opcodeOf(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Sum:
    return Opcode::Add;
  case ReductionKind::Product:
    return Opcode::Multiply;
  case ReductionKind::Max:
    return Opcode::Maximum;
  case ReductionKind::Min:
    return Opcode::Minimum;
  case ReductionKind::And:
    return Opcode::And;
  case ReductionKind::Or:
    return Opcode::Or;
  case ReductionKind::Xor:
    return Opcode::Xor;
  }
  llvm_unreachable("all kinds are above");
}

KernelGraph combine(MLIRContext *context, const Combination &what) {
  constexpr int64_t kSmall = int64_t{1} << 30;
  Builder b(context);
  KernelGraph graph;
  const int64_t inElements = what.rows * what.inRow, outElements = what.rows * what.outRow;
  graph.indexType = std::max(inElements, outElements) > kSmall ? b.getI64Type() : b.getI32Type();
  // A guard stays where an access could leave what is there.
  const int64_t readable = what.valid < what.columns ? inElements - what.inRow + what.valid : inElements;
  for (int64_t member = 0; member < what.members; ++member)
    graph.buffers.push_back({what.type, readable});
  for (int64_t out = 0; out < what.outs; ++out)
    graph.buffers.push_back({what.type, outElements});
  IndexExpr row = graph.newLoop(what.rows), column = graph.newLoop(what.columns);
  graph.numOuter = graph.loopExtents.size();
  IndexExpr in = graph.add(graph.scale(row, what.inRow), column);
  // Narrow floats are combined in f32 and rounded once.
  auto floats = dyn_cast<FloatType>(what.type);
  Type wide = floats && floats.getWidth() < 32 ? Type(b.getF32Type()) : what.type;
  const Node *guard = nullptr;
  if (what.valid < what.columns)
    guard = graph.apply(Opcode::LT, b.getI1Type(),
                        {graph.indexValue(graph.indexType, column), graph.integer(graph.indexType, what.valid)});
  const Node *sum = nullptr;
  for (int64_t member = 0; member < what.members; ++member) {
    const Node *summand = graph.load(static_cast<unsigned>(member), in, guard);
    sum = sum ? graph.apply(opcodeOf(what.kind), wide, {sum, summand}) : summand;
  }
  if (sum->type != what.type)
    sum = graph.apply(Opcode::Convert, what.type, {sum});
  if (guard) {
    Attribute zero = floats ? Attribute(b.getFloatAttr(what.type, 0)) : Attribute(b.getIntegerAttr(what.type, 0));
    sum = graph.apply(Opcode::Select, what.type, {guard, sum, graph.constant(what.type, zero)});
  }
  Nest nest;
  IndexExpr to = graph.add(graph.scale(row, what.outRow), column);
  for (int64_t out = 0; out < what.outs; ++out)
    nest.stores.push_back({static_cast<unsigned>(what.members + out), to, sum});
  graph.nests.push_back(std::move(nest));
  return graph;
}

void emitCopy(ModuleOp module, StringRef symbol, int64_t bytes, int64_t threads) {
  constexpr unsigned kFirstLoop = 3;
  DeviceFunction made = createKernel(module, module.getLoc(), symbol, kFirstLoop + 3 * kCopyLoops, threads);
  OpBuilder &b = made.builder;
  Location loc = module.getLoc();
  DeviceBuilder device(b, loc);
  auto argument = [&](unsigned number) { return made.function.getArgument(number); };
  auto narrow = [&](Value value) { return Value(arith::TruncIOp::create(b, loc, b.getI32Type(), value)); };
  Value block = arith::MulIOp::create(b, loc, device.blockNumber(), device.i32(threads));
  Value element = arith::AddIOp::create(b, loc, block, device.threadInBlock());
  Value isInside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, element, narrow(argument(2)));
  auto branch = scf::IfOp::create(b, loc, isInside, /*withElseRegion=*/false);
  OpBuilder inside = branch.getThenBodyBuilder();
  b.restoreInsertionPoint(inside.saveInsertionPoint());
  Value left = element, to = device.number(b.getI64Type(), 0), from = to;
  for (int64_t loop = kCopyLoops; loop-- != 0;) {
    const auto first = static_cast<unsigned>(kFirstLoop + 3 * loop);
    Value index = left;
    if (loop != 0) {
      Value extent = narrow(argument(first));
      index = arith::RemUIOp::create(b, loc, left, extent);
      left = arith::DivUIOp::create(b, loc, left, extent);
    }
    index = arith::ExtUIOp::create(b, loc, b.getI64Type(), index);
    to = arith::AddIOp::create(b, loc, to, arith::MulIOp::create(b, loc, index, argument(first + 1)));
    from = arith::AddIOp::create(b, loc, from, arith::MulIOp::create(b, loc, index, argument(first + 2)));
  }
  Type type = bytes == 16 ? Type(VectorType::get({4}, b.getI32Type()))
                          : Type(b.getIntegerType(static_cast<unsigned>(8 * bytes)));
  Value value = device.load(type, device.elementPointer(device.pointer(argument(1)), type, from), bytes);
  device.store(value, device.elementPointer(device.pointer(argument(0)), type, to), bytes);
}

} // namespace shardwright::lower::cuda
