// The plugin through its table, in the order of calls of JAX: clients, buffers, events, programs.
#include "Plugin.h"

#include <atomic>
#include <complex>
#include <cstdlib>
#include <thread>

namespace shardwright::pjrt::test {
namespace {

const char *kAddOne = R"(module @jit_add_one attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf32>) -> (tensor<3x4xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<3x4xf32>
    return %1 : tensor<3x4xf32>
  }
})";

/// y = x w over a mesh of 2 x 2, and the sum of y.
const char *kProduct = R"(module @jit_product {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  func.func public @main(%arg0: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %arg1: tensor<6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
      -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
          tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
    %cst = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<f32>
    return %0, %1 : tensor<4x2xf32>, tensor<f32>
  }
})";

const char *kDonate = R"(module @jit_donate {
  func.func public @main(%arg0: tensor<1000xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<1000xf32>) -> tensor<1000xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<1000xf32>
    return %0 : tensor<1000xf32>
  }
})";

std::string text(const char *pointer, size_t size) { return std::string(pointer, size); }

TEST(Plugin, HasEveryFunctionOfItsVersion) {
  EXPECT_EQ(api().struct_size, 40u + 8 * 133);
  EXPECT_EQ(api().version.major, 0);
  EXPECT_EQ(api().version.minor, 100);
  for (auto *function : api().functions)
    EXPECT_NE(function, nullptr);
  ASSERT_NE(api().extension_start, nullptr);
  EXPECT_EQ(static_cast<int>(api().extension_start->type), 19);
  EXPECT_EQ(api().extension_start->next, nullptr);
  auto attributes = fresh<args::Plugin_Attributes>();
  ASSERT_TRUE(call(attributes).ok());
  ASSERT_GE(attributes.num_attributes, 1u);
  EXPECT_EQ(text(attributes.attributes[0].name, attributes.attributes[0].name_size), "stablehlo_current_version");
  EXPECT_EQ(attributes.attributes[0].type, ValueType::Int64List);
}

TEST(Plugin, SaysWhatItDoesNotSupport) {
  auto stream = fresh<args::CopyToDeviceStream_Destroy>();
  Outcome outcome = call(stream);
  EXPECT_EQ(outcome.code, kUnimplemented);
  EXPECT_EQ(outcome.message, "the plugin has no CopyToDeviceStream_Destroy");
  auto topology = fresh<args::TopologyDescription_Create>();
  EXPECT_EQ(call(topology).code, kUnimplemented);
}

TEST(Plugin, SurvivesMisuse) {
  EXPECT_EQ(take(callRaw<args::Client_Devices>(nullptr)).message, "the arguments of Client_Devices are null");
  auto devices = fresh<args::Client_Devices>();
  devices.client = nullptr;
  Outcome outcome = call(devices);
  EXPECT_EQ(outcome.code, kInvalidArgument);
  EXPECT_EQ(outcome.message, "the client is null");
  TestClient client(1);
  devices.client = reinterpret_cast<Client *>(client.devices[0]);
  EXPECT_EQ(call(devices).message, "the pointer to a client points at something else, or at what has been destroyed");
  devices.struct_size = 8;
  EXPECT_EQ(call(devices).message, "the arguments of Client_Devices have 8 bytes, and at least 16");
  reinterpret_cast<void (*)(args::Error_Destroy *)>(api().functions[0])(nullptr);
  auto end = fresh<args::Error_Destroy>();
  end.error = nullptr;
  reinterpret_cast<void (*)(args::Error_Destroy *)>(api().functions[0])(&end);
}

TEST(Plugin, WritesNothingBeyondWhatTheCallerHas) {
  TestClient client(2);
  auto devices = fresh<args::Client_Devices>();
  devices.client = client.client;
  devices.struct_size = 32; // an older caller, which has no number of devices
  const size_t before = devices.num_devices;
  ASSERT_TRUE(call(devices).ok());
  EXPECT_EQ(devices.num_devices, before);
  EXPECT_NE(devices.devices, nullptr);
  devices.struct_size = 20; // half of the handle
  EXPECT_EQ(call(devices).message, "the client is null");
  struct Newer {
    args::Client_Devices known;
    uint64_t unknown = 77;
  } newer;
  newer.known = fresh<args::Client_Devices>();
  newer.known.struct_size = sizeof(newer);
  newer.known.client = client.client;
  ASSERT_TRUE(call(newer.known).ok());
  EXPECT_EQ(newer.unknown, 77u);
  EXPECT_EQ(newer.known.num_devices, 2u);
}

Outcome create(std::vector<std::pair<std::string, std::string>> options, size_t *devices = nullptr) {
  std::vector<NamedValue> values;
  for (auto &[name, value] : options) {
    NamedValue one = {};
    one.struct_size = sizeof(one);
    one.name = name.data();
    one.name_size = name.size();
    one.type = ValueType::String;
    one.string_value = value.data();
    one.value_size = value.size();
    values.push_back(one);
  }
  auto create = fresh<args::Client_Create>();
  create.create_options = values.data();
  create.num_options = values.size();
  Outcome outcome = call(create);
  if (!outcome.ok())
    return outcome;
  auto all = fresh<args::Client_Devices>();
  all.client = create.client;
  EXPECT_TRUE(call(all).ok());
  if (devices)
    *devices = all.num_devices;
  auto end = fresh<args::Client_Destroy>();
  end.client = create.client;
  EXPECT_TRUE(call(end).ok());
  return outcome;
}

