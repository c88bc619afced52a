#ifndef PASSES_LOWER_HOSTCHOICES_H
#define PASSES_LOWER_HOSTCHOICES_H

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace shardwright {

/// What lowering to the host does so that programs run faster or in less memory. Each can be left out by its name; a
/// program computes the same without, up to the order in which a reduction adds.
struct HostChoices {
  bool fusion = true;
  bool kernelGroups = true;
  bool vectors = true;
  bool productTransposes = true;
  bool smallProducts = true;
  bool copyRemoval = true;
  bool inPlace = true;
  bool memoryReuse = true;

  struct Named {
    const char *name;
    bool HostChoices::*choice;
    const char *help;
  };
  /// All of them.
  static llvm::ArrayRef<Named> named();
  /// All but those of a list, `fusion,in-place`; `all` stands for every one. Errors: a name that none has.
  static absl::StatusOr<HostChoices> without(llvm::StringRef list);
};

} // namespace shardwright

#endif // PASSES_LOWER_HOSTCHOICES_H
