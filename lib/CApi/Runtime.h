#ifndef LIB_CAPI_RUNTIME_H
#define LIB_CAPI_RUNTIME_H

#include "lib/CApi/Handles.h"
#include "shardwright-c/Runtime.h"
#include "shardwright/Runtime/Client.h"

#include <memory>

/// The runtime's handles.

struct SwClientOptions {
  shardwright::runtime::ClientOptions options;
};

struct SwClient {
  std::unique_ptr<shardwright::runtime::Client> client;
};

struct SwEvent {
  shardwright::runtime::Event event;
};

struct SwBuffer {
  std::unique_ptr<shardwright::runtime::Buffer> buffer;
};

struct SwArray {
  shardwright::runtime::Array array;
};

struct SwProgram {
  std::unique_ptr<shardwright::runtime::LoadedExecutable> program;
  int64_t devices; ///< in this process
};

#endif // LIB_CAPI_RUNTIME_H
