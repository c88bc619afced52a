#include "dialects/interfaces/ShardingRuleOpInterface.h"

#include "dialects/interfaces/ShardingRuleOpInterface.cpp.inc"
