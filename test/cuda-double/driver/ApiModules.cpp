// Modules, functions, launches.
#include "test/cuda-double/driver/Api.h"

#include <algorithm>
#include <cstring>

using namespace shardwright::cudadouble;

namespace {

// Options of cuModuleLoadDataEx that say where messages go.
constexpr int kErrorLog = 5, kErrorLogBytes = 6;

void writeLog(const std::string &log, unsigned count, const int *options, void **values) {
  char *buffer = nullptr;
  size_t bytes = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == kErrorLog)
      buffer = static_cast<char *>(values[i]);
    if (options[i] == kErrorLogBytes)
      bytes = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(values[i]));
  }
  if (!buffer || !bytes)
    return;
  size_t length = std::min(bytes - 1, log.size());
  std::memcpy(buffer, log.data(), length);
  buffer[length] = 0;
}

int sharedLimit(int architecture) {
  return (architecture >= 120                        ? 99
          : architecture >= 90                       ? 227
          : architecture == 80 || architecture == 87 ? 163
                                                     : 99) *
         1024;
}

uint64_t defaultDynamic(const Kernel &kernel) {
  return std::max<uint64_t>(49152, kernel.sharedBytes) - kernel.sharedBytes;
}

bool known(Call &call, const LoadedFunction *function) {
  if (function && call.driver.handles.count(function->module))
    return true;
  call.driver.report("handle", "function", "a function of a module is used that was unloaded");
  return false;
}

} // namespace

DOUBLE_API cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, int *options, void **values) {
  DOUBLE_CALL(CurrentContext);
  if (!module || !image || (count && (!options || !values)))
    return InvalidValue;
  if (int error = call.driver.forbiddenInCapture(__func__))
    return error;
  std::string log;
  int error = call.driver.load(image, log, *module);
  if (!error)
    (*module)->device = call.context->device;
  writeLog(log, count, options, values);
  return error;
}

DOUBLE_API cuModuleLoadData(CUmodule *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

DOUBLE_API cuModuleUnload(CUmodule module) {
  DOUBLE_CALL(CurrentContext);
  if (!call.driver.handles.count(module)) {
    call.driver.report("handle", "module", "cuModuleUnload of a module that was unloaded or never loaded");
    return InvalidHandle;
  }
  call.driver.unload(module);
  return Success;
}

DOUBLE_API cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  DOUBLE_CALL(CurrentContext);
  if (!function || !name || !call.driver.handles.count(module))
    return function && name ? InvalidHandle : InvalidValue;
  return call.driver.function(*module, name, *function);
}

DOUBLE_API cuModuleGetGlobal_v2(CUdeviceptr *pointer, size_t *bytes, CUmodule module, const char *name) {
  DOUBLE_CALL(CurrentContext);
  if (!name || !call.driver.handles.count(module))
    return name ? InvalidHandle : InvalidValue;
  auto found = module->addresses.find(name);
  if (found == module->addresses.end())
    return NotFound;
  if (pointer)
    *pointer = found->second;
  if (bytes)
    *bytes = call.driver.space.find(found->second)->bytes;
  return Success;
}

DOUBLE_API cuFuncGetAttribute(int *value, int attribute, CUfunction function) {
  DOUBLE_CALL(CurrentContext);
  if (!value || !known(call, function))
    return value ? InvalidHandle : InvalidValue;
  const Kernel &kernel = function->kernel;
  switch (attribute) {
  case 0:
    *value = kernel.function->maxThreads ? static_cast<int>(std::min(1024u, kernel.function->maxThreads)) : 1024;
    break;
  case 1:
    *value = static_cast<int>(kernel.sharedBytes);
    break;
  case 2:
    *value = 0;
    break;
  case 3:
    *value = static_cast<int>(kernel.localBytes);
    break;
  case 4:
    *value = 32;
    break; // registers are the compiler's of a GPU to count
  case 5:
    *value = 10 * function->module->parsed.versionMajor + function->module->parsed.versionMinor;
    break;
  case 6:
    *value = call.driver.settings.architectureOf(function->module->device);
    break;
  case 7:
    *value = 0;
    break;
  case 8:
    *value = static_cast<int>(std::max(kernel.dynamicLimit, defaultDynamic(kernel)));
    break;
  case 9:
    *value = -1;
    break;
  default:
    call.driver.report("unsupported", "function attribute",
                       "cuFuncGetAttribute: the attribute " + std::to_string(attribute) +
                           " is not known to the double");
    return NotSupported;
  }
  return Success;
}

