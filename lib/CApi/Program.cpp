#include "shardwright-c/Program.h"

#include "lib/CApi/Handles.h"
#include "runtime/Layout.h"
#include "runtime/Shards.h"
#include "shardwright/Runtime/Serialize.h"

#include "absl/strings/str_cat.h"

using namespace shardwright;
using namespace shardwright::capi;

SwInterface::SwInterface(const runtime::Executable &executable, const runtime::Interface &interface)
    : executable(&executable), interface(&interface), localShape(runtime::localShape(interface)),
      sharding(runtime::describeSharding(executable, interface)) {}

SwExecutable::SwExecutable(runtime::Executable made) : executable(std::move(made)), mesh{executable.meshAxes} {
  for (const runtime::Interface &argument : executable.arguments)
    arguments.emplace_back(executable, argument);
  for (const runtime::Interface &result : executable.results)
    results.emplace_back(executable, result);
}

size_t swMeshNumAxes(const SwMesh *mesh) { return mesh ? mesh->axes.size() : 0; }
const char *swMeshAxisName(const SwMesh *mesh, size_t axis) {
  return axis < swMeshNumAxes(mesh) ? mesh->axes[axis].name.c_str() : "";
}
int64_t swMeshAxisSize(const SwMesh *mesh, size_t axis) {
  return axis < swMeshNumAxes(mesh) ? mesh->axes[axis].size : 0;
}
int64_t swMeshNumDevices(const SwMesh *mesh) {
  int64_t devices = mesh ? 1 : 0;
  for (size_t axis = 0; axis != swMeshNumAxes(mesh); ++axis)
    devices *= mesh->axes[axis].size;
  return devices;
}

static_assert(static_cast<int>(SW_F8E8M0FNU) == static_cast<int>(runtime::ElementType::F8E8M0FNU) &&
              static_cast<int>(SW_F32) == static_cast<int>(runtime::ElementType::F32));
static bool isElementType(SwElementType type) {
  return type >= 0 && type <= 255 && runtime::isElementType(static_cast<runtime::ElementType>(type));
}
const char *swElementTypeName(SwElementType type) {
  return isElementType(type) ? runtime::elementName(static_cast<runtime::ElementType>(type)) : "";
}
size_t swElementTypeBytes(SwElementType type) {
  return isElementType(type) ? runtime::elementBytes(static_cast<runtime::ElementType>(type)) : 0;
}

const char *swInterfaceName(const SwInterface *interface) {
  return interface ? interface->interface->name.c_str() : "";
}
SwElementType swInterfaceElementType(const SwInterface *interface) {
  return interface ? static_cast<SwElementType>(interface->interface->type) : SW_I1;
}
size_t swInterfaceRank(const SwInterface *interface) { return interface ? interface->localShape.size() : 0; }
const int64_t *swInterfaceShape(const SwInterface *interface) {
  return swInterfaceRank(interface) ? interface->interface->globalShape.data() : nullptr;
}
const int64_t *swInterfaceLocalShape(const SwInterface *interface) {
  return swInterfaceRank(interface) ? interface->localShape.data() : nullptr;
}
const char *swInterfaceSharding(const SwInterface *interface) { return interface ? interface->sharding.c_str() : ""; }
size_t swInterfaceNumAxes(const SwInterface *interface, size_t dim) {
  return dim < swInterfaceRank(interface) ? interface->interface->dims[dim].size() : 0;
}
size_t swInterfaceAxis(const SwInterface *interface, size_t dim, size_t number, int64_t *pre, int64_t *size) {
  if (number >= swInterfaceNumAxes(interface, dim))
    return 0;
  const runtime::AxisDigit &digit = interface->interface->dims[dim][number];
  if (pre)
    *pre = digit.pre;
  if (size)
    *size = digit.size;
  return digit.axis;
}
SwStatus *swInterfaceBlock(const SwInterface *interface, int64_t device, int64_t *begin, int64_t *end) {
  return call(__func__, {{interface, "interface"}}, [&]() -> absl::Status {
    const int64_t devices = interface->executable->numDevices();
    if (device < 0 || device >= devices)
      return absl::InvalidArgumentError(absl::StrCat("device ", device, " of ", devices));
    runtime::ShardBox box = runtime::blockOf(*interface->executable, *interface->interface, device);
    for (size_t d = 0; d != box.start.size(); ++d) {
      if (begin)
        begin[d] = box.start[d];
      if (end)
        end[d] = box.start[d] + box.valid[d];
    }
    return absl::OkStatus();
  });
}
bool swInterfaceIsDonated(const SwInterface *interface) { return interface && interface->interface->donated != 0; }

SwStatus *swExecutableSerialize(const SwExecutable *executable, SwString **bytes) {
  return call(__func__, {{executable, "executable"}, {bytes, "bytes"}}, [&] {
    *bytes = new SwString{runtime::serialize(executable->executable)};
    return absl::OkStatus();
  });
}
SwStatus *swExecutableDeserialize(const void *bytes, size_t size, const char *name, SwExecutable **executable) {
  if (executable)
    *executable = nullptr;
  return call(__func__, {{bytes, "bytes"}, {executable, "executable"}}, [&] {
    return give(runtime::deserialize({static_cast<const char *>(bytes), size}, name ? name : "executable"), executable);
  });
}
SwStatus *swExecutableWrite(const SwExecutable *executable, const char *path) {
  return call(__func__, {{executable, "executable"}, {path, "path"}},
              [&] { return runtime::writeExecutable(executable->executable, path); });
}
SwStatus *swExecutableRead(const char *path, SwExecutable **executable) {
  if (executable)
    *executable = nullptr;
  return call(__func__, {{path, "path"}, {executable, "executable"}},
              [&] { return give(runtime::readExecutable(path), executable); });
}
void swExecutableDestroy(SwExecutable *executable) { delete executable; }

const char *swExecutableTarget(const SwExecutable *executable) {
  return executable ? executable->executable.target.c_str() : "";
}
const SwMesh *swExecutableMesh(const SwExecutable *executable) { return executable ? &executable->mesh : nullptr; }
int64_t swExecutableNumDevices(const SwExecutable *executable) {
  return executable ? executable->executable.numDevices() : 0;
}
size_t swExecutableNumArguments(const SwExecutable *executable) {
  return executable ? executable->arguments.size() : 0;
}
size_t swExecutableNumResults(const SwExecutable *executable) { return executable ? executable->results.size() : 0; }
const SwInterface *swExecutableArgument(const SwExecutable *executable, size_t argument) {
  return argument < swExecutableNumArguments(executable) ? &executable->arguments[argument] : nullptr;
}
const SwInterface *swExecutableResult(const SwExecutable *executable, size_t result) {
  return result < swExecutableNumResults(executable) ? &executable->results[result] : nullptr;
}
