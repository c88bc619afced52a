#include "lib/Topology/flat.inc"
#include "shardwright/Topology/Files.h"

namespace shardwright {

const Topology &flatTopology() {
  // Our own file, which a test reads first.
  static const Topology kFlat = *parseTopology(llvm::StringRef(kFlatFiles[0].text), "flat.json", "");
  return kFlat;
}

} // namespace shardwright
