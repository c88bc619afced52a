// Programs on devices by the C interface, against loops.
#include "test/unit/CApi/Handles.h"

#include <numeric>

using namespace shardwright::capi;

namespace {

std::vector<float> counting(size_t size) {
  std::vector<float> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 1.f);
  return numbers;
}

std::vector<float> floatsOf(SwArray *array) {
  auto *data = static_cast<const float *>(swArrayData(array));
  return {data, data + swArrayBytes(array) / sizeof(float)};
}

TEST(CApi, RunsWholeArrays) {
  Executable executable = compiled(kRowSums);
  Client client = newClient("2");
  EXPECT_EQ(swClientNumDevices(client.get()), 2);
  Program program = made<Program>([&](SwProgram **to) { return swClientLoad(client.get(), executable.get(), to); });
  executable.reset(); // the program has its own
  std::vector<float> in = counting(32), want(4);
  for (size_t i = 0; i != 32; ++i)
    want[i / 8] += in[i];
  const void *arguments[] = {in.data()};
  const size_t sizes[] = {32 * sizeof(float)};
  Array result = made<Array>([&](SwArray **to) { return swProgramRun(program.get(), arguments, sizes, 1, to, 1); });
  EXPECT_EQ(floatsOf(result.get()), want);
  EXPECT_EQ(swArrayElementType(result.get()), SW_F32);
  ASSERT_EQ(swArrayRank(result.get()), 1u);
  EXPECT_EQ(swArrayShape(result.get())[0], 4);
  client.reset(); // what is in use stays alive
  Array again = made<Array>([&](SwArray **to) { return swProgramRun(program.get(), arguments, sizes, 1, to, 1); });
  EXPECT_EQ(floatsOf(again.get()), want);
}

TEST(CApi, RunsBuffersThatStayOnDevicesAndAreDonated) {
  Executable executable = compiled(kDonating);
  EXPECT_TRUE(swInterfaceIsDonated(swExecutableArgument(executable.get(), 0)));
  EXPECT_FALSE(swInterfaceIsDonated(swExecutableArgument(executable.get(), 1)));
  Client client = newClient("2");
  Program program = made<Program>([&](SwProgram **to) { return swClientLoad(client.get(), executable.get(), to); });
  std::vector<float> w = counting(6), g = {1, 0, 2, 0, 3, 0};
  SwBuffer *ws[2], *gs[2];
  ASSERT_EQ(messageOf(swProgramPutArgument(program.get(), 0, w.data(), 24, ws, 2)), "");
  ASSERT_EQ(messageOf(swProgramPutArgument(program.get(), 1, g.data(), 24, gs, 2)), "");
  EXPECT_EQ(swBufferDevice(ws[1]), 1);
  EXPECT_EQ(swBufferBytes(ws[1]), 12u);
  for (int step = 0; step != 3; ++step) {
    SwBuffer *arguments[] = {ws[0], gs[0], ws[1], gs[1]}, *results[2];
    SwEvent *done = nullptr;
    ASSERT_EQ(messageOf(swProgramExecute(program.get(), arguments, 4, nullptr, results, 2, &done)), "");
    EXPECT_EQ(messageOf(swEventWait(done)), "");
    EXPECT_TRUE(swEventIsReady(done));
    swEventDestroy(done);
    for (int device = 0; device != 2; ++device) {
      EXPECT_TRUE(swBufferIsDonated(ws[device]));
      swBufferDestroy(ws[device]);
      ws[device] = results[device];
    }
  }
  Array whole = made<Array>([&](SwArray **to) { return swProgramGetResult(program.get(), 0, ws, 2, to); });
  for (size_t i = 0; i != 6; ++i)
    w[i] -= 3 * g[i];
  EXPECT_EQ(floatsOf(whole.get()), w);

  // Kept: the buffers are copied first.
  bool donate[] = {false, false};
  SwExecuteOptions options{sizeof(SwExecuteOptions), donate, 0, 0};
  SwBuffer *arguments[] = {ws[0], gs[0], ws[1], gs[1]}, *results[2];
  ASSERT_EQ(messageOf(swProgramExecute(program.get(), arguments, 4, &options, results, 2, nullptr)), "");
  EXPECT_FALSE(swBufferIsDonated(ws[0]));
  float block[3];
  EXPECT_EQ(messageOf(swBufferCopyTo(ws[1], block, sizeof block)), "");
  EXPECT_EQ(std::vector<float>(block, block + 3), std::vector<float>(w.begin() + 3, w.end()));

  // Given away twice: nothing has happened.
  SwBuffer *twice[] = {ws[0], ws[0], ws[1], gs[1]}, *none[2];
  EXPECT_EQ(messageOf(swProgramExecute(program.get(), twice, 4, nullptr, none, 2, nullptr)),
            "argument 1 ('argument 1') on device 0 is given away, and is another argument as well: copy it");
  EXPECT_EQ(none[0], nullptr);
  EXPECT_FALSE(swBufferIsDonated(ws[0]));
  for (SwBuffer *buffer : {ws[0], ws[1], gs[0], gs[1], results[0], results[1]})
    swBufferDestroy(buffer);
}