TEST(Plugin, ClientOptions) {
  size_t devices = 0;
  ASSERT_TRUE(create({}, &devices).ok());
  EXPECT_EQ(devices, 1u);
  ASSERT_TRUE(create({{"num_devices", "5"}, {"memory", "1GiB"}}, &devices).ok());
  EXPECT_EQ(devices, 5u);
  ASSERT_EQ(setenv("SHARDWRIGHT_NUM_DEVICES", "3", 1), 0);
  ASSERT_TRUE(create({}, &devices).ok());
  EXPECT_EQ(devices, 3u);
  ASSERT_EQ(setenv("SHARDWRIGHT_NUM_DEVICES", "many", 1), 0);
  EXPECT_EQ(create({}).message,
            "SHARDWRIGHT_NUM_DEVICES: client option 'num_devices' is 'many': it takes a number from "
            "1 to 1048576");
  ASSERT_EQ(unsetenv("SHARDWRIGHT_NUM_DEVICES"), 0);
  EXPECT_EQ(create({{"devices", "3"}}).message,
            "unknown client option 'devices': there are memory, num_devices and workers");
  EXPECT_EQ(create({{"num_devices", "0"}}).code, kInvalidArgument);
  EXPECT_EQ(create({{"num_nodes", "2"}}).code, kUnimplemented);
}

TEST(Plugin, DevicesAndMemories) {
  TestClient client(3);
  ASSERT_EQ(client.devices.size(), 3u);
  for (int32_t i = 0; i != 3; ++i) {
    auto look = fresh<args::Client_LookupDevice>();
    look.client = client.client;
    look.id = i;
    ASSERT_TRUE(call(look).ok());
    EXPECT_EQ(look.device, client.devices[static_cast<size_t>(i)]);
    auto describe = fresh<args::Device_GetDescription>();
    describe.device = look.device;
    ASSERT_TRUE(call(describe).ok());
    auto id = fresh<args::DeviceDescription_Id>();
    id.device_description = describe.device_description;
    ASSERT_TRUE(call(id).ok());
    EXPECT_EQ(id.id, i);
    auto process = fresh<args::DeviceDescription_ProcessIndex>();
    process.device_description = describe.device_description;
    ASSERT_TRUE(call(process).ok());
    EXPECT_EQ(process.process_index, 0);
    auto attributes = fresh<args::DeviceDescription_Attributes>();
    attributes.device_description = describe.device_description;
    ASSERT_TRUE(call(attributes).ok());
    EXPECT_EQ(attributes.num_attributes, 0u);
    auto all = fresh<args::Device_GetAttributes>();
    all.device = look.device;
    ASSERT_TRUE(call(all).ok());
    EXPECT_EQ(all.num_attributes, 0u);
    all.attributes_deleter(all.device_attributes);
    auto kind = fresh<args::Memory_Kind>();
    kind.memory = client.memoryOf(static_cast<size_t>(i));
    ASSERT_TRUE(call(kind).ok());
    EXPECT_EQ(text(kind.kind, kind.kind_size), "device");
    EXPECT_EQ(*reinterpret_cast<void **>(kind.memory), nullptr); // a function table in later versions
    auto by = fresh<args::Memory_AddressableByDevices>();
    by.memory = kind.memory;
    ASSERT_TRUE(call(by).ok());
    ASSERT_EQ(by.num_devices, 1u);
    EXPECT_EQ(by.devices[0], look.device);
  }
  auto look = fresh<args::Client_LookupDevice>();
  look.client = client.client;
  look.id = 3;
  EXPECT_EQ(call(look).message, "there is no device 3: the client has 3");
}

TEST(Plugin, ArraysOfAnyStridesBecomeDense) {
  TestClient client(2);
  const std::vector<int32_t> data = {0, 1, 2, 3, 4, 5};
  auto check = [&](const int32_t *first, std::vector<int64_t> dims, std::vector<int64_t> strides,
                   const std::vector<int32_t> &want) {
    auto [outcome, buffer] = tryPut(client, 1, ElementCode::S32, first, std::move(dims), &strides);
    ASSERT_TRUE(outcome.ok()) << outcome;
    EXPECT_EQ(get<int32_t>(buffer), want);
    destroy(buffer);
  };
  check(data.data(), {2, 3}, {12, 4}, {0, 1, 2, 3, 4, 5});
  check(data.data(), {3, 2}, {4, 12}, {0, 3, 1, 4, 2, 5});       // column-major
  check(data.data() + 5, {6}, {-4}, {5, 4, 3, 2, 1, 0});         // backwards
  check(data.data() + 5, {2, 3}, {-12, -4}, {5, 4, 3, 2, 1, 0}); // both
  check(data.data(), {2, 3}, {0, 4}, {0, 1, 2, 0, 1, 2});        // repeated
  check(data.data(), {2, 2}, {0, 0}, {0, 0, 0, 0});
  check(data.data(), {2, 1, 3}, {12, -999, 4}, {0, 1, 2, 3, 4, 5}); // nobody looks at a stride of length 1
  check(data.data(), {}, {}, {0});
  check(nullptr, {0, 3}, {12, 4}, {});
  check(nullptr, {3, 0}, {0, 4}, {});
}

