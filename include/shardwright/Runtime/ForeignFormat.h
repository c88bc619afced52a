#ifndef SHARDWRIGHT_RUNTIME_FOREIGNFORMAT_H
#define SHARDWRIGHT_RUNTIME_FOREIGNFORMAT_H

#include "absl/strings/string_view.h"

#include <optional>
#include <string>

namespace shardwright::runtime {

/// A file in a format that is mistaken for a program or an executable.
struct ForeignFormat {
  std::string what;    ///< "HLO text"
  std::string instead; ///< what to give in its place: "save lowered.as_text()"
};

/// Recognizes, by how they begin: StableHLO portable artifacts and other MLIR bytecode, serialized jax.export programs,
/// HLO text, jaxprs, NumPy arrays. Nothing for anything else, also for program text and for executables.
std::optional<ForeignFormat> foreignFormat(absl::string_view bytes);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_FOREIGNFORMAT_H
