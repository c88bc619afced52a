#ifndef LIB_DRIVER_COSTTRAININGPLANS_H
#define LIB_DRIVER_COSTTRAININGPLANS_H

#include "lib/Driver/CommandLine.h"
#include "lib/Driver/CostRows.h"
#include "shardwright/Cost/TrainingStep.h"

#include "llvm/Support/JSON.h"

#include <vector>

namespace shardwright::driver {

/// `cost training --best`: --best, --as-run, --memory, behind `own`.
std::vector<OptionSpec> withTrainingSearchOptions(std::vector<OptionSpec> own);

/// Seconds or bytes by name.
llvm::json::Object jsonOfParts(llvm::ArrayRef<cost::TrainingPart> parts);

/// The best ways to spread a run, beside its own where it has one. Errors: as readTrainingTask(), priceTrainingRun()
/// and planTraining(); options that do not fit.
absl::Status printTrainingPlans(const CommandLine &line, const CostRow &row);

} // namespace shardwright::driver

#endif // LIB_DRIVER_COSTTRAININGPLANS_H
