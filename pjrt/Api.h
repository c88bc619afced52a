#ifndef PJRT_API_H
#define PJRT_API_H

#include <cstddef>
#include <cstdint>

/// The PJRT C API 0.100 as this plugin declares it: the layout of what a framework passes and expects, on 64-bit
/// machines. Structures that the API may still extend begin with their size as the caller knows it: what lies behind is
/// neither read nor written (pjrt/Call.h sees to it).
namespace shardwright::pjrt {

static_assert(sizeof(void *) == 8, "the layouts are those of 64-bit machines");

constexpr int32_t kMajorVersion = 0, kMinorVersion = 100;
constexpr size_t kNumFunctions = 133;

// What callers hold pointers to: pjrt/Objects.h.
struct Error;
struct Client;
struct Device;
struct DeviceDescription;
struct Memory;
struct Event;
struct Buffer;
struct Executable;
struct LoadedExecutable;

enum class ExtensionType : int32_t { Shardings = 19 };

struct Extension {
  size_t struct_size;
  ExtensionType type;
  Extension *next;
};

enum class ValueType : int32_t { String, Int64, Int64List, Float, Bool };

struct NamedValue {
  size_t struct_size;
  Extension *extension_start;
  const char *name;
  size_t name_size;
  ValueType type;
  union {
    const char *string_value;
    int64_t int64_value;
    const int64_t *int64_array_value;
    float float_value;
    bool bool_value;
  };
  size_t value_size; ///< of a string or list; else 1
};
static_assert(sizeof(NamedValue) == 56 && offsetof(NamedValue, string_value) == 40 &&
              offsetof(NamedValue, value_size) == 48);

struct Program {
  size_t struct_size;
  Extension *extension_start;
  char *code;
  size_t code_size;
  const char *format;
  size_t format_size;
};
static_assert(sizeof(Program) == 48 && offsetof(Program, format) == 32);

struct ExecuteOptions {
  size_t struct_size;
  Extension *extension_start;
  void *send_callbacks;
  void *recv_callbacks;
  size_t num_send_ops;
  size_t num_recv_ops;
  int32_t launch_id;
  const int64_t *non_donatable_input_indices;
  size_t num_non_donatable_input_indices;
  void *context;
};
static_assert(offsetof(ExecuteOptions, non_donatable_input_indices) == 56 && offsetof(ExecuteOptions, context) == 72);

enum class LayoutType : int32_t { Tiled, Strides };

struct MemoryLayout {
  size_t struct_size;
  Extension *extension_start;
  union {
    struct {
      size_t struct_size;
      Extension *extension_start;
      const int64_t *minor_to_major;
      size_t minor_to_major_size;
      const int64_t *tile_dims;
      const size_t *tile_dim_sizes;
      size_t num_tiles;
    } tiled;
    struct {
      size_t struct_size;
      Extension *extension_start;
      const int64_t *byte_strides;
      size_t num_byte_strides;
    } strides;
  };
  LayoutType type;
};
static_assert(sizeof(MemoryLayout) == 80 && offsetof(MemoryLayout, tiled) == 16 && offsetof(MemoryLayout, type) == 72);

/// Of a device within the program that it runs.
struct LogicalDeviceId {
  int32_t replica;
  int32_t partition;
};

/// Numbers of element types.
enum class ElementCode : int32_t {
  Invalid,
  Pred,
  S8,
  S16,
  S32,
  S64,
  U8,
  U16,
  U32,
  U64,
  F16,
  F32,
  F64,
  BF16,
  C64,
  C128,
  F8E5M2,
  F8E4M3FN,
  F8E4M3B11FNUZ,
  F8E5M2FNUZ,
  F8E4M3FNUZ,
  S4,
  U4,
  Token,
  S2,
  U2,
  F8E4M3,
  F8E3M4,
  F8E8M0FNU,
  F4E2M1FN,
  S1,
  U1,
  F6E2M3FN,
  F6E3M2FN,
};

/// Owns the error, which is null where all went well.
using ReadyCallback = void (*)(Error *error, void *user_arg);
using Deleter = void (*)(void *);

/// The argument structures: `args::Client_Create` of the function Client_Create.
namespace args {
#define IN(type, name, offset) type name;
#define OPTIONAL(type, name, offset) type name;
#define OUT(type, name, offset) type name;
#define FUNCTION(slot, name, fields)                                                                                   \
  struct name {                                                                                                        \
    static constexpr char kName[] = #name;                                                                             \
    size_t struct_size;                                                                                                \
    Extension *extension_start;                                                                                        \
    fields                                                                                                             \
  };
#include "pjrt/Functions.def"
#undef IN
#undef OPTIONAL
#undef OUT
#undef FUNCTION

#define IN(type, name, offset) static_assert(offsetof(Args, name) == offset);
#define OPTIONAL(type, name, offset) IN(type, name, offset)
#define OUT(type, name, offset) IN(type, name, offset)
#define FUNCTION(slot, name, fields)                                                                                   \
  struct name##_Layout {                                                                                               \
    using Args = name;                                                                                                 \
    static_assert(offsetof(Args, extension_start) == 8);                                                               \
    fields                                                                                                             \
  };
#include "pjrt/Functions.def"
#undef IN
#undef OPTIONAL
#undef OUT
#undef FUNCTION

/// Of both functions of the extension Shardings.
struct Shardings {
  static constexpr char kName[] = "Shardings";
  size_t struct_size;
  Extension *extension_start;
  Executable *executable;
  size_t num_shardings;
  const char *const *shardings; ///< serialized OpSharding messages
  const size_t *sharding_sizes;
};
static_assert(offsetof(Shardings, num_shardings) == 24 && sizeof(Shardings) == 48);
} // namespace args

using ShardingsFunction = Error *(*)(args::Shardings *);
struct ShardingsExtension {
  Extension base;
  ShardingsFunction parameterShardings;
  ShardingsFunction outputShardings;
};
static_assert(sizeof(ShardingsExtension) == 40);

/// What GetPjrtApi() returns.
struct Api {
  size_t struct_size;
  Extension *extension_start;
  struct {
    size_t struct_size;
    Extension *extension_start;
    int32_t major;
    int32_t minor;
  } version;
  void (*functions[kNumFunctions])();
};
static_assert(offsetof(Api, version) == 16 && offsetof(Api, functions) == 40 && sizeof(Api) == 40 + 8 * kNumFunctions);

} // namespace shardwright::pjrt

#endif // PJRT_API_H
