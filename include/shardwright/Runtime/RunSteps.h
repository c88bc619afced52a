#ifndef SHARDWRIGHT_RUNTIME_RUNSTEPS_H
#define SHARDWRIGHT_RUNTIME_RUNSTEPS_H

#include "shardwright/Runtime/RunCommand.h"

/// Streams of steps, as `--steps` and `--feed` ask for them: each step's results are the next one's arguments.
namespace shardwright::runtime {

/// kInvalidArgument where options of steps do not go together or do not fit the program.
absl::Status checkStepOptions(const Executable &executable, const RunCommand &command);

/// All steps of `command` after the first `RunOptions::firstStep`, as one run: their results are the last step's. State
/// stays on the devices (TrainingLoop.h). Prints and saves as `command` says.
Runner runStepsOnDevices(const LoadedExecutable &program, const RunCommand &command);

/// The same with whole arrays, each step a run of its own; for what has no devices. `isQuiet`: prints and saves
/// nothing.
Runner runStepsByHand(const Executable &executable, Runner one, const RunCommand &command, bool isQuiet = false);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_RUNSTEPS_H
