#include "passes/lower/LinkKernels.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace shardwright::lower {
namespace {

using namespace llvm::ELF;

constexpr uint64_t kPage = 4096, kStubBytes = 16, kStubAlignment = 16;

/// What is loaded together: with the same rights.
enum Group : unsigned { ReadOnly, Code, Data, kNumGroups };

/// A section of an object, and where it comes to lie.
struct Section {
  Elf64_Shdr header;
  llvm::ArrayRef<char> bytes; ///< none: zeros
  Group group = ReadOnly;
  bool isLoaded = false;
  uint64_t offset = 0; ///< within its group
};

/// A symbol of an object.
struct Symbol {
  Elf64_Sym entry;
  llvm::StringRef name;
};

struct Object {
  llvm::ArrayRef<char> bytes;
  std::vector<Section> sections;
  std::vector<Symbol> symbols;
};

/// Where a symbol is defined.
struct Definition {
  size_t object;
  const Symbol *symbol;
};

template <typename T> void append(std::vector<uint8_t> &to, const T &value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const auto *bytes = reinterpret_cast<const uint8_t *>(&value);
  to.insert(to.end(), bytes, bytes + sizeof(T));
}

/// A table of strings, as ELF has them.
struct Strings {
  std::string text = std::string(1, '\0');
  uint32_t add(llvm::StringRef string) {
    const auto at = static_cast<uint32_t>(text.size());
    text.append(string.data(), string.size());
    text.push_back('\0');
    return at;
  }
};

/// The hash of System V's tables.
uint32_t hashOf(llvm::StringRef name) {
  uint32_t hash = 0;
  for (unsigned char c : name.bytes()) {
    hash = (hash << 4) + c;
    const uint32_t high = hash & 0xf0000000;
    hash = (hash ^ high >> 24) & ~high;
  }
  return hash;
}

class Linker {
public:
  bool read(llvm::ArrayRef<llvm::ArrayRef<char>> given) {
    for (llvm::ArrayRef<char> bytes : given) {
      objects.emplace_back();
      objects.back().bytes = bytes;
      if (!readObject(objects.back()))
        return false;
    }
    return defineSymbols();
  }
  /// Gives everything its place, and the output its bytes.
  bool link() {
    placeSections();
    if (!collectImports())
      return false;
    placeTables();
    return fill();
  }
  std::vector<uint8_t> write();

private:
  template <typename T> bool get(const Object &object, uint64_t offset, T &value) const {
    if (offset > object.bytes.size() || object.bytes.size() - offset < sizeof(T))
      return false;
    std::memcpy(&value, object.bytes.data() + offset, sizeof(T));
    return true;
  }
  bool readObject(Object &object);
  bool readSymbols(Object &object, const Section &table);
  bool defineSymbols();
  void placeSections();
  bool collectImports();
  void placeTables();
  bool fill();
  bool relocate(const Object &object, const Section &section, const Elf64_Rela &relocation);
  /// In the table of symbols.
  size_t importNumber(size_t slot) const;
  template <typename Use> bool eachRelocation(const Use &use) const;

  /// Where a symbol of the object lies: it, or that of its name in another one. Nothing: it is imported.
  std::optional<uint64_t> addressOf(size_t object, const Symbol &symbol) const;
  uint64_t addressOf(const Section &section) const { return base[section.group] + section.offset; }

  std::vector<Object> objects;
  llvm::StringMap<Definition> definitions; ///< of global symbols
  std::vector<const Symbol *> exports;

  // What the output has beside the sections.
  llvm::StringMap<size_t> slotOf; ///< by name of what is imported: its entry of `slots`
  struct Slot {                   ///< the address of something, for code that looks it up
    llvm::StringRef import;       ///< empty: of `local`
    uint64_t local = 0;
    bool hasStub = false; ///< code that jumps there
  };
  std::vector<Slot> slots;
  std::vector<std::pair<std::pair<size_t, size_t>, size_t>> localSlots; ///< by object and symbol
  std::vector<uint64_t> stubAt;                                         ///< by slot, within Code
  std::vector<Elf64_Rela> dynamic;                                      ///< relocations that are left to the loader

