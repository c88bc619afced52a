#ifndef LIB_EVALUATE_LOCALEMITTER_H
#define LIB_EVALUATE_LOCALEMITTER_H

#include "lib/Evaluate/DeviceOps.h"

namespace shardwright::evaluation {

/// What a value's elements are: bytes, a number by which types are told apart, whether they are pairs.
struct Elements {
  double bytes;
  uint64_t type;
  bool isComplex = false;
};
constexpr Elements kBool{1, 1}, kInt32{4, 2}, kInt64{8, 3};

Elements elementsOf(const ShardingProblem::Value &value);
/// In which products are summed up that make the value: narrow floats in f32.
Elements sumOf(const ShardingProblem::Value &value);
/// An index as a signed integer that holds positions up to `size` (LocalBuilder::signedIndex).
Elements signedIndex(llvm::StringRef type, int64_t size);
/// 32 bits, or 64 past 2^31.
Elements positionsUpTo(int64_t size);

/// The form of an operation of this kind that asks no more than its kind says; of a concatenation: of so many pieces.
const fusion::OpForm &formOf(fusion::OpForm::Kind kind, Elements elements, size_t pieces = 2);

/// Builds a fragment: ops of a device, and between them the small arithmetic of per-device programs, where a block lies
/// and which of its slots are padding, piece for piece as passes/partition/LocalBuilder.h makes it. What makes the same
/// of the same is likened, so that it is there once.
class LocalEmitter {
public:
  LocalEmitter(DeviceOps &all, llvm::ArrayRef<const LocalArray *> given)
      : all(all), mesh(all.costs.mesh()), values(given.begin(), given.end()) {}

  /// With its likeness and all that it makes; the first of its results.
  PartId place(DeviceOp &&op, llvm::ArrayRef<PartId> operands, llvm::ArrayRef<const LocalArray *> makes);
  /// `likeness`: what tells it from others of its form that read the same.
  PartId add(DeviceOp &&op, llvm::ArrayRef<PartId> operands, Shape shape, Elements elements, uint64_t likeness);
  PartId make(const fusion::OpForm &form, llvm::ArrayRef<PartId> operands, Shape shape, Elements elements,
              uint64_t likeness = 0);
  /// One element, repeated; `number` tells elements apart.
  PartId splat(Shape shape, Elements elements, int64_t number);
  PartId axisIndex(llvm::ArrayRef<AxisRef> axes);
  PartId binary(char operation, PartId a, PartId b, Elements elements);
  PartId compare(char direction, PartId a, PartId b) { return binary(direction, a, b, kBool); }
  PartId convert(PartId value, Elements from, Elements to);
  PartId clamp(PartId value, int64_t last, Elements elements);
  PartId select(PartId predicate, PartId a, PartId b, Elements elements);
  PartId spread(PartId scalar, const Shape &shape, Elements elements);
  PartId iota(const Shape &shape, size_t dim, Elements elements);
  PartId blockStart(llvm::ArrayRef<AxisRef> axes, int64_t blockLength, Elements elements);
  /// Index in the whole along `dim` of each slot.
  PartId positions(const Shape &shape, size_t dim, llvm::ArrayRef<AxisRef> axes);
  /// A scalar in every slot of padding along the dimension, where some device has one: `filling`, or else the element
  /// that splat() gives this number.
  PartId maskPadding(PartId value, size_t dim, llvm::ArrayRef<AxisRef> axes, int64_t size, Elements elements,
                     int64_t number, std::optional<PartId> filling = std::nullopt);
  PartId isFirst(llvm::ArrayRef<AxisRef> axes) { return compare('=', axisIndex(axes), splat({}, kInt32, 0)); }
  PartId slice(PartId value, size_t dim, int64_t begin, int64_t end, Elements elements);
  PartId dynamicSlice(PartId value, llvm::ArrayRef<PartId> starts, Shape shape, Elements elements);
  /// To a larger shape, with zeros around and `low` of them in front.
  PartId pad(PartId value, const Shape &low, const Shape &shape, Elements elements);
  PartId reshape(PartId value, Shape shape, Elements elements);
  PartId concatenate(llvm::ArrayRef<PartId> pieces, size_t dim, Elements elements);
  PartId send(PartId value, Communication sent, Shape shape, Elements elements);
  /// The device's own block of a value that is whole along a dimension, as passes/lower/PrepareForHost.h has it.
  PartId ownBlock(PartId whole, size_t dim, llvm::ArrayRef<AxisRef> axes, Elements elements);
  /// Dimensions of what is shifted; beyond, a change of width is left as it is.
  static constexpr size_t kMostShifted = 15;
  /// The bits of elements of one width as elements of another, which differ in number: shifts, as there.
  PartId shifted(PartId value, const LocalArray &made);
  /// A product that is no call: what it is over the space of its batches, rows, columns and the contracted dimensions,
  /// as there. `rule`: its factors in that order. `whole`: the product, with the bytes that it reads.
  struct SmallProduct {
    const ShardingRule &rule;
    Elements operands[2], sum, result;
    const LocalArray &made;
  };
  PartId smallProduct(const SmallProduct &product, llvm::ArrayRef<PartId> operands,
                      std::unique_ptr<cost::ProductWork> whole);
  const LocalArray &array(PartId value) const { return *values[value]; }
  const Shape &shapeOf(PartId value) const { return values[value]->shape; }

  DeviceOps &all;
  const Mesh &mesh;
  Fragment fragment;

private:
  llvm::SmallVector<const LocalArray *, 8> values;
  bool isPreparing = false; ///< as of DeviceOp
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_LOCALEMITTER_H
