#ifndef PASSES_PIPELINES_TOOLPROCESS_H
#define PASSES_PIPELINES_TOOLPROCESS_H

namespace shardwright {

/// runtime::guardProcess (Runtime/Process.h) for a tool with LLVM in it, whose allocations and fatal errors end the
/// same way: a message and exit status 3.
void guardToolProcess(const char *tool);

/// What is left to be written to stdout through LLVM. Returns `status`, or 3 after a message where stdout is full or
/// closed.
int finishToolOutput(int status);

} // namespace shardwright

#endif // PASSES_PIPELINES_TOOLPROCESS_H