  std::array<uint64_t, kNumGroups> size{}, base{}, fileAt{}, alignment{64, 64, 64}; ///< by group
  std::array<std::vector<uint8_t>, kNumGroups> content;
  uint64_t slotsAt = 0, dynamicAt = 0; ///< within Data
  Strings names;
  std::vector<Elf64_Sym> symbolTable;
  uint64_t symbolsAt = 0, namesAt = 0, hashAt = 0, relocationsAt = 0; ///< in the file, from its beginning
  size_t numRelocations = 0;
};

bool Linker::readObject(Object &object) {
  Elf64_Ehdr header;
  if (!get(object, 0, header) || !header.checkMagic() || header.e_machine != EM_X86_64 || header.e_type != ET_REL)
    return false;
  for (unsigned i = 0; i != header.e_shnum; ++i) {
    Section section;
    if (!get(object, header.e_shoff + i * sizeof(Elf64_Shdr), section.header))
      return false;
    const Elf64_Shdr &own = section.header;
    if (own.sh_type != SHT_NOBITS && own.sh_type != SHT_NULL) {
      if (own.sh_offset > object.bytes.size() || object.bytes.size() - own.sh_offset < own.sh_size)
        return false;
      section.bytes = object.bytes.slice(own.sh_offset, own.sh_size);
    }
    // Nobody unwinds through kernels.
    section.isLoaded = (own.sh_flags & SHF_ALLOC) && own.sh_type != SHT_X86_64_UNWIND;
    section.group = own.sh_flags & SHF_EXECINSTR ? Code : own.sh_flags & SHF_WRITE ? Data : ReadOnly;
    if (section.isLoaded && ((own.sh_flags & (SHF_TLS | SHF_GROUP)) ||
                             (own.sh_type != SHT_PROGBITS && own.sh_type != SHT_NOBITS) || own.sh_addralign > kPage))
      return false;
    object.sections.push_back(section);
  }
  for (const Section &section : object.sections)
    if (section.header.sh_type == SHT_SYMTAB && !readSymbols(object, section))
      return false;
  return true;
}

bool Linker::readSymbols(Object &object, const Section &table) {
  if (table.header.sh_link >= object.sections.size())
    return false;
  const llvm::ArrayRef<char> strings = object.sections[table.header.sh_link].bytes;
  for (uint64_t i = 0; i != table.header.sh_size / sizeof(Elf64_Sym); ++i) {
    Symbol symbol;
    if (!get(object, table.header.sh_offset + i * sizeof(Elf64_Sym), symbol.entry) ||
        symbol.entry.st_name >= strings.size() || strings.back() != '\0')
      return false;
    symbol.name = llvm::StringRef(strings.data() + symbol.entry.st_name);
    const unsigned section = symbol.entry.st_shndx;
    if (section != SHN_UNDEF && section < SHN_LORESERVE && section >= object.sections.size())
      return false;
    if (section == SHN_COMMON || section == SHN_XINDEX || symbol.entry.getType() == STT_TLS ||
        symbol.entry.getType() == STT_GNU_IFUNC)
      return false;
    object.symbols.push_back(symbol);
  }
  return true;
}

bool Linker::defineSymbols() {
  for (size_t i = 0; i != objects.size(); ++i)
    for (const Symbol &symbol : objects[i].symbols) {
      const unsigned section = symbol.entry.st_shndx;
      if (symbol.entry.getBinding() == STB_LOCAL || section == SHN_UNDEF)
        continue;
      if (symbol.entry.getBinding() != STB_GLOBAL || section >= SHN_LORESERVE ||
          !objects[i].sections[section].isLoaded ||
          !definitions.try_emplace(symbol.name, Definition{i, &symbol}).second)
        return false;
      if ((symbol.entry.st_other & 3) == STV_DEFAULT)
        exports.push_back(&symbol);
    }
  return true;
}

void Linker::placeSections() {
  for (Object &object : objects)
    for (Section &section : object.sections)
      if (section.isLoaded) {
        const uint64_t own = std::max<uint64_t>(section.header.sh_addralign, 1);
        alignment[section.group] = std::max(alignment[section.group], own);
        section.offset = llvm::alignTo(size[section.group], own);
        size[section.group] = section.offset + section.header.sh_size;
      }
}

template <typename Use> bool Linker::eachRelocation(const Use &use) const {
  for (size_t i = 0; i != objects.size(); ++i)
    for (const Section &table : objects[i].sections) {
      if (table.header.sh_type == SHT_REL && table.header.sh_size != 0)
        return false;
      if (table.header.sh_type != SHT_RELA || table.header.sh_info >= objects[i].sections.size() ||
          !objects[i].sections[table.header.sh_info].isLoaded)
        continue;
      const Section &section = objects[i].sections[table.header.sh_info];
      for (uint64_t r = 0; r != table.header.sh_size / sizeof(Elf64_Rela); ++r) {
        Elf64_Rela relocation;
        if (!get(objects[i], table.header.sh_offset + r * sizeof(Elf64_Rela), relocation) ||
            relocation.getSymbol() >= objects[i].symbols.size() || !use(i, section, relocation))
          return false;
      }
    }
  return true;
}

/// Slots for what is looked up, stubs for what is called, and the number of relocations that are left.
bool Linker::collectImports() {
  return eachRelocation([&](size_t object, const Section &section, const Elf64_Rela &relocation) {
    const Symbol &symbol = objects[object].symbols[relocation.getSymbol()];
    const unsigned definedIn = symbol.entry.st_shndx;
    const bool isImported = definedIn == SHN_UNDEF && !definitions.count(symbol.name);
    if ((isImported && symbol.name.empty()) ||
        (definedIn != SHN_UNDEF && definedIn < SHN_LORESERVE && !objects[object].sections[definedIn].isLoaded))
      return false;
    auto slot = [&](bool isCalled) {
      size_t index = slots.size();
      if (isImported) {
        index = slotOf.try_emplace(symbol.name, index).first->second;
      } else {
        for (const auto &[key, known] : localSlots)
          if (key == std::pair(object, size_t{relocation.getSymbol()}))
            index = known;
        if (index == slots.size())
          localSlots.push_back({{object, relocation.getSymbol()}, index});
      }
      if (index == slots.size()) {
        slots.emplace_back();
        slots.back().import = isImported ? symbol.name : llvm::StringRef();
        ++numRelocations;
      }
      slots[index].hasStub |= isCalled;
      return true;
    };
    switch (relocation.getType()) {
    case R_X86_64_PLT32:
      return !isImported || slot(true);
    case R_X86_64_PC32:
      return !isImported;
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return slot(false);
    case R_X86_64_64:
      ++numRelocations;
      return section.group == Data && (!isImported || slot(false));
    default:
      return false;
    }
  });
}

/// The file: headers, tables and read-only data, code, data. Offsets within a page are the same in memory and in the
/// file, as PT_LOAD needs.
void Linker::placeTables() {
  size[Code] = llvm::alignTo(size[Code], kStubAlignment);
  for (const Slot &slot : slots) {
    stubAt.push_back(size[Code]);
    size[Code] += slot.hasStub ? kStubBytes : 0;
  }
  dynamicAt = llvm::alignTo(size[Data], 8);
  constexpr uint64_t kDynamicEntries = 9;
  slotsAt = dynamicAt + kDynamicEntries * sizeof(Elf64_Dyn);
  size[Data] = slotsAt + slots.size() * sizeof(uint64_t);

  symbolTable.emplace_back();
  std::memset(&symbolTable.back(), 0, sizeof(Elf64_Sym));
  for (const Slot &slot : slots)
    if (!slot.import.empty()) {
      Elf64_Sym symbol{};
      symbol.st_name = names.add(slot.import);
      symbol.setBindingAndType(STB_GLOBAL, STT_NOTYPE);
      symbolTable.push_back(symbol);
    }
  for (const Symbol *exported : exports) {
    Elf64_Sym symbol = exported->entry;
    symbol.st_name = names.add(exported->name);
    symbolTable.push_back(symbol);
  }
  constexpr unsigned kProgramHeaders = kNumGroups + 2;
  symbolsAt = llvm::alignTo(sizeof(Elf64_Ehdr) + kProgramHeaders * sizeof(Elf64_Phdr), 8);
  relocationsAt = symbolsAt + symbolTable.size() * sizeof(Elf64_Sym);
  hashAt = relocationsAt + numRelocations * sizeof(Elf64_Rela);
  namesAt = hashAt + (2 + 1 + 2 * symbolTable.size()) * sizeof(uint32_t);
  uint64_t at = namesAt + names.text.size();
  for (unsigned group = 0; group != kNumGroups; ++group) {
    // In memory each group is pages of its own.
    fileAt[group] = llvm::alignTo(at, alignment[group]);
    base[group] = fileAt[group] + group * kPage;
    at = fileAt[group] + size[group];
  }
}

std::optional<uint64_t> Linker::addressOf(size_t object, const Symbol &symbol) const {
  const Symbol *own = &symbol;
  if (own->entry.st_shndx == SHN_UNDEF) {
    auto found = definitions.find(symbol.name);
    if (found == definitions.end())
      return std::nullopt;
    object = found->second.object;
    own = found->second.symbol;
  }
  if (own->entry.st_shndx == SHN_ABS)
    return own->entry.st_value;
  return addressOf(objects[object].sections[own->entry.st_shndx]) + own->entry.st_value;
}

/// One field of a section that needs an address.
bool Linker::relocate(const Object &object, const Section &section, const Elf64_Rela &relocation) {
  const auto objectIndex = static_cast<size_t>(&object - objects.data());
  const Symbol &symbol = object.symbols[relocation.getSymbol()];
  const std::optional<uint64_t> address = addressOf(objectIndex, symbol);
  const bool isWide = relocation.getType() == R_X86_64_64;
  const uint64_t place = addressOf(section) + relocation.r_offset;
  if (relocation.r_offset > section.header.sh_size ||
      section.header.sh_size - relocation.r_offset < (isWide ? sizeof(uint64_t) : sizeof(uint32_t)))
    return false;
  size_t slot = slots.size();
  if (!address) {
    if (auto found = slotOf.find(symbol.name); found != slotOf.end())
      slot = found->second;
  } else {
    for (const auto &[key, known] : localSlots)
      if (key == std::pair(objectIndex, size_t{relocation.getSymbol()}))
        slot = known;
  }
  if (isWide) {
    Elf64_Rela left;
    left.r_offset = place;
    left.r_addend = static_cast<int64_t>((address ? *address : 0) + static_cast<uint64_t>(relocation.r_addend));
    // Imported symbols are the first ones of the table, in the order of the slots that have one.
    left.setSymbolAndType(address ? 0 : importNumber(slot), address ? R_X86_64_RELATIVE : R_X86_64_64);
    dynamic.push_back(left);
    return true;
  }
  uint64_t target = 0;
  if (relocation.getType() == R_X86_64_PC32 || relocation.getType() == R_X86_64_PLT32)
    target = address ? *address : base[Code] + stubAt[slot];
  else
    target = base[Data] + slotsAt + slot * sizeof(uint64_t);
  const auto value = static_cast<int64_t>(target + static_cast<uint64_t>(relocation.r_addend) - place);
  if (!llvm::isInt<32>(value))
    return false;
  const auto narrow = static_cast<int32_t>(value);
  std::memcpy(content[section.group].data() + section.offset + relocation.r_offset, &narrow, sizeof(narrow));
  return true;
}

size_t Linker::importNumber(size_t slot) const {
  size_t number = 1;
  for (size_t i = 0; i != slot; ++i)
    number += !slots[i].import.empty();
  return number;
}

bool Linker::fill() {
  constexpr uint8_t kTrap = 0xcc;
  for (unsigned group = 0; group != kNumGroups; ++group)
    content[group].assign(size[group], group == Code ? kTrap : 0);
  for (const Object &object : objects)
    for (const Section &section : object.sections)
      if (section.isLoaded && !section.bytes.empty())
        std::memcpy(content[section.group].data() + section.offset, section.bytes.data(), section.bytes.size());
  for (size_t i = 0; i != slots.size(); ++i) {
    Elf64_Rela left;
    left.r_offset = base[Data] + slotsAt + i * sizeof(uint64_t);
    left.r_addend = 0;
    left.setSymbolAndType(0, R_X86_64_RELATIVE);
    if (!slots[i].import.empty())
      left.setSymbolAndType(importNumber(i), R_X86_64_GLOB_DAT);
    for (const auto &[key, slot] : localSlots)
      if (slot == i)
        left.r_addend = static_cast<int64_t>(*addressOf(key.first, objects[key.first].symbols[key.second]));
    dynamic.push_back(left);
    if (slots[i].hasStub) { // jmp *slot(%rip)
      const uint64_t at = base[Code] + stubAt[i];
      const int64_t distance = static_cast<int64_t>(left.r_offset) - static_cast<int64_t>(at + 6);
      if (!llvm::isInt<32>(distance))
        return false;
      const auto narrow = static_cast<int32_t>(distance);
      uint8_t *code = content[Code].data() + stubAt[i];
      code[0] = 0xff;
      code[1] = 0x25;
      std::memcpy(code + 2, &narrow, sizeof(narrow));
    }
  }
  if (!eachRelocation([&](size_t object, const Section &section, const Elf64_Rela &relocation) {
        return relocate(objects[object], section, relocation);
      }))
    return false;
  // Symbols that are exported lie behind the imported ones.
  const size_t firstExport = symbolTable.size() - exports.size();
  for (size_t i = 0; i != exports.size(); ++i) {
    Elf64_Sym &symbol = symbolTable[firstExport + i];
    const Definition &definition = definitions.find(exports[i]->name)->second;
    symbol.st_value = *addressOf(definition.object, *definition.symbol);
    symbol.st_shndx = 1; // of the section that it lies in, nobody asks
  }
  return true;
}

std::vector<uint8_t> Linker::write() {
  std::vector<uint8_t> file;
  auto pad = [&](uint64_t to) { file.resize(to, 0); };
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ElfMagic, 4);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof(header);
  header.e_ehsize = sizeof(header);
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = kNumGroups + 2;
  header.e_shentsize = sizeof(Elf64_Shdr);
  append(file, header);
  auto segment = [&](uint32_t type, uint32_t flags, uint64_t at, uint64_t address, uint64_t bytes, uint64_t alignment) {
    Elf64_Phdr entry{};
    entry.p_type = type;
    entry.p_flags = flags;
    entry.p_offset = at;
    entry.p_vaddr = entry.p_paddr = address;
    entry.p_filesz = entry.p_memsz = bytes;
    entry.p_align = alignment;
    append(file, entry);
  };
  segment(PT_LOAD, PF_R, 0, 0, fileAt[ReadOnly] + size[ReadOnly], kPage);
  segment(PT_LOAD, PF_R | PF_X, fileAt[Code], base[Code], size[Code], kPage);
  segment(PT_LOAD, PF_R | PF_W, fileAt[Data], base[Data], size[Data], kPage);
  segment(PT_DYNAMIC, PF_R | PF_W, fileAt[Data] + dynamicAt, base[Data] + dynamicAt, slotsAt - dynamicAt, 8);
  segment(PT_GNU_STACK, PF_R | PF_W, 0, 0, 0, 0);
  pad(symbolsAt);
  for (const Elf64_Sym &symbol : symbolTable)
    append(file, symbol);
  pad(relocationsAt);
  for (const Elf64_Rela &relocation : dynamic)
    append(file, relocation);
  // Chains of symbols by the hashes of their names.
  const auto count = static_cast<uint32_t>(symbolTable.size());
  std::vector<uint32_t> buckets(count, 0), chains(count, 0);
  for (uint32_t i = 1; i < count; ++i) {
    uint32_t &first = buckets[hashOf(names.text.data() + symbolTable[i].st_name) % count];
    chains[i] = std::exchange(first, i);
  }
  pad(hashAt);
  append(file, count);
  append(file, count);
  for (const std::vector<uint32_t> *part : {&buckets, &chains})
    for (uint32_t entry : *part)
      append(file, entry);
  pad(namesAt);
  file.insert(file.end(), names.text.begin(), names.text.end());

