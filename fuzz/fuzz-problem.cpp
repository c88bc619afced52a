// Sharding problems as text: whatever is read is refused or prints as what parses to the same.
#include "shardwright/Placement/ProblemText.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace shardwright;

extern const bool kInputsAreText;
const bool kInputsAreText = true;

static std::string print(const ProblemText &text) {
  return printProblem(text.mesh, text.problem, text.plan ? &*text.plan : nullptr);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  absl::StatusOr<ProblemText> parsed = parseProblem(llvm::StringRef(reinterpret_cast<const char *>(data), size));
  if (!parsed.ok())
    return 0;
  std::string first = print(*parsed);
  absl::StatusOr<ProblemText> again = parseProblem(first);
  if (again.ok() && print(*again) == first)
    return 0;
  llvm::errs() << first << "prints again as\n" << (again.ok() ? print(*again) : again.status().ToString()) << "\n";
  std::abort();
}
