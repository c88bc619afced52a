#ifndef PASSES_LOWER_PASSES_H
#define PASSES_LOWER_PASSES_H

namespace shardwright {

/// Registers the passes of lowering.
void registerLowerPasses();

// What it consists of beside --lower-to-host, each beside its pass.
void registerAssignBuffersPass();
void registerDecomposeCollectivesPass();
void registerKernelPasses();
void registerLowerToExecPass();
void registerMergeLaunchesPass();
void registerPrefetchGathersPass();
void registerPrepareForHostPass();
void registerScheduleCollectivesPass();

} // namespace shardwright

#endif // PASSES_LOWER_PASSES_H
