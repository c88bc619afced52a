#include "passes/common/KernelGraph.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace shardwright::lower {

IndexExpr KernelGraph::newLoop(int64_t extent) {
  if (extent == 1)
    return IndexExpr::number(0);
  IndexExpr e;
  // Too many are counted (the kernel will be refused) but get no bit.
  if (loopExtents.size() < kMaxLoops)
    e.loops.push_back({static_cast<unsigned>(loopExtents.size()), 1});
  loopExtents.push_back(extent);
  return e;
}

void append(Words &words, const IndexExpr &e) {
  words.append({static_cast<uint64_t>(e.constant), e.loops.size(), e.nodes.size()});
  for (auto [loop, coefficient] : e.loops)
    words.append({loop, static_cast<uint64_t>(coefficient)});
  for (auto [node, coefficient] : e.nodes)
    words.append({node->id, static_cast<uint64_t>(coefficient)});
}

template <typename Unique> static uint64_t wordOf(Unique unique) {
  return reinterpret_cast<uint64_t>(unique.getAsOpaquePointer());
}

/// A node that may be missing.
static uint64_t wordOf(const Node *node) { return node ? node->id + 1 : 0; }

static void append(Words &words, const Node &node) {
  words.append({static_cast<uint64_t>(node.kind), wordOf(node.type)});
  switch (node.kind) {
  case NodeKind::Constant:
    words.push_back(wordOf(node.constant));
    break;
  case NodeKind::Load:
    words.append({node.buffer, wordOf(node.guard), node.loops});
    append(words, node.index);
    break;
  case NodeKind::Index:
    append(words, node.index);
    break;
  case NodeKind::Apply:
    words.append({static_cast<uint64_t>(node.op), wordOf(node.constant), node.operands.size()});
    for (const Node *operand : node.operands)
      words.push_back(operand->id);
    break;
  case NodeKind::Accumulator:
  case NodeKind::Local:
    words.append({node.nest, node.slot});
    break;
  }
}

const Node *KernelGraph::intern(Node node) {
  Words words;
  append(words, node);
  auto [it, isNew] = unique.try_emplace(std::move(words), nullptr);
  if (!isNew)
    return it->second;
  if ((node.type.isUnsignedInteger() || node.type.isInteger(1)) && node.low < 0)
    node.low = 0;
  node.id = nodes.size();
  nodes.push_back(std::make_unique<Node>(std::move(node)));
  return it->second = nodes.back().get();
}

const Node *KernelGraph::constant(mlir::Type type, mlir::Attribute value) {
  Node node;
  node.kind = NodeKind::Constant;
  node.type = type;
  node.constant = value;
  if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(value)) {
    const llvm::APInt &number = integer.getValue();
    bool isUnsigned = type.isUnsignedInteger() || type.isInteger(1);
    // An unsigned number past the largest signed one has no bounds that are known.
    if (isUnsigned ? number.getActiveBits() < 64 : number.getSignificantBits() <= 64)
      node.low = node.high = isUnsigned ? static_cast<int64_t>(number.getZExtValue()) : number.getSExtValue();
  }
  return intern(std::move(node));
}

const Node *KernelGraph::integer(mlir::Type type, int64_t value) {
  return constant(type, mlir::IntegerAttr::get(type, llvm::APInt(type.getIntOrFloatBitWidth(), value, true, true)));
}

const Node *KernelGraph::load(unsigned buffer, IndexExpr offset, const Node *guard, uint64_t varies) {
  Node node;
  node.kind = NodeKind::Load;
  node.type = buffers[buffer].type;
  node.buffer = buffer;
  auto [low, high] = range(offset);
  // A guard only protects an access that could leave the buffer.
  if (low < 0 || high >= buffers[buffer].elements)
    node.guard = guard;
  node.loops = loopsOf(offset) | (node.guard ? node.guard->loops : 0) | varies;
  node.index = std::move(offset);
  return intern(std::move(node));
}

const Node *KernelGraph::indexValue(mlir::Type type, IndexExpr value) {
  if (type == indexType && value.constant == 0 && value.loops.empty() && value.nodes.size() == 1 &&
      value.nodes.front().second == 1 && value.nodes.front().first->type == type)
    return value.nodes.front().first;
  if (value.isNumber())
    return integer(type, value.constant);
  Node node;
  node.kind = NodeKind::Index;
  node.type = type;
  node.loops = loopsOf(value);
  std::tie(node.low, node.high) = range(value);
  node.index = std::move(value);
  return intern(std::move(node));
}

