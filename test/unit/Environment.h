#ifndef TEST_UNIT_ENVIRONMENT_H
#define TEST_UNIT_ENVIRONMENT_H

#include <cstdint>
#include <cstdlib>

namespace shardwright {

/// What a variable of the environment asks of a test: how many cases, from which seed.
inline uint64_t numberFrom(const char *variable, uint64_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

} // namespace shardwright

#endif // TEST_UNIT_ENVIRONMENT_H