TEST(Plugin, AnyRankAndTransposition) {
  TestClient client(1);
  std::vector<uint8_t> data(2 * 3 * 4 * 5);
  for (size_t i = 0; i != data.size(); ++i)
    data[i] = static_cast<uint8_t>(i);
  // Axes 2, 0, 3, 1 of an array of 2 x 3 x 4 x 5.
  const std::vector<int64_t> strides = {5, 60, 1, 20}, dims = {4, 2, 5, 3};
  auto [outcome, buffer] = tryPut(client, 0, ElementCode::U8, data.data(), dims, &strides);
  ASSERT_TRUE(outcome.ok()) << outcome;
  std::vector<uint8_t> want;
  for (int64_t a = 0; a != 4; ++a)
    for (int64_t b = 0; b != 2; ++b)
      for (int64_t c = 0; c != 5; ++c)
        for (int64_t d = 0; d != 3; ++d)
          want.push_back(data[static_cast<size_t>(a * 5 + b * 60 + c + d * 20)]);
  EXPECT_EQ(get<uint8_t>(buffer), want);
  // And out, with the first dimension innermost.
  const std::vector<int64_t> minorToMajor = {0, 1, 2, 3};
  MemoryLayout layout = {};
  layout.struct_size = sizeof(layout);
  layout.type = LayoutType::Tiled;
  layout.tiled.struct_size = sizeof(layout.tiled);
  layout.tiled.minor_to_major = minorToMajor.data();
  layout.tiled.minor_to_major_size = 4;
  std::vector<uint8_t> out(data.size());
  auto fetch = fresh<args::Buffer_ToHostBuffer>();
  fetch.src = buffer;
  fetch.host_layout = &layout;
  fetch.dst = out.data();
  fetch.dst_size = out.size();
  ASSERT_TRUE(call(fetch).ok());
  ASSERT_TRUE(await(fetch.event).ok());
  size_t i = 0;
  for (size_t a = 0; a != 4; ++a)
    for (size_t b = 0; b != 2; ++b)
      for (size_t c = 0; c != 5; ++c)
        for (size_t d = 0; d != 3; ++d)
          EXPECT_EQ(out[a + 4 * (b + 2 * (c + 5 * d))], want[i++]);
  fetch.dst_size = out.size() - 1;
  EXPECT_EQ(call(fetch).message, "the array reaches over 120 bytes, there is room for 119");
  destroy(buffer);
}

TEST(Plugin, EveryElementType) {
  TestClient client(1);
  // By the numbers of the API: bytes of an element, 0 where there are no such buffers.
  const int bytes[] = {0, 1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 2, 8, 16, 1,
                       1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1,  1};
  for (int32_t code = 0; code != 34; ++code) {
    const std::vector<uint8_t> data(48, 1);
    auto [outcome, buffer] = tryPut(client, 0, static_cast<ElementCode>(code), data.data(), {3});
    ASSERT_EQ(outcome.ok(), bytes[code] != 0) << code << ": " << outcome;
    if (!buffer) {
      EXPECT_EQ(outcome.code, kUnimplemented);
      continue;
    }
    auto type = fresh<args::Buffer_ElementType>();
    type.buffer = buffer;
    ASSERT_TRUE(call(type).ok());
    EXPECT_EQ(type.type, code);
    auto size = fresh<args::Buffer_OnDeviceSizeInBytes>();
    size.buffer = buffer;
    ASSERT_TRUE(call(size).ok());
    EXPECT_EQ(size.on_device_size_in_bytes, 3u * static_cast<unsigned>(bytes[code]));
    EXPECT_EQ(get<uint8_t>(buffer), std::vector<uint8_t>(size.on_device_size_in_bytes, 1));
    destroy(buffer);
  }
  const float one = 1;
  EXPECT_EQ(tryPut(client, 0, static_cast<ElementCode>(34), &one, {}).first.code, kInvalidArgument);
  EXPECT_EQ(tryPut(client, 0, ElementCode::F32, &one, {-1}).first.code, kInvalidArgument);
  EXPECT_EQ(tryPut(client, 0, ElementCode::F32, &one, {int64_t{1} << 40, int64_t{1} << 40}).first.code,
            kResourceExhausted);
  EXPECT_EQ(tryPut(client, 0, ElementCode::F32, nullptr, {1}).first.code, kInvalidArgument);
}

