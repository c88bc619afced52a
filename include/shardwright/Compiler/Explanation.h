#ifndef SHARDWRIGHT_COMPILER_EXPLANATION_H
#define SHARDWRIGHT_COMPILER_EXPLANATION_H

#include "absl/status/statusor.h"

#include <memory>
#include <optional>
#include <string>

namespace shardwright::compiler {

/// Who decided each sharding of a program, what each collective costs and why it is there; where a machine was named,
/// the step on it. A value that any thread may read.
class Explanation {
public:
  /// For people: what the program sends, computes and holds, and why.
  std::string text() const;
  /// Of one value (`%105`, `%5#1`), or those of a line (`88`, `model.py:42`). kInvalidArgument: no such value or line,
  /// with the nearest.
  absl::StatusOr<std::string> textOf(const std::string &at) const;
  /// Everything; docs/reference/json.md.
  std::string json() const;
  /// One page of HTML that needs nothing else, beside `other` where that is given. `plan`: how this program was
  /// planned, as of Plan::json().
  std::string page(const Explanation *other = nullptr, const std::string &plan = "") const;
  /// The step's timeline as Perfetto and chrome://tracing read it. kFailedPrecondition: no machine was named.
  absl::StatusOr<std::string> trace() const;
  /// Seconds of a step; none where no machine was named.
  std::optional<double> stepSeconds() const;

  /// How the step, the memory and the collectives of `other` differ.
  std::string comparisonText(const Explanation &other) const;
  std::string comparisonJson(const Explanation &other) const;

  /// What only the compiler sees.
  struct Contents;
  explicit Explanation(std::shared_ptr<const Contents> contents);

private:
  std::shared_ptr<const Contents> contents;
};

} // namespace shardwright::compiler

#endif // SHARDWRIGHT_COMPILER_EXPLANATION_H
