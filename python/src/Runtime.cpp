#include "Handles.h"

#include <nanobind/ndarray.h>

namespace shardwright::python {
namespace {

struct Client {
  Handle<SwClient, swClientDestroy> handle;
};
struct Buffer {
  Handle<SwBuffer, swBufferDestroy> handle;
};
struct Program {
  Handle<SwProgram, swProgramDestroy> handle;
  int64_t devices;
  size_t arguments, results;
};

/// The bytes of an object, for as long as this lives; dense, which the package sees to.
class Bytes {
public:
  explicit Bytes(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &view, PyBUF_C_CONTIGUOUS) != 0)
      throw nb::python_error();
  }
  ~Bytes() { PyBuffer_Release(&view); }
  Bytes(const Bytes &) = delete;
  Bytes &operator=(const Bytes &) = delete;

  const void *data() const { return view.buf; }
  size_t size() const { return static_cast<size_t>(view.len); }

private:
  Py_buffer view;
};

/// Bytes in memory of the runtime's own, which the array in Python keeps.
using RawArray = nb::ndarray<nb::numpy, uint8_t, nb::ndim<1>>;
RawArray rawArray(SwArray *array) {
  nb::capsule owner(array, [](void *owned) noexcept { swArrayDestroy(static_cast<SwArray *>(owned)); });
  const size_t shape[] = {swArrayBytes(array)};
  return RawArray(swArrayData(array), 1, shape, owner);
}

/// name, element type, shape, local shape, axes of each dimension as (axis, pre, size), donated, text of the sharding.
nb::dict describe(const SwInterface *interface) {
  nb::dict all;
  const size_t rank = swInterfaceRank(interface);
  nb::list shape, local, dims;
  for (size_t d = 0; d != rank; ++d) {
    shape.append(swInterfaceShape(interface)[d]);
    local.append(swInterfaceLocalShape(interface)[d]);
    nb::list axes;
    for (size_t i = 0; i != swInterfaceNumAxes(interface, d); ++i) {
      int64_t pre = 1, size = 1;
      const size_t axis = swInterfaceAxis(interface, d, i, &pre, &size);
      axes.append(nb::make_tuple(axis, pre, size));
    }
    dims.append(axes);
  }
  all["name"] = swInterfaceName(interface);
  all["type"] = swElementTypeName(swInterfaceElementType(interface));
  all["shape"] = nb::tuple(shape);
  all["local_shape"] = nb::tuple(local);
  all["dims"] = dims;
  all["donated"] = swInterfaceIsDonated(interface);
  all["sharding"] = swInterfaceSharding(interface);
  return all;
}

nb::list describeAll(const Executable &self, size_t count,
                     const SwInterface *(*interface)(const SwExecutable *, size_t)) {
  nb::list all;
  for (size_t i = 0; i != count; ++i)
    all.append(describe(interface(self.handle.get(), i)));
  return all;
}

std::vector<SwBuffer *> handlesOf(const std::vector<Buffer *> &buffers) {
  std::vector<SwBuffer *> handles;
  for (Buffer *buffer : buffers)
    handles.push_back(buffer ? buffer->handle.get() : nullptr);
  return handles;
}

nb::list buffersOf(const std::vector<SwBuffer *> &handles) {
  nb::list buffers;
  for (SwBuffer *handle : handles)
    buffers.append(nb::cast(new Buffer{decltype(Buffer::handle)(handle)}, nb::rv_policy::take_ownership));
  return buffers;
}

} // namespace

