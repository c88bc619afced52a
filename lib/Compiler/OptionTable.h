#ifndef LIB_COMPILER_OPTIONTABLE_H
#define LIB_COMPILER_OPTIONTABLE_H

#include "lib/Compiler/OptionValue.h"
#include "shardwright/Compiler/Options.h"

#include "absl/status/status.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace shardwright::compiler {

/// An option of `T` by its name: the same one, with the same values, on the command line, in C and in Python.
template <typename T> struct NamedOption {
  const char *name;
  const char *value; ///< what its value is called in help, or null for a flag
  const char *help;
  absl::Status (*set)(T &options, const OptionValue &value);
};

/// What a program is compiled for.
llvm::ArrayRef<NamedOption<Options>> compileOptions();
/// How a plan is chosen.
llvm::ArrayRef<NamedOption<PlanOptions>> planOptions();

} // namespace shardwright::compiler

#endif // LIB_COMPILER_OPTIONTABLE_H