// NumPy's extension for JAX has zeros where the sign would be; others have what was there.
TEST(Plugin, NarrowIntegersFillTheirBytes) {
  TestClient client(1);
  auto kept = [&](ElementCode type, const std::vector<uint8_t> &bytes) {
    Buffer *buffer = put(client, 0, type, bytes, {static_cast<int64_t>(bytes.size())});
    std::vector<uint8_t> result = get<uint8_t>(buffer);
    destroy(buffer);
    return result;
  };
  EXPECT_EQ(kept(ElementCode::S4, {0x0f, 0x08, 0x07, 0xf7, 0xff}), (std::vector<uint8_t>{0xff, 0xf8, 7, 7, 0xff}));
  EXPECT_EQ(kept(ElementCode::U4, {0x0f, 0xf8, 0x17}), (std::vector<uint8_t>{0x0f, 8, 7}));
  EXPECT_EQ(kept(ElementCode::S2, {3, 2, 0xfd}), (std::vector<uint8_t>{0xff, 0xfe, 1}));
  EXPECT_EQ(kept(ElementCode::U2, {3, 0xfe}), (std::vector<uint8_t>{3, 2}));
}

const void *viewOf(Buffer *buffer) {
  auto hold = fresh<args::Buffer_IncreaseExternalReferenceCount>();
  hold.buffer = buffer;
  EXPECT_TRUE(call(hold).ok());
  auto where = fresh<args::Buffer_OpaqueDeviceMemoryDataPointer>();
  where.buffer = buffer;
  EXPECT_TRUE(call(where).ok());
  return where.device_memory_ptr;
}

void endView(Buffer *buffer) {
  auto release = fresh<args::Buffer_DecreaseExternalReferenceCount>();
  release.buffer = buffer;
  EXPECT_TRUE(call(release).ok());
}

TEST(Plugin, AProgramRuns) {
  TestClient client(2);
  TestProgram program(client, kAddOne, compileOptions({1}));
  std::vector<float> x(12), want(12);
  for (size_t i = 0; i != 12; ++i) {
    x[i] = static_cast<float>(i) / 4;
    want[i] = x[i] + 1;
  }
  Buffer *in = put(client, 1, ElementCode::F32, x, {3, 4});
  auto [outcome, out] = program.run({{in}});
  ASSERT_TRUE(outcome.ok()) << outcome;
  EXPECT_EQ(get<float>(out[0][0]), want);
  EXPECT_FALSE(isDeleted(in));
  auto where = fresh<args::Buffer_Device>();
  where.buffer = out[0][0];
  ASSERT_TRUE(call(where).ok());
  EXPECT_EQ(where.device, client.devices[1]);
  const auto *view = static_cast<const float *>(viewOf(out[0][0]));
  EXPECT_EQ(std::vector<float>(view, view + 12), want);
  endView(out[0][0]);
  auto name = fresh<args::Executable_Name>();
  name.executable = program.executable;
  ASSERT_TRUE(call(name).ok());
  EXPECT_EQ(text(name.executable_name, name.executable_name_size), "jit_add_one");
  auto assignment = fresh<args::LoadedExecutable_GetDeviceAssignment>();
  assignment.executable = program.loaded;
  ASSERT_TRUE(call(assignment).ok());
  EXPECT_EQ(text(assignment.serialized_bytes, assignment.serialized_bytes_size),
            std::string("\x08\x01\x10\x01\x1a\x03\x0a\x01\x01", 9));
  assignment.serialized_device_assignment_deleter(assignment.serialized_device_assignment);
  // On another device, of another shape, too few.
  Buffer *elsewhere = put(client, 0, ElementCode::F32, x, {3, 4});
  EXPECT_EQ(program.run({{elsewhere}}).first.message,
            "argument 0 ('argument 0') on device 0 is a buffer on device 0, this one being device 1");
  Buffer *other = put(client, 1, ElementCode::F32, x, {4, 3});
  EXPECT_EQ(program.run({{other}}).first.code, kInvalidArgument);
  EXPECT_EQ(program.run({{}}).first.message, "the program takes 1 arguments, 0 are given");
  EXPECT_EQ(program.run({{nullptr}}).first.message, "argument 0 of partition 0: the buffer is null");
  for (Buffer *buffer : {in, out[0][0], elsewhere, other})
    destroy(buffer);
}

