#include "passes/lower/cuda/Routines.h"

#include "passes/lower/ConvolutionProducts.h"
#include "passes/lower/KernelIR.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

SmallVector<RankedTensorType> typesOf(exec::LibraryOp op) {
  SmallVector<RankedTensorType> types;
  for (Type type : op.getTypes().getAsValueRange<TypeAttr>())
    types.push_back(cast<RankedTensorType>(type));
  return types;
}

/// The graph with the buffers of these types, without loops.
KernelGraph graphOver(MLIRContext *context, ArrayRef<RankedTensorType> types) {
  constexpr int64_t kSmall = int64_t{1} << 30;
  KernelGraph graph;
  bool isLarge = false;
  for (RankedTensorType type : types) {
    graph.buffers.push_back({type.getElementType(), type.getNumElements()});
    isLarge |= type.getNumElements() > kSmall;
  }
  graph.indexType = IntegerType::get(context, isLarge ? 64 : 32);
  return graph;
}

/// Loops that read windows of an operand.
class WindowBuilder {
protected:
  explicit WindowBuilder(exec::LibraryOp op)
      : types(typesOf(op)), p(op.getParameters()), graph(graphOver(op.getContext(), types)), b(op.getContext()) {}

  /// Where a window's tap lands: `at` over the dilation; whether it does is added to `lands`.
  IndexExpr placeOf(const IndexExpr &at, int64_t dilation, int64_t size) {
    // Division is of what is not negative.
    const int64_t lowest = graph.range(at).first, shift = lowest < 0 ? -(lowest / dilation) + 1 : 0;
    auto [place, rest] = graph.divide(graph.addConstant(at, shift * dilation), dilation);
    place = graph.addConstant(place, -shift);
    if (dilation > 1)
      require(Opcode::EQ, rest, 0);
    const auto [low, high] = graph.range(place);
    if (low < 0)
      require(Opcode::GE, place, 0);
    if (high >= size)
      require(Opcode::LT, place, size);
    return place;
  }

  void require(Opcode op, const IndexExpr &e, int64_t bound) {
    const Node *holds =
        graph.apply(op, b.getI1Type(), {graph.indexValue(graph.indexType, e), graph.integer(graph.indexType, bound)});
    lands = lands ? graph.apply(Opcode::And, b.getI1Type(), {lands, holds}) : holds;
  }

  /// What is read where the tap lands, else zero.
  const Node *orZero(const Node *value) {
    if (!lands)
      return value;
    Attribute zero = isa<FloatType>(value->type) ? Attribute(b.getFloatAttr(value->type, 0))
                                                 : Attribute(b.getIntegerAttr(value->type, 0));
    return graph.apply(Opcode::Select, value->type, {lands, value, graph.constant(value->type, zero)});
  }

  const SmallVector<RankedTensorType> types;
  const ArrayRef<int64_t> p;
  KernelGraph graph;
  Builder b;
  const Node *lands = nullptr;
};

/// kWindowsCall: a copy, whose loops are those of the result.
class GatherBuilder : WindowBuilder {
public:
  explicit GatherBuilder(exec::LibraryOp op) : WindowBuilder(op) {}

  KernelGraph build() {
    const ArrayRef<int64_t> from = types[0].getShape(), to = types[1].getShape();
    SmallVector<IndexExpr> out, in;
    for (int64_t extent : to)
      out.push_back(graph.newLoop(extent));
    graph.numOuter = graph.loopExtents.size();
    for (auto [d, size] : llvm::enumerate(from)) {
      const ArrayRef<int64_t> row = p.slice(d * (2 + to.size()), 2 + to.size()); // low padding, dilation, steps
      IndexExpr at = IndexExpr::number(-row[0]);
      for (auto [loop, step] : llvm::zip_equal(out, row.drop_front(2)))
        at = graph.add(at, graph.scale(loop, step));
      in.push_back(placeOf(at, row[1], size));
    }
    Nest nest;
    nest.stores.push_back({1, graph.linearize(out, to), orZero(graph.load(0, graph.linearize(in, from), lands))});
    graph.nests.push_back(std::move(nest));
    return std::move(graph);
  }
};

/// Parameters as in runtime/backends/host/Convolution.cpp.
class ConvolutionBuilder : WindowBuilder {
public:
  explicit ConvolutionBuilder(exec::LibraryOp op) : WindowBuilder(op), spatial(types[0].getRank() - 2) {}

