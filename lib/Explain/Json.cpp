#include "lib/Explain/Render.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::explain {
namespace {

using Out = llvm::json::OStream;

/// Only what is known; text of the program that is not UTF-8 is repaired.
void text(Out &out, llvm::StringRef name, const std::string &value) {
  if (!value.empty())
    out.attribute(name, llvm::json::fixUTF8(value));
}

void place(Out &out, llvm::StringRef name, const Place &place) {
  if (place.text().empty())
    return;
  out.attributeObject(name, [&] {
    if (place.line)
      out.attribute("line", place.line);
    text(out, "author", place.author);
    text(out, "path", place.path);
  });
}

void valueName(Out &out, const ValueName &value) {
  text(out, "name", value.name);
  text(out, "words", value.words);
  place(out, "place", value.place);
}

void alternative(Out &out, const Alternative &next) {
  out.attributeObject("next_best", [&] {
    out.attribute("placement", next.placement);
    out.attribute("bytes", next.bytes);
    out.attribute("flops", next.flops);
    out.attribute("touched_bytes", next.touched);
    out.attribute("collectives", next.collectives);
    if (next.seconds)
      out.attribute("seconds", *next.seconds);
  });
}

void cause(Out &out, const Collective &of, const Cause &cause) {
  out.object([&] {
    out.attribute("user", cause.user);
    place(out, "place", cause.place);
    out.attributeObject("value", [&] { valueName(out, cause.value); });
    out.attribute("from", cause.from);
    out.attribute("to", cause.to);
    text(out, "placement", cause.placement);
    text(out, "asked", cause.asked);
    if (cause.next)
      alternative(out, *cause.next);
    out.attribute("text", llvm::json::fixUTF8(alternativeText(of, cause)));
  });
}

void collective(Out &out, const Collective &collective) {
  out.object([&] {
    out.attribute("op", collective.op);
    text(out, "kind", collective.kind);
    out.attributeArray("axes", [&] {
      for (const std::string &axis : collective.axes)
        out.value(axis);
    });
    out.attribute("members", collective.members);
    out.attribute("bytes_per_device", collective.bytesSent);
    out.attribute("executed",
                  collective.executed ? llvm::json::Value(*collective.executed) : llvm::json::Value(nullptr));
    if (collective.seconds)
      out.attribute("seconds", *collective.seconds);
    text(out, "derivation", collective.derivation);
    place(out, "place", collective.place);
    out.attributeArray("causes", [&] {
      for (const Cause &each : collective.causes)
        cause(out, collective, each);
    });
  });
}

void value(Out &out, const Value &value) {
  out.object([&] {
    valueName(out, value.name);
    out.attribute("op", value.op);
    out.attribute("type", value.type);
    out.attribute("sharding", value.sharding);
    text(out, "computed", value.computed);
    out.attribute("bytes_per_device", value.localBytes);
    out.attributeArray("origins", [&] {
      for (const AxisOrigin &origin : value.origins)
        out.object([&] {
          out.attribute("dim", origin.dim);
          out.attribute("axis", origin.axis);
          out.attribute("written", origin.isWritten);
          out.attribute("through", origin.through);
          place(out, "place", origin.place);
          if (origin.from)
            out.attribute("from", static_cast<int64_t>(*origin.from));
        });
    });
  });
}

} // namespace

void writeJson(llvm::raw_ostream &stream, const Facts &facts, unsigned indent) {
  Out out(stream, indent);
  out.object([&] {
    out.attribute("file", llvm::json::fixUTF8(facts.file));
    out.attribute("devices", facts.devices);
    out.attributeArray("mesh", [&] {
      for (auto &[axis, size] : facts.mesh)
        out.object([&] {
          out.attribute("axis", axis);
          out.attribute("size", size);
        });
    });
    out.attribute("bytes_per_device", facts.bytesPerDevice);
    out.attribute("flops_per_device", facts.flopsPerDevice);
    out.attribute("peak_bytes_per_device", facts.peakBytes);
    out.attributeArray("collectives", [&] {
      for (const Collective &each : facts.collectives)
        collective(out, each);
    });
    out.attributeArray("values", [&] {
      for (const Value &each : facts.values)
        value(out, each);
    });
  });
  stream << "\n";
}

} // namespace shardwright::explain
