#ifndef LIB_EVALUATE_LOCALEMITTER_H
#define LIB_EVALUATE_LOCALEMITTER_H

#include "lib/Evaluate/DeviceProgram.h"

namespace shardwright::evaluation {

/// What a value's elements are: bytes, a number by which types are told apart, whether they are pairs.
struct Elements {
  double bytes;
  uint64_t type;
  bool isComplex = false;
};
constexpr Elements kBool{1, 1}, kInt32{4, 2}, kInt64{8, 3};

Elements elementsOf(const ShardingProblem::Value &value);
/// An index as a signed integer that holds positions up to `size` (LocalBuilder::signedIndex).
Elements signedIndex(llvm::StringRef type, int64_t size);
/// 32 bits, or 64 past 2^31.
Elements positionsUpTo(int64_t size);

/// The form of an operation of this kind that asks no more than its kind says; of a concatenation: of so many pieces.
const fusion::OpForm &formOf(fusion::OpForm::Kind kind, Elements elements, size_t pieces = 2);

/// Adds to a device's block, behind one of its ops, the small arithmetic of per-device programs: where a block lies and
/// which of its slots are padding, piece for piece as passes/partition/LocalBuilder.h makes it. What makes the same of
/// the same is likened, so that it is there once.
class LocalEmitter {
public:
  LocalEmitter(DeviceProgram &program, const Mesh &mesh, uint32_t block, OpId after)
      : program(program), mesh(mesh), block(block), after(after) {}
  /// At the end of a block.
  LocalEmitter(DeviceProgram &program, const Mesh &mesh, uint32_t block)
      : LocalEmitter(program, mesh, block, program.blocks[block].last) {}

  /// `likeness`: what tells it from others of its form that read the same.
  LocalId add(DeviceOp op, Shape shape, Elements elements, uint64_t likeness);
  LocalId make(const fusion::OpForm &form, llvm::ArrayRef<LocalId> operands, Shape shape, Elements elements,
               uint64_t likeness = 0);
  /// One element, repeated; `number` tells elements apart.
  LocalId splat(Shape shape, Elements elements, int64_t number);
  LocalId axisIndex(llvm::ArrayRef<AxisRef> axes);
  LocalId binary(char operation, LocalId a, LocalId b, Elements elements);
  LocalId compare(char direction, LocalId a, LocalId b) { return binary(direction, a, b, kBool); }
  LocalId convert(LocalId value, Elements from, Elements to);
  LocalId clamp(LocalId value, int64_t last, Elements elements);
  LocalId select(LocalId predicate, LocalId a, LocalId b, Elements elements);
  LocalId spread(LocalId scalar, const Shape &shape, Elements elements);
  LocalId iota(const Shape &shape, size_t dim, Elements elements);
  LocalId blockStart(llvm::ArrayRef<AxisRef> axes, int64_t blockLength, Elements elements);
  /// Index in the whole along `dim` of each slot.
  LocalId positions(const Shape &shape, size_t dim, llvm::ArrayRef<AxisRef> axes);
  /// A scalar in every slot of padding along the dimension, where some device has one: `filling`, or else the element
  /// that splat() gives this number.
  LocalId maskPadding(LocalId value, size_t dim, llvm::ArrayRef<AxisRef> axes, int64_t size, Elements elements,
                      int64_t number, std::optional<LocalId> filling = std::nullopt);
  LocalId isFirst(llvm::ArrayRef<AxisRef> axes) { return compare('=', axisIndex(axes), splat({}, kInt32, 0)); }
  LocalId slice(LocalId value, size_t dim, int64_t begin, int64_t end, Elements elements);
  LocalId dynamicSlice(LocalId value, llvm::ArrayRef<LocalId> starts, Shape shape, Elements elements);
  /// To a larger shape, with zeros around and `low` of them in front.
  LocalId pad(LocalId value, const Shape &low, const Shape &shape, Elements elements);
  LocalId reshape(LocalId value, Shape shape, Elements elements);
  LocalId concatenate(llvm::ArrayRef<LocalId> pieces, size_t dim, Elements elements);
  LocalId send(LocalId value, Communication sent, Shape shape, Elements elements);
  const Shape &shapeOf(LocalId value) const { return program.values[value].shape; }

private:
  DeviceProgram &program;
  const Mesh &mesh;
  const uint32_t block;
  OpId after;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_LOCALEMITTER_H