  KernelGraph build() {
    const ArrayRef<int64_t> lhsDims = p.slice(2), rhsDims = lhsDims.drop_front(spatial + 2),
                            outDims = rhsDims.drop_front(spatial + 2), windows = outDims.drop_front(spatial + 2);
    const ArrayRef<int64_t> lhsShape = types[0].getShape(), rhsShape = types[1].getShape(),
                            outShape = types[2].getShape();
    SmallVector<IndexExpr> out, lhs(lhsShape.size()), rhs(rhsShape.size());
    for (int64_t extent : outShape)
      out.push_back(graph.newLoop(extent));
    graph.numOuter = graph.loopExtents.size();
    Nest nest;
    auto inner = [&](int64_t extent) {
      IndexExpr loop = graph.newLoop(extent);
      if (!loop.loops.empty())
        nest.loops.push_back(loop.loops.front().first);
      return loop;
    };
    const int64_t featureGroups = p[0], batchGroups = p[1], features = outShape[outDims[1]];
    auto [group, inGroup] = graph.divide(out[outDims[1]], features / (featureGroups * batchGroups));
    (void)inGroup;
    for (int64_t s = 0; s < spatial; ++s) {
      const ArrayRef<int64_t> window = windows.slice(5 * s, 5); // stride, low padding, dilations, reversed
      const int64_t extent = rhsShape[rhsDims[s + 2]], size = lhsShape[lhsDims[s + 2]];
      IndexExpr k = inner(extent);
      IndexExpr at = graph.addConstant(
          graph.add(graph.scale(out[outDims[s + 2]], window[0]), graph.scale(k, window[3])), -window[1]);
      lhs[lhsDims[s + 2]] = placeOf(at, window[2], size);
      rhs[rhsDims[s + 2]] = window[4] ? graph.addConstant(graph.scale(k, -1), extent - 1) : k;
    }
    const int64_t inFeatures = rhsShape[rhsDims[0]];
    IndexExpr feature = inner(inFeatures);
    rhs[rhsDims[0]] = feature;
    rhs[rhsDims[1]] = out[outDims[1]];
    lhs[lhsDims[0]] =
        batchGroups > 1 ? graph.add(out[outDims[0]], graph.scale(group, outShape[outDims[0]])) : out[outDims[0]];
    lhs[lhsDims[1]] = batchGroups > 1 ? feature : graph.add(feature, graph.scale(group, inFeatures));
    store(nest, graph.linearize(lhs, lhsShape), graph.linearize(rhs, rhsShape), graph.linearize(out, outShape));
    return std::move(graph);
  }

private:
  void store(Nest &nest, const IndexExpr &lhs, const IndexExpr &rhs, const IndexExpr &out) {
    Type type = types[2].getElementType();
    auto floats = dyn_cast<FloatType>(type);
    Type sumType = floats && floats.getWidth() < 32 ? Type(b.getF32Type()) : type;
    Attribute zero = floats ? Attribute(b.getFloatAttr(sumType, 0)) : Attribute(b.getIntegerAttr(sumType, 0));
    auto read = [&](unsigned buffer, const IndexExpr &at, const Node *guard) {
      const Node *value = graph.load(buffer, at, guard);
      return value->type == sumType ? value : graph.apply(Opcode::Convert, sumType, {value});
    };
    uint64_t loops = (uint64_t{1} << graph.numOuter) - 1;
    for (unsigned l : nest.loops)
      loops |= uint64_t{1} << l;
    const Node *product = graph.apply(Opcode::Multiply, sumType, {read(0, lhs, lands), read(1, rhs, nullptr)});
    product = orZero(product);
    const Node *running = graph.accumulator(sumType, 0, 0, loops);
    const Node *sum = graph.local(sumType, 0, 0);
    nest.accumulators.push_back(
        {graph.constant(sumType, zero), running, graph.apply(Opcode::Add, sumType, {running, product}), sum});
    graph.nests.push_back(std::move(nest));
    Nest last;
    last.stores.push_back({2, out, sumType == type ? sum : graph.apply(Opcode::Convert, type, {sum})});
    graph.nests.push_back(std::move(last));
  }

  const int64_t spatial;
};

class SortBuilder {
public:
  SortBuilder(exec::LibraryOp op, exec::KernelOp kernel)
      : op(op), compared(readKernel(kernel)), byKey(op.getName() == "sort_by_key"), b(op.getContext()) {
    types = typesOf(op);
    if (byKey)
      types.pop_back(); // of the key
    operands = types.size();
    types.append(types.begin(), types.begin() + static_cast<ptrdiff_t>(operands));
    graph = graphOver(op.getContext(), types);
  }

