#ifndef SHARDWRIGHT_FUSION_OPGRAPH_H
#define SHARDWRIGHT_FUSION_OPGRAPH_H

#include "shardwright/Fusion/Product.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace shardwright::fusion {

using NodeId = uint32_t;
using ValueId = uint32_t;

/// How an operation takes part in kernels.
enum class Role : uint8_t {
  Expression, ///< each element of its one result is an expression over elements of its operands
  Reduction,  ///< combines elements of its operands
  Light,      ///< another kernel, or nothing at all: kernels may be moved past it
  Heavy,      ///< a product, a collective, a call, control flow
};

/// What an operation reads of a value.
struct Use {
  ValueId value = 0;
  /// In what form the operand may come: in memory; as Node::isForProducts; as any expression.
  enum class Form : uint8_t { Buffer, ForProducts, Expression } form = Form::Buffer;
  /// What is read for elements next to each other does not lie together.
  bool isApart = false;
  /// Of a product's operand: that it is transposed or repeated can be left to the product.
  bool takesLayout = true;
  /// The element read is the one computed divided by this: 1 for the same place, the length of a row for a value of
  /// the row, the number of elements for a scalar. 0: some other place.
  int64_t divisor = 0;
  /// How often an element of the value is evaluated, summed over its elements, where it has no buffer.
  double evaluations = 0;
  /// Where the place is computed: how many elements lie together there; 0: it follows from the loops.
  int64_t run = 0;
};

/// Of products and of what is walkable: more than its node says.
struct Layout {
  ProductDims product;
  /// Of a transpose: which dimension of the operand each of the result is; of what repeats: where the operand's are.
  ProductOperand::Dims dims;
  ProductOperand::Dims from; ///< the operand's shape
  bool isTranspose = false;
};

/// One operation of a block. In whole lines of a cache: they are walked in any order.
struct alignas(64) Node {
  Role role = Role::Heavy;
  bool isConstant = false;
  bool isSplat = false;   ///< a constant that repeats one element
  bool isReshape = false; ///< the same elements in the same order
  bool isConcatenation = false;
  bool isElsewhere = false;   ///< reads other places than those it computes, so that no reduction becomes part of it
  bool isWalkable = false;    ///< transposes or repeats: the same elements at other places
  bool isForProducts = false; ///< rounds or repeats what products can read before that is done
  bool reducesRows = false;   ///< combines the last dimensions, by one operation that works on vectors
  bool isComplex = false;     ///< its elements are pairs, which the kernels described here do not hold
  bool keepsLayout = false;   ///< each result is as its operand, element for element, in whatever order they lie
  /// Of a transpose of what a product makes: that writes it so; or so that the innermost dimension stays where it is.
  enum class Written : uint8_t { Itself, ByProduct, ByRows } written = Written::Itself;
  Function function = Function::None; ///< of `price`, what may be measured apart
  MathType functionType = MathType::F32;
  uint32_t kind = 0;    ///< those of one differ in nothing but their values; 0: nobody asks for that
  double price = 0;     ///< of an element, in cheap instructions, without operands
  int64_t elements = 0; ///< of the first result
  double points = 0;    ///< at which it is computed: elements, or what is combined or written
  llvm::SmallVector<ValueId, 1> results;
  /// What its regions read, at other places.
  llvm::SmallVector<ValueId, 1> captured;
  llvm::SmallVector<Use, 3> uses;
  /// Of the first result; of a reduction, of what it reduces.
  llvm::SmallVector<int64_t, 4> shape;
  std::shared_ptr<const Layout> layout; ///< null where there is nothing to say
};

/// The operations of one block, in an order in which they can run, with what they read and make. Blocks inside an
/// operation are graphs of their own.
struct OpGraph {
  struct Reader {
    NodeId node;
    unsigned use; ///< index into Node::uses
  };
  struct alignas(64) Value { // one line of a cache
    int64_t maker = -1;      ///< a node; -1: from outside
    int64_t elements = 0;
    double elementBytes = 4;
    bool isSplat = false; ///< from outside, a constant that repeats one element
    bool isHeld = false;  ///< read by the end of the block, or inside a region
    llvm::SmallVector<Reader, 2> readers;
  };

  std::vector<Node> nodes;
  std::vector<Value> values;

  ValueId addValue(int64_t elements, double elementBytes) {
    values.push_back({-1, elements, elementBytes, false, false, {}});
    return static_cast<ValueId>(values.size() - 1);
  }
  /// Registers the node with what it reads and makes.
  NodeId addNode(Node node);
  /// What only products read, and what makes no element of its own, becomes part of them (Node::isForProducts): on
  /// devices whose products walk their operands in any order.
  void leaveLayoutsToProducts();
  /// The same of one node, where its readers are decided.
  void leaveLayoutToProducts(NodeId node);
  double bytes(ValueId value) const { return double(values[value].elements) * values[value].elementBytes; }
  /// The node that makes a value; null where it comes from outside.
  const Node *maker(ValueId value) const { return values[value].maker < 0 ? nullptr : &nodes[values[value].maker]; }
};

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_OPGRAPH_H
