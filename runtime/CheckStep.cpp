#include "runtime/CheckStep.h"

#include "runtime/Layout.h"
#include "shardwright/Runtime/Compare.h"
#include "shardwright/Runtime/Runtime.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace shardwright::runtime {

std::string failureOf(const Executable &executable, uint32_t step, const void *got, const void *want, double rtol,
                      double atol) {
  const Check &what = executable.checks[executable.steps[step].index];
  const int64_t n = numElements(what.shape);
  if (what.mode == Check::Mode::AlmostEqual)
    atol = std::max(atol, what.tolerance);
  Comparison result = compareElements(what.type, n, got, want, rtol, atol);
  // Whoever loosens a check of units in the last place by a tolerance is content with either.
  if (what.mode == Check::Mode::Close && (!result.ok() || (rtol == 0 && atol == 0)))
    result = compareUlps(what.type, n, got, want, what.minUlp, what.maxUlp);
  if (result.ok())
    return "";
  return absl::StrCat(describeStep(executable, step),
                      " failed: ", describeComparison(result, what.type, what.shape, got, want));
}

} // namespace shardwright::runtime
