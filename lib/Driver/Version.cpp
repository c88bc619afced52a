#include "lib/Driver/Version.h"

#include "passes/lower/Target.h"
#include "shardwright/Runtime/Version.h"

#include "llvm/Config/llvm-config.h"

namespace shardwright::driver {

std::string versionText() {
  return "shardwright " + runtime::version() + "\n" + runtime::buildFacts() +
         "LLVM and MLIR  " LLVM_VERSION_STRING "\ncompiles for   " + shardwright::Target::thisHost().host()->cpu +
         ", cuda" + "\nbackends       host, cuda, interp, interp-global\n";
}

} // namespace shardwright::driver
