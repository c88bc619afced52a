#ifndef DIALECTS_VHLO_CONTAINER_H
#define DIALECTS_VHLO_CONTAINER_H

#include "dialects/vhlo/ByteReader.h"

#include "absl/status/statusor.h"

#include <vector>

/// MLIR bytecode as a container: https://mlir.llvm.org/docs/BytecodeFormat. This project has a reader of its own for it
/// because MLIR's trusts its input: counts become allocations and use-list orders become indices unchecked, while
/// these bytes arrive from files and other processes.
namespace shardwright::vhlo {

struct BytecodeName {
  llvm::StringRef dialect;
  llvm::StringRef name;
};

/// An attribute or a type.
struct BytecodeEntry {
  llvm::StringRef dialect;
  /// In the dialect's own encoding rather than as text.
  bool isEncoded = false;
  ByteReader contents;
};

/// Views into the bytes that it was read from.
struct Container {
  /// `StableHLO_v1.17.0`
  llvm::StringRef producer;
  std::vector<llvm::StringRef> strings;
  std::vector<BytecodeName> operations;
  std::vector<BytecodeEntry> attributes;
  std::vector<BytecodeEntry> types;
  /// One entry for each combination of properties that occurs.
  std::vector<ByteReader> properties;
  /// The operations of the program.
  ByteReader program;
};

/// A section and its number.
struct Section {
  uint8_t id = 0;
  ByteReader contents;
};
constexpr uint8_t kProgramSection = 4;
/// The section that begins here; the reader fails where there is none.
Section readSection(ByteReader &from);

/// The producer alone, also where the bytes end in it; empty where they are no bytecode.
llvm::StringRef producerOf(llvm::StringRef bytes);

/// Tables are read, attributes, types and operations not yet. Errors say which table is damaged and where.
absl::StatusOr<Container> readContainer(llvm::StringRef bytes);

} // namespace shardwright::vhlo

#endif // DIALECTS_VHLO_CONTAINER_H
