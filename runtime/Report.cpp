#include "shardwright/Runtime/RunCommand.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <cmath>

namespace shardwright::runtime {
namespace {

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      absl::StrAppendFormat(&out, "\\u%04x", c);
    else
      out += c;
  }
  return out + "\"";
}

/// JSON has no infinity: what is not finite is written as the largest number there is.
std::string number(double value) {
  if (std::isnan(value))
    return "null";
  return std::isinf(value) ? absl::StrCat(value > 0 ? "" : "-", "1.7976931348623157e308")
                           : absl::StrFormat("%.9g", value);
}

} // namespace

std::string reportJson(const Executable &executable, const RunStats &stats, const CompileSeconds &compileSeconds,
                       std::optional<double> maxError) {
  std::string mesh, phases;
  for (const MeshAxisInfo &axis : executable.meshAxes)
    absl::StrAppend(&mesh, mesh.empty() ? "" : ",", "{\"axis\":", quoted(axis.name), ",\"size\":", axis.size, "}");
  for (auto &[phase, seconds] : compileSeconds)
    absl::StrAppend(&phases, phases.empty() ? "" : ",", quoted(phase), ":", number(seconds));
  std::vector<double> times = stats.stepMs;
  std::sort(times.begin(), times.end());
  size_t middle = times.size() / 2;
  double median = times.empty() ? 0 : times.size() % 2 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  return absl::StrCat("{\"devices\":", executable.numDevices(), ",\"mesh\":[", mesh, "],\"compile_seconds\":{", phases,
                      "},\"step_ms\":{\"median\":", number(median), ",\"min\":", number(times.empty() ? 0 : times[0]),
                      ",\"runs\":", times.size(), "},\"bytes_per_device\":", stats.bytesSentPerDevice,
                      ",\"peak_bytes_per_device\":", stats.peakBytesPerDevice,
                      ",\"live_bytes_per_device\":", stats.liveBytesPerDevice,
                      ",\"max_error\":", maxError ? number(*maxError) : "null", "}\n");
}

std::string traceJson(const Executable &executable, const RunStats &stats) {
  std::string out = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
  const char *separator = "\n";
  for (size_t device = 0; device != stats.trace.size(); ++device) {
    absl::StrAppend(&out, separator, "{\"ph\":\"M\",\"pid\":0,\"tid\":", device,
                    ",\"name\":\"thread_name\",\"args\":{\"name\":\"device ", device, "\"}}");
    separator = ",\n";
    for (const TraceEvent &event : stats.trace[device]) {
      const Step &step = executable.steps[event.step];
      static const DebugInfo kNone;
      const DebugInfo &info = step.debug < executable.debug.size() ? executable.debug[step.debug] : kNone;
      uint64_t bytes = 0;
      for (uint32_t i = 0; i != step.numSlots; ++i)
        bytes += executable.slots[executable.stepSlots[step.firstSlot + i]].bytes;
      absl::StrAppendFormat(&out, ",\n{\"ph\":\"X\",\"pid\":0,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,\"name\":", device,
                            static_cast<double>(event.begin) / 1e3, static_cast<double>(event.end - event.begin) / 1e3);
      absl::StrAppend(&out, quoted(info.op.empty() ? "step" : info.op), ",\"args\":{\"step\":", event.step,
                      ",\"bytes\":", bytes, ",\"location\":", quoted(info.location), ",\"cause\":", quoted(info.cause),
                      "}}");
    }
  }
  return out + "\n]}\n";
}

} // namespace shardwright::runtime
