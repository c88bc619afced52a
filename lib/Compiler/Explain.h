#ifndef LIB_COMPILER_EXPLAIN_H
#define LIB_COMPILER_EXPLAIN_H

#include "lib/Compiler/Pipeline.h"
#include "lib/Explain/Facts.h"
#include "lib/Explain/Select.h"

#include <memory>
#include <vector>

namespace shardwright::compiler {

/// What is said of a program.
struct Explanation::Contents {
  std::vector<explanation::SourceValue> source;
  explanation::Facts facts;
};

/// Partitions a program and gathers who decided what, and what it costs; on the machine, where one is named. With the
/// source's text where that is to be shown.
absl::StatusOr<Explanation> explainProgram(const Source &source, const Options &options, bool keepText,
                                           std::shared_ptr<const Environment> environment);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_EXPLAIN_H
