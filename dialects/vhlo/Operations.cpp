#include "dialects/vhlo/Operations.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

#include <array>

namespace shardwright::vhlo {

std::string Version::str() const {
  return (llvm::Twine(major) + "." + llvm::Twine(minor) + "." + llvm::Twine(patch)).str();
}

Version versionOf(llvm::StringRef producer) {
  Version version;
  llvm::StringRef text = producer;
  if (!text.consume_front("StableHLO_v") || text.consumeInteger(10, version.major) || !text.consume_front(".") ||
      text.consumeInteger(10, version.minor) || !text.consume_front(".") || text.consumeInteger(10, version.patch))
    return {};
  return version;
}

namespace {

struct VersionedRow {
  llvm::StringLiteral name;
  int version;
  std::array<int, 3> since;
  llvm::StringLiteral properties;
};
struct UnversionedRow {
  llvm::StringLiteral name;
  llvm::StringLiteral properties;
};

#define THREE(a, b, c) a, b, c
constexpr VersionedRow kVersioned[] = {
#define OPERATION(name, version, since, properties) {name, version, {THREE since}, properties},
#define UNVERSIONED(name, properties)
#include "dialects/vhlo/Operations.inc"
#undef OPERATION
#undef UNVERSIONED
};
constexpr UnversionedRow kUnversioned[] = {
#define OPERATION(name, version, since, properties)
#define UNVERSIONED(name, properties) {name, properties},
#include "dialects/vhlo/Operations.inc"
#undef OPERATION
#undef UNVERSIONED
};

/// Operations of vhlo that are not stablehlo's of the same name. A return is a function's or a region's, as it stands.
llvm::StringRef nameHere(llvm::StringRef name) {
  if (name == "func" || name == "call" || name == "return")
    return "func";
  return "stablehlo";
}

llvm::SmallVector<Property, 4> splitProperties(llvm::StringRef properties) {
  llvm::SmallVector<Property, 4> list;
  while (!properties.empty()) {
    auto [name, rest] = properties.split(' ');
    properties = rest;
    const bool isOptional = name.consume_back("?");
    list.push_back({name, isOptional});
  }
  return list;
}

struct Table {
  llvm::StringMap<KnownOperation> operations;
  /// Names that the rows do not hold as they are needed.
  llvm::StringMap<char> names;

  Table() {
    for (const VersionedRow &row : kVersioned) {
      std::string here = (nameHere(row.name) + "." + row.name).str();
      std::string there = ("vhlo." + row.name + "_v" + llvm::Twine(row.version)).str();
      operations[there] = {names.try_emplace(here).first->first(), splitProperties(row.properties),
                           Version{row.since[0], row.since[1], row.since[2]}};
    }
    for (const UnversionedRow &row : kUnversioned)
      operations[row.name] = {row.name, splitProperties(row.properties), Version()};
  }
};

} // namespace

const KnownOperation *findOperation(llvm::StringRef dialect, llvm::StringRef name) {
  static const Table table;
  auto found = table.operations.find((dialect + "." + name).str());
  return found == table.operations.end() ? nullptr : &found->second;
}

} // namespace shardwright::vhlo
