#include "lib/Driver/CostCommand.h"

namespace shardwright::driver {

Command costCommand() {
  return {"cost",
          "COMMAND ...",
          "times, sizes and limits with the formulas they come from",
          "",
          /*files=*/0,
          {},
          nullptr,
          {costCollectiveCommand(), costEvalCommand(), costListCommand(), costMatmulCommand(), costStepCommand(),
           costTrainingCommand(), costQuantityCommand()}};
}

} // namespace shardwright::driver
