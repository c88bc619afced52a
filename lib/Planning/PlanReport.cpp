#include "lib/Planning/PlanReport.h"

#include "dialects/sharding/ShardingOps.h"
#include "lib/Explain/JsonParts.h"
#include "lib/Explain/Units.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <map>
#include <tuple>

namespace shardwright::planning {

using explanation::bytesText;
using explanation::secondsText;

static std::vector<CollectiveSum> sumCollectives(const estimate::Estimate &estimate) {
  std::map<std::pair<std::string, std::vector<std::string>>, CollectiveSum> sums;
  for (const estimate::PricedOp &op : estimate.ops) {
    if (!op.isCollective)
      continue;
    std::vector<std::string> axes;
    if (auto list = op.op ? op.op->getAttrOfType<sharding::AxesAttr>("axes") : nullptr)
      for (const AxisRef &axis : list.getValue())
        axes.push_back(axis.str());
    CollectiveSum &sum = sums[{op.name, axes}];
    sum.op = op.name;
    sum.axes = axes;
    sum.executed += op.executed.times;
    sum.bytesPerDevice += op.bytesSent * op.executed.times;
    sum.seconds += op.totalSeconds();
  }
  std::vector<CollectiveSum> sorted;
  for (auto &[key, sum] : sums)
    sorted.push_back(std::move(sum));
  llvm::stable_sort(sorted, [](const auto &a, const auto &b) { return a.seconds > b.seconds; });
  return sorted;
}

StepFigures figuresOf(const Step &step) {
  constexpr size_t kHeld = 8;
  StepFigures figures{
      step.estimate.seconds(), std::nullopt, step.estimate.busy,           static_cast<double>(step.memory.peak),
      step.estimate.bytesSent, {},           sumCollectives(step.estimate)};
  for (const estimate::Memory::Live &live : llvm::ArrayRef(step.memory.largest).take_front(kHeld))
    figures.held.push_back({live.name, static_cast<double>(live.bytes)});
  return figures;
}

std::string reasonAgainst(const PlanReport &report, double seconds, const BusySeconds &busy, double peakBytes) {
  std::vector<std::string> reasons;
  constexpr double kSurely = 1.01;
  if ((report.memoryLimit && peakBytes > static_cast<double>(*report.memoryLimit)) ||
      (seconds < report.step.seconds && peakBytes > kSurely * report.step.peakBytes))
    reasons.push_back("holds " + bytesText(peakBytes));
  else if (seconds < report.step.seconds) // Not chosen all the same, where predictions were measured against.
    reasons.push_back("too near to tell");
  std::vector<std::pair<double, const char *>> parts = {
      {busy.computing - report.step.busy.computing, "computing"},
      {busy.exposed - report.step.busy.exposed, "exposed communication"},
  };
  llvm::stable_sort(parts, [](auto &a, auto &b) { return a.first > b.first; });
  for (auto [more, name] : parts)
    if (more > 0.001 * report.step.seconds)
      reasons.push_back("+" + secondsText(more) + " " + name);
  if (reasons.empty() && seconds >= report.step.seconds)
    reasons.push_back("as good");
  return llvm::join(reasons, ", ");
}

std::string reasonAgainst(const PlanReport &report, const Alternative &other) {
  const bool isTooLarge = report.memoryLimit && other.peakBytes > static_cast<double>(*report.memoryLimit);
  if (!other.measuredSeconds || !report.step.measuredSeconds || isTooLarge)
    return reasonAgainst(report, other.seconds, other.busy, other.peakBytes);
  return "took " + secondsText(*other.measuredSeconds) + ", predicted " + secondsText(other.seconds);
}

/// Of a plan that is not written.
static std::string reasonAgainst(const PlanReport &report, const MicrobatchPlan &plan) {
  std::string text = "holds " + bytesText(plan.peakBytes);
  if (report.memoryLimit && plan.peakBytes > static_cast<double>(*report.memoryLimit))
    text += ", too much";
  if (plan.stages > 1)
    text += llvm::formatv(", bubble {0:f1}%", 100 * plan.bubble);
  return text + (plan.isRough ? " (roughly)" : "") + "; needs several programs: not written";
}

namespace {

class JsonWriter {
public:
  JsonWriter(const PlanReport &report, llvm::raw_ostream &stream) : report(report), out(stream, 1) {}

