#ifndef TEST_UNIT_EVALUATE_PROGRAMS_H
#define TEST_UNIT_EVALUATE_PROGRAMS_H

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace shardwright {

/// All programs of the project, and the shared ones where they are there; each name once.
inline std::vector<std::string> programs() {
  std::map<std::string, std::string> files; // by name
  for (const char *folder : {PROGRAMS, SHARED_PROGRAMS}) {
    if (!std::filesystem::exists(folder))
      continue;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
      if (std::string file = entry.path().string() + "/program.mlir"; std::filesystem::exists(file))
        files.insert({entry.path().filename(), file});
  }
  std::vector<std::string> all;
  for (const auto &[name, file] : files)
    all.push_back(file);
  return all;
}

/// Attention of bf16, forward and gradients, whose kernels keep scores on the chip on some machines: split over batches
/// and heads, over rows, over columns, over all of these; with queries of several heads that share keys, and of another
/// sequence.
inline std::vector<std::string> attentionPrograms() {
  std::vector<std::string> all;
  for (const auto &entry : std::filesystem::directory_iterator(ATTENTION_PROGRAMS))
    all.push_back(entry.path().string());
  std::sort(all.begin(), all.end());
  return all;
}

/// The full-size programs that lie beside the repository. `unrolled`: those, too, whose layers are all written out.
inline std::vector<std::string> fullSizePrograms(bool unrolled) {
  std::vector<std::string> all;
  const std::filesystem::path folder = std::filesystem::path(SHARED_PROGRAMS) / "scale";
  if (!std::filesystem::exists(folder))
    return all;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (unrolled || entry.path().string().find("unrolled") == std::string::npos)
      all.push_back(entry.path().string());
  std::sort(all.begin(), all.end());
  return all;
}

} // namespace shardwright

#endif // TEST_UNIT_EVALUATE_PROGRAMS_H
