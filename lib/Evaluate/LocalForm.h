#ifndef LIB_EVALUATE_LOCALFORM_H
#define LIB_EVALUATE_LOCALFORM_H

#include "lib/Evaluate/LocalEmitter.h"
#include "shardwright/Placement/HaloExchange.h"

namespace shardwright::evaluation {

/// The least of a type's elements that a reduction leaves as they are, as LocalEmitter::splat numbers them.
int64_t numberOfIdentity(ReductionKind kind);

/// What a device runs for an op beside the op on blocks: masks of padding, exchanged halos, look-ups of what lies in
/// its block alone. The same as the handlers of passes/partition/ops make.
class LocalForm {
public:
  /// The op itself: of these operands, with results of their local shapes, or one of that shape.
  using Own = llvm::function_ref<llvm::SmallVector<PartId, 1>(llvm::ArrayRef<PartId>, const Shape *)>;
  using IsZero = llvm::function_ref<bool(PartId)>;

  LocalForm(const ShardingProblem &problem, const ShardingProblem::Op &op, const PlacementChoice &choice,
            LocalEmitter &emit)
      : problem(problem), op(op), opClass(problem.classes[op.opClass]), choice(choice), emit(emit), mesh(emit.mesh) {}

  /// Appends all of it to the fragment; returns the results.
  llvm::SmallVector<PartId, 1> append(llvm::SmallVector<PartId, 3> operands, Own own, IsZero isZero);

private:
  using Results = llvm::SmallVector<PartId, 1>;
  struct Split {
    const FactorWindow *window;
    llvm::ArrayRef<AxisRef> axes;
    HaloExchange exchange;
  };

  llvm::ArrayRef<AxisRef> axesOf(size_t operand, size_t dim) const { return choice.needs[operand].dims[dim].axes; }
  const Shape &wholeOf(size_t operand) const { return opClass.shapes.operands[operand]; }
  Elements elementsOfOperand(size_t operand) const { return elementsOf(problem.values[op.operands[operand]]); }
  Shape localResult() const { return choice.makes.front().localShape(mesh, opClass.shapes.results.front()); }
  Elements elementsOfResult() const { return elementsOf(problem.values[op.results.front()]); }

  void maskReduced(llvm::MutableArrayRef<PartId> operands) const;
  Results reduced(llvm::SmallVectorImpl<PartId> &operands, llvm::ArrayRef<AxisRef> axes, Own own) const;
  AxisList combinedAxes() const;
  Results gathered(llvm::SmallVectorImpl<PartId> &operands, Own own) const;
  Results scattered(llvm::SmallVectorImpl<PartId> &operands, Own own) const;

  // Halo exchanges.
  void findSplit();
  const HaloExchange *along(size_t operand, size_t dim) const;
  PartId fetch(PartId local, size_t operand, std::optional<PartId> outside, bool isZero) const;
  PartId send(PartId piece, llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs, const Split &own) const;
  PartId join(PartId local, const Split &own) const;
  PartId cut(PartId joined, const Split &own) const;
  PartId fill(PartId local, const Split &own, PartId outside) const;
  Results withHalos(llvm::SmallVectorImpl<PartId> &operands, Own own, IsZero isZero) const;
  Results concatenated(llvm::ArrayRef<PartId> operands) const;
  bool isNoPadding() const;

  const ShardingProblem &problem;
  const ShardingProblem::Op &op;
  const ShardingProblem::OpClass &opClass;
  const PlacementChoice &choice;
  LocalEmitter &emit;
  const Mesh &mesh;
  llvm::SmallVector<Split, 2> split;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_LOCALFORM_H
