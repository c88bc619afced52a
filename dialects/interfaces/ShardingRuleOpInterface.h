#ifndef DIALECTS_INTERFACES_SHARDINGRULEOPINTERFACE_H
#define DIALECTS_INTERFACES_SHARDINGRULEOPINTERFACE_H

#include "shardwright/Sharding/ShardingRule.h"

#include "mlir/IR/OpDefinition.h"

#include "dialects/interfaces/ShardingRuleOpInterface.h.inc"

#endif // DIALECTS_INTERFACES_SHARDINGRULEOPINTERFACE_H