  void write() {
    out.object([&] {
      out.attribute("topology", report.topology);
      writeMesh(report.mesh);
      out.attribute("name", report.name);
      writeRecomputed();
      out.attributeObject("step", [&] { writeStep(report.step, true); });
      writeBound();
      out.attributeArray("shardings", [&] {
        for (const auto &[place, sharding] : report.shardings)
          out.object([&] {
            out.attribute("value", place);
            out.attribute("sharding", sharding);
          });
      });
      out.attribute("constraints", static_cast<int64_t>(report.constraints));
      writeOthers();
      out.attributeArray("left_out", [&] {
        for (const std::string &what : report.leftOut)
          out.value(what);
      });
      out.attributeObject("seconds", [&] {
        out.attribute("search", report.searchSeconds);
        out.attribute("total", report.totalSeconds);
      });
    });
  }

private:
  void writeMesh(const Mesh &mesh) {
    out.attribute("devices", mesh.numDevices());
    std::vector<std::pair<std::string, int64_t>> axes;
    for (const MeshAxis &axis : mesh.axes())
      axes.push_back({axis.name.str(), axis.size});
    explanation::writeMesh(out, axes);
  }

  void writeRecomputed() {
    const RecomputedActivations amount = report.recomputed ? report.recomputed->amount : RecomputedActivations();
    out.attributeObject("recomputed", [&] {
      out.attribute("kept", report.recomputed ? llvm::json::Value(str(report.recomputed->kept)) : nullptr);
      out.attribute("ops", static_cast<int64_t>(amount.ops));
      out.attribute("product_flops", amount.productFlops);
    });
  }

  void writeBusy(const BusySeconds &busy) {
    out.attribute("computing", busy.computing);
    out.attribute("communication", busy.communication);
    out.attribute("exposed", busy.exposed);
  }

  void writeMeasured(const std::optional<double> &seconds) {
    out.attribute("measured_seconds", seconds ? llvm::json::Value(*seconds) : nullptr);
  }

  void writeStep(const StepFigures &step, bool withLimit) {
    out.attribute("seconds", step.seconds);
    writeMeasured(step.measuredSeconds);
    writeBusy(step.busy);
    out.attributeObject("memory", [&] {
      out.attribute("peak", static_cast<int64_t>(step.peakBytes));
      if (withLimit) {
        out.attribute("limit", report.memoryLimit ? llvm::json::Value(*report.memoryLimit) : nullptr);
        out.attribute("fits", report.fits());
      }
      out.attributeArray("largest", [&] {
        for (const auto &[name, bytes] : step.held)
          out.object([&] {
            out.attribute("name", name);
            out.attribute("bytes", static_cast<int64_t>(bytes));
          });
      });
    });
    out.attribute("bytes_per_device", step.bytesSent);
    out.attributeArray("collectives", [&] {
      for (const CollectiveSum &sum : step.collectives)
        out.object([&] {
          out.attribute("op", sum.op);
          explanation::writeAxes(out, sum.axes);
          out.attribute("executed", sum.executed);
          out.attribute("bytes_per_device", sum.bytesPerDevice);
          out.attribute("seconds", sum.seconds);
        });
    });
  }

  void writeBound() {
    out.attributeObject("bound", [&] {
      out.attribute("seconds", report.leastModelSeconds);
      out.attribute("lower_bound", report.boundSeconds);
      out.attribute("plan_seconds", report.modelSeconds > 0 ? llvm::json::Value(report.modelSeconds) : nullptr);
      out.attribute("gap", report.gap);
      out.attribute("layers_alike", report.isFolded);
      out.attribute("nodes", static_cast<int64_t>(report.nodes));
      out.attribute("edges", static_cast<int64_t>(report.edges));
      out.attribute("choices", static_cast<int64_t>(report.choices));
    });
  }

