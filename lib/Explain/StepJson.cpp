#include "lib/Explain/JsonParts.h"

namespace shardwright::explanation {
namespace {

void priced(JsonOut &out, const PricedOp &op) {
  out.object([&] {
    out.attribute("name", op.name);
    writePlace(out, "place", op.place);
    out.attribute("executed", op.executed);
    out.attribute("unknown_trips", op.unknownTrips);
    out.attribute("seconds", op.seconds);
    out.attribute("flops", op.flops);
    out.attribute("bytes", op.bytes);
    out.attribute("bytes_sent", op.bytesSent);
    out.attribute("bound", op.bound);
    writeText(out, "derivation", op.derivation);
    if (!op.units.empty()) {
      out.attribute("units", op.units);
      out.attribute("units_flops_per_s", op.unitsFlopsPerSecond);
    }
    if (op.isCollective)
      out.attribute("collective", true);
    if (op.isLoop)
      out.attribute("loop", true);
  });
}

void block(JsonOut &out, const TaskTrack &block) {
  out.object([&] {
    if (block.loop)
      out.attribute("loop", static_cast<int64_t>(*block.loop));
    out.attribute("seconds", block.seconds);
    out.attributeArray("tasks", [&] {
      for (const TaskTrack::Task &task : block.tasks)
        out.object([&] {
          out.attribute("op", static_cast<int64_t>(task.op));
          out.attribute("begin", task.begin);
          out.attribute("end", task.end);
          if (task.sends)
            out.attribute("sends", true);
          if (task.isCritical)
            out.attribute("critical", true);
        });
    });
  });
}

void memory(JsonOut &out, const Step &step) {
  out.attributeObject("memory", [&] {
    out.attribute("capacity", step.memoryBytes);
    out.attribute("peak", step.peakBytes);
    out.attribute("out_of_memory", static_cast<double>(step.peakBytes) > step.memoryBytes);
    out.attribute("peak_seconds", step.peakSeconds);
    out.attributeArray("points", [&] {
      for (auto &[seconds, bytes] : step.memory)
        out.array([&] {
          out.value(seconds);
          out.value(bytes);
        });
    });
    out.attributeArray("culprits", [&] {
      for (const Culprit &culprit : step.culprits)
        out.object([&] {
          writeValueName(out, culprit.value);
          out.attribute("bytes", culprit.bytes);
        });
    });
  });
}

} // namespace

void writeStep(JsonOut &out, const Step &step) {
  out.attributeObject("step", [&] {
    out.attribute("machine", step.machine);
    out.attribute("device", step.device);
    out.attribute("seconds", step.seconds);
    out.attribute("computing_seconds", step.computing);
    out.attribute("communication_seconds", step.communication);
    out.attribute("exposed_seconds", step.exposed);
    out.attribute("mfu", step.modelUtilization);
    out.attribute("hfu", step.hardwareUtilization);
    out.attribute("model_flops", step.modelFlops);
    out.attribute("recomputed_flops", step.recomputedFlops);
    out.attribute("hardware_flops", step.hardwareFlops);
    out.attribute("peak_type", step.peakType);
    out.attribute("peak_flops_per_s", step.peakFlopsPerSecond);
    out.attribute("type", step.type);
    out.attribute("flops_per_s", step.flopsPerSecond);
    out.attribute("bytes_per_s", step.bytesPerSecond);
    out.attributeArray("ops", [&] {
      for (const PricedOp &op : step.ops)
        priced(out, op);
    });
    out.attributeArray("blocks", [&] {
      for (const TaskTrack &each : step.blocks)
        block(out, each);
    });
    memory(out, step);
    out.attributeArray("suggestions", [&] {
      for (const Suggestion &suggestion : step.suggestions)
        out.object([&] {
          out.attribute("text", llvm::json::fixUTF8(suggestion.text));
          out.attribute("seconds", suggestion.seconds);
        });
    });
    out.attributeArray("notes", [&] {
      for (const std::string &note : step.notes)
        out.value(llvm::json::fixUTF8(note));
    });
  });
}

void writeGraph(JsonOut &out, const Graph &graph) {
  auto number = [&](llvm::StringRef name, const auto &value) {
    if (value)
      out.attribute(name, static_cast<int64_t>(*value));
  };
  auto numbers = [&](llvm::StringRef name, const auto &values) {
    if (values.empty())
      return;
    out.attributeArray(name, [&] {
      for (auto value : values)
        out.value(static_cast<int64_t>(value));
    });
  };
  out.attributeObject("graph", [&] {
    out.attributeArray("regions", [&] {
      for (const Region &region : graph.regions)
        out.object([&] {
          number("owner", region.owner);
          number("trips", region.trips);
        });
    });
    out.attributeArray("nodes", [&] {
      for (const Node &node : graph.nodes)
        out.object([&] {
          out.attribute("op", node.op);
          writePlace(out, "place", node.place);
          out.attribute("region", static_cast<int64_t>(node.region));
          number("value", node.value);
          number("collective", node.collective);
          number("priced", node.priced);
          numbers("inputs", node.inputs);
          numbers("arguments", node.arguments);
          numbers("returned", node.returned);
        });
    });
  });
}

} // namespace shardwright::explanation
