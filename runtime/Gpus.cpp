#include "shardwright/Runtime/Gpus.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

#include <algorithm>

namespace shardwright::runtime {

absl::Status GpuOptions::set(const std::string &text) {
  const absl::Status bad = absl::InvalidArgumentError(
      absl::StrCat("GPUs are asked for as a number of them, at least 1, or as numbers, as 0,2; got '", text, "'"));
  std::vector<int64_t> numbers;
  for (absl::string_view part : absl::StrSplit(text, ','))
    if (!absl::SimpleAtoi(part, &numbers.emplace_back()) || numbers.back() < 0)
      return bad;
  if (numbers.size() == 1) {
    count = numbers.front();
    which.clear();
    return count < 1 ? bad : absl::OkStatus();
  }
  for (auto number = numbers.begin(); number != numbers.end(); ++number)
    if (std::find(numbers.begin(), number, *number) != number)
      return absl::InvalidArgumentError(absl::StrCat("GPU ", *number, " is asked for twice in '", text, "'"));
  count = 0;
  which = std::move(numbers);
  return absl::OkStatus();
}

} // namespace shardwright::runtime
