// Manual regions: what every device computes of its own block, with collectives between devices.
#include "test/fuzz/OpFamilies.h"

namespace shardwright::fuzz {
namespace {

using Axes = std::vector<std::pair<std::string, int64_t>>;

/// A sharding that splits dimension i over the axes of dims[i].
std::string splitBy(const std::vector<Axes> &dims) {
  std::string text;
  for (const Axes &axes : dims) {
    std::string names;
    for (const auto &[name, size] : axes)
      names += (names.empty() ? "\"" : ", \"") + name + "\"";
    text += (text.empty() ? "{" : ", {") + names + "}";
  }
  return "<@mesh, [" + text + "]>";
}

/// The devices that differ along one axis only, by their positions in the mesh.
std::vector<std::vector<int64_t>> groupsAlong(const Axes &mesh, size_t axis) {
  int64_t minor = 1, devices = 1;
  for (size_t i = 0; i < mesh.size(); ++i) {
    devices *= mesh[i].second;
    minor *= i > axis ? mesh[i].second : 1;
  }
  std::vector<std::vector<int64_t>> groups;
  for (int64_t device = 0; device < devices; ++device) {
    if (device / minor % mesh[axis].second != 0)
      continue;
    groups.emplace_back();
    for (int64_t k = 0; k < mesh[axis].second; ++k)
      groups.back().push_back(device + k * minor);
  }
  return groups;
}

std::string groupsText(const std::vector<std::vector<int64_t>> &groups) {
  std::string text;
  for (const auto &group : groups)
    text += (text.empty() ? "[" : ", [") + list(group) + "]";
  return "dense<[" + text + "]> : tensor<" + std::to_string(groups.size()) + "x" + std::to_string(groups[0].size()) +
         "xi64>";
}

constexpr const char *kChannel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

/// One collective over one of the manual axes.
Value addCollective(Generator &g, const Value &v, const std::vector<size_t> &manual) {
  size_t axis = g.random.pick(manual);
  int64_t size = g.axes()[axis].second;
  auto groups = groupsAlong(g.axes(), axis);
  std::string replicaGroups = "replica_groups = " + groupsText(groups);
  bool sums = !v.element.isBool();
  switch (g.random.below(3)) {
  case 0: {
    if (!sums)
      break;
    std::string a = g.fresh(), b = g.fresh(), c = g.fresh(), t = type({}, v.element);
    double n = static_cast<double>(size);
    Range range = v.element.isInteger() ? Range{v.element.largest(), 0, 0} : stored(v.element, scaled(v.range, n), n);
    return g.define(v.shape, v.element, range,
                    "\"stablehlo.all_reduce\"(" + v.name + ") <{" + kChannel + ", " + replicaGroups +
                        ", use_global_device_ids}> ({\n  ^bb0(" + a + ": " + t + ", " + b + ": " + t + "):\n    " + c +
                        " = stablehlo.add " + a + ", " + b + " : " + t + "\n    stablehlo.return " + c + " : " + t +
                        "\n  }) : (" + type(v) + ") -> " + type(v));
  }
  case 1: {
    Shape to = v.shape;
    to[0] *= size;
    if (!Generator::small(to))
      break;
    return g.define(to, v.element, v.range,
                    "\"stablehlo.all_gather\"(" + v.name + ") <{all_gather_dim = 0 : i64, " + kChannel + ", " +
                        replicaGroups + ", use_global_device_ids}> : (" + type(v) + ") -> " + type(to, v.element));
  }
  default: {
    std::string pairs;
    int64_t count = 0;
    for (const auto &group : groups)
      for (size_t i = 0; i < group.size(); ++i, ++count)
        pairs += (pairs.empty() ? "[" : ", [") + list({group[i], group[(i + 1) % group.size()]}) + "]";
    return g.define(v.shape, v.element, v.range,
                    "\"stablehlo.collective_permute\"(" + v.name + ") <{" + kChannel +
                        ", source_target_pairs = dense<[" + pairs + "]> : tensor<" + std::to_string(count) +
                        "x2xi64>}> : (" + type(v) + ") -> " + type(v));
  }
  }
  return v;
}

bool addManualRegion(Generator &g) {
  if (g.depth() > 0 || !g.options().manualRegions)
    return false;
  std::optional<Value> v = g.find([](const Value &v) { return !v.shape.empty() && count(v.shape) > 0; });
  if (!v)
    return false;
  // Axes go to dimensions that they divide.
  std::vector<Axes> in(v->shape.size());
  Shape local = v->shape;
  std::vector<size_t> manual;
  for (size_t axis = 0; axis < g.axes().size(); ++axis) {
    int64_t size = g.axes()[axis].second;
    size_t dim = g.random.below(static_cast<int64_t>(local.size()));
    if (size == 1 || local[dim] % size != 0 || (!manual.empty() && g.random.oneIn(3)))
      continue;
    in[dim].push_back(g.axes()[axis]);
    local[dim] /= size;
    manual.push_back(axis);
  }
  if (manual.empty())
    return false;
  std::string name = g.fresh(), axesText;
  for (size_t axis : manual)
    axesText += (axesText.empty() ? "\"" : ", \"") + g.axes()[axis].first + "\"";
  Value argument{g.fresh(), local, v->element, v->range}, result;
  std::string outSharding;
  std::string body = g.apart({argument}, [&] {
    g.body(static_cast<int>(g.random.between(1, 4)));
    Value last = *g.find([](const Value &) { return true; });
    if (last.shape.empty() || count(last.shape) == 0)
      last = argument;
    if (g.hasPlainDeviceOrder() && g.random.oneIn(2))
      last = addCollective(g, last, manual);
    // Every manual axis is in the result's sharding: nothing is claimed to be the same on all devices.
    std::vector<Axes> out(last.shape.size());
    result = last;
    for (size_t axis : manual) {
      size_t dim = g.random.below(static_cast<int64_t>(out.size()));
      out[dim].push_back(g.axes()[axis]);
      result.shape[dim] *= g.axes()[axis].second;
    }
    outSharding = splitBy(out);
    g.line("sdy.return " + last.name + " : " + type(last));
  });
  g.line(name + ":1 = sdy.manual_computation(" + v->name + ") in_shardings=[" + splitBy(in) + "] out_shardings=[" +
         outSharding + "] manual_axes={" + axesText + "} (" + argument.name + ": " + type(argument) + ") {");
  g.write(body);
  g.line("} : (" + type(*v) + ") -> " + type(result));
  result.name = name + "#0";
  g.adopt({result});
  return true;
}

} // namespace

std::vector<WeightedFamily> manualFamilies() { return {{2, addManualRegion}}; }

} // namespace shardwright::fuzz
