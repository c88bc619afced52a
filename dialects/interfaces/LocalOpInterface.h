#ifndef DIALECTS_INTERFACES_LOCALOPINTERFACE_H
#define DIALECTS_INTERFACES_LOCALOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"

namespace shardwright {
class LocalRewriter;
}

#include "dialects/interfaces/LocalOpInterface.h.inc"

#endif // DIALECTS_INTERFACES_LOCALOPINTERFACE_H