TEST(Plugin, ErrorsOfProgramsNameTheirPlace) {
  TestClient client(2);
  std::string wrong =
      "module @m {\n  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n    return %y : tensor<2xf32>\n"
      "  }\n}";
  auto [outcome, none] = tryCompile(client, wrong, compileOptions({0}));
  EXPECT_EQ(outcome.code, kInvalidArgument);
  EXPECT_EQ(outcome.message, "program:3:12: error: use of undeclared SSA value name");
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(tryCompile(client, kAddOne, compileOptions({0}, {{"topolgy", "h100-8"}})).first.message,
            "unknown option 'topolgy'; did you mean topology?");
  TestProgram(client, kAddOne, compileOptions({0}, {{"xla_cpu_enable_fast_math", "true"}})); // another compiler's
  EXPECT_EQ(tryCompile(client, kAddOne, compileOptions({0}, {{"mesh", "x=2"}})).first.message,
            "compiler option 'mesh': devices and mesh are the framework's, leave it out");
  EXPECT_EQ(tryCompile(client, kAddOne, compileOptions({0}, {{"memory", "much"}})).first.message,
            "option 'memory': 'much' is no size above 0, such as 65536 or 256MiB");
  EXPECT_EQ(tryCompile(client, kAddOne, compileOptions({2})).first.message,
            "the device assignment names device 2, the client has 2");
  EXPECT_EQ(tryCompile(client, kProduct, compileOptions({0, 1})).first.code, kInvalidArgument);
  EXPECT_EQ(tryCompile(client, kProduct, compileOptions({0})).first.message,
            "the program's mesh has 4 devices, the compile options say 1 partitions");
  std::string options = compileOptions({0});
  for (size_t size = 1; size < options.size(); size += 3)
    (void)tryCompile(client, kAddOne, options.substr(0, size)); // no crash
  EXPECT_EQ(tryCompile(client, kAddOne, "\x1a\xff\x01").first.message,
            "compile options: field 3 has 255 bytes, 0 are left at byte 0");
}

TEST(Plugin, ShardedProgramsRunOnTheDevicesThatAreAssigned) {
  TestClient client(6);
  const std::vector<int64_t> devices = {4, 2, 5, 0};
  TestProgram program(client, kProduct, compileOptions(devices));
  std::vector<float> x(24), w(12);
  for (size_t i = 0; i != x.size(); ++i)
    x[i] = static_cast<float>(i % 7) - 3;
  for (size_t i = 0; i != w.size(); ++i)
    w[i] = static_cast<float>(i % 5) - 2;
  float product[4][2] = {}, sum = 0;
  for (size_t i = 0; i != 4; ++i)
    for (size_t j = 0; j != 2; ++j) {
      for (size_t k = 0; k != 6; ++k)
        product[i][j] += x[i * 6 + k] * w[k * 2 + j];
      sum += product[i][j];
    }
  // Partition 2 r + c has rows 2 r and 2 r + 1 of x, column c of w.
  std::vector<std::vector<Buffer *>> arguments;
  for (size_t p = 0; p != 4; ++p) {
    const auto device = static_cast<size_t>(devices[p]);
    std::vector<float> rows(x.begin() + static_cast<long>(p / 2 * 12), x.begin() + static_cast<long>(p / 2 * 12 + 12));
    std::vector<float> column;
    for (size_t k = 0; k != 6; ++k)
      column.push_back(w[k * 2 + p % 2]);
    arguments.push_back(
        {put(client, device, ElementCode::F32, rows, {2, 6}), put(client, device, ElementCode::F32, column, {6, 1})});
  }
  auto [outcome, out] = program.run(arguments);
  ASSERT_TRUE(outcome.ok()) << outcome;
  for (size_t p = 0; p != 4; ++p) {
    EXPECT_EQ(get<float>(out[p][0]), (std::vector<float>{product[p / 2 * 2][p % 2], product[p / 2 * 2 + 1][p % 2]}));
    EXPECT_EQ(get<float>(out[p][1]), std::vector<float>{sum});
    auto where = fresh<args::Buffer_Device>();
    where.buffer = out[p][1];
    ASSERT_TRUE(call(where).ok());
    EXPECT_EQ(where.device, client.devices[static_cast<size_t>(devices[p])]);
    for (Buffer *buffer : {arguments[p][0], arguments[p][1], out[p][0], out[p][1]})
      destroy(buffer);
  }
  // As JAX compares them: tiles of 2 x 2, and whole.
  const auto *extension = reinterpret_cast<const ShardingsExtension *>(api().extension_start);
  args::Shardings shardings = {};
  shardings.struct_size = sizeof(shardings);
  shardings.executable = program.executable;
  ASSERT_EQ(extension->outputShardings(&shardings), nullptr);
  ASSERT_EQ(shardings.num_shardings, 2u);
  EXPECT_EQ(text(shardings.shardings[0], shardings.sharding_sizes[0]),
            std::string("\x08\x03\x1a\x02\x02\x02\x22\x04\x00\x01\x02\x03", 12));
  EXPECT_EQ(shardings.sharding_sizes[1], 0u);
  ASSERT_EQ(extension->parameterShardings(&shardings), nullptr);
  ASSERT_EQ(shardings.num_shardings, 2u);
  EXPECT_EQ(text(shardings.shardings[0], shardings.sharding_sizes[0]),
            std::string("\x08\x03\x1a\x03\x02\x01\x02\x22\x04\x00\x01\x02\x03\x30\x01", 15));
  EXPECT_EQ(text(shardings.shardings[1], shardings.sharding_sizes[1]),
            std::string("\x08\x03\x1a\x03\x01\x02\x02\x22\x04\x00\x02\x01\x03\x30\x01", 15));
  shardings.executable = nullptr;
  EXPECT_EQ(take(extension->outputShardings(&shardings)).code, kInvalidArgument);
}

