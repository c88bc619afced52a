#include "runtime/backends/host/KernelFile.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <optional>

namespace shardwright::runtime::host {
namespace {

#ifdef __aarch64__
constexpr uint16_t kMachine = EM_AARCH64;
constexpr const char *kMachineName = "aarch64";
constexpr uint32_t kIndirect = 1032; // R_AARCH64_IRELATIVE
#else
constexpr uint16_t kMachine = EM_X86_64;
constexpr const char *kMachineName = "x86-64";
constexpr uint32_t kIndirect = R_X86_64_IRELATIVE;
#endif

template <typename... Ts> absl::Status bad(const Ts &...parts) {
  return absl::InvalidArgumentError(absl::StrCat("the kernel image ", parts...));
}

/// Entries of the dynamic section that the compiler's images do not have, and what they are for.
struct Refused {
  int64_t tag;
  const char *what;
};
constexpr Refused kRefused[] = {{DT_INIT, "runs code when it is loaded (DT_INIT)"},
                                {DT_INIT_ARRAY, "runs code when it is loaded (DT_INIT_ARRAY)"},
                                {DT_PREINIT_ARRAY, "runs code when it is loaded (DT_PREINIT_ARRAY)"},
                                {DT_FINI, "runs code when it is closed (DT_FINI)"},
                                {DT_FINI_ARRAY, "runs code when it is closed (DT_FINI_ARRAY)"},
                                {DT_NEEDED, "loads another library (DT_NEEDED)"},
                                {DT_AUDIT, "loads another library (DT_AUDIT)"},
                                {DT_FILTER, "loads another library (DT_FILTER)"},
                                {DT_AUXILIARY, "loads another library (DT_AUXILIARY)"},
                                {DT_TEXTREL, "changes its code when it is loaded (DT_TEXTREL)"}};

class FileReader {
public:
  FileReader(const std::vector<uint8_t> &bytes, KernelFile &file) : bytes(bytes), file(file) {}

  absl::Status run() {
    if (absl::Status status = readHeader(); !status.ok())
      return status;
    if (absl::Status status = readSegments(); !status.ok())
      return status;
    if (absl::Status status = readDynamic(); !status.ok())
      return status;
    if (absl::Status status = checkRelocations(); !status.ok())
      return status;
    return readSymbols();
  }

private:
  /// Number `index` of a table at `offset` of the file; nothing: it lies outside.
  template <typename T> std::optional<T> at(uint64_t offset, uint64_t index = 0) const {
    uint64_t begin = 0;
    if (__builtin_mul_overflow(index, sizeof(T), &begin) || __builtin_add_overflow(begin, offset, &begin) ||
        begin > bytes.size() || bytes.size() - begin < sizeof(T))
      return std::nullopt;
    T value;
    std::memcpy(&value, bytes.data() + begin, sizeof(T));
    return value;
  }

  /// Where the file has the bytes that are loaded at `address`; nothing: nowhere.
  std::optional<uint64_t> offsetOf(uint64_t address, uint64_t size = 1, bool isCode = false) const {
    for (const Elf64_Phdr &one : segments)
      if (address >= one.p_vaddr && address - one.p_vaddr <= one.p_filesz &&
          one.p_filesz - (address - one.p_vaddr) >= size && (!isCode || (one.p_flags & PF_X)))
        return one.p_offset + (address - one.p_vaddr);
    return std::nullopt;
  }

  absl::Status readHeader() {
    std::optional<Elf64_Ehdr> found = at<Elf64_Ehdr>(0);
    if (!found || std::memcmp(found->e_ident, ELFMAG, SELFMAG) != 0)
      return bad("of ", bytes.size(), " bytes is no ELF file");
    header = *found;
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB || header.e_type != ET_DYN)
      return bad("is no shared object of 64 bits");
    if (header.e_machine != kMachine)
      return bad("is for machine ", header.e_machine, " of ELF's list, this one is ", kMachine, " (", kMachineName,
                 ")");
    file.machine = kMachineName;
    return absl::OkStatus();
  }

