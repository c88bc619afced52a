#ifndef PASSES_COMMON_OPTIMIZATIONS_H
#define PASSES_COMMON_OPTIMIZATIONS_H

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace shardwright {

/// One of the things that a phase does so that programs run faster, send less or take less memory. A phase has a struct
/// of them, all on, and lists them in its `named()`; a program computes the same without, up to the order in which a
/// reduction adds.
template <typename Choices> struct NamedOptimization {
  const char *name;
  bool Choices::*choice;
  const char *help;
};

/// The names of choices that are left out: `fusion,in-place`; `all` stands for every one.
class DisabledOptimizations {
public:
  explicit DisabledOptimizations(llvm::StringRef list);

  /// Switches off what is named of these choices.
  template <typename Choices> void from(Choices &choices) {
    for (const NamedOptimization<Choices> &named : Choices::named())
      if (holds(named.name))
        choices.*named.choice = false;
  }

  /// Errors: a name that none of the choices has that were looked at.
  absl::Status check() const;

private:
  bool holds(llvm::StringRef name);

  bool all = false;
  llvm::SmallVector<std::string> unknown, known;
};

/// All choices but those of a list. Errors: a name that there is not.
template <typename Choices> absl::StatusOr<Choices> without(llvm::StringRef list) {
  Choices choices;
  DisabledOptimizations disabled(list);
  disabled.from(choices);
  if (absl::Status status = disabled.check(); !status.ok())
    return status;
  return choices;
}

/// The list that leaves out what is off in these choices.
template <typename Choices> std::string listDisabled(const Choices &choices) {
  std::string list;
  for (const NamedOptimization<Choices> &named : Choices::named())
    if (!(choices.*named.choice))
      list += (list.empty() ? "" : ",") + std::string(named.name);
  return list;
}

} // namespace shardwright

#endif // PASSES_COMMON_OPTIMIZATIONS_H