void addRuntime(nb::module_ &module) {
  nb::class_<Executable>(module, "Executable")
      .def_static("read",
                  [](const std::string &path) {
                    SwExecutable *made = nullptr;
                    callWithoutGil([&] { return swExecutableRead(path.c_str(), &made); });
                    return new Executable{decltype(Executable::handle)(made)};
                  })
      .def_static("deserialize",
                  [](const nb::bytes &bytes) {
                    SwExecutable *made = nullptr;
                    callWithoutGil(
                        [&] { return swExecutableDeserialize(bytes.c_str(), bytes.size(), nullptr, &made); });
                    return new Executable{decltype(Executable::handle)(made)};
                  })
      .def("write",
           [](const Executable &self, const std::string &path) {
             callWithoutGil([&] { return swExecutableWrite(self.handle.get(), path.c_str()); });
           })
      .def("serialize",
           [](const Executable &self) {
             std::string bytes = textBy([&](SwString **to) { return swExecutableSerialize(self.handle.get(), to); });
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_prop_ro("target", [](const Executable &self) { return swExecutableTarget(self.handle.get()); })
      .def_prop_ro("mesh", [](const Executable &self) { return axesOf(swExecutableMesh(self.handle.get())); })
      .def_prop_ro("num_devices", [](const Executable &self) { return swExecutableNumDevices(self.handle.get()); })
      .def_prop_ro("arguments",
                   [](const Executable &self) {
                     return describeAll(self, swExecutableNumArguments(self.handle.get()), swExecutableArgument);
                   })
      .def_prop_ro("results", [](const Executable &self) {
        return describeAll(self, swExecutableNumResults(self.handle.get()), swExecutableResult);
      });

  nb::class_<Buffer>(module, "Buffer")
      .def_prop_ro("device", [](const Buffer &self) { return swBufferDevice(self.handle.get()); })
      .def_prop_ro("bytes", [](const Buffer &self) { return swBufferBytes(self.handle.get()); })
      .def_prop_ro("is_donated", [](const Buffer &self) { return swBufferIsDonated(self.handle.get()); })
      .def_prop_ro("is_erased", [](const Buffer &self) { return swBufferIsErased(self.handle.get()); })
      .def("erase", [](Buffer &self) { check(swBufferErase(self.handle.get())); })
      .def("wait",
           [](const Buffer &self) {
             SwEvent *event = nullptr;
             check(swBufferReady(self.handle.get(), &event));
             Handle<SwEvent, swEventDestroy> owned(event);
             callWithoutGil([&] { return swEventWait(event); });
           })
      .def("copy_to", [](const Buffer &self, nb::ndarray<uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu> to) {
        callWithoutGil([&] { return swBufferCopyTo(self.handle.get(), to.data(), to.size()); });
      });

  nb::class_<Client>(module, "Client")
      .def("__init__",
           [](Client *self, const NamedValues &values) {
             SwClientOptions *options = nullptr;
             check(swClientOptionsCreate(&options));
             Handle<SwClientOptions, swClientOptionsDestroy> owned(options);
             for (const auto &[name, value] : values)
               check(swClientOptionsSet(options, name.c_str(), value.c_str()));
             SwClient *client = nullptr;
             callWithoutGil([&] { return swClientCreate(options, &client); });
             new (self) Client{decltype(Client::handle)(client)};
           })
      .def_prop_ro("num_devices", [](const Client &self) { return swClientNumDevices(self.handle.get()); })
      .def("bytes_in_use",
           [](const Client &self, int64_t device) { return swClientBytesInUse(self.handle.get(), device); })
      .def("peak_bytes_in_use",
           [](const Client &self, int64_t device) { return swClientPeakBytesInUse(self.handle.get(), device); })
      .def("load", [](Client &self, const Executable &executable) {
        const SwExecutable *handle = executable.handle.get();
        SwProgram *program = nullptr;
        callWithoutGil([&] { return swClientLoad(self.handle.get(), handle, &program); });
        return new Program{decltype(Program::handle)(program), swExecutableNumDevices(handle),
                           swExecutableNumArguments(handle), swExecutableNumResults(handle)};
      });

  nb::class_<Program>(module, "Program")
      .def("put",
           [](Program &self, size_t argument, nb::handle array) {
             Bytes bytes(array);
             std::vector<SwBuffer *> buffers(static_cast<size_t>(self.devices));
             callWithoutGil([&] {
               return swProgramPutArgument(self.handle.get(), argument, bytes.data(), bytes.size(), buffers.data(),
                                           buffers.size());
             });
             return buffersOf(buffers);
           })
      .def("get",
           [](const Program &self, size_t result, const std::vector<Buffer *> &buffers) {
             std::vector<SwBuffer *> handles = handlesOf(buffers);
             SwArray *array = nullptr;
             callWithoutGil(
                 [&] { return swProgramGetResult(self.handle.get(), result, handles.data(), handles.size(), &array); });
             return rawArray(array);
           })
      .def(
          "execute",
          [](Program &self, const std::vector<Buffer *> &arguments, const std::optional<std::vector<bool>> &donate) {
            std::vector<SwBuffer *> handles = handlesOf(arguments),
                                    results(static_cast<size_t>(self.devices) * self.results);
            std::unique_ptr<bool[]> flags;
            if (donate) {
              flags = std::make_unique<bool[]>(std::max(donate->size(), self.arguments));
              for (size_t i = 0; i != donate->size(); ++i)
                flags[i] = (*donate)[i];
            }
            const SwExecuteOptions options{sizeof(SwExecuteOptions), flags.get(), 0, 0};
            callWithoutGil([&] {
              return swProgramExecute(self.handle.get(), handles.data(), handles.size(), &options, results.data(),
                                      results.size(), nullptr);
            });
            return buffersOf(results);
          },
          nb::arg("arguments"), nb::arg("donate").none())
      .def("run", [](Program &self, const std::vector<nb::object> &arrays) {
        std::vector<std::unique_ptr<Bytes>> held;
        std::vector<const void *> arguments;
        std::vector<size_t> sizes;
        for (const nb::object &array : arrays) {
          const Bytes &bytes = *held.emplace_back(std::make_unique<Bytes>(array));
          arguments.push_back(bytes.data());
          sizes.push_back(bytes.size());
        }
        std::vector<SwArray *> results(self.results);
        callWithoutGil([&] {
          return swProgramRun(self.handle.get(), arguments.data(), sizes.data(), arguments.size(), results.data(),
                              results.size());
        });
        nb::list all;
        for (SwArray *result : results)
          all.append(rawArray(result));
        return all;
      });
}

} // namespace shardwright::python
