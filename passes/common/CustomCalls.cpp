#include "passes/common/CustomCalls.h"

using namespace mlir;

namespace shardwright {

Attribute configured(stablehlo::CustomCallOp call, StringRef name) {
  for (StringRef holder : {"mhlo.backend_config", "backend_config"})
    if (auto options = call->getAttrOfType<DictionaryAttr>(holder))
      return options.get(name);
  return Attribute();
}

} // namespace shardwright
