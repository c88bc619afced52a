// Our own notations: meshes, shardings, rules, statements, formulas. Whatever is read is refused or prints as what
// parses to the same. A line is an input to each of them; the first one is the mesh of the others.
#include "shardwright/Reshard/Reshard.h"
#include "shardwright/Sharding/Mesh.h"
#include "shardwright/Sharding/ShardingRule.h"
#include "shardwright/Sharding/Text.h"
#include "tools/book/Formula.h"
#include "tools/book/Statement.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace shardwright;

extern const bool kInputsAreText;
const bool kInputsAreText = true;

static void wantSame(const std::string &first, const std::string &again, const char *what) {
  if (first == again)
    return;
  llvm::errs() << what << " '" << first << "' prints again as '" << again << "'\n";
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n', /*MaxSplit=*/20);
  absl::StatusOr<Mesh> mesh = Mesh::parse(lines.front());
  if (!mesh.ok())
    mesh = *Mesh::create({{"x", 2}, {"y", 4}});
  std::optional<Sharding> last;
  for (llvm::StringRef line : lines) {
    if (absl::StatusOr<Mesh> parsed = Mesh::parse(line); parsed.ok())
      (void)parsed->str();
    if (absl::StatusOr<Sharding> parsed = parseWholeSharding(line); parsed.ok()) {
      absl::StatusOr<Sharding> again = parseWholeSharding(str(*parsed));
      wantSame(str(*parsed), again.ok() ? str(*again) : std::string(again.status().message()), "sharding");
      if (last && mesh->numDevices() <= 64 && parsed->dims.size() <= 4 && last->dims.size() == parsed->dims.size())
        planReshard(*mesh, llvm::SmallVector<int64_t>(parsed->dims.size(), 12), 4, *last, *parsed)
            .status()
            .IgnoreError();
      last = *parsed;
    }
    if (absl::StatusOr<ShardingRule> parsed = parseShardingRule(line); parsed.ok()) {
      absl::StatusOr<ShardingRule> again = parseShardingRule(parsed->str());
      wantSame(parsed->str(), again.ok() ? again->str() : std::string(again.status().message()), "rule");
    }
    book::parseNamedArray(*mesh, line).status().IgnoreError();
    book::parseStatement(*mesh, line).status().IgnoreError();
    if (absl::StatusOr<book::Formula> parsed = book::Formula::parse(line); parsed.ok()) {
      llvm::json::Object inputs;
      for (const std::string &name : parsed->inputs())
        inputs[name] = 3.0;
      parsed->evaluate(inputs).status().IgnoreError();
      (void)parsed->withNumbers(inputs);
    }
  }
  return 0;
}
