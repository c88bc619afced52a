#ifndef PASSES_LOWER_PASSES_H
#define PASSES_LOWER_PASSES_H

namespace shardwright {

/// Registers --lower-to-host.
void registerLowerPasses();

} // namespace shardwright

#endif // PASSES_LOWER_PASSES_H
