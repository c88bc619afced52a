#ifndef SHARDWRIGHT_COMPILER_PLAN_H
#define SHARDWRIGHT_COMPILER_PLAN_H

#include "shardwright/Runtime/Executable.h"

#include <memory>
#include <string>
#include <vector>

namespace shardwright::compiler {

/// A mesh and shardings that were chosen for a program, and what the step takes with them. A value that any thread may
/// read.
class Plan {
public:
  /// The annotated program, as text: a Source.
  const std::string &program() const;
  std::vector<runtime::MeshAxisInfo> mesh() const;
  double seconds() const;   ///< of a step
  double peakBytes() const; ///< of a device
  /// The least of the planner's sums of prices above the bound that is proven for them, as a part of the bound.
  double gap() const;
  /// The program had annotations of its own, which are also for the machine.
  bool hasAuthorsPlan() const;

  /// For people: the step and its parts, the memory, the bound, the alternatives.
  std::string text() const;
  /// The same and more; docs/reference/json.md.
  std::string json() const;

  /// What only the compiler sees.
  struct Contents;
  explicit Plan(std::shared_ptr<const Contents> contents);

private:
  std::shared_ptr<const Contents> contents;
};

} // namespace shardwright::compiler

#endif // SHARDWRIGHT_COMPILER_PLAN_H
