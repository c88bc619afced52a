#include "lib/Driver/Version.h"

#include "shardwright/Runtime/Version.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/TargetParser/Host.h"

namespace shardwright::driver {

std::string versionText() {
  return "shardwright " + runtime::version() + "\n" + runtime::buildFacts() +
         "LLVM and MLIR  " LLVM_VERSION_STRING "\ncompiles for   " + llvm::sys::getHostCPUName().str() +
         "\nbackends       host, interp, interp-global\n";
}

} // namespace shardwright::driver
