#include "runtime/distributed/Machine.h"

#include <fstream>
#include <unistd.h>

namespace shardwright::runtime {

std::string hostName() {
  char name[256] = "";
  gethostname(name, sizeof(name) - 1);
  return name;
}

std::string machineId() {
  std::string id;
  std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), id);
  if (id.empty())
    id = hostName();
  return id.empty() ? "unknown" : id;
}

} // namespace shardwright::runtime
