#include "shardwright/Reshard/Reshard.h"
#include "shardwright/Sharding/Text.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright {

static std::string axesText(const AxisList &axes) {
  return absl::StrCat(
      "{", absl::StrJoin(axes, ",", [](std::string *out, const AxisRef &axis) { out->append(axis.str()); }), "}");
}

/// `dim 1`, `dim 0 -> 1`, or the kind.
static std::string where(const ReshardStep &step) {
  switch (step.op) {
  case ReshardOp::Slice:
  case ReshardOp::AllGather:
    return absl::StrCat(" dim ", *step.dim);
  case ReshardOp::AllToAll:
    return absl::StrCat(" dim ", *step.concatDim, " -> ", *step.dim);
  case ReshardOp::ReduceScatter:
    return absl::StrCat(" dim ", *step.dim, " ", name(step.kind).str());
  case ReshardOp::AllReduce:
  case ReshardOp::MakePartial:
    return absl::StrCat(" ", name(step.kind).str());
  case ReshardOp::Permute:
    return "";
  }
  return "";
}

std::string str(const ReshardPlan &plan) {
  if (plan.steps.empty())
    return "nothing to do\n";
  std::string out;
  for (const ReshardStep &step : plan.steps)
    absl::StrAppend(&out, name(step.op).str(), " ", axesText(step.axes), where(step), ": ", str(step.after), ", ",
                    step.bytesPerDevice, " bytes\n");
  return out;
}

std::string json(const ReshardPlan &plan, bool priced) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream out(os, 2);
  auto seconds = [&](double value) { out.attribute("seconds", priced ? llvm::json::Value(value) : nullptr); };
  out.object([&] {
    out.attributeArray("steps", [&] {
      for (const ReshardStep &step : plan.steps)
        out.object([&] {
          out.attribute("op", name(step.op));
          out.attributeArray("axes", [&] {
            for (const AxisRef &axis : step.axes)
              out.value(axis.str());
          });
          out.attribute("sharding", str(step.after));
          out.attribute("bytes_per_device", step.bytesPerDevice);
          seconds(step.seconds);
        });
    });
    out.attribute("bytes_per_device", plan.bytesPerDevice);
    seconds(plan.seconds);
    out.attribute("peak_bytes", plan.peakBytes);
  });
  return text + "\n";
}

} // namespace shardwright