  KernelGraph build() {
    const ArrayRef<int64_t> shape = types[0].getShape();
    const auto dim = static_cast<size_t>(op.getParameters()[0]);
    for (int64_t extent : shape)
      own.push_back(graph.newLoop(extent));
    graph.numOuter = graph.loopExtents.size();
    Nest nest;
    other = own;
    other[dim] = graph.newLoop(shape[dim]);
    uint64_t loops = (uint64_t{1} << graph.numOuter) - 1;
    if (!other[dim].loops.empty()) {
      nest.loops.push_back(other[dim].loops.front().first);
      loops |= uint64_t{1} << nest.loops.front();
    }
    // What comes before: a smaller one, or of those that are alike one that stood before.
    Type bit = b.getI1Type(), index = graph.indexType;
    const Node *isEarlier =
        graph.apply(Opcode::LT, bit, {graph.indexValue(index, other[dim]), graph.indexValue(index, own[dim])});
    const Node *isNotLarger = graph.apply(Opcode::Not, bit, {less(own, other)});
    const Node *isBefore = graph.apply(Opcode::Select, bit, {isEarlier, isNotLarger, less(other, own)});
    const Node *zero = graph.integer(index, 0);
    const Node *running = graph.accumulator(index, 0, 0, loops), *place = graph.local(index, 0, 0);
    const Node *one = graph.apply(Opcode::Convert, index, {isBefore});
    nest.accumulators.push_back({zero, running, graph.apply(Opcode::Add, index, {running, one}), place});
    graph.nests.push_back(std::move(nest));
    Nest last;
    SmallVector<IndexExpr> to = own;
    to[dim] = graph.fromNode(place);
    for (size_t i = 0; i != operands; ++i)
      last.stores.push_back({static_cast<unsigned>(operands + i), graph.linearize(to, shape), element(i, own)});
    graph.nests.push_back(std::move(last));
    return std::move(graph);
  }

private:
  const Node *element(size_t operand, ArrayRef<IndexExpr> at) {
    return graph.load(static_cast<unsigned>(operand), graph.linearize(at, types[operand].getShape()), nullptr);
  }

  /// Whether the elements at the one place come before those at the other.
  const Node *less(ArrayRef<IndexExpr> x, ArrayRef<IndexExpr> y) {
    const Node *value = compared.nests.back().stores.back().value;
    if (!byKey) { // its buffers: lhs and rhs of each operand
      llvm::DenseMap<const Node *, const Node *> known;
      return copy(value, known, [&](unsigned buffer) { return element(buffer / 2, buffer % 2 == 0 ? x : y); });
    }
    auto keyAt = [&](ArrayRef<IndexExpr> at) {
      llvm::DenseMap<const Node *, const Node *> known;
      return copy(value, known, [&](unsigned buffer) { return element(buffer, at); });
    };
    const Node *left = keyAt(x), *right = keyAt(y);
    if (op.getParameters()[2] != 0)
      std::swap(left, right);
    const bool isFloat = isa<FloatType>(left->type);
    return graph.apply(isFloat ? Opcode::TotalOrderLT : Opcode::LT, b.getI1Type(), {left, right});
  }

  /// A node of the comparison in this graph, with elements in place of what it loads.
  template <typename Loaded>
  const Node *copy(const Node *node, llvm::DenseMap<const Node *, const Node *> &known, const Loaded &loaded) {
    if (const Node *made = known.lookup(node))
      return made;
    const Node *made = nullptr;
    if (node->kind == NodeKind::Load) {
      made = loaded(node->buffer);
    } else if (node->kind == NodeKind::Constant) {
      made = graph.constant(node->type, node->constant);
    } else {
      SmallVector<const Node *> from;
      for (const Node *operand : node->operands)
        from.push_back(copy(operand, known, loaded));
      made = graph.apply(node->op, node->type, from, node->constant);
    }
    known[node] = made;
    return made;
  }

  exec::LibraryOp op;
  const KernelGraph compared;
  const bool byKey;
  Builder b;
  SmallVector<RankedTensorType> types; ///< of inputs, then outputs
  size_t operands = 0;
  KernelGraph graph;
  SmallVector<IndexExpr> own, other; ///< places
};

/// Whether a comparison is made of what SortBuilder copies.
bool isPlain(const KernelGraph &graph) {
  return graph.nests.size() == 1 && graph.nests.front().stores.size() == 1 && graph.nests.front().loops.empty() &&
         graph.nests.front().accumulators.empty() && llvm::all_of(graph.allNodes(), [](const auto &node) {
           return node->kind == NodeKind::Load || node->kind == NodeKind::Constant || node->kind == NodeKind::Apply;
         });
}

} // namespace

std::optional<KernelGraph> routineGraph(exec::LibraryOp op) {
  if (op.getName() == "convolution")
    return ConvolutionBuilder(op).build();
  if (op.getName() == kWindowsCall)
    return GatherBuilder(op).build();
  if ((op.getName() == "sort" || op.getName() == "sort_by_key") && op.getKernel()) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<exec::KernelOp>(op, op.getKernelAttr());
    if (kernel && isPlain(readKernel(kernel)))
      return SortBuilder(op, kernel).build();
  }
  return std::nullopt;
}

} // namespace shardwright::lower::cuda
