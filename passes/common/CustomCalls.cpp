#include "passes/common/CustomCalls.h"

using namespace mlir;

namespace shardwright {

Attribute configured(stablehlo::CustomCallOp call, StringRef name) {
  for (StringRef holder : {"mhlo.backend_config", "backend_config"})
    if (auto options = call->getAttrOfType<DictionaryAttr>(holder))
      return options.get(name);
  return Attribute();
}

bool movesBetweenMemories(stablehlo::CustomCallOp call) {
  const StringRef target = call.getCallTargetName();
  return (target == "annotate_device_placement" || target == "MoveToHost" || target == "MoveToDevice") &&
         call->getNumOperands() == 1 && call->getNumResults() == 1 &&
         call->getOperandTypes().front() == call->getResultTypes().front();
}

bool isHostCallback(Operation *op) {
  if (auto send = dyn_cast<stablehlo::SendOp>(op))
    return send.getIsHostTransfer();
  if (auto receive = dyn_cast<stablehlo::RecvOp>(op))
    return receive.getIsHostTransfer();
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call)
    return false;
  // xla_python_cpu_callback, xla_ffi_python_gpu_callback, xla_ffi_partitioned_python_cpu_callback, ...
  StringRef target = call.getCallTargetName();
  return target == kInspectSharding ||
         (target.starts_with("xla_") && target.contains("python_") && target.ends_with("_callback"));
}

std::string describeHostCallback(Operation *op) {
  if (auto call = dyn_cast<stablehlo::CustomCallOp>(op))
    return "custom call @" + call.getCallTargetName().str();
  return "'" + op->getName().getStringRef().str() + "'";
}

} // namespace shardwright