const Node *KernelGraph::apply(Opcode op, mlir::Type type, llvm::ArrayRef<const Node *> operands,
                               mlir::Attribute extra) {
  Node node;
  node.kind = NodeKind::Apply;
  node.op = op;
  node.type = type;
  node.operands.assign(operands.begin(), operands.end());
  node.constant = extra;
  for (const Node *operand : operands)
    node.loops |= operand->loops;
  if (op == Opcode::Maximum) {
    node.low = std::max(operands[0]->low, operands[1]->low);
    node.high = std::max(operands[0]->high, operands[1]->high);
  } else if (op == Opcode::Minimum) {
    node.low = std::min(operands[0]->low, operands[1]->low);
    node.high = std::min(operands[0]->high, operands[1]->high);
  } else if (op == Opcode::Convert && llvm::isa<mlir::IntegerType>(type) && type.getIntOrFloatBitWidth() >= 32 &&
             operands[0]->low >= INT32_MIN && operands[0]->high <= INT32_MAX &&
             (operands[0]->low >= 0 || !type.isUnsignedInteger())) {
    node.low = operands[0]->low;
    node.high = operands[0]->high;
  } else if (op == Opcode::Remainder && operands[1]->kind == NodeKind::Constant && operands[1]->low > 0 &&
             operands[0]->low >= 0) {
    node.low = 0;
    node.high = operands[1]->low - 1;
  } else if (op == Opcode::Divide && operands[1]->kind == NodeKind::Constant && operands[1]->low > 0 &&
             operands[0]->low >= 0) {
    node.low = 0;
    node.high = operands[0]->high / operands[1]->low;
  }
  return intern(std::move(node));
}

const Node *KernelGraph::accumulator(mlir::Type type, unsigned nest, unsigned slot, uint64_t loops) {
  Node node;
  node.kind = NodeKind::Accumulator;
  node.type = type;
  node.nest = nest;
  node.slot = slot;
  node.loops = loops;
  return intern(std::move(node));
}

const Node *KernelGraph::local(mlir::Type type, unsigned nest, unsigned slot) {
  Node node;
  node.kind = NodeKind::Local;
  node.type = type;
  node.nest = nest;
  node.slot = slot;
  node.loops = (uint64_t{1} << numOuter) - 1;
  return intern(std::move(node));
}

/// Adds `factor` x the terms of `from` to the sorted terms `to`.
template <typename Terms, typename Less> static void mergeTerms(Terms &to, const Terms &from, Less less) {
  for (const auto &[key, coefficient] : from) {
    auto it = llvm::lower_bound(to, key, [&](const auto &term, const auto &k) { return less(term.first, k); });
    if (it != to.end() && it->first == key) {
      it->second += coefficient;
      if (it->second == 0)
        to.erase(it);
    } else {
      to.insert(it, {key, coefficient});
    }
  }
}

IndexExpr KernelGraph::add(const IndexExpr &a, const IndexExpr &b) const {
  IndexExpr sum = a;
  sum.constant += b.constant;
  mergeTerms(sum.loops, b.loops, [](unsigned x, unsigned y) { return x < y; });
  mergeTerms(sum.nodes, b.nodes, [](const Node *x, const Node *y) { return x->id < y->id; });
  return sum;
}

IndexExpr KernelGraph::addConstant(IndexExpr a, int64_t c) const {
  a.constant += c;
  return a;
}

IndexExpr KernelGraph::scale(IndexExpr a, int64_t factor) const {
  if (factor == 0)
    return IndexExpr::number(0);
  a.constant *= factor;
  for (auto &term : a.loops)
    term.second *= factor;
  for (auto &term : a.nodes)
    term.second *= factor;
  return a;
}

IndexExpr KernelGraph::fromNode(const Node *node) const {
  if (node->kind == NodeKind::Index)
    return node->index;
  if (node->kind == NodeKind::Constant)
    return IndexExpr::number(node->low);
  IndexExpr e;
  e.nodes.push_back({node, 1});
  return e;
}

std::pair<int64_t, int64_t> KernelGraph::range(const IndexExpr &a) const {
  int64_t low = a.constant, high = a.constant;
  for (auto [loop, coefficient] : a.loops)
    (coefficient > 0 ? high : low) += coefficient * (loopExtents[loop] - 1);
  for (auto [node, coefficient] : a.nodes) {
    // Anything near the limits counts as unknown, so that the sums cannot overflow.
    constexpr int64_t limit = int64_t{1} << 40;
    if (node->low < -limit || node->high > limit || std::abs(coefficient) > (int64_t{1} << 20))
      return {INT64_MIN, INT64_MAX};
    low += coefficient * (coefficient > 0 ? node->low : node->high);
    high += coefficient * (coefficient > 0 ? node->high : node->low);
  }
  return {low, high};
}

