#include "test/fuzz/Generator.h"

#include <algorithm>

namespace shardwright::fuzz {

void Generator::chooseMesh() {
  static const std::vector<std::vector<int64_t>> kMeshes = {{2},       {3},    {4},       {5},       {6},    {7},
                                                            {8},       {2, 2}, {2, 3},    {4, 2},    {2, 4}, {3, 2},
                                                            {2, 2, 2}, {1, 2}, {3, 1, 2}, {2, 1, 4}, {1}};
  std::vector<int64_t> sizes = random.pick(kMeshes);
  int64_t devices = count(sizes);
  for (size_t i = 0; i < sizes.size(); ++i)
    axes_.emplace_back(std::string(1, static_cast<char>('x' + i)), sizes[i]);
  if (!random.oneIn(4))
    return;
  for (int64_t device = 0; device < devices; ++device)
    deviceIds_.push_back(device);
  random.shuffle(deviceIds_);
  if (std::is_sorted(deviceIds_.begin(), deviceIds_.end()))
    deviceIds_.clear();
}

std::string Generator::meshText() {
  std::string text;
  for (const auto &[name, size] : axes_)
    text += (text.empty() ? "\"" : ", \"") + name + "\"=" + std::to_string(size);
  return "sdy.mesh @mesh = <[" + text + "]" + (deviceIds_.empty() ? "" : ", device_ids=[" + list(deviceIds_) + "]") +
         ">\n";
}

/// Every axis, some of them cut into two sub-axes, in random order.
std::vector<std::string> Generator::axisPieces() {
  std::vector<std::string> pieces;
  for (const auto &[name, size] : axes_) {
    int64_t cut = size == 4 ? 2 : size == 6 ? random.between(2, 3) : size == 8 ? 2 * random.between(1, 2) : 1;
    std::string axis = "\"" + name + "\"";
    if (cut == 1 || !random.oneIn(3)) {
      pieces.push_back(axis);
      continue;
    }
    pieces.push_back(axis + ":(1)" + std::to_string(cut));
    pieces.push_back(axis + ":(" + std::to_string(cut) + ")" + std::to_string(size / cut));
  }
  random.shuffle(pieces);
  return pieces;
}

/// Two sub-axes that follow on each other are written as one.
static void append(std::string &to, const std::string &axis) {
  size_t cut = axis.find(":(");
  size_t last = to.rfind(", ");
  std::string before = last == std::string::npos ? to : to.substr(last + 2);
  if (cut != std::string::npos && axis.compare(cut, 4, ":(1)") != 0 &&
      before.rfind(axis.substr(0, cut) + ":(1)", 0) == 0) {
    to = (last == std::string::npos ? "" : to.substr(0, last + 2)) + axis.substr(0, cut);
    return;
  }
  to += (to.empty() ? "" : ", ") + axis;
}

std::string Generator::sharding(const Shape &shape, bool mayBePartial) {
  std::vector<std::string> dims(shape.size());
  std::string replicated, partial;
  for (const std::string &axis : axisPieces()) {
    if (random.oneIn(4))
      continue;
    if (random.oneIn(12)) {
      replicated += (replicated.empty() ? "" : ", ") + axis;
    } else if (mayBePartial && random.oneIn(5)) {
      partial += (partial.empty() ? "" : ", ") + axis;
    } else if (!shape.empty()) {
      int64_t dim = random.below(static_cast<int64_t>(shape.size()));
      if (shape[dim] > 1 || random.oneIn(4))
        append(dims[dim], axis);
    }
  }
  // Sub-axes are listed in the order of their axis; two neighbours there would have to be one.
  if (replicated.find(":(") != std::string::npos)
    replicated.clear();
  if (partial.find(":(") != std::string::npos)
    partial.clear();
  bool open = random.oneIn(3), priorities = random.oneIn(8);
  std::string text;
  for (size_t d = 0; d < dims.size(); ++d) {
    bool isOpen = open && random.oneIn(2);
    text += (d ? ", {" : "{") + dims[d] + (isOpen ? dims[d].empty() ? "?" : ", ?" : "") + "}";
    if (priorities && (!dims[d].empty() || isOpen))
      text += "p" + std::to_string(random.below(3));
  }
  // Axes of both sets stand in the order of the mesh.
  auto inOrder = [&](const std::string &set) {
    std::string sorted;
    for (const auto &[name, size] : axes_)
      if (set.find("\"" + name + "\"") != std::string::npos)
        sorted += (sorted.empty() ? "\"" : ", \"") + name + "\"";
    return sorted;
  };
  return "<@mesh, [" + text + "]" + (replicated.empty() ? "" : ", replicated={" + inOrder(replicated) + "}") +
         (partial.empty() ? "" : ", unreduced={" + inOrder(partial) + "}") + ">";
}

/// Now and then what a value is defined as gets a sharding of its own.
void Generator::constrain(Value &value) {
  if (isManual_ || !random.oneIn(7))
    return;
  std::string name = fresh();
  line(name + " = sdy.sharding_constraint " + value.name + " " + sharding(value.shape, false) + " : " + type(value));
  value.name = name;
}

} // namespace shardwright::fuzz
