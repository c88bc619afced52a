#ifndef TEST_FUZZ_SHRINK_H
#define TEST_FUZZ_SHRINK_H

#include <functional>
#include <string>

namespace shardwright::fuzz {

/// A smaller program of which `stillFails` is true: results, operations, shardings and arguments are taken away one by
/// one as long as something can go. `stillFails` is asked about texts; the first text is one of which it is true.
std::string shrink(const std::string &text, const std::function<bool(const std::string &)> &stillFails);

} // namespace shardwright::fuzz

#endif // TEST_FUZZ_SHRINK_H
