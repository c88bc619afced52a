#ifndef LIB_DRIVER_EXPLAINPROGRAM_H
#define LIB_DRIVER_EXPLAINPROGRAM_H

#include "lib/Driver/CommandLine.h"
#include "lib/Driver/Compilation.h"
#include "lib/Explain/Facts.h"
#include "lib/Explain/Select.h"

#include <memory>
#include <vector>

namespace shardwright::driver {

/// The program on its way, and what is said of it.
struct Explained {
  std::unique_ptr<Compilation> program;
  std::vector<explanation::SourceValue> source;
  explanation::Facts facts;
};

/// Partitions the file of a command line of `explain` and gathers who decided what, and what it costs. With the text of
/// the file where a page is asked for.
absl::StatusOr<Explained> explainFile(const CommandLine &line);

} // namespace shardwright::driver

#endif // LIB_DRIVER_EXPLAINPROGRAM_H
