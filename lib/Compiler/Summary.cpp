#include "lib/Compiler/Summarize.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdDialect.h"
#include "lib/Explain/JsonParts.h"
#include "passes/common/Bytes.h"
#include "passes/common/Executions.h"
#include "passes/common/OpCosts.h"
#include "passes/common/Places.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::compiler {

Summary summarize(mlir::ModuleOp module, const estimate::Memory &memory) {
  Summary summary;
  if (mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(module); mlir::succeeded(mesh)) {
    summary.devices = mesh->numDevices();
    for (const MeshAxis &axis : mesh->axes())
      summary.mesh.emplace_back(axis.name.str(), axis.size);
  }
  std::map<std::tuple<std::string, std::vector<std::string>, std::string>, CollectiveRow> rows;
  ExecutionCounts counts(module);
  module.walk([&](mlir::Operation *op) {
    Executions executed = counts.of(op);
    summary.flopsPerDevice += saturatingProduct(flops(op), executed.times);
    if (auto user = op->getAttrOfType<mlir::StringAttr>(spmd::kWholeForAttr))
      summary.fallbacks.push_back({user.str(), placeOf(op->getLoc()), bytesOf(op->getResult(0))});
    llvm::StringRef name = op->getName().getStringRef();
    auto axes = op->getAttrOfType<sharding::AxesAttr>("axes");
    if (!name.consume_front("spmd.") || name == "slice" || name == "axis_index" || !axes)
      return;
    std::vector<std::string> axisNames;
    for (const AxisRef &axis : axes.getValue())
      axisNames.push_back(axis.str());
    auto cause = op->getAttrOfType<mlir::StringAttr>("cause");
    std::string reason = cause ? cause.str() : "";
    CollectiveRow &row = rows[{name.str(), axisNames, reason}];
    row.op = name.str();
    row.axes = axisNames;
    row.cause = reason;
    row.count += 1;
    row.executed += executed.times;
    row.hasKnownTrips &= executed.isKnown;
    row.bytesPerDevice += saturatingProduct(bytesSent(op), executed.times);
    summary.bytesPerDevice += saturatingProduct(bytesSent(op), executed.times);
  });
  for (auto &[key, row] : rows)
    summary.collectives.push_back(row);
  summary.peakBytesPerDevice = memory.peak;
  summary.isPeakUpperBound = memory.isUpperBound;
  return summary;
}

std::string Summary::json() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream out(stream, 1);
  out.object([&] {
    out.attribute("devices", devices);
    explanation::writeMesh(out, mesh);
    out.attribute("bytes_per_device", bytesPerDevice);
    out.attributeArray("collectives", [&] {
      for (const CollectiveRow &row : collectives)
        out.object([&] {
          out.attribute("op", row.op);
          explanation::writeAxes(out, row.axes);
          out.attribute("count", row.count);
          out.attribute("executed", row.executed);
          out.attribute("bytes_per_device", row.bytesPerDevice);
          out.attribute("cause", row.cause);
          out.attribute("unknown_trips", !row.hasKnownTrips);
        });
    });
    out.attribute("flops_per_device", flopsPerDevice);
    out.attribute("peak_bytes_per_device", peakBytesPerDevice);
    out.attribute("peak_is_upper_bound", isPeakUpperBound);
    out.attributeArray("replicated_fallbacks", [&] {
      for (const ReplicatedFallback &fallback : fallbacks)
        out.object([&] {
          out.attribute("op", fallback.op);
          out.attribute("location", fallback.location);
          out.attribute("bytes", fallback.bytes);
        });
    });
    out.attributeObject("seconds", [&] {
      for (auto &[step, taken] : seconds)
        out.attribute(step, taken);
    });
  });
  return text + "\n";
}

std::string Summary::text() const {
  std::string axes;
  for (auto &[axis, size] : mesh)
    axes += (axes.empty() ? "" : ", ") + axis + "=" + std::to_string(size);
  std::string out = std::to_string(devices) + " devices, mesh " + (axes.empty() ? "none" : axes) + "\n";
  for (const CollectiveRow &row : collectives) {
    out += "  " + std::to_string(row.executed) + " x " + row.op + " over {" + llvm::join(row.axes, ", ") +
           "}: " + std::to_string(row.bytesPerDevice) + " bytes" + (row.cause.empty() ? "" : " (" + row.cause + ")") +
           (row.hasKnownTrips ? "" : ", counting one iteration of a loop of unknown trip count") + "\n";
  }
  if (collectives.empty())
    out += "  no collectives\n";
  for (const ReplicatedFallback &fallback : fallbacks)
    out += "  whole on every device: " + std::to_string(fallback.bytes) + " bytes for " + fallback.op +
           (fallback.location.empty() ? "" : " at " + fallback.location) + "\n";
  out += "bytes sent by each device: " + std::to_string(bytesPerDevice) + "\n";
  out += "flops of each device: " + std::to_string(flopsPerDevice) + "\n";
  return out + "peak bytes of each device: " + std::to_string(peakBytesPerDevice) +
         (isPeakUpperBound ? ", each value in memory of its own: the host cannot run this program" : "") + "\n";
}

} // namespace shardwright::compiler
