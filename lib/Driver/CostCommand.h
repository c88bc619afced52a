#ifndef LIB_DRIVER_COSTCOMMAND_H
#define LIB_DRIVER_COSTCOMMAND_H

#include "lib/Driver/Command.h"

namespace shardwright::driver {

/// The commands of `shardwright cost`; their names begin with `cost `.
Command costCollectiveCommand();
Command costEvalCommand();
Command costListCommand();
Command costMatmulCommand();
Command costStepCommand();
Command costTrainingCommand();
/// `cost QUANTITY name=value ...`, for every word that names no other command.
Command costQuantityCommand();

} // namespace shardwright::driver

#endif // LIB_DRIVER_COSTCOMMAND_H
