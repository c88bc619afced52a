#ifndef LIB_COMPILER_PLANPROGRAM_H
#define LIB_COMPILER_PLANPROGRAM_H

#include "lib/Compiler/Environment.h"
#include "lib/Planning/PlanReport.h"
#include "lib/Planning/PlanSearch.h"

#include <memory>
#include <string>

namespace shardwright::compiler {

/// What was chosen, and why.
struct Plan::Contents {
  planning::PlanReport report;
  std::string program;
};

/// PlanOptions whose words are understood, for a program that has yet to be read: meshes are still to be chosen.
struct PlanTask {
  Topology topology;
  planning::PlanSearchOptions search;
  std::optional<Mesh> mesh; ///< asked for
};
absl::StatusOr<PlanTask> resolve(const PlanOptions &options, const Environment &environment);

/// As Session::plan().
absl::StatusOr<Plan> planProgram(const Source &source, const PlanOptions &options,
                                 std::shared_ptr<const Environment> environment);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_PLANPROGRAM_H
