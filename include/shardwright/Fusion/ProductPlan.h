#ifndef SHARDWRIGHT_FUSION_PRODUCTPLAN_H
#define SHARDWRIGHT_FUSION_PRODUCTPLAN_H

#include "shardwright/Fusion/OpGraph.h"

#include <array>

namespace shardwright::fusion {

/// What a product on a host takes up of what is around it: as lowering does it with operations.
struct ProductPlan {
  std::array<bool, 2> takesLayout{}; ///< by operand: reads what is behind a transpose, or what is repeated
  /// The transpose of its result that becomes another; -1: none.
  int64_t transpose = -1;
  Node::Written written = Node::Written::Itself;
  ProductDims dims; ///< of what is then multiplied
  ProductWalk walk;

  /// Sizes and form.
  void describe(cost::ProductWork &work) const;
  /// The kernel that copies an operand of the given product which does not fit, for elements of so many bytes; without
  /// bytes: there is none.
  cost::KernelWork copyOf(size_t operand, double elementBytes) const;
};

/// Of a product whose node has a layout, when the transposes in front of it know whether products write them. What
/// others read beside the product is left as it is. Linear in collectives between it and a transpose.
ProductPlan planProduct(const OpGraph &graph, NodeId product);

/// Of a transpose: how it is written. `own`: its node as nodeOf() made it.
void setWritten(Node &node, const Node &own, Node::Written written);

/// Plans all products, in order, and leaves to them what they take up.
void planProducts(OpGraph &graph);

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_PRODUCTPLAN_H
