#include "passes/lower/LowerToHost.h"

#include "dialects/exec/ExecDialect.h"

#include "llvm/Support/raw_ostream.h"

using namespace shardwright::runtime;

namespace shardwright {

static const char *spaceName(SlotSpace space) {
  switch (space) {
  case SlotSpace::Arena:
    return "arena";
  case SlotSpace::Argument:
    return "argument";
  case SlotSpace::Result:
    return "result";
  case SlotSpace::Constant:
    return "constant";
  }
  return "?";
}

static std::string describe(const Executable &e, const AxisDigits &axes) {
  std::string text = "{";
  for (const AxisDigit &digit : axes) {
    text += (text.size() > 1 ? ", " : "") + e.meshAxes[digit.axis].name;
    if (digit.size != e.meshAxes[digit.axis].size)
      text += ":(" + std::to_string(digit.pre) + ")" + std::to_string(digit.size);
  }
  return text + "}";
}

/// What the step does, without its buffers.
static std::string describe(const Executable &e, const Step &step) {
  switch (step.kind) {
  case StepKind::Kernel:
    return "kernel " + e.kernels[step.index].symbol;
  case StepKind::Matmul: {
    const Matmul &m = e.matmuls[step.index];
    auto operand = [&](ElementType type, ElementType rounding) {
      return std::string(elementName(type)) + (m.mayBeTf32 ? " as tf32" : "") +
             (rounding == ElementType::F32 ? "" : std::string(" as ") + elementName(rounding));
    };
    return "matmul " + std::to_string(m.batch) + "x[" + std::to_string(m.m) + "x" + std::to_string(m.k) + " * " +
           std::to_string(m.k) + "x" + std::to_string(m.n) + "] " + operand(m.lhsType, m.lhsRounding) + "*" +
           operand(m.rhsType, m.rhsRounding) + "->" + elementName(m.outType);
  }
  case StepKind::Start:
  case StepKind::Collective: {
    const Collective &c = e.collectives[step.index];
    std::string several = step.numSlots > 2 ? std::to_string(step.numSlots / 2) + "x " : "";
    return (step.kind == StepKind::Start ? "start " : "") + several + std::string(collectiveName(c.kind)) + " over " +
           describe(e, c.axes);
  }
  case StepKind::Wait:
    return "wait for " + std::to_string(step.target);
  case StepKind::Library:
    return "library " + e.libraryCalls[step.index].name;
  case StepKind::AxisIndex:
    return "axis_index " + describe(e, e.axisIndices[step.index]);
  case StepKind::Copy:
    return "copy";
  case StepKind::Jump:
    return "jump " + std::to_string(step.target);
  case StepKind::JumpIfFalse:
    return "jump_if_false " + std::to_string(step.target);
  case StepKind::Switch: {
    std::string text = "switch";
    for (uint32_t target : e.switches[step.index])
      text += " " + std::to_string(target);
    return text;
  }
  case StepKind::Check:
    return "check";
  case StepKind::End:
    return "end";
  }
  return "?";
}

/// Where it lies, and its bytes: `arena+64:16`, `argument 2:16`, `result 1+32:16`, `constant 8:4`.
static std::string describe(const Slot &slot) {
  std::string text = spaceName(slot.space), offset = std::to_string(slot.offset);
  switch (slot.space) {
  case SlotSpace::Arena:
    text += "+" + offset;
    break;
  case SlotSpace::Constant:
    text += " " + offset;
    break;
  case SlotSpace::Argument:
  case SlotSpace::Result:
    text += " " + std::to_string(slot.block) + (slot.offset ? "+" + offset : "");
    break;
  }
  return text + ":" + std::to_string(slot.bytes);
}

std::string describeSchedule(const Executable &e) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "arena " << e.arenaBytes << " bytes, constants " << e.constants.size() << " bytes, kernels " << e.kernels.size()
     << "\n";
  for (size_t s = 0; s < e.steps.size(); ++s) {
    const Step &step = e.steps[s];
    os << s << ": " << describe(e, step);
    for (uint32_t i = 0; i < step.numSlots; ++i)
      os << (i ? ", " : " (") << describe(e.slots[e.stepSlots[step.firstSlot + i]]);
    os << (step.numSlots ? ")\n" : "\n");
  }
  os << "most is alive at step " << e.largest.step << ": " << e.largest.bytes << " bytes\n";
  for (const LiveSet::Buffer &buffer : e.largest.buffers) {
    const Step &since = e.steps[buffer.since];
    os << "  " << describe(e.slots[buffer.slot]) << " since " << buffer.since << ", " << describe(e, since);
    if (since.debug < e.debug.size() && !e.debug[since.debug].location.empty())
      os << " at " << e.debug[since.debug].location;
    os << "\n";
  }
  return text;
}

} // namespace shardwright
