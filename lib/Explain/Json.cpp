#include "lib/Explain/JsonParts.h"
#include "lib/Explain/Render.h"

namespace shardwright::explanation {

void writeText(JsonOut &out, llvm::StringRef name, const std::string &text) {
  if (!text.empty())
    out.attribute(name, llvm::json::fixUTF8(text));
}

void writePlace(JsonOut &out, llvm::StringRef name, const Place &place) {
  if (place.text().empty())
    return;
  out.attributeObject(name, [&] {
    if (place.line)
      out.attribute("line", place.line);
    writeText(out, "author", place.author);
    writeText(out, "path", place.path);
  });
}

void writeValueName(JsonOut &out, const ValueName &value) {
  writeText(out, "name", value.name);
  writeText(out, "words", value.words);
  writePlace(out, "place", value.place);
}

namespace {

void alternative(JsonOut &out, const Alternative &next, bool isPriced) {
  out.attributeObject("next_best", [&] {
    out.attribute("placement", next.placement);
    out.attribute("words", next.words);
    out.attribute("bytes", next.bytes);
    out.attribute("flops", next.flops);
    out.attribute("touched_bytes", next.touched);
    out.attribute("collectives", next.collectives);
    if (isPriced)
      out.attribute("seconds", next.seconds);
  });
}

void cause(JsonOut &out, const Collective &of, const Cause &cause) {
  out.object([&] {
    out.attribute("user", cause.user);
    writePlace(out, "place", cause.place);
    out.attributeObject("value", [&] { writeValueName(out, cause.value); });
    out.attribute("from", cause.from);
    out.attribute("to", cause.to);
    writeText(out, "placement", cause.placement);
    writeText(out, "words", cause.words);
    writeText(out, "asked", cause.asked);
    if (cause.next)
      alternative(out, *cause.next, of.seconds.has_value());
    out.attribute("text", llvm::json::fixUTF8(alternativeText(of, cause)));
  });
}

void collective(JsonOut &out, const Collective &collective) {
  out.object([&] {
    out.attribute("op", collective.op);
    writeText(out, "kind", collective.kind);
    writeAxes(out, collective.axes);
    out.attribute("members", collective.members);
    out.attribute("bytes_per_device", collective.bytesSent);
    out.attribute("executed", collective.executed);
    out.attribute("unknown_trips", collective.unknownTrips);
    if (collective.seconds)
      out.attribute("seconds", *collective.seconds);
    writeText(out, "derivation", collective.derivation);
    writePlace(out, "place", collective.place);
    if (collective.causes.empty())
      writeText(out, "text", ownText(collective));
    out.attributeArray("causes", [&] {
      for (const Cause &each : collective.causes)
        cause(out, collective, each);
    });
  });
}

void value(JsonOut &out, const Value &value) {
  out.object([&] {
    writeValueName(out, value.name);
    out.attribute("op", value.op);
    out.attribute("type", value.type);
    out.attribute("sharding", value.sharding);
    writeText(out, "computed", value.computed);
    out.attribute("bytes_per_device", value.localBytes);
    out.attributeArray("origins", [&] {
      for (const AxisOrigin &origin : value.origins)
        out.object([&] {
          out.attribute("dim", origin.dim);
          out.attribute("axis", origin.axis);
          out.attribute("written", origin.isWritten);
          out.attribute("through", origin.through);
          writePlace(out, "place", origin.place);
          if (origin.from)
            out.attribute("from", static_cast<int64_t>(*origin.from));
        });
    });
  });
}

} // namespace

void writeMesh(JsonOut &out, llvm::ArrayRef<std::pair<std::string, int64_t>> axes) {
  out.attributeArray("mesh", [&] {
    for (const auto &[axis, size] : axes)
      out.object([&] {
        out.attribute("axis", axis);
        out.attribute("size", size);
      });
  });
}

void writeAxes(JsonOut &out, llvm::ArrayRef<std::string> axes) {
  out.attributeArray("axes", [&] { llvm::for_each(axes, [&](const std::string &axis) { out.value(axis); }); });
}

void writeFacts(JsonOut &out, const Facts &facts) {
  out.object([&] {
    out.attribute("file", llvm::json::fixUTF8(facts.file));
    out.attribute("devices", facts.devices);
    writeMesh(out, facts.mesh);
    out.attribute("bytes_per_device", facts.bytesPerDevice);
    out.attribute("flops_per_device", facts.flopsPerDevice);
    out.attribute("peak_bytes_per_device", facts.peakBytes);
    out.attribute("peak_is_upper_bound", facts.isPeakUpperBound);
    out.attribute("has_shardings", facts.hasShardings);
    out.attributeArray("collectives", [&] {
      for (const Collective &each : facts.collectives)
        collective(out, each);
    });
    out.attributeArray("values", [&] {
      for (const Value &each : facts.values)
        value(out, each);
    });
    writeGraph(out, facts.graph);
    if (facts.step)
      writeStep(out, *facts.step);
  });
}

void writeJson(llvm::raw_ostream &stream, const Facts &facts, unsigned indent) {
  JsonOut out(stream, indent);
  writeFacts(out, facts);
  stream << "\n";
}

} // namespace shardwright::explanation