  void writeEarlier() {
    if (!report.earlier)
      return out.attribute("earlier", nullptr);
    const EarlierFigures &earlier = *report.earlier;
    out.attributeObject("earlier", [&] {
      writeMesh(earlier.mesh);
      out.attribute("kept", earlier.isKept);
      if (earlier.step)
        out.attributeObject("step", [&] { writeStep(*earlier.step, false); });
      else
        out.attribute("step", nullptr);
      out.attributeArray("changes", [&] {
        for (const ShardingChange &change : earlier.changes)
          out.object([&] {
            out.attribute("value", change.value);
            out.attribute("before", change.before);
            out.attribute("after", change.after);
          });
      });
    });
  }

  void writePipeline(const MicrobatchPlan &plan) {
    out.attribute("name", plan.name());
    out.attribute("stages", plan.stages);
    out.attribute("microbatches", plan.microbatches);
    out.attribute("chunks", plan.chunks);
    out.attribute("scatters_once", plan.scattersOnce);
    out.attribute("weights_whole", plan.weightsWhole);
    out.attribute("rough", plan.isRough);
    writeMesh(plan.mesh);
    out.attributeArray("layers", [&] {
      for (int64_t layers : plan.layers)
        out.value(layers);
    });
    out.attribute("seconds", plan.seconds);
    out.attribute("bubble", plan.bubble);
    out.attribute("peak_bytes", static_cast<int64_t>(plan.peakBytes));
    out.attribute("reason", reasonAgainst(report, plan));
    out.attributeArray("drawing", [&] {
      for (const std::string &stage : plan.drawing)
        out.value(stage);
    });
  }

  void writeOthers() {
    out.attribute("keeps_annotations", report.keepsAuthor);
    if (report.author)
      out.attributeObject("author", [&] {
        writeStep(*report.author, false);
        out.attribute("reason",
                      reasonAgainst(report, report.author->seconds, report.author->busy, report.author->peakBytes));
      });
    else
      out.attribute("author", nullptr);
    writeEarlier();
    out.attributeArray("alternatives", [&] {
      for (const Alternative &other : report.alternatives)
        out.object([&] {
          out.attribute("name", other.name);
          writeMesh(other.mesh);
          out.attribute("seconds", other.seconds);
          writeMeasured(other.measuredSeconds);
          writeBusy(other.busy);
          out.attribute("peak_bytes", static_cast<int64_t>(other.peakBytes));
          out.attribute("rough", other.isRough);
          out.attribute("reason", reasonAgainst(report, other));
        });
    });
    out.attributeArray("pipelines", [&] {
      for (const MicrobatchPlan &plan : report.pipelines)
        out.object([&] { writePipeline(plan); });
    });
    out.attributeArray("sensitivity", [&] {
      for (const auto &[change, seconds] : report.sensitivity)
        out.object([&] {
          out.attribute("change", change);
          out.attribute("seconds", seconds);
        });
    });
  }

  const PlanReport &report;
  llvm::json::OStream out;
};

std::string stepLine(double seconds, const BusySeconds &busy) {
  return secondsText(seconds) + " a step: computing " + secondsText(busy.computing) + ", communication " +
         secondsText(busy.communication) + ", of which " + secondsText(busy.exposed) + " exposed";
}

std::string percentMore(double seconds, double than) {
  return llvm::formatv("{0}{1:f1}%", seconds >= than ? "+" : "", 100 * (seconds / than - 1)).str();
}

/// Of the changes, how many are listed.
constexpr size_t kChanges = 6;

/// By what was measured where both were run.
std::string percentMore(double seconds, const std::optional<double> &measured, const StepFigures &than) {
  return measured && than.measuredSeconds ? percentMore(*measured, *than.measuredSeconds)
                                          : percentMore(seconds, than.seconds);
}

/// What a step took, behind a figure that was predicted.
std::string measuredText(const std::optional<double> &seconds) {
  return seconds ? ", measured " + secondsText(*seconds) : "";
}

std::string earlierLines(const PlanReport &report) {
  const EarlierFigures &earlier = *report.earlier;
  std::string text = "earlier    on " + earlier.mesh.str() + ": ";
  if (earlier.step)
    text += stepLine(earlier.step->seconds, earlier.step->busy) + measuredText(earlier.step->measuredSeconds) + "; " +
            percentMore(earlier.step->seconds, earlier.step->measuredSeconds, report.step) + ", " +
            bytesText(earlier.step->peakBytes) + (earlier.isKept ? ": kept" : "");
  else
    text += "not on this mesh";
  text += llvm::formatv("; {0} shardings changed\n", earlier.changes.size());
  for (const ShardingChange &change : llvm::ArrayRef(earlier.changes).take_front(kChanges))
    text += llvm::formatv("{0,22}  {1}, was {2}\n", change.value, change.after, change.before);
  return text;
}

std::string pipelineLines(const PlanReport &report) {
  std::string text;
  for (const MicrobatchPlan &plan : report.pipelines)
    text += llvm::formatv("{0,10} {1}, {2} on {3}: {4}\n", percentMore(plan.seconds, report.step.seconds), plan.name(),
                          plan.stages > 1 ? "each" : "all", plan.mesh.str(), reasonAgainst(report, plan));
  const auto drawn = llvm::find_if(report.pipelines, [](const MicrobatchPlan &plan) { return !plan.drawing.empty(); });
  if (drawn != report.pipelines.end())
    for (const std::string &stage : drawn->drawing)
      text += "           " + stage + "\n";
  return text;
}

std::string memoryLines(const PlanReport &report) {
  std::string text = bytesText(report.step.peakBytes) + " on each device at the peak";
  if (report.memoryLimit)
    text += std::string(report.fits() ? ", of " : ", MORE THAN ") + bytesText(static_cast<double>(*report.memoryLimit));
  text += "\n";
  for (const auto &[name, bytes] : report.step.held)
    text += llvm::formatv("{0,22}  {1}\n", bytesText(bytes), name);
  return text;
}

} // namespace

std::string json(const PlanReport &report) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  JsonWriter(report, stream).write();
  return text + "\n";
}

