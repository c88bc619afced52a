#include "shardwright/Fusion/ProductPlan.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {
namespace {

/// What makes the operand, where only products may read that: nobody behind the block does.
const Node *walkableMaker(const OpGraph &graph, const Use &use) {
  const Node *maker = graph.maker(use.value);
  const bool isKnown = maker && maker->isWalkable && maker->layout && maker->written == Node::Written::Itself;
  return isKnown && !graph.values[use.value].isHeld ? maker : nullptr;
}

void takeUpOperands(const OpGraph &graph, const Node &product, ProductPlan &plan) {
  for (bool isLhs : {true, false}) {
    const Node *maker = walkableMaker(graph, product.uses[isLhs ? 0 : 1]);
    if (!maker || !maker->layout->isTranspose)
      continue;
    std::optional<TakenTranspose> taken = takeUpTranspose(plan.dims, isLhs, maker->layout->dims);
    // That the result would have to be transposed instead is rare, and left out.
    if (!taken || !llvm::is_sorted(taken->toOld))
      continue;
    plan.dims = std::move(taken->dims);
    plan.takesLayout[isLhs ? 0 : 1] = true;
  }
}

/// The transpose that alone reads the result, or what becomes of it in collectives.
void takeUpResult(const OpGraph &graph, const Node &product, ProductPlan &plan) {
  ValueId value = product.results.front();
  for (bool isMoved = false;; isMoved = true) {
    const OpGraph::Value &made = graph.values[value];
    if (made.isHeld || made.readers.size() != 1)
      return;
    auto [reader, use] = made.readers.front();
    const Node &user = graph.nodes[reader];
    if (user.keepsLayout) {
      value = user.results[use];
      continue;
    }
    if (!user.layout || !user.layout->isTranspose)
      return;
    const ProductOperand::Dims &order = user.layout->dims;
    std::optional<ProductOperand::Dims> left = takeUpResultTranspose(plan.dims, order);
    if (!left || (isMoved && !exchangesSides(plan.dims, order)))
      return;
    plan.transpose = reader;
    plan.written = llvm::is_sorted(*left) ? Node::Written::ByProduct : Node::Written::ByRows;
    std::swap(plan.dims.lhs, plan.dims.rhs);
    std::swap(plan.takesLayout[0], plan.takesLayout[1]);
    return;
  }
}

void walkRepetitions(const OpGraph &graph, const Node &product, bool isExchanged, ProductPlan &plan) {
  for (bool isLhs : {true, false}) {
    const Node *maker = walkableMaker(graph, product.uses[isLhs != isExchanged ? 0 : 1]);
    if (!maker || maker->layout->isTranspose ||
        !walksRepetition(plan.dims, isLhs, maker->layout->from, maker->layout->dims))
      continue;
    (isLhs ? plan.dims.lhs : plan.dims.rhs).repeat(maker->layout->from, maker->layout->dims);
    plan.takesLayout[isLhs ? 0 : 1] = true;
  }
}

} // namespace

void ProductPlan::describe(cost::ProductWork &work) const {
  work.batch = walk.batch;
  work.m = walk.m;
  work.n = walk.n;
  work.k = walk.k;
  work.form = walk.form();
}

cost::KernelWork ProductPlan::copyOf(size_t number, double elementBytes) const {
  cost::KernelWork copy;
  const bool isLhs = (number == 0) != (transpose >= 0);
  const ProductOperand &operand = isLhs ? dims.lhs : dims.rhs;
  if (isLhs ? walk.lhsFits : walk.rhsFits)
    return copy;
  const auto elements = static_cast<double>(operand.elements());
  // Contracted dimensions become the innermost.
  ProductOperand::Dims order = operand.free();
  llvm::append_range(order,
                     llvm::map_range(walk.contracting, [&](unsigned pair) { return operand.contracting[pair]; }));
  auto isWide = [&](int64_t dim) { return operand.shape[dim] != 1; };
  auto last = llvm::find_if(llvm::reverse(order), isWide);
  const bool isApart = last != order.rend() && std::any_of(operand.shape.begin() + *last + 1, operand.shape.end(),
                                                           [](int64_t size) { return size != 1; });
  copy.vectorSteps = isApart ? elements : 2 * elements;
  copy.stridedSteps = isApart ? elements : 0;
  copy.readBytes = copy.writtenBytes = elements * elementBytes;
  copy.parts = operand.elements();
  return copy;
}

ProductPlan planProduct(const OpGraph &graph, NodeId number) {
  const Node &product = graph.nodes[number];
  ProductPlan plan;
  plan.dims = product.layout->product;
  takeUpOperands(graph, product, plan);
  if (std::optional<ProductDims> batched = walkFrontAsBatch(plan.dims)) {
    batched->rhs.repeat(plan.dims.rhs.shape,
                        ProductOperand::Dims(llvm::map_range(llvm::enumerate(plan.dims.rhs.shape), [&](auto dim) {
                          return static_cast<int64_t>(batched->rhs.batching.size() + dim.index());
                        })));
    plan.dims = *std::move(batched);
  }
  takeUpResult(graph, product, plan);
  walkRepetitions(graph, product, plan.transpose >= 0, plan);
  plan.walk = walkProduct(plan.dims);
  if (plan.transpose >= 0)
    std::swap(plan.takesLayout[0], plan.takesLayout[1]);
  return plan;
}

void setWritten(Node &node, const Node &own, Node::Written written) {
  node.written = written;
  node.isReshape = written == Node::Written::ByProduct;
  node.isWalkable = written == Node::Written::Itself;
  node.isForProducts = false;
  Use &use = node.uses.front();
  use.form = own.uses.front().form;
  use.evaluations = own.uses.front().evaluations;
  use.isApart = node.isWalkable && own.uses.front().isApart;
  use.divisor = node.isReshape ? 1 : own.uses.front().divisor;
  use.takesLayout = false;
}

void planProducts(OpGraph &graph) {
  for (Node &node : graph.nodes)
    if (node.isWalkable)
      node.uses.front().takesLayout = false;
  for (NodeId number = 0; number < graph.nodes.size(); ++number) {
    Node &node = graph.nodes[number];
    if (node.role != Role::Heavy || !node.layout)
      continue;
    ProductPlan plan = planProduct(graph, number);
    for (auto [use, takes] : llvm::zip(node.uses, plan.takesLayout))
      use.takesLayout = takes;
    if (plan.transpose >= 0) {
      Node own = graph.nodes[plan.transpose];
      setWritten(graph.nodes[plan.transpose], own, plan.written);
    }
  }
  graph.leaveLayoutsToProducts();
}

} // namespace shardwright::fusion
