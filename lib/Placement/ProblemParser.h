#ifndef LIB_PLACEMENT_PROBLEMPARSER_H
#define LIB_PLACEMENT_PROBLEMPARSER_H

#include "lib/Placement/FieldParser.h"
#include "shardwright/Placement/ProblemText.h"

#include "llvm/ADT/StringMap.h"

#include <map>

namespace shardwright::problem_text {

/// Recursive descent; each function consumes one production.
class ProblemParser : FieldParser {
public:
  ProblemParser(llvm::StringRef text) : FieldParser(text) {}

  absl::StatusOr<ProblemText> parse() {
    if (absl::Status status = parseMesh(); !status.ok())
      return status;
    if (absl::Status status = parseStatements(); !status.ok())
      return status;
    if (!cursor.atEnd() && !keyword("plan"))
      return cursor.expected("a class, an op, a plan or the end");
    if (absl::Status status = finish(); !status.ok())
      return status;
    if (!cursor.atEnd())
      if (absl::Status status = parsePlan(); !status.ok())
        return status;
    return std::move(text);
  }

private:
  using Op = ShardingProblem::Op;

  /// A class, or what is made without operands.
  struct Named {
    bool isClass;
    size_t index;
  };
  struct Result {
    size_t number, offset;
    ShardingProblem::Value value;
    bool isCarried = false;
  };

  // The problem.

  absl::Status parseMesh();
  absl::Status parseStatements();
  absl::StatusOr<std::string> newName();
  absl::Status parseClass();
  absl::Status checkClass(const ShardingProblem::OpClass &opClass);
  absl::Status parseMade();
  absl::Status parseAttention();
  absl::Status checkAttention(const ShardingProblem::Attention &attention) const;

  absl::Status parseShape(Shape &shape);
  absl::StatusOr<Sharding> parseShardingOf(size_t rank);
  absl::Status parseRepeat();
  absl::Status parseNumber(size_t &number);
  absl::StatusOr<Result> parseResult();
  absl::Status parseResultFields(Result &result);
  absl::StatusOr<std::vector<Result>> parseResults();
  absl::StatusOr<size_t> parseUse();
  absl::Status parseOperands(Op &op, bool hasClass);
  absl::Status checkShapes(const Op &op, const std::vector<Result> &results, size_t offset);
  absl::Status parseTimes(Op &op, double usual);
  absl::Status parseOp();
  absl::Status parseRegion(ShardingProblem::Region::Form form, Op op, std::vector<Result> results);
  absl::Status parseBlocks(size_t region);
  absl::Status addOp(Op op, std::vector<Result> results);
  absl::Status addCarried(const Result &result, size_t position);
  absl::Status finish();

  // The plan.

  absl::Status parsePlan();
  absl::Status parseChoice(PlacementPlan &plan);
  absl::StatusOr<PlacementChoice> parseChoiceOf(const std::vector<size_t> &ops);
  absl::Status checkPlacement(const ShardingProblem::OpClass &opClass, const Placement &placement, size_t offset);
  absl::Status parseLoopCarried(PlacementPlan &plan);

  ShardingProblem &problem() { return text.problem; }

  ProblemText text;
  llvm::StringMap<Named> named;
  std::map<size_t, ShardingProblem::Value> values;
  std::map<size_t, size_t> makers; ///< by value
  std::vector<size_t> attentionAt; ///< where each is written
  double times = 1;                ///< of ops here
  /// The number of the repetition that is read; nothing elsewhere.
  std::optional<int64_t> repetition;
  /// The region that an op leaves; nothing elsewhere.
  std::optional<size_t> leaving;
};

} // namespace shardwright::problem_text

#endif // LIB_PLACEMENT_PROBLEMPARSER_H
