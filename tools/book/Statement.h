#ifndef TOOLS_BOOK_STATEMENT_H
#define TOOLS_BOOK_STATEMENT_H

#include "shardwright/Reshard/Reshard.h"

namespace shardwright::book {

/// `A[I_X, J]{U_Y}`: an array by name, with the dimensions' labels in its sharding.
struct NamedArray {
  std::string name;
  Sharding sharding;
};

/// `A[I_X, J] B[J, K] -> C[I_X, K]`: what there is, and what is asked for. Dimensions are the same where their labels
/// are; those that the result has not are summed over.
struct Statement {
  std::vector<NamedArray> operands;
  NamedArray result;
};

/// The notation of Text.h behind a name; `I_XY` may stand for `I_{X,Y}` where XY is no axis of the mesh but X and Y
/// are. Errors carry the offset.
absl::StatusOr<NamedArray> parseNamedArray(const Mesh &mesh, llvm::StringRef text);
/// Errors: what does not parse, a sharding that does not verify against the mesh, a label twice in one array, a label
/// of the result that no operand has.
absl::StatusOr<Statement> parseStatement(const Mesh &mesh, llvm::StringRef text);
/// `A[I_XY, J]{U_Z}`, axes of one letter side by side; parses back.
std::string str(const NamedArray &array);

/// A step of a plan: what it does to which array. `dim` and `fromDim` are labels: of the dimension that is split or
/// joined, and for an AllToAll of that which is joined; empty where there is none.
struct StatementStep {
  std::string array;
  ReshardOp op;
  AxisList axes;
  std::string dim, fromDim;
};

/// Brings the operands to where the local op can run, and its result to what is asked for.
struct StatementPlan {
  std::vector<StatementStep> steps;
};

/// How the op of a statement treats values that are partial sums.
///   Contraction  multiplies its operands and sums over what the result has not; one partial operand stays partial
///   Linear       of every element: partial if every operand is
///   Nonlinear    of every element: needs whole values
enum class StatementOp { Contraction, Linear, Nonlinear };

/// The plan that sends the fewest bytes, then takes the fewest collectives, then the fewest steps, all dimensions
/// taken to be equally long.
/// Error: arrays of more bytes than a reshard is planned for.
absl::StatusOr<StatementPlan> planStatement(const Mesh &mesh, const Statement &statement, StatementOp op);

/// The same for one array that changes its sharding. `idleAxes`: a gather is preceded by a slice over the axes that
/// the array uses neither before nor behind and goes over those too: each has links of its own, and slicing is free.
absl::StatusOr<StatementPlan> planReshardStatement(const Mesh &mesh, const Statement &statement, bool idleAxes);

/// The reshard of the cotangent: from how it arrives at the result to how the operand's must lie. Where a value is
/// whole on all devices of an axis, each has a use of its own and its cotangent is partial there; where it is partial,
/// its cotangent is whole.
Statement transposed(const Mesh &mesh, const Statement &reshard);

/// How the result lies where nothing is sent: nothing where that is not determined, as an axis splits a dimension that
/// is summed over, or splits two dimensions of the result, or a dimension is split in two ways.
std::optional<NamedArray> determinedResult(const Mesh &mesh, const Statement &statement);

} // namespace shardwright::book

#endif // TOOLS_BOOK_STATEMENT_H
