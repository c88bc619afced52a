#ifndef PYTHON_SRC_HANDLES_H
#define PYTHON_SRC_HANDLES_H

#include "shardwright-c/Compiler.h"
#include "shardwright-c/Runtime.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// The C interface's handles as objects that end by themselves, and its statuses as exceptions.
namespace shardwright::python {

namespace nb = nanobind;

template <auto Destroy> struct Destroyer {
  template <typename T> void operator()(T *handle) const { Destroy(handle); }
};
template <typename T, auto Destroy> using Handle = std::unique_ptr<T, Destroyer<Destroy>>;
using Status = Handle<SwStatus, swStatusDestroy>;

/// Raises what the status says, as shardwright._errors makes it.
void raise(const SwStatus *status);
inline void check(SwStatus *status) {
  if (Status owned(status); owned)
    raise(owned.get());
}

/// A call that needs no interpreter and may take long.
template <typename Body> void callWithoutGil(Body body) {
  SwStatus *status;
  {
    nb::gil_scoped_release release;
    status = body();
  }
  check(status);
}

inline std::string textOf(SwString *string) {
  std::string text(swStringData(string), swStringSize(string));
  swStringDestroy(string);
  return text;
}
template <typename Make> std::string textBy(Make make) {
  SwString *string = nullptr;
  callWithoutGil([&] { return make(&string); });
  return textOf(string);
}

using Axes = std::vector<std::pair<std::string, int64_t>>;
Axes axesOf(const SwMesh *mesh);

/// By name, as swOptionsSet takes them.
using NamedValues = std::vector<std::pair<std::string, std::string>>;

struct Executable {
  Handle<SwExecutable, swExecutableDestroy> handle;
};

void addCompiler(nb::module_ &module);
void addRuntime(nb::module_ &module);

} // namespace shardwright::python

#endif // PYTHON_SRC_HANDLES_H
