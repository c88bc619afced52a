#include "lib/Driver/Command.h"
#include "passes/pipelines/ToolProcess.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

/// A compile is made of small allocations and ends soon: asking the system for memory in small steps, and handing back
/// what the next pass asks for again, took 3 to 6 % of its time.
static void growHeapInLargeSteps() {
#ifdef __GLIBC__
  mallopt(M_TOP_PAD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

int main(int argc, char **argv) {
  growHeapInLargeSteps();
  shardwright::guardToolProcess("shardwright");
  return shardwright::finishToolOutput(shardwright::driver::runCommandLine({argv + 1, argv + argc}));
}
