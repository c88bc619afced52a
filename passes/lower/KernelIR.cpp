#include "passes/lower/KernelIR.h"

#include "dialects/exec/KernelText.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

class Writer {
public:
  Writer(OpBuilder &builder, Location loc, const KernelGraph &graph)
      : b(builder), loc(loc), graph(graph), values(graph.allNodes().size()) {}

  exec::KernelOp write(StringRef name) {
    llvm::SmallVector<int64_t> kept;
    for (auto [number, buffer] : llvm::enumerate(graph.buffers))
      if (buffer.isKept)
        kept.push_back(number);
    auto kernel = exec::KernelOp::create(b, loc, name, graph.loopExtents, graph.numOuter, graph.isSequential, kept,
                                         graph.indexType);
    OpBuilder::InsertionGuard guard(b);
    body = b.createBlock(&kernel.getBody());
    for (const Buffer &buffer : graph.buffers)
      body->addArgument(MemRefType::get({buffer.elements}, buffer.type), loc);
    findUsed();
    for (const std::unique_ptr<Node> &node : graph.allNodes())
      if (isUsed[node->id])
        values[node->id] = write(*node);
    for (const Nest &nest : graph.nests)
      write(nest);
    return kernel;
  }

private:
  Value valueOf(const Node *node) const { return values[node->id]; }

  /// What was described on the way and is not part of what is stored is left out.
  void findUsed() {
    isUsed.assign(graph.allNodes().size(), false);
    auto use = [&](const Node *node) {
      if (node)
        isUsed[node->id] = true;
    };
    auto useTerms = [&](const IndexExpr &index) {
      for (auto [node, coefficient] : index.nodes)
        use(node);
    };
    for (const Nest &nest : graph.nests) {
      for (const AccumulatorSpec &each : nest.accumulators)
        for (const Node *node : {each.running, each.init, each.update, each.result})
          use(node);
      for (const Store &store : nest.stores) {
        use(store.value);
        use(store.guard);
        useTerms(store.offset);
      }
    }
    // Operands have smaller numbers.
    for (const std::unique_ptr<Node> &node : llvm::reverse(graph.allNodes())) {
      if (!isUsed[node->id])
        continue;
      for (const Node *operand : node->operands)
        use(operand);
      use(node->guard);
      useTerms(node->index);
    }
  }

  /// The place of an element: its words, and the values that they speak of.
  std::pair<DenseI64ArrayAttr, llvm::SmallVector<Value>> place(const IndexExpr &index) {
    exec::Place place;
    place.constant = index.constant;
    place.loops.assign(index.loops.begin(), index.loops.end());
    llvm::SmallVector<Value> terms;
    for (auto [node, coefficient] : index.nodes) {
      terms.push_back(valueOf(node));
      place.coefficients.push_back(coefficient);
    }
    return {b.getDenseI64ArrayAttr(place.words()), std::move(terms)};
  }

  Value write(const Node &node) {
    switch (node.kind) {
    case NodeKind::Constant:
      return exec::NumberOp::create(b, loc, node.type, cast<TypedAttr>(node.constant));
    case NodeKind::Load: {
      auto [words, terms] = place(node.index);
      uint64_t known = graph.loopsOf(node.index) | (node.guard ? node.guard->loops : 0);
      IntegerAttr varies =
          node.loops & ~known ? b.getI64IntegerAttr(static_cast<int64_t>(node.loops & ~known)) : IntegerAttr();
      return exec::LoadOp::create(b, loc, node.type, body->getArgument(node.buffer), words, terms,
                                  node.guard ? valueOf(node.guard) : Value(), varies);
    }
    case NodeKind::Index: {
      auto [words, terms] = place(node.index);
      return exec::IndexOp::create(b, loc, node.type, words, terms);
    }
    case NodeKind::Apply: {
      llvm::SmallVector<Value> inputs;
      for (const Node *operand : node.operands)
        inputs.push_back(valueOf(operand));
      return exec::ApplyOp::create(b, loc, node.type, node.op, inputs, cast_or_null<ArrayAttr>(node.constant));
    }
    case NodeKind::Accumulator:
      return exec::RunningOp::create(b, loc, node.type, node.nest, node.slot);
    case NodeKind::Local:
      return exec::TotalOp::create(b, loc, node.type, node.nest, node.slot);
    }
    return {};
  }

  void write(const Nest &nest) {
    llvm::SmallVector<int64_t> loops(nest.loops.begin(), nest.loops.end());
    auto op = exec::NestOp::create(b, loc, loops);
    OpBuilder::InsertionGuard guard(b);
    b.createBlock(&op.getBody());
    for (const AccumulatorSpec &each : nest.accumulators)
      exec::AccumulateOp::create(b, loc, valueOf(each.running), valueOf(each.init), valueOf(each.update),
                                 valueOf(each.result));
    for (const Store &store : nest.stores) {
      auto [words, terms] = place(store.offset);
      exec::StoreOp::create(b, loc, valueOf(store.value), body->getArgument(store.buffer), words, terms,
                            store.guard ? valueOf(store.guard) : Value());
    }
  }

