#include "shardwright/Runtime/Serialize.h"

#include "runtime/Archive.h"
#include "runtime/FileHeader.h"
#include "runtime/Files.h"
#include "shardwright/Runtime/ForeignFormat.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <cstring>

namespace shardwright::runtime {

// The members of each struct, in the order of the file. A change here raises kFormatVersion.
template <class A> void fields(A &a, AxisDigit &v) { a(v.axis, v.pre, v.size); }
template <class A> void fields(A &a, MeshAxisInfo &v) { a(v.name, v.size); }
template <class A> void fields(A &a, Accuracy &v) { a(v.epsilon, v.terms); }
template <class A> void fields(A &a, Interface &v) {
  a(v.name, v.type, v.globalShape, v.dims, v.partial, v.reduction, v.donated, v.alias, v.place, v.accuracy);
}
template <class A> void fields(A &a, Slot &v) { a(v.space, v.block, v.offset, v.bytes); }
template <class A> void fields(A &a, LiveSet::Buffer &v) { a(v.slot, v.since); }
template <class A> void fields(A &a, LiveSet &v) { a(v.bytes, v.step, v.buffers); }
template <class A> void fields(A &a, Step &v) { a(v.kind, v.index, v.target, v.firstSlot, v.numSlots, v.debug); }
template <class A> void fields(A &a, Kernel &v) { a(v.symbol, v.outerTrip, v.blocks, v.threads, v.sharedBytes); }
template <class A> void fields(A &a, Matmul &v) {
  a(v.lhsType, v.rhsType, v.outType, v.batch, v.m, v.n, v.k);
  a(v.lhsBatchStride, v.lhsMStride, v.lhsKStride, v.rhsBatchStride, v.rhsKStride, v.rhsNStride);
  a(v.lhsRounding, v.rhsRounding, v.kernel, v.mayBeTf32);
}
template <class A> void fields(A &a, Collective &v) {
  a(v.kind, v.type, v.reduction, v.axes, v.inShape, v.outShape, v.splitDim, v.gatherDim, v.sources, v.kernels);
}
template <class A> void fields(A &a, LibraryCall &v) {
  a(v.name, v.parameters, v.types, v.shapes, v.kernelSymbol, v.kernelRange);
}
template <class A> void fields(A &a, Check &v) { a(v.mode, v.type, v.shape, v.tolerance, v.minUlp, v.maxUlp); }
template <class A> void fields(A &a, DebugInfo &v) { a(v.op, v.location, v.cause); }

namespace {

constexpr uint32_t kNumSections = 8;
constexpr const char *kSectionNames[kNumSections] = {"target and mesh", "interface", "constants", "kernels",
                                                     "buffers",         "steps",     "tables",    "debug"};

template <class A> void section(A &a, uint32_t number, Executable &e) {
  switch (number) {
  case 0:
    return a(e.target, e.meshAxes, e.deviceOrder);
  case 1:
    return a(e.arguments, e.results);
  case 2:
    return a(e.constants);
  case 3:
    return a(e.kernelImage, e.kernels);
  case 4:
    return a(e.arenaBytes, e.largest, e.slots, e.stepSlots);
  case 5:
    return a(e.steps);
  case 6:
    return a(e.matmuls, e.collectives, e.libraryCalls, e.axisIndices, e.switches, e.checks);
  case 7:
    return a(e.debug);
  }
}

absl::Status readSections(absl::string_view body, Executable &executable, const std::string &name) {
  for (uint32_t number = 0; number != kNumSections; ++number) {
    uint32_t tag = 0;
    uint64_t length = 0;
    size_t head = sizeof(tag) + sizeof(length);
    if (body.size() >= head) {
      std::memcpy(&tag, body.data(), sizeof(tag));
      std::memcpy(&length, body.data() + sizeof(tag), sizeof(length));
      body.remove_prefix(head);
    }
    if (tag != number + 1 || length > body.size())
      return absl::InvalidArgumentError(absl::StrCat(name, " is damaged: section ", number + 1, " (",
                                                     kSectionNames[number], ") says tag ", tag, " and ", length,
                                                     " bytes where ", body.size(), " are left"));
    Reader reader(body.substr(0, length));
    body.remove_prefix(length);
    section(reader, number, executable);
    if (!reader.ok() || reader.left() != 0)
      return absl::InvalidArgumentError(absl::StrCat(name, " is damaged: section ", number + 1, " (",
                                                     kSectionNames[number], ") of ", length, " bytes ",
                                                     reader.ok() ? "has bytes left over" : "ends too early"));
  }
  if (!body.empty())
    return absl::InvalidArgumentError(
        absl::StrCat(name, " is damaged: ", body.size(), " bytes after the last section"));
  return absl::OkStatus();
}

} // namespace

std::string serialize(const Executable &executable) {
  // The writer takes references it does not change: the description is shared with the reader, which does.
  auto &source = const_cast<Executable &>(executable);
  std::string body;
  for (uint32_t number = 0; number != kNumSections; ++number) {
    Writer writer;
    section(writer, number, source);
    std::string payload = writer.take();
    uint32_t tag = number + 1;
    uint64_t length = payload.size();
    body.append(reinterpret_cast<const char *>(&tag), sizeof(tag));
    body.append(reinterpret_cast<const char *>(&length), sizeof(length));
    body += payload;
  }
  FileHeader header;
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.version = kFormatVersion;
  header.numSections = kNumSections;
  header.length = body.size();
  header.hash = contentHash(body);
  return std::string(reinterpret_cast<const char *>(&header), sizeof(header)) + body;
}

absl::StatusOr<Executable> deserialize(absl::string_view bytes, const std::string &name) {
  size_t shown = std::min(bytes.size(), sizeof(kMagic));
  const bool isOther = std::memcmp(bytes.data(), kMagic, shown) != 0 || bytes.empty();
  if (std::optional<ForeignFormat> format = isOther ? foreignFormat(bytes) : std::nullopt)
    return absl::InvalidArgumentError(absl::StrCat(name, " is ", format->what,
                                                   ", not a shardwright executable (.swx): ", format->instead,
                                                   " and compile that with `shardwright compile`"));
  if (isOther)
    return absl::InvalidArgumentError(absl::StrCat(name,
                                                   " is not a shardwright executable (.swx): it does not begin "
                                                   "with the bytes 7f 53 57 58; `shardwright compile` writes one"));
  FileHeader header;
  if (bytes.size() < sizeof(header))
    return absl::InvalidArgumentError(absl::StrCat(name, " is truncated: it has ", bytes.size(),
                                                   " bytes, the header alone has ", sizeof(header),
                                                   ": copy or compile it again"));
  std::memcpy(&header, bytes.data(), sizeof(header));
  if (header.version != kFormatVersion)
    return absl::InvalidArgumentError(absl::StrCat(name, " is format version ", header.version,
                                                   ", this runtime reads version ", kFormatVersion,
                                                   ": recompile it with the shardwright this runtime belongs to"));
  absl::string_view body = bytes.substr(sizeof(header));
  if (header.length != body.size())
    return absl::InvalidArgumentError(absl::StrCat(name, header.length > body.size() ? " is truncated" : " is damaged",
                                                   ": it has ", body.size(), " bytes of content, its header says ",
                                                   header.length, ": copy or compile it again"));
  if (uint64_t hash = contentHash(body); hash != header.hash)
    return absl::InvalidArgumentError(
        absl::StrFormat("%s was altered: its content has hash %016x, its header says %016x: copy or compile it again",
                        name, hash, header.hash));
  if (header.numSections != kNumSections)
    return absl::InvalidArgumentError(absl::StrCat(name, " has ", header.numSections, " sections, format version ",
                                                   kFormatVersion, " has ", kNumSections));
  Executable executable;
  if (absl::Status status = readSections(body, executable, name); !status.ok())
    return status;
  if (absl::Status status = validate(executable); !status.ok())
    return absl::InvalidArgumentError(absl::StrCat(name, ": ", status.message()));
  return executable;
}

absl::StatusOr<Executable> readExecutable(const std::string &path) {
  absl::StatusOr<std::string> bytes = readFile(path);
  if (!bytes.ok())
    return bytes.status();
  return deserialize(*bytes, path);
}

absl::Status writeExecutable(const Executable &executable, const std::string &path) {
  return writeFile(path, serialize(executable));
}

} // namespace shardwright::runtime
