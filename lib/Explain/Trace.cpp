// The timeline as Perfetto and chrome://tracing read it: complete events in microseconds. A loop is one event; what one
// iteration does stands on tracks of its own, at its first iteration.
#include "lib/Explain/Render.h"

#include "llvm/Support/JSON.h"

namespace shardwright::explanation {
namespace {

using Out = llvm::json::OStream;

void metadata(Out &out, llvm::StringRef what, int64_t track, const std::string &name) {
  out.object([&] {
    out.attribute("ph", "M");
    out.attribute("pid", 0);
    out.attribute("tid", track);
    out.attribute("name", what);
    out.attributeObject("args", [&] { out.attribute("name", name); });
  });
}

void event(Out &out, const PricedOp &op, const TaskTrack::Task &task, double offset, int64_t track) {
  out.object([&] {
    out.attribute("ph", "X");
    out.attribute("pid", 0);
    out.attribute("tid", track);
    out.attribute("name", llvm::json::fixUTF8(op.name));
    out.attribute("ts", (offset + task.begin) * 1e6);
    out.attribute("dur", (task.end - task.begin) * 1e6);
    out.attributeObject("args", [&] {
      out.attribute("place", llvm::json::fixUTF8(op.place.text()));
      out.attribute("bound", op.bound);
      if (op.flops > 0)
        out.attribute("flops", op.flops);
      if (op.bytes > 0)
        out.attribute("bytes", op.bytes);
      if (op.bytesSent > 0)
        out.attribute("bytes_sent", op.bytesSent);
      if (op.isLoop)
        out.attribute("executed", op.executed);
      out.attribute("critical", task.isCritical);
    });
  });
}

class TraceWriter {
public:
  TraceWriter(Out &out, const Step &step) : out(out), step(step) {}

  /// A block on two tracks, loops inside it behind it on tracks of their own.
  void write(const TaskTrack &block, double offset, const std::string &name) {
    int64_t computes = track++, sends = track++;
    metadata(out, "thread_name", computes, name + "computes");
    metadata(out, "thread_name", sends, name + "sends");
    for (const TaskTrack::Task &task : block.tasks)
      event(out, step.ops[task.op], task, offset, task.sends ? sends : computes);
    for (const TaskTrack::Task &task : block.tasks)
      for (const TaskTrack &inner : step.blocks)
        if (inner.loop == task.op)
          write(inner, offset + task.begin, "first iteration of " + loopName(step.ops[task.op]) + ": ");
  }

  void writeMemory() {
    for (auto &[seconds, bytes] : step.memory)
      out.object([&, seconds = seconds, bytes = bytes] {
        out.attribute("ph", "C");
        out.attribute("pid", 0);
        out.attribute("name", "memory");
        out.attribute("ts", seconds * 1e6);
        out.attributeObject("args", [&] { out.attribute("bytes", bytes); });
      });
  }

private:
  static std::string loopName(const PricedOp &op) {
    return op.place.line ? op.name + " at line " + std::to_string(op.place.line) : op.name;
  }

  Out &out;
  const Step &step;
  int64_t track = 0;
};

} // namespace

void writeTrace(llvm::raw_ostream &stream, const Step &step) {
  Out out(stream, 0);
  out.object([&] {
    out.attribute("displayTimeUnit", "ns");
    out.attributeArray("traceEvents", [&] {
      metadata(out, "process_name", 0, "a device of " + step.machine);
      TraceWriter writer(out, step);
      writer.write(step.blocks.front(), 0, "");
      writer.writeMemory();
    });
  });
  stream << "\n";
}

} // namespace shardwright::explanation
