#include "test/cuda-double/nccl/Faults.h"

#include "test/cuda-double/driver/Hooks.h"

#include <cstdlib>
#include <sstream>

namespace shardwright::cudadouble {

Faults &Faults::get() {
  static Faults *faults = new Faults;
  return *faults;
}

Faults::Faults() {
  if (const char *text = std::getenv("SHARDWRIGHT_DOUBLE_NCCL_VERSION"))
    itsVersion = std::atoi(text);
  const char *text = std::getenv("SHARDWRIGHT_DOUBLE_NCCL_FAULT");
  std::istringstream all(text ? text : "");
  for (std::string one; std::getline(all, one, ',');) {
    std::vector<std::string> parts;
    std::istringstream in(one);
    for (std::string part; std::getline(in, part, ':');)
      parts.push_back(part);
    const size_t wanted = parts.empty()          ? 0
                          : parts[0] == "async"  ? 4
                          : parts[0] == "absent" ? 3
                          : parts[0] == "call"   ? 5
                                                 : 0;
    if (wanted == 0 || parts.size() != wanted) {
      shardwrightDoubleReport("settings", "SHARDWRIGHT_DOUBLE_NCCL_FAULT: '" + one +
                                              "' is none of async:RANK:N:ERROR, absent:RANK:N and "
                                              "call:RANK:FUNCTION:N:ERROR");
      continue;
    }
    Fault fault;
    fault.what = parts[0];
    fault.rank = std::atoi(parts[1].c_str());
    if (fault.what == "call")
      fault.function = parts[2];
    fault.at = std::strtoull(parts[fault.what == "call" ? 3 : 2].c_str(), nullptr, 10);
    if (fault.what != "absent")
      fault.error = std::atoi(parts.back().c_str());
    faults.push_back(fault);
  }
}

int Faults::ofCall(const std::string &function, std::optional<int> known) {
  if (!first)
    first = known;
  const int rank = known ? *known : first.value_or(0);
  for (Fault &fault : faults)
    if (fault.what == "call" && fault.rank == rank && fault.function == function && ++fault.seen == fault.at)
      return fault.error;
  return 0;
}

Faults::Launch Faults::ofLaunch(int rank, int &error) {
  const uint64_t number = ++launches[rank];
  for (const Fault &fault : faults)
    if (fault.what != "call" && fault.rank == rank && fault.at == number) {
      error = fault.error;
      return fault.what == "async" ? Launch::Async : Launch::Absent;
    }
  return Launch::Good;
}

bool Faults::neverJoins(int number) const {
  for (const Fault &fault : faults)
    if (fault.what == "absent" && fault.rank == number && fault.at == 0)
      return true;
  return false;
}

} // namespace shardwright::cudadouble