std::string text(const PlanReport &report) {
  std::string text = "mesh       " + report.mesh.str() + ": " + report.name + "\n";
  text += "step       " + stepLine(report.step.seconds, report.step.busy) + measuredText(report.step.measuredSeconds) +
          "\n";
  text += "memory     " + memoryLines(report);
  if (report.gap >= 0 && report.boundSeconds > 0)
    text += llvm::formatv("bound      {0} of {1} that the model adds up: gap {2:f2}%{3}{4}\n",
                          secondsText(report.boundSeconds), secondsText(report.leastModelSeconds), 100 * report.gap,
                          report.isFolded ? ", layers alike" : "",
                          report.modelSeconds > report.leastModelSeconds
                              ? "; " + secondsText(report.modelSeconds) + " of this plan, whose step is shorter"
                              : "");
  text += llvm::formatv("problem    {0} nodes, {1} edges, {2} choices\n", report.nodes, report.edges, report.choices);
  text += llvm::formatv("written    {0} shardings, {1} constraints\n", report.shardings.size(), report.constraints);
  for (const CollectiveSum &sum : report.step.collectives)
    text += llvm::formatv("{0,22}  {1} x {2} over {3}, {4} a device\n", secondsText(sum.seconds), sum.executed, sum.op,
                          llvm::join(sum.axes, ","), bytesText(static_cast<double>(sum.bytesPerDevice)));
  if (report.author)
    text += "author     " + stepLine(report.author->seconds, report.author->busy) +
            measuredText(report.author->measuredSeconds) + "; " +
            percentMore(report.author->seconds, report.author->measuredSeconds, report.step) + ", " +
            bytesText(report.author->peakBytes) + (report.keepsAuthor ? ": kept" : "") + "\n";
  if (report.earlier)
    text += earlierLines(report);
  for (const Alternative &other : report.alternatives)
    text +=
        llvm::formatv("{0,10} {1} on {2}: {3}{4}\n", percentMore(other.seconds, other.measuredSeconds, report.step),
                      other.name, other.mesh.str(), reasonAgainst(report, other), other.isRough ? " (roughly)" : "");
  text += pipelineLines(report);
  for (const auto &[change, seconds] : report.sensitivity)
    text += llvm::formatv("{0,10} with {1}\n", percentMore(seconds, report.step.seconds), change);
  if (!report.leftOut.empty())
    text += "left out   for lack of time: " + llvm::join(report.leftOut, ", ") + "\n";
  text += llvm::formatv("seconds    {0:f2}, of which {1:f2} searching\n", report.totalSeconds, report.searchSeconds);
  return text;
}

} // namespace shardwright::planning