TEST(Plugin, DonatedBuffersAreGone) {
  TestClient client(1);
  TestProgram program(client, kDonate, compileOptions({0}));
  const std::vector<float> ones(1000, 1), twos(1000, 2);
  Buffer *a = put(client, 0, ElementCode::F32, ones, {1000}), *b = put(client, 0, ElementCode::F32, twos, {1000});
  auto pointer = [](Buffer *buffer) {
    auto ask = fresh<args::Buffer_UnsafePointer>();
    ask.buffer = buffer;
    EXPECT_TRUE(call(ask).ok());
    return ask.buffer_pointer;
  };
  EXPECT_EQ(program.run({{a, a}}).first.code, kInvalidArgument);
  const size_t memory = pointer(a);
  auto [outcome, out] = program.run({{a, b}});
  ASSERT_TRUE(outcome.ok()) << outcome;
  EXPECT_TRUE(isDeleted(a));
  EXPECT_FALSE(isDeleted(b));
  EXPECT_EQ(pointer(out[0][0]), memory);
  EXPECT_EQ(get<float>(out[0][0]), std::vector<float>(1000, 3));
  EXPECT_EQ(program.run({{a, b}}).first.code, kFailedPrecondition);
  auto fetch = fresh<args::Buffer_ToHostBuffer>();
  std::vector<float> to(1000);
  fetch.src = a;
  fetch.host_layout = nullptr;
  fetch.dst = to.data();
  fetch.dst_size = 4000;
  EXPECT_EQ(call(fetch).message, "the buffer 1000xf32 on device 0 has been donated");
  // Not where it is asked not to be, or where somebody looks at it.
  auto kept = program.run({{out[0][0], b}}, {0});
  ASSERT_TRUE(kept.first.ok()) << kept.first;
  EXPECT_FALSE(isDeleted(out[0][0]));
  EXPECT_EQ(get<float>(kept.second[0][0]), std::vector<float>(1000, 5));
  const auto *view = static_cast<const float *>(viewOf(out[0][0]));
  auto viewed = program.run({{out[0][0], b}});
  ASSERT_TRUE(viewed.first.ok()) << viewed.first;
  EXPECT_FALSE(isDeleted(out[0][0]));
  EXPECT_EQ(view[999], 3);
  EXPECT_EQ(get<float>(viewed.second[0][0]), std::vector<float>(1000, 5));
  endView(out[0][0]);
  auto release = fresh<args::Buffer_DecreaseExternalReferenceCount>();
  release.buffer = out[0][0];
  EXPECT_EQ(call(release).code, kFailedPrecondition);
  EXPECT_EQ(program.run({{out[0][0], b}}, {5}).first.code, kInvalidArgument);
  for (Buffer *buffer : {a, b, out[0][0], kept.second[0][0], viewed.second[0][0]})
    destroy(buffer);
}

TEST(Plugin, OpenOutputsAreSplitEvenly) {
  TestClient client(4);
  // Propagation would split 6 rows over 4 devices.
  TestProgram program(client, R"(module @jit_open {
    sdy.mesh @mesh = <["x"=4]>
    func.func public @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32>, tensor<6x8xf32>) {
      %0 = stablehlo.negate %arg0 : tensor<8x6xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x6xf32>) -> tensor<6x8xf32>
      %2 = sdy.sharding_constraint %1 <@mesh, [{"x"}, {}]> : tensor<6x8xf32>
      return %0, %2 : tensor<8x6xf32>, tensor<6x8xf32>
    }
  })",
                      compileOptions({0, 1, 2, 3}));
  std::vector<std::vector<Buffer *>> arguments;
  for (size_t p = 0; p != 4; ++p) {
    std::vector<float> rows;
    for (size_t i = 0; i != 12; ++i)
      rows.push_back(static_cast<float>(p * 12 + i));
    arguments.push_back({put(client, p, ElementCode::F32, rows, {2, 6})});
  }
  auto [outcome, out] = program.run(arguments);
  ASSERT_TRUE(outcome.ok()) << outcome;
  std::vector<float> transposed;
  for (size_t j = 0; j != 6; ++j)
    for (size_t i = 0; i != 8; ++i)
      transposed.push_back(-static_cast<float>(i * 6 + j));
  for (size_t p = 0; p != 4; ++p) {
    EXPECT_EQ(get<float>(out[p][1]), transposed);
    for (Buffer *buffer : {arguments[p][0], out[p][0], out[p][1]})
      destroy(buffer);
  }
}

