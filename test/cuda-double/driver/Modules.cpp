// Loading modules as the driver's JIT does: which images and versions it takes, variables, kernels.
#include "test/cuda-double/driver/Driver.h"

#include <cstdio>
#include <cstring>

namespace shardwright::cudadouble {

namespace {

// A fat binary's PTX that is not compressed; empty if there is none. The layout is that of cuda's fatbinary.h.
std::string ptxOfFatBinary(const uint8_t *image) {
  uint16_t headerSize;
  uint64_t size;
  std::memcpy(&headerSize, image + 6, 2);
  std::memcpy(&size, image + 8, 8);
  const uint8_t *end = image + headerSize + size;
  for (const uint8_t *at = image + headerSize; at + 64 <= end;) {
    uint16_t kind;
    uint32_t header;
    uint64_t payload, flags;
    std::memcpy(&kind, at, 2);
    std::memcpy(&header, at + 4, 4);
    std::memcpy(&payload, at + 8, 8);
    std::memcpy(&flags, at + 40, 8);
    if (kind == 1 && !(flags & 0x2000))
      return std::string(reinterpret_cast<const char *>(at + header), payload);
    at += header + payload;
  }
  return {};
}

// What of .target a device of ARCHITECTURE runs: that and older ones; with 'a' that alone, with 'f' its family.
bool runsTarget(const std::string &target, int architecture, bool &known) {
  int number = 0;
  char suffix = 0;
  known =
      std::sscanf(target.c_str(), "sm_%d%c", &number, &suffix) >= 1 && (suffix == 0 || suffix == 'a' || suffix == 'f');
  if (suffix == 'a')
    return number == architecture;
  if (suffix == 'f')
    return number / 10 == architecture / 10 && number <= architecture;
  return number <= architecture;
}

} // namespace

int Driver::load(const void *image, std::string &log, LoadedModule *&result) {
  const uint8_t *bytes = static_cast<const uint8_t *>(image);
  uint32_t magic;
  std::memcpy(&magic, bytes, 4);
  auto made = std::make_unique<LoadedModule>();
  if (magic == 0x464c457f) { // "\177ELF"
    log = "the image is a cubin without PTX, which the device double cannot run";
    std::fprintf(stderr, "cuda-double: %s\n", log.c_str());
    return NoBinaryForGpu;
  }
  if (magic == 0xba55ed50) {
    made->parsed.text = ptxOfFatBinary(bytes);
    if (made->parsed.text.empty()) {
      log = "the fat binary carries no PTX that is not compressed, and the device double cannot run cubins";
      std::fprintf(stderr, "cuda-double: %s\n", log.c_str());
      return NoBinaryForGpu;
    }
  } else {
    made->parsed.text = reinterpret_cast<const char *>(bytes);
  }
  PtxError error;
  auto fails = [&](int code) {
    log = "ptxas application ptx input, line " + std::to_string(error.line) + "; error   : " + error.message;
    return code;
  };
  // The version first: a newer one may have words that are not known.
  int major = 0, minor = 0;
  size_t version = made->parsed.text.find(".version");
  if (version != std::string::npos &&
      std::sscanf(made->parsed.text.c_str() + version, ".version %d.%d", &major, &minor) == 2 &&
      10 * major + minor > newestPtx(settings.driverVersion)) {
    error = {1, "Unsupported .version " + std::to_string(major) + "." + std::to_string(minor) +
                    "; current version is '" + std::to_string(newestPtx(settings.driverVersion) / 10) + "." +
                    std::to_string(newestPtx(settings.driverVersion) % 10) + "'"};
    return fails(UnsupportedPtxVersion);
  }
  auto refuse = [&]() {
    report("ptx", error.message, "line " + std::to_string(error.line) + ": " + error.message);
    return fails(InvalidPtx);
  };
  if (!parseModule(made->parsed, error))
    return refuse();
  bool known;
  const int architecture = settings.architectureOf(currentContext()->device);
  if (!runsTarget(made->parsed.target, architecture, known)) {
    error = {1,
             "the target " + made->parsed.target + " does not run on a device of sm_" + std::to_string(architecture)};
    return fails(NoBinaryForGpu);
  }
  if (!known) {
    error = {1, "unknown target '" + made->parsed.target + "'"};
    return refuse();
  }
  if (int code = allocateVariables(*made, error)) {
    for (Allocation *each : made->variables)
      space.free(each->base);
    return code == InvalidPtx ? refuse() : code;
  }
  for (const Function &each : made->parsed.functions) {
    if (!each.entry)
      continue;
    auto function = std::make_unique<LoadedFunction>();
    function->module = made.get();
    function->kernel.name = each.name;
    function->kernel.function = &each;
    function->kernel.module = &made->parsed;
    if (!KernelDecoder(function->kernel, made->addresses, error).run()) {
      for (Allocation *variable : made->variables)
        space.free(variable->base);
      return refuse();
    }
    made->functions[each.name] = std::move(function);
  }
  result = made.release();
  handles.insert(result);
  return Success;
}

int Driver::allocateVariables(LoadedModule &module, PtxError &error) {
  Context *context = currentContext();
  for (const Variable &each : module.parsed.variables) {
    if (each.space == Space::Shared)
      continue;
    if (each.external) {
      error = {0, "the external variable '" + each.name + "' is in no module"};
      return InvalidPtx;
    }
    Allocation *its = space.allocate(each.bytes, AddressSpace::Owner::Module, "variable '" + each.name + "'",
                                     context ? context->device : 0);
    if (!its)
      return OutOfMemory;
    std::memcpy(its->data, each.initial.data(), each.initial.size());
    its->constant = each.space == Space::Const;
    its->shadow.whole = makeRecord(kBeforeAll, 0, 0, RecordKind::Plain, 0, 0);
    module.variables.push_back(its);
    module.addresses[each.name] = its->base;
  }
  for (const Variable &each : module.parsed.variables)
    for (const Variable::Relocation &relocation : each.relocations) {
      auto target = module.addresses.find(relocation.name);
      if (target == module.addresses.end()) {
        error = {relocation.line, "the initial value of '" + each.name + "' is the address of '" + relocation.name +
                                      "', which is no variable"};
        return InvalidPtx;
      }
      uint64_t address = target->second + static_cast<uint64_t>(relocation.addend);
      std::memcpy(space.find(module.addresses[each.name])->data + relocation.offset, &address, 8);
    }
  return Success;
}

void Driver::unload(LoadedModule *module) {
  for (Allocation *each : module->variables)
    space.free(each->base);
  handles.erase(module);
  delete module;
}

int Driver::function(LoadedModule &module, const std::string &name, LoadedFunction *&found) {
  auto at = module.functions.find(name);
  if (at == module.functions.end())
    return NotFound;
  found = at->second.get();
  return Success;
}

} // namespace shardwright::cudadouble
