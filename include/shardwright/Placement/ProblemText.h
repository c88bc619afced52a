#ifndef SHARDWRIGHT_PLACEMENT_PROBLEMTEXT_H
#define SHARDWRIGHT_PLACEMENT_PROBLEMTEXT_H

#include "shardwright/Placement/ShardingProblem.h"

namespace shardwright {

/// A problem on its mesh and, where there is one, a plan for it: an instance that a test can hold.
struct ProblemText {
  Mesh mesh;
  ShardingProblem problem;
  std::optional<PlacementPlan> plan;
};

/// Prints a problem so that it parses back to the same value:
///
/// ```
/// mesh <x=2, y=4>
///
/// class c0 = ([i, k], [k, j])->([i, j]) {i=8, j=4, k=16} reduction={k}
///   {seconds_per_point = 1e-12, local = {library = product, product = {type = f32}}}
/// made m0 {form = {kind = splat}}
///
/// %0 : f32[8x16] [I_x, K] {kept} = fixed()
/// %1 : f32[16x4] [K, J] = m0()
/// %2 : f32[8x4] [I_x, J] = c0(%0, %1)
/// fixed(%2 : [I, J_y])
/// ```
///
/// A value is written where it is made: number, type, shape, what propagation decided, and what is not usual. An op is
/// called by its class, by what it makes without operands, or `fixed`, with what it needs of its operands; `times` says
/// how often it runs where its loops do not. What has regions is written around them, with their arguments before and
/// their results behind; a loop-carried result is `loop_carried`, from the operand and to the arguments of its place:
///
/// ```
/// %3 : f32[8] [I], %4 : f32[8] [I] = loop 12 (%0 : [I]) {
///   ...
/// } {
///   ...
/// } -> %9 : f32[8] [I] {loop_carried}
/// ```
///
/// Ops that are there several times, one behind the other, are written once; values whose numbers grow say by how much:
///
/// ```
/// repeat 31 {
///   %120+2 : f32[8x16] [I_x, J] = c3(%118+2, %4+9)
///   %121+2 : f32[8x16] [I_x, J] = c4(%120+2, %3)
/// }
/// ```
///
/// Attention follows, by the numbers of ops and values: `attention {space = 4, ops = [4, 5], kernels = [...], ...}`, in
/// the fields of ShardingProblem::Attention.
///
/// A plan follows, where one is given: `choose %2 {placement = {factors = {i = [x]}}}` for the ops that make those
/// results first, `loop_carried %9 [I]` where a loop-carried value is sharded otherwise than its result. What is as it
/// is when nothing says otherwise is left out; so are choices of a plan that are no op's. Linear in what is printed.
///
/// Of the problem: every value is made by one op, every op with a class makes one; regions, what they carry and what
/// they end in lie as ShardingProblem describes.
std::string printProblem(const Mesh &mesh, const ShardingProblem &problem, const PlacementPlan *plan = nullptr);

/// The inverse; `//` begins a comment. Names of classes are free, and white space is, except that a rule ends its line.
/// Errors carry line and column and what was expected: ``line 3, column 9: expected '=', found '('``. Checked are also
/// shardings on the mesh, that a value is made before it is used, and that shapes are those of the class.
absl::StatusOr<ProblemText> parseProblem(llvm::StringRef text);

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_PROBLEMTEXT_H
