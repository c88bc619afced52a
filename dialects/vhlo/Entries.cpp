#include "dialects/vhlo/Entries.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace shardwright::vhlo {
namespace {

/// How deep entries may lie in each other. Locations, which nest deepest, are not followed in depth.
constexpr int kMaxEntryDepth = 512;

/// Codes of MLIR's own locations that hold others.
enum : uint64_t { kCallSite = 10, kFused = 12, kFusedWithMetadata = 13, kName = 14 };

template <typename T> T readEncoded(EntryReader &reader, llvm::StringRef dialect) {
  if constexpr (std::is_same_v<T, Type>) {
    if (dialect == "vhlo")
      return readVhloType(reader);
    if (dialect == "builtin")
      return readBuiltinType(reader);
  } else {
    if (dialect == "vhlo")
      return readVhloAttribute(reader);
    if (dialect == "sdy")
      return readSdyAttribute(reader);
    if (dialect == "builtin")
      return readBuiltinAttribute(reader);
  }
  return reader.refuse("the dialect '" + dialect + "' is unknown in StableHLO's bytecode");
}

template <typename T> constexpr llvm::StringRef kKind = std::is_same_v<T, Type> ? "type" : "attribute";

} // namespace

bool EntryReader::readBlob(llvm::ArrayRef<char> &result) {
  llvm::ArrayRef<uint8_t> bytes = in.bytes(in.number());
  result = {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
  return !in.failed();
}

bool Entries::string(uint64_t index, llvm::StringRef &result) const {
  if (index >= container.strings.size())
    return false;
  result = container.strings[index];
  return true;
}

template <typename T>
T Entries::resolve(const std::vector<BytecodeEntry> &from, std::vector<T> &known, uint64_t index) {
  if (index >= from.size()) {
    report(("it has no " + kKind<T> + " number " + llvm::Twine(index)).str());
    return nullptr;
  }
  if (known[index])
    return known[index];
  const BytecodeEntry &entry = from[index];
  if (depth == kMaxEntryDepth) {
    report("its attributes nest too deep or hold themselves");
    return nullptr;
  }
  ++depth;
  EntryReader reader(*this, entry.contents);
  T result;
  // Text is what a dialect writes that has no encoding of its own. Those of StableHLO all have one.
  if (entry.isEncoded)
    result = readEncoded<T>(reader, entry.dialect);
  else
    reader.refuse("an attribute of the dialect '" + entry.dialect + "' is kept as text, which StableHLO does not do");
  --depth;
  if (!result || !reader.in.isDone()) {
    report((kKind<T> + " number " + llvm::Twine(index) + " (of the dialect '" + entry.dialect +
            "') is damaged at byte " + llvm::Twine(entry.contents.offset()))
               .str());
    return nullptr;
  }
  return known[index] = result;
}

Attribute Entries::attribute(uint64_t index) { return resolve(container.attributes, attributes, index); }
Type Entries::type(uint64_t index) { return resolve(container.types, types, index); }

LocationAttr Entries::location(uint64_t index) {
  if (index < attributes.size() && attributes[index])
    return llvm::dyn_cast<LocationAttr>(attributes[index]);
  StringAttr name;
  LocationAttr place;
  uint64_t at = index;
  bool isInCall = false;
  // Without recursion, since stacks may be deep; no more steps than there are entries, since damaged ones may go round.
  for (size_t steps = attributes.size(); steps > 0 && !place; --steps) {
    if (at >= attributes.size() || container.attributes[at].dialect != "builtin")
      break;
    ByteReader in = container.attributes[at].contents;
    const uint64_t code = in.number();
    if (code == kName) {
      auto own = llvm::dyn_cast_or_null<StringAttr>(attribute(in.number()));
      if (!own)
        break;
      if (!name && !isInCall)
        name = own;
    } else if (code == kCallSite) {
      isInCall = true; // callee, caller
    } else if (code == kFused || code == kFusedWithMetadata) {
      if (in.count() == 0)
        place = UnknownLoc::get(context);
    } else {
      place = llvm::dyn_cast_or_null<LocationAttr>(attribute(at));
      break;
    }
    at = in.number();
    if (in.failed())
      break;
  }
  if (!place) {
    report(("location number " + llvm::Twine(index) + " is damaged").str());
    return nullptr;
  }
  if (name)
    place = NameLoc::get(name, Location(place));
  attributes[index] = place;
  return place;
}

} // namespace shardwright::vhlo
