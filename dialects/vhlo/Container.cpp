#include "dialects/vhlo/Container.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <optional>

namespace shardwright::vhlo {
namespace {

constexpr llvm::StringLiteral kMagic = "ML\xefR";
/// The one that StableHLO 0.15 and everything later writes.
constexpr uint64_t kVersion = 6;

enum SectionId : uint8_t {
  kStrings = 0,
  kDialects = 1,
  kEntries = 2,
  kEntrySizes = 3,
  kOperations = kProgramSection,
  kResources = 5,
  kResourceOffsets = 6,
  kDialectVersions = 7,
  kProperties = 8,
  kNumSections = 9
};
constexpr llvm::StringLiteral kSectionNames[] = {
    "strings",    "dialects",  "attributes and types", "sizes of attributes and types",
    "operations", "resources", "resource offsets",     "dialect versions",
    "properties"};

absl::Status damaged(llvm::StringRef what, const ByteReader &at) {
  return absl::InvalidArgumentError(
      absl::StrCat("its table of ", std::string(what), " is damaged at byte ", at.offset()));
}

/// Sizes of the strings, the last first, then the strings, each with a zero byte.
absl::Status readStrings(ByteReader in, Container &container) {
  container.strings.resize(in.count());
  std::vector<uint64_t> sizes(container.strings.size());
  for (size_t i = sizes.size(); i-- > 0;)
    sizes[i] = in.number();
  for (auto [size, string] : llvm::zip(sizes, container.strings)) {
    llvm::ArrayRef<uint8_t> bytes = in.bytes(size);
    if (bytes.empty())
      return damaged("strings", in);
    string = {reinterpret_cast<const char *>(bytes.data()), bytes.size() - 1};
  }
  return in.isDone() ? absl::OkStatus() : damaged("strings", in);
}

/// Groups of entries, each of one dialect: `readOne(dialect)` until `isComplete()`.
bool readGroups(ByteReader &in, llvm::ArrayRef<llvm::StringRef> dialects, llvm::function_ref<bool()> isComplete,
                llvm::function_ref<void(llvm::StringRef)> readOne) {
  while (!isComplete()) {
    uint64_t dialect = in.number();
    size_t count = in.count();
    if (in.failed() || dialect >= dialects.size() || count == 0)
      return false;
    for (; count > 0 && !isComplete(); --count)
      readOne(dialects[dialect]);
    if (in.failed() || count > 0)
      return false;
  }
  return true;
}

/// The names of the dialects, then of the operations.
absl::Status readNames(ByteReader in, Container &container, std::vector<llvm::StringRef> &dialects) {
  auto string = [&](uint64_t index) {
    if (index < container.strings.size())
      return container.strings[index];
    in.fail();
    return llvm::StringRef();
  };
  dialects.resize(in.count());
  for (llvm::StringRef &dialect : dialects) {
    auto [name, hasVersion] = in.numberWithFlag();
    dialect = string(name);
    // Versions of sdy say what an older reader would miss; what its attributes are made of, their codes say.
    if (hasVersion && readSection(in).id != kDialectVersions)
      in.fail();
  }
  const size_t operations = in.count();
  auto readOne = [&](llvm::StringRef dialect) {
    container.operations.push_back({dialect, string(in.numberWithFlag().first)});
  };
  auto isComplete = [&] { return container.operations.size() == operations || in.failed(); };
  if (!readGroups(in, dialects, isComplete, readOne) || !in.isDone())
    return damaged("dialects", in);
  return absl::OkStatus();
}

absl::Status readEntries(ByteReader sizes, ByteReader contents, llvm::ArrayRef<llvm::StringRef> dialects,
                         Container &container) {
  const size_t attributes = sizes.count(), types = sizes.count();
  for (auto [entries, count] : {std::pair(&container.attributes, attributes), std::pair(&container.types, types)}) {
    auto readOne = [&, entries = entries](llvm::StringRef dialect) {
      auto [size, isEncoded] = sizes.numberWithFlag();
      const size_t offset = contents.offset();
      entries->push_back({dialect, isEncoded, ByteReader(contents.bytes(size), offset)});
      if (contents.failed())
        sizes.fail();
    };
    auto isComplete = [&, entries = entries, count = count] { return entries->size() == count || sizes.failed(); };
    if (!readGroups(sizes, dialects, isComplete, readOne))
      return damaged("attributes and types", sizes);
  }
  return sizes.isDone() ? absl::OkStatus() : damaged("attributes and types", sizes);
}

absl::Status readProperties(ByteReader in, Container &container) {
  if (in.size() == 0)
    return absl::OkStatus();
  for (size_t count = in.count(); count > 0 && !in.failed(); --count) {
    uint64_t size = in.number();
    const size_t offset = in.offset();
    container.properties.push_back(ByteReader(in.bytes(size), offset));
  }
  return in.isDone() ? absl::OkStatus() : damaged("properties", in);
}

} // namespace

Section readSection(ByteReader &from) {
  constexpr uint8_t kIsAligned = 0x80;
  Section section;
  uint8_t idAndFlag = from.byte();
  uint64_t length = from.number();
  if (idAndFlag & kIsAligned)
    from.skipPadding(from.number());
  section.id = idAndFlag & ~kIsAligned;
  const size_t offset = from.offset();
  section.contents = ByteReader(from.bytes(length), offset);
  return section;
}

llvm::StringRef producerOf(llvm::StringRef bytes) {
  ByteReader in(llvm::arrayRefFromStringRef(bytes));
  if (llvm::toStringRef(in.bytes(kMagic.size())) != kMagic)
    return {};
  (void)in.number();
  const llvm::StringRef rest = bytes.drop_front(in.failed() ? bytes.size() : in.offset());
  return rest.take_until([](char letter) { return letter == '\0'; });
}

absl::StatusOr<Container> readContainer(llvm::StringRef bytes) {
  Container container;
  ByteReader in(llvm::arrayRefFromStringRef(bytes));
  (void)in.bytes(kMagic.size());
  const uint64_t version = in.number();
  container.producer = in.terminated();
  if (in.failed())
    return absl::InvalidArgumentError("it ends in its header");
  if (version != kVersion)
    return absl::InvalidArgumentError(absl::StrCat("it is written in version ", version,
                                                   " of MLIR bytecode, and StableHLO writes version ", kVersion,
                                                   " from 0.15 on"));
  std::array<std::optional<ByteReader>, kNumSections> sections;
  while (in.size() > 0) {
    Section section = readSection(in);
    if (in.failed() || section.id >= kNumSections || sections[section.id])
      return absl::InvalidArgumentError(
          absl::StrCat("its sections end early, at byte ", in.offset(), " of ", bytes.size()));
    sections[section.id] = section.contents;
  }
  for (uint8_t needed : {kStrings, kDialects, kEntries, kEntrySizes, kOperations})
    if (!sections[needed])
      return absl::InvalidArgumentError(absl::StrCat("it ends before its ", std::string(kSectionNames[needed])));
  if (absl::Status status = readStrings(*sections[kStrings], container); !status.ok())
    return status;
  std::vector<llvm::StringRef> dialects;
  if (absl::Status status = readNames(*sections[kDialects], container, dialects); !status.ok())
    return status;
  if (absl::Status status = readEntries(*sections[kEntrySizes], *sections[kEntries], dialects, container); !status.ok())
    return status;
  if (sections[kProperties])
    if (absl::Status status = readProperties(*sections[kProperties], container); !status.ok())
      return status;
  container.program = *sections[kProgramSection];
  return container;
}

} // namespace shardwright::vhlo
