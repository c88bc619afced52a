#ifndef SHARDWRIGHT_RUNTIME_PROCESS_H
#define SHARDWRIGHT_RUNTIME_PROCESS_H

#include <cstdint>

/// How a tool ends when the machine fails it: by a message and exit status 3, never by a signal.
namespace shardwright::runtime {

/// For the beginning of a tool's main(). `tool` begins its messages and must outlive the process.
///  - Memory that cannot be had ends the process by outOfMemory(); so does an exception that nobody catches.
///  - A closed pipe is an error of the write, not a signal.
///  - The main thread's stack may grow to kStackBytes where the system allows it: parsers and walks over nested regions
///    are recursive.
void guardProcess(const char *tool);

/// What the limits on nesting (passes/common/Limits.h) are made for. The system keeps 128 MiB of addresses free below
/// the main thread's stack.
constexpr uint64_t kStackBytes = 100 << 20;

/// Says that there is no more memory, and how much the process may have; exit status 3. Allocates nothing.
[[noreturn]] void outOfMemory();

/// What is left to be written to stdout through the C library. Returns `status`, or 3 after a message where stdout is
/// full or closed.
int finishOutput(int status);
/// The message for a stdout that cannot be written, with the reason in errno's terms; returns 3.
int reportOutputError(int error);

/// Bytes of memory this process may have at most: the machine's, the control group's, or `ulimit -v`.
uint64_t memoryLimit();

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_PROCESS_H