  std::vector<uint8_t> entries;
  for (auto [tag, value] : {std::pair<int64_t, uint64_t>{DT_HASH, hashAt},
                            {DT_STRTAB, namesAt},
                            {DT_SYMTAB, symbolsAt},
                            {DT_STRSZ, names.text.size()},
                            {DT_SYMENT, sizeof(Elf64_Sym)},
                            {DT_RELA, relocationsAt},
                            {DT_RELASZ, dynamic.size() * sizeof(Elf64_Rela)},
                            {DT_RELAENT, sizeof(Elf64_Rela)},
                            {DT_NULL, 0}}) {
    append(entries, tag);
    append(entries, value);
  }
  std::copy(entries.begin(), entries.end(), content[Data].begin() + static_cast<ptrdiff_t>(dynamicAt));
  for (unsigned group = 0; group != kNumGroups; ++group) {
    pad(fileAt[group]);
    file.insert(file.end(), content[group].begin(), content[group].end());
  }
  return file;
}

} // namespace

std::optional<std::vector<uint8_t>> linkKernels(llvm::ArrayRef<llvm::ArrayRef<char>> objects) {
  Linker linker;
  if (!linker.read(objects) || !linker.link())
    return std::nullopt;
  return linker.write();
}

} // namespace shardwright::lower
