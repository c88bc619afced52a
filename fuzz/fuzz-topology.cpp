// Descriptions of machines: whatever is read is refused or printed.
#include "shardwright/Cost/Measurements.h"
#include "shardwright/Topology/Files.h"
#include "tools/book/Predict.h"

#include "absl/strings/match.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace shardwright;

extern const bool kInputsAreText;
const bool kInputsAreText = true;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  if (absl::StatusOr<Topology> topology = parseTopology(text, "fuzz.json", SHARDWRIGHT_TOPOLOGIES); topology.ok())
    (void)str(*topology);
  parseDevice(text, "fuzz.json").status().IgnoreError();
  parseMeasurements(text, "fuzz.json").status().IgnoreError();
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', /*MaxSplit=*/20);
  for (llvm::StringRef line : lines)
    if (absl::StatusOr<book::Query> query = book::Query::parse(line); query.ok())
      book::predict(*query).status().IgnoreError();
  return 0;
}