  OpBuilder &b;
  Location loc;
  const KernelGraph &graph;
  Block *body = nullptr;
  std::vector<Value> values; ///< by node
  std::vector<bool> isUsed;
};

class Reader {
public:
  explicit Reader(exec::KernelOp kernel) : kernel(kernel) {}

  KernelGraph read() {
    graph.indexType = kernel.getIndexType();
    graph.loopExtents.assign(kernel.getLoops().begin(), kernel.getLoops().end());
    graph.numOuter = kernel.getOuter();
    graph.isSequential = kernel.getSequential();
    for (BlockArgument argument : kernel.getBody().getArguments()) {
      auto type = cast<MemRefType>(argument.getType());
      graph.buffers.push_back({type.getElementType(), type.getNumElements()});
    }
    for (int64_t kept : kernel.getKept())
      graph.buffers[kept].isKept = true;
    findRunning();
    for (Operation &op : kernel.getBody().front())
      if (auto nest = dyn_cast<exec::NestOp>(op))
        graph.nests.push_back(read(nest));
      else
        nodes[op.getResult(0)] = read(&op);
    return std::move(graph);
  }

private:
  static uint64_t setOf(llvm::ArrayRef<int64_t> loops) {
    uint64_t set = 0;
    for (int64_t loop : loops)
      set |= uint64_t{1} << loop;
    return set;
  }

  /// What an accumulator holds varies with the loops of its nest.
  void findRunning() {
    kernel.walk(
        [&](exec::AccumulateOp op) { loops[op.getRunning()] = setOf(op->getParentOfType<exec::NestOp>().getLoops()); });
  }

  unsigned bufferOf(Value value) { return cast<BlockArgument>(value).getArgNumber(); }
  const Node *nodeOf(Value value) { return value ? nodes.lookup(value) : nullptr; }

  IndexExpr place(llvm::ArrayRef<int64_t> words, OperandRange terms) {
    exec::Place place = *exec::Place::of(words, terms.size());
    IndexExpr index = IndexExpr::number(place.constant);
    index.loops.assign(place.loops.begin(), place.loops.end());
    for (auto [term, coefficient] : llvm::zip_equal(terms, place.coefficients))
      index.nodes.push_back({nodeOf(term), coefficient});
    return index;
  }

  const Node *read(Operation *op) {
    mlir::Type type = op->getResult(0).getType();
    if (auto number = dyn_cast<exec::NumberOp>(op))
      return graph.constant(type, number.getValue());
    if (auto load = dyn_cast<exec::LoadOp>(op))
      return graph.load(bufferOf(load.getBuffer()), place(load.getPlace(), load.getTerms()), nodeOf(load.getGuard()),
                        load.getVaries().value_or(0));
    if (auto index = dyn_cast<exec::IndexOp>(op))
      return graph.indexValue(type, place(index.getPlace(), index.getTerms()));
    if (auto running = dyn_cast<exec::RunningOp>(op))
      return graph.accumulator(type, running.getReduction(), running.getSlot(),
                               ((uint64_t{1} << graph.numOuter) - 1) | loops.lookup(running.getResult()));
    if (auto total = dyn_cast<exec::TotalOp>(op))
      return graph.local(type, total.getReduction(), total.getSlot());
    auto apply = cast<exec::ApplyOp>(op);
    llvm::SmallVector<const Node *> operands;
    for (Value input : apply.getInputs())
      operands.push_back(nodeOf(input));
    return graph.apply(apply.getOpcode(), type, operands, apply.getExtraAttr());
  }

  Nest read(exec::NestOp op) {
    Nest nest;
    nest.loops.assign(op.getLoops().begin(), op.getLoops().end());
    for (Operation &each : op.getBody().front()) {
      if (auto accumulate = dyn_cast<exec::AccumulateOp>(each)) {
        nest.accumulators.push_back({nodeOf(accumulate.getInit()), nodeOf(accumulate.getRunning()),
                                     nodeOf(accumulate.getUpdate()), nodeOf(accumulate.getTotal())});
        continue;
      }
      auto store = cast<exec::StoreOp>(each);
      nest.stores.push_back({bufferOf(store.getBuffer()), place(store.getPlace(), store.getTerms()),
                             nodeOf(store.getValue()), nodeOf(store.getGuard())});
    }
    return nest;
  }

  exec::KernelOp kernel;
  KernelGraph graph;
  llvm::DenseMap<Value, const Node *> nodes;
  llvm::DenseMap<Value, uint64_t> loops; ///< of a running value, those of its nest
};

} // namespace

exec::KernelOp writeKernel(OpBuilder &builder, Location loc, StringRef name, const KernelGraph &graph) {
  return Writer(builder, loc, graph).write(name);
}

KernelGraph readKernel(exec::KernelOp kernel) { return Reader(kernel).read(); }

} // namespace shardwright::lower
