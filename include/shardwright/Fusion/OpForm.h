#ifndef SHARDWRIGHT_FUSION_OPFORM_H
#define SHARDWRIGHT_FUSION_OPFORM_H

#include "shardwright/Fusion/OpGraph.h"

namespace shardwright::fusion {

/// What an operation is to kernels, whatever the sizes of its arrays: the same on a whole array and on a block of it.
struct OpForm {
  enum class Kind : uint8_t {
    // Expressions: each element of the result follows from elements of the operands.
    Elementwise,
    Broadcast, ///< `dims`: where the operand's dimensions are in the result
    Transpose, ///< `dims`: which dimension of the operand each of the result is
    Reshape,   ///< of the same elements in the same order
    Slice,
    DynamicSlice, ///< at computed places
    Gather,       ///< at computed places; `dims`: dimensions of the result that are contiguous in the operand
    Pad,
    Concatenate,
    Made,  ///< of indices (iota), or in another order (reverse)
    Splat, ///< a constant that repeats one element
    // Other kernels.
    Constant,
    Reduction, ///< `dims`: of its first operand, combined; `leading`: operands that are combined
    Window,    ///< a reduction over windows of `points` elements
    Update,    ///< writes operand 1 into operand 0
    Scatter,   ///< writes operands into its `leading` first ones, at computed places
    Index,     ///< a number that each device knows
    // What kernels do not compute.
    Product, ///< `dims`: of each dimension of the left operand, then of the right one, its factor: batches are the
             ///< first, then free ones of the left, free ones of the right, contracted ones; `leading`: of the left
    Other,
  };
  Kind kind = Kind::Other;
  double price = 0; ///< of an element, in cheap instructions, without operands
  Function function = Function::None;
  MathType functionType = MathType::F32;
  llvm::SmallVector<int64_t, 4> dims;
  unsigned leading = 0;
  double points = 1;
  bool isComplex = false; ///< as of Node
  /// Combines by one operation that works on vectors.
  bool isSimple = false;
  bool hasRegions = false;  ///< bodies of its own
  bool isPointwise = false; ///< elements at the same places: a result may lie over an operand
  /// It is done whoever reads what it makes, and each time anew.
  bool hasEffects = false;
};

/// The node of an operation on arrays of these shapes: everything but the numbers of its values and
/// Node::isForProducts. Linear in the sizes of the shapes.
Node nodeOf(const OpForm &form, llvm::ArrayRef<llvm::ArrayRef<int64_t>> operands,
            llvm::ArrayRef<llvm::ArrayRef<int64_t>> results);

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_OPFORM_H
