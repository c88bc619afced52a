#include "lib/Explain/Render.h"
#include "lib/Explain/Units.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <set>

namespace shardwright::explanation {
namespace {

constexpr size_t kRows = 20, kCulprits = 10;

std::string percent(double part) { return llvm::formatv("{0:f1}%", part * 100).str(); }

/// What decides how long kernels take, by its share of their time.
std::string boundsText(const Step &step) {
  std::map<std::string, double> seconds;
  double sum = 0;
  for (const PricedOp &op : step.ops)
    if (!op.isLoop) {
      seconds[op.bound] += op.secondsPerStep();
      sum += op.secondsPerStep();
    }
  std::vector<std::pair<double, std::string>> shares;
  for (auto &[bound, part] : seconds)
    if (part > 0)
      shares.emplace_back(-part, bound);
  llvm::sort(shares);
  std::string text;
  for (auto &[part, bound] : shares)
    text += (text.empty() ? "" : ", ") + bound + " " + percent(-part / sum);
  return text;
}

std::string rooflineText(const Step &step) {
  double flops = 0, bytes = 0;
  for (const PricedOp &op : step.ops)
    if (!op.isLoop && !op.isCollective) {
      flops += op.flops * static_cast<double>(op.executed.value_or(1));
      bytes += op.bytes * static_cast<double>(op.executed.value_or(1));
    }
  double ridge = step.flopsPerSecond / step.bytesPerSecond, intensity = bytes > 0 ? flops / bytes : 0;
  return llvm::formatv("roofline: {0:f2} FLOP a byte of memory, where {1} products on {2} need {3:f1} to be bound by "
                       "arithmetic\n",
                       intensity, step.type, step.machine, ridge)
      .str();
}

} // namespace

std::string stepText(const Step &step) {
  std::string text = "on " + step.machine + ": " + secondsText(step.seconds) + " a step; computing " +
                     secondsText(step.computing) + ", communication " + secondsText(step.communication) +
                     ", of which " + secondsText(step.exposed) + " exposed\n";
  text += "MFU " + percent(step.modelUtilization) + ", HFU " + percent(step.hardwareUtilization) + "; bound by " +
          boundsText(step) + "\n";
  return text + rooflineText(step);
}

std::string opsText(const Step &step) {
  std::vector<const PricedOp *> rows;
  for (const PricedOp &op : step.ops)
    if (!op.isLoop && op.secondsPerStep() > 0)
      rows.push_back(&op);
  llvm::stable_sort(rows, [](auto *a, auto *b) { return a->secondsPerStep() > b->secondsPerStep(); });
  std::string text = "\nkernels and collectives, the costliest first\n"
                     "     in all      once  times  bound    what\n";
  for (const PricedOp *op : llvm::ArrayRef(rows).take_front(kRows))
    text += llvm::formatv("{0,11}{1,10}{2,7}  {3,-8} {4}{5}\n", secondsText(op->secondsPerStep()),
                          secondsText(op->seconds), op->executed ? std::to_string(*op->executed) : "?", op->bound,
                          op->name, op->place.text().empty() ? "" : ", " + op->place.text());
  if (rows.size() > kRows)
    text += "  and " + std::to_string(rows.size() - kRows) + " more, as --json has them\n";
  return text;
}

std::string memoryText(const Step &step) {
  bool isOver = static_cast<double>(step.peakBytes) > step.memoryBytes;
  std::string text = "\nmemory: " + bytesText(static_cast<double>(step.peakBytes)) +
                     (isOver ? ", more than the " + bytesText(step.memoryBytes) + " there are,"
                             : " of " + bytesText(step.memoryBytes)) +
                     " at the peak, " + secondsText(step.peakSeconds) + " into the step; the largest there\n";
  for (const Culprit &culprit : llvm::ArrayRef(step.culprits).take_front(kCulprits))
    text += llvm::formatv("{0,12}  {1}{2}\n", bytesText(static_cast<double>(culprit.bytes)), culprit.value.text(),
                          culprit.value.place.text().empty()
                              ? ""
                              : (culprit.value.name.empty() ? "" : ", " + culprit.value.words) + ", " +
                                    culprit.value.place.text());
  if (step.culprits.size() > kCulprits)
    text += "  and " + std::to_string(step.culprits.size() - kCulprits) + " more\n";
  return text;
}

std::string pricesText(const Facts &facts) {
  std::set<std::string> seen;
  std::string text;
  for (const Collective &collective : facts.collectives) {
    if (collective.derivation.empty())
      continue;
    std::string head = collective.op + " over {" + llvm::join(collective.axes, ", ") + "}";
    if (!seen.insert(head).second)
      continue;
    text += "  " + head + ", where it sends " + bytesText(static_cast<double>(collective.bytesSent)) + "\n";
    for (llvm::StringRef line : llvm::split(llvm::StringRef(collective.derivation).rtrim(), '\n'))
      text += "    " + line.str() + "\n";
  }
  return text.empty() ? "" : "\nhow collectives are priced\n" + text;
}

} // namespace shardwright::explanation
