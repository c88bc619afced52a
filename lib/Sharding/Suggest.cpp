#include "shardwright/Sharding/Suggest.h"

#include "shardwright/Sharding/Mesh.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace shardwright {

std::vector<std::string> nearest(llvm::StringRef word, llvm::ArrayRef<std::string> known) {
  std::vector<std::pair<unsigned, std::string>> ranked;
  for (const std::string &candidate : known) {
    unsigned distance =
        llvm::StringRef(candidate).starts_with_insensitive(word) ? 0 : word.edit_distance_insensitive(candidate);
    if (distance <= std::max<size_t>(2, word.size() / 3) && distance < word.size())
      ranked.emplace_back(distance, candidate);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](auto &a, auto &b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto &[distance, name] : llvm::ArrayRef(ranked).take_front(3))
    names.push_back(name);
  return names;
}

std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> known) {
  std::vector<std::string> close = nearest(word, known);
  return close.empty() ? "" : "; did you mean " + llvm::join(close, ", ") + "?";
}

std::string axesInsteadOf(const Mesh &mesh, llvm::StringRef name) {
  if (mesh.numAxes() == 0)
    return "the mesh has no axes";
  std::vector<std::string> names;
  for (const MeshAxis &axis : mesh.axes())
    names.push_back(axis.name.str());
  return "the mesh has the axes " + mesh.axisNames() + didYouMean(name, names);
}

} // namespace shardwright
