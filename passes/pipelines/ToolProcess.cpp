#include "passes/pipelines/ToolProcess.h"

#include "shardwright/Runtime/Process.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

namespace shardwright {

static void onBadAlloc(void *, const char *, bool) { runtime::outOfMemory(); }

static void onFatalError(void *tool, const char *reason, bool) {
  llvm::errs() << static_cast<const char *>(tool) << ": the machine failed: " << reason << "\n";
  _exit(3);
}

void guardToolProcess(const char *tool) {
  runtime::guardProcess(tool);
  llvm::install_bad_alloc_error_handler(onBadAlloc);
  llvm::install_fatal_error_handler(onFatalError, const_cast<char *>(tool));
}

int finishToolOutput(int status) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return status;
  int error = llvm::outs().error().value();
  llvm::outs().clear_error();
  return runtime::reportOutputError(error);
}

} // namespace shardwright
