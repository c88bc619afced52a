#ifndef RUNTIME_WHOLEARRAYS_H
#define RUNTIME_WHOLEARRAYS_H

#include "shardwright/Runtime/Array.h"

#include "absl/status/statusor.h"

#include <memory>
#include <utility>
#include <vector>

namespace shardwright::runtime {

/// What can be read, in memory: whole() of each. The first error ends it.
template <typename Readable>
absl::StatusOr<std::vector<Array>> wholeOfEach(const std::vector<std::shared_ptr<const Readable>> &all) {
  std::vector<Array> arrays;
  for (const std::shared_ptr<const Readable> &one : all) {
    absl::StatusOr<Array> array = one->whole();
    if (!array.ok())
      return array.status();
    arrays.push_back(*std::move(array));
  }
  return arrays;
}

} // namespace shardwright::runtime

#endif // RUNTIME_WHOLEARRAYS_H
