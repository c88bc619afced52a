#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SHAREDLIBRARY_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SHAREDLIBRARY_H

#include <dlfcn.h>

#include <initializer_list>
#include <string>

namespace shardwright::runtime::host {

/// A library of the machine, opened when a program first needs it. It stays open: its threads and caches do not survive
/// a close.
class SharedLibrary {
public:
  /// The first of the names that can be opened.
  explicit SharedLibrary(std::initializer_list<std::string> names) {
    for (const std::string &name : names)
      if (!handle)
        handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    complete = handle != nullptr;
  }

  explicit operator bool() const { return handle != nullptr; }
  /// Whether everything was there that was asked for with find().
  bool isComplete() const { return complete; }

  /// Makes the pointer that function of the library, or of those that it is linked with; null where there is none.
  template <typename Function> void findOptional(Function *&function, const char *name) const {
    function = reinterpret_cast<Function *>(dlsym(handle, name));
  }
  template <typename Function> void find(Function *&function, const char *name) {
    findOptional(function, name);
    complete = complete && function;
  }

private:
  void *handle = nullptr;
  bool complete = false;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SHAREDLIBRARY_H