TEST(CApi, BuffersFromTheHostAndBack) {
  Client client = newClient("2");
  const int64_t shape[] = {2, 3};
  std::vector<float> in = counting(6), out(6);
  Buffer buffer = made<Buffer>(
      [&](SwBuffer **to) { return swClientBufferFromHost(client.get(), 1, SW_F32, shape, 2, in.data(), 24, to); });
  EXPECT_EQ(swBufferDevice(buffer.get()), 1);
  EXPECT_EQ(swBufferElementType(buffer.get()), SW_F32);
  ASSERT_EQ(swBufferRank(buffer.get()), 2u);
  EXPECT_EQ(swBufferShape(buffer.get())[1], 3);
  EXPECT_GE(swClientBytesInUse(client.get(), 1), 24u);
  EXPECT_GE(swClientPeakBytesInUse(client.get(), 1), 24u);
  EXPECT_EQ(messageOf(swBufferCopyTo(buffer.get(), out.data(), 24)), "");
  EXPECT_EQ(out, in);
  EXPECT_EQ(messageOf(swBufferCopyTo(buffer.get(), out.data(), 20)), "the buffer has 24 bytes, there is room for 20");
  Event ready = made<Event>([&](SwEvent **to) { return swBufferReady(buffer.get(), to); });
  int called = 0;
  EXPECT_EQ(messageOf(swEventOnReady(
                ready.get(), [](const SwStatus *status, void *context) { *static_cast<int *>(context) += !status; },
                &called)),
            "");
  EXPECT_EQ(called, 1);
  EXPECT_EQ(messageOf(swBufferErase(buffer.get())), "");
  EXPECT_TRUE(swBufferIsErased(buffer.get()));
  EXPECT_NE(messageOf(swBufferCopyTo(buffer.get(), out.data(), 24)), "");
}

TEST(CApi, ExecutablesAreBytes) {
  Executable executable = compiled(kRowSums);
  std::string bytes = textBy([&](SwString **to) { return swExecutableSerialize(executable.get(), to); });
  Executable read = made<Executable>(
      [&](SwExecutable **to) { return swExecutableDeserialize(bytes.data(), bytes.size(), "copy", to); });
  EXPECT_EQ(textBy([&](SwString **to) { return swExecutableSerialize(read.get(), to); }), bytes);
  EXPECT_EQ(std::string(swExecutableTarget(read.get())).substr(0, 5), "host:");
  EXPECT_EQ(swExecutableNumDevices(read.get()), 2);
  const SwMesh *mesh = swExecutableMesh(read.get());
  ASSERT_EQ(swMeshNumAxes(mesh), 1u);
  EXPECT_STREQ(swMeshAxisName(mesh, 0), "x");
  EXPECT_EQ(swMeshAxisSize(mesh, 0), 2);
  EXPECT_EQ(swMeshNumDevices(mesh), 2);
  ASSERT_EQ(swExecutableNumArguments(read.get()), 1u);
  ASSERT_EQ(swExecutableNumResults(read.get()), 1u);
  const SwInterface *argument = swExecutableArgument(read.get(), 0), *result = swExecutableResult(read.get(), 0);
  EXPECT_EQ(swInterfaceElementType(argument), SW_F32);
  ASSERT_EQ(swInterfaceRank(argument), 2u);
  EXPECT_EQ(swInterfaceShape(argument)[1], 8);
  EXPECT_EQ(swInterfaceLocalShape(argument)[1], 4);
  EXPECT_STREQ(swInterfaceSharding(argument), "[{}, {\"x\"}]");
  EXPECT_STREQ(swInterfaceName(argument), "argument 0");
  int64_t pre = 0, size = 0, begin[2], end[2];
  EXPECT_EQ(swInterfaceNumAxes(argument, 0), 0u);
  ASSERT_EQ(swInterfaceNumAxes(argument, 1), 1u);
  EXPECT_EQ(swInterfaceAxis(argument, 1, 0, &pre, &size), 0u);
  EXPECT_EQ(pre, 1);
  EXPECT_EQ(size, 2);
  EXPECT_EQ(messageOf(swInterfaceBlock(argument, 1, begin, end)), "");
  EXPECT_EQ(begin[1], 4);
  EXPECT_EQ(end[1], 8);
  EXPECT_EQ(messageOf(swInterfaceBlock(argument, 2, begin, end)), "device 2 of 2");
  EXPECT_EQ(swInterfaceShape(result)[0], 4);
  EXPECT_STREQ(swElementTypeName(SW_C64), "complex<f32>");
  EXPECT_EQ(swElementTypeBytes(SW_BF16), 2u);
  SwExecutable *damaged = nullptr;
  EXPECT_EQ(messageOf(swExecutableDeserialize(bytes.data(), bytes.size() / 2, "copy", &damaged)).substr(0, 5), "copy ");
  EXPECT_EQ(damaged, nullptr);
  const std::string path = testing::TempDir() + "/c-api.swx";
  EXPECT_EQ(messageOf(swExecutableWrite(read.get(), path.c_str())), "");
  Executable file = made<Executable>([&](SwExecutable **to) { return swExecutableRead(path.c_str(), to); });
  EXPECT_EQ(swExecutableNumDevices(file.get()), 2);
}

} // namespace
