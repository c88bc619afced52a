#include "shardwright/Topology/Topology.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright {
namespace {

/// 4.5e+11 with a prefix: 450 G.
std::string prefixed(double number) {
  static constexpr std::pair<double, const char *> kPrefixes[] = {
      {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  std::string text;
  llvm::raw_string_ostream out(text);
  for (auto [scale, prefix] : kPrefixes)
    if (number >= scale) {
      out << llvm::format("%.5g ", number / scale) << prefix;
      return text;
    }
  out << llvm::format("%.5g ", number);
  return text;
}

void print(llvm::raw_ostream &out, const Level &level) {
  out << "  level " << level.name << ": " << name(level.kind) << " of " << level.size;
  if (level.kind == LevelKind::Torus) {
    auto lengths = llvm::map_range(level.shape, [](int64_t length) { return std::to_string(length); });
    out << " = " << llvm::join(lengths, "x");
    for (size_t i = 0; i < level.shape.size(); ++i)
      out << (i ? ", " : "; ") << (level.wrap[i] ? "ring" : "line");
    out << (level.twisted ? ", twisted" : "");
  }
  bool links = level.kind == LevelKind::Torus || level.kind == LevelKind::PointToPoint;
  out << ", " << prefixed(level.bytesPerSecond) << (links ? "B/s a link" : "B/s a child") << " one way, "
      << llvm::format("%.3g us, %.3g%% reached", level.latencySeconds * 1e6, level.efficiency * 100);
  if (level.totalBytesPerSecond)
    out << ", " << prefixed(level.totalBytesPerSecond) << "B/s together";
  if (level.oversubscription > 1)
    out << llvm::format(", oversubscribed %.3g times", level.oversubscription);
  if (level.rails > 1)
    out << ", " << level.rails << " rails";
  if (level.inNetworkReductionFrom)
    out << ", reduces in the network from " << level.inNetworkReductionFrom;
  out << "\n";
}

void print(llvm::raw_ostream &out, const Device &device) {
  out << "  device " << device.name << ": " << device.summary << "\n    ";
  for (const auto &[type, rate] : device.flopsPerSecond)
    out << type << " " << prefixed(rate) << "FLOP/s" << (type == device.flopsPerSecond.back().first ? "" : ", ");
  for (const Memory &memory : device.memories)
    out << "\n    " << memory.name << " " << prefixed(memory.bytes) << "B at " << prefixed(memory.bytesPerSecond)
        << "B/s" << (memory.efficiency < 1 ? llvm::formatv(", {0:f0}% reached", memory.efficiency * 100).str() : "");
  const ProductUnits &products = device.products;
  out << llvm::format("\n    launch %.3g us", device.launchSeconds * 1e6);
  if (device.kernelSeconds)
    out << llvm::format(", of a kernel behind another %.3g us", *device.kernelSeconds * 1e6);
  if (products.m * products.n * products.k > 1)
    out << llvm::formatv("\n    products in tiles of {0}x{1}x{2} on {3} units, {4:f0}% reached", products.m, products.n,
                         products.k, products.count, products.efficiency * 100);
  if (device.f32Products[0].type != "f32") {
    out << "\n    products of f32:";
    static constexpr const char *kPrecisions[] = {" DEFAULT", ", HIGH", ", HIGHEST"};
    for (auto [mode, precision] : llvm::zip_equal(device.f32Products, kPrecisions))
      out << precision << " as " << mode.type << (mode.passes > 1 ? " x " + std::to_string(mode.passes) : "");
  }
  if (device.attention)
    out << "\n    attention is fused, at " << prefixed(device.attention->flopsPerSecond) << "FLOP/s";
  if (device.host)
    out << "\n    routines on the host at " << prefixed(device.host->flopsPerSecond) << "FLOP/s, by way of "
        << prefixed(device.host->bytesPerSecond) << "B/s"
        << llvm::format(", a call %.3g us", device.host->callSeconds * 1e6);
  if (device.sharedCores > 0)
    out << llvm::formatv("\n    all devices share {0:f2} cores", device.sharedCores);
  if (!device.measured.isEmpty())
    out << llvm::formatv("\n    measured: kernels, {0} functions, and {1} products", device.measured.functions.size(),
                         device.measured.products.size());
  out << (device.sendsBesideCompute ? "\n" : "\n    collectives and kernels wait for each other\n");
}

void print(llvm::raw_ostream &out, const Sources &sources, const char *indent) {
  for (const auto &[field, source] : sources)
    out << indent << field << ": " << source << "\n";
}

} // namespace

std::string str(const Topology &topology) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << topology.name << ": " << topology.summary << ", " << topology.numDevices() << " devices\n";
  for (const DeviceGroup &group : topology.groups) {
    if (topology.groups.size() > 1)
      out << "  " << group.count << " units of\n";
    print(out, group.device);
    for (const Level &level : group.levels)
      print(out, level);
  }
  if (!topology.levels.empty())
    out << "  joined by\n";
  for (const Level &level : topology.levels)
    print(out, level);
  out << "  sources\n";
  print(out, topology.sources, "    ");
  for (const DeviceGroup &group : topology.groups)
    print(out, group.device.sources, ("    " + group.device.name + " ").c_str());
  return text;
}

} // namespace shardwright
