#include "lib/Driver/Command.h"
#include "passes/pipelines/ToolProcess.h"

#ifdef __GLIBC__
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

/// A compile is made of small allocations and ends soon: asking the system for memory in small steps, and handing back
/// what the next pass asks for again, took 3 to 6 % of its time; having it page by page, 3 %.
static void growHeapInLargeSteps() {
#ifdef __GLIBC__
  constexpr intptr_t step = 64 << 20, page = 2 << 20;
  mallopt(M_TOP_PAD, step);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  // The first step begins where a large page may.
  auto end = [] { return reinterpret_cast<intptr_t>(sbrk(0)); };
  sbrk((page - end() % page) % page);
  const intptr_t begin = end();
  void *volatile first = std::malloc(page / 4); // volatile: a compiler may leave out what is freed at once
  std::free(first);
  // In large pages where the system gives them, but for the first, which is in use: that one at once. Else nothing
  // changes.
  madvise(reinterpret_cast<void *>(begin), end() - begin, MADV_HUGEPAGE);
#ifdef MADV_POPULATE_WRITE
  madvise(reinterpret_cast<void *>(begin), page, MADV_POPULATE_WRITE);
#endif
#endif
}

int main(int argc, char **argv) {
  growHeapInLargeSteps();
  shardwright::guardToolProcess("shardwright");
  return shardwright::finishToolOutput(shardwright::driver::runCommandLine({argv + 1, argv + argc}));
}
