// Planning problems as JSON: whatever is read is refused or prints as what parses to the same; of the small ones the
// solution is what it says.
#include "shardwright/Plan/IopddlFormat.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace shardwright::plan;

extern const bool kInputsAreText;
const bool kInputsAreText = true;

static bool isTrue(const Problem &problem, const Solution &solution) {
  return verify(problem, solution.choices).ok() && solution.cost == costOf(problem, solution.choices) &&
         solution.peakUsage == peakUsage(problem, solution.choices).usage &&
         solution.isWithinLimit == isWithinLimit(problem, solution.choices) &&
         (!solution.isWithinLimit || solution.lowerBound <= solution.cost);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  absl::StatusOr<Problem> parsed = parseIopddl(text, "input");
  if (!parsed.ok())
    return 0;
  std::string first = printIopddl(*parsed);
  absl::StatusOr<Problem> again = parseIopddl(first, "printed");
  if (!again.ok() || printIopddl(*again) != first) {
    llvm::errs() << first << "prints again as\n"
                 << (again.ok() ? printIopddl(*again) : again.status().ToString()) << "\n";
    std::abort();
  }
  constexpr size_t kSmall = 20;
  if (parsed->nodes.size() > kSmall)
    return 0;
  SolveOptions options;
  options.seconds = 0.1;
  options.threads = 1;
  absl::StatusOr<Solution> solution = solve(*parsed, options);
  if (solution.ok() && isTrue(*parsed, *solution))
    return 0;
  llvm::errs() << first << "is solved as\n" << (solution.ok() ? printAnswer(*solution) : solution.status().ToString());
  std::abort();
}
