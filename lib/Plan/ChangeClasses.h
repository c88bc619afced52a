#ifndef LIB_PLAN_CHANGECLASSES_H
#define LIB_PLAN_CHANGECLASSES_H

#include "lib/Placement/SolverState.h"

#include "llvm/ADT/DenseMap.h"

#include <array>
#include <map>
#include <optional>

namespace shardwright::plan {

/// Numbers changes of sharding by what their cost depends on: changes of one class cost the same, of one array. Two
/// are of one class where renaming dimensions that are alike and axes that are alike makes them equal:
///
///   dimensions  of one length, or both divisible by the number of devices (as in Reshard/Canonical.h)
///   axes        of one size and place (CostModel::placeOf())
///
/// That is found for shardings by whole axes in the mesh's order, on meshes of up to eight axes (of up to four where
/// axes are renamed: with more, a search does not try all of them); any other change is a class of its own. Changes of
/// different classes may cost the same, too.
class ChangeClasses {
public:
  explicit ChangeClasses(const SolverState &state);

  /// What is told apart of an array's dimensions.
  using ShapeId = uint32_t;
  ShapeId shapeOf(ArrayId array);
  /// Shapes that are equal but for the order of dimensions are of one family, whose classes are numbered from 0 on.
  uint32_t familyOf(ShapeId shape) const { return shapes[shape].family; }

  using ClassId = uint32_t;
  ClassId of(ShapeId shape, ShardingId from, ShardingId to);

private:
  static constexpr uint32_t kUnknown = ~uint32_t(0);
  static constexpr size_t kMostAxes = 8, kMostRenamed = 4, kMostDims = 13;

  /// A sharding by whole axes: the place of each axis is idle, a dimension, or partial.
  struct Packed {
    bool isKnown = false, isPacked = false;
    std::array<uint8_t, kMostAxes> places{};
    uint32_t sharing = 0; ///< pairs of axes that split one dimension
    uint32_t kind = 0;    ///< of what is partial
  };
  /// The mesh's axes, those that are alike in another order.
  struct AxisOrder {
    llvm::SmallVector<uint8_t, kMostAxes> axes;
    uint32_t turned = 0; ///< pairs of axes in the other order than in the mesh
  };
  struct Shape {
    llvm::SmallVector<uint8_t, 6> lengths; ///< by dimension, a number among those of the family
    uint32_t family = 0;
    std::vector<uint32_t> numbers;           ///< by sharding: one of the shape's, in the order of asking
    std::vector<std::vector<ClassId>> known; ///< by the shape's numbers
    uint32_t count = 0;

    uint32_t numberOf(ShardingId sharding);
  };
  /// Places of axes before and behind; lengths and kinds of combination.
  using Key = std::pair<uint64_t, uint64_t>;
  struct Family {
    llvm::DenseMap<Key, ClassId> classes;
    ClassId count = 0;
  };

  static uint32_t pairBit(size_t a, size_t b);
  void addOrders();
  const Packed &pack(ShardingId sharding);
  std::optional<Packed> packOnce(const Sharding &sharding) const;
  std::optional<Key> keyOf(const Shape &shape, ShardingId from, ShardingId to);
  static Key keyIn(const AxisOrder &order, const Shape &shape, const Packed &from, const Packed &to);

  const SolverState &state;
  std::vector<AxisOrder> orders; ///< the mesh's first; none where there are too many axes
  std::vector<Packed> packed;    ///< by sharding
  std::map<std::vector<int64_t>, ShapeId> shapeNumbers;
  std::map<std::vector<int64_t>, uint32_t> familyNumbers;
  std::vector<Shape> shapes;
  std::vector<Family> families;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_CHANGECLASSES_H
