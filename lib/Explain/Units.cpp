#include "lib/Explain/Units.h"

#include "llvm/ADT/ArrayRef.h"

#include <cmath>
#include <cstdio>

namespace shardwright::explanation {
namespace {

struct Unit {
  double size;
  const char *name;
};

/// The first unit that leaves one or more.
std::string inUnits(double amount, llvm::ArrayRef<Unit> units) {
  const Unit *chosen = &units.back();
  for (const Unit &unit : units)
    if (std::abs(amount) >= unit.size * 0.9995) {
      chosen = &unit;
      break;
    }
  double number = amount / chosen->size, magnitude = std::abs(number);
  bool isWhole = number == std::floor(number) && magnitude < 1000 && chosen->size == 1;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f %s",
                isWhole || magnitude >= 100 ? 0
                : magnitude >= 10           ? 1
                                            : 2,
                number, chosen->name);
  return text;
}

} // namespace

std::string bytesText(double bytes) {
  static constexpr Unit kUnits[] = {
      {1099511627776., "TiB"}, {1073741824., "GiB"}, {1048576., "MiB"}, {1024., "KiB"}, {1., "bytes"}};
  return inUnits(std::round(bytes), kUnits);
}

std::string secondsText(double seconds) {
  static constexpr Unit kUnits[] = {{1., "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  return seconds == 0 ? "0 s" : inUnits(seconds, kUnits);
}

std::string flopsText(double flops) {
  static constexpr Unit kUnits[] = {{1e15, "PFLOP"}, {1e12, "TFLOP"}, {1e9, "GFLOP"},
                                    {1e6, "MFLOP"},  {1e3, "kFLOP"},  {1., "FLOP"}};
  return inUnits(std::round(flops), kUnits);
}

} // namespace shardwright::explanation
