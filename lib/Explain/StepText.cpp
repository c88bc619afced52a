#include "lib/Explain/Render.h"
#include "lib/Explain/Units.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <set>

namespace shardwright::explanation {
namespace {

constexpr size_t kRows = 20, kCulprits = 10, kSuggestions = 3;

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
      flops += op.flops * static_cast<double>(op.executed);
      bytes += op.bytes * static_cast<double>(op.executed);
    }
  double ridge = step.flopsPerSecond / step.bytesPerSecond, intensity = bytes > 0 ? flops / bytes : 0;
  return llvm::formatv("roofline: {0:f2} FLOP per byte of memory traffic; products in {1} on {2} need {3:f1} to be "
                       "bound by arithmetic\n",
                       intensity, step.type, step.machine, ridge)
      .str();
}

/// What the two utilisations are made of.
std::string utilizationText(const Facts &facts) {
  const Step &step = *facts.step;
  std::string text = llvm::formatv("MFU {0}, HFU {1} of {2:f1} TFLOP/s ({3}) on each device; model {4}",
                                   percent(step.modelUtilization), percent(step.hardwareUtilization),
                                   step.peakFlopsPerSecond / 1e12, step.peakType, flopsText(step.modelFlops))
                         .str();
  double replicated = step.hardwareFlops - step.modelFlops - step.recomputedFlops;
  if (step.recomputedFlops > 0)
    text += ", recomputed " + flopsText(step.recomputedFlops);
  if (replicated > 0.005 * step.hardwareFlops)
    text += ", done by several devices " + flopsText(replicated);
  return text + " a step on all devices\n";
}

} // namespace

std::string stepText(const Facts &facts) {
  const Step &step = *facts.step;
  std::string text = "on " + step.machine + ": " + secondsText(step.seconds) + " a step; computing " +
                     secondsText(step.computing) + ", communication " + secondsText(step.communication) +
                     ", of which " + secondsText(step.exposed) + " exposed\n";
  text += utilizationText(facts) + "time of kernels and collectives by what bounds it: " + boundsText(step) + "\n" +
          rooflineText(step);
  if (step.suggestions.empty())
    return text;
  text += "\nwhat to change first, and the most that it could save of a step\n";
  for (const Suggestion &suggestion : llvm::ArrayRef(step.suggestions).take_front(kSuggestions))
    text += llvm::formatv("{0,11}  {1}\n", secondsText(suggestion.seconds), suggestion.text);
  return text;
}

std::string opsText(const Step &step) {
  std::vector<const PricedOp *> rows;
  for (const PricedOp &op : step.ops)
    if (!op.isLoop && op.secondsPerStep() > 0)
      rows.push_back(&op);
  llvm::stable_sort(rows, [](auto *a, auto *b) { return a->secondsPerStep() > b->secondsPerStep(); });
  std::string text = "\nkernels and collectives of a device, the costliest first\n"
                     "     a step      once  times  bound    what\n";
  for (const PricedOp *op : llvm::ArrayRef(rows).take_front(kRows))
    text += llvm::formatv("{0,11}{1,10}{2,7}  {3,-8} {4}{5}\n", secondsText(op->secondsPerStep()),
                          secondsText(op->seconds), std::to_string(op->executed) + (op->unknownTrips ? "?" : ""),
                          op->bound, op->name + (op->units.empty() ? "" : " in " + op->units),
                          op->place.text().empty() ? "" : ", " + op->place.text());
  double rest = 0;
  for (const PricedOp *op : llvm::ArrayRef(rows).drop_front(std::min(kRows, rows.size())))
    rest += op->secondsPerStep();
  if (rows.size() > kRows)
    text += llvm::formatv("{0,11}  {1} more, as --json has them\n", secondsText(rest), rows.size() - kRows);
  if (llvm::any_of(rows, [](auto *op) { return op->unknownTrips; }))
    text += "  ? one iteration is counted of a loop whose trip count is not known\n";
  return text;
}

std::string memoryText(const Step &step) {
  bool isOver = static_cast<double>(step.peakBytes) > step.memoryBytes;
  std::string text = "\nmemory: " + bytesText(static_cast<double>(step.peakBytes)) +
                     (isOver ? ", more than the " + bytesText(step.memoryBytes) + " there are,"
                             : " of " + bytesText(step.memoryBytes)) +
                     " at the peak, " + secondsText(step.peakSeconds) + " into the step; the largest there\n";
  double rest = 0;
  for (auto [number, culprit] : llvm::enumerate(step.culprits)) {
    if (number >= kCulprits) {
      rest += static_cast<double>(culprit.bytes);
      continue;
    }
    text += llvm::formatv("{0,12}  {1}{2}\n", bytesText(static_cast<double>(culprit.bytes)), culprit.value.text(),
                          culprit.value.place.text().empty()
                              ? ""
                              : (culprit.value.name.empty() ? "" : ", " + culprit.value.words) + ", " +
                                    culprit.value.place.text());
  }
  if (step.culprits.size() > kCulprits)
    text += llvm::formatv("{0,12}  {1} more\n", bytesText(rest), step.culprits.size() - kCulprits);
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
