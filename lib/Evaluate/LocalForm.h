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
  using Own = llvm::function_ref<llvm::SmallVector<LocalId, 1>(llvm::ArrayRef<LocalId>, const Shape *)>;
  using IsZero = llvm::function_ref<bool(LocalId)>;

  LocalForm(const ShardingProblem &problem, size_t op, const PlacementChoice &choice, DeviceProgram &program,
            const Mesh &mesh, uint32_t block)
      : problem(problem), op(problem.ops[op]), opClass(problem.classes[problem.ops[op].opClass]), choice(choice),
        program(program), mesh(mesh), block(block) {}

  /// Appends all of it to the block; returns the results.
  llvm::SmallVector<LocalId, 1> append(llvm::SmallVector<LocalId, 3> operands, Own own, IsZero isZero);

private:
  using Results = llvm::SmallVector<LocalId, 1>;
  struct Split {
    const FactorWindow *window;
    llvm::ArrayRef<AxisRef> axes;
    HaloExchange exchange;
  };

  LocalEmitter emit() const { return LocalEmitter(program, mesh, block); }
  llvm::ArrayRef<AxisRef> axesOf(size_t operand, size_t dim) const { return choice.needs[operand].dims[dim].axes; }
  const Shape &wholeOf(size_t operand) const { return opClass.shapes.operands[operand]; }
  Elements elementsOfOperand(size_t operand) const { return elementsOf(problem.values[op.operands[operand]]); }
  Shape localResult() const { return choice.makes.front().localShape(mesh, opClass.shapes.results.front()); }
  Elements elementsOfResult() const { return elementsOf(problem.values[op.results.front()]); }

  void maskReduced(llvm::MutableArrayRef<LocalId> operands) const;
  Results reduced(llvm::SmallVectorImpl<LocalId> &operands, llvm::ArrayRef<AxisRef> axes, Own own) const;
  AxisList combinedAxes() const;
  Results gathered(llvm::SmallVectorImpl<LocalId> &operands, Own own) const;
  Results scattered(llvm::SmallVectorImpl<LocalId> &operands, Own own) const;

  // Halo exchanges.
  void findSplit();
  const HaloExchange *along(size_t operand, size_t dim) const;
  LocalId fetch(LocalId local, size_t operand, std::optional<LocalId> outside, bool isZero) const;
  LocalId send(LocalId piece, llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs, const Split &own) const;
  LocalId join(LocalId local, const Split &own) const;
  LocalId cut(LocalId joined, const Split &own) const;
  LocalId fill(LocalId local, const Split &own, LocalId outside) const;
  Results withHalos(llvm::SmallVectorImpl<LocalId> &operands, Own own, IsZero isZero) const;
  Results concatenated(llvm::ArrayRef<LocalId> operands) const;
  bool isNoPadding() const;

  const ShardingProblem &problem;
  const ShardingProblem::Op &op;
  const ShardingProblem::OpClass &opClass;
  const PlacementChoice &choice;
  DeviceProgram &program;
  const Mesh &mesh;
  const uint32_t block;
  llvm::SmallVector<Split, 2> split;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_LOCALFORM_H
