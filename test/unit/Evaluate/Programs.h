#ifndef TEST_UNIT_EVALUATE_PROGRAMS_H
#define TEST_UNIT_EVALUATE_PROGRAMS_H

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace shardwright {

/// All programs of the project, and the shared ones where they are there.
inline std::vector<std::string> programs() {
  std::vector<std::string> files;
  for (const char *folder : {PROGRAMS, SHARED_PROGRAMS}) {
    if (!std::filesystem::exists(folder))
      continue;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
      if (std::string file = entry.path().string() + "/program.mlir"; std::filesystem::exists(file))
        files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace shardwright

#endif // TEST_UNIT_EVALUATE_PROGRAMS_H