DOUBLE_API cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  DOUBLE_CALL(CurrentContext);
  if (!known(call, function))
    return InvalidHandle;
  if (attribute == 9)
    return value < -1 || value > 100 ? InvalidValue : Success;
  if (attribute != 8) {
    call.driver.report("unsupported", "function attribute",
                       "cuFuncSetAttribute: the attribute " + std::to_string(attribute) +
                           " is not known to the double");
    return NotSupported;
  }
  if (value < 0 ||
      static_cast<uint64_t>(value) + function->kernel.sharedBytes >
          static_cast<uint64_t>(sharedLimit(call.driver.settings.architectureOf(function->module->device))))
    return InvalidValue;
  function->kernel.dynamicLimit = static_cast<uint64_t>(value);
  return Success;
}

DOUBLE_API cuLaunchKernel(CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                          unsigned blockY, unsigned blockZ, unsigned dynamicShared, CUstream handle, void **parameters,
                          void **extra) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !known(call, function))
    return InvalidHandle;
  const Kernel &kernel = function->kernel;
  const Function &its = *kernel.function;
  const unsigned grid[3] = {gridX, gridY, gridZ}, block[3] = {blockX, blockY, blockZ};
  const uint64_t threads = uint64_t(blockX) * blockY * blockZ;
  auto refuse = [&](int error, const std::string &why) {
    call.driver.report("launch", kernel.name + why, "kernel '" + kernel.name + "': " + why);
    return error;
  };
  for (const auto &[what, device] : {std::make_pair("the current context's", call.context->device),
                                     std::make_pair("its module's", function->module->device)})
    if (device != stream->device) {
      call.driver.report("wrong-device", kernel.name + what,
                         "kernel '" + kernel.name + "' is launched in " + stream->name + " of device " +
                             std::to_string(stream->device) + ", and " + what + " is " + std::to_string(device));
      return InvalidHandle;
    }
  if (!gridX || !gridY || !gridZ || gridX > 2147483647u || gridY > 65535 || gridZ > 65535)
    return refuse(InvalidValue, "a grid of " + std::to_string(gridX) + " x " + std::to_string(gridY) + " x " +
                                    std::to_string(gridZ) + " blocks");
  if (!threads || threads > 1024 || blockX > 1024 || blockY > 1024 || blockZ > 64)
    return refuse(InvalidValue, "a block of " + std::to_string(blockX) + " x " + std::to_string(blockY) + " x " +
                                    std::to_string(blockZ) + " threads");
  if (its.requiredThreads[0] && std::memcmp(its.requiredThreads, block, sizeof block))
    return refuse(InvalidValue, "the block differs from .reqntid");
  if (its.maxThreads && threads > its.maxThreads)
    return refuse(InvalidValue,
                  std::to_string(threads) + " threads, .maxntid permits " + std::to_string(its.maxThreads));
  if (dynamicShared > std::max(kernel.dynamicLimit, defaultDynamic(kernel)))
    return refuse(InvalidValue, std::to_string(dynamicShared) + " bytes of dynamic shared memory, " +
                                    std::to_string(std::max(kernel.dynamicLimit, defaultDynamic(kernel))) +
                                    " are permitted (cuFuncSetAttribute permits more)");
  if (extra)
    return refuse(NotSupported, "parameters in a buffer are not known to the double");
  if (!its.parameters.empty() && !parameters)
    return refuse(InvalidValue, "no parameters are given");
  Node node;
  node.kind = Node::Kernel;
  node.function = function;
  node.module = function->module;
  std::copy(grid, grid + 3, node.grid);
  std::copy(block, block + 3, node.block);
  node.dynamicShared = dynamicShared;
  node.parameters.resize(its.parameterBytes);
  for (size_t i = 0; i < its.parameters.size(); ++i)
    std::memcpy(node.parameters.data() + its.parameters[i]->offset, parameters[i], its.parameters[i]->bytes);
  return call.driver.enqueue(*stream, std::move(node));
}
