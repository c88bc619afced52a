#ifndef SHARDWRIGHT_PLAN_IOPDDLFORMAT_H
#define SHARDWRIGHT_PLAN_IOPDDLFORMAT_H

#include "shardwright/Plan/Solve.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/StringRef.h"

#include <string>

/// Files of the ASPLOS 2025 / EuroSys 2025 contest on intra-operator parallelism (github.com/google/iopddl):
///
/// ```
/// {"problem": {"name": "two", "usage_limit": 10,
///              "nodes": {"intervals": [[0, 2], [1, 3]], "costs": [[1, 5], [2]], "usages": [[8, 4], [6]]},
///              "edges": {"nodes": [[0, 1]], "costs": [[3, 0]]}}}
/// ```
///
/// A table of an edge is row-major: of its first node's choice, then of its second's. All numbers are whole and have 64
/// bits. `name` and `usage_limit` may be absent, the limit may be null.
namespace shardwright::plan {

/// Reads a problem and checks it (see check()). Linear in the text; of 93 MB takes about a third of a second. Errors:
/// `FILE:LINE:COLUMN: not JSON: why`, `FILE:LINE:COLUMN: nodes.costs[12][3] is 1.5; expected a whole number of 64
/// bits`; a member that is missing, given twice or unknown; tables that do not fit each other, `FILE: nodes.costs[12]
/// has 3 entries, nodes.usages[12] has 4`. `text` must be followed by a zero byte.
absl::StatusOr<Problem> parseIopddl(llvm::StringRef text, llvm::StringRef file);

/// The same of a file, `-` for standard input; what is compressed (gzip) is known by how it begins. Errors: also
/// kNotFound where the file cannot be read.
absl::StatusOr<Problem> readIopddl(const std::string &path);

/// What parseIopddl() reads as the same problem, in one line.
std::string printIopddl(const Problem &problem);

/// `{"cost": 7, "lower_bound": 6, "strategies": [1, 0]}`, totals with all their digits.
std::string printAnswer(const Solution &solution);

} // namespace shardwright::plan

#endif // SHARDWRIGHT_PLAN_IOPDDLFORMAT_H
