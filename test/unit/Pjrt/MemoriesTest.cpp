// Kinds of memory: JAX puts arrays into `pinned_host`, and programs say which results are to be there.
#include "test/unit/Pjrt/Plugin.h"

#include <set>

namespace shardwright::pjrt::test {
namespace {

std::vector<Memory *> memoriesOf(Device *device) {
  auto ask = fresh<args::Device_AddressableMemories>();
  ask.device = device;
  EXPECT_TRUE(call(ask).ok());
  return {ask.memories, ask.memories + ask.num_memories};
}

std::string kindOf(Memory *memory) {
  auto ask = fresh<args::Memory_Kind>();
  ask.memory = memory;
  EXPECT_TRUE(call(ask).ok());
  return {ask.kind, ask.kind_size};
}

Memory *memoryOf(Buffer *buffer) {
  auto ask = fresh<args::Buffer_Memory>();
  ask.buffer = buffer;
  EXPECT_TRUE(call(ask).ok());
  return ask.memory;
}

std::vector<std::string> outputKinds(Executable *executable) {
  auto ask = fresh<args::Executable_OutputMemoryKinds>();
  ask.executable = executable;
  EXPECT_TRUE(call(ask).ok());
  std::vector<std::string> kinds;
  for (size_t i = 0; i != ask.num_outputs; ++i)
    kinds.emplace_back(ask.memory_kinds[i], ask.memory_kind_sizes[i]);
  return kinds;
}

std::string programInto(const std::string &kind) {
  return "func.func @main(%a: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<4xf32>, tensor<4xf32> "
         "{mhlo.memory_kind = \"" +
         kind +
         "\"}) {\n"
         "  %0 = stablehlo.add %a, %a : tensor<4xf32>\n"
         "  %1 = stablehlo.custom_call @annotate_device_placement(%a) {has_side_effect = true, "
         "mhlo.frontend_attributes = {_xla_buffer_placement = \"pinned_host\"}} : (tensor<4xf32>) -> tensor<4xf32>\n"
         "  return %0, %1 : tensor<4xf32>, tensor<4xf32>\n}\n";
}

TEST(Memories, EachDeviceHasThreeKinds) {
  TestClient client(2);
  std::set<int32_t> ids;
  for (Device *device : client.devices) {
    std::vector<std::string> kinds;
    std::set<int32_t> kindIds;
    for (Memory *memory : memoriesOf(device)) {
      kinds.push_back(kindOf(memory));
      auto id = fresh<args::Memory_Id>();
      id.memory = memory;
      ASSERT_TRUE(call(id).ok());
      ids.insert(id.id);
      auto kind = fresh<args::Memory_Kind_Id>();
      kind.memory = memory;
      ASSERT_TRUE(call(kind).ok());
      kindIds.insert(kind.kind_id);
      auto by = fresh<args::Memory_AddressableByDevices>();
      by.memory = memory;
      ASSERT_TRUE(call(by).ok());
      ASSERT_EQ(by.num_devices, 1u);
      EXPECT_EQ(by.devices[0], device);
    }
    EXPECT_EQ(kinds, (std::vector<std::string>{"device", "pinned_host", "unpinned_host"}));
    EXPECT_EQ(kindIds.size(), 3u);
  }
  EXPECT_EQ(ids.size(), 6u);
  EXPECT_EQ(client.memoryOf(1), memoriesOf(client.devices[1])[0]);
  auto all = fresh<args::Client_AddressableMemories>();
  all.client = client.client;
  ASSERT_TRUE(call(all).ok());
  EXPECT_EQ(all.num_addressable_memories, 6u);
}

TEST(Memories, BuffersSayWhichTheyAreIn) {
  TestClient client(2);
  Memory *pinned = memoriesOf(client.devices[1])[1];
  Buffer *a = put(client, 0, ElementCode::F32, std::vector<float>{1, 2, 3}, {3});
  EXPECT_EQ(memoryOf(a), client.memoryOf(0));
  auto copy = fresh<args::Buffer_CopyToMemory>();
  copy.buffer = a;
  copy.dst_memory = pinned;
  ASSERT_TRUE(call(copy).ok());
  EXPECT_EQ(memoryOf(copy.dst_buffer), pinned);
  EXPECT_EQ(get<float>(copy.dst_buffer), (std::vector<float>{1, 2, 3}));
  auto across = fresh<args::Buffer_CopyToDevice>();
  across.buffer = copy.dst_buffer;
  across.dst_device = client.devices[0];
  ASSERT_TRUE(call(across).ok());
  EXPECT_EQ(memoryOf(across.dst_buffer), client.memoryOf(0));
  for (Buffer *buffer : {a, copy.dst_buffer, across.dst_buffer})
    destroy(buffer);
}

TEST(Memories, ResultsAreWhereTheProgramWantsThem) {
  TestClient client(2);
  TestProgram program(client, programInto("pinned_host"), compileOptions({1}));
  const std::vector<std::string> kinds = {"device", "pinned_host"};
  EXPECT_EQ(outputKinds(program.executable), kinds);
  auto serialize = fresh<args::Executable_Serialize>();
  serialize.executable = program.executable;
  ASSERT_TRUE(call(serialize).ok());
  auto load = fresh<args::Executable_DeserializeAndLoad>();
  load.client = client.client;
  load.serialized_executable = serialize.serialized_bytes;
  load.serialized_executable_size = serialize.serialized_bytes_size;
  load.overridden_serialized_compile_options = nullptr;
  load.overridden_serialized_compile_options_size = 0;
  ASSERT_TRUE(call(load).ok());
  serialize.serialized_executable_deleter(serialize.serialized_executable);
  TestProgram again(load.loaded_executable);
  EXPECT_EQ(outputKinds(again.executable), kinds);
  for (const TestProgram *each : {&program, &again}) {
    Buffer *a = put(client, 1, ElementCode::F32, std::vector<float>{1, 2, 3, 4}, {4});
    auto [outcome, out] = each->run({{a}});
    ASSERT_TRUE(outcome.ok()) << outcome;
    EXPECT_EQ(memoryOf(out[0][0]), client.memoryOf(1));
    EXPECT_EQ(memoryOf(out[0][1]), memoriesOf(client.devices[1])[1]);
    EXPECT_EQ(get<float>(out[0][1]), (std::vector<float>{1, 2, 3, 4}));
    for (Buffer *buffer : {a, out[0][0], out[0][1]})
      destroy(buffer);
  }
}

TEST(Memories, UnknownKindsAreRefused) {
  TestClient client(1);
  EXPECT_EQ(tryCompile(client, programInto("vmem"), compileOptions({0})).first.message,
            "result 1 is to be in a memory of kind 'vmem': there are device, pinned_host, unpinned_host");
}

} // namespace
} // namespace shardwright::pjrt::test