TEST(Plugin, CallbacksOutliveTheirEvents) {
  TestClient client(1);
  auto create = fresh<args::Event_Create>();
  ASSERT_TRUE(call(create).ok());
  std::atomic<int> calls{0};
  auto on = fresh<args::Event_OnReady>();
  on.event = create.event;
  on.callback = [](Error *error, void *argument) {
    EXPECT_EQ(take(error).message, "on purpose");
    ++*static_cast<std::atomic<int> *>(argument);
  };
  on.user_arg = &calls;
  ASSERT_TRUE(call(on).ok());
  auto error = fresh<args::Event_Error>();
  error.event = create.event;
  EXPECT_EQ(call(error).code, kFailedPrecondition);
  EXPECT_EQ(calls, 0);
  auto set = fresh<args::Event_Set>();
  set.event = create.event;
  set.error_code = 13;
  set.error_message = "on purpose";
  set.error_message_size = 10;
  ASSERT_TRUE(call(set).ok());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(call(set).code, kFailedPrecondition);
  EXPECT_EQ(call(error).message, "on purpose");
  EXPECT_EQ(await(create.event).code, 13);
  // Of a buffer that is ready, and destroyed from within.
  const float one = 1;
  Buffer *buffer = tryPut(client, 0, ElementCode::F32, &one, {}).second;
  auto ready = fresh<args::Buffer_ReadyEvent>();
  ready.buffer = buffer;
  ASSERT_TRUE(call(ready).ok());
  on.event = ready.event;
  on.callback = [](Error *error, void *argument) {
    EXPECT_EQ(error, nullptr);
    auto end = fresh<args::Event_Destroy>();
    end.event = static_cast<Event *>(argument);
    EXPECT_TRUE(call(end).ok());
  };
  on.user_arg = ready.event;
  ASSERT_TRUE(call(on).ok());
  destroy(buffer);
}

TEST(Plugin, ExecutionsReturnBeforeTheyAreDone) {
  TestClient client(1);
  // A loop that takes a while, and fails in the end where its argument is not 0.
  TestProgram program(client, R"(module @jit_loop {
    func.func public @main(%arg0: tensor<512x512xf32>) -> tensor<512x512xf32> {
      %c0 = stablehlo.constant dense<0> : tensor<i32>
      %0:2 = stablehlo.while(%i = %c0, %x = %arg0) : tensor<i32>, tensor<512x512xf32>
        cond {
          %c20 = stablehlo.constant dense<20> : tensor<i32>
          %p = stablehlo.compare LT, %i, %c20 : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %c1 = stablehlo.constant dense<1> : tensor<i32>
          %j = stablehlo.add %i, %c1 : tensor<i32>
          %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
          %z = stablehlo.tanh %y : tensor<512x512xf32>
          stablehlo.return %j, %z : tensor<i32>, tensor<512x512xf32>
        }
      %zero = stablehlo.constant dense<0.0> : tensor<512x512xf32>
      stablehlo.custom_call @check.expect_eq(%0#1, %zero) {has_side_effect = true} : (tensor<512x512xf32>, tensor<512x512xf32>) -> ()
      return %0#1 : tensor<512x512xf32>
    }
  })",
                      compileOptions({0}));
  for (float value : {0.f, 1.f}) {
    Buffer *in = put(client, 0, ElementCode::F32, std::vector<float>(512 * 512, value), {512, 512});
    Buffer *const *list = &in;
    Buffer *out = nullptr;
    Buffer **outs = &out;
    Event *done = nullptr;
    auto execute = fresh<args::LoadedExecutable_Execute>();
    execute.executable = program.loaded;
    execute.options = nullptr;
    execute.argument_lists = &list;
    execute.num_devices = execute.num_args = 1;
    execute.output_lists = &outs;
    execute.device_complete_events = &done;
    execute.execute_device = nullptr;
    ASSERT_TRUE(call(execute).ok());
    auto is = fresh<args::Event_IsReady>();
    is.event = done;
    ASSERT_TRUE(call(is).ok());
    EXPECT_FALSE(is.is_ready);
    destroy(in); // while it is read
    std::atomic<int> code{-1};
    auto on = fresh<args::Event_OnReady>();
    on.event = done;
    on.callback = [](Error *error, void *argument) {
      static_cast<std::atomic<int> *>(argument)->store(take(error).code);
    };
    on.user_arg = &code;
    ASSERT_TRUE(call(on).ok());
    auto end = fresh<args::Event_Destroy>();
    end.event = done;
    ASSERT_TRUE(call(end).ok());
    while (code == -1)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(code, value == 0 ? 0 : kFailedPrecondition);
    auto ready = fresh<args::Buffer_ReadyEvent>();
    ready.buffer = out;
    ASSERT_TRUE(call(ready).ok());
    EXPECT_EQ(await(ready.event).ok(), value == 0);
    destroy(out);
  }
}

TEST(Plugin, CopiesBetweenDevices) {
  TestClient client(2);
  Buffer *a = put(client, 0, ElementCode::F32, std::vector<float>{1, 2, 3}, {3});
  auto copy = fresh<args::Buffer_CopyToMemory>();
  copy.buffer = a;
  copy.dst_memory = client.memoryOf(1);
  ASSERT_TRUE(call(copy).ok());
  EXPECT_EQ(get<float>(copy.dst_buffer), (std::vector<float>{1, 2, 3}));
  Buffer *there = copy.dst_buffer;
  auto where = fresh<args::Buffer_Memory>();
  where.buffer = copy.dst_buffer;
  ASSERT_TRUE(call(where).ok());
  EXPECT_EQ(where.memory, client.memoryOf(1));
  auto end = fresh<args::Buffer_Delete>();
  end.buffer = a;
  ASSERT_TRUE(call(end).ok());
  EXPECT_TRUE(isDeleted(a));
  EXPECT_EQ(call(copy).message, "the buffer 3xf32 on device 0 has been deleted");
  TestClient another(1);
  copy.dst_memory = another.memoryOf(0);
  EXPECT_EQ(call(copy).code, kInvalidArgument);
  destroy(a);
  destroy(there);
}