uint64_t KernelGraph::loopsOf(const IndexExpr &a) const {
  uint64_t mask = 0;
  for (auto [loop, coefficient] : a.loops)
    mask |= uint64_t{1} << loop;
  for (auto [node, coefficient] : a.nodes)
    mask |= node->loops;
  return mask;
}

std::pair<IndexExpr, IndexExpr> KernelGraph::divide(const IndexExpr &a, int64_t divisor) {
  if (divisor == 1)
    return {a, IndexExpr::number(0)};
  IndexExpr whole, rest;
  whole.constant = llvm::divideFloorSigned(a.constant, divisor);
  rest.constant = a.constant - whole.constant * divisor;
  for (auto term : a.loops)
    term.second % divisor == 0 ? whole.loops.push_back({term.first, term.second / divisor})
                               : rest.loops.push_back(term);
  for (auto term : a.nodes)
    term.second % divisor == 0 ? whole.nodes.push_back({term.first, term.second / divisor})
                               : rest.nodes.push_back(term);
  auto [low, high] = range(rest);
  // The rest of an expression that is not negative may be (27 - i by 7 leaves 6 - i), and kernels divide towards zero.
  if (low == INT64_MIN) {
    whole = IndexExpr();
    rest = a;
  } else if (low < 0) {
    int64_t borrowed = llvm::divideCeil(-low, divisor);
    whole.constant -= borrowed;
    rest.constant += borrowed * divisor;
    low += borrowed * divisor;
    high += borrowed * divisor;
  }
  if (low >= 0 && high < divisor)
    return {whole, rest};
  const Node *value = indexValue(indexType, rest);
  const Node *by = integer(indexType, divisor);
  IndexExpr quotient = fromNode(apply(Opcode::Divide, indexType, {value, by}));
  IndexExpr remainder = fromNode(apply(Opcode::Remainder, indexType, {value, by}));
  return {add(whole, quotient), remainder};
}

IndexExpr KernelGraph::linearize(llvm::ArrayRef<IndexExpr> index, llvm::ArrayRef<int64_t> shape) const {
  IndexExpr offset;
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    offset = add(offset, scale(index[d], stride));
    stride *= shape[d];
  }
  return offset;
}

llvm::SmallVector<IndexExpr> KernelGraph::delinearize(const IndexExpr &offset, llvm::ArrayRef<int64_t> shape) {
  llvm::SmallVector<IndexExpr> index(shape.size());
  // A tensor without elements is read by loops that never run: any index will do.
  if (llvm::is_contained(shape, 0))
    return index;
  IndexExpr rest = offset;
  for (size_t d = shape.size(); d-- > 1;) {
    auto [quotient, remainder] = divide(rest, shape[d]);
    index[d] = remainder;
    rest = quotient;
  }
  if (!shape.empty())
    index[0] = rest;
  return index;
}

Words KernelGraph::words() const {
  Words words = {isSequential, numOuter, loopExtents.size(), buffers.size(), nodes.size(), nests.size()};
  words.append(loopExtents.begin(), loopExtents.end());
  for (const Buffer &buffer : buffers)
    words.append({wordOf(buffer.type), static_cast<uint64_t>(buffer.elements), buffer.isKept});
  for (const auto &node : nodes)
    append(words, *node);
  for (const Nest &nest : nests) {
    words.append({nest.loops.size(), nest.accumulators.size(), nest.stores.size()});
    words.append(nest.loops.begin(), nest.loops.end());
    for (const AccumulatorSpec &acc : nest.accumulators)
      words.append({acc.result->id, acc.running->id, acc.init->id, acc.update->id});
    for (const Store &store : nest.stores) {
      words.append({store.buffer, store.value->id, wordOf(store.guard)});
      append(words, store.offset);
    }
  }
  return words;
}

mlir::Type indexTypeOf(mlir::func::FuncOp function) {
  unsigned width = 32;
  auto see = [&](mlir::TypeRange types) {
    for (mlir::Type type : types)
      if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type))
        if (tensor.hasStaticShape() && tensor.getNumElements() > (int64_t{1} << 30))
          width = 64;
  };
  function.walk([&](mlir::Block *block) { see(block->getArgumentTypes()); });
  function.walk([&](mlir::Operation *op) { see(op->getResultTypes()); });
  return mlir::IntegerType::get(function.getContext(), width);
}

} // namespace shardwright::lower
