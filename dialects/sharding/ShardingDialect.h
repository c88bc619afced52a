#ifndef DIALECTS_SHARDING_SHARDINGDIALECT_H
#define DIALECTS_SHARDING_SHARDINGDIALECT_H

#include "mlir/IR/Dialect.h"

#include "dialects/sharding/ShardingDialect.h.inc"

#endif // DIALECTS_SHARDING_SHARDINGDIALECT_H