  absl::Status readSegments() {
    for (uint16_t i = 0; i != header.e_phnum; ++i) {
      std::optional<Elf64_Phdr> one = at<Elf64_Phdr>(header.e_phoff, i);
      if (!one)
        return bad("has ", header.e_phnum, " program headers, number ", i, " lies outside of its ", bytes.size(),
                   " bytes");
      if (one->p_type == PT_INTERP)
        return bad("names a loader of its own");
      if (one->p_type == PT_DYNAMIC)
        dynamic = *one;
      if (one->p_type != PT_LOAD)
        continue;
      if (one->p_offset > bytes.size() || one->p_filesz > bytes.size() - one->p_offset || one->p_filesz > one->p_memsz)
        return bad("loads ", one->p_filesz, " bytes from ", one->p_offset, " on, it has ", bytes.size());
      if ((one->p_flags & PF_W) && (one->p_flags & PF_X))
        return bad("has memory that is both written and executed");
      if (one->p_flags & PF_X)
        file.codeBytes += one->p_filesz;
      segments.push_back(*one);
    }
    return dynamic ? absl::OkStatus() : bad("has no dynamic section");
  }

  absl::Status readDynamic() {
    for (uint64_t i = 0;; ++i) {
      std::optional<Elf64_Dyn> one = at<Elf64_Dyn>(dynamic->p_offset, i);
      if (!one)
        return bad("has a dynamic section without an end");
      if (one->d_tag == DT_NULL)
        return absl::OkStatus();
      for (const Refused &refused : kRefused)
        if (one->d_tag == refused.tag)
          return bad(refused.what, ", which those of the compiler never do");
      entries.push_back(*one);
    }
  }
  uint64_t entry(int64_t tag) const {
    for (const Elf64_Dyn &one : entries)
      if (one.d_tag == tag)
        return one.d_un.d_val;
    return 0;
  }

  /// One kind of relocation calls a function of the image.
  absl::Status checkRelocations() {
    for (auto [table, size] : {std::pair{DT_RELA, DT_RELASZ}, {DT_JMPREL, DT_PLTRELSZ}}) {
      if (entry(size) == 0)
        continue;
      std::optional<uint64_t> offset = offsetOf(entry(table), entry(size));
      if (!offset)
        return bad("has ", entry(size), " bytes of relocations outside of what it loads");
      for (uint64_t i = 0; i != entry(size) / sizeof(Elf64_Rela); ++i)
        if (ELF64_R_TYPE(at<Elf64_Rela>(*offset, i)->r_info) == kIndirect)
          return bad("runs code when it is loaded (relocation ", i, "), which those of the compiler never do");
    }
    return absl::OkStatus();
  }

  absl::Status readSymbols() {
    std::optional<uint64_t> symbols = offsetOf(entry(DT_SYMTAB)), names = offsetOf(entry(DT_STRTAB), entry(DT_STRSZ)),
                            hash = offsetOf(entry(DT_HASH), 2 * sizeof(uint32_t));
    if (!symbols || !names || !hash)
      return bad("has no table of symbols, of their names, or of their hashes in what it loads");
    const uint32_t count = *at<uint32_t>(*hash, 1); // as many as the hashes' chains have
    for (uint32_t i = 1; i < count; ++i) {
      std::optional<Elf64_Sym> one = at<Elf64_Sym>(*symbols, i);
      if (!one || one->st_name >= entry(DT_STRSZ))
        return bad("has ", count, " symbols, number ", i, " or its name lies outside");
      const auto *begin = reinterpret_cast<const char *>(bytes.data() + *names);
      const std::string name(begin + one->st_name, strnlen(begin + one->st_name, entry(DT_STRSZ) - one->st_name));
      if (ELF64_ST_TYPE(one->st_info) == STT_GNU_IFUNC)
        return bad("runs code when '", name, "' is looked for, which those of the compiler never do");
      if (one->st_shndx == SHN_UNDEF) {
        file.imports.push_back(name);
      } else if (ELF64_ST_TYPE(one->st_info) == STT_FUNC) {
        if (!offsetOf(one->st_value, std::max<uint64_t>(one->st_size, 1), /*isCode=*/true))
          return bad("has the function '", name, "' outside of its code");
        file.functions.push_back(name);
      }
    }
    return absl::OkStatus();
  }

  const std::vector<uint8_t> &bytes;
  KernelFile &file;
  Elf64_Ehdr header{};
  std::vector<Elf64_Phdr> segments; ///< that are loaded
  std::optional<Elf64_Phdr> dynamic;
  std::vector<Elf64_Dyn> entries;
};

} // namespace

bool KernelFile::has(const std::string &function) const {
  return std::find(functions.begin(), functions.end(), function) != functions.end();
}

absl::StatusOr<KernelFile> KernelFile::read(const std::vector<uint8_t> &image) {
  KernelFile file;
  if (absl::Status status = FileReader(image, file).run(); !status.ok())
    return status;
  return file;
}

} // namespace shardwright::runtime::host
