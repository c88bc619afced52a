#include "passes/common/Optimizations.h"

#include "shardwright/Sharding/Suggest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright {

DisabledOptimizations::DisabledOptimizations(llvm::StringRef list) {
  llvm::SmallVector<llvm::StringRef> names;
  list.split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : names)
    if (name == "all")
      all = true;
    else
      unknown.push_back(name.str());
}

bool DisabledOptimizations::holds(llvm::StringRef name) {
  known.push_back(name.str());
  size_t before = unknown.size();
  llvm::erase(unknown, name);
  return all || unknown.size() != before;
}

absl::Status DisabledOptimizations::check() const {
  if (unknown.empty())
    return absl::OkStatus();
  return absl::InvalidArgumentError("there is no '" + unknown.front() + "' to disable (there is all, " +
                                    llvm::join(known, ", ") + ")" + didYouMean(unknown.front(), known));
}

} // namespace shardwright