TEST(Plugin, ExecutablesCanBeKept) {
  TestClient client(4);
  const std::string options = compileOptions({3, 2, 1, 0});
  TestProgram program(client, kProduct, options);
  auto serialize = fresh<args::Executable_Serialize>();
  serialize.executable = program.executable;
  ASSERT_TRUE(call(serialize).ok());
  const std::string kept = text(serialize.serialized_bytes, serialize.serialized_bytes_size);
  serialize.serialized_executable_deleter(serialize.serialized_executable);
  auto fingerprint = [](Executable *executable) {
    auto ask = fresh<args::Executable_Fingerprint>();
    ask.executable = executable;
    EXPECT_TRUE(call(ask).ok());
    return text(ask.executable_fingerprint, ask.executable_fingerprint_size);
  };
  TestClient later(4);
  auto load = fresh<args::Executable_DeserializeAndLoad>();
  load.client = later.client;
  load.serialized_executable = kept.data();
  load.serialized_executable_size = kept.size();
  load.overridden_serialized_compile_options = nullptr;
  load.overridden_serialized_compile_options_size = 0;
  ASSERT_TRUE(call(load).ok());
  TestProgram again(load.loaded_executable);
  EXPECT_EQ(again.numOutputs, 2u);
  EXPECT_EQ(fingerprint(again.executable), fingerprint(program.executable));
  std::vector<std::vector<Buffer *>> arguments;
  for (size_t p = 0; p != 4; ++p)
    arguments.push_back({put(later, 3 - p, ElementCode::F32, std::vector<float>(12, 1), {2, 6}),
                         put(later, 3 - p, ElementCode::F32, std::vector<float>(6, 2), {6, 1})});
  auto [outcome, out] = again.run(arguments);
  ASSERT_TRUE(outcome.ok()) << outcome;
  EXPECT_EQ(get<float>(out[2][1]), std::vector<float>{96});
  for (size_t p = 0; p != 4; ++p)
    for (Buffer *buffer : {arguments[p][0], arguments[p][1], out[p][0], out[p][1]})
      destroy(buffer);
  for (size_t size = 0; size < kept.size(); size += kept.size() / 37) {
    load.serialized_executable_size = size;
    EXPECT_EQ(call(load).code, kInvalidArgument);
  }
}

TEST(Plugin, SaysWhatAProgramCosts) {
  TestClient client(4);
  TestProgram program(client, kProduct, compileOptions({0, 1, 2, 3}));
  auto costs = fresh<args::Executable_GetCostAnalysis>();
  costs.executable = program.executable;
  ASSERT_TRUE(call(costs).ok());
  std::map<std::string, float> found;
  for (size_t i = 0; i != costs.num_properties; ++i)
    found[text(costs.properties[i].name, costs.properties[i].name_size)] = costs.properties[i].float_value;
  EXPECT_GE(found["flops"], 2 * 2 * 6); // 2 x 6 by 6 x 1, and the sum
  EXPECT_LE(found["flops"], 2 * 2 * 6 + 8);
  EXPECT_GT(found["bytes accessed"], 0);
  auto memory = fresh<args::Executable_GetCompiledMemoryStats>();
  memory.executable = program.executable;
  ASSERT_TRUE(call(memory).ok());
  EXPECT_EQ(memory.argument_size_in_bytes, (12 + 6) * 4);
  EXPECT_EQ(memory.output_size_in_bytes, (2 + 1) * 4);
  EXPECT_EQ(memory.alias_size_in_bytes, 0);
  EXPECT_EQ(memory.host_temp_size_in_bytes, 0);
  Program optimized = {};
  optimized.struct_size = sizeof(optimized);
  auto ask = fresh<args::Executable_OptimizedProgram>();
  ask.executable = program.executable;
  ask.program = &optimized;
  ASSERT_TRUE(call(ask).ok());
  EXPECT_EQ(text(optimized.format, optimized.format_size), "mlir");
  std::string code(optimized.code_size, '\0');
  optimized.code = code.data();
  ASSERT_TRUE(call(ask).ok());
  EXPECT_NE(code.find("tensor<2x6xf32>"), std::string::npos);
  // Frameworks read it: nothing of this compiler's dialects.
  EXPECT_NE(code.find("stablehlo.all_reduce"), std::string::npos) << code;
  for (const char *own : {"sharding.", "spmd."})
    EXPECT_EQ(code.find(own), std::string::npos) << code;
}

} // namespace
} // namespace shardwright::pjrt::test
